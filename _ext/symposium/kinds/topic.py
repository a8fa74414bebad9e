"""Topics."""

from __future__ import annotations

from dataclasses import dataclass

from symposium.fields.compound_types import again, field
from symposium.fields.field_types import Flag, TextType
from symposium.kinds.base import SOURCES, TEXTS, RecordBase
from symposium.kinds.kind import Kind


@dataclass(frozen=True, slots=True)
class Topic(RecordBase):
    """A topic."""

    id: str
    title: str = field(TextType(), "The name of the topic.", required=True)
    names: tuple[str, ...] = field(TEXTS, "Other keywords of the topic.", api=False)
    key_papers: tuple[str, ...] = field(
        TEXTS, "The papers to read first: cite keys. Three are enough.", refers="paper"
    )
    """In the knowledge base, these are ids."""
    editorial: bool = field(Flag(), "Whether the editors of the site wrote the text.")
    """If not, it was taken from a source."""
    sources: tuple[str, ...] = again(SOURCES, api=False)


KIND = Kind(
    "topic", "topics", Topic, "Topics", one="a topic", always_listed=True, own_relations=True,
    schema_org="DefinedTerm",
)  # fmt: skip
