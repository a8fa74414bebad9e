"""Venues: journals and conferences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symposium.fields.compound_types import again, field
from symposium.fields.field_types import TextType
from symposium.kinds.base import LINKS, SOURCES, TEXTS, RecordBase
from symposium.kinds.kind import Kind


@dataclass(frozen=True, slots=True)
class Venue(RecordBase):
    """A journal or conference."""

    id: str
    name: str = field(TextType(), "The name of the journal or conference.", required=True)
    short: str | None = field(
        TextType(), "The short name.", filter=True, schema_org="alternateName"
    )
    names: tuple[str, ...] = field(
        TEXTS, "Printed forms; {year} matches any year, {ordinal} any ordinal.", api=False
    )
    series: str | None = field(
        TextType(), "The series to which it belongs.", filter=True, api=False, search=True
    )
    links: Mapping[str, str] = again(LINKS, api=False)
    sources: tuple[str, ...] = again(SOURCES, api=False)


KIND = Kind(
    "venue", "venues", Venue, "Venues", one="a venue", fallbacks={"name": lambda page: page.title},
    always_listed=True, own_relations=True, schema_org="CreativeWorkSeries",
)  # fmt: skip
