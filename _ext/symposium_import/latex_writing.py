r"""Text as the value of a field of BibTeX, so that it is read back the same.

Letters stay as they are, in UTF-8. What LaTeX takes for markup is escaped; formulas stay formulas.
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
    r"""Return text in one form: paragraphs with an empty line between, other space single.

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
    made = "".join(pieces)
    if "$" in text and decode(made) != text:  # a formula that is not seen as one, or is none
        made = _escaped(text.replace("\\$", "$"))
    return made


def title_to_latex(text: str) -> str:
    r"""Return a title as LaTeX; words such as GPUs keep their capitals in every style.

    >>> print(title_to_latex("Fast GPUs & the iPhone: A $Q$-Test"))
    Fast {GPUs} \& the {iPhone}: A $Q$-Test
    """
    made = "".join(
        f"${piece}$" if maths else RE_WORD.sub(_protected, _escaped(piece))
        for maths, piece in segments(text)
    )
    return made if decode(made) == text else to_latex(text)


def _protected(found: re.Match[str]) -> str:
    word = found[0].rstrip(".,:;!?")
    core = word.strip("()[]-\"'“”‘’")
    if not core or not RE_CAPITAL_INSIDE.match(core):
        return found[0]
    return found[0].replace(core, f"{{{core}}}", 1)


def _escaped(text: str) -> str:
    # Readers take a line that begins with "@" for the next entry.
    made = RE_ESCAPED.sub(lambda one: ESCAPES.get(one[0]) or "{}".join(one[0]), text)
    return made.replace("\n@", "\n{}@")


def name_to_latex(name: Name) -> str:
    r"""Return a name as BibTeX writes it, the family name first.

    >>> name_to_latex(parse_name("Jan van der Berg")), name_to_latex(Name("ACM, Inc.", "ACM, Inc."))
    ('van der Berg, Jan', '{ACM, Inc.}')
    """
    whole = tidy(name.text)
    if name.given and name.family and not name.corporate:
        family = tidy(f"{name.prefix} {name.family}")
        parts = [tidy(one) for one in (family, name.suffix, name.given) if one]
        made = ", ".join(map(_escaped, parts))
        if _is_read(made, whole):
            return made
    if not name.corporate and _is_read(made := _escaped(whole), whole):
        return made
    return f"{{{_escaped(whole)}}}"


def _is_read(made: str, whole: str) -> bool:
    """Tell whether a list of this one name is read as this name."""
    if RE_AND.search(whole) or RE_OTHERS.fullmatch(whole):
        return False
    people, et_al, faults = read_names(made)
    return [one.name.text for one in people] == [whole] and not et_al and not faults


def names_to_latex(names: Iterable[Name], *, et_al: bool = False) -> str:
    """Return a list of names; one that is called ``others`` stands for all who are not named."""
    named = [one for one in names if tidy(one.text)]
    made = [name_to_latex(one) for one in named if not RE_OTHERS.fullmatch(tidy(one.text))]
    return " and ".join([*made, "others"] if made and (et_al or len(made) < len(named)) else made)


def name_in_parts(family: str, given: str = "", suffix: str = "", prefix: str = "") -> Name:
    """Return a name that a service gives in parts.

    >>> name_in_parts("Berg", "Jan", prefix="van der").text
    'Jan van der Berg'
    """
    parts = [tidy(one) for one in (given, prefix, family, suffix)]
    text = " ".join(filter(None, parts))
    given, prefix, family, suffix = parts
    corporate = bool(family) and not given and " " in family
    return Name(text, family or given, given if family else "", prefix, suffix, corporate)


def printed_name(text: str) -> Name:
    """Return a name that is given as one text."""
    return parse_name(tidy(text).replace("{", "").replace("}", ""), name_text)
