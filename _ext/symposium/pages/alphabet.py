"""Lists from A to Z."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from string import ascii_lowercase

from symposium.knowledge import KnowledgeBase
from symposium.model.names import fold_text

OTHER = "#"
"""Stands for all that begins with no letter from A to Z."""

Key = Callable[[str], str]
"""Returns what an id is sorted by: folded text."""


@dataclass(frozen=True, slots=True)
class Alphabet:
    """Ids from A to Z, then all others."""

    ids: tuple[str, ...]
    starts: tuple[tuple[str, int], ...]
    """Each letter with the index of the first id."""


def alphabet(ids: list[str], key: Key) -> Alphabet:
    """Return ids that are sorted by their keys, those without a letter last.

    >>> found = alphabet(["1st", "ann", "zoe", "王"], str)
    >>> found.ids, found.starts
    (('ann', 'zoe', '1st', '王'), (('A', 0), ('Z', 1), ('#', 2)))
    """
    # The ids are sorted: where a letter begins is searched, so that few keys are made.
    first, *bounds = (bisect_left(ids, char, key=key) for char in (*ascii_lowercase, "{"))
    starts, start = [], first
    for char, end in zip(ascii_lowercase, bounds, strict=True):
        if end > start:
            starts.append((char.upper(), start - first))
        start = end
    others = (*ids[:first], *ids[start:])
    if others:
        starts.append((OTHER, start - first))
    return Alphabet((*ids[first:start], *others), tuple(starts))


def key_of(kb: KnowledgeBase, kind: str) -> Key:
    """Return what the records of a kind are sorted by."""
    if kind == "person":
        names = kb.identity.names
        return lambda person_id: names[person_id].sort_key
    if kind == "venue":
        venues = kb.venues
        return lambda one: fold_text(venues[one].short or venues[one].name).strip()
    return lambda one: fold_text(kb.title_of(kind, one)).strip()


def all_from_a_to_z(kb: KnowledgeBase, kind: str) -> Alphabet:
    """Return the records of a kind from A to Z; names that several share are left out."""
    key = key_of(kb, kind)
    if kind == "person":
        return alphabet([one for one in kb.identity.rank if one not in kb.identity.candidates], key)
    return alphabet(sorted(sorted(kb.entities[kind]), key=key), key)


def by_letter(ids: Iterable[str], key: Key) -> list[tuple[str, list[str]]]:
    """Return ids that are in order by letter.

    >>> by_letter(["ada", "ann", "王"], str)
    [('A', ['ada', 'ann']), ('#', ['王'])]
    """
    return [(one, list(group)) for one, group in groupby(ids, lambda one: letter(key(one)))]


def letter(key: str) -> str:
    """Return the letter under which a folded key stands."""
    first = key[:1]
    return first.upper() if first.isascii() and first.isalpha() else OTHER


def apart(key: str, other: str) -> str:
    """Return as much of a key as tells it from another, for a label.

    >>> apart("schmidt", "sato"), apart("li wei", "li wei")
    ('Sc', 'Li Wei')
    """
    same = next((i for i, (a, b) in enumerate(zip(key, other, strict=False)) if a != b), None)
    end = min(len(key), len(other)) if same is None else same
    return key[: max(2, end + 1)].strip(" ,").title()[:16]
