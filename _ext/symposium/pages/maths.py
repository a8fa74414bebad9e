r"""Text with ``$…$`` becomes HTML with MathML: no script, nothing to load.

A dollar opens a formula if no white space follows it, and closes one if no white space stands
before it and no digit after it: "costs $5 and $10" has none. ``\$`` is a dollar.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from symposium.kinds.paper import Paper
from symposium.locale import current
from symposium.model.language_names import tag_by_script

if TYPE_CHECKING:
    from xml.etree import ElementTree as ET

MAX_LENGTH = 2000
"""Longer formulas are shown as typed."""

RE_FORMULA = re.compile(
    r"\\\$|\$\$(?P<display>[^$]+)\$\$|\$(?=\S)(?P<inline>(?:\\.|[^\\$])+?)(?<!\s)\$(?!\d)",
    re.DOTALL,
)
RE_REFUSED = re.compile(
    r"\\(?:href|url|style|class|cssId|html\w*|unicode|require|def|[gex]def|let|futurelet"
    r"|(?:re|provide)?newcommand|renewcommand|providecommand|newenvironment|input|include\w*)"
    r"(?![A-Za-z])"
)
"""Commands that link, style or define, of any library: never converted."""

RE_UNKNOWN = re.compile(r"\\[A-Za-z]+")
"""A command that the converter does not know, and leaves in its output."""

NAMESPACE = "{http://www.w3.org/1998/Math/MathML}"
ELEMENTS = frozenset({
    "math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "ms", "mfrac", "msqrt", "mroot",
    "mstyle", "mpadded", "mphantom", "menclose", "msub", "msup", "msubsup", "munder", "mover",
    "munderover", "mmultiscripts", "mprescripts", "none", "mtable", "mtr", "mtd",
})  # fmt: skip
ATTRIBUTES = frozenset({
    "display", "displaystyle", "scriptlevel", "mathvariant", "stretchy", "fence", "separator",
    "lspace", "rspace", "form", "movablelimits", "accent", "accentunder", "linethickness",
    "largeop", "symmetric", "minsize", "maxsize", "width", "height", "depth", "notation",
    "columnalign", "rowspacing", "columnspacing", "columnlines", "rowlines",
})  # fmt: skip
RE_VALUE = re.compile(r"[\w .%+#-]*")
"""Allowed values of attributes: words and lengths, no addresses and no declarations."""


def maths(text: str) -> Markup:
    r"""Return ``text`` as escaped HTML with its formulas as MathML.

    >>> maths("costs $5 and $10 <b>")
    Markup('costs $5 and $10 &lt;b&gt;')
    >>> "<msup>" in maths("in $O(n^2)$ steps")
    True
    """
    if "$" not in text:
        return escape(text)
    parts: list[Markup] = []
    end = 0
    for match in RE_FORMULA.finditer(text):
        parts += (escape(text[end : match.start()]), _formula(match))
        end = match.end()
    return Markup("").join((*parts, escape(text[end:])))


def as_typed(text: str) -> str:
    r"""Return ``text`` for a place without HTML: formulas stay, ``\$`` becomes a dollar.

    >>> as_typed(r"\$5 for $x^2$")
    '$5 for $x^2$'
    """
    return text.replace("\\$", "$") if "$" in text else text


def unconverted(text: str) -> tuple[str, ...]:
    r"""Return the formulas of ``text`` that are shown as typed.

    >>> unconverted(r"$x^2$ and $\href{javascript:x}{y}$")
    ('\\href{javascript:x}{y}',)
    """
    if "$" not in text:
        return ()
    formulas = (match["display"] or match["inline"] for match in RE_FORMULA.finditer(text))
    return tuple(tex for tex in formulas if tex and convert(tex) is None)


def _formula(match: re.Match[str]) -> Markup:
    tex = match["display"] or match["inline"]
    if tex is None:
        return Markup("$")
    mathml = convert(tex, match["display"] is not None)
    return escape(match[0]) if mathml is None else Markup(mathml)  # noqa: S704 - made of lists


@lru_cache(maxsize=1 << 14)
def convert(tex: str, display: bool = False) -> str | None:
    """Return MathML for a formula, or ``None`` if it cannot or must not be converted."""
    if len(tex) > MAX_LENGTH or RE_REFUSED.search(tex):
        return None
    # Few works have formulas: imported here, the converter costs other builds nothing (11 ms).
    from xml.etree import ElementTree as ET  # noqa: PLC0415 - as the converter

    try:
        from latex2mathml.converter import convert as to_mathml  # noqa: PLC0415

        root = ET.fromstring(to_mathml(tex))  # noqa: S314 - our own converter's output, no DTD
        body = "".join(_safe(child) for child in root)
    except Exception:  # noqa: BLE001 - a converter of strangers' text fails in many ways
        return None
    if RE_UNKNOWN.search("".join(root.itertext())):
        return None
    style = "block" if display else "inline"
    return (
        f'<math xmlns="{NAMESPACE[1:-1]}" display="{style}" alttext="{escape(tex)}">{body}</math>'
    )


def _safe(node: ET.Element) -> str:
    """Serialise an element with the attributes on the list.

    Raises:
        ValueError: if an element is not on the list.
    """
    tag = node.tag.removeprefix(NAMESPACE)
    if tag not in ELEMENTS:
        raise ValueError(tag)
    inner = str(escape(node.text or "")) + "".join(_safe(child) for child in node)
    attributes = "".join(
        f' {name}="{value}"'
        for name, value in node.attrib.items()
        if name in ATTRIBUTES and RE_VALUE.fullmatch(value)
    )
    return f"<{tag}{attributes}>{inner}</{tag}>"


def language_of(paper: Paper, text: str | None = None) -> str | None:
    """Return the language of a work's title, or of another text of it, as a tag if it is known.

    The language that the entry names comes first, then the one that the script implies.
    """
    text = paper.title if text is None else text
    return paper.language or (None if text.isascii() else tag_by_script(text, current().tag))
