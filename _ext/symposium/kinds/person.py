"""Persons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symposium.fields.compound_types import ListOf
from symposium.fields.describing import again, field
from symposium.fields.field_types import OneOf, TextType
from symposium.fields.link_types import Id, Image, Orcid, PersonName, name_of_id
from symposium.kinds.base import LINKS, NAMES, TEXTS, TOPICS, Traced
from symposium.kinds.cv import (
    ADVISING,
    AWARDS,
    CV,
    EDUCATION,
    METRICS,
    POSITIONS,
    SERVICE,
    TEACHING,
    Advisee,
    Award,
    Course,
    CvOptions,
    Degree,
    Metric,
    Position,
    Service,
)
from symposium.kinds.kind import Kind, with_body
from symposium.kinds.participants import AFFILIATIONS, Affiliation
from symposium.kinds.talk import SOLO_TALKS, SoloTalk
from symposium.model.names import Name

ROLES = ("faculty", "postdoc", "phd", "student", "staff", "alumni")


@dataclass(frozen=True, slots=True)
class Person(Traced):
    """A person who has a file in ``people/``; derived persons are made by the knowledge base."""

    id: str
    name: Name = field(
        PersonName(), "The name as the person writes it.", required=True,
        described="The name as the person has it.",
    )  # fmt: skip
    names: tuple[str, ...] = again(NAMES)
    former_names: tuple[str, ...] = field(
        TEXTS, "Earlier names: they lead here and are never shown.", api=False
    )
    """Resolve when reading; never shown, indexed, exported or put into metadata."""
    orcid: str | None = field(Orcid(), "The ORCID iD.", described="ORCID iD.")
    role: str | None = field(
        OneOf(ROLES), "The role in the group whose site this is.",
        described="Role in the group that keeps the site.",
    )  # fmt: skip
    affiliations: tuple[Affiliation, ...] = field(AFFILIATIONS, "Where the person works or worked.")
    links: Mapping[str, str] = again(LINKS, described="Links by name.")
    topics: tuple[str, ...] = again(TOPICS, described="Ids of topics that the person names.")
    photo: str | None = field(Image(), "A portrait below files/.", api=False)
    alt: str | None = field(
        TextType(), "What the portrait shows, for those who cannot see it.", api=False
    )
    education: tuple[Degree, ...] = field(
        EDUCATION, "Degrees, the latest first.", described="Education."
    )
    positions: tuple[Position, ...] = field(
        POSITIONS, "Professional experience, the latest first.",
        described="Professional experience.",
    )  # fmt: skip
    awards: tuple[Award, ...] = field(AWARDS, "Awards and honours.")
    talks: tuple[SoloTalk, ...] = field(SOLO_TALKS, "Talks outside the events of this site.")
    teaching: tuple[Course, ...] = field(TEACHING, "Courses taught.", described="Teaching.")
    advising: tuple[Advisee, ...] = field(ADVISING, "Persons advised or mentored.")
    service: tuple[Service, ...] = field(
        SERVICE, "Services to the community.", described="Service."
    )
    software: tuple[str, ...] = field(
        ListOf(Id()), "Software of the person: ids of files in software/.", refers="software"
    )
    """That which names the person itself need not stand here."""
    metrics: tuple[Metric, ...] = field(METRICS, "Numbers about the person, each with its source.")
    cv: CvOptions | None = field(
        CV, "Whether there is a page and a PDF with the curriculum vitae.", api=False
    )
    body: str = ""
    """The body of the file, as Markdown."""


KIND = Kind(
    "person",
    "people",
    Person,
    "People",
    one="a person",
    fallbacks={"name": lambda page: name_of_id(page.id)},
    complete=with_body,
    options={"needs": {"photo": "alt"}},
    always_listed=True,
    own_relations=True,
    schema_org="Person",
)
