"""Uses: every place where a record prints the name of a person."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from symposium.model.names import Name, parse_name
from symposium.model.records import Event, Paper, Participant, Person, Software, Talk

ORDER = ("paper", "talk", "event", "person")
"""Names in records of these kinds come first, in this order; then those of all others."""


@dataclass(frozen=True, slots=True)
class Use:
    """A printed name, and what it is doing there."""

    name: Name
    explicit: str | None
    """The person's id (or ORCID), where the record gives one."""
    role: str
    """``author``, ``editor``, ``speaker``, ``organizer``, ``committee``, ``advisor``, ``student``
    or ``developer``."""
    kind: str
    id: str
    """Kind and id of the record that prints the name."""
    field: str
    """Dotted path of the field, for the place of a problem."""
    position: int = 1
    """Which name of the field it is, from 1."""


def all_uses(tables: Mapping[str, Mapping[str, Any]]) -> Iterator[Use]:
    """Yield the uses of names in all records."""
    for kind in dict.fromkeys((*ORDER, *tables)):
        for record in tables[kind].values():
            yield from uses_of_record(record, kind)


def uses_of_record(record: Any, kind: str) -> Iterator[Use]:
    """Yield the uses of names in a record, in the order in which they are printed."""
    match record:
        case Paper():
            for role, field, people in (
                ("author", "author", record.authors),
                ("editor", "editor", record.editors),
            ):
                for position, one in enumerate(people, 1):
                    yield Use(one.name, one.person, role, kind, record.id, field, position)
        case Talk():
            yield from _participants(record.speakers, "speaker", kind, record.id, "speakers")
            yield from _participants(record.authors, "author", kind, record.id, "authors")
        case Event():
            yield from _participants(record.organizers, "organizer", kind, record.id, "organizers")
        case Person():
            yield from _of_person(record, kind)
        case Software():
            for index, developer in enumerate(record.people):
                field = f"people.{index}"
                yield Use(developer.name, developer.person, "developer", kind, record.id, field)
        case _:
            return


def _participants(
    people: tuple[Participant, ...], role: str, kind: str, record_id: str, field: str
) -> Iterator[Use]:
    for index, one in enumerate(people):
        yield Use(one.name, one.person, role, kind, record_id, f"{field}.{index}")


def _of_person(person: Person, kind: str) -> Iterator[Use]:
    """Yield the names in a person's CV: committees, advisors, students."""
    for index, degree in enumerate(person.education):
        field = f"education.{index}"
        for member in degree.committee:
            yield Use(parse_name(member), None, "committee", kind, person.id, f"{field}.committee")
        if degree.advisor:
            yield Use(
                parse_name(degree.advisor), None, "advisor", kind, person.id, f"{field}.advisor"
            )
    for index, advisee in enumerate(person.advising):
        name = parse_name(advisee.name)
        yield Use(name, advisee.person, "student", kind, person.id, f"advising.{index}")
