"""Sources: the documents that facts come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symposium.fields.compound_types import Field, FieldGroup, ListOf, MapOf, again, field
from symposium.fields.date_types import DateOrUndated, DateText
from symposium.fields.field_types import Keyword, PrintedNumber, Prose, TextType
from symposium.fields.link_types import Id, TextFile
from symposium.kinds import base
from symposium.kinds.kind import Kind
from symposium.kinds.paper import LISTING, PaperListing

CORRECTION = FieldGroup(
    base.Correction,
    {"paper": Field(TextType(), "The work that it is about: a cite key."),
     **base.CORRECTION.fields},
    expected="a correction in a source",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Source(base.RecordBase):
    """A document that facts come from."""

    id: str
    title: str = field(TextType(), "The title of the document.", required=True)
    kind: str = field(Keyword(), "Programme, cv, web page, tracker, …", required=True, filter=True)
    date: str = field(DateOrUndated(), "The date of the document, or undated.", required=True)
    retrieved: str | None = field(DateText(), "When it was retrieved.")
    remark: str | None = field(Prose(), "What a reader should know about it.")
    marks: Mapping[str, str] = field(
        MapOf(TextType()), "What its signs behind authors mean, in its own words: student: …",
        api=False,
    )  # fmt: skip
    text: str | None = field(
        TextFile(), "Its text: a plain text file in sources/, which its page shows.", api=False
    )
    lines: tuple[str, ...] = ()
    """The lines of that text."""
    links: Mapping[str, str] = again(base.LINKS, api=False)
    listings: tuple[PaperListing, ...] = field(
        ListOf(LISTING), "The papers that it lists, in its order.", api=False
    )
    counts: Mapping[str, str] = field(
        MapOf(PrintedNumber()), "How often works are cited on the day of the source, by cite key.",
        api=False,
    )  # fmt: skip
    inferred: tuple[str, ...] = again(base.INFERRED)
    because: Mapping[str, str] = again(base.BECAUSE)
    corrections: tuple[base.Correction, ...] = field(ListOf(CORRECTION), base.CORRECTIONS.help)
    """Those of a work are also in its record."""
    owner: str | None = field(Id(), "The person whose page it is: an id.", refers="person")
    """A work that it lists with a shortened list of authors is taken as one of that person: see
    `symposium.knowledge.entry_index`."""
    entered: str | None = field(DateText(), "When its facts were entered here.")
    undefined: tuple[str, ...] = field(
        base.TEXTS, "Metrics and scores that it prints without an explanation."
    )


KIND = Kind(
    "source",
    "sources",
    Source,
    "Sources",
    one="a source",
    fallbacks={
        "title": lambda page: page.title,
        "kind": lambda _: "document",
        "date": lambda _: "undated",
    },
    always_listed=True,
    own_relations=True,
    has_feed=False,
)
