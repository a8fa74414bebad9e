"""A list of talks as a programme."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, time

from symposium.model.encodings import decode

from symposium_import.schedules.clock_times import Days
from symposium_import.schedules.lists.items import RowReader
from symposium_import.schedules.lists.tables import About, Row, Rows, read_sheet, read_table
from symposium_import.schedules.lists.workbooks import is_workbook
from symposium_import.schedules.values import (
    Finding,
    ImportedProgramme,
    Item,
    Path,
)

RE_REFUSED = re.compile(r"\b(?:reject|withdr|declin|desk|cancel)", re.IGNORECASE)
POSTERS = "posters"
"""The kind of a session in which all are posters."""
RE_OTHER = re.compile(r"[\[{<@%]|BEGIN:|---\s")
"""How files begin that are no table: of JSON, XML, BibTeX, PDF, calendars, YAML."""


@dataclass(slots=True)
class ListRead:
    """What came of reading a list."""

    programme: ImportedProgramme | None
    findings: list[Finding] = field(default_factory=list)


def read_list(data: bytes, about: About) -> ListRead:
    """Return the programme in a list of talks, and what cannot be used in it; never raises."""
    if is_workbook(data):
        return _read(read_sheet(data, about), about)
    text = decode(data).text
    if not text.strip() or RE_OTHER.match(text.lstrip("\ufeff \t\r\n")):
        hint = "it reads CSV and XLSX; a schedule.json: symposium import schedule"
        return ListRead(None, [Finding((), "this is not a list of talks", hint)])
    return _read(read_table(text, about), about)


def _read(rows: Rows, about: About) -> ListRead:
    """Return the programme in the rows of a list."""
    if rows.refused:
        return ListRead(None, [rows.refused])
    items, findings, left = _items(rows, about)
    programme = ImportedProgramme(
        title=about.title,
        start=datetime.combine(about.first, time()) if about.first else None,
        end=datetime.combine(about.last, time()) if about.last else None,
        items=tuple(items),
        unused=(*((f'"{one[:40]}"', len(rows.rows)) for one in rows.unused), *left),
        origin="a list of talks",
    )
    return ListRead(programme, [*rows.findings, *findings])


def _items(rows: Rows, about: About) -> tuple[list[Item], list[Finding], list[tuple[str, int]]]:
    """Return the sessions of the rows that are not refused, with what contains them."""
    findings: list[Finding] = []
    taken = []
    left: Counter[str] = Counter()
    for row in rows.rows:
        if RE_REFUSED.search(row.get("decision")):
            left[f"rows that are {row.get('decision').lower()}"] += 1
        else:
            taken.append(row)
    cells = [row.get(name) for row in taken for name in ("day", "start", "end")]
    reader = RowReader(Days.of(cells, about.first, about.last), findings)
    items = [(row, reader.read(row)) for row in taken]
    return _with_sessions(items), findings, [*left.items()]


def _with_sessions(items: Sequence[tuple[Row, Item]]) -> list[Item]:
    """Return the items, those of a session in one day and room below a line for the session."""
    groups: dict[tuple[object, ...], list[tuple[Row, Item]]] = {}
    for row, item in items:
        day = item.start.date() if item.start else item.day
        named = row.get("session")
        groups.setdefault((named, day, item.room) if named else (item.path,), []).append(
            (row, item)
        )
    made: list[Item] = []
    for group in groups.values():
        inside = [item for _, item in group]
        if title := group[0][0].get("session"):
            made.append(_session(" ".join(title.split()), inside))
            session = made[-1]
            inside = [replace(one, chair=(), shown_in=_shown_in(session, one)) for one in inside]
        made += inside
    return made


def _shown_in(session: Item, one: Item) -> Path:
    """Return the path of a poster session if a poster is on as long as it."""
    same = (one.start, one.minutes) == (session.start, session.minutes)
    return session.path if session.kind == POSTERS and same else ()


def _session(title: str, group: Sequence[Item]) -> Item:
    first = group[0]
    starts = [one.start for one in group if one.start]
    start = min(starts) if len({one.tzinfo is None for one in starts}) == 1 else None
    minutes = 0
    for one in group:
        if start and one.start:
            apart = int((one.start - start).total_seconds() // 60)
            minutes = max(minutes, apart + (one.minutes or 0))
    posters = all("poster" in one.kind.lower() for one in group)
    return Item(
        first.path,
        title,
        kind=POSTERS if posters else "session",
        room=first.room,
        day=first.day,
        start=start,
        minutes=minutes if all(one.minutes for one in group) else None,
        chair=next((one.chair for one in group if one.chair), ()),
        gathers=True,
    )
