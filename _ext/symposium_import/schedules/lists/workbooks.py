"""Workbooks (XLSX): a sheet as the lines of a table, its days and times as text.

A workbook is a ZIP archive of XML. How much it may hold is checked before anything is read, as
Python's ``zipfile`` never reads more of a member than the archive says it has.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any

from symposium.model import optional_packages

from symposium_import.schedules.values import MAX_ROWS, Finding

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
        lines = _lines(sheet)
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


def _lines(sheet: Any) -> Iterator[tuple[int, list[str]]]:
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
