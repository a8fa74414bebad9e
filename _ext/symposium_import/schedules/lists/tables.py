"""Tables with one heading above each column: CSV, and sheets of workbooks."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from symposium_import.schedules.lists.headings import columns, folded, left_over
from symposium_import.schedules.lists.rows import MAX_ROWS, About, Row, Rows
from symposium_import.schedules.lists.workbooks import read_workbook
from symposium_import.schedules.values import MAX_TEXT, Finding, cleaned

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
    for field, name in about.columns.items():
        if folded(name) not in lowered:
            there = ", ".join(f'"{one}"' for one in heads[:30] if one.strip())
            message = f'--map: there is no column "{name}"'
            made.refused = made.refused or Finding(
                (where,), message, f"there are {there}; if none holds it: --map {field}="
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
