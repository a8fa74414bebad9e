"""People in programmes, as printed: one by one, or by organisation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symposium.fields.compound_types import Field, FieldGroup, ListOf, again, field, group_of
from symposium.fields.field_types import FieldType, Json, Log, MapNode, Node, Prose, TextType
from symposium.fields.link_types import Id, PersonName
from symposium.kinds.base import END, SOURCE, START
from symposium.model.dates import Date
from symposium.model.names import Name

UNNAMED = Name("", "")
"""The name of a participant given by id only; the name in the person's file is shown."""


@dataclass(frozen=True, slots=True)
class Affiliation:
    """An organisation that a person belongs or belonged to."""

    organization: str = field(TextType(), "The organisation, as printed.", required=True)
    country: str | None = field(TextType(), "The country of the organisation, as printed.")
    department: str | None = field(TextType(), "The department.", api=False)
    start: Date | None = again(START, help="When the affiliation began.")
    end: Date | None = again(END)
    source: str | None = again(SOURCE)


@dataclass(frozen=True, slots=True)
class Participant:
    """A person on a programme, as printed there."""

    name: Name
    person: str | None = None
    affiliations: tuple[Affiliation, ...] = ()
    bio: str | None = None
    """The biography printed in the programme; paragraphs are separated by an empty line."""


AFFILIATION = group_of(Affiliation, "an affiliation", "organization")
AFFILIATIONS = ListOf(AFFILIATION)


def _participant(
    name: Name = UNNAMED,
    person: str | None = None,
    affiliation: Affiliation | None = None,
    affiliations: tuple[Affiliation, ...] = (),
    bio: str | None = None,
) -> Participant:
    own = (affiliation, *affiliations) if affiliation else affiliations
    return Participant(name, person, own, bio)


PARTICIPANT = FieldGroup(
    _participant,
    {
        "name": Field(PersonName(), "The name as printed on the programme."),
        "person": Field(Id(), "The id of the person, if the name alone is ambiguous."),
        "affiliation": Field(AFFILIATION, "The organisation of the person, as printed."),
        "affiliations": Field(AFFILIATIONS, "The organisations of the person, as printed."),
        "bio": Field(Prose(), "The biography that the programme prints."),
    },
    expected="a person",
    shorthand="name",
    any_of=("name", "person"),
)


def _together(
    people: tuple[Participant, ...] = (), affiliations: tuple[Affiliation, ...] = (), **stated: Any
) -> tuple[Participant, ...]:
    """Return the people of one organisation, each with that affiliation first."""
    shared = (Affiliation(**stated), *affiliations) if stated.get("organization") else affiliations
    return tuple(Participant(p.name, p.person, shared + p.affiliations, p.bio) for p in people)


PEOPLE_OF_ONE = FieldGroup(
    _together,
    {
        "organization": Field(TextType(), "The organisation of all people of the group."),
        "country": Field(TextType(), "Its country."),
        "department": Field(TextType(), "The department."),
        "affiliations": Field(AFFILIATIONS, "Several organisations of all people of the group."),
        "people": Field(ListOf(PARTICIPANT), "The people of the group, in order.", required=True),
    },
    expected="a group of people",
    any_of=("organization", "affiliations"),
)
GROUPS = FieldGroup(
    lambda groups: tuple(person for group in groups for person in group),
    {"groups": Field(ListOf(PEOPLE_OF_ONE), "The people by organisation.", required=True)},
    expected="people by organisation",
)


class PeopleField(FieldType):
    """People in order: names, persons with affiliations, or ``groups:`` by organisation."""

    expected = "a list of people: names, or name, person, affiliations and bio, or groups"
    empty = ()

    def read(self, node: Node, at: str, log: Log) -> tuple[Participant, ...] | None:
        """Return the participants, and log the place of the n-th as that of ``<at>.<n>``."""
        if not (isinstance(node, MapNode) and node.get("groups")):
            people: tuple[Participant, ...] | None = ListOf(PARTICIPANT).read(node, at, log)
            return people
        people = GROUPS.read(node, at, log)
        places = [
            log.places[path]
            for path in log.places
            if path.startswith(f"{at}.groups.") and path.count(".", len(at)) == 4
            and path.split(".")[-2] == "people"
        ]  # fmt: skip
        for index, place in enumerate(places):
            log.places[f"{at}.{index}"] = place
        return people

    def json_schema(self) -> Json:
        """Return the schema of a list, or of people by organisation."""
        return {"anyOf": [ListOf(PARTICIPANT).json_schema(), GROUPS.json_schema()]}
