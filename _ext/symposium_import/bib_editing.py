"""Changing a bibliography: entries are added, fields inserted, all other bytes stay.

What is made is read by our own reader before it is written: it has to say what was meant, and all
other entries what they said before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from symposium.lint.source_texts import Change, SourceText
from symposium.model.dates import MONTHS
from symposium.model.problems import Place
from symposium.pages.citing.bibtex import delimited
from symposium.reading.bibtex_reader import RE_FIELD, RE_HEAD, RawEntry, parse

from symposium_import.works import IntakeError

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


@dataclass(slots=True)
class EntryChange:
    """What changes in an entry; a field without a value goes."""

    kind: str = ""
    """Its new type."""
    fields: dict[str, str | None] = field(default_factory=dict)


@dataclass
class BibFile:
    """A bibliography and what is to be changed in it."""

    path: str
    source: SourceText
    added: list[tuple[str, str, Mapping[str, str]]] = field(default_factory=list)
    """Type, key and fields of new entries."""
    changed: dict[str, EntryChange] = field(default_factory=dict)
    """By cite key."""

    @classmethod
    def of(cls, path: str, data: bytes) -> BibFile:
        """Return a file of this content.

        Raises:
            IntakeError: if it is not in UTF-8.
        """
        source = SourceText.of(data)
        if source is None:
            raise IntakeError(f"{path}: the file is not UTF-8: save it as UTF-8 first")
        return cls(path, source)

    def result(self) -> bytes:
        """Return the content after all changes.

        Raises:
            IntakeError: if what is made would be read as something else than is meant.
        """
        text = self.source.text
        entries, problems = parse(text, self.path)
        known = {entry.key: entry for entry in entries}
        style = BibStyle.of(text)
        changes: list[Change] = []
        for key, change in self.changed.items():
            changes += self._changes(known[key], change, style)
        if self.added:
            changes.append((len(text), len(text), self._appended(text, style)))
        made = self.source.changed(sorted(changes))
        self._check(made, known, len(problems))
        return made

    def _appended(self, text: str, style: BibStyle) -> str:
        before = "" if not text.strip() else "\n" if text.endswith("\n") else "\n\n"
        before = "" if text.endswith("\n\n") else before
        return before + "\n".join(style.entry(*one) for one in self.added)

    def _changes(self, entry: RawEntry, change: EntryChange, style: BibStyle) -> list[Change]:
        """Return the changes of an entry, in order."""
        made: list[Change] = []
        start = self.source.offset(entry.place)
        if start is not None and entry.places:
            end = self.source.text.find("\n", self._offset(entry.places[-1]))
            style = style.of_entry(self.source.text[start : end if end > 0 else None])
        head = RE_HEAD.match(self.source.text, start) if start is not None else None
        if head is None or not entry.fields:
            raise IntakeError(f"{entry.place}: the entry has no field: mend it by hand first")
        if change.kind and change.kind != entry.type:
            written = style.types.get(change.kind, change.kind)
            made.append((head.start(1), head.end(1), written))
        missing = dict(change.fields)
        for (name, _), place in zip(entry.fields, entry.places, strict=True):
            if name in missing:
                value = missing.pop(name)
                made.append(self._replaced(place, style, name, value))
        new = {name: value for name, value in missing.items() if value}
        return made + ([self._inserted(entry, new, style)] if new else [])

    def _replaced(
        self, place: tuple[int, int], style: BibStyle, name: str, value: str | None
    ) -> Change:
        """Return the change of a field that gets another value, or goes with its line."""
        at = self._offset(place)
        found = _plain_field(self.source.text, at)
        if found is None:
            where = Place(self.path, *place)
            raise IntakeError(f"{where}: the value is put together of parts: change it by hand")
        end = _end_of_value(found)
        if value is not None:
            text = self.source.text
            begin = text.index("=", found.end(1)) + 1
            begin += len(text[begin:end]) - len(text[begin:end].lstrip())
            return begin, end, style.value(name, value)
        end = found.end(6) if found[6] else end
        line = self.source.text.rfind("\n", 0, at) + 1
        alone = not self.source.text[line:at].strip() and self.source.text[end : end + 1] == "\n"
        return (line, end + 1, "") if alone else (at, end, "")

    def _inserted(self, entry: RawEntry, new: Mapping[str, str], style: BibStyle) -> Change:
        """Return the change that adds fields, behind the last one or, if need be, before it."""
        text, at = self.source.text, self._offset(entry.places[-1])
        line = text.rfind("\n", 0, at) + 1
        own_line = not text[line:at].strip()
        gap = f"\n{text[line:at]}" if own_line else " "
        rows = [style.field(name, value) for name, value in new.items()]
        found = _plain_field(text, at)
        if found is None:  # its value is put together: new fields stand before it
            return at, at, "".join(f"{row},{gap}" for row in rows)
        end = _end_of_value(found)
        return end, end, "".join(f",{gap}{row}" for row in rows)

    def _offset(self, place: tuple[int, int]) -> int:
        found = self.source.offset(Place(self.path, *place))
        if found is None:
            raise IntakeError(f"{Place(self.path, *place)}: the file cannot be changed here")
        return found

    def _check(self, made: bytes, known: Mapping[str, RawEntry], faults: int) -> None:
        """Read what was made, and compare."""
        source = SourceText.of(made)
        entries, problems = parse(source.text if source else "", self.path)
        there = {entry.key: entry for entry in entries}
        wanted = {key: (one.type, dict(reversed(one.fields))) for key, one in known.items()}
        for key, change in self.changed.items():
            kind, fields = wanted[key]
            left = {name: value for name, value in fields.items() if name not in change.fields}
            new = {name: value for name, value in change.fields.items() if value is not None}
            wanted[key] = (change.kind or kind, left | new)
        wanted |= {key: (kind, dict(fields)) for kind, key, fields in self.added}
        for key, (kind, fields) in wanted.items():
            one = there.get(key)
            read = {name: _same(value) for name, value in reversed(one.fields)} if one else {}
            if one is None or one.type != kind.lower() or read != _normal(fields):
                raise IntakeError(f'{self.path}: "{key}" would not be read back as it is meant')
        if len(there) != len(wanted) or len(problems) > faults:
            raise IntakeError(f"{self.path}: the file would have new faults: nothing is written")


def _plain_field(text: str, at: int) -> re.Match[str] | None:
    """Return the field that begins at an offset, unless its value is put together of parts."""
    found = RE_FIELD.match(text, at)
    joined = found is not None and text[found.end() : found.end() + 1] == "#"
    return None if joined else found


def _end_of_value(found: re.Match[str]) -> int:
    kind = next(number for number in (2, 3, 4, 5) if found[number] is not None)
    return found.end(kind) + (kind in {2, 4})  # the brace or quotation mark


def _normal(fields: Mapping[str, str]) -> dict[str, str]:
    return {name: _same(value) for name, value in fields.items()}


def _same(value: str) -> str:
    """Return a value as it may come back: months by macro, spaces as one."""
    text = " ".join(value.split())
    return text[:3].lower() if text[:3].lower() in MACROS and len(text) < 10 else text
