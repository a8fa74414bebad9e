"""Projects: research projects and the grants that pay for them."""

from __future__ import annotations

from dataclasses import dataclass

from symposium.fields.compound_types import ListOf, again, field, group_of
from symposium.fields.field_types import Keyword, TextType
from symposium.fields.link_types import Id
from symposium.kinds.base import BODY, END, START, TEXTS, WHEN, Linked
from symposium.kinds.kind import Kind
from symposium.kinds.software import Developer
from symposium.model.dates import Date


@dataclass(frozen=True, slots=True)
class Project(Linked):
    """A research project or a grant."""

    id: str
    title: str = field(TextType(), "The name of the project.", required=True)
    people: tuple[Developer, ...] = field(
        ListOf(group_of(Developer, "a member of the project", "name")),
        "Its people, now or earlier, and their roles.",
        role="member",
        schema_org="member",
    )
    start: Date | None = again(
        START, label="When", filter=True, item=True, schema_org="foundingDate"
    )
    end: Date | None = again(END, label="End", filter=True, schema_org="dissolutionDate")
    when: str | None = again(WHEN)
    funder: str | None = field(
        TextType(), "Who pays for it.", label="Funder", filter=True, facet=True, item=True,
        search=True, schema_org="funder",
    )  # fmt: skip
    grant: str | None = field(
        TextType(), "The number of the grant, as the funder writes it.", label="Grant", filter=True,
        search=True,
    )  # fmt: skip
    status: str | None = field(
        Keyword(), "Its state: planned, running, completed, …", label="Status",
        filter=True, facet=True,
    )  # fmt: skip
    body: str = again(BODY, help="What it is about.")
    papers: tuple[str, ...] = field(
        TEXTS, "Papers that resulted from it: cite keys.", refers="paper"
    )
    software: tuple[str, ...] = field(
        ListOf(Id()),
        "Software that resulted from it: ids of files in software/.",
        refers="software",
    )
    datasets: tuple[str, ...] = field(
        ListOf(Id()), "Datasets that resulted from it: ids of files in datasets/.", refers="dataset"
    )


KIND = Kind(
    "project", "projects", Project, "Projects", one="a project",
    schema_org="ResearchProject",
)  # fmt: skip
