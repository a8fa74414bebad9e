"""Formatted references of works, as their pages offer them to be copied.

Formatting takes two milliseconds a work and style, three of which cost more than all else.
So sites of more than `MOST` works have formatted references only where a project asks for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from markupsafe import Markup

from symposium.kinds.paper import Paper
from symposium.knowledge import KnowledgeBase
from symposium.model import optional_packages
from symposium.model.gate import read_file
from symposium.pages.citing.csl_json import csl_item
from symposium.pages.template_compiler import markup

MOST = 500
"""So many works have references in the usual styles."""

STYLES = Path(__file__).parent / "styles"
NAMED = {"apa": "apa", "ieee": "ieee", "acm": "association-for-computing-machinery"}
"""The styles that come with Symposium, by the names that readers know; these are the usual ones."""

Reference = tuple[str, Markup]
"""The name of a style, and a reference in it."""


class StyleFile(NamedTuple):
    """A style, by the name that readers see, and its file."""

    name: str
    path: str
    content: int = 0
    """The number of what is in it; 0 for a file of ours, which does not change."""


def built_in(name: str) -> StyleFile | None:
    """Return a style that comes with Symposium.

    >>> built_in("acm").name, built_in("unknown")
    ('ACM', None)
    """
    file = NAMED.get(name.lower())
    return StyleFile(name.upper(), str(STYLES / f"{file}.csl")) if file else None


def from_file(path: Path) -> StyleFile:
    """Return the style of a file, which is called as its file is.

    >>> from_file(Path("styles/chicago-author-date.csl")).name
    'Chicago author date'
    """
    words = path.stem.replace("-", " ")
    content = crc32(read_file(path)) if path.is_file() else 0
    return StyleFile(words[:1].upper() + words[1:], str(path), content)


def fault_of(style: StyleFile) -> str:
    """Return why a style cannot be used; nothing if it can."""
    if not optional_packages.has("references"):
        return optional_packages.missing("references", "a formatted reference")
    try:
        _style(style)
    except (OSError, ValueError) as error:
        return f"{style.path} cannot be used as a style of CSL: {error}"
    return ""


USUAL = tuple(filter(None, map(built_in, NAMED)))


def is_small(kb: KnowledgeBase) -> bool:
    """Tell whether works have references where a project does not say in which styles."""
    return len(kb.works) <= MOST


def references(paper: Paper, styles: Sequence[StyleFile]) -> list[Reference]:
    """Return the references of a work, as HTML on one line.

    A style with which a work cannot be formatted is left out: the page has the entry all the same.
    """
    if not styles or not optional_packages.has("references"):
        return []
    item = csl_item(paper)
    made = []
    for one in styles:
        with suppress(Exception):  # styles are strangers' programs, and so is what runs them
            if text := _style(one).reference(item):
                made.append((one.name, markup(text)))
    return made


@cache
def _style(file: StyleFile) -> Any:
    from symposium.pages.citing.csl_processor import Style  # noqa: PLC0415 - loads lxml

    return Style(Path(file.path))
