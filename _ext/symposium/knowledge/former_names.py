"""Former names of persons: what prints them is shown with the name of today, everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import Any, TypeVar

from symposium.kinds import KINDS
from symposium.kinds.kind import Kind
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.participants import Participant
from symposium.kinds.person import Person
from symposium.kinds.software import Developer
from symposium.model.lazy_values import changed
from symposium.model.names import Name, fold_name, parse_name

_Named = TypeVar("_Named", Contributor, Developer, Participant)


def hide_former_names(
    papers: dict[str, Paper], others: Mapping[str, dict[str, Any]], people: dict[str, Person]
) -> None:
    """Replace, in place, former names in works and all other records by the name of today."""
    today = {
        fold_name(text): person.name for person in people.values() for text in person.former_names
    }
    if not today:
        return

    names = TodaysNames(today)
    for paper in list(papers.values()):
        if not any(names[one.name.text] for one in chain(paper.authors, paper.editors)):
            continue
        authors, editors = names.shown(paper.authors), names.shown(paper.editors)
        if (authors, editors) != (paper.authors, paper.editors):
            printed = {"author": authors, "editor": editors}
            fields = tuple(
                (key, " and ".join(one.name.inverted for one in printed[key]))
                if key in printed
                else (key, value)
                for key, value in paper.fields
            )
            papers[paper.id] = changed(paper, authors=authors, editors=editors, fields=fields)
    for person in list(people.values()):
        people[person.id] = names.in_cv(person)
    for kind in KINDS:
        table = others[kind.name] if kind.people or kind.people_inside else {}
        for one in list(table.values()) if kind.name != "paper" else ():
            table[one.id] = names.in_fields(kind, one)


class TodaysNames(dict[str, Name | None]):
    """The name of today for each printed one, if that is a former one; folds each name once."""

    def __init__(self, by_fold: Mapping[str, Name]) -> None:
        self.by_fold = by_fold

    def __missing__(self, text: str) -> Name | None:
        found = self[text] = self.by_fold.get(fold_name(text))
        return found

    def shown(self, people: tuple[_Named, ...]) -> tuple[_Named, ...]:
        """Return people under their names of today."""
        return tuple(
            replace(one, name=name) if (name := self[one.name.text]) else one for one in people
        )

    def in_fields(self, kind: Kind, record: Any) -> Any:
        """Return a record whose fields for persons, also those of items of lists, are of today."""
        changes = {name: self.shown(getattr(record, name)) for name in kind.people}
        for name, inner, _ in kind.people_inside:
            items = getattr(record, name)
            changes[name] = tuple(
                replace(item, **{inner: self.shown(getattr(item, inner))}) for item in items
            )
        return replace(record, **changes)

    def in_cv(self, person: Person) -> Person:
        """Return a person whose committees, advisors and students have their names of today."""

        def text(printed: str) -> str:
            name = self[parse_name(printed).text]
            return name.text if name else printed

        degrees = tuple(
            replace(one, committee=tuple(map(text, one.committee)),
                    advisor=one.advisor and text(one.advisor))
            for one in person.education
        )  # fmt: skip
        students = tuple(replace(one, name=text(one.name)) for one in person.advising)
        return replace(person, education=degrees, advising=students)
