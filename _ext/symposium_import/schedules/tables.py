"""Tables with one heading above each column: CSV, and sheets of workbooks."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from itertools import zip_longest
from typing import Any

from symposium.cli.wrong_use import WrongUseError
from symposium.model import optional_packages
from symposium.model.encodings import decode

from symposium_import.schedules.values import Finding, cleaned

ARCHIVE = b"PK\x03\x04"
OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""First bytes of XLS files, and of workbooks with a password."""
MAX_BYTES = 200_000_000
"""Largest size of an unpacked workbook in bytes."""
MAX_LINES, MAX_COLUMNS = 40_000, 200
"""Largest number of lines read from a sheet, including empty ones, and of cells in a line."""
FIELDS = (
    "title", "id", "speakers", "authors", "affiliation", "orcid", "bio", "abstract", "room", "day",
    "start", "end", "time", "duration", "track", "session", "chair", "kind", "doi", "website",
    "slides", "video", "decision",
)  # fmt: skip
"""Fields of a talk; by default, each is read from the column with this heading."""
RE_OTHER = re.compile(r"[\[{<@%]|BEGIN:|---\s")
"""Beginning of JSON, XML, BibTeX, PDF, calendars and YAML, which are not tables."""

Line = tuple[int, list[str]]
"""Number of a line, and its cells."""


@dataclass(frozen=True, slots=True)
class ListOptions:
    """Options of the command line for reading a list."""

    title: str = ""
    first: date | None = None
    last: date | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    """Headings by field, as chosen by the user."""
    sheet: str = ""
    """Sheet of a workbook, as chosen by the user."""


def read_table(
    data: bytes, options: ListOptions, findings: list[Finding]
) -> tuple[dict[str, str], list[tuple[int, dict[str, str]]]]:
    """Return headings by field, and rows: each a line number and texts by field.

    ``data`` is CSV or a workbook; ignored columns and cells are added to ``findings``.

    Raises:
        WrongUseError: if it is no table, or has no column of titles.
    """
    if data.startswith((ARCHIVE, OLD)):
        lines: Iterable[Line] = _of_workbook(data, options.sheet, findings)
    else:
        lines = _of_text(decode(data).text)
    filled = ((number, cells) for number, cells in lines if any(cells))
    _, heads = next(filled, (1, []))
    columns = columns_of(heads, options.columns)
    if unused := [f'"{head[:40]}"' for head in heads if head and head not in columns.values()]:
        hint = 'to use a column, name the field that it holds: --map FIELD="…"'
        findings.append(Finding((), f"not taken over: {', '.join(unused)}", hint))
    rows = []
    for number, cells in filled:
        if any(cells[len(heads) :]):
            message = f"the row has {len(cells):,} cells, and there are {len(heads):,} columns"
            hint = "what is beyond is left out: put cells that hold commas into quotes"
            findings.append(Finding((number,), message, hint, decide=True))
        # Of several columns with the same heading, the first counts.
        texts = dict([*zip_longest(heads, cells[: len(heads)], fillvalue="")][::-1])
        rows.append((number, {name: texts[heading] for name, heading in columns.items()}))
    return columns, rows


def _of_text(text: str) -> Iterator[Line]:
    """Yield the rows of a table, each with the number of its first line."""
    if not text.strip() or RE_OTHER.match(text.lstrip("\ufeff \t\r\n")):
        hint = "it reads CSV and XLSX; a schedule.json: symposium import schedule"
        raise WrongUseError(f"this is not a list of talks: {hint}")
    head = next(line for line in text.split("\n") if line.strip())
    delimiter = max(",;\t|", key="".join(head.split('"')[::2]).count)
    reader = csv.reader(cleaned(text).splitlines(keepends=True), delimiter=delimiter)
    line = 1
    try:
        for cells in reader:
            yield line, [cell.strip() for cell in cells]
            line = reader.line_num + 1
    except csv.Error as error:
        raise WrongUseError(f"line {line} cannot be read: {error}") from error


def _of_workbook(data: bytes, sheet_name: str, findings: list[Finding]) -> list[Line]:
    """Return the lines of the named sheet, or of the first one that has any text."""
    if data.startswith(OLD):
        raise WrongUseError(
            "this is an old workbook (XLS), or one with a password: save it as XLSX or CSV"
        )
    if not optional_packages.has("xlsx"):
        raise WrongUseError(optional_packages.missing("xlsx", "reading a workbook"))
    from openpyxl import load_workbook  # noqa: PLC0415 - it comes with an extra

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_size(sum(member.file_size for member in archive.infolist()))
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        sheets = {
            sheet.title: list(_filled(sheet)) for sheet in book.worksheets
            if sheet.sheet_state == "visible" and sheet_name in {"", sheet.title}
        }  # fmt: skip
        names = ", ".join(f'"{sheet.title}"' for sheet in book.worksheets)
        book.close()
    except WrongUseError:
        raise
    except Exception as error:  # broken workbooks raise all sorts
        raise WrongUseError(f"the workbook cannot be read: {error}"[:300]) from error
    if sheet_name and sheet_name not in sheets:
        raise WrongUseError(f'--sheet: there is no sheet "{sheet_name}": there are {names}')
    first, *others = [name for name, lines in sheets.items() if lines] or [""]
    if others:
        message = f"the workbook has other sheets, which are not read: {', '.join(others[:30])}"
        findings.append(Finding((), message, "read one of them with --sheet"))
    return sheets.get(first, [])


def _check_size(size: int) -> None:
    if size > MAX_BYTES:
        raise WrongUseError(f"the workbook has {size:,} bytes: that is too much for a list")


def _filled(sheet: Any) -> Iterator[Line]:
    sheet.reset_dimensions()  # some programs write a wrong size
    rows = sheet.iter_rows(max_row=MAX_LINES, max_col=MAX_COLUMNS, values_only=True)
    for number, row in enumerate(rows, 1):
        cells = [cleaned(text_of(value)) for value in row]
        if any(cells):
            yield number, cells


def text_of(value: Any) -> str:
    """Return the text of a cell of a workbook in the form that CSV files have.

    >>> [text_of(day) for day in (datetime(2027, 6, 3), datetime(2027, 6, 3, 9, 30), time(9, 30))]
    ['2027-06-03', '2027-06-03 09:30', '09:30']
    >>> text_of(3.0), text_of(timedelta(minutes=45)), text_of(None)
    ('3', '0:45', '')
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
    return "" if value is None else str(value).strip()


def folded(heading: str) -> str:
    """Return a heading in lower case, its words separated by single spaces.

    >>> folded(" Title "), folded("Session_Chair")
    ('title', 'session chair')
    """
    return " ".join(re.findall(r"[^\W_]+", heading.casefold()))


def columns_of(headings: Sequence[str], mapped: Mapping[str, str]) -> dict[str, str]:
    """Return the heading of each field; ``mapped`` are those that the user has named.

    Raises:
        WrongUseError: if there is no such heading, or no column of titles.
    """
    by_folded = {folded(heading): heading for heading in reversed(headings) if heading}
    names = ", ".join(f'"{heading[:40]}"' for heading in headings[:30] if heading) or "none"
    for name, heading in mapped.items():
        if heading and folded(heading) not in by_folded:
            raise WrongUseError(
                f'--map: there is no column "{heading}": there are {names}; '
                f"if none holds it: --map {name}="
            )
    columns = {name: by_folded[folded(heading)] for name, heading in mapped.items() if heading}
    usual = {name: by_folded[name] for name in FIELDS if name in by_folded and name not in mapped}
    columns |= {name: column for name, column in usual.items() if column not in columns.values()}
    if "title" not in columns:
        hint = f'name it: --map title="…"; the first line has: {names}'
        raise WrongUseError(f"no column holds the titles of talks: {hint}")
    return columns
