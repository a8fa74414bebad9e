"""Tables with one heading above each column: CSV, and sheets of workbooks."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from symposium_import.schedules.lists.workbooks import read_workbook
from symposium_import.schedules.values import MAX_ROWS, MAX_TEXT, Finding, Path, cleaned

FIELDS = (
    "title", "id", "speakers", "authors", "affiliation", "orcid", "bio", "abstract", "room", "day",
    "start", "end", "time", "duration", "track", "session", "chair", "kind", "doi", "website",
    "slides", "video", "decision",
)  # fmt: skip
"""Fields of a talk; a column that holds one has its name as the heading."""
UNUSED = re.compile(r"mails?\b|contact|\b(?:tele)?phone|isactive")
"""Headings of what no page shows."""


def folded(heading: str) -> str:
    """Return a heading in small letters and single spaces.

    >>> folded(" Title "), folded("Session_Chair")
    ('title', 'session chair')
    """
    return " ".join(re.findall(r"[^\W_]+", heading.casefold()))


def columns(headings: Iterable[str], wanted: Mapping[str, str]) -> dict[str, str]:
    """Return which heading holds each field; ``wanted`` are those that somebody has named."""
    there: dict[str, str] = {}
    for one in headings:
        if one.strip():
            there.setdefault(folded(one), one)
    named = {field: there[folded(name)] for field, name in wanted.items() if folded(name) in there}
    used = {*named.values()}
    usual = {field: there[field] for field in FIELDS if there.get(field, "") not in {"", *used}}
    return {**usual, **named}


def left_over(headings: Iterable[str], found: Mapping[str, str]) -> list[str]:
    """Return the headings that hold no field of ours; those of addresses for mail are expected."""
    used = {*found.values()}
    return [one for one in headings if one.strip() and one not in used and not _is_private(one)]


def _is_private(heading: str) -> bool:
    return bool(UNUSED.search(folded(heading)))


@dataclass(frozen=True, slots=True)
class About:
    """What a list does not say of its event."""

    title: str = ""
    first: date | None = None
    last: date | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    """Headings by the fields that they hold, where somebody has named them."""
    sheet: str = ""
    """The sheet of a workbook, where somebody has named one."""


@dataclass(slots=True)
class Row:
    """What is said of a talk."""

    path: Path
    cells: dict[str, str] = field(default_factory=dict)
    """Texts by the fields of `FIELDS`."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Headings by field, for messages."""

    def get(self, name: str) -> str:
        """Return the text of a field."""
        return self.cells.get(name, "")

    def finding(self, name: str, message: str, hint: str = "", *, decide: bool = False) -> Finding:
        """Return what is wrong with a field."""
        step = self.names.get(name, name)
        return Finding((*self.path, step), message, hint, decide)


@dataclass(slots=True)
class Rows:
    """The rows of a list, or why there are none."""

    rows: list[Row] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    refused: Finding | None = None
    unused: list[str] = field(default_factory=list)
    """Headings of what is not taken over."""


DELIMITERS = ",;\t|"


def delimiter_of(text: str) -> str:
    r"""Return what separates the cells of a table; nothing where it has one column.

    >>> delimiter_of("title;speakers\nA, B;C"), delimiter_of("title\nA")
    (';', '')
    """
    head = next((one for one in text.split("\n") if one.strip()), "")
    outside = "".join(head.split('"')[::2])
    best = max(DELIMITERS, key=outside.count)
    return best if best in outside else ""


def read_table(text: str, about: About) -> Rows:
    """Return the rows of a table in CSV."""
    made = Rows()
    return _read(_lines(cleaned(text), made), about, made)


def read_sheet(data: bytes, about: About) -> Rows:
    """Return the rows of a sheet of a workbook."""
    sheet = read_workbook(data, about.sheet)
    lines = ((line, list(map(cleaned, cells))) for line, cells in sheet.lines)
    made = Rows(findings=sheet.findings, refused=sheet.refused)
    return made if sheet.refused else _read(lines, about, made)


def _read(lines: Iterator[tuple[int, list[str]]], about: About, made: Rows) -> Rows:
    """Add the rows of a table to what has been found."""
    where, heads = next(lines, (1, []))
    lowered = {folded(one) for one in heads}
    for wanted, name in about.columns.items():
        if folded(name) not in lowered:
            there = ", ".join(f'"{one}"' for one in heads[:30] if one.strip())
            message = f'--map: there is no column "{name}"'
            made.refused = made.refused or Finding(
                (where,), message, f"there are {there}; if none holds it: --map {wanted}="
            )
    found = columns(heads, about.columns)
    if made.refused is None:
        made.refused = _without_title(where, heads, found)
    if made.refused:
        return made
    made.unused = left_over(heads, found)
    for line, cells in lines:
        if len(made.rows) == MAX_ROWS:
            made.findings.append(
                Finding((line,), f"there are more than {MAX_ROWS:,} rows", "the rest is left out")
            )
            break
        if any(cells):
            made.rows.append(_row(line, heads, cells, found, made))
    return made


def _without_title(line: int, heads: list[str], found: dict[str, str]) -> Finding | None:
    if "title" in found:
        return None
    there = ", ".join(f'"{one[:40]}"' for one in heads[:30] if one.strip()) or "none"
    hint = f'name it: --map title="…"; the first line has: {there}'
    return Finding((line,), "no column holds the titles of talks", hint)


def _lines(text: str, made: Rows) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows with the lines in which they begin."""
    reader = csv.reader(text.splitlines(keepends=True), delimiter=delimiter_of(text) or ",")
    line = 1
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            made.findings.append(
                Finding((line,), f"the table cannot be read on: {error}", "what is above is taken",
                        decide=True)
            )  # fmt: skip
            return
        if cells is None:
            return
        if any(one.strip() for one in cells):
            yield line, [one.strip() for one in cells]
        line = reader.line_num + 1


def _row(line: int, heads: list[str], cells: list[str], found: dict[str, str], made: Rows) -> Row:
    row = Row((line,), names=found)
    if len(cells) > len(heads) and any(cells[len(heads) :]):
        message = f"the row has {len(cells):,} cells, and there are {len(heads):,} columns"
        hint = "what is beyond is left out: put cells that hold commas into quotes"
        made.findings.append(Finding((line,), message, hint, decide=True))
    places = {one: number for number, one in reversed([*enumerate(heads)])}
    for name, heading in found.items():
        number = places[heading]
        text = cells[number] if number < len(cells) else ""
        if len(text) > MAX_TEXT:
            made.findings.append(
                row.finding(name, f"the text is longer than {MAX_TEXT:,} characters",
                            "its end is left out")
            )  # fmt: skip
        row.cells[name] = text[:MAX_TEXT]
    return row
