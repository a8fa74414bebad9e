"""A list of talks as a programme."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time

from symposium.cli.project import counted
from symposium.reading.entry_links import read_doi

from symposium_import.foreign_texts.addresses import address
from symposium_import.schedules.tables import About, Row, read_rows
from symposium_import.schedules.times import clock, day_of, duration, moment, range_of
from symposium_import.schedules.values import (
    Finding,
    ImportedProgramme,
    Item,
    Path,
    Reference,
    Speaker,
    in_line,
)

OUTSIDE = r"(?![^()]*\))"
"""Ends an expression for what is not in brackets."""
RE_MAIL = re.compile(r"<[^<>]*@[^<>]*>|\(?\b[\w.+-]+@[\w.-]+\w\)?")
RE_PLACE = re.compile(r"\s*\(([^()]*)\)\s*$")
RE_LINE = re.compile(rf"[;|\n]{OUTSIDE}")
RE_AND = re.compile(rf"\s*(?:,\s*|\s)(?:and|&|und)\s+{OUTSIDE}")
RE_COMMA = re.compile(rf",{OUTSIDE}")


def people_of(cell: str) -> list[Speaker]:
    """Return the persons in a cell.

    Semicolons, bars and line ends separate persons. Without them, commas and *and* do: then
    ``Lovelace, Ada`` is one person.

    >>> people = people_of("Ada Lovelace (London); Babbage, Charles")
    >>> [(one.name, one.organization) for one in people]
    [('Ada Lovelace', 'London'), ('Charles Babbage', '')]
    >>> [one.name for one in people_of("Ada Lovelace, Bo Li and Cy Doe <cy@example.org>")]
    ['Ada Lovelace', 'Bo Li', 'Cy Doe']
    >>> [one.name for one in people_of("Lovelace, Ada")]
    ['Ada Lovelace']
    """
    text = RE_MAIL.sub("", cell).strip()
    parts = RE_LINE.split(text)
    if len(parts) == 1:
        by_and = RE_AND.split(text)
        parts = [part for one in by_and for part in RE_COMMA.split(one) if part.strip()]
        if len(parts) == 2 and len(by_and) == 1 and " " not in RE_PLACE.sub("", parts[0]).strip():
            parts = [text]
    return [one for one in map(_person, parts) if one.name]


def _person(text: str) -> Speaker:
    place = RE_PLACE.search(text)
    name = in_line(RE_PLACE.sub("", text)).strip(" ,;")
    family, comma, given = name.partition(",")
    if comma and given.strip() and "," not in given:
        name = f"{given.strip()} {family.strip()}"
    return Speaker(name, organization=in_line(place[1]) if place else "")


DAY_LONG = 24 * 60


@dataclass(frozen=True, slots=True)
class RowReader:
    """Reads one row after the other; what is wrong goes to ``findings``."""

    about: About
    findings: list[Finding]

    def read(self, row: Row) -> Item:
        """Return a session."""
        title = in_line(row.get("title"))
        if not title:
            self._report(row, "title", "this row has no title", "write one into its file")
        day, start, minutes = self._when(row)
        authors = self._people(row, "authors")
        speakers = self._people(row, "speakers")
        self._describe(row, speakers or authors)
        return Item(
            path=row.path,
            title=title,
            code=in_line(row.get("id"))[:200],
            kind=in_line(row.get("kind")),
            track=in_line(row.get("track")),
            room=in_line(row.get("room")),
            day=day,
            start=start,
            minutes=minutes,
            abstract=row.get("abstract").strip(),
            speakers=tuple(speakers),
            authors=tuple(authors),
            links=tuple(self._links(row)),
            url=self._address(row, "website"),
            doi=self._doi(row),
            chair=tuple(self._people(row, "chair")),
        )

    def _report(self, row: Row, name: str, message: str, hint: str, *, decide: bool = True) -> None:
        self.findings.append(row.finding(name, message, hint, decide=decide))

    def _when(self, row: Row) -> tuple[date | None, datetime | None, int | None]:
        """Return the day of a talk, when it begins, and how many minutes it takes."""
        begins, ends = range_of(row.get("time"))
        if row.get("time") and not begins:
            self._report(row, "time", "this is not a time of day", "write it as 9:30-10:15")
        begins, start = self._time(row, "start", begins)
        ends, end = self._time(row, "end", ends)
        day = self._day(row) or (start and start.date())
        if day is None and begins and self.about.first == self.about.last:
            day = self.about.first
        if begins and day is None:
            hint = "add a column with days, or give --date 2026-06-03 for all rows"
            self._report(row, "time", "this talk has no day", hint)
        if begins and day and not start:
            start = datetime.combine(day, time.fromisoformat(begins))
        return day, start, self._minutes(row, start, end, ends)

    def _time(self, row: Row, name: str, given: str) -> tuple[str, datetime | None]:
        """Return the time of day in a cell, and the moment if it has one."""
        text = row.get(name)
        found = clock(text) or range_of(text)[0]
        if text and not found:
            self._report(row, name, "this is not a time", "write it as 9:30")
        return found or given, moment(text) if found else None

    def _day(self, row: Row) -> date | None:
        text = row.get("day")
        found = day_of(text)
        if text and found is None:
            self._report(row, "day", f'"{text[:40]}" is not a day', "write it as 2026-06-03")
        return found

    def _minutes(
        self, row: Row, start: datetime | None, end: datetime | None, ends: str
    ) -> int | None:
        text = row.get("duration")
        lasts = duration(text)
        if text and lasts is None:
            hint = "write minutes; the talk is shown without an end"
            self._report(row, "duration", "this is not a duration", hint, decide=False)
        if start and end and (end.tzinfo is None) == (start.tzinfo is None) and end >= start:
            return int((end - start).total_seconds() // 60)
        if start and ends:
            until = time.fromisoformat(ends)
            after = (until.hour - start.hour) * 60 + until.minute - start.minute
            return after % DAY_LONG
        return lasts

    def _people(self, row: Row, name: str) -> list[Speaker]:
        return list(dict.fromkeys(people_of(row.get(name))))

    def _describe(self, row: Row, people: list[Speaker]) -> None:
        """Add what columns say of the persons of a talk: of one, or of each in their order."""
        places, orcids = self._each(row, "affiliation", people), self._each(row, "orcid", people)
        bio = row.get("bio").strip()
        if bio and len(people) > 1:
            hint = f'"{in_line(bio)[:60]}" is left out: write it into the file of the person'
            message = f"one biography for {len(people):,} persons"
            self._report(row, "bio", message, hint, decide=False)
        for number, one in enumerate(people):
            people[number] = replace(
                one,
                bio=bio if len(people) == 1 else "",
                organization=one.organization or places[number],
                orcid=orcids[number].rpartition("/")[2],
            )

    def _each(self, row: Row, name: str, people: Sequence[Speaker]) -> list[str]:
        """Return what a column says of each person: where there are several, with ; between."""
        text, count = in_line(row.get(name)), len(people)
        values = [one.strip() for one in text.split(";")] if count > 1 else [text]
        if len(values) == count:
            return values
        if text and people:
            message = f"{count:,} persons, but {counted(len(values), 'value', 'values')}"
            hint = f'"{text[:60]}" is left out: write one for each person, with ; between them'
            self._report(row, name, message, hint, decide=False)
        return [""] * count

    def _doi(self, row: Row) -> str:
        text = in_line(row.get("doi"))
        doi, _ = read_doi({"doi": text})
        if text and not doi:
            self._report(row, "doi", f'"{text[:60]}" is not a DOI', "it is left out", decide=False)
        return doi or ""

    def _links(self, row: Row) -> list[Reference]:
        return [
            Reference(url, kind=name)
            for name in ("slides", "video")
            if (url := self._address(row, name))
        ]

    def _address(self, row: Row, name: str) -> str:
        text = row.get(name)
        url = address(text) if text else ""
        if text and not url:
            message = "this is no link on the web"
            self._report(row, name, message, f'"{text[:60]}" is left out', decide=False)
        return url


RE_REFUSED = re.compile(r"\b(?:reject|withdr|declin|desk|cancel)", re.IGNORECASE)
POSTERS = "posters"
"""The kind of a session in which all are posters."""


def read_list(data: bytes, about: About) -> tuple[ImportedProgramme, list[Finding]]:
    """Return the programme in a list of talks, and what cannot be used in it.

    Raises:
        WrongUseError: if it is no list of talks.
    """
    rows, findings = read_rows(data, about)
    reader = RowReader(about, findings)
    taken = [row for row in rows if not RE_REFUSED.search(row.get("decision"))]
    if left := len(rows) - len(taken):
        message = f"{counted(left, 'row is', 'rows are')} left out: rejected, or withdrawn"
        findings.append(Finding((), message))
    programme = ImportedProgramme(
        title=about.title,
        start=datetime.combine(about.first, time()) if about.first else None,
        end=datetime.combine(about.last, time()) if about.last else None,
        items=tuple(_with_sessions([(row, reader.read(row)) for row in taken])),
        origin="a list of talks",
    )
    return programme, findings


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
            made.append(_session(in_line(title), inside))
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
