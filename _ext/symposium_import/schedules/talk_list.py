"""A list of talks as a programme."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time

from symposium.cli.project import counted
from symposium.model.encodings import decode
from symposium.reading.entry_links import read_doi
from symposium.reading.foreign_texts.addresses import address

from symposium_import.schedules.clock_times import Days, clock, duration, moment, range_of
from symposium_import.schedules.tables import About, Row, Rows, is_workbook, read_sheet, read_table
from symposium_import.schedules.talks import is_title_alone
from symposium_import.schedules.values import (
    MAX_PERSONS,
    Finding,
    ImportedProgramme,
    Item,
    Path,
    Reference,
    Speaker,
)

OUTSIDE = r"(?![^()]*\))"
"""Ends an expression for what is not in brackets."""
RE_MAIL = re.compile(r"<[^<>]*@[^<>]*>|\(?\b[\w.+-]+@[\w.-]+\w\)?")
RE_PLACE = re.compile(r"\s*\(([^()]*)\)\s*$")
RE_LINE = re.compile(rf"[;|\n]{OUTSIDE}")
RE_AND = re.compile(rf"\s*(?:,\s*|\s)(?:and|&|und)\s+{OUTSIDE}")
RE_COMMA = re.compile(rf",{OUTSIDE}")


def people_of(cell: str) -> tuple[list[Speaker], str]:
    """Return the persons in a cell, and what is doubtful about that.

    Semicolons, bars and line ends separate persons. Without them, commas and *and* do: then
    ``Lovelace, Ada`` is one person.

    >>> people = people_of("Ada Lovelace (London); Babbage, Charles")[0]
    >>> [(one.name, one.organization) for one in people]
    [('Ada Lovelace', 'London'), ('Charles Babbage', '')]
    >>> [one.name for one in people_of("Ada Lovelace, Bo Li and Cy Doe <cy@example.org>")[0]]
    ['Ada Lovelace', 'Bo Li', 'Cy Doe']
    >>> [one.name for one in people_of("Lovelace, Ada")[0]]
    ['Ada Lovelace']
    """
    text = RE_MAIL.sub("", cell).strip()
    parts = RE_LINE.split(text)
    if len(parts) > 1:
        return [one for one in map(_person, parts) if one.name], ""
    by_and = RE_AND.split(text)
    parts = [part.strip() for one in by_and for part in RE_COMMA.split(one) if part.strip()]
    if len(parts) == 2 and len(by_and) == 1 and " " not in RE_PLACE.sub("", parts[0]):
        return [_person(text)], ""
    made = [one for one in map(_person, parts) if one.name]
    single = [one.name for one in made if " " not in one.name and one.name.isascii()]
    doubt = f'"{single[0][:60]}" is read as a whole name' if single and len(made) > 2 else ""
    return made, doubt


def _person(text: str) -> Speaker:
    place = RE_PLACE.search(text)
    name = _line(RE_PLACE.sub("", text)).strip(" ,;")
    family, comma, given = name.partition(",")
    if comma and given.strip() and "," not in given:
        name = f"{given.strip()} {family.strip()}"
    return Speaker(name, organization=_line(place[1]) if place else "")


DAY_LONG = 24 * 60
CEREMONY = re.compile(
    r"(?:(?P<opening>opening|welcome|willkommen|begrüßung|eröffnung)"
    r"|(?P<closing>closing|farewell|wrap[ -]?up|abschluss|schlusswort|verabschiedung))"
    r"(?: (?:session|remarks?|words|ceremony|address))?"
    r"(?:(?: (?:and|&|und)|,| ?/) \w+(?: \w+)?)?",
    re.IGNORECASE,
)
"""Titles of lines that open or close an event; the name of the group is their kind."""


@dataclass(frozen=True, slots=True)
class RowReader:
    """Reads one row after the other; what is wrong goes to ``findings``."""

    days: Days
    findings: list[Finding]

    def read(self, row: Row) -> Item:
        """Return a session."""
        title = _line(row.get("title"))
        if not title:
            self._report(row, "title", "this row has no title", "write one into its file")
        day, start, minutes = self._when(row)
        authors = self._people(row, "authors")
        speakers = self._people(row, "speakers")
        self._describe(row, speakers or authors)
        item = Item(
            path=row.path,
            title=title,
            code=_line(row.get("id"))[:200],
            kind=_line(row.get("kind")),
            track=_line(row.get("track")),
            room=_line(row.get("room")),
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
        return replace(item, kind=_ceremony(item) or item.kind)

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
        if day is None and begins and self.days.first in {self.days.last, None}:
            day = self.days.first
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
        found = self.days.day(text)
        if text and found is None:
            hint = "write it as 2026-06-03, or give the days of the event with --date"
            self._report(row, "day", f'"{text[:40]}" is not a day, or not a certain one', hint)
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
        printed, doubt = people_of(row.get(name))
        if doubt:
            hint = "if it is not, put semicolons between the names"
            self._report(row, name, doubt, hint, decide=False)
        if len(printed) > MAX_PERSONS:
            message = f"these are more than {MAX_PERSONS:,} persons"
            self._report(row, name, message, "the rest is left out", decide=False)
        people = dict.fromkeys(printed[:MAX_PERSONS])
        step = row.names.get(name, name)
        return [replace(one, path=(*row.path, step)) for one in people]

    def _describe(self, row: Row, people: list[Speaker]) -> None:
        """Add what columns say of the persons of a talk: of one, or of each in their order."""
        places, orcids = self._each(row, "affiliation", people), self._each(row, "orcid", people)
        bio = row.get("bio").strip()
        if bio and len(people) > 1:
            hint = f'"{_line(bio)[:60]}" is left out: write it into the file of the person'
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
        text, count = _line(row.get(name)), len(people)
        values = [one.strip() for one in text.split(";")] if count > 1 else [text]
        if len(values) == count:
            return values
        if text and people:
            message = f"{count:,} persons, but {counted(len(values), 'value', 'values')}"
            hint = f'"{text[:60]}" is left out: write one for each person, with ; between them'
            self._report(row, name, message, hint, decide=False)
        return [""] * count

    def _doi(self, row: Row) -> str:
        text = _line(row.get("doi"))
        doi, _ = read_doi({"doi": text})
        if text and not doi:
            self._report(row, "doi", f'"{text[:60]}" is not a DOI', "it is left out", decide=False)
        return doi or ""

    def _links(self, row: Row) -> list[Reference]:
        return [
            Reference(url, kind=name, path=row.path)
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


def _ceremony(item: Item) -> str:
    """Return the kind of a line that opens or closes the event, of which only a title is known.

    >>> _ceremony(Item((), "Closing and walk")), _ceremony(Item((), "Closing the gap"))
    ('closing', '')
    """
    found = CEREMONY.fullmatch(item.title)
    usual = item.kind.lower() in {"", "talk"}
    return (found.lastgroup or "") if found and usual and is_title_alone(item) else ""


def _line(text: str) -> str:
    return " ".join(text.split())


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
