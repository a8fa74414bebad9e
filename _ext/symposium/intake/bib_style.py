"""How a bibliography is typed, so that what is added looks like the rest."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from symposium.model.dates import MONTHS
from symposium.pages.citing.bibtex import delimited

RE_FIELD_LINE = re.compile(r"^([ \t]*)([A-Za-z][\w+:-]*)([ \t]*)=([ \t]*)([{\"\w])", re.MULTILINE)
RE_TYPE = re.compile(r"^[ \t]*@([A-Za-z]+)\{", re.MULTILINE)
RE_LAST_COMMA = re.compile(r"[}\"\w](,?)[ \t]*\n[ \t]*\}[ \t]*$", re.MULTILINE)
LOOKED_AT = 200_000
"""Characters at the end of a file that show how it is typed."""
MACROS = frozenset(month[:3] for month in MONTHS)


@dataclass(frozen=True, slots=True)
class BibStyle:
    """The way of a file, or of one entry."""

    indent: str = "  "
    width: int = 0
    """What names are filled up to; -1 for the length of the longest in an entry."""
    before: str = " "
    after: str = " "
    quotes: bool = False
    bare: bool = False
    """Whether numbers stand without braces."""
    comma: bool = True
    """Whether the last field has one."""
    types: Mapping[str, str] = field(default_factory=dict)
    """Types of entries, as they are written there."""
    upper: str = ""
    """How other types are written: ``upper``, ``title``, else in small letters."""

    @classmethod
    def of(cls, text: str) -> BibStyle:
        """Return the way of a file; that of ours where it has none."""
        text = text[-LOOKED_AT:]
        rows = list(RE_FIELD_LINE.finditer(text))
        if not rows:
            return cls()
        aligned = _are_aligned(rows)
        values = Counter(found[5] for found in rows)
        years = Counter(found[5].isdigit() for found in rows if found[2].lower() == "year")
        commas = Counter(RE_LAST_COMMA.findall(text))
        types = Counter(RE_TYPE.findall(text))
        shapes = Counter(_shape(one) for one in types.elements() if one.lower() not in OTHER)
        return cls(
            _usual(found[1] for found in rows), -1 if aligned else 0,
            " " if aligned else _usual(found[3] for found in rows),
            _usual(found[4] for found in rows), values['"'] > values["{"],
            years[True] > years[False], commas[","] >= commas[""],
            {one.lower(): one for one, _ in reversed(types.most_common())},
            _usual(sorted(shapes.elements())) if shapes else "",
        )  # fmt: skip

    def of_entry(self, text: str) -> BibStyle:
        """Return the way of an entry, whose text this is, in a file of this way."""
        rows = list(RE_FIELD_LINE.finditer(text))
        if len(rows) < 2:
            return replace(self, width=0)
        width = len(rows[-1][2] + rows[-1][3]) - len(self.before)
        if _are_aligned(rows):
            return replace(self, width=width, before=" " if rows[-1][3] else "")
        return replace(self, width=0, before=_usual(found[3] for found in rows))

    def field(self, name: str, value: str, width: int = 0) -> str:
        """Return a field, without the white space before it and the comma behind it."""
        filled = name.ljust(max(width, self.width))
        return f"{filled}{self.before}={self.after}{self.value(name, value)}"

    def value(self, name: str, value: str) -> str:
        """Return a value between its signs; months are macros, which all readers know."""
        if name == "month" and value.strip(" .").lower()[:3] in MACROS:
            return value.strip(" .").lower()[:3]
        if self.bare and value.isascii() and value.isdigit():
            return value
        made = delimited(value)
        plain = made.startswith("{") and not set('"{}\\') & set(value)
        return f'"{value}"' if self.quotes and plain else made

    def entry(self, kind: str, key: str, fields: Mapping[str, str]) -> str:
        """Return an entry with a line end."""
        shapes = {"upper": kind.upper(), "title": kind.title()}
        written = self.types.get(kind) or shapes.get(self.upper, kind)
        width = max(map(len, fields), default=0) if self.width < 0 else 0
        rows = [self.field(name, value, width) for name, value in fields.items()]
        lines = [f"{self.indent}{row}" for row in rows]
        comma = "," if self.comma and lines else ""
        return "@" + ",\n".join([f"{written}{{{key}", *lines]) + f"{comma}\n}}\n"


OTHER = frozenset({"string", "comment", "preamble"})


def _shape(kind: str) -> str:
    if kind.isupper():
        return "upper"
    return "title" if kind[:1].isupper() else ""


def _usual(texts: Iterable[str]) -> str:
    return Counter(texts).most_common(1)[0][0]


def _are_aligned(rows: Sequence[re.Match[str]]) -> bool:
    """Tell whether the signs ``=`` of neighbouring fields stand below each other."""
    pairs = [
        len(one[2] + one[3]) == len(other[2] + other[3])
        for one, other in pairwise(rows)
        if len(one[2]) != len(other[2]) and "@" not in one.string[one.end() : other.start()]
    ]
    return sum(pairs) * 2 > len(pairs)
