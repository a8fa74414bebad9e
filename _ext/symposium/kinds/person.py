"""Persons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symposium.fields.compound_types import ListOf, again, field, group_of
from symposium.fields.field_types import OneOf, TextType
from symposium.fields.link_types import Id, Image, Orcid, PersonName, name_of_id
from symposium.kinds import cv as lines
from symposium.kinds.base import BODY, DATE, LINKS, NAMES, TEXTS, TOPICS, Traced
from symposium.kinds.kind import Kind
from symposium.kinds.participants import AFFILIATIONS, Affiliation
from symposium.kinds.talk import SOLO_TALKS, SoloTalk
from symposium.model.dates import Date
from symposium.model.names import Name

ROLES = ("faculty", "postdoc", "phd", "student", "staff", "alumni")


@dataclass(frozen=True, slots=True)
class Verification:
    """How a record was verified."""

    by: str = field(TextType(), "Who verified the file: a name.", required=True)
    how: str = field(
        TextType(),
        "How: a sign-in at ORCID, a link with rel=me on the person's own page, …",
        required=True,
    )
    date: Date | None = again(DATE)


@dataclass(frozen=True, slots=True)
class Person(Traced):
    """A person, with a file in ``people/`` or derived by the knowledge base."""

    id: str
    name: Name = field(PersonName(), "The name as the person writes it.", required=True)
    names: tuple[str, ...] = again(NAMES)
    former_names: tuple[str, ...] = field(
        TEXTS,
        "Earlier names. Works under them belong to this person; the names are never shown.",
        api=False,
    )
    """Used to resolve printed names; never shown, indexed, exported or put into metadata."""
    orcid: str | None = field(Orcid(), "The ORCID iD.", schema_org="identifier")
    headline: str | None = field(
        TextType(), "Who the person is, in one line below their name.", api=False
    )
    role: str | None = field(OneOf(ROLES), "The role in the group whose site this is.")
    affiliations: tuple[Affiliation, ...] = field(AFFILIATIONS, "Where the person works or worked.")
    links: Mapping[str, str] = again(LINKS)
    topics: tuple[str, ...] = again(TOPICS)
    photo: str | None = field(Image(), "A portrait in files/.", api=False)
    alt: str | None = field(
        TextType(), "What the portrait shows, for people who cannot see it.", api=False
    )
    education: tuple[lines.Degree, ...] = field(lines.EDUCATION, "Degrees, the latest first.")
    positions: tuple[lines.Position, ...] = field(
        lines.POSITIONS, "Professional experience, the latest first."
    )
    awards: tuple[lines.Award, ...] = field(lines.AWARDS, "Awards and honours.")
    talks: tuple[SoloTalk, ...] = field(SOLO_TALKS, "Talks outside the events of this site.")
    teaching: tuple[lines.Course, ...] = field(lines.TEACHING, "Courses taught.")
    advising: tuple[lines.Advisee, ...] = field(lines.ADVISING, "Persons advised or mentored.")
    service: tuple[lines.Service, ...] = field(lines.SERVICE, "Services to the community.")
    software: tuple[str, ...] = field(
        ListOf(Id()), "Software of the person: ids of files in software/.", refers="software"
    )
    """Software whose own file names the person need not be listed here."""
    metrics: tuple[lines.Metric, ...] = field(
        lines.METRICS, "Numbers about the person, each with its source."
    )
    cv: lines.CvOptions | None = field(
        lines.CV, "Whether to make a page and a PDF with the curriculum vitae.", api=False
    )
    native_name: str | None = field(
        TextType(), "The name in the person's own script. Works that print it belong here, too."
    )
    pronunciation: str | None = field(TextType(), "How the name is spoken: bah-TEH-leh.")
    pronouns: str | None = field(TextType(), "Pronouns: she/her, they/them, …")
    verified: Verification | None = field(
        group_of(Verification, "a verification"),
        "Who verified that the file is about the right person, how, and when.",
    )
    different_from: tuple[str, ...] = field(
        ListOf(Id()), "Other people with similar names: their ids.", refers="person"
    )
    body: str = again(BODY, api=False)

    @property
    def known_as(self) -> tuple[str, ...]:
        """Other names of the person that may be shown."""
        return (*self.names, self.native_name) if self.native_name else self.names


KIND = Kind(
    "person", "people", Person, "People", one="a person",
    fallbacks={"name": lambda page: name_of_id(page.id)},
    options={"needs": {"photo": "alt"}}, always_listed=True, own_relations=True,
    schema_org="Person",
)  # fmt: skip
