"""Identity: which person a printed name belongs to, and why.

A name resolves by, in this order: an explicit id in the record; a ``names:`` or ``orcid:`` of a
file in ``people/``; else a derived person, one per folded name. Nothing is merged by guess.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum

from symposium.knowledge.uses import Use
from symposium.model.ids import slug, told_apart
from symposium.model.names import Name, fold_name, without_title
from symposium.model.problems import Code, Place, Problem
from symposium.model.records import Person

RE_ORCID = re.compile(r"(?:https?://orcid\.org/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dXx])")


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

    people: Mapping[str, Person]
    """Described and derived persons by id, sorted by id."""
    states: Mapping[str, State]
    candidates: Mapping[str, tuple[str, ...]]
    """For an ambiguous person: the ids of those that claim the name."""
    by_fold: Mapping[str, str]
    """Folded name to person id."""
    by_explicit: Mapping[str, str]
    """Explicit id, earlier id (``was:``) or ORCID to person id."""
    former: frozenset[str]
    """Folds of names that are never shown."""

    def resolve(self, name: str, explicit: str | None = None) -> str:
        """Return the id of the person that a printed name (or an explicit id) stands for.

        Raises:
            KeyError: if the name was in none of the records.
        """
        if explicit is not None:
            return self.by_explicit[explicit]
        return self.by_fold[fold_name(name)]


PlaceOf = Callable[[Use], Place]


def build_identity(
    described: Iterable[Person], uses: Iterable[Use], place_of: PlaceOf
) -> tuple[Identity, list[Problem]]:
    """Return the identity layer for the described persons and all uses of names.

    ``place_of`` tells where a use stands; it is asked only when there is a problem.
    """
    people = {person.id: person for person in described}
    problems: list[Problem] = []
    explicit = _explicit_ids(people, problems)
    claims = _claims(people.values())
    forms: dict[str, Counter[Name]] = defaultdict(Counter)
    explicit_forms: dict[str, Counter[Name]] = defaultdict(Counter)
    by_fold: dict[str, str] = {fold: ids[0] for fold, ids in claims.items() if len(ids) == 1}
    ambiguous: dict[str, tuple[str, ...]] = {f: ids for f, ids in claims.items() if len(ids) > 1}

    for use in uses:
        if use.explicit is not None:
            if use.explicit not in explicit:
                explicit_forms[use.explicit][use.name] += 1
                _report_unknown(use, people, place_of, problems)
            continue
        fold = fold_name(use.name.text)
        if fold in by_fold:
            continue
        forms[fold][use.name] += 1
        if fold in ambiguous:
            problems.append(_ambiguous(use, ambiguous[fold], people, place_of))

    states = dict.fromkeys(people, State.DESCRIBED)
    candidates: dict[str, tuple[str, ...]] = {}
    for text, names in sorted(explicit_forms.items()):
        person_id = _free_id(slug(text), text, people)
        people[person_id] = Person(id=person_id, name=_canonical(names))
        states[person_id] = State.DERIVED
        explicit[text] = person_id
    for fold, names in sorted(forms.items()):
        slugs = (slug(without_title(name.text)) for name in names)
        wanted = max(slugs, key=lambda s: (len(s), s))
        person_id = _free_id(slug(fold) if wanted.startswith("x-") else wanted, fold, people)
        people[person_id] = Person(id=person_id, name=_canonical(names))
        by_fold[fold] = person_id
        states[person_id] = State.DERIVED
        if fold in ambiguous:
            states[person_id] = State.AMBIGUOUS
            candidates[person_id] = ambiguous[fold]
    for person_id in people:
        explicit.setdefault(person_id, person_id)
    former = {fold_name(name) for p in people.values() for name in p.former_names}
    identity = Identity(
        people=dict(sorted(people.items())),
        states=states,
        candidates=candidates,
        by_fold=by_fold,
        by_explicit=explicit,
        former=frozenset(former),
    )
    return identity, problems


def _free_id(wanted: str, text: str, taken: Mapping[str, Person]) -> str:
    """Return ``wanted``, or, where that is taken, ``wanted`` with digits of a hash."""
    return wanted if wanted not in taken else told_apart(wanted, text, taken)


def _canonical(names: Counter[Name]) -> Name:
    """Choose among printed forms: the most frequent, then the one with most letters beyond ASCII.

    The order of the input plays no part.
    """
    if len(names) == 1:
        return next(iter(names))
    return max(
        names,
        key=lambda n: (names[n], sum(not c.isascii() for c in n.text), len(n.text), n.text),
    )


def _explicit_ids(people: Mapping[str, Person], problems: list[Problem]) -> dict[str, str]:
    """Map ids, earlier ids and ORCIDs to persons; report an ORCID used twice."""
    explicit = {person_id: person_id for person_id in people}
    for person in people.values():
        for earlier in person.was:
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
    return explicit


def _claims(people: Iterable[Person]) -> dict[str, tuple[str, ...]]:
    """Map each folded name to the ids of the described persons that claim it."""
    claims: dict[str, list[str]] = defaultdict(list)
    for person in people:
        for text in dict.fromkeys((person.name.text, *person.names, *person.former_names)):
            ids = claims[fold_name(text)]
            if person.id not in ids:
                ids.append(person.id)
    return {fold: tuple(ids) for fold, ids in claims.items()}


def _ambiguous(
    use: Use, ids: tuple[str, ...], people: Mapping[str, Person], place_of: PlaceOf
) -> Problem:
    names = " or ".join(f"{person_id} ({people[person_id].origin.place})" for person_id in ids)
    how = (
        f'add an annotation such as {use.field}+an:person = {{{use.position}="{ids[0]}"}}'
        if use.kind == "paper"
        else f"write {{name: {use.name.text}, person: {ids[0]}}}"
    )
    return Problem(Code.NAME_AMBIGUOUS, f'"{use.name.text}" may be {names}', place_of(use), how)


def _report_unknown(
    use: Use, people: Mapping[str, Person], place_of: PlaceOf, problems: list[Problem]
) -> None:
    """Report an explicit id that looks like a slip of a known one.

    Other new ids are how a bibliography without files tells two persons of one name apart.
    """
    text = use.explicit or ""
    if RE_ORCID.fullmatch(text):
        hint = "write it as orcid: in that person's file"
        message = f"no file in people/ has the ORCID {text}"
    elif near := get_close_matches(text, people, n=1, cutoff=0.85):
        hint = f"did you mean {near[0]}?"
        message = f'no person has the id "{text}"'
    else:
        return
    problems.append(Problem(Code.PERSON_UNKNOWN, message, place_of(use), hint))
