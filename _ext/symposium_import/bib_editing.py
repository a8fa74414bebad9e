"""Changes to a bibliography: entries are added, fields inserted, all other bytes stay.

New entries and fields have one form, whatever the style of the file. The result is parsed before
it is written: the new values must come back as intended, and all other entries unchanged.
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
    """A bibliography and the changes to make in it."""

    path: str
    source: SourceText
    entries: dict[str, RawEntry]
    """Entries of the file, by cite key."""
    faults: int
    """Number of problems in the file as it was."""
    added: list[str] = field(default_factory=list)
    changes: list[tuple[int, int, str]] = field(default_factory=list)
    """Start and end of each replaced part, and its new text."""
    expected: dict[str, tuple[str, dict[str, str]]] = field(default_factory=dict)
    """Types and fields that the changed file must give, by cite key."""

    @classmethod
    def of(cls, path: str, data: bytes) -> BibFile:
        """Return the bibliography with this content.

        Raises:
            IntakeError: if it is not UTF-8.
        """
        source = SourceText.of(data)
        if source is None:
            raise IntakeError(f"{path}: the file is not UTF-8: save it as UTF-8 first")
        raw, problems = parse(source.text, path)
        expected = {entry.key: (entry.type, dict(reversed(entry.fields))) for entry in raw}
        entries = {entry.key: entry for entry in raw}
        return cls(path, source, entries, len(problems), expected=expected)

    def add(self, kind: str, key: str, fields: Mapping[str, str]) -> None:
        """Add an entry at the end."""
        self.added.append(f"{entry_text(kind, key, fields)}\n")
        self.expected[key] = (kind.lower(), dict(fields))

    def extend(self, key: str, fields: Mapping[str, str]) -> None:
        """Insert fields after the key of an entry.

        Raises:
            IntakeError: if the entry has no field.
        """
        head = RE_HEAD.match(self.source.text, self._offset(self.entries[key].place))
        match = RE_KEY.match(self.source.text, head.end()) if head else None
        if match is None:
            raise IntakeError(f"{self.entries[key].place}: the entry has no field: add one first")
        self.changes.append((match.end(), match.end(), _rows(fields)))
        self.expected[key][1].update(fields)

    def replace(self, key: str, kind: str, fields: Mapping[str, str]) -> None:
        """Write an entry anew; raises as `set` does."""
        entry = self.entries[key]
        last = self._field(entry, len(entry.fields) - 1)
        if not last[6]:
            raise IntakeError(f"{entry.place}: the end of the entry is not seen: change it by hand")
        start = self._offset(entry.place)
        self.changes.append((start, last.end(), entry_text(kind, key, fields)))
        self.expected[key] = (kind.lower(), dict(fields))

    def set(self, key: str, number: int, value: str) -> None:
        """Give a field another value.

        Raises:
            IntakeError: if its value is a concatenation (``#``).
        """
        entry = self.entries[key]
        match = self._field(entry, number)
        group = next(index for index in (2, 3, 4, 5) if match[index] is not None)
        wide = group in {2, 4}  # with its braces or quotation marks
        self.changes.append((match.start(group) - wide, match.end(group) + wide, delimited(value)))
        self.expected[key][1][entry.fields[number][0]] = value

    def result(self) -> bytes:
        """Return the content with all changes.

        Raises:
            IntakeError: if it would be read back differently from what is intended.
        """
        text = self.source.text
        if self.added:
            # An empty line precedes each new entry.
            missing = 2 - len(text) + len(text.rstrip("\n")) if text.strip() else 0
            gap = "\n" * max(0, missing)
            self.changes.append((len(text), len(text), gap + "\n".join(self.added)))
            self.added = []
        data = self.source.changed(sorted(self.changes))
        source = SourceText.of(data)
        entries, problems = parse(source.text if source else "", self.path)
        read = {entry.key: (entry.type, _normal(dict(reversed(entry.fields)))) for entry in entries}
        for key, (kind, fields) in self.expected.items():
            if read.get(key) != (kind, _normal(fields)):
                raise IntakeError(f'{self.path}: "{key}" would not be read back as it is meant')
        if len(read) != len(self.expected) or len(problems) > self.faults:
            raise IntakeError(f"{self.path}: the file would have new faults: nothing is written")
        return data

    def _offset(self, place: Place) -> int:
        # If a place does not exist, `result` refuses the outcome.
        return self.source.offset(place) or 0

    def _field(self, entry: RawEntry, number: int) -> re.Match[str]:
        place = Place(self.path, *(entry.places[number] if entry.places else (0, 0)))
        match = RE_FIELD.match(self.source.text, self._offset(place))
        if match is None or self.source.text[match.end() : match.end() + 1] == "#":
            raise IntakeError(f"{place}: the value is put together of parts: change it by hand")
        return match


def _normal(fields: Mapping[str, str]) -> dict[str, str]:
    """Return values in the form to compare: months as macros, single spaces."""
    texts = {name: " ".join(value.split()) for name, value in fields.items()}
    if texts.get("month", "")[:3].lower() in MACROS and len(texts["month"]) < 10:
        texts["month"] = texts["month"][:3].lower()
    return texts
