"""Small values for Hugo's templates: escaped texts, links, names, sections."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from markupsafe import escape
from symposium.knowledge import KnowledgeBase
from symposium.model.names import SIGNS
from symposium.pages.author_links import ROOT
from symposium.pages.maths import maths
from symposium.pages.publication_status import MARKED, PublicationStatus, status_of
from symposium.pages.small_texts import clean
from symposium.pages.vocabulary import MARKS

Record = dict[str, Any]
"""Data of a page or item for Hugo, without empty values."""


class Section(Record):
    """A section, which the contents of its page list."""


def full(**values: Any) -> Record:
    """Return the values that are not empty."""
    return {name: value for name, value in values.items() if value}


def plural(count: int, noun: str, nouns: str = "") -> str:
    """Return a number with its noun, in English.

    >>> plural(1, "paper"), plural(1200, "paper"), plural(2, "entry", "entries")
    ('1 paper', '1,200 papers', '2 entries')
    """
    return f"{count:,} {noun if count == 1 else nouns or noun + 's'}"


def escaped(text: str | None) -> str:
    """Return text as escaped HTML."""
    return clean(str(escape(text or "")))


def shown(text: str | None) -> str:
    """Return text as escaped HTML with its formulas as MathML."""
    return clean(str(maths(text or "")))


def address(href: str) -> str:
    """Return an address for an attribute, relative to pages, which all lie in a folder."""
    return escaped(href.replace(ROOT, "../"))


def section(anchor: str, title: str, count: int = 0, **content: Any) -> Section | None:
    """Return a section, or ``None`` if all its content is empty."""
    if not any(content.values()):
        return None
    number = f"{count:,}" if count else ""
    return Section(full(id=anchor, title=escaped(title), count=number, **content))


def titles(rows: Iterable[tuple[str, str]]) -> list[Record]:
    """Return ids with their titles."""
    return [{"id": id_, "title": shown(title)} for id_, title in rows]


def buttons(links: Iterable[tuple[str, str]]) -> list[Record]:
    """Return links with their labels."""
    return [{"href": address(href), "label": escaped(label)} for label, href in links]


def anchor_of(letter: str) -> str:
    """Return the anchor of a letter.

    >>> anchor_of("A"), anchor_of("#")
    ('letter-a', 'letter-other')
    """
    return f"letter-{'other' if letter == '#' else letter.lower()}"


def legend(rows: Iterable[tuple[str, str]]) -> list[Record]:
    """Return the signs of marks with their meaning; a note has no sign."""
    return [full(sign=sign, text=escaped(text)) for sign, text in rows]


def signs(marks: Iterable[str]) -> str:
    """Return the marks of an author as HTML, mostly empty."""
    return "".join(map(_sign, marks))


def _sign(mark: str) -> str:
    if mark in SIGNS:
        return f'<sup class="sy-mark">{mark}</sup>'
    if mark not in MARKS:
        return f' <span class="sy-muted">({escaped(mark)})</span>'
    sign, short, long = MARKS[mark]
    return (
        f'<sup class="sy-mark" title="{long}"><span aria-hidden="true">{sign}</span>'
        f'<span class="sy-hidden"> ({short})</span></sup>'
    )


def mark(kb: KnowledgeBase, kind: str, record_id: str) -> Record | None:
    """Return the mark after the title of a retracted work, ``None`` for most works."""
    return mark_of(status_of(kb, kind, record_id)) if kind in MARKED else None


def mark_of(status: PublicationStatus | None) -> Record | None:
    """Return the mark of a status, with its sentence and a link to the notice."""
    if status is None:
        return None
    style = "alert" if status.grave else "info"
    link = {"href": address(status.notice), "label": status.link} if status.notice else None
    return full(word=status.word, text=status.sentence, style=style, link=link)
