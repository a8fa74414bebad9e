"""``symposium import talks``: read a list of talks as a programme."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from symposium.cli.project import counted
from symposium.cli.wrong_use import WrongUseError
from symposium.model.ids import slug
from symposium.reading.entry_links import read_doi

from symposium_import.foreign_texts.markdown import address, one_line
from symposium_import.schedules import importing, values
from symposium_import.schedules.tables import FIELDS, ListOptions, read_table
from symposium_import.schedules.updating import ExistingEvent

WORD = "list"
RE_DAYS = re.compile(r"\d{4}-\d\d-\d\d(?:/\d{4}-\d\d-\d\d)?")


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``symposium import talks``."""
    command.add_argument("file", metavar="FILE", help="CSV or XLSX; or - for standard input")
    importing.add_arguments(command, WORD)
    command.add_argument("--title", default="", help="the title of the event")
    command.add_argument(
        "--date", default="", metavar="DAYS",
        help="its day, or its first and last day: 2026-06-03/2026-06-05",
    )  # fmt: skip
    command.add_argument(
        "--map", action="append", default=[], metavar="FIELD=COLUMN",
        help=f'what a column holds: title="Talk title",room=Where; fields are {", ".join(FIELDS)}',
    )  # fmt: skip
    command.add_argument(
        "--sheet", default="", metavar="NAME", help="the sheet of a workbook (default: the first)"
    )


def run(arguments: argparse.Namespace) -> bool:
    """Import a list; return whether the user has to decide something."""
    days(arguments.date)
    if not arguments.id and not arguments.title:
        hint = "--event ID, the name of its folder in events/"
        new = '--title "…", and --event ID if its id is another'
        raise WrongUseError(f"name the event: {hint if arguments.update else new}")
    columns = columns_of(arguments.map)
    arguments.id = arguments.id or slug(arguments.title)

    def read(
        data: bytes, event: ExistingEvent | None
    ) -> tuple[values.ImportedProgramme, list[values.Finding]]:
        title, date_of = arguments.title, arguments.date
        if event:
            title = title or event.text("title")
            past = event.text("date")  # may be a month or a year only
            date_of = date_of or (past if RE_DAYS.fullmatch(past) else "")
        return read_list(data, ListOptions(title, *days(date_of), columns, arguments.sheet))

    return importing.run(arguments, WORD, read)


def days(text: str) -> tuple[date | None, date | None]:
    """Return the first and last day in the option ``--date``.

    Raises:
        WrongUseError: if it is not a day or a range.
    """
    if not text:
        return None, None
    first, _, last = text.partition("/")
    try:
        period = date.fromisoformat(first), date.fromisoformat(last or first)
    except ValueError:
        period = (date.max, date.min)
    if period[0] > period[1]:
        raise WrongUseError(
            f'--date: "{text}" is not a day or a range: write 2026-06-03/2026-06-05'
        )
    return period


def columns_of(options: Iterable[str]) -> dict[str, str]:
    """Return the headings in the options ``--map``, by field.

    >>> columns_of(["title=Talk, or poster,room=Where", "id=Key"])
    {'title': 'Talk, or poster', 'room': 'Where', 'id': 'Key'}

    Raises:
        WrongUseError: if an option has another form, or an unknown field.
    """
    columns = {}
    for text in options:
        for option in re.split(r",\s*(?=[a-z]+=)", text):
            name, equals, column = option.partition("=")
            if not equals or name.strip() not in FIELDS:
                fields = ", ".join(FIELDS)
                raise WrongUseError(
                    f'--map {option}: write FIELD="column", with a field of: {fields}'
                )
            columns[name.strip()] = column.strip()
    return columns


OUTSIDE = r"(?![^()]*\))"
"""End of an expression that must not match within parentheses."""
RE_MAIL = re.compile(r"<[^<>]*@[^<>]*>|\(?\b[\w.+-]+@[\w.-]+\w\)?")
RE_PLACE = re.compile(r"\s*\(([^()]*)\)\s*$")
RE_LINE = re.compile(rf"[;|\n]{OUTSIDE}")
RE_AND = re.compile(rf"\s*(?:,\s*|\s)(?:and|&|und)\s+{OUTSIDE}")
RE_COMMA = re.compile(rf",{OUTSIDE}")


def people_of(cell: str) -> list[values.Speaker]:
    """Return the people in a cell.

    They are separated by semicolons, bars or line ends, else by commas and *and*; but
    ``Lovelace, Ada`` is one person.

    >>> people = people_of("Ada Lovelace (London); Babbage, Charles")
    >>> [(person.name, person.organization) for person in people]
    [('Ada Lovelace', 'London'), ('Charles Babbage', '')]
    >>> [person.name for person in people_of("Ada Lovelace, Bo Li and Cy Doe <cy@example.org>")]
    ['Ada Lovelace', 'Bo Li', 'Cy Doe']
    >>> [person.name for person in people_of("Lovelace, Ada")]
    ['Ada Lovelace']
    """
    text = RE_MAIL.sub("", cell).strip()
    parts = RE_LINE.split(text)
    if len(parts) == 1:
        by_and = RE_AND.split(text)
        parts = [part for group in by_and for part in RE_COMMA.split(group) if part.strip()]
        if len(parts) == 2 and len(by_and) == 1 and " " not in RE_PLACE.sub("", parts[0]).strip():
            parts = [text]
    return [person for person in map(_person, parts) if person.name]


def _person(text: str) -> values.Speaker:
    place = RE_PLACE.search(text)
    name = one_line(RE_PLACE.sub("", text)).strip(" ,;")
    family, comma, given = name.partition(",")
    if comma and given.strip() and "," not in given:
        name = f"{given.strip()} {family.strip()}"
    return values.Speaker(name, organization=one_line(place[1]) if place else "")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a list; faults in it are added to ``findings``."""

    number: int
    cells: Mapping[str, str]
    """Texts by field."""
    columns: Mapping[str, str]
    """Headings by field, for messages."""
    options: ListOptions
    findings: list[values.Finding]

    def item(self) -> values.Item:
        """Return the session of the row."""
        title = self._line("title")
        if not title:
            self._report("title", "this row has no title", "write one into its file")
        day, start, minutes = self._when()
        authors, speakers = self._people("authors"), self._people("speakers")
        self._describe(speakers or authors)
        links = ((name, self._address(name)) for name in ("slides", "video"))
        return values.Item(
            path=(self.number,),
            title=title,
            code=self._line("id")[:200],
            kind=self._line("kind"),
            track=self._line("track"),
            room=self._line("room"),
            day=day,
            start=start,
            minutes=minutes,
            abstract=self.text("abstract"),
            speakers=tuple(speakers),
            authors=tuple(authors),
            links=tuple(values.Reference(url, kind=name) for name, url in links if url),
            url=self._address("website"),
            doi=self._doi(),
            chair=tuple(self._people("chair")),
        )

    def text(self, name: str) -> str:
        """Return the text of a field."""
        return self.cells.get(name, "").strip()

    def _line(self, name: str) -> str:
        return one_line(self.text(name))

    def _report(self, name: str, message: str, hint: str, *, decide: bool = True) -> None:
        path = (self.number, self.columns.get(name, name))
        self.findings.append(values.Finding(path, message, hint, decide))

    def _when(self) -> tuple[date | None, datetime | None, int | None]:
        """Return the day of a talk, its start, and its duration in minutes."""
        begins, ends = values.range_of(self.text("time"))
        if self.text("time") and not begins:
            self._report("time", "this is not a time of day", "write it as 9:30-10:15")
        begins, start = self._time("start", begins)
        ends, end = self._time("end", ends)
        day = self._day() or (start and start.date())
        if begins and day is None and self.options.first == self.options.last:
            day = self.options.first
        if begins and day is None:
            hint = "add a column with days, or give --date 2026-06-03 for all rows"
            self._report("time", "this talk has no day", hint)
        if begins and day and not start:
            start = datetime.combine(day, time.fromisoformat(begins))
        return day, start, self._minutes(start, end, ends)

    def _time(self, name: str, default: str) -> tuple[str, datetime | None]:
        """Return the time of day in a cell, or the default, and date and time if it has both."""
        text = self.text(name)
        at = values.clock(text) or values.range_of(text)[0]
        if text and not at:
            self._report(name, "this is not a time", "write it as 9:30")
        return at or default, values.moment(text) if at else None

    def _day(self) -> date | None:
        text = self.text("day")
        day = values.day_of(text)
        if text and day is None:
            self._report("day", f'"{text[:40]}" is not a day', "write it as 2026-06-03")
        return day

    def _minutes(self, start: datetime | None, end: datetime | None, ends: str) -> int | None:
        text = self.text("duration")
        minutes = values.duration(text)
        if text and minutes is None:
            hint = "write minutes; the talk is shown without an end"
            self._report("duration", "this is not a duration", hint, decide=False)
        if start and end and (end.tzinfo is None) == (start.tzinfo is None) and end >= start:
            return (end - start) // MINUTE
        if start and ends:
            until = datetime.combine(start, time.fromisoformat(ends), start.tzinfo)
            return (until - start.replace(second=0)) // MINUTE % (24 * 60)
        return minutes

    def _people(self, name: str) -> list[values.Speaker]:
        return list(dict.fromkeys(people_of(self.text(name))))

    def _describe(self, people: list[values.Speaker]) -> None:
        """Add affiliation, ORCID iD and biography from their columns to the people of a talk."""
        places, orcids = self._each("affiliation", people), self._each("orcid", people)
        bio = self.text("bio")
        if bio and len(people) > 1:
            hint = f'"{one_line(bio)[:60]}" is left out: write it into the file of the person'
            self._report("bio", f"one biography for {len(people):,} persons", hint, decide=False)
            bio = ""
        for number, person in enumerate(people):
            place, orcid = person.organization or places[number], orcids[number].rpartition("/")[2]
            people[number] = replace(person, bio=bio, organization=place, orcid=orcid)

    def _each(self, name: str, people: Sequence[values.Speaker]) -> list[str]:
        """Return the values of a column for each person; semicolons separate them."""
        text, count = self._line(name), len(people)
        parts = [value.strip() for value in text.split(";")] if count > 1 else [text]
        if len(parts) == count:
            return parts
        if text and people:
            message = f"{count:,} persons, but {counted(len(parts), 'value', 'values')}"
            hint = f'"{text[:60]}" is left out: write one for each person, with ; between them'
            self._report(name, message, hint, decide=False)
        return [""] * count

    def _doi(self) -> str:
        text = self._line("doi")
        doi, _ = read_doi({"doi": text})
        if text and not doi:
            self._report("doi", f'"{text[:60]}" is not a DOI', "it is left out", decide=False)
        return doi or ""

    def _address(self, name: str) -> str:
        text = self.text(name)
        url = address(text) if text else ""
        if text and not url:
            hint = f'"{text[:60]}" is left out'
            self._report(name, "this is no link on the web", hint, decide=False)
        return url


MINUTE = timedelta(minutes=1)
RE_REFUSED = re.compile(r"\b(?:reject|withdr|declin|desk|cancel)", re.IGNORECASE)
POSTERS = "posters"
"""Kind of a session that has only posters."""


def read_list(
    data: bytes, options: ListOptions
) -> tuple[values.ImportedProgramme, list[values.Finding]]:
    """Return the programme in a list of talks, and findings about it.

    Raises:
        WrongUseError: if it is not a list of talks.
    """
    findings: list[values.Finding] = []
    columns, lines = read_table(data, options, findings)
    rows = [Row(number, cells, columns, options, findings) for number, cells in lines]
    taken = [row for row in rows if not RE_REFUSED.search(row.text("decision"))]
    items = tuple(_with_sessions(taken))
    if left := len(rows) - len(taken):
        message = f"{counted(left, 'row is', 'rows are')} left out: rejected, or withdrawn"
        findings.append(values.Finding((), message))
    if not items:
        raise WrongUseError("the list has no talks")
    programme = values.ImportedProgramme(
        options.title, start=options.first, end=options.last, items=items
    )
    return programme, findings


def _with_sessions(rows: Iterable[Row]) -> Iterator[values.Item]:
    """Yield the talks; those that share session, day and room follow an item for the session."""
    groups: dict[tuple[str, object, str], list[values.Item]] = {}
    for row in rows:
        item, title = row.item(), one_line(row.text("session"))
        day = item.start.date() if item.start else item.day
        key = (title, day, item.room) if title else ("", row.number, "")
        groups.setdefault(key, []).append(item)
    for (title, *_), group in groups.items():
        if not title:
            yield from group
            continue
        session = _session(title, group)
        yield session
        for item in group:
            # A poster that is shown as long as its session needs no line of its own.
            same_time = (item.start, item.minutes) == (session.start, session.minutes)
            shown = session.path if same_time and session.kind == POSTERS else ()
            yield replace(item, chair=(), shown_in=shown)


def _session(title: str, group: Sequence[values.Item]) -> values.Item:
    starts = [item.start for item in group if item.start]
    start = min(starts) if len({begin.tzinfo is None for begin in starts}) == 1 else None
    minutes = None
    if start and all(item.minutes for item in group):
        minutes = max(
            (item.start - start) // MINUTE + (item.minutes or 0) for item in group if item.start
        )
    return values.Item(
        group[0].path,
        title,
        kind=POSTERS if all("poster" in item.kind.lower() for item in group) else "session",
        room=group[0].room,
        day=group[0].day,
        start=start,
        minutes=minutes,
        chair=next((item.chair for item in group if item.chair), ()),
        gathers=True,
    )
