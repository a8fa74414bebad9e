"""Ids of records: permanent lower-case ASCII slugs; and locators, which name places in sources."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Container, Iterable, Mapping
from itertools import chain
from typing import NamedTuple

from symposium.model.names import fold_text

RE_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
"""The form of an id."""

RE_PAGE = re.compile(r"[^\W_][\w.-]*(?:/[^\W_][\w.-]*)*")
"""The form of a docname; a name that begins with an underscore is no page."""

RE_OTHER = re.compile(r"[^a-z0-9]+")
"""Characters that a slug replaces by a hyphen."""

RE_HASHED = re.compile(r"x-[0-9a-f]{10}")
"""A slug that is a hash."""

LONGEST = 120
"""The longest slug: file systems allow 255 bytes for a name, and ids are joined to others."""

MADE_BY_SPHINX = frozenset({"search", "genindex", "modindex", "py-modindex"})
"""Pages that Sphinx makes at the top of a site."""

RESERVED = frozenset({"index"})
"""Slugs that are reserved in every folder."""


def slug(text: str) -> str:
    """Return the id made from ``text``.

    Letters fold to ASCII, everything else becomes a hyphen. A text without any ASCII letter or
    digit, and a reserved word, get ``x-`` and ten hex digits of the SHA-256 of the text; a very
    long text ends in six of them.

    >>> slug("Tal Ben-Nun"), slug("DBLP:conf/sc/Dryden21"), slug("Grönquist")
    ('tal-ben-nun', 'dblp-conf-sc-dryden21', 'gronquist')
    >>> slug("候丽")
    'x-8d2fed0c61'
    """
    id_ = fold_text(text).replace(" ", "-")
    if not RE_ID.fullmatch(id_):
        id_ = RE_OTHER.sub("-", id_).strip("-")
    if not id_ or id_ in RESERVED:
        return f"x-{digest(text, 10)}"
    if len(id_) > LONGEST:
        return f"{id_[: LONGEST - 7].rpartition('-')[0] or id_[: LONGEST - 7]}-{digest(text, 6)}"
    return id_


def is_hashed(id_: str) -> bool:
    """Tell whether an id is a hash, as `slug` makes it of a text without ASCII letters.

    >>> is_hashed(slug("候丽")), is_hashed(slug("X. Li"))
    (True, False)
    """
    return RE_HASHED.fullmatch(id_) is not None


def told_apart(id_: str, text: str, taken: Container[str]) -> str:
    """Return an id; if it is taken, append six or more hex digits of the hash of ``text``.

    >>> told_apart("foo", "Foo", {"foo"}), told_apart("foo", "Foo", {"foo", "foo-1cbec7"})
    ('foo-1cbec7', 'foo-1cbec737f8')
    """
    if id_ not in taken:
        return id_
    candidates = (f"{id_}-{digest(text, length)}" for length in (6, 10, 20, 40))
    return next((new for new in candidates if new not in taken), f"{id_}-{digest(text, 64)}")


def digest(text: str, length: int) -> str:
    """Return the first ``length`` hex digits of the SHA-256 of ``text`` in UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:length]


def is_page(text: str) -> bool:
    """Tell whether ``text`` can be the docname of a page with a source file.

    >>> is_page("guide/start"), is_page("../start"), is_page("_static/start"), is_page("search")
    (True, False, False, False)
    """
    return bool(RE_PAGE.fullmatch(text)) and text not in MADE_BY_SPHINX


def is_id(text: str) -> bool:
    """Tell whether ``text`` can be the id of a record."""
    return bool(RE_ID.fullmatch(text)) and text not in RESERVED


# Locators: where in a source a fact is printed.
#
# A locator is written as one text: the id of the source, and after ``#`` the lines of its printed
# text or a page of it: ``cv-dryden``, ``cv-dryden#L57``, ``cv-dryden#L57-L60``, ``cv-dryden#p3``.
# Records hold that text.

WITHIN = r"#(?:L[1-9][0-9]{0,6}(?:-L[1-9][0-9]{0,6})?|p[1-9][0-9]{0,4}(?:-p[1-9][0-9]{0,4})?)"
RE_LOCATOR = re.compile(rf"({RE_ID.pattern})(?:{WITHIN})?")
RE_NUMBERS = re.compile(r"[0-9]+")


class Locator(NamedTuple):
    """A source, and the lines or pages of it."""

    source: str
    unit: str = ""
    """``L`` for lines, ``p`` for pages; empty for the whole source."""
    first: int = 0
    last: int = 0

    @property
    def lines(self) -> range:
        """Its line numbers, from 1; empty without lines."""
        return range(self.first, self.last + 1) if self.unit == "L" else range(0)


def locator(text: str) -> Locator | None:
    """Parse a locator; ``None`` if the text is not one.

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
    """Merge lists of locators: each once, grouped by source.

    A source as a whole is dropped if there are lines of it.

    >>> united(["cv-dryden", "page-dryden"], ["cv-dryden#L57"])
    ('cv-dryden#L57', 'page-dryden')
    """
    by_source: dict[str, dict[str, None]] = {}
    for group in groups:
        for text in group:
            by_source.setdefault(source_of(text), {})[text] = None
    for source, texts in by_source.items():
        if len(texts) > 1:
            texts.pop(source, None)
    return tuple(chain.from_iterable(by_source.values()))


def moved(text: str, ids: Mapping[str, str]) -> str:
    """Return a locator with the current id of its source; ``ids`` maps earlier ids to these.

    >>> moved("vita#L57", {"vita": "cv-dryden"})
    'cv-dryden#L57'
    """
    source, sign, within = text.partition("#")
    return f"{ids.get(source, source)}{sign}{within}"
