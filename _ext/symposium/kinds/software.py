"""Software: programs, libraries and services."""

from __future__ import annotations

from dataclasses import dataclass

from symposium.fields.compound_types import ListOf, again, field, group_of
from symposium.fields.field_types import Prose, TextType
from symposium.fields.link_types import Id, LinkType, PersonName
from symposium.kinds.base import BODY, END, START, TEXTS, WHEN, Linked
from symposium.kinds.kind import Kind
from symposium.model.dates import Date
from symposium.model.names import Name


@dataclass(frozen=True, slots=True)
class Developer:
    """A person behind software."""

    name: Name = field(PersonName(), "The name as printed.", required=True)
    person: str | None = field(Id(), "The id of the person, if the name alone is ambiguous.")
    role: str | None = field(TextType(), "The person's role, as printed.")
    description: str | None = field(
        Prose(), "Text for the person's curriculum vitae, instead of the text of the file.",
        api=False,
    )  # fmt: skip


DEVELOPERS = ListOf(group_of(Developer, "a developer", "name"))


@dataclass(frozen=True, slots=True)
class Software(Linked):
    """A program, a library or a service."""

    id: str
    title: str = field(TextType(), "The name of the software.", required=True)
    start: Date | None = again(START, filter=True, schema_org="dateCreated")
    end: Date | None = again(END, filter=True)
    when: str | None = again(WHEN)
    body: str = again(BODY, help="What it is.")
    repositories: tuple[str, ...] = field(
        ListOf(LinkType()), "Addresses of its repositories.", filter=True,
        schema_org="codeRepository",
    )  # fmt: skip
    """The most important first."""
    people: tuple[Developer, ...] = field(
        DEVELOPERS, "Its people, now or earlier, and their roles.", role="developer",
        schema_org="author",
    )  # fmt: skip
    papers: tuple[str, ...] = field(
        TEXTS, "Papers about it: cite keys.", refers="paper", heading="Papers about it",
        schema_org="subjectOf",
    )  # fmt: skip
    """In the knowledge base, these are ids."""


KIND = Kind(
    "software", "software", Software, "Software", one="software",
    always_listed=True, schema_org="SoftwareSourceCode", cited_as="software",
)  # fmt: skip
