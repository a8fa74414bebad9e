"""Organisations: universities, laboratories, companies that people belong to."""

from __future__ import annotations

from dataclasses import dataclass

from symposium.fields.compound_types import again, field
from symposium.fields.field_types import TextType
from symposium.fields.link_types import Id, Ror
from symposium.kinds.base import BODY, NAMES, Linked
from symposium.kinds.kind import Kind


@dataclass(frozen=True, slots=True)
class Organization(Linked):
    """An organisation; derived ones are made by the knowledge base."""

    id: str
    title: str = field(TextType(), "The name of the organisation.", required=True)
    names: tuple[str, ...] = again(NAMES, schema_org="alternateName")
    ror: str | None = field(Ror(), "The ROR ID.", search=True, schema_org="identifier")
    country: str | None = field(
        TextType(), "The country.", label="Country", filter=True, facet=True, item=True
    )
    parent: str | None = field(
        Id(), "The larger organisation to which it belongs: an id.", refers="organization",
        schema_org="parentOrganization",
    )  # fmt: skip
    body: str = again(BODY, help="What it is.")


KIND = Kind(
    "organization", "organizations", Organization, "Organisations", one="an organisation",
    schema_org="Organization",
)  # fmt: skip
