"""Text in styled pieces, for lines of a curriculum vitae."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symposium.pages.maths import as_typed


@dataclass(frozen=True, slots=True)
class Span:
    """Text in one style, perhaps with a link to a record or an address."""

    text: str
    r"""Formulas stand between ``$`` signs; ``\$`` is a dollar."""
    style: str = ""
    """``title``, ``own`` (the name of the person whose page it is), ``cite``, ``emphasis``,
    ``strong``, ``mark``, ``award``, ``standing``, ``code`` or ``muted``."""
    kind: str = ""
    id: str = ""
    """Kind and id of the linked record."""
    href: str = ""
    """The linked address on the web."""


Line = tuple[Span, ...]


def line(*parts: Span | str) -> Line:
    """Return a line made of spans and plain texts; empty texts are left out.

    >>> text_of(line("by ", Span("Ada", "own"), ""))
    'by Ada'
    """
    spans = (Span(part) if isinstance(part, str) else part for part in parts)
    return tuple(span for span in spans if span.text)


def joined(lines: Sequence[Line], separator: str) -> Line:
    """Return lines as one, with a separator between them."""
    spans: list[Span] = []
    for index, one in enumerate(one for one in lines if one):
        spans += [Span(separator)] * bool(index) + list(one)
    return tuple(spans)


def text_of(spans: Line) -> str:
    """Return a line as plain text, formulas as typed.

    >>> text_of(line("by ", Span("Ada", "own")))
    'by Ada'
    """
    return "".join(as_typed(span.text) for span in spans)
