"""Identity: the persons to whom printed names belong.

A name resolves by, in this order: an explicit id in the record; a ``names:`` or ``orcid:`` of a
file in ``people/``; else a derived person, one per folded name. Nothing is merged by guess.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import Any, NamedTuple

from symposium.kinds import BY_RECORD
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.person import Person
from symposium.model.ids import is_hashed, slug, told_apart
from symposium.model.names import Name, fold_name, parse_name, without_title
from symposium.model.problems import Code, Place, Problem
from symposium.model.spelling import Spellings

RE_ORCID = re.compile(r"(?:https?://orcid\.org/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dXx])")


MOST_NAMED = 10
"""The most persons of one name that a message names."""


class State(Enum):
    """How well a person is known."""

    DESCRIBED = "described"
    """Has a file in ``people/``."""
    DERIVED = "derived"
    """Is known by printed names only."""
    AMBIGUOUS = "ambiguous"
    """A name that several described persons claim; not a person of its own."""


@dataclass(frozen=True, slots=True)
class Identity:
    """The persons, and the map from printed names to them."""

    people: PersonIndex
    """Described and derived persons by id, sorted by id."""
    names: Mapping[str, Name]
    """Person id to the name that the site shows."""
    rank: Mapping[str, int]
    """Person id to rank from A to Z, by family name; in this order."""
    candidates: Mapping[str, tuple[str, ...]]
    """For an ambiguous person: the ids of those that claim the name."""
    by_text: Mapping[str, str]
    """Name as printed somewhere without an explicit id, to person id."""
    by_fold: Mapping[str, str]
    """Folded name to person id."""
    by_explicit: Mapping[str, str]
    """Explicit id, earlier id (``was:``) or ORCID to person id."""
    varied: frozenset[str]
    """Persons whose name is printed, always or sometimes, in another form than in ``names``."""
    former: frozenset[str]
    """Folded former names, which are never shown."""

    def resolve(self, name: str, explicit: str | None = None) -> str:
        """Return the id of the person that a printed name (or an explicit id) means.

        Raises:
            KeyError: if the name was in none of the records.
        """
        if explicit is not None:
            return self.by_explicit[explicit]
        person_id = self.by_text.get(name)
        # A name in text may be written "Doe, Jane", as in BibTeX.
        return self.by_fold[fold_name(parse_name(name).text)] if person_id is None else person_id

    def resolve_all(self, people: Iterable[Contributor]) -> tuple[str, ...]:
        """Return the ids of the persons that a record prints, in its order."""
        by_text, by_explicit = self.by_text, self.by_explicit
        return tuple(
            [by_text[p.name.text] if p.person is None else by_explicit[p.person] for p in people]
        )


def build_identity(tables: Tables) -> tuple[Identity, list[Problem]]:
    """Return the identity layer for the persons of files and all names in all records."""
    described: Mapping[str, Person] = tables["person"]
    names = {person_id: person.name for person_id, person in described.items()}
    explicit, problems = _explicit_ids(described)
    claims = claims_of(described.values())
    by_fold = {fold: ids[0] for fold, ids in claims.items() if len(ids) == 1}
    ambiguous = {fold: ids for fold, ids in claims.items() if len(ids) > 1}

    counts = count_names(tables)
    unknown: dict[str, list[Name]] = defaultdict(list)  # forms by explicit ids without a file
    unclaimed: dict[str, list[Name]] = defaultdict(list)  # forms by fold
    by_text: dict[str, str] = {}  # to the fold at first, to the person in the end
    for name, given_id in counts:
        if given_id is None:
            fold = by_text[name.text] = fold_name(name.text)
            if fold not in by_fold:
                unclaimed[fold].append(name)
        elif given_id not in explicit:
            unknown[given_id].append(name)
    problems += _reports(
        tables, unknown, {text: ambiguous[f] for text, f in by_text.items() if f in ambiguous}
    )

    for given_id, forms in sorted(unknown.items()):
        person_id = told_apart(slug(given_id), given_id, names)
        names[person_id] = _canonical({name: counts[name, given_id] for name in forms})
        explicit[given_id] = person_id
    candidates = {}
    for fold in sorted(unclaimed):
        name, *others = unclaimed[fold]
        id_ = slug(without_title(name.text))
        if others:
            ids = [id_, *(slug(without_title(other.text)) for other in others)]
            id_ = max(ids, key=lambda text: (len(text), text))
            name = _canonical({form: counts[form, None] for form in (name, *others)})
        person_id = told_apart(slug(fold) if is_hashed(id_) else id_, fold, names)
        names[person_id] = name
        by_fold[fold] = person_id
        if fold in ambiguous:
            candidates[person_id] = ambiguous[fold]
    for text, fold in by_text.items():
        by_text[text] = by_fold[fold]
    for person_id in names:
        explicit.setdefault(person_id, person_id)
    names = {person_id: names[person_id] for person_id in sorted(names)}
    in_order = sorted(names, key=lambda person_id: names[person_id].sort_key)
    identity = Identity(
        people=PersonIndex(dict(sorted(described.items())), names),
        names=names,
        rank={person_id: rank for rank, person_id in enumerate(in_order)},
        candidates=candidates,
        by_text=by_text,
        by_fold=by_fold,
        by_explicit=explicit,
        varied=frozenset(
            person_id
            for name, id_ in counts
            if names[person_id := by_text[name.text] if id_ is None else explicit[id_]].text
            != name.text
        ),
        former=frozenset(fold_name(text) for p in described.values() for text in p.former_names),
    )
    return identity, problems


def _canonical(names: Mapping[Name, int]) -> Name:
    """Choose among forms with their counts: the most frequent, then most letters beyond ASCII.

    The order of the input does not matter.
    """
    return max(
        names, key=lambda n: (names[n], sum(not c.isascii() for c in n.text), len(n.text), n.text)
    )


def _explicit_ids(people: Mapping[str, Person]) -> tuple[dict[str, str], list[Problem]]:
    """Map ids, earlier ids and ORCIDs to persons; report an ORCID used twice."""
    problems: list[Problem] = []
    explicit = {person_id: person_id for person_id in people}
    for person in people.values():
        for earlier in person.earlier_ids:
            explicit.setdefault(earlier, person.id)
        if not person.orcid:
            continue
        other = explicit.setdefault(person.orcid, person.id)
        explicit.setdefault(f"https://orcid.org/{person.orcid}", other)
        if other != person.id:
            problems.append(
                Problem(
                    Code.ORCID_DUPLICATE,
                    f"ORCID {person.orcid} is also that of {other}",
                    person.origin.at("orcid"),
                    "give each person their own, or join the two files",
                )
            )
    return explicit, problems


def claims_of(people: Iterable[Person]) -> dict[str, tuple[str, ...]]:
    """Map each folded name to the ids of the described persons that claim it."""
    claims: dict[str, list[str]] = defaultdict(list)
    for person in people:
        for text in dict.fromkeys((person.name.text, *person.known_as, *person.former_names)):
            ids = claims[fold_name(text)]
            if person.id not in ids:
                ids.append(person.id)
    return {fold: tuple(ids) for fold, ids in claims.items()}


def _reports(
    tables: Tables, unknown: Iterable[str], ambiguous: Mapping[str, tuple[str, ...]]
) -> list[Problem]:
    """Return a problem for each use of a mistaken explicit id or an ambiguous printed name.

    Records are searched for the uses only if there is something to report.
    """
    spellings = Spellings(tables["person"])
    slips = {text: slip for text in unknown if (slip := _slip(text, spellings))}
    if not slips and not ambiguous:
        return []
    problems = []
    for use in all_uses(tables):
        if use.explicit in slips:
            place = tables[use.kind][use.id].origin.at(use.field)
            message, hint = slips[use.explicit]
            problems.append(Problem(Code.PERSON_UNKNOWN, message, place, hint))
        elif use.explicit is None and use.name.text in ambiguous:
            place = tables[use.kind][use.id].origin.at(use.field)
            problems.append(_ambiguous(use, ambiguous[use.name.text], tables["person"], place))
    return problems


def _ambiguous(
    use: NameOccurrence, ids: tuple[str, ...], people: Mapping[str, Person], place: Place
) -> Problem:
    shown = [f"{person_id} ({people[person_id].origin.place})" for person_id in ids[:MOST_NAMED]]
    names = " or ".join(shown) + (" or another one" if len(ids) > MOST_NAMED else "")
    how = (
        f'add an annotation such as {use.field}+an:person = {{{use.position}="{ids[0]}"}}'
        if use.kind == "paper"
        else f"write {{name: {use.name.text}, person: {ids[0]}}}"
    )
    return Problem(Code.NAME_AMBIGUOUS, f'"{use.name.text}" may be {names}', place, how)


def _slip(text: str, spellings: Spellings) -> tuple[str, str] | None:
    """Return message and hint for an explicit id that is a misspelling of a known one.

    Other unknown ids are valid: without files, they tell two persons of one name apart.
    """
    if RE_ORCID.fullmatch(text):
        hint = "write it as orcid: in that person's file"
        return f"no file in people/ has the ORCID {text}", hint
    hint = spellings.hint(text, "", cutoff=0.85)
    return (f'no person has the id "{text}"', hint) if hint else None


class PersonIndex(Mapping[str, Person]):
    """All persons by id, sorted by id.

    A derived person has nothing but a name, and a large bibliography has a hundred thousand of
    them: their records are made on demand, and only the last one is kept.
    """

    __slots__ = ("_last", "described", "names")

    def __init__(self, described: dict[str, Person], names: Mapping[str, Name]) -> None:
        """Join the persons of files with the names of all; both are sorted by id."""
        self.described = described
        self.names = names
        self._last: Person | None = None

    def __getitem__(self, person_id: str) -> Person:
        person = self.described.get(person_id) or self._last
        if person is None or person.id != person_id:
            person = self._last = Person(id=person_id, name=self.names[person_id])
        return person

    def __contains__(self, person_id: object) -> bool:
        return person_id in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


# Occurrences of names: all places where records print names of persons.

ORDER = ("paper", "talk", "event", "person")
"""Names in records of these kinds come first, in this order; those of other kinds follow."""

Tables = Mapping[str, Mapping[str, Any]]
"""Kind, then id, to record; of persons, only those with a file."""


class NameOccurrence(NamedTuple):
    """A printed name with its role and its place."""

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
    """Kind and id of the record that prints the name, if all records are searched."""
    position: int = 1
    """Its number among the names of the field, from 1."""


def kinds_in_order(tables: Tables) -> list[str]:
    """Return the kinds in the order in which their names are listed."""
    return list(dict.fromkeys((*ORDER, *tables)))


def count_names(tables: Tables) -> Counter[tuple[Name, str | None]]:
    """Return how often each name, with its explicit id, is printed; in the order of first use."""
    papers: Iterable[Paper] = tables["paper"].values()
    counts: Counter[tuple[Name, str | None]] = Counter(
        (p.name, p.person) for paper in papers for p in chain(paper.authors, paper.editors)
    )
    for kind in kinds_in_order(tables):
        for record in tables[kind].values() if kind != "paper" else ():
            counts.update((use.name, use.explicit) for use in printed_names(record))
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
            for at, person in enumerate(people, 1):
                yield NameOccurrence(person.name, person.person, role, role, kind, record.id, at)
        return
    for use in printed_names(record):
        yield use._replace(kind=kind, id=record.id)


def printed_names(record: Any) -> Iterator[NameOccurrence]:
    """Yield the names of persons that a record other than a paper prints, in order."""
    if isinstance(record, Person):
        yield from _of_person(record)
    for field, role, person in BY_RECORD[type(record)].named_people(record):
        yield NameOccurrence(person.name, person.person, role, field)


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
