r"""MathML as TeX, as far as titles and abstracts need it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from symposium.reading.foreign_texts.trees import TextNode
from symposium.reading.latex_tables import GREEK, MATHS

COMMANDS = {sign: f"\\{name} " for name, sign in reversed([*MATHS.items(), *GREEK.items()])}
"""The shortest usual command of each sign."""
OVER = {"¯": "bar", "‾": "bar", "^": "hat", "ˆ": "hat", "~": "tilde", "˜": "tilde", "→": "vec",
        "˙": "dot", "¨": "ddot"}  # fmt: skip
SKIPPED = frozenset({"annotation", "annotation-xml", "mphantom", "none", "mprescripts"})


def tex_of(node: TextNode) -> str:
    r"""Return an element of MathML as TeX; TeX that its author left beside it is better.

    >>> two = TextNode("msup", {}, [TextNode("mi", {}, ["α"]), TextNode("mn", {}, ["2"])])
    >>> tex_of(TextNode("math", {}, [two]))
    '\\alpha ^{2}'
    """
    if node.attributes.get("alttext"):
        return node.attributes["alttext"].strip("$ ")
    if found := _annotation(node):
        return found
    return _tex(node).strip()


def _annotation(node: TextNode) -> str:
    for one in node.children:
        if isinstance(one, TextNode):
            if one.tag == "annotation" and "tex" in one.attributes.get("encoding", "").lower():
                return one.text.strip("$ \n")
            if found := _annotation(one):
                return found
    return ""


def _tex(node: TextNode | str) -> str:
    if isinstance(node, str):
        return _signs(node.strip())
    if node.tag in SKIPPED:
        return ""
    if node.tag == "mtext":
        text = node.text.replace("{", "").replace("}", "").replace("\\", "")
        return f"\\text{{{text}}}" if text.strip() else " "
    if node.tag == "mi" and len(node.text.strip()) > 1:
        name = node.text.strip()
        return f"\\mathrm{{{name}}}" if name.isalpha() else _signs(name)
    parts = [_tex(one) for one in node.children if not isinstance(one, str) or one.strip()]
    made = SCRIPTS.get(node.tag)
    if made and len(parts) == made[0]:
        return made[1](parts)
    return f"\\sqrt{{{''.join(parts)}}}" if node.tag == "msqrt" else "".join(parts)


def _signs(text: str) -> str:
    return "".join(COMMANDS.get(char, f"\\{char}" if char in "{}%#&_" else char) for char in text)


def _over(parts: list[str]) -> str:
    accent = OVER.get(parts[1].strip()) or ("vec" if parts[1].strip() == r"\rightarrow" else "")
    accent = accent or ("tilde" if parts[1].strip() == r"\sim" else "")
    return f"\\{accent}{{{parts[0]}}}" if accent else f"\\overset{{{parts[1]}}}{{{parts[0]}}}"


SCRIPTS: Mapping[str, tuple[int, Callable[[list[str]], str]]] = {
    "msup": (2, lambda p: f"{p[0]}^{{{p[1]}}}"),
    "msub": (2, lambda p: f"{p[0]}_{{{p[1]}}}"),
    "msubsup": (3, lambda p: f"{p[0]}_{{{p[1]}}}^{{{p[2]}}}"),
    "munder": (2, lambda p: f"{p[0]}_{{{p[1]}}}"),
    "munderover": (3, lambda p: f"{p[0]}_{{{p[1]}}}^{{{p[2]}}}"),
    "mover": (2, _over),
    "mfrac": (2, lambda p: f"\\frac{{{p[0]}}}{{{p[1]}}}"),
    "mroot": (2, lambda p: f"\\sqrt[{p[1]}]{{{p[0]}}}"),
}
"""Elements with a fixed number of parts, and the TeX of these."""
