"""Persons by id: those of files, and those who are known by printed names only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from symposium.model.names import Name
from symposium.model.records import Person


class People(Mapping[str, Person]):
    """All persons by id, sorted by id.

    Nothing but a name is known of a derived person, and a large bibliography has a hundred
    thousand of them: such a record is made each time it is asked for, and not kept.
    """

    __slots__ = ("described", "names")

    def __init__(self, described: Mapping[str, Person], names: Mapping[str, Name]) -> None:
        """Join the persons of files with the names of all; both are sorted by id."""
        self.described = described
        self.names = names

    def __getitem__(self, person_id: str) -> Person:
        found = self.described.get(person_id)
        return Person(id=person_id, name=self.names[person_id]) if found is None else found

    def __contains__(self, person_id: object) -> bool:
        return person_id in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)
