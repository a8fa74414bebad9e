"""Locators: where in a source a fact is printed.

A locator is written as one text: the id of the source, and after ``#`` the lines of its printed
text or a page of it: ``cv-dryden``, ``cv-dryden#L57``, ``cv-dryden#L57-L60``, ``cv-dryden#p3``.
Records hold that text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import NamedTuple

from symposium.model.ids import RE_ID

WITHIN = r"#(?:L[1-9][0-9]{0,6}(?:-L[1-9][0-9]{0,6})?|p[1-9][0-9]{0,4}(?:-p[1-9][0-9]{0,4})?)"
RE_LOCATOR = re.compile(rf"({RE_ID.pattern})(?:{WITHIN})?")
RE_NUMBERS = re.compile(r"[0-9]+")


class Locator(NamedTuple):
    """A source, and the lines or pages of it."""

    source: str
    unit: str = ""
    """``L`` for lines, ``p`` for pages; empty for the whole of the source."""
    first: int = 0
    last: int = 0

    @property
    def lines(self) -> range:
        """The numbers of its lines, from 1; none where it says no lines."""
        return range(self.first, self.last + 1) if self.unit == "L" else range(0)


def locator(text: str) -> Locator | None:
    """Return the locator that a text is, if it is one.

    >>> locator("cv-dryden#L57-L60")
    Locator(source='cv-dryden', unit='L', first=57, last=60)
    >>> locator("cv-dryden#p3").first, locator("cv-dryden").unit, locator("cv-dryden#L9-L8")
    (3, '', None)
    """
    if not RE_LOCATOR.fullmatch(text):
        return None
    source, _, within = text.partition("#")
    if not within:
        return Locator(source)
    numbers = list(map(int, RE_NUMBERS.findall(within)))
    if numbers[0] > numbers[-1]:
        return None
    return Locator(source, within[0], numbers[0], numbers[-1])


def source_of(text: str) -> str:
    """Return the id of the source of a locator.

    >>> source_of("cv-dryden#L57"), source_of("cv-dryden")
    ('cv-dryden', 'cv-dryden')
    """
    return text.partition("#")[0]


def sources_of(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of the sources of locators, each once.

    >>> sources_of(["cv-dryden#L57", "page-dryden", "cv-dryden#L60"])
    ('cv-dryden', 'page-dryden')
    """
    return tuple(dict.fromkeys(map(source_of, texts)))


def united(*groups: Iterable[str]) -> tuple[str, ...]:
    """Return locators of several lists, each once and source by source.

    Lines are better than the source as a whole.

    >>> united(["cv-dryden", "page-dryden"], ["cv-dryden#L57"])
    ('cv-dryden#L57', 'page-dryden')
    """
    by_source: dict[str, dict[str, None]] = {}
    for group in groups:
        for one in group:
            by_source.setdefault(source_of(one), {})[one] = None
    better = ([one for one in all_ if one != source] or all_ for source, all_ in by_source.items())
    return tuple(chain.from_iterable(better))


def moved(text: str, ids: Mapping[str, str]) -> str:
    """Return a locator with the id that its source has today.

    >>> moved("vita#L57", {"vita": "cv-dryden"})
    'cv-dryden#L57'
    """
    source, sign, within = text.partition("#")
    return f"{ids.get(source, source)}{sign}{within}"
