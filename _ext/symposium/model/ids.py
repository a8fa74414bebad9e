"""Ids: lower-case ASCII slugs, made in one place and kept for ever."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Container

from symposium.model.names import fold_text

RE_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
"""The form of an id."""

RE_PAGE = re.compile(r"[^\W_][\w.-]*(?:/[^\W_][\w.-]*)*")
"""The form of a docname; what begins with an underscore is no page."""

RE_OTHER = re.compile(r"[^a-z0-9]+")
"""What a hyphen stands for."""

LONGEST = 120
"""Characters of a slug: file systems allow 255 bytes for a name, and ids are joined to others."""

MADE_BY_SPHINX = frozenset({"search", "genindex", "modindex", "py-modindex"})
"""Pages at the top of a site that nobody writes."""

RESERVED = frozenset({"index"})
"""Slugs that are reserved in every folder."""


def slug(text: str) -> str:
    """Return the id made of ``text``.

    Letters fold to ASCII, everything else becomes a hyphen. A text without any ASCII letter or
    digit, and a reserved word, get ``x-`` and ten hex digits of the SHA-256 of the text; a very
    long text ends in six of them.

    >>> slug("Tal Ben-Nun"), slug("DBLP:conf/sc/Dryden21"), slug("Grönquist")
    ('tal-ben-nun', 'dblp-conf-sc-dryden21', 'gronquist')
    >>> slug("候丽")
    'x-8d2fed0c61'
    """
    made = fold_text(text).replace(" ", "-")
    if not RE_ID.fullmatch(made):
        made = RE_OTHER.sub("-", made).strip("-")
    if not made or made in RESERVED:
        return f"x-{digest(text, 10)}"
    if len(made) > LONGEST:
        return f"{made[: LONGEST - 7].rpartition('-')[0] or made[: LONGEST - 7]}-{digest(text, 6)}"
    return made


def told_apart(wanted: str, text: str, taken: Container[str]) -> str:
    """Return ``wanted``; where that is taken, with six or more digits of the hash of ``text``.

    >>> told_apart("foo", "Foo", {"foo"}), told_apart("foo", "Foo", {"foo", "foo-1cbec7"})
    ('foo-1cbec7', 'foo-1cbec737f8')
    """
    if wanted not in taken:
        return wanted
    found = (f"{wanted}-{digest(text, length)}" for length in (6, 10, 20, 40))
    return next((one for one in found if one not in taken), f"{wanted}-{digest(text, 64)}")


def digest(text: str, length: int) -> str:
    """Return the first ``length`` hex digits of the SHA-256 of ``text`` in UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:length]


def is_page(text: str) -> bool:
    """Tell whether ``text`` can be the docname of a page that somebody has written.

    >>> is_page("guide/start"), is_page("../start"), is_page("_static/start"), is_page("search")
    (True, False, False, False)
    """
    return bool(RE_PAGE.fullmatch(text)) and text not in MADE_BY_SPHINX


def is_id(text: str) -> bool:
    """Tell whether ``text`` can be the id of a record."""
    return bool(RE_ID.fullmatch(text)) and text not in RESERVED
