"""Events, their rooms and the lines of their programmes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from symposium.fields.compound_types import ListOf, again, field, group_of
from symposium.fields.date_types import (
    ClockTime,
    DatesField,
    DayType,
    TimeRange,
    TimeZone,
    UtcOffset,
    ZoneOrAoE,
)
from symposium.fields.field_types import Json, Keyword, PrintedNumber, Prose, TextType, WrongValue
from symposium.fields.link_types import Id, Image, LinkType
from symposium.fields.yaml_repair import shown
from symposium.kinds.base import LINKS, SLOT_NOTE, SLOT_STATUS, SOURCE, TEXTS, TOPICS, WHEN, Traced
from symposium.kinds.kind import Kind
from symposium.kinds.participants import Participant, PeopleField
from symposium.model.dates import AOE, Dates

PAUSES = frozenset({
    "banquet", "break", "breakfast", "coffee", "dinner", "lunch", "reception", "registration",
    "social", "social event", "tea",
})  # fmt: skip
"""Kinds of slots in which nobody speaks."""
GATHERINGS = frozenset({"posters", "session", "track", "tutorial", "workshop"})
"""Kinds of slots that may contain other slots."""


def is_pause(kind: str) -> bool:
    """Tell whether a slot of a kind is a pause, in which nobody speaks.

    >>> is_pause("coffee-break"), is_pause("conference dinner"), is_pause("lunch talk")
    (True, True, False)
    """
    return _is_among(PAUSES, kind)


def is_gathering(kind: str) -> bool:
    """Tell whether a slot of a kind may contain other slots.

    >>> is_gathering("session"), is_gathering("poster-session"), is_gathering("talk")
    (True, True, False)
    """
    return _is_among(GATHERINGS, kind)


def is_poster_session(kind: str) -> bool:
    """Tell whether posters are shown in a slot of a kind."""
    return kind.startswith("poster")


def _is_among(kinds: frozenset[str], kind: str) -> bool:
    words = kind.replace("-", " ")
    return words in kinds or words.rpartition(" ")[2] in kinds


FOR_ALL = "all"
"""The room of a line that is for everyone."""


@dataclass(frozen=True, slots=True)
class Room:
    """Where sessions take place: a hall, a stage, a hub in another city."""

    name: str = field(TextType(), "The name of the room, hall or hub.", required=True)
    timezone: str | None = field(
        TimeZone(), "Its own time zone, if it differs from that of the event."
    )
    """An IANA name."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A line of a programme. Times are ``HH:MM``, local to the zone of its room or the event."""

    start: str | None = field(TimeRange(), "Local start and end: 9:40-10:20.", written="time")
    end: str | None = None
    day: str | None = field(
        DayType(),
        "The day, if the event has several. Without it, the day of the line above applies.",
    )
    kind: str = field(
        Keyword(), "Talk, invited, paper, keynote, break, opening, closing, …", default="talk"
    )
    title: str | None = field(TextType(), "What the programme prints, if there is no talk.")
    talk: str | None = field(Id(), "The talk: the name of its file in the folder of the event.")
    room: str | None = field(
        TextType(), f"The room. A line without a room, or with {FOR_ALL}, is for everyone."
    )
    track: str | None = field(TextType(), "The track to which it belongs.")
    utc_offset: str | None = field(
        UtcOffset(),
        "The offset from UTC, for a time that occurs twice because clocks are put back.",
    )
    """``-07:00``."""
    status: str | None = again(SLOT_STATUS)
    note: str | None = again(SLOT_NOTE)
    source: str | None = again(SOURCE)
    talks: tuple[str, ...] = field(
        ListOf(Id()),
        "The talks or posters of a session without times of their own: names of files, in order.",
    )
    chair: tuple[Participant, ...] = field(PeopleField(), "Who chairs the session.", role="chair")


def _slot(time: tuple[str | None, str | None] = (None, None), **values: Any) -> Slot:
    if values.get("room", "").casefold() == FOR_ALL:
        del values["room"]
    return Slot(start=time[0], end=time[1], **values)


SLOTS = ListOf(
    group_of(Slot, "a line of the programme", make=_slot, any_of=("kind", "title", "talk"))
)
ROOMS = ListOf(group_of(Room, "a room", "name"))


# Facts of an event besides its programme: deadlines, people, sponsors, places.

RE_DEGREES = re.compile(r"-?[0-9]{1,3}(?:\.[0-9]{1,9})?")


@dataclass(frozen=True)
class Degrees(PrintedNumber):
    """A latitude or a longitude in decimal degrees."""

    most: int
    lenient = False

    @property
    def expected(self) -> str:  # type: ignore[override]
        """The allowed range in words."""
        return f"degrees from -{self.most} to {self.most}, such as 38.7223"

    def convert(self, text: str) -> Any:
        """Return the number as it is written."""
        if RE_DEGREES.fullmatch(text) and abs(float(text)) <= self.most:
            return text
        hint = "write decimal degrees: 38.7223; south and west are negative"
        return WrongValue(f"{shown(text)} is not a number from -{self.most} to {self.most}", hint)

    def json_schema(self) -> Json:
        """Return the schema of a number, or of one in quotes."""
        return {
            "type": ["number", "string"], "minimum": -self.most, "maximum": self.most,
            "pattern": f"^{RE_DEGREES.pattern}$",
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Deadline:
    """A day by which something must be done; with a time and a zone, an instant."""

    title: str = field(TextType(), "What is due.", required=True)
    date: str = field(DayType(), "The day.", required=True)
    time: str | None = field(
        ClockTime(), "The time. Without it, the deadline is the end of the day."
    )
    timezone: str | None = field(
        ZoneOrAoE(),
        f"Its time zone; {AOE} is Anywhere on Earth, UTC-12. Without it, that of the event.",
    )
    link: str | None = field(LinkType(), "Where it is done: a page or a file.")
    extended_from: tuple[str, ...] = field(
        ListOf(DayType()), "Earlier dates, before it was extended; they are struck through."
    )


@dataclass(frozen=True, slots=True)
class Role:
    """People who do something for an event, as printed."""

    role: str = field(TextType(), "What they are: Programme committee, …", required=True)
    people: tuple[Participant, ...] = field(
        PeopleField(), "The people, in order.", required=True, role="committee"
    )


@dataclass(frozen=True, slots=True)
class Sponsor:
    """An organisation that supports an event."""

    organization: str = field(TextType(), "The organisation, as printed.", required=True)
    tier: str | None = field(TextType(), "Its level: Gold, …")
    link: str | None = field(LinkType(), "Its own page.")
    logo: str | None = field(Image(), "A picture in files/.")
    alt: str | None = field(TextType(), "What the logo shows, for people who cannot see it.")


@dataclass(frozen=True, slots=True)
class Site:
    """A place where an event is held."""

    name: str | None = field(TextType(), "Its name.")
    address: str | None = field(TextType(), "Its address, in one line.")
    latitude: str | None = field(Degrees(90), "Degrees north; south is negative.")
    longitude: str | None = field(Degrees(180), "Degrees east; west is negative.")


DEADLINES = ListOf(group_of(Deadline, "a deadline"))
COMMITTEE = ListOf(group_of(Role, "people of one role"))
SPONSORS = ListOf(group_of(Sponsor, "a sponsor", "organization", needs={"logo": "alt"}))
PLACE = ListOf(
    group_of(
        Site, "a place", "address", any_of=("name", "address", "latitude"),
        needs={"latitude": "longitude", "longitude": "latitude"},
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Event(Traced):
    """A workshop, conference or meeting with a programme."""

    id: str
    title: str = field(TextType(), "The title.", required=True)
    series: str | None = field(TextType(), "The series to which it belongs.", search=True)
    part_of: str | None = field(
        Id(), "The larger event to which it belongs.", refers="event", api=False, search=True
    )
    date: Dates | None = field(
        DatesField(), "A day or a range of days; a month or a year if no more is known.", api=False
    )
    when: str | None = again(WHEN, api=False, search=True)
    timezone: str | None = field(
        TimeZone(), "The time zone of all times in rooms without their own."
    )
    """An IANA name (``America/Los_Angeles``)."""
    utc_offset: str | None = field(UtcOffset(), "The offset from UTC, if day or zone is unknown.")
    """``-07:00``: for an event without a day, whose zone alone does not give the offset."""
    location: str | None = field(TextType(), "Where.", api=False, search=True)
    rooms: tuple[Room, ...] = field(ROOMS, "The rooms, in the order in which they are shown.")
    """Rooms that only slots name come after these."""
    organizers: tuple[Participant, ...] = field(
        PeopleField(), "Who organises it.", role="organizer", api=False
    )
    hosts: tuple[str, ...] = field(TEXTS, "Organisations that host it, as printed.")
    place: tuple[Site, ...] = field(PLACE, "The place: its name, its address, where it is.")
    committee: tuple[Role, ...] = field(COMMITTEE, "Further people, by their roles.")
    sponsors: tuple[Sponsor, ...] = field(SPONSORS, "Organisations that support it, by tier.")
    call: str | None = field(
        Prose(), "The text of the call for papers. For a page or a file, write links: {call: …}."
    )
    deadlines: tuple[Deadline, ...] = field(DEADLINES, "Days by which something must be done.")
    slots: tuple[Slot, ...] = field(SLOTS, "The programme, line by line.")
    links: Mapping[str, str] = again(LINKS, api=False)
    topics: tuple[str, ...] = again(TOPICS, api=False)


KIND = Kind(
    "event", "events", Event, "Events", one="an event", always_listed=True, own_relations=True,
    schema_org="Event", has_feed=False,
)  # fmt: skip
