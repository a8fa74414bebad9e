"""Writing the file of an event from a schedule."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

from symposium.fields.nodes import ListNode, MapNode, Node
from symposium.fields.yaml_writing import Value, document
from symposium.kinds import BY_NAME
from symposium.kinds.event import FOR_ALL
from symposium.kinds.kind import Page
from symposium.knowledge.local_times import instant
from symposium.model.dates import parse_date
from symposium.model.ids import slug
from symposium.model.problems import Code, Place, Problem, Severity
from symposium.reading.foreign_texts.markdown import to_markdown
from symposium.reading.frontmatter import read

from symposium_import.schedules.talks import (
    Draft,
    drafts_of,
    kind_of,
    persons_of,
    talk_file,
    title_of,
    typed,
)
from symposium_import.schedules.times import (
    ScheduleZone,
    SlotTime,
    dates_text,
    first_and_last,
    outside,
    when,
    wrong_times,
)
from symposium_import.schedules.values import Finding, ImportedProgramme, Item, Path

MAX_ROUNDS = 50
"""How often a file is read again: what is left out may uncover something else."""


class Document(NamedTuple):
    """A file that is to be written."""

    kind: str
    path: str
    fields: dict[str, Any]
    texts: tuple[str, ...] = ()
    origin: Path = ()
    """Where in the schedule it comes from."""


def accepted(wanted: Document) -> tuple[str, list[Finding]]:
    """Return the text of a file that our reader accepts, and what was left out for that."""
    fields = {name: value for name, value in wanted.fields.items() if value}
    found: dict[str, Finding] = {}
    for _ in range(MAX_ROUNDS):
        text = document(fields, wanted.texts)
        problems, tree = _read(wanted, text)
        if not problems:
            break
        ways = {_way(tree, one.place): one for one in problems}
        # From the end, so that places in lists stay what they are.
        for way in sorted(ways, key=lambda one: [str(step).rjust(9, "0") for step in one],
                          reverse=True):  # fmt: skip
            what = _leave(fields, way)
            found.setdefault(what, Finding(wanted.origin, what, ways[way].message))
    return text, [*found.values()]


def _read(wanted: Document, text: str) -> tuple[list[Problem], MapNode | None]:
    tree, parts, problems = read(text, wanted.path)
    page = Page(wanted.path, "x", parts.body, "x" if wanted.kind == "talk" else None)
    more = BY_NAME[wanted.kind].read(tree, page)[1] if tree else []
    every = [one for one in (*problems, *more) if one.severity >= Severity.WARNING]
    return every, None if any(one.code is Code.YAML_TOO_LARGE for one in every) else tree


def _way(tree: MapNode | None, place: Place) -> Path:
    """Return the names and numbers that lead to the value which a problem is about."""
    way: list[str | int] = []
    node: Node | None = tree
    while isinstance(node, MapNode | ListNode):
        inside: list[tuple[str | int, int, int, Node]] = (
            [(key.text, key.line, key.column, value) for key, value in node.entries]
            if isinstance(node, MapNode)
            else [(number, one.line, one.column, one) for number, one in enumerate(node.items)]
        )
        before = [one for one in inside if one[1:3] <= (place.line, place.column)]
        if not before:
            break
        way.append(before[-1][0])
        node = before[-1][3]
    return tuple(way)


def _leave(fields: dict[str, Any], way: Path) -> str:
    """Take a value out of fields; return what to say of it."""
    if not way:
        return _shorten(fields)
    if way[0] == "title":
        fields["title"] = " ".join(str(fields["title"]).split())[:200] if len(
            fields["title"]) > 200 else "Without a title"  # fmt: skip
        return "the title is written otherwise"
    inside: Any = fields
    for step in way[:-1]:
        inside = inside[step]
    name = ".".join(str(one) for one in way if isinstance(one, str))
    known = way[-1] in inside if isinstance(inside, Mapping) else way[-1] < len(inside)  # type: ignore[operator]
    if known:
        del inside[way[-1]]
    if not inside:
        fields.pop(str(way[0]), None)
    return f"`{name}` is left out"


def _shorten(fields: dict[str, Any]) -> str:
    """Take the longest field away: a file must not be too large."""
    longest = max(fields, key=lambda name: len(repr(fields[name])))
    del fields[longest]
    return f"`{longest}` is left out"


RE_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
LATEST = datetime.max.replace(tzinfo=UTC)
ALL_ROOMS = frozenset({FOR_ALL, "all rooms", "every room", "alle", "alle räume"})
"""What systems and lists call the rooms of a line that is for everyone."""

Line = tuple[Item, SlotTime, Draft | None]
"""A session, its time, and the talk that it is; nothing for a break."""


@dataclass(slots=True)
class Made:
    """What an event is made of."""

    id: str
    programme: ImportedProgramme
    zone: ScheduleZone
    lines: list[Line] = field(default_factory=list)
    shown: dict[Path, list[Draft]] = field(default_factory=dict)
    """The posters of sessions, by the paths of these: they have no lines of their own."""
    days: list[date] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    index: dict[str, Value | None] = field(default_factory=dict)
    """The fields of the event."""
    body: str = ""
    files: dict[str, str] = field(default_factory=dict)
    """The texts of its files by their paths; the one that names the others is the last."""

    def write(self, wanted: Document) -> None:
        """Add a file, without what our reader would refuse."""
        self.files[wanted.path], found = accepted(wanted)
        self.findings += found

    @property
    def source_id(self) -> str:
        """The id of the source."""
        return f"{self.id}-schedule"

    @property
    def drafts(self) -> dict[str, Draft]:
        """The talks by id."""
        posters = (one for group in self.shown.values() for one in group)
        return {one.id: one for one in (*(draft for *_, draft in self.lines if draft), *posters)}


def event_id(programme: ImportedProgramme) -> str:
    """Return the id of an event: made of its acronym or title, with the year.

    >>> event_id(ImportedProgramme("EuroX 2024", "eurox-2024"))
    'eurox-2024'
    >>> event_id(ImportedProgramme("X 21", "x21"))
    'x21'
    """
    made = slug(programme.acronym or programme.title or "event")
    start = programme.start or min(
        (one.start.replace(tzinfo=UTC) for one in programme.items if one.start), default=None
    )
    if start is None or re.search(rf"(?<!\d)(?:{start.year}|{start.year % 100:02})(?!\d)", made):
        return made
    return f"{made}-{start.year}"


class KnownIds(NamedTuple):
    """What exists already."""

    people: Mapping[str, str] = {}
    """The ids of people, by what names them."""
    find: Callable[[Sequence[tuple[Item, SlotTime]]], Mapping[str, str]] = lambda _: {}
    """Returns the ids of talks, by what identifies their sessions."""
    reserved: Collection[str] = ()
    """The ids that no new talk may have."""
    papers: Mapping[str, str] = {}
    """The cite keys of papers by DOI, in small letters."""


def make_event(
    programme: ImportedProgramme,
    zone: ScheduleZone,
    wanted_id: str = "",
    ids: KnownIds | None = None,
) -> Made:
    """Return the files of an event."""
    ids = ids or KnownIds()
    made = Made(wanted_id or event_id(programme), programme, zone)
    made.findings += zone.findings
    timed = [(item, when(item, zone)) for item in programme.items]
    made.findings += [one.finding for _, one in timed if one.finding]
    order = {room: number for number, room in enumerate(rooms_of(programme))}

    def place(line: tuple[Item, SlotTime] | Line) -> tuple[datetime, int]:
        item, one = line[:2]
        return instant(one.start) if one.start else LATEST, order.get(item.room, len(order))

    known = ids.find(timed)
    lines, findings = drafts_of(sorted(timed, key=place), known, ids.reserved)
    made.findings += findings
    for line in lines:
        item, _, draft = line
        if item.shown_in and draft:
            made.shown.setdefault(item.shown_in, []).append(draft)
        else:
            made.lines.append(line)
    made.days = first_and_last(programme, [line[:2] for line in made.lines])
    _fill_index(made)
    for draft in made.drafts.values():
        fields, texts, found = talk_file(draft, ids.people, ids.papers)
        path = f"events/{made.id}/{draft.id}.md"
        made.findings += found
        made.write(Document("talk", path, fields, tuple(texts), draft.item.path))
    source = f"sources/{made.source_id}.md"
    made.write(Document("source", source, source_fields(made)))
    made.write(Document("event", f"events/{made.id}/index.md", made.index, (made.body,)))
    return made


def _fill_index(made: Made) -> None:
    """Put together the fields of the event, with a day on each line that needs one."""
    programme = made.programme
    dayless = {number for number, (_, one, _) in enumerate(made.lines) if outside(made.days, one)}
    times = [one for _, one, _ in made.lines]
    while True:
        made.index = _fields(made, dayless)
        wrong = wrong_times(document(made.index), times)
        if not dayless & {*wrong}:
            break
        # Nothing late stands above such a line: its day has to be said, and is one of the event.
        dayless -= {*wrong}
        said = [one.day for number, one in enumerate(times) if number in wrong and one.day]
        made.days = [min(made.days[0], *said), max(made.days[-1], *said)]
    for number in wrong:
        path = made.lines[number][0].path
        made.findings.append(
            Finding(path, "the time could not be kept", "see its line", decide=True)
        )
    text = to_markdown(programme.description, programme.url)
    made.body = text.markdown


def _fields(made: Made, dayless: set[int]) -> dict[str, Value | None]:
    programme = made.programme
    return {
        "title": typed(programme.title or made.id),
        "date": dates_text(made.days),
        "timezone": made.zone.name,
        "utc_offset": made.zone.offset,
        "location": programme.location,
        "links": {"website": programme.url} if programme.url else None,
        "sources": [made.source_id],
        "rooms": list(rooms_of(programme)),
        "slots": [
            slot_of(*line, made.shown, with_day=number not in dayless)
            for number, line in enumerate(made.lines)
        ],
    }


def slot_of(
    item: Item, when: SlotTime, draft: Draft | None, shown: Mapping[Path, list[Draft]],
    *, with_day: bool,
) -> dict[str, Value]:  # fmt: skip
    """Return a line of the programme; ``shown`` are the posters of sessions."""
    posters = shown.get(item.path, ()) if item.gathers else ()
    chair = [*persons_of(item.chair, {})]
    return {
        "day": when.day.isoformat() if when.day and with_day else "",
        "time": when.time,
        "utc_offset": when.utc_offset,
        "kind": kind_of(item) or ("" if draft else "break"),
        "room": room_of(item),
        "track": item.track,
        "talk": draft.id if draft else "",
        "title": "" if draft else title_of(item),
        "talks": list(dict.fromkeys(one.id for one in posters)),
        "chair": chair[0] if len(chair) == 1 and isinstance(chair[0], str) else chair,
    }


def room_of(item: Item) -> str:
    """Return the room of a session; one that is for everyone is in `FOR_ALL`.

    >>> room_of(Item((), "Opening", room="All rooms")), room_of(Item((), "Reading", room="Pier"))
    ('all', 'Pier')
    """
    return FOR_ALL if item.room.casefold() in ALL_ROOMS else item.room


def rooms_of(programme: ImportedProgramme) -> Sequence[str]:
    """Return the rooms in use: in the order of the schedule, then as its sessions name them."""
    rooms = map(room_of, programme.items)
    used = dict.fromkeys(room for room in rooms if room and room != FOR_ALL)
    return [*dict.fromkeys((*(room for room in programme.rooms if room in used), *used))]


def source_fields(made: Made) -> dict[str, Value | None]:
    """Return the fields of the file that says where the facts come from."""
    programme = made.programme
    found = RE_DATE.search(programme.version)
    version = f"Version “{programme.version}”. " if programme.version else ""
    by = f", exported by {programme.generator}" if programme.generator else ""
    return {
        "title": typed(f"Schedule of {programme.title or made.id}"),
        "kind": "programme",
        "date": found[0] if found and parse_date(found[0]) else "undated",
        "remark": f"{version}Imported from {programme.origin}{by}.",
        "links": {"website": programme.url} if programme.url else None,
    }
