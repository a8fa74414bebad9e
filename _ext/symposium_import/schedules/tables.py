"""Tables with one heading above each column: CSV, and sheets of workbooks."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any

from symposium.model import optional_packages

from symposium_import.schedules.values import MAX_ROWS, MAX_TEXT, Finding, Path, cleaned

ARCHIVE = b"PK\x03\x04"
OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The beginning of the archives of XLS, and of workbooks with a password."""
MOST_BYTES = 200_000_000
"""How many bytes the files in a workbook may have."""
MOST_LINES, MOST_COLUMNS = 2 * MAX_ROWS, 200
"""Lines of a sheet that are looked at, empty ones among them, and cells of a line."""
CSV_HINT = "save the sheet as XLSX or CSV"


@dataclass(slots=True)
class Sheet:
    """A sheet of a workbook, or why there is none."""

    lines: list[tuple[int, list[str]]] = field(default_factory=list)
    """Lines with a text in them, each with its number."""
    findings: list[Finding] = field(default_factory=list)
    refused: Finding | None = None


def is_workbook(data: bytes) -> bool:
    """Tell whether data may be a workbook: it is for `read_workbook` to say what else it is."""
    return data.startswith((ARCHIVE, OLD))


def read_workbook(data: bytes, wanted: str = "") -> Sheet:
    """Return a sheet: the one of a name, or else the first one with a text in it; never raises."""
    if refused := _refused(data):
        return Sheet(refused=refused)
    if not optional_packages.has("xlsx"):
        message = optional_packages.missing("xlsx", "reading a workbook")
        return Sheet(refused=Finding((), message, "or save the sheet as CSV"))
    from openpyxl import load_workbook  # noqa: PLC0415 - it comes with an extra

    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        try:
            return _sheet(book, wanted)
        finally:
            book.close()
    except Exception as error:  # noqa: BLE001 - there is no telling what a broken workbook raises
        message = f"the workbook cannot be read: {type(error).__name__}: {error}"
        return Sheet(refused=Finding((), message[:300], "open it and save it again, or as CSV"))


def _refused(data: bytes) -> Finding | None:
    """Return why data is no workbook that is read."""
    if data.startswith(OLD):
        return Finding((), "this is an old workbook (XLS), or one with a password", CSV_HINT)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(one.file_size for one in archive.infolist())
    except zipfile.BadZipFile as error:
        return Finding((), f"the workbook cannot be read: {error}", "it may have been cut off")
    if size <= MOST_BYTES:
        return None
    return Finding((), f"the workbook has {size:,} bytes: that is too much for a list", CSV_HINT)


def _sheet(book: Any, wanted: str) -> Sheet:
    sheets = [one for one in book.worksheets if one.sheet_state == "visible"] or book.worksheets
    names = [one.title for one in sheets]
    if wanted and wanted not in names:
        there = ", ".join(f'"{name}"' for name in names[:30])
        message = f'--sheet: there is no sheet "{wanted}"'
        return Sheet(refused=Finding((), message, f"there are {there}"))
    found, others = Sheet(), []
    for sheet in sheets:
        if wanted and sheet.title != wanted:
            continue
        lines = _filled(sheet)
        if not found.lines:
            found.lines = list(lines)
        elif next(iter(lines), None):
            others.append(sheet.title)
    if others:
        message = f"the workbook has other sheets, which are not read: {', '.join(others[:30])}"
        found.findings.append(Finding((), message, "read one of them with --sheet"))
    if not found.lines:
        found.refused = Finding((), "the workbook is empty", "")
    return found


def _filled(sheet: Any) -> Iterator[tuple[int, list[str]]]:
    sheet.reset_dimensions()  # some programs write a wrong size
    rows: Iterable[tuple[Any, ...]] = sheet.iter_rows(
        max_row=MOST_LINES, max_col=MOST_COLUMNS, values_only=True
    )
    for number, row in enumerate(rows, 1):
        cells = [text_of(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield number, cells


def text_of(value: Any) -> str:
    """Return the text of a cell, as a table of text has it.

    >>> [text_of(one) for one in (datetime(2027, 6, 3), datetime(2027, 6, 3, 9, 30), time(9, 30))]
    ['2027-06-03', '2027-06-03 09:30', '09:30']
    >>> text_of(3.0), text_of(timedelta(minutes=45)), text_of(None), text_of("#N/A")
    ('3', '0:45', '', '')
    """
    if isinstance(value, datetime):
        at = value.replace(second=0, microsecond=0)
        return at.date().isoformat() if at.time() == time() else f"{at:%Y-%m-%d %H:%M}"
    if isinstance(value, time):
        return f"{value:%H:%M}"
    if isinstance(value, timedelta):
        minutes = round(value.total_seconds() / 60)
        return f"{minutes // 60}:{minutes % 60:02}"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if value is None or (isinstance(value, str) and value.startswith("#") and value in ERRORS):
        return ""
    return value.isoformat() if isinstance(value, date) else str(value).strip()


ERRORS = frozenset({"#N/A", "#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!"})
"""What cells show whose formula fails."""


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
