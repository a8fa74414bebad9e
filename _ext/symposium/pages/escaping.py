"""Escaped text and markup, made the short way.

markupsafe asks each text what it is, and each markup again: three quarters of the time that it
takes to escape a title. A site of a hundred thousand pages escapes millions of texts.
"""

from __future__ import annotations

from markupsafe import Markup, _escape_inner, escape  # type: ignore[attr-defined]

_new = str.__new__

escaped_text = _escape_inner
"""Return a plain text escaped, as text; what is markup already would be escaped again."""


def markup(text: str) -> Markup:
    """Return text that is escaped already as markup."""
    return _new(Markup, text)


def escaped(text: str) -> Markup:
    """Return text as markup, escaped unless it is markup already.

    >>> escaped("A & B"), escaped(markup("A &amp; B"))
    (Markup('A &amp; B'), Markup('A &amp; B'))
    """
    return _new(Markup, _escape_inner(text)) if text.__class__ is str else escape(text)
