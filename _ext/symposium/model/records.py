"""The records: what a person, a paper, an event … is.

All are frozen. They hold ids, never each other; the knowledge base resolves the ids. Text is
Unicode without LaTeX, except for maths between ``$`` signs. Dates are `symposium.model.dates`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from symposium.model.cv import (
    Advisee,
    Award,
    Course,
    CvOptions,
    Degree,
    Metric,
    Position,
    Service,
)
from symposium.model.dates import Date, Dates
from symposium.model.names import Name
from symposium.model.ondemand import on_demand
from symposium.model.problems import Place

NOWHERE = Place("", 0, 0)


@on_demand(fields="places")
@dataclass(frozen=True, slots=True)
class Origin:
    """Where a record was written: its file, and the line and column of each of its fields."""

    place: Place = NOWHERE
    fields: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Dotted path of a field (``affiliations.0.country``) to its 1-based line and column."""

    def at(self, path: str = "") -> Place:
        """Return the place of a field, of the nearest field above it, or of the record."""
        fields = self.fields if path else {}
        while path:
            if path in fields:
                return Place(self.place.path, *fields[path])
            path = path.rpartition(".")[0]
        return self.place


@dataclass(frozen=True, slots=True)
class Correction:
    """A printed slip and its mending: both are kept."""

    field: str
    printed: str
    corrected: str
    source: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What every record has that can have a page of its own."""

    was: tuple[str, ...] = ()
    """Earlier ids, which keep resolving, and earlier pages (``/talks/x``), which keep leading here.
    """
    origin: Origin = Origin()
    document: str | None = None
    """The Sphinx document that holds its prose, without extension; ``None`` for a derived page."""

    @property
    def earlier_ids(self) -> tuple[str, ...]:
        """Ids that it had."""
        return tuple([one for one in self.was if not one.startswith("/")])

    @property
    def earlier_pages(self) -> tuple[str, ...]:
        """Docnames of pages, of whatever kind, in whose place it is."""
        return tuple([one[1:] for one in self.was if one.startswith("/")])


@dataclass(frozen=True, slots=True, kw_only=True)
class Traced(Kept):
    """A record whose facts are traced to their sources."""

    inferred: tuple[str, ...] = ()
    """Fields that the editors inferred."""
    sources: tuple[str, ...] = ()
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class Contributor:
    """An author or editor of a work, as printed there."""

    name: Name
    person: str | None = None
    """The id that the entry itself gives, by annotation."""
    marks: tuple[str, ...] = ()
    """``equal``, ``student``, ``corresponding``, …"""


@dataclass(frozen=True, slots=True)
class Affiliation:
    """An organisation that a person belongs or belonged to."""

    organization: str
    country: str | None = None
    department: str | None = None
    start: Date | None = None
    end: Date | None = None


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


@dataclass(frozen=True, slots=True)
class Person(Traced):
    """A person who has a file in ``people/``; derived persons are made by the knowledge base."""

    id: str
    name: Name
    names: tuple[str, ...] = ()
    former_names: tuple[str, ...] = ()
    """Resolve when reading; never shown, indexed, exported or put into metadata."""
    orcid: str | None = None
    role: str | None = None
    affiliations: tuple[Affiliation, ...] = ()
    links: Mapping[str, str] = field(default_factory=dict)
    topics: tuple[str, ...] = ()
    photo: str | None = None
    alt: str | None = None
    education: tuple[Degree, ...] = ()
    positions: tuple[Position, ...] = ()
    awards: tuple[Award, ...] = ()
    talks: tuple[SoloTalk, ...] = ()
    teaching: tuple[Course, ...] = ()
    advising: tuple[Advisee, ...] = ()
    service: tuple[Service, ...] = ()
    software: tuple[str, ...] = ()
    """Ids of software; that which names the person itself need not stand here."""
    metrics: tuple[Metric, ...] = ()
    cv: CvOptions | None = None
    """Set where the person has a page with their curriculum vitae."""
    body: str = ""
    """The body of the file, as Markdown."""


@dataclass(frozen=True, slots=True)
class PaperListing:
    """One appearance of a paper on a tracker page."""

    paper: str
    date: str | None = None
    category: str | None = None
    score: str | None = None
    code: bool | None = None
    source: str | None = None


@on_demand(abstract="abstract", fields="fields", origin="origin")
@dataclass(frozen=True, slots=True)
class Paper(Traced):
    """A work: an entry of ``refs.bib`` with what ``papers/<id>.md`` adds.

    A poster is a paper with ``poster`` set; it is listed apart and not counted as a paper.
    """

    id: str
    key: str
    type: str
    """The entry type, lower case (``inproceedings``)."""
    title: str
    authors: tuple[Contributor, ...] = ()
    et_al: bool = False
    editors: tuple[Contributor, ...] = ()
    date: Date | None = None
    venue: str | None = None
    """Booktitle, journal, … as printed; `KnowledgeBase` maps it to a venue."""
    poster: bool = False
    abstract: str | None = None
    topics: tuple[str, ...] = ()
    """As written; their slugs are the topics' ids."""
    categories: tuple[str, ...] = ()
    awards: tuple[str, ...] = ()
    status: str | None = None
    doi: str | None = None
    arxiv: str | None = None
    links: Mapping[str, str] = field(default_factory=dict)
    """``pdf``, ``code``, ``slides``, ``video``, ``data``, ``url``, … to a URL or a file."""
    volume: str | None = None
    number: str | None = None
    pages: str | None = None
    publisher: str | None = None
    series: str | None = None
    institution: str | None = None
    isbn: str | None = None
    issn: str | None = None
    note: str | None = None
    listings: tuple[PaperListing, ...] = ()
    related: tuple[str, ...] = ()
    selected: bool = False
    thumbnail: str | None = None
    alt: str | None = None
    fields: tuple[tuple[str, str], ...] = ()
    """The entry's own fields in order, names in lower case, values as LaTeX, strings expanded."""
    notes: Origin | None = None
    """Where its file in ``papers/`` was written, if it has one."""
    digest: bytes = b""
    """Of all that the entry says, its own fields and inherited ones; not of where it stands."""

    @property
    def year(self) -> int | None:
        """The year of publication, where the entry gives one."""
        return self.date.year if self.date else None


@dataclass(frozen=True, slots=True)
class PaperNotes(Traced):
    """What ``papers/<id>.md`` adds to an entry; an unset field (``None``) adds nothing."""

    id: str
    """The name of the file."""
    key: str | None = None
    topics: tuple[str, ...] = ()
    links: Mapping[str, str] = field(default_factory=dict)
    awards: tuple[str, ...] = ()
    status: str | None = None
    listings: tuple[PaperListing, ...] = ()
    related: tuple[str, ...] = ()
    selected: bool = False
    thumbnail: str | None = None
    alt: str | None = None


@dataclass(frozen=True, slots=True)
class Participant:
    """A person on a programme, as printed there."""

    name: Name
    person: str | None = None
    affiliations: tuple[Affiliation, ...] = ()
    bio: str | None = None
    """The biography printed in the programme; paragraphs are separated by an empty line."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A line of a programme. Times are ``HH:MM``, local to the event's zone."""

    start: str | None = None
    end: str | None = None
    day: str | None = None
    kind: str = "talk"
    """``talk``, ``invited``, ``paper``, ``keynote``, ``break``, ``opening``, ``closing``, …"""
    title: str | None = None
    talk: str | None = None
    """Id of a talk of this event."""


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
class Topic(Kept):
    """A topic that has a file in ``topics/``."""

    id: str
    title: str
    names: tuple[str, ...] = ()
    """Other keywords that lead to this topic."""
    editorial: bool = False
    """Its prose was written by the editors, not taken from a source."""
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Venue(Kept):
    """A journal or conference that has a file in ``venues/``."""

    id: str
    name: str
    short: str | None = None
    names: tuple[str, ...] = ()
    """Printed forms; ``{year}`` and ``{ordinal}`` in them match any."""
    series: str | None = None
    links: Mapping[str, str] = field(default_factory=dict)
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Developer:
    """A person behind software."""

    name: Name
    person: str | None = None
    role: str | None = None
    """What the person does or did for it, as printed."""


@dataclass(frozen=True, slots=True)
class Software(Traced):
    """A program, a library or a service."""

    id: str
    title: str
    start: Date | None = None
    end: Date | None = None
    when: str | None = None
    repositories: tuple[str, ...] = ()
    """Addresses, the most important first."""
    people: tuple[Developer, ...] = ()
    papers: tuple[str, ...] = ()
    """Cite keys of papers about it; in the knowledge base, ids."""
    topics: tuple[str, ...] = ()
    links: Mapping[str, str] = field(default_factory=dict)
    body: str = ""
    """The body of the file, as Markdown."""


@dataclass(frozen=True, slots=True)
class Source(Kept):
    """A document that facts come from: the registry in ``sources/``."""

    id: str
    title: str
    kind: str
    date: str
    """A date, or ``undated``."""
    retrieved: str | None = None
    remark: str | None = None
    links: Mapping[str, str] = field(default_factory=dict)
    listings: tuple[PaperListing, ...] = ()
    inferred: tuple[str, ...] = ()
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class Gone(Kept):
    """A page that was taken away: what stands in its place."""

    kind: str
    """Of the record that it described; ``page`` for any other page."""
    id: str
    reason: str
    title: str | None = None
    """As its file still states it."""
    key: str | None = None
    """The cite key of a paper, as its file still states it."""


@dataclass(frozen=True, slots=True)
class Records:
    """All that was read from a project, before anything is resolved."""

    papers: tuple[Paper, ...] = ()
    """The entries of the bibliography, in the order of the file."""
    notes: tuple[PaperNotes, ...] = ()
    """What ``papers/*.md`` adds to them."""
    entities: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """Records of every other kind that has files, by the kind's name, sorted by id."""
    gone: tuple[Gone, ...] = ()
    files: frozenset[str] = frozenset()
    """What may be published: paths under ``files/``, relative to the project."""
