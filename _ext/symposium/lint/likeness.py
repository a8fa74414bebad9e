"""Persons with similar names, and a search for names in texts in any spelling."""

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
"""Persons with the same family and first given name who are compared."""
MAX_BUCKET = 150
"""The size of the largest group of names with an equal half that are compared."""


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
    """Tell whether one of two names that agree is a short form of the other.

    "Jia Pan" is no short form of "Jia-Yu Pan", nor "Yi Yang" of "Yi Mang Yang".

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

    A large bibliography has thousands of persons with one family name, so only persons with equal
    first given names, or with a name and its initial, are compared.
    """
    groups: dict[tuple[str, str], list[tuple[str, list[str]]]] = defaultdict(list)
    for person, name in names.items():
        if given := given_names(name):
            groups[fold_text(name.family), given[0]].append((person, given))
    for (family, first_name), people in groups.items():
        initials = groups.get((family, first_name[0]), []) if len(first_name) > 1 else []
        alike = combinations(people[:MAX_ALIKE], 2)
        pairs = [*alike, *((a, b) for a in people for b in initials[:MAX_ALIKE])]
        for (first, first_given), (second, second_given) in pairs:
            if _agree(first_given, second_given):
                yield min(first, second), max(first, second)


def turned(names: Mapping[str, Name]) -> Iterator[Pair]:
    """Yield the pairs of persons with family and given name swapped.

    "Yang Li" and "Li Yang" are usually two people; so a pair is left out if both parts are given
    names of some people and family names of others.
    """
    families = Counter(fold_name(name.family) for name in names.values())
    givens = Counter(fold_name(name.given) for name in names.values() if name.given)
    by_parts: dict[Pair, str] = {}
    for person, name in names.items():
        if name.given and not name.corporate:
            by_parts[fold_name(name.given), fold_name(name.family)] = person
    for (given, family), person in by_parts.items():
        other = by_parts.get((family, given))
        # In this pair, each part occurs once as a given and once as a family name.
        rare = givens[family] <= 1 or families[given] <= 1
        if other and person < other and rare and min(len(given), len(family)) > 1:
            yield person, other


def mistyped(names: Mapping[str, Name]) -> Iterator[Pair]:
    """Yield the pairs of persons whose names differ in one letter other than the first.

    Such names have the same first or second half, so only names with an equal half are compared.
    From nine letters on, a typing error is likelier than a different name.
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
            for (first, first_fold), (second, second_fold) in combinations(people, 2):
                if first_fold[0] == second_fold[0] and one_letter_apart(first_fold, second_fold):
                    yield min(first, second), max(first, second)


RE_WORD = re.compile(r"[^\W_]+")
MAX_BETWEEN = 4
"""Characters allowed between the parts of a name."""
MAX_WORDS = 12
"""The first words of a name that are compared."""


class NameInText:
    """Looks for names in texts: in any case, with or without accents, swapped, or in one word.

    Names of a single word are left out: a family name alone is too common.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names: dict[str, str] = {}
        for text in names:
            name = parse_name(without_title(text))
            for form in (name.text, f"{name.prefix} {name.family} {name.given}"):
                words = RE_WORD.findall(fold_text(form))
                if len(words) > 1:
                    self._names.setdefault("".join(words[:MAX_WORDS]), text)
        # Most words begin no name: joining them with the next ones is skipped.
        self._begins = {name[:length] for name in self._names for length in range(1, 6)}

    def find(self, text: str) -> Iterator[tuple[str, int, int]]:
        """Yield each name in a text, with its line and column, both from 0."""
        words = [(fold_text(word[0]), *word.span()) for word in RE_WORD.finditer(text)]
        line = line_start = counted = 0
        for index, (_, start, _) in enumerate(words):
            joined, last = "", start
            for word, begin, end in words[index : index + MAX_WORDS]:
                joined += word
                if begin - last > MAX_BETWEEN or joined[:5] not in self._begins:
                    break
                if name := self._names.get(joined):
                    line += text.count("\n", counted, start)
                    line_start = text.rfind("\n", counted, start) + 1 or line_start
                    counted = start
                    yield name, line, start - line_start
                    break
                last = end
