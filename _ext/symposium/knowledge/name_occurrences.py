"""Occurrences of names: every place where a record prints the name of a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

from symposium.kinds import BY_RECORD
from symposium.kinds.paper import Paper
from symposium.kinds.person import Person
from symposium.model.names import Name, parse_name

ORDER = ("paper", "talk", "event", "person")
"""Names in records of these kinds come first, in this order; then those of all others."""

Tables = Mapping[str, Mapping[str, Any]]
"""Kind, then id, to a record that was written: of persons, those that have a file."""


class NameOccurrence(NamedTuple):
    """A printed name, and what it is doing there."""

    name: Name
    explicit: str | None
    """The person's id (or ORCID), where the record gives one."""
    role: str
    """``author``, ``editor``, ``speaker``, ``organizer``, ``committee``, ``chair``, ``advisor``,
    ``student`` or ``developer``."""
    field: str
    """Dotted path of the field, for the place of a problem."""
    kind: str = ""
    id: str = ""
    """Kind and id of the record that prints the name, where all records are searched."""
    position: int = 1
    """Which name of the field it is, from 1."""


def kinds_in_order(tables: Tables) -> list[str]:
    """Return the kinds in the order in which their names are listed."""
    return list(dict.fromkeys((*ORDER, *tables)))


def count_names(tables: Tables) -> Counter[tuple[Name, str | None]]:
    """Return how often each name, with the explicit id beside it, is printed in all records.

    They are in the order of their first use.
    """
    papers: Iterable[Paper] = tables["paper"].values()
    counts: Counter[tuple[Name, str | None]] = Counter(
        (one.name, one.person) for paper in papers for one in chain(paper.authors, paper.editors)
    )
    for kind in kinds_in_order(tables):
        for record in tables[kind].values() if kind != "paper" else ():
            counts.update((one.name, one.explicit) for one in printed_names(record))
    return counts


def all_uses(tables: Tables) -> Iterator[NameOccurrence]:
    """Yield the names in all records."""
    for kind in kinds_in_order(tables):
        for record in tables[kind].values():
            yield from uses_of_record(record, kind)


def uses_of_record(record: Any, kind: str) -> Iterator[NameOccurrence]:
    """Yield the names in a record, in the order in which they are printed."""
    if isinstance(record, Paper):
        for role, people in (("author", record.authors), ("editor", record.editors)):
            for at, one in enumerate(people, 1):
                yield NameOccurrence(one.name, one.person, role, role, kind, record.id, at)
        return
    for use in printed_names(record):
        yield use._replace(kind=kind, id=record.id)


def printed_names(record: Any) -> Iterator[NameOccurrence]:
    """Yield the names of persons that a record other than a paper prints, in order."""
    if isinstance(record, Person):
        yield from _of_person(record)
    for field, role, one in BY_RECORD[type(record)].named_people(record):
        yield NameOccurrence(one.name, one.person, role, field)


def _of_person(person: Person) -> Iterator[NameOccurrence]:
    """Yield the names in a person's CV: committees, advisors, students."""
    for index, degree in enumerate(person.education):
        field = f"education.{index}"
        for member in degree.committee:
            yield NameOccurrence(parse_name(member), None, "committee", f"{field}.committee")
        if degree.advisor:
            yield NameOccurrence(parse_name(degree.advisor), None, "advisor", f"{field}.advisor")
    for index, advisee in enumerate(person.advising):
        yield NameOccurrence(
            parse_name(advisee.name), advisee.person, "student", f"advising.{index}"
        )
