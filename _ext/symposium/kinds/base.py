"""The base of all records: origin, sources, and earlier ids."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from symposium.fields.compound_types import Body, Field, ListOf, MapOf, again, group_of
from symposium.fields.compound_types import field as described
from symposium.fields.date_types import DateField, DateOrPresent
from symposium.fields.field_types import OneOf, Prose, TextType
from symposium.fields.link_types import Earlier, Id, LinkType, LocatorType
from symposium.model.memory import on_demand
from symposium.model.problems import Place

NOWHERE = Place("", 0, 0)

TEXTS = ListOf(TextType())
LINKS = Field(MapOf(LinkType()), "Links by name: homepage, pdf, code, slides, video, …")
NAMES = Field(TEXTS, "Other printed forms of the name.")
TOPICS = Field(ListOf(TextType(), separators=",;"), "Keywords; each is a topic.", refers="topic")
SOURCES = Field(
    ListOf(LocatorType()),
    "Where these facts come from: ids of files in sources/, each with lines of its text if known.",
    refers="source",
)
SOURCE = Field(
    LocatorType(),
    "Where it is printed: the id of a file in sources/, and lines of its text. Without it, the "
    "sources of the record apply.",
    sparse=True,
)
INFERRED = Field(TEXTS, "Fields whose value no source states.")
BECAUSE = Field(
    MapOf(TextType()), "Why such a value is thought to be right: the field, and a clause.",
    api=False,
)  # fmt: skip
WAS = Field(
    ListOf(Earlier(Id())),
    "Earlier ids and pages, oldest first; their addresses redirect here.",
    api=False,
)
START = Field(DateField(), "When it began.")
END = Field(DateOrPresent(), "When it ended, or present.")
WHEN = Field(TextType(), "When, as printed.")
DATE = Field(DateField(), "When.")
SLOT_STATUS = Field(OneOf(("cancelled", "moved")), "What has become of it: cancelled, moved.")
SLOT_NOTE = Field(TextType(), "What readers should know of it, shown beside the title.")
BODY = Field(Body(), "What the file says below its front matter.")
DESCRIPTION = Field(Prose(), "A description, in a sentence or more.")


@on_demand(fields="places")
@dataclass(frozen=True, slots=True)
class Origin:
    """Where a record was written: its file, and the line and column of each of its fields."""

    place: Place = NOWHERE
    fields: Mapping[str, tuple[int, int]] = dataclasses.field(default_factory=dict)
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
    """A misprint of a source, and its correction; both are kept."""

    field: str = described(TextType(), "The corrected field, or body for the text.", required=True)
    printed: str = described(TextType(), "What the source prints.", required=True)
    corrected: str = described(TextType(), "What it should print.", required=True)
    source: str | None = again(SOURCE, sparse=False)
    note: str | None = described(TextType(), "Why it was corrected in this way.")
    paper: str | None = None
    """The work that is corrected, if this stands in a source: a cite key."""


CORRECTION = group_of(Correction, "a correction")
CORRECTIONS = Field(ListOf(CORRECTION), "Misprints and their corrections; both are kept.")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordBase:
    """The base of all records that can have a page of their own."""

    was: tuple[str, ...] = again(WAS)
    """Earlier ids, which still resolve, and earlier pages (``/talks/x``), which redirect here."""
    origin: Origin = Origin()
    document: str | None = None
    """The Sphinx document that holds its prose, without extension; ``None`` for a derived page."""
    added: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    """Values of the fields that plugins add, by name."""

    @property
    def earlier_ids(self) -> tuple[str, ...]:
        """Its earlier ids."""
        return tuple([id_ for id_ in self.was if not id_.startswith("/")])

    @property
    def earlier_pages(self) -> tuple[str, ...]:
        """Docnames of earlier pages that it replaces, of any kind."""
        return tuple([page[1:] for page in self.was if page.startswith("/")])


@dataclass(frozen=True, slots=True, kw_only=True)
class Traced(RecordBase):
    """A record whose facts are traced to their sources."""

    inferred: tuple[str, ...] = again(INFERRED)
    """Fields that the editors inferred."""
    because: Mapping[str, str] = again(BECAUSE)
    sources: tuple[str, ...] = again(SOURCES)
    corrections: tuple[Correction, ...] = again(CORRECTIONS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked(Traced):
    """A record with topics and links."""

    topics: tuple[str, ...] = again(TOPICS)
    links: Mapping[str, str] = again(LINKS)


@dataclass(frozen=True, slots=True)
class Gone(RecordBase):
    """A page that was removed, with the reason to show in its place."""

    kind: str
    """The kind of its record; ``page`` for any other page."""
    id: str
    reason: str
    title: str | None = None
    """Its title, if its file still states it."""
    key: str | None = None
    """The cite key of a paper, if its file still states it."""
