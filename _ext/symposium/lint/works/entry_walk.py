"""One walk over all entries, for the rules that look at one entry at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from symposium.kinds.paper import Paper
from symposium.lint.places_in_text import Change
from symposium.lint.subject import Subject
from symposium.model.problems import Code, Edit, Place, Problem

MANY = 200
"""Changes of one field that are made at once."""


@dataclass(frozen=True, slots=True)
class WalkedEntry:
    """An entry as it was typed: the fields of a record are fetched once for all rules."""

    subject: Subject
    paper: Paper
    fields: Mapping[str, str]
    """Own and inherited fields by name, values as LaTeX; of a repeated field the first."""

    def at(self, name: str = "") -> Place:
        """Return the place of a field, or of the entry."""
        return self.paper.origin.at(name)

    def edits(self, name: str, changes: Iterable[Change]) -> tuple[Edit, ...]:
        """Return changes within the value of a field, if the file says it in one piece.

        There are none if they are so many that nobody can look at them.
        """
        few = list(islice(changes, MANY + 1))
        if len(few) > MANY:
            return ()
        return self.subject.texts.edits_of_field(self.at(name), self.fields[name], *few)

    def replaced(self, name: str, old: str, new: str) -> tuple[Edit, ...]:
        """Return the change of ``old``, where it stands first in a field, into ``new``."""
        start = self.fields[name].find(old)
        return self.edits(name, [(start, old, new)]) if start >= 0 else ()

    def problem(
        self, code: Code, name: str, message: str, hint: str = "", edits: tuple[Edit, ...] = ()
    ) -> Problem:
        """Return a problem of a field; of the entry without a name."""
        return Problem(code, message, self.at(name), hint, edits)


EntryRule = Callable[[WalkedEntry], Iterator[Problem]]


def each_entry(subject: Subject, rules: tuple[EntryRule, ...]) -> Iterator[Problem]:
    """Yield what each of the rules finds in each entry."""
    for paper in subject.kb.works.values():
        entry = WalkedEntry(subject, paper, dict(reversed(paper.fields)))
        for rule in rules:
            yield from rule(entry)
