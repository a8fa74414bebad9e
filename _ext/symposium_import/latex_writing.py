r"""Text as the value of a field of BibTeX, in a form that is read back unchanged.

Letters stay as they are, in UTF-8. Characters with a meaning in LaTeX are escaped; formulas stay.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from symposium.model.names import Name, parse_name
from symposium.reading.contributors import RE_OTHERS, name_text, read_names
from symposium.reading.latex import decode, segments

ESCAPES = {
    "\\": r"\textbackslash{}", "{": r"\textbraceleft{}", "}": r"\textbraceright{}", "$": r"\$",
    "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_", "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}", "`": r"\textasciigrave{}",
}  # fmt: skip
RE_ESCAPED = re.compile(r"[\\{}$&%#_~^`]|--+|''+")
RE_PARAGRAPH = re.compile(r"[ \t\u00a0]*\n\s*\n\s*")
RE_WORD = re.compile(r"[^\s{}\\$]+")
RE_CAPITAL_INSIDE = re.compile(r"[^\W\d_].*[^\W\da-zß-öø-ÿ_]|\d+[A-Z]")
RE_AND = re.compile(r"\band\b", re.IGNORECASE)
RE_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


def tidy(text: str) -> str:
    r"""Return text with single spaces, and an empty line between paragraphs.

    >>> tidy("a\u0301  b\n c\n \n\n d ")
    'á b c\n\nd'
    """
    text = unicodedata.normalize("NFC", RE_CONTROL.sub(" ", text))
    parts = RE_PARAGRAPH.split(text.replace("\u00a0", " "))
    return "\n\n".join(filter(None, (" ".join(part.split()) for part in parts)))


def to_latex(text: str) -> str:
    r"""Return decoded text (formulas between dollar signs, ``\$`` for a sign) as LaTeX.

    >>> print(to_latex(r"50% of $O(n)$ for \$5 & C# -- a_b"))
    50\% of $O(n)$ for \$5 \& C\# -{}- a\_b
    """
    pieces = [f"${piece}$" if maths else _escaped(piece) for maths, piece in segments(text)]
    latex = "".join(pieces)
    if "$" in text and decode(latex) != text:  # a formula that is not recognised
        latex = _escaped(text.replace("\\$", "$"))
    return latex


def title_to_latex(text: str) -> str:
    r"""Return a title as LaTeX; words such as GPUs keep their capitals in every style.

    >>> print(title_to_latex("Fast GPUs & the iPhone: A $Q$-Test"))
    Fast {GPUs} \& the {iPhone}: A $Q$-Test
    """
    latex = "".join(
        f"${piece}$" if maths else RE_WORD.sub(_protected, _escaped(piece))
        for maths, piece in segments(text)
    )
    return latex if decode(latex) == text else to_latex(text)


def _protected(match: re.Match[str]) -> str:
    word = match[0].rstrip(".,:;!?")
    core = word.strip("()[]-\"'“”‘’")
    if not core or not RE_CAPITAL_INSIDE.match(core):
        return match[0]
    return match[0].replace(core, f"{{{core}}}", 1)


def _escaped(text: str) -> str:
    # Readers take a line that begins with "@" as the next entry.
    escaped = RE_ESCAPED.sub(lambda match: ESCAPES.get(match[0]) or "{}".join(match[0]), text)
    return escaped.replace("\n@", "\n{}@")


def name_to_latex(name: Name) -> str:
    r"""Return a name as BibTeX writes it, the family name first.

    >>> name_to_latex(parse_name("Jan van der Berg")), name_to_latex(Name("ACM, Inc.", "ACM, Inc."))
    ('van der Berg, Jan', '{ACM, Inc.}')
    """
    name_text = tidy(name.text)
    if name.given and name.family and not name.corporate:
        family = tidy(f"{name.prefix} {name.family}")
        parts = [tidy(part) for part in (family, name.suffix, name.given) if part]
        latex = ", ".join(map(_escaped, parts))
        if _is_read_back(latex, name_text):
            return latex
    if not name.corporate and _is_read_back(latex := _escaped(name_text), name_text):
        return latex
    return f"{{{_escaped(name_text)}}}"


def _is_read_back(latex: str, name_text: str) -> bool:
    """Tell whether LaTeX, read as a list of names, gives exactly this name."""
    if RE_AND.search(name_text) or RE_OTHERS.fullmatch(name_text):
        return False
    people, et_al, faults = read_names(latex)
    return [person.name.text for person in people] == [name_text] and not et_al and not faults


def names_to_latex(names: Iterable[Name], *, et_al: bool = False) -> str:
    """Return a list of names; a name ``others``, like ``et_al``, marks the list as incomplete."""
    filled = [name for name in names if tidy(name.text)]
    latex = [name_to_latex(name) for name in filled if not RE_OTHERS.fullmatch(tidy(name.text))]
    if latex and (et_al or len(latex) < len(filled)):
        latex.append("others")
    return " and ".join(latex)


def name_in_parts(family: str, given: str = "", suffix: str = "", prefix: str = "") -> Name:
    """Return the name that consists of these parts.

    >>> name_in_parts("Berg", "Jan", prefix="van der").text
    'Jan van der Berg'
    """
    parts = [tidy(part) for part in (given, prefix, family, suffix)]
    text = " ".join(filter(None, parts))
    given, prefix, family, suffix = parts
    corporate = bool(family) and not given and " " in family
    return Name(text, family or given, given if family else "", prefix, suffix, corporate)


def printed_name(text: str) -> Name:
    """Return the name that a text holds."""
    return parse_name(tidy(text).replace("{", "").replace("}", ""), name_text)
