r"""Formulas in titles, for places that know no maths: CSL's markup, or characters alone.

What can be read is made of MathML, so ``$\alpha^2$`` is α with a raised 2; all else stays as it
was typed, without its dollar signs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from symposium.pages.maths import NAMESPACE, RE_FORMULA, convert

if TYPE_CHECKING:
    from xml.etree import ElementTree as ET

RAISED = dict(zip("0123456789+−-=()niT∗", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱᵀ*", strict=True))
LOWERED = dict(zip("0123456789+−-=()aeijknx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑᵢⱼₖₙₓ", strict=True))

Shift = Callable[[str, bool], str]
"""Returns what a raised (or else lowered) text comes to."""


def marked_up(text: str) -> str:
    r"""Return text with its formulas in the markup of CSL.

    >>> marked_up(r"in $O(n^2)$ for \$5"), marked_up(r"$\ell_p$ and $\foo{x}$")
    ('in O(n<sup>2</sup>) for $5', 'ℓ<sub>p</sub> and \\foo{x}')
    """
    return _without_formulas(text, _tagged)


def in_characters(text: str) -> str:
    r"""Return text with its formulas in characters.

    >>> in_characters(r"in $O(n^2)$ for \$5"), in_characters("$x^{ab}_i$")
    ('in O(n²) for $5', 'xᵢ^(ab)')
    """
    return _without_formulas(text, _shifted)


def _without_formulas(text: str, shift: Shift) -> str:
    if "$" not in text:
        return text
    return RE_FORMULA.sub(lambda found: _formula(found["display"] or found["inline"], shift), text)


def _formula(tex: str | None, shift: Shift) -> str:
    if tex is None:
        return "$"
    made = convert(tex)
    if made is None:
        return tex
    from xml.etree import ElementTree as ET  # noqa: PLC0415 - few works have formulas

    return " ".join(_text(ET.fromstring(made), shift).split())  # noqa: S314 - made by us


def _text(node: ET.Element, shift: Shift) -> str:
    name = node.tag.removeprefix(NAMESPACE)
    parts = [_text(child, shift) for child in node]
    if name in {"msup", "msub", "msubsup"} and len(parts) > 1:
        raised = [name == "msup"] if len(parts) == 2 else [False, True]
        return parts[0] + "".join(map(shift, parts[1:], raised))
    if name == "mfrac" and len(parts) == 2:
        return "/".join(part if len(part) == 1 else f"({part})" for part in parts)
    if name == "msqrt":
        return f"√({''.join(parts)})"
    return (node.text or "") + "".join(parts)


def _tagged(text: str, raised: bool) -> str:
    tag = "sup" if raised else "sub"
    return f"<{tag}>{text}</{tag}>"


def _shifted(text: str, raised: bool) -> str:
    table = RAISED if raised else LOWERED
    if all(char in table for char in text):
        return "".join(table[char] for char in text)
    sign = "^" if raised else "_"
    return sign + (text if len(text) == 1 else f"({text})")
