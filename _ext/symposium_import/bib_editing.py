"""Changing a bibliography: entries are added, fields inserted, all other bytes stay.

New entries and fields have one form, whatever that of the file is. What is made is read by our own
reader before it is written: it has to say what was meant, and all other entries what they said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from symposium.lint.source_texts import SourceText
from symposium.model.dates import MONTHS
from symposium.model.problems import Place
from symposium.pages.citing.bibtex import delimited
from symposium.reading.bibtex_reader import RE_FIELD, RE_HEAD, RE_KEY, RawEntry, parse

from symposium_import.works import IntakeError

MACROS = frozenset(month[:3] for month in MONTHS)


def entry_text(kind: str, key: str, fields: Mapping[str, str]) -> str:
    """Return an entry: two spaces before each field, values in braces, months as macros.

    >>> print(entry_text("misc", "doe2020", {"title": "Tides", "month": "March"}))
    @misc{doe2020,
      title = {Tides},
      month = mar,
    }
    """
    return f"@{kind}{{{key},{_rows(fields)}\n}}"


def _rows(fields: Mapping[str, str]) -> str:
    return "".join(f"\n  {name} = {_value(name, text)}," for name, text in fields.items())


def _value(name: str, text: str) -> str:
    month = text.strip(" .").lower()[:3]
    return month if name == "month" and month in MACROS else delimited(text)


@dataclass
class BibFile:
    """A bibliography and what is to be changed in it."""

    path: str
    source: SourceText
    entries: dict[str, RawEntry]
    """Those of the file, by cite key."""
    faults: int
    """How many problems its reader has found."""
    added: list[str] = field(default_factory=list)
    changes: list[tuple[int, int, str]] = field(default_factory=list)
    """Begin and end of what is replaced, and the text in its place."""
    wanted: dict[str, tuple[str, dict[str, str]]] = field(default_factory=dict)
    """What is to be read in the end: types and fields by cite key."""

    @classmethod
    def of(cls, path: str, data: bytes) -> BibFile:
        """Return a file of this content.

        Raises:
            IntakeError: if it is not in UTF-8.
        """
        source = SourceText.of(data)
        if source is None:
            raise IntakeError(f"{path}: the file is not UTF-8: save it as UTF-8 first")
        raw, problems = parse(source.text, path)
        wanted = {one.key: (one.type, dict(reversed(one.fields))) for one in raw}
        entries = {one.key: one for one in raw}
        return cls(path, source, entries, len(problems), wanted=wanted)

    def add(self, kind: str, key: str, fields: Mapping[str, str]) -> None:
        """Add an entry at the end."""
        self.added.append(f"{entry_text(kind, key, fields)}\n")
        self.wanted[key] = (kind.lower(), dict(fields))

    def extend(self, key: str, fields: Mapping[str, str]) -> None:
        """Insert fields that an entry lacks, behind its key.

        Raises:
            IntakeError: if the entry has no field.
        """
        head = RE_HEAD.match(self.source.text, self._offset(self.entries[key].place))
        found = RE_KEY.match(self.source.text, head.end()) if head else None
        if found is None:
            raise IntakeError(f"{self.entries[key].place}: the entry has no field: add one first")
        self.changes.append((found.end(), found.end(), _rows(fields)))
        self.wanted[key][1].update(fields)

    def replace(self, key: str, kind: str, fields: Mapping[str, str]) -> None:
        """Write an entry anew; raises as `set` does."""
        entry = self.entries[key]
        last = self._field(entry, len(entry.fields) - 1)
        if not last[6]:
            raise IntakeError(f"{entry.place}: the end of the entry is not seen: change it by hand")
        start = self._offset(entry.place)
        self.changes.append((start, last.end(), entry_text(kind, key, fields)))
        self.wanted[key] = (kind.lower(), dict(fields))

    def set(self, key: str, number: int, value: str) -> None:
        """Give a field another value.

        Raises:
            IntakeError: if its value is put together of parts.
        """
        entry = self.entries[key]
        found = self._field(entry, number)
        kind = next(one for one in (2, 3, 4, 5) if found[one] is not None)
        wide = kind in {2, 4}  # with its braces or quotation marks
        self.changes.append((found.start(kind) - wide, found.end(kind) + wide, delimited(value)))
        self.wanted[key][1][entry.fields[number][0]] = value

    def result(self) -> bytes:
        """Return the content after all changes.

        Raises:
            IntakeError: if what is made would be read as something else than is meant.
        """
        text = self.source.text
        if self.added:
            # An empty line stands before each new entry.
            missing = 2 - len(text) + len(text.rstrip("\n")) if text.strip() else 0
            gap = "\n" * max(0, missing)
            self.changes.append((len(text), len(text), gap + "\n".join(self.added)))
            self.added = []
        made = self.source.changed(sorted(self.changes))
        source = SourceText.of(made)
        entries, problems = parse(source.text if source else "", self.path)
        read = {one.key: (one.type, _same(dict(reversed(one.fields)))) for one in entries}
        for key, (kind, fields) in self.wanted.items():
            if read.get(key) != (kind, _same(fields)):
                raise IntakeError(f'{self.path}: "{key}" would not be read back as it is meant')
        if len(read) != len(self.wanted) or len(problems) > self.faults:
            raise IntakeError(f"{self.path}: the file would have new faults: nothing is written")
        return made

    def _offset(self, place: Place) -> int:
        # Should a place not be there, `result` refuses what comes of it.
        return self.source.offset(place) or 0

    def _field(self, entry: RawEntry, number: int) -> re.Match[str]:
        place = Place(self.path, *(entry.places[number] if entry.places else (0, 0)))
        found = RE_FIELD.match(self.source.text, self._offset(place))
        if found is None or self.source.text[found.end() : found.end() + 1] == "#":
            raise IntakeError(f"{place}: the value is put together of parts: change it by hand")
        return found


def _same(fields: Mapping[str, str]) -> dict[str, str]:
    """Return values as they may come back: months by macro, spaces as one."""
    texts = {name: " ".join(value.split()) for name, value in fields.items()}
    if texts.get("month", "")[:3].lower() in MACROS and len(texts["month"]) < 10:
        texts["month"] = texts["month"][:3].lower()
    return texts
