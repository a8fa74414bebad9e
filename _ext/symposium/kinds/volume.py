"""Volumes: the proceedings of a year, and other books of works by several authors."""

from __future__ import annotations

from dataclasses import dataclass

from symposium.fields.compound_types import again, field
from symposium.fields.date_types import YearType
from symposium.fields.field_types import TextType
from symposium.fields.link_types import Id
from symposium.kinds.base import BODY, Linked
from symposium.kinds.kind import Kind
from symposium.kinds.software import DEVELOPERS, Developer


@dataclass(frozen=True, slots=True)
class Volume(Linked):
    """A volume of proceedings or of chapters; derived ones are made by the knowledge base."""

    id: str
    title: str | None = field(TextType(), "The title. Without it, that which its papers print.")
    venue: str | None = field(
        Id(), "The venue to which it belongs: an id.", refers="venue", schema_org="isPartOf"
    )
    year: int | None = field(
        YearType(), "The year in the entries of its papers.", label="Year", filter=True, facet=True,
        item=True, schema_org="datePublished",
    )  # fmt: skip
    entry: str | None = field(
        TextType(), "The entry of the volume itself: a cite key.", refers="paper"
    )
    editors: tuple[Developer, ...] = field(
        DEVELOPERS, "Its editors, if no entry names them.", role="editor", api=False,
    )  # fmt: skip
    publisher: str | None = field(
        TextType(), "The publisher.", label="Publisher", filter=True, facet=True, search=True,
        schema_org="publisher",
    )  # fmt: skip
    series: str | None = field(
        TextType(), "The series of books to which it belongs.", label="Series", search=True
    )
    number: str | None = field(
        TextType(), "Its number in that series.", label="Number in the series"
    )
    isbn: str | None = field(TextType(), "The ISBN.", label="ISBN", search=True, schema_org="isbn")
    event: str | None = field(Id(), "The event whose proceedings it has: an id.", refers="event")
    body: str = again(BODY, help="What it is about.")


KIND = Kind(
    "volume", "volumes", Volume, "Volumes", one="a volume", fallbacks={},
    schema_org="Book", has_feed=False,
)  # fmt: skip
