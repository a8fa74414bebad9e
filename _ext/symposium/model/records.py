"""The records: what a person, a paper, an event … is.

All are frozen. They hold ids, never each other; the knowledge base resolves the ids. Text is
Unicode without LaTeX, except for maths between ``$`` signs. Dates are `symposium.model.dates`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from symposium.model.cv_records import (
    Advisee,
    Award,
    Course,
    CvOptions,
    Degree,
    Metric,
    Position,
    Service,
)
from symposium.model.dates import Date
from symposium.model.lazy_values import on_demand
from symposium.model.names import Name
from symposium.model.programme_records import Affiliation, SoloTalk
from symposium.model.record_base import Correction, Origin, RecordBase, Traced


@dataclass(frozen=True, slots=True)
class Contributor:
    """An author or editor of a work, as printed there."""

    name: Name
    person: str | None = None
    """The id that the entry itself gives, by annotation."""
    marks: tuple[str, ...] = ()
    """``equal``, ``student``, ``corresponding``, …"""


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
    cites: tuple[str, ...] = ()
    """The works in its list of references, as written; `Relations.cites` has their ids."""
    selected: bool = False
    thumbnail: str | None = None
    alt: str | None = None
    fields: tuple[tuple[str, str], ...] = ()
    """The entry's own fields in order, names in lower case, values as LaTeX, strings expanded."""
    words: str | None = None
    """Its `symposium.model.keywords`, found when it was read; ``None`` if nobody has looked."""
    notes: Origin | None = None
    """Where its file in ``papers/`` was written, if it has one."""
    language: str | None = None
    """The language of title and abstract, as HTML writes it, if the entry names one."""
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
    cites: tuple[str, ...] = ()
    selected: bool = False
    thumbnail: str | None = None
    alt: str | None = None


@dataclass(frozen=True, slots=True)
class Topic(RecordBase):
    """A topic that has a file in ``topics/``."""

    id: str
    title: str
    names: tuple[str, ...] = ()
    """Other keywords that lead to this topic."""
    editorial: bool = False
    """Its prose was written by the editors, not taken from a source."""
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Venue(RecordBase):
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
class Source(RecordBase):
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
class Gone(RecordBase):
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
