"""Writing the file of an event from a schedule."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from symposium.fields.yaml_writing import Value, document
from symposium.kinds.event import FOR_ALL
from symposium.knowledge.local_times import instant
from symposium.model.ids import slug

from symposium_import.foreign_texts.markdown import to_markdown
from symposium_import.schedules.talks import (
    Draft,
    drafts_of,
    kind_of,
    persons_of,
    talk_file,
    title_of,
    typed,
)
from symposium_import.schedules.times import ScheduleZone, SlotTime, days_of, when
from symposium_import.schedules.updating import Existing
from symposium_import.schedules.values import Finding, ImportedProgramme, Item, Path

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
    lines: list[Line] = field(default_factory=list)
    shown: dict[Path, list[Draft]] = field(default_factory=dict)
    """The posters of sessions, by the paths of these: they have no lines of their own."""
    findings: list[Finding] = field(default_factory=list)
    index: dict[str, Value | None] = field(default_factory=dict)
    """The fields of the event."""
    files: dict[str, str] = field(default_factory=dict)
    """The texts of its files by their paths; the one that names the others is the last."""

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
        (one.start.date() for one in programme.items if one.start), default=None
    )
    if start is None or re.search(rf"(?<!\d)(?:{start.year}|{start.year % 100:02})(?!\d)", made):
        return made
    return f"{made}-{start.year}"


def make_event(
    programme: ImportedProgramme,
    zone: ScheduleZone,
    existing: Existing,
    people: Mapping[str, str],
    papers: Mapping[str, str],
) -> Made:
    """Return the files of an event.

    ``people`` are ids by ORCID, ``papers`` cite keys by DOI in small letters.
    """
    made = Made(existing.id, programme, findings=[*zone.findings])
    timed = [(item, when(item, zone)) for item in programme.items]
    rooms = rooms_of(programme)

    def place(line: tuple[Item, SlotTime]) -> tuple[datetime, int]:
        item, at = line
        room = rooms.index(item.room) if item.room in rooms else len(rooms)
        return instant(at.start) if at.start else LATEST, room

    for line in drafts_of(sorted(timed, key=place), existing.taken(timed), existing.reserved):
        item, _, draft = line
        if item.shown_in and draft:
            made.shown.setdefault(item.shown_in, []).append(draft)
        else:
            made.lines.append(line)
    for draft in made.drafts.values():
        fields, texts, found = talk_file(draft, people, papers)
        made.findings += found
        made.files[f"events/{made.id}/{draft.id}.md"] = document(fields, texts)
    title = typed(programme.title or made.id)
    links = {"website": programme.url} if programme.url else None
    made.files[f"sources/{made.source_id}.md"] = document({
        "title": f"Schedule of {title}", "kind": "programme", "date": programme.dated,
        "remark": programme.remark, "links": links,
    })  # fmt: skip
    made.index = {
        "title": title,
        "date": days_of(programme, [line[:2] for line in made.lines]),
        "timezone": zone.name,
        "utc_offset": zone.offset,
        "location": programme.location,
        "links": links,
        "sources": [made.source_id],
        "rooms": rooms,
        "slots": [slot_of(*line, made.shown) for line in made.lines],
    }
    text = to_markdown(programme.description, programme.url).markdown
    made.files[f"events/{made.id}/index.md"] = document(made.index, [text])
    return made


def slot_of(
    item: Item, when: SlotTime, draft: Draft | None, shown: Mapping[Path, list[Draft]]
) -> dict[str, Value]:
    """Return a line of the programme; ``shown`` are the posters of sessions."""
    posters = shown.get(item.path, ()) if item.gathers else ()
    chair = [*persons_of(item.chair, {})]
    return {
        "day": when.day.isoformat() if when.day else "",
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


def rooms_of(programme: ImportedProgramme) -> list[str]:
    """Return the rooms in use: in the order of the schedule, then as its sessions name them."""
    rooms = map(room_of, programme.items)
    used = dict.fromkeys(room for room in rooms if room and room != FOR_ALL)
    return [*dict.fromkeys((*(room for room in programme.rooms if room in used), *used))]
