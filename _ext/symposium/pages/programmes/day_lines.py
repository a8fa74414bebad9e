"""Programmes as days, and the lines of each day."""

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
    """People of a programme who stand there with one affiliation."""

    people: tuple[Participant, ...]
    affiliations: tuple[Affiliation, ...]


def grouped(people: Iterable[Participant]) -> list[PeopleGroup]:
    """Return people in their order, neighbours of one affiliation together."""
    groups = groupby(people, lambda one: one.affiliations)
    return [PeopleGroup(tuple(group), affiliations) for affiliations, group in groups]


def people_of(talk: Talk) -> list[PeopleGroup]:
    """Return the speakers of a talk, or its authors where the programme names only these."""
    return grouped(talk.speakers or talk.authors)


FRAMES = frozenset({"announcement", "ceremony", "closing", "logistics", "opening", "welcome"})
"""Kinds of lines that frame a day."""
BEGINNING = 280
"""Characters of each beginning."""


@dataclass(frozen=True, slots=True)
class RoomTimes:
    """Times in the zone of a room."""

    start: Clock
    end: Clock | None
    zone: str
    """Its IANA name."""
    label: str
    """How it is named to a reader."""


class InsideTalk(NamedTuple):
    """A talk or a poster that a session lists."""

    talk: Talk
    people: list[PeopleGroup]
    uid: str
    """Of its entry in calendars; nothing where it has a line of its own besides."""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of the programme as it is shown."""

    slot: Slot
    session: Session
    anchor: str
    uid: str
    start: Clock | None
    end: Clock | None
    there: RoomTimes | None
    """The same times where the room is, if clocks there show others."""
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
        """When it begins, for machines; nothing where the day is not known."""
        return _iso(self.session.start)

    @property
    def finish(self) -> str:
        """When it ends, for machines."""
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
    """What all lines of a programme share."""

    event: Event
    zone: str
    """How its zone is named to a reader."""
    tracks: Mapping[str, int]
    """The colour of each track."""
    brief: bool
    """Whether abstracts are shown by their beginning."""
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
        """The heading of the day; nothing where it is not known."""
        return day_text(self.date) if self.date else ""

    @property
    def short(self) -> str:
        """The same in few characters: ``Fri 26 March``."""
        return short_day(self.date) if self.date else ""

    @property
    def label(self) -> str:
        """What its table is called."""
        return _("Programme of {day}").format(day=self.title) if self.title else _("Programme")

    @property
    def label_by(self) -> str:
        """The same, with what its columns are."""
        columns = _("by room") if self.by == "room" else _("by track")
        return _("{programme}, {columns}").format(programme=self.label, columns=columns)

    @property
    def anchor(self) -> str:
        """The id of its section."""
        return f"day-{self.date.isoformat()}" if self.date else "day-unknown"

    @cached_property
    def tracks(self) -> tuple[str, ...]:
        """The tracks in use, as they come."""
        return tuple(dict.fromkeys(one.slot.track for one in self.lines if one.slot.track))

    @cached_property
    def by(self) -> str:
        """What the columns of its grid are: ``room`` or ``track``; nothing without a grid."""
        sessions = [one.session for one in self.lines]
        if any(one.slot.start and one.begin is None for one in sessions):
            return ""  # their order is not known
        if self.rooms:
            return "room" if len(self.rooms) > 1 else ""
        return "track" if is_parallel(sessions, [one.slot.track for one in self.lines]) else ""

    @cached_property
    def holders(self) -> Mapping[str, str]:
        """The outermost session in whose column each line is, by their anchors."""
        if not self.by:
            return {}
        within = {one.anchor: (one.within, getattr(one.slot, self.by)) for one in self.lines}
        outermost = {}
        for anchor, (session, column) in within.items():
            holder = session
            while holder in within and within[holder][1] == column:
                outermost[anchor] = holder
                holder = within[holder][0]
        return outermost

    @cached_property
    def placed(self) -> Sequence[ShownLine]:
        """The lines with a place of their own in the grid: what no session holds."""
        return [one for one in self.lines if one.anchor not in self.holders]

    @cached_property
    def grid(self) -> Grid | None:
        """The places of its lines, where there are several rooms."""
        if not self.by:
            return None
        names = [getattr(one.slot, self.by) for one in self.placed]
        order = self.rooms if self.by == "room" else self.tracks
        return arrange([one.session for one in self.placed], names, order)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a programme in a listing."""

    day: ShownDay
    line: ShownLine


def rows_of(kb: KnowledgeBase, agenda: Agenda, event: Event) -> tuple[Row, ...]:
    """Return the lines of an event in order, each with its day."""
    entries = agenda.of_event(event.id)
    lines: dict[date | None, list[ShownLine]] = {}
    for day, one in zip(kb.schedule.days[event.id], entries, strict=True):
        lines.setdefault(day, []).append(line(kb, event, one, day))
    tracks = dict.fromkeys(one.session.slot.track for one in entries)
    abstracts = sum(len(one.abstract) for shown in lines.values() for one in shown)
    times = (moment for one in entries for moment in (one.session.start, one.session.end))
    moments = [moment for moment in times if moment and moment.tzinfo]
    programme = ShownProgramme(
        event,
        zone_label(event, moments),
        {name: number % 6 + 1 for number, name in enumerate(filter(None, tracks))},
        abstracts > 60_000,
        agenda.has_calendar("event", event.id),
    )
    days = [
        ShownDay(programme, day, shown, rooms_of(event, [one.session for one in shown]))
        for day, shown in lines.items()
    ]
    return tuple([Row(day, one) for day in days for one in day.lines])


def line(kb: KnowledgeBase, event: Event, entry: AgendaItem, day: date | None) -> ShownLine:
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
            InsideTalk(kb.talks[name], people_of(kb.talks[name]), one.uid)
            for name, one in zip(session.slot.talks, entry.inside, strict=True)
        ],
        within=entry.within,
    )


def _there(event: Event, session: Session, day: date | None) -> RoomTimes | None:
    """Return when a session is for those in its room, if their clocks show another time."""
    start, zone = session.start, zone_of(event)
    if start is None or start.utcoffset() == in_zone(start, zone).utcoffset():
        return None
    own = next((one.timezone for one in event.rooms if one.name == session.slot.room), None)
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
    """What is on in a session, in its order."""


@dataclass(frozen=True, slots=True)
class Band:
    """A row of a grid: when it begins, and what begins there."""

    start: Clock | None
    cells: list[Cell]


def bands(day: ShownDay, lines: Sequence[ShownLine]) -> list[Band]:
    """Return the rows of a day's grid that a page shows: those of some of its lines."""
    grid = day.grid
    if grid is None or not lines:
        return []
    place_of = dict(zip((one.anchor for one in day.placed), grid.places, strict=True))
    named = {one.anchor: one for one in day.lines}
    parts: dict[str, list[ShownLine]] = {}
    for one in lines:  # a session that began on the page before is shown again with what is left
        parts.setdefault(day.holders.get(one.anchor, one.anchor), []).append(one)
    placed = [(place_of[one], named[one]) for one in parts]
    rows = {row: number for number, row in enumerate(sorted({p.row for p, _unused in placed}))}
    last = max(rows) + 1
    cells: list[list[Cell | None]] = [[Cell(None)] * grid.lanes for _unused in rows]
    starts: list[Clock | None] = [None] * len(rows)
    for place, line in placed:
        height = sum(place.row <= row < min(place.row + place.height, last) for row in rows)
        number = rows[place.row]
        starts[number] = starts[number] or line.start
        for covered in range(number, number + height):
            cells[covered][place.lane : place.lane + place.width] = [None] * place.width
        within = [one for one in parts[line.anchor] if one is not line]
        cells[number][place.lane] = Cell(line, place.width, height, within)
    return [
        Band(start, [one for one in found if one])
        for start, found in zip(starts, cells, strict=True)
    ]


def days_shown(rows: Iterable[Row]) -> list[tuple[ShownDay, list[ShownLine]]]:
    """Return the days of some lines, each with these."""
    days = groupby(rows, lambda row: row.day)
    return [(day, [row.line for row in group]) for day, group in days]


def jumps(days: Sequence[tuple[ShownDay, list[ShownLine]]]) -> list[tuple[str, Any]]:
    """Return (anchor, text) of what a reader may want to jump to.

    That is a day; at an event of one, what follows a pause.
    """
    if len(days) > 1:
        return [(day.anchor, day.short or _("No day given")) for day, __ in days]
    found, fresh = [], True
    for line in days[0][1] if days else ():
        if line.style == "pause":
            fresh = True
        elif fresh and line.start:
            found.append((line.anchor, line.start))
            fresh = False
    return found if len(found) > 1 else []


def joints(rows: Sequence[Row]) -> list[tuple[int, bool]]:
    """Return where a programme may be split: where another time begins, best with another day."""
    times = [(row.day.date, row.line.session.start, row.line.slot.start) for row in rows]
    return [
        (at, above[0] != below[0])
        for at, (above, below) in enumerate(pairwise(times), 1)
        if above != below
    ]


def lines_label(rows: Sequence[Row]) -> str:
    """Return which lines of a programme these are: their days, and times where a day is split."""
    first, last = rows[0], rows[-1]
    since = "" if first.line is first.day.lines[0] else _begins_at(first)
    until = "" if last.line is last.day.lines[-1] else _begins_at(last)
    if first.day.short != last.day.short:
        ends = ((first.day.short, since), (last.day.short, until))
        return "–".join(filter(None, [", ".join(filter(None, one)) for one in ends]))
    since = since or (until and _begins_at(first))
    times = "–".join(dict.fromkeys(filter(None, (since, until))))
    if times and not until:
        times = _("from {time}").format(time=times)
    return ", ".join(filter(None, (first.day.short, times)))


def _begins_at(row: Row) -> str:
    return row.line.start.text if row.line.start else ""
