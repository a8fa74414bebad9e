"""Small texts: paragraphs, plain words out of HTML, and what XML does not allow."""

from __future__ import annotations

import re
from html import unescape

from markupsafe import Markup

from symposium.pages.maths import maths

RE_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 does not allow."""

RE_BLANK = re.compile(r"\n[ \t]*\n\s*")
RE_MATH = re.compile(r'<math [^>]*alttext="([^"]*)">.*?</math>', re.DOTALL)
RE_SKIPPED = re.compile(r"<(pre|nav|button)\b.*?</\1>", re.DOTALL)
RE_HEADERLINK = re.compile(r'<a class="headerlink".*?</a>')
RE_INLINE = re.compile(
    r"</?(?:a|abbr|b|cite|del|em|i|ins|q|small|span|strong|su[bp]|time|wbr)\b[^>]*>"
)
RE_TAG = re.compile(r"<[^>]+>")


def clean(text: str) -> str:
    r"""Return ``text`` without the characters that XML does not allow.

    >>> clean("a\x00b\x1fc")
    'abc'
    """
    return RE_FORBIDDEN.sub("", text) if RE_FORBIDDEN.search(text) else text


def paragraphs(text: str) -> Markup:
    r"""Return text as paragraphs; empty lines stand between them.

    >>> paragraphs("One & two.\n\nThree.")
    Markup('<p>One &amp; two.</p>\n<p>Three.</p>')
    """
    parts = [" ".join(part.split()) for part in RE_BLANK.split(text.strip())]
    html = "\n".join(f"<p>{maths(part)}</p>" for part in parts if part)
    return Markup(html)  # noqa: S704 - escaped by maths


def plain_text(html: str) -> str:
    """Return the words of a fragment as a search index wants them.

    Blocks are set apart by a space; formulas are as typed; what is there to be copied or to
    navigate is left out.

    >>> plain_text('<p>A <a href="x">lin</a>k</p><pre>@misc{}</pre><p>B &amp; C</p>')
    'A link B & C'
    """
    if "<math" in html:
        html = RE_MATH.sub(r"$\1$", html)
    html = RE_HEADERLINK.sub("", RE_SKIPPED.sub(" ", html))
    return " ".join(unescape(RE_TAG.sub(" ", RE_INLINE.sub("", html))).split())


def shorten(text: str, length: int = 200) -> str:
    """Return the beginning of ``text``, cut between words.

    >>> shorten("one two three", 8)
    'one two…'
    """
    text = " ".join(text.split())
    if len(text) <= length:
        return text
    return text[: length + 1].rpartition(" ")[0].rstrip(" ,;:.–-") + "…"
