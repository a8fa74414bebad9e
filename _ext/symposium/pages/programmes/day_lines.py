"""Programmes as days with their lines, as pages show them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from symposium.kinds.event import Event, Slot, is_pause
from symposium.kinds.paper import Paper
from symposium.kinds.participants import Affiliation, Participant
from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.local_times import in_zone, zone_of
from symposium.knowledge.schedule import Session, rooms_of
from symposium.locale import _
from symposium.pages.programmes.agenda import Agenda, AgendaItem
from symposium.pages.programmes.grid import Grid, arrange, is_parallel
from symposium.pages.shown_times import Clock, clock, day_text, short_day, utc_text, zone_label


@dataclass(frozen=True, slots=True)
class PeopleGroup:
    """Neighbouring people of a programme with the same affiliations."""

    people: tuple[Participant, ...]
    affiliations: tuple[Affiliation, ...]


def grouped(people: Iterable[Participant]) -> list[PeopleGroup]:
    """Return people in their order, grouped where neighbours have the same affiliations."""
    groups = groupby(people, lambda who: who.affiliations)
    return [PeopleGroup(tuple(group), affiliations) for affiliations, group in groups]


def people_of(talk: Talk) -> list[PeopleGroup]:
    """Return the speakers of a talk, or its authors if the programme names no speakers."""
    return grouped(talk.speakers or talk.authors)


FRAMES = frozenset({"announcement", "ceremony", "closing", "logistics", "opening", "welcome"})
"""Kinds of lines that frame a day."""
BEGINNING = 280
"""Characters of an abstract that a long programme shows."""


@dataclass(frozen=True, slots=True)
class RoomTimes:
    """The times of a line in the zone of its room."""

    start: Clock
    end: Clock | None
    zone: str
    """Its IANA name."""
    label: str
    """Its name for readers."""


class InsideTalk(NamedTuple):
    """A talk or a poster that a session lists."""

    talk: Talk
    people: list[PeopleGroup]
    uid: str
    """The id of its entry in calendars; empty if it has a line of its own besides."""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of a programme as it is shown."""

    slot: Slot
    session: Session
    anchor: str
    uid: str
    start: Clock | None
    end: Clock | None
    there: RoomTimes | None
    """The same times in the zone of the room, if that is another one."""
    talk: Talk | None
    paper: Paper | None
    people: list[PeopleGroup]
    chair: list[PeopleGroup]
    inside: list[InsideTalk]
    """The talks of a session that have no lines of their own."""
    within: str
    """The anchor of the session that holds it."""

    @property
    def style(self) -> str:
        """The sort of the line: a pause, a frame of the day, or a session."""
        if is_pause(self.slot.kind):
            return "pause"
        return "frame" if self.talk is None and self.slot.kind in FRAMES else "talk"

    @property
    def begin(self) -> str:
        """When it begins, in ISO 8601; empty if the day is not known."""
        return _iso(self.session.start)

    @property
    def finish(self) -> str:
        """When it ends, likewise."""
        return _iso(self.session.end)

    @property
    def abstract(self) -> str:
        """The abstract of the talk or of its paper, as written."""
        own = self.talk.abstract if self.talk else None
        return own or (self.paper.abstract if self.paper else None) or ""


def _iso(moment: datetime | None) -> str:
    return moment.isoformat(timespec="minutes") if moment else ""


@dataclass(frozen=True)
class ShownProgramme:
    """The facts that all lines of a programme share."""

    event: Event
    zone: str
    """The name of its zone for readers."""
    tracks: Mapping[str, int]
    """The colour of each track."""
    brief: bool
    """Whether only the beginnings of abstracts are shown."""
    has_calendar: bool


@dataclass(frozen=True)
class ShownDay:
    """A day of a programme, with all its lines."""

    programme: ShownProgramme
    date: date | None
    lines: Sequence[ShownLine]
    rooms: tuple[str, ...]
    """The rooms in use, in the order of the event."""

    @property
    def title(self) -> str:
        """The heading of the day; empty if the day is not known."""
        return day_text(self.date) if self.date else ""

    @property
    def short(self) -> str:
        """A short form of the heading: ``Fri 26 March``."""
        return short_day(self.date) if self.date else ""

    @property
    def label(self) -> str:
        """The label of its table."""
        return _("Programme of {day}").format(day=self.title) if self.title else _("Programme")

    @property
    def label_by(self) -> str:
        """The label of its grid, with the words for its columns: rooms or tracks."""
        columns = _("by room") if self.by == "room" else _("by track")
        return _("{programme}, {columns}").format(programme=self.label, columns=columns)

    @property
    def anchor(self) -> str:
        """The id of its section."""
        return f"day-{self.date.isoformat()}" if self.date else "day-unknown"

    @cached_property
    def tracks(self) -> tuple[str, ...]:
        """The tracks in use, in the order of the lines."""
        return tuple(dict.fromkeys(line.slot.track for line in self.lines if line.slot.track))

    @cached_property
    def by(self) -> str:
        """The field that the columns of its grid are for: ``room`` or ``track``, or empty."""
        sessions = [line.session for line in self.lines]
        if any(session.slot.start and session.begin is None for session in sessions):
            return ""  # the order of lines without a known time is not known
        if self.rooms:
            return "room" if len(self.rooms) > 1 else ""
        return "track" if is_parallel(sessions, [line.slot.track for line in self.lines]) else ""

    @cached_property
    def holders(self) -> Mapping[str, str]:
        """Anchor of each line to that of the outermost session of its column that holds it."""
        if not self.by:
            return {}
        within = {line.anchor: (line.within, getattr(line.slot, self.by)) for line in self.lines}
        outermost = {}
        for anchor, (session, column) in within.items():
            holder = session
            while holder in within and within[holder][1] == column:
                outermost[anchor] = holder
                holder = within[holder][0]
        return outermost

    @cached_property
    def placed(self) -> Sequence[ShownLine]:
        """The lines that no session holds, which have places of their own in the grid."""
        return [line for line in self.lines if line.anchor not in self.holders]

    @cached_property
    def grid(self) -> Grid | None:
        """The grid of its lines, where rooms or tracks are parallel."""
        if not self.by:
            return None
        names = [getattr(line.slot, self.by) for line in self.placed]
        order = self.rooms if self.by == "room" else self.tracks
        return arrange([line.session for line in self.placed], names, order)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a programme in a listing."""

    day: ShownDay
    line: ShownLine


def rows_of(kb: KnowledgeBase, agenda: Agenda, event: Event) -> tuple[Row, ...]:
    """Return the lines of an event in order, each with its day."""
    entries = agenda.of_event(event.id)
    lines: dict[date | None, list[ShownLine]] = {}
    for day, entry in zip(kb.schedule.days[event.id], entries, strict=True):
        lines.setdefault(day, []).append(shown_line(kb, event, entry, day))
    tracks = dict.fromkeys(entry.session.slot.track for entry in entries)
    abstracts = sum(len(line.abstract) for shown in lines.values() for line in shown)
    times = (moment for entry in entries for moment in (entry.session.start, entry.session.end))
    moments = [moment for moment in times if moment and moment.tzinfo]
    programme = ShownProgramme(
        event,
        zone_label(event, moments),
        {name: number % 6 + 1 for number, name in enumerate(filter(None, tracks))},
        abstracts > 60_000,
        agenda.has_calendar("event", event.id),
    )
    days = [
        ShownDay(programme, day, shown, rooms_of(event, [line.session for line in shown]))
        for day, shown in lines.items()
    ]
    return tuple([Row(day, line) for day in days for line in day.lines])


def shown_line(kb: KnowledgeBase, event: Event, entry: AgendaItem, day: date | None) -> ShownLine:
    """Return a line as it is shown under the heading of a day."""
    session, zone = entry.session, zone_of(event)
    talk = kb.talks[session.slot.talk] if session.slot.talk else None
    return ShownLine(
        slot=session.slot,
        session=session,
        anchor=entry.anchor,
        uid=entry.uid,
        start=clock(session.start, session.slot.start, zone, day),
        end=clock(session.end, session.slot.end, zone, day),
        there=_there(event, session, day),
        talk=talk,
        paper=kb.paper_of(talk) if talk else None,
        people=people_of(talk) if talk else [],
        chair=grouped(session.slot.chair),
        inside=[
            InsideTalk(kb.talks[name], people_of(kb.talks[name]), item.uid)
            for name, item in zip(session.slot.talks, entry.inside, strict=True)
        ],
        within=entry.within,
    )


def _there(event: Event, session: Session, day: date | None) -> RoomTimes | None:
    """Return the times of a session in the zone of its room, if that differs from the event's."""
    start, zone = session.start, zone_of(event)
    if start is None or start.utcoffset() == in_zone(start, zone).utcoffset():
        return None
    own = next((room.timezone for room in event.rooms if room.name == session.slot.room), None)
    label = ", ".join(part for part in (own, utc_text(start)) if part)
    begin, end = clock(start, None, None, day), clock(session.end, None, None, day)
    return RoomTimes(begin, end, own or "", label) if begin else None


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a grid."""

    line: ShownLine | None
    width: int = 1
    height: int = 1
    parts: Sequence[ShownLine] = ()
    """The lines that the session of the cell holds, in its order."""


@dataclass(frozen=True, slots=True)
class Band:
    """A row of a grid: its time, and the cells that begin there."""

    start: Clock | None
    cells: list[Cell]


def bands(day: ShownDay, lines: Sequence[ShownLine]) -> list[Band]:
    """Return the rows of a day's grid that show the given lines of it."""
    grid = day.grid
    if grid is None or not lines:
        return []
    place_of = dict(zip((line.anchor for line in day.placed), grid.places, strict=True))
    of_anchor = {line.anchor: line for line in day.lines}
    parts: dict[str, list[ShownLine]] = {}
    for part in lines:  # a session that began on the page before is shown again for the rest of it
        parts.setdefault(day.holders.get(part.anchor, part.anchor), []).append(part)
    placed = [(place_of[anchor], of_anchor[anchor]) for anchor in parts]
    rows = {
        row: number for number, row in enumerate(sorted({place.row for place, _line in placed}))
    }
    last = max(rows) + 1
    cells: list[list[Cell | None]] = [[Cell(None)] * grid.lanes for _row in rows]
    starts: list[Clock | None] = [None] * len(rows)
    for place, line in placed:
        height = sum(place.row <= row < min(place.row + place.height, last) for row in rows)
        number = rows[place.row]
        starts[number] = starts[number] or line.start
        for covered in range(number, number + height):
            cells[covered][place.lane : place.lane + place.width] = [None] * place.width
        within = [part for part in parts[line.anchor] if part is not line]
        cells[number][place.lane] = Cell(line, place.width, height, within)
    return [
        Band(start, [cell for cell in row if cell])
        for start, row in zip(starts, cells, strict=True)
    ]


def days_shown(rows: Iterable[Row]) -> list[tuple[ShownDay, list[ShownLine]]]:
    """Return the days of the given lines, each with the lines that are on it."""
    days = groupby(rows, lambda row: row.day)
    return [(day, [row.line for row in group]) for day, group in days]


def jumps(days: Sequence[tuple[ShownDay, list[ShownLine]]]) -> list[tuple[str, Any]]:
    """Return (anchor, text) of the links within a programme, which lead to its days.

    In the programme of one day they lead to the first line after each pause.
    """
    if len(days) > 1:
        return [(day.anchor, day.short or _("No day given")) for day, __ in days]
    targets, fresh = [], True
    for line in days[0][1] if days else ():
        if line.style == "pause":
            fresh = True
        elif fresh and line.start:
            targets.append((line.anchor, line.start))
            fresh = False
    return targets if len(targets) > 1 else []


def joints(rows: Sequence[Row]) -> list[tuple[int, bool]]:
    """Return the places where a programme may be split: row, and whether a day begins there."""
    times = [(row.day.date, row.line.session.start, row.line.slot.start) for row in rows]
    return [
        (at, above[0] != below[0])
        for at, (above, below) in enumerate(pairwise(times), 1)
        if above != below
    ]


def lines_label(rows: Sequence[Row]) -> str:
    """Return a label of some lines of a programme: their days, and times where a day is split."""
    first, last = rows[0], rows[-1]
    since = "" if first.line is first.day.lines[0] else _begins_at(first)
    until = "" if last.line is last.day.lines[-1] else _begins_at(last)
    if first.day.short != last.day.short:
        ends = ((first.day.short, since), (last.day.short, until))
        return "–".join(filter(None, [", ".join(filter(None, end)) for end in ends]))
    since = since or (until and _begins_at(first))
    times = "–".join(dict.fromkeys(filter(None, (since, until))))
    if times and not until:
        times = _("from {time}").format(time=times)
    return ", ".join(filter(None, (first.day.short, times)))


def _begins_at(row: Row) -> str:
    return row.line.start.text if row.line.start else ""
