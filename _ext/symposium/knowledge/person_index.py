"""Persons by id: those with a file, and those known by printed names only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from symposium.kinds.person import Person
from symposium.model.names import Name


class PersonIndex(Mapping[str, Person]):
    """All persons by id, sorted by id.

    Nothing but a name is known of a derived person, and a large bibliography has a hundred
    thousand of them: such a record is made when it is asked for, and only the last one is kept.
    """

    __slots__ = ("_last", "described", "names")

    def __init__(self, described: Mapping[str, Person], names: Mapping[str, Name]) -> None:
        """Join the persons of files with the names of all; both are sorted by id."""
        self.described = described
        self.names = names
        self._last: Person | None = None

    def __getitem__(self, person_id: str) -> Person:
        found = self.described.get(person_id) or self._last
        if found is None or found.id != person_id:
            found = self._last = Person(id=person_id, name=self.names[person_id])
        return found

    def __contains__(self, person_id: object) -> bool:
        return person_id in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)
