"""Series of events: the workshops or conferences of one name."""

from __future__ import annotations

from dataclasses import dataclass

from symposium.fields.compound_types import again, field
from symposium.fields.field_types import TextType
from symposium.fields.link_types import Id
from symposium.kinds.base import BODY, TEXTS, Linked
from symposium.kinds.kind import Kind


@dataclass(frozen=True, slots=True)
class Series(Linked):
    """A series of events; derived ones are made by the knowledge base."""

    id: str
    title: str = field(TextType(), "The name of the series.", required=True)
    names: tuple[str, ...] = field(TEXTS, "Other names of the series, as events print them.")
    venue: str | None = field(Id(), "The venue of its proceedings: an id.", refers="venue")
    body: str = again(BODY, help="What it is about.")


KIND = Kind(
    "series", "series", Series, "Series of events", one="a series of events",
    schema_org="EventSeries", has_feed=False,
)  # fmt: skip
