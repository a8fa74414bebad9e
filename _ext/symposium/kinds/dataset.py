"""Datasets: collections of data that people publish and papers use."""

from __future__ import annotations

from dataclasses import dataclass

from symposium.fields.compound_types import ListOf, again, field, group_of
from symposium.fields.date_types import DateField
from symposium.fields.field_types import TextType
from symposium.fields.link_types import Doi
from symposium.kinds.base import BODY, TEXTS, Linked
from symposium.kinds.kind import Kind
from symposium.kinds.software import Developer
from symposium.model.dates import Date


@dataclass(frozen=True, slots=True)
class Dataset(Linked):
    """A collection of data."""

    id: str
    title: str = field(TextType(), "The name of the dataset.", required=True)
    creators: tuple[Developer, ...] = field(
        ListOf(group_of(Developer, "a creator", "name")),
        "Who made it, as printed.",
        role="creator",
        schema_org="creator",
    )
    date: Date | None = field(
        DateField(), "When it was published.", label="Published", filter=True, facet=True,
        item=True, schema_org="datePublished",
    )  # fmt: skip
    version: str | None = field(
        TextType(), "The version that is described.", label="Version", schema_org="version"
    )
    publisher: str | None = field(
        TextType(), "Who publishes it: a repository or an archive.", label="Publisher",
        filter=True, facet=True, item=True, search=True, schema_org="publisher",
    )  # fmt: skip
    license: str | None = field(
        TextType(), "The licence, as an SPDX id: CC-BY-4.0.", label="Licence",
        filter=True, facet=True, item=True, schema_org="license",
    )  # fmt: skip
    doi: str | None = field(Doi(), "The DOI.", label="DOI", search=True, schema_org="identifier")
    body: str = again(BODY, help="What it holds.")
    papers: tuple[str, ...] = field(
        TEXTS, "Papers that describe or use it: cite keys.", refers="paper",
        heading="Papers about it", schema_org="subjectOf",
    )  # fmt: skip


KIND = Kind(
    "dataset", "datasets", Dataset, "Datasets", one="a dataset",
    schema_org="Dataset", cited_as="dataset",
)  # fmt: skip
