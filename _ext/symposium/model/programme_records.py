"""Programmes: events, their lines, the talks, and the people on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symposium.model.dates import Date, Dates
from symposium.model.names import Name
from symposium.model.record_base import Correction, Traced

PAUSES = frozenset({
    "banquet", "break", "breakfast", "coffee", "dinner", "lunch", "reception", "registration",
    "social", "social event", "tea",
})  # fmt: skip
"""Kinds of slots in which nobody speaks."""
GATHERINGS = frozenset({"posters", "session", "track", "tutorial", "workshop"})
"""Kinds of slots of which others may be parts."""


def is_pause(kind: str) -> bool:
    """Tell whether nobody speaks in a slot of a kind.

    >>> is_pause("break"), is_pause("coffee-break"), is_pause("conference dinner")
    (True, True, True)
    >>> is_pause("talk"), is_pause("lunch talk"), is_pause("break-out")
    (False, False, False)
    """
    return _is_among(PAUSES, kind)


def is_gathering(kind: str) -> bool:
    """Tell whether other slots may be parts of a slot of a kind.

    >>> is_gathering("session"), is_gathering("poster-session"), is_gathering("talk")
    (True, True, False)
    """
    return _is_among(GATHERINGS, kind)


def _is_among(kinds: frozenset[str], kind: str) -> bool:
    words = kind.replace("-", " ")
    return words in kinds or words.rpartition(" ")[2] in kinds


@dataclass(frozen=True, slots=True)
class Affiliation:
    """An organisation that a person belongs or belonged to."""

    organization: str
    country: str | None = None
    department: str | None = None
    start: Date | None = None
    end: Date | None = None


@dataclass(frozen=True, slots=True)
class Participant:
    """A person on a programme, as printed there."""

    name: Name
    person: str | None = None
    affiliations: tuple[Affiliation, ...] = ()
    bio: str | None = None
    """The biography printed in the programme; paragraphs are separated by an empty line."""


@dataclass(frozen=True, slots=True)
class Room:
    """Where sessions take place: a hall, a stage, a hub in another city."""

    name: str
    timezone: str | None = None
    """Its own zone, an IANA name, where the event takes place in several."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A line of a programme. Times are ``HH:MM``, local to the zone of its room or the event."""

    start: str | None = None
    end: str | None = None
    day: str | None = None
    kind: str = "talk"
    """``talk``, ``invited``, ``paper``, ``keynote``, ``break``, ``opening``, ``closing``, …"""
    title: str | None = None
    talk: str | None = None
    """Id of a talk of this event."""
    room: str | None = None
    """Name of a room; a line without one is for all."""
    track: str | None = None
    """The track that it belongs to, as printed."""
    utc_offset: str | None = None
    """``-07:00``: tells which time is meant of one that is twice, when clocks are put back."""


@dataclass(frozen=True, slots=True)
class Event(Traced):
    """A workshop, conference or meeting with a programme."""

    id: str
    title: str
    series: str | None = None
    part_of: str | None = None
    date: Dates | None = None
    when: str | None = None
    timezone: str | None = None
    """An IANA name (``America/Los_Angeles``)."""
    utc_offset: str | None = None
    """``-07:00``: for an event without a day, whose zone alone does not give the offset."""
    location: str | None = None
    rooms: tuple[Room, ...] = ()
    """In the order in which a programme shows them; others follow as its slots name them."""
    organizers: tuple[Participant, ...] = ()
    slots: tuple[Slot, ...] = ()
    links: Mapping[str, str] = field(default_factory=dict)
    topics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Talk(Traced):
    """A talk: of an event (``<event>/<talk>``), or outside (``talks/<person>-<year>-<slug>``)."""

    id: str
    event: str | None
    title: str | None = None
    """Unset where the talk presents a paper and takes its title from there."""
    kind: str | None = None
    date: Date | None = None
    when: str | None = None
    start: str | None = None
    end: str | None = None
    room: str | None = None
    track: str | None = None
    authors: tuple[Participant, ...] = ()
    speakers: tuple[Participant, ...] = ()
    paper: str | None = None
    """Cite key or id of the paper that it presents."""
    venue: str | None = None
    """Where a talk outside an event was given, as printed."""
    abstract: str | None = None
    """The body of its file, as Markdown; ``None`` where that is empty."""
    links: Mapping[str, str] = field(default_factory=dict)
    topics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SoloTalk:
    """A talk outside the events of this knowledge base, as its speaker's file lists it."""

    title: str
    date: Date | None = None
    kind: str | None = None
    """``invited``, ``contributed``, …"""
    venue: str | None = None
    """Short name of where it was given, as printed (``ISC 2021``)."""
    description: str | None = None
    paper: str | None = None
    links: Mapping[str, str] = field(default_factory=dict)
    sources: tuple[str, ...] = ()
    corrections: tuple[Correction, ...] = ()
    was: tuple[str, ...] = ()
    """Earlier ids, as `Kept` has them: the id is made of the title, and changes with it."""
