"""Persons whose names are similar, and names in texts, whatever their spelling."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from symposium.model.names import Name, fold_name, fold_text, parse_name, without_title
from symposium.model.spelling import one_letter_apart

Pair = tuple[str, str]
"""The ids of two persons, the lower one first."""

MAX_ALIKE = 200
"""Persons of one family name and one first given name who are compared."""
MAX_BUCKET = 150
"""So many names that begin or end alike say nothing: they are not compared letter by letter."""


def given_names(name: Name) -> list[str]:
    """Return the folded given names and initials.

    >>> given_names(parse_name("Jian-Feng M. Li"))
    ['jian', 'feng', 'm']
    """
    return fold_text(name.given).replace("-", " ").replace(".", " ").split()


def may_be_one(first: Name, second: Name) -> bool:
    """Tell whether two names of one family agree up to initials and missing middle names.

    >>> may_be_one(parse_name("J. Doe"), parse_name("Jane Doe"))
    True
    >>> may_be_one(parse_name("John Doe"), parse_name("Jane Doe"))
    False
    """
    return _agree(given_names(first), given_names(second))


def _agree(first: list[str], second: list[str]) -> bool:
    shorter, longer = sorted((first, second), key=len)
    return all(
        a == b or (min(len(a), len(b)) == 1 and a[0] == b[0])
        for a, b in zip(shorter, longer, strict=False)
    )


def is_shortened(first: Name, second: Name) -> bool:
    """Tell whether one of two names that agree is a way to write the other in short.

    "Jia Pan" is none of "Jia-Yu Pan", nor is "Yi Yang" of "Yi Mang Yang".

    >>> is_shortened(parse_name("Ora Fandina"), parse_name("Ora Nova Fandina"))
    True
    >>> is_shortened(parse_name("Jia Pan"), parse_name("Jia-Yu Pan"))
    False
    """
    shorter, longer = sorted((given_names(first), given_names(second)), key=len)
    if any(len(a) != len(b) for a, b in zip(shorter, longer, strict=False)):
        return True  # an initial
    if all(len(part) == 1 for part in longer[len(shorter) :]):
        return True
    hyphenated = "-" in f"{first.given}{second.given}"
    return not hyphenated and len("".join(shorter)) > 2


def abbreviated(names: Mapping[str, Name]) -> Iterator[Pair]:
    """Yield the pairs of persons whose names agree up to initials and missing middle names.

    A large bibliography has thousands of persons of one family name, so only those are compared
    whose first given names are the same, or of which one is the initial of the other.
    """
    groups: dict[tuple[str, str], list[tuple[str, list[str]]]] = defaultdict(list)
    for person, name in names.items():
        if given := given_names(name):
            groups[fold_text(name.family), given[0]].append((person, given))
    for (family, first_name), people in groups.items():
        initials = groups.get((family, first_name[0]), []) if len(first_name) > 1 else []
        alike = combinations(people[:MAX_ALIKE], 2)
        pairs = [*alike, *((a, b) for a in people for b in initials[:MAX_ALIKE])]
        for (first, one), (second, other) in pairs:
            if _agree(one, other):
                yield min(first, second), max(first, second)


def turned(names: Mapping[str, Name]) -> Iterator[Pair]:
    """Yield the pairs of persons of whom one has the family name of the other as a given name.

    "Yang Li" and "Li Yang" are two people as a rule; so where either part is a given name of some
    and a family name of others, nothing is said.
    """
    families = Counter(fold_name(name.family) for name in names.values())
    givens = Counter(fold_name(name.given) for name in names.values() if name.given)
    by_parts: dict[Pair, str] = {}
    for person, name in names.items():
        if name.given and not name.corporate:
            by_parts[fold_name(name.given), fold_name(name.family)] = person
    for (given, family), person in by_parts.items():
        other = by_parts.get((family, given))
        # Each part is a given name and a family name in this pair; in any other, it is ambiguous.
        rare = givens[family] <= 1 or families[given] <= 1
        if other and person < other and rare and min(len(given), len(family)) > 1:
            yield person, other


def mistyped(names: Mapping[str, Name]) -> Iterator[Pair]:
    """Yield the pairs of persons whose names differ in one letter, however the names begin.

    Names that differ in one letter have the same first half or the same second half, so only
    those are compared that have. In a name of nine letters, a wrong one is likelier than another
    name.
    """
    halves: dict[tuple[str, int, str], list[tuple[str, str]]] = defaultdict(list)
    for person, name in names.items():
        fold = fold_name(name.text)
        is_full = len(next(iter(given_names(name)), "")) > 2
        if len(fold) >= 9 and not name.corporate and is_full:
            for length in {len(fold) // 2, (len(fold) - 1) // 2}:
                halves["begin", length, fold[:length]].append((person, fold))
                halves["end", length, fold[-length:]].append((person, fold))
    for people in halves.values():
        if len(people) <= MAX_BUCKET:
            for (first, one), (second, other) in combinations(people, 2):
                if one[0] == other[0] and one_letter_apart(one, other):
                    yield min(first, second), max(first, second)


RE_WORD = re.compile(r"[^\W_]+")
MAX_BETWEEN = 4
"""Characters that may stand between the parts of a name."""
MAX_WORDS = 12
"""So many words of a name tell it from others, however many more it has."""


class NameInText:
    """Looks for names in texts: in any case, with or without accents, turned, or in one word."""

    def __init__(self, names: Iterable[str]) -> None:
        """Look for these names, of which those of one word alone are left out.

        A family name alone says nothing: it is that of many.
        """
        self._names: dict[str, str] = {}
        for text in names:
            name = parse_name(without_title(text))
            for way in (name.text, f"{name.prefix} {name.family} {name.given}"):
                words = RE_WORD.findall(fold_text(way))
                if len(words) > 1:
                    self._names.setdefault("".join(words[:MAX_WORDS]), text)
        # Most words begin like no name: they are not put together with the next ones.
        self._begins = {name[:length] for name in self._names for length in (1, 2)}

    def find(self, text: str) -> Iterator[tuple[str, int, int]]:
        """Yield each name that stands in a text, with its line (from 0) and column (from 0)."""
        words = [(fold_text(word[0]), *word.span()) for word in RE_WORD.finditer(text)]
        for index, (_, start, _) in enumerate(words):
            joined, last = "", start
            for word, begin, end in words[index : index + MAX_WORDS]:
                joined += word
                if begin - last > MAX_BETWEEN or joined[:2] not in self._begins:
                    break
                if name := self._names.get(joined):
                    yield name, text.count("\n", 0, start), start - text.rfind("\n", 0, start) - 1
                    break
                last = end
