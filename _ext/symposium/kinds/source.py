"""Sources: the documents that facts come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from symposium.fields.compound_types import ListOf
from symposium.fields.date_types import DateText
from symposium.fields.describing import again, field
from symposium.fields.field_types import Keyword, Prose, TextType
from symposium.kinds.base import CORRECTIONS, INFERRED, LINKS, Correction, RecordBase
from symposium.kinds.kind import Kind, Page
from symposium.kinds.paper import LISTING, PaperListing


@dataclass(frozen=True, slots=True)
class Source(RecordBase):
    """A document that facts come from: the registry in ``sources/``."""

    id: str
    title: str = field(TextType(), "The title of the document.", required=True, described="Title.")
    kind: str = field(
        Keyword(), "Programme, cv, web page, tracker, …", required=True, filter=True,
        described="What it is: cv, programme, page, …",
    )  # fmt: skip
    date: str = field(
        DateText(), "The date of the document, or undated.", required=True,
        described="Its date, or undated.",
    )  # fmt: skip
    retrieved: str | None = field(DateText(word=""), "When it was retrieved.")
    remark: str | None = field(
        Prose(), "What a reader should know about it.", described="A remark about its state."
    )
    links: Mapping[str, str] = again(LINKS, api=False)
    listings: tuple[PaperListing, ...] = field(
        ListOf(LISTING), "The papers that it lists, in its order.", api=False
    )
    inferred: tuple[str, ...] = again(INFERRED)
    corrections: tuple[Correction, ...] = again(CORRECTIONS)


def _complete(values: dict[str, Any], page: Page) -> None:
    listings = values.get("listings", ())
    values["listings"] = tuple(replace(listing, source=page.id) for listing in listings)


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
    complete=_complete,
    always_listed=True,
    own_relations=True,
    has_feed=False,
)
