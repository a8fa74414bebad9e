"""Small texts: paragraphs, beginnings, styled pieces, and what XML does not allow."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from symposium.locale import plural
from symposium.pages.maths import as_typed, maths
from symposium.pages.template_compiler import markup

RE_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that XML 1.0 does not allow. (A class that reaches beyond U+FFFF compiles slowly.)"""

CONTROLS = bytes(set(range(32)) - set(b"\t\n\r"))
LAST = ("\ufffe", "\uffff")

RE_BLANK = re.compile(r"\n[ \t]*\n\s*")


def clean(text: str) -> str:
    r"""Return ``text`` without the characters that XML does not allow.

    >>> clean("a\x00b\x1fc")
    'abc'
    """
    if text.isprintable():
        return text
    # Nearly every text is clean, which its bytes show five times faster than the expression.
    try:
        data = text.encode()
    except UnicodeEncodeError:
        return RE_FORBIDDEN.sub("", text)
    if len(data.translate(None, CONTROLS)) == len(data) and not any(map(text.__contains__, LAST)):
        return text
    return RE_FORBIDDEN.sub("", text)


def paragraphs(text: str) -> Markup:
    r"""Return text as paragraphs; empty lines separate them.

    >>> paragraphs("One & two.\n\nThree.")
    Markup('<p>One &amp; two.</p>\n<p>Three.</p>')
    """
    parts = [" ".join(part.split()) for part in RE_BLANK.split(text.strip())]
    html = "\n".join(f"<p>{maths(part)}</p>" for part in parts if part)
    return Markup(html)  # noqa: S704 - escaped by maths


def in_a_row(names: Sequence[str], most: int) -> Markup:
    """Return names that are escaped already in a row; of very many the first, with their number."""
    more = plural(len(names) - most, ", and {count} more", ", and {count} more")
    return markup(", ".join(names[:most]) + (more if len(names) > most else ""))


def shorten(text: str, length: int = 200) -> str:
    """Return the beginning of ``text``, cut between words.

    >>> shorten("one two three", 8)
    'one two…'
    """
    # Of a long text the beginning is enough, unless it is mostly white space.
    start = " ".join(text[: 2 * length + 100].split())
    text = start if len(start) > length else " ".join(text.split())
    if len(text) <= length:
        return text
    return text[: length + 1].rpartition(" ")[0].rstrip(" ,;:.–-") + "…"


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
