"""Formatted references of works, which their pages offer for copying.

Formatting takes two milliseconds for a work and style; three styles take longer than all else.
So sites of more than `MAX_WORKS` works have formatted references only if a project asks for them.
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

MAX_WORKS = 500
"""Limit of works on a site with references in the usual styles."""

STYLES = Path(__file__).parent / "styles"
NAMED = {"apa": "apa", "ieee": "ieee", "acm": "association-for-computing-machinery"}
"""Files of styles by name; these come with Symposium, and are the usual ones."""

Reference = tuple[str, Markup]
"""The name of a style, and a reference in it."""


class StyleFile(NamedTuple):
    """A style: its name for readers, and its file."""

    name: str
    path: str
    content: int = 0
    """Checksum of its content; 0 for a file of Symposium, which does not change."""


def built_in(name: str) -> StyleFile | None:
    """Return a style that comes with Symposium.

    >>> built_in("acm").name, built_in("unknown")
    ('ACM', None)
    """
    file = NAMED.get(name.lower())
    return StyleFile(name.upper(), str(STYLES / f"{file}.csl")) if file else None


def from_file(path: Path) -> StyleFile:
    """Return the style in a file, named after the file.

    >>> from_file(Path("styles/chicago-author-date.csl")).name
    'Chicago author date'
    """
    words = path.stem.replace("-", " ")
    content = crc32(read_file(path)) if path.is_file() else 0
    return StyleFile(words[:1].upper() + words[1:], str(path), content)


def fault_of(style: StyleFile) -> str:
    """Return the reason why a style cannot be used, or an empty text."""
    if not optional_packages.has("references"):
        return optional_packages.missing("references", "a formatted reference")
    try:
        _style(style)
    except (OSError, ValueError) as error:
        return f"{style.path} cannot be used as a style of CSL: {error}"
    return ""


USUAL = tuple(filter(None, map(built_in, NAMED)))


def is_small(kb: KnowledgeBase) -> bool:
    """Tell whether works have references by default, in the usual styles."""
    return len(kb.works) <= MAX_WORKS


def references(paper: Paper, styles: Sequence[StyleFile]) -> list[Reference]:
    """Return the references of a work, as HTML on one line.

    A style that fails for the work is left out; the page has the entry of the work anyway.
    """
    if not styles or not optional_packages.has("references"):
        return []
    item = csl_item(paper)
    formatted = []
    for style in styles:
        with suppress(Exception):  # styles, and what runs them, are foreign code
            if text := _style(style).reference(item):
                formatted.append((style.name, markup(text)))
    return formatted


@cache
def _style(file: StyleFile) -> Any:
    from symposium.pages.citing.csl_processor import Style  # noqa: PLC0415 - loads lxml

    return Style(Path(file.path))
