"""``symposium import schedule``: read the ``schedule.json`` of pretalx and frab."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from html import unescape
from typing import Any

from symposium.cli.wrong_use import WrongUseError
from symposium.model.dates import parse_date
from symposium.model.encodings import decode

from symposium_import.foreign_texts.markdown import address, one_line
from symposium_import.formats.json_objects import part
from symposium_import.schedules import importing, values

MORNING = 6
"""Sessions before this hour may belong to the night after the day that lists them."""
HINT = (
    "take the schedule.json of the conference: pretalx offers it as "
    "…/schedule/export/schedule.json, frab as …/public/schedule.json; "
    "a list of talks is read by: symposium import talks"
)
RE_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9A-Fa-f]{1,6}|[A-Za-z]\w{1,30});")

RE_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")

Group = Mapping[str, Any]


WORD = "schedule"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``symposium import schedule``."""
    command.add_argument("file", metavar="FILE", help="the schedule.json, or - for standard input")
    importing.add_arguments(command, WORD)


def run(arguments: argparse.Namespace) -> bool:
    """Import a schedule; return whether the user has to decide something."""
    return importing.run(arguments, WORD, lambda data, _: read_schedule(decode(data).text))


def read_schedule(text: str) -> tuple[values.ImportedProgramme, list[values.Finding]]:
    """Return the programme in a JSON text, and findings about it.

    Raises:
        WrongUseError: if it is not a schedule.
    """
    try:
        top = json.loads(text, parse_constant=lambda _: None)
    except (ValueError, RecursionError) as error:
        raise WrongUseError(f"this is no JSON: {error}: {HINT}") from error
    top = top if isinstance(top, dict) else {}
    schedule, conference = part(top, "schedule"), part(part(top, "schedule"), "conference")
    if not conference:
        raise WrongUseError(f"this JSON holds no conference: {HINT}")
    generator = part(top, "generator")
    made_by = [_line(generator, "name"), _line(generator, "version")]
    base = _line(schedule, "base_url") or _line(conference, "base_url", "url")
    reader = _SessionReader(base, made_by[0].lower() == "pretalx")
    version, day = _line(schedule, "version"), RE_DATE.search(_line(schedule, "version"))
    by = f", exported by {' '.join(filter(None, made_by))}" if any(made_by) else ""
    title = _line(conference, "title", "acronym")
    if not title:
        reader.report(("schedule", "conference"), "the conference has no title",
                      "write one into index.md", decide=True)  # fmt: skip
    programme = values.ImportedProgramme(
        title=title,
        acronym=_line(conference, "acronym"),
        remark=f"{f'Version “{version}”. ' if version else ''}Imported from a schedule.json{by}.",
        dated=day[0] if day and parse_date(day[0]) else "undated",
        description=_text(conference.get("description")),
        location=", ".join(
            dict.fromkeys(filter(None, (_line(conference, name) for name in ("venue", "city"))))
        ),
        timezone=_line(conference, "time_zone_name"),
        start=values.day_of(_line(conference, "start")),
        end=values.day_of(_line(conference, "end")),
        url=_line(conference, "url") or _line(schedule, "url", "base_url"),
        rooms=tuple(_line(room, "name") for _, room in _groups(conference, "rooms")),
        items=tuple(reader.read(*session) for session in _sessions(conference)),
    )
    if not programme.items:
        raise WrongUseError("the schedule has no sessions: it may not be public yet")
    return programme, reader.findings


def _sessions(conference: Group) -> Iterator[tuple[values.Path, Group, date | None, str]]:
    """Yield all sessions: path, object, and the day and room that list it."""
    for number, day in _groups(conference, "days"):
        listed = values.day_of(_line(day, "date"))
        rooms = part(day, "rooms")
        for room in rooms:
            path = ("schedule", "conference", "days", number, "rooms", room)
            for at, session in _groups(rooms, room):
                yield (*path, at), session, listed, values.cleaned(room)


@dataclass(frozen=True, slots=True)
class _SessionReader:
    """Reader of single sessions; faults are added to ``findings``."""

    base: str
    """Base address of relative links."""
    days_first: bool
    findings: list[values.Finding] = field(default_factory=list)

    def report(self, path: values.Path, message: str, hint: str, *, decide: bool = False) -> None:
        """Add a finding."""
        self.findings.append(values.Finding(path, message, hint, decide))

    def read(self, path: values.Path, session: Group, day: date | None, room: str) -> values.Item:
        """Return a session."""
        title, length = _line(session, "title"), session.get("duration")
        if not title:
            self.report(path, "this session has no title", "write one into its file", decide=True)
        minutes = values.duration(length, days_first=self.days_first)
        if length and minutes is None:
            hint = "the session is shown without an end"
            self.report((*path, "duration"), "this is not a duration", hint)
        return values.Item(
            path=path,
            title=title,
            code=_line(session, "code", "guid", "id")[:200],
            subtitle=_line(session, "subtitle"),
            kind=_line(session, "type"),
            track=_line(session, "track"),
            room=_line(session, "room") or room,
            day=day,
            start=self._start(path, session, day),
            minutes=minutes,
            abstract=_text(session.get("abstract")),
            description=_text(session.get("description")),
            speakers=tuple(dict.fromkeys(_persons(session))),
            links=tuple(self._links(path, session)),
            url=self._address(path, _line(session, "url", "origin_url")),
        )

    def _start(self, path: values.Path, session: Group, day: date | None) -> datetime | None:
        """Return the start of a session: its date with time, or else day and time combined."""
        start = values.moment(session.get("date"))
        if start and ":" in session["date"]:
            return start
        text = values.clock(session.get("start"))
        if not text or not (start or day):
            message = f"this session has no {'day' if text else 'time'}"
            hint = "it stands in the programme without a time"
            self.report(path, message, hint, decide=True)
            return None
        at = time.fromisoformat(text)
        night = timedelta(days=start is None and at.hour < MORNING)
        return datetime.combine(start or day or date.min, at) + night

    def _links(self, path: values.Path, session: Group) -> Iterator[values.Reference]:
        for name in ("links", "attachments"):
            for entry in _list(session, name):
                link = entry if isinstance(entry, dict) else {"url": entry}
                if url := self._address((*path, name), _line(link, "url")):
                    yield values.Reference(url, _line(link, "title"), _line(link, "type").lower())

    def _address(self, path: values.Path, text: str) -> str:
        """Return an absolute address on the web or for mail; any other is reported."""
        url = address(text, self.base) if text else ""
        if text and not url:
            self.report(path, "this is no link on the web", f'"{text[:60]}" is left out')
        return url


def _persons(session: Group) -> Iterator[values.Speaker]:
    for entry in _list(session, "persons"):
        person = entry if isinstance(entry, dict) else {"name": entry}
        if name := _line(person, "public_name", "full_public_name", "name"):
            bios = (_text(person.get(key)) for key in ("biography", "abstract", "description"))
            yield values.Speaker(name, next(filter(None, bios), ""))


def _groups(group: Group, name: str) -> Iterable[tuple[int, Group]]:
    """Return the objects in a list of an object, with their indices."""
    return [(at, entry) for at, entry in enumerate(_list(group, name)) if isinstance(entry, dict)]


def _list(group: Group, name: str) -> list[Any]:
    listed = group.get(name)
    return listed if isinstance(listed, list) else []


def _text(value: Any) -> str:
    """Return a text; of several languages English, or else the first."""
    if isinstance(value, dict):
        texts = (value.get("en"), *value.values())
        value = next((text for text in texts if isinstance(text, str)), "")
    is_text = isinstance(value, str | int | float) and not isinstance(value, bool)
    return values.cleaned(str(value)).strip() if is_text else ""


def _line(group: Group, *names: str) -> str:
    """Return the first of these texts, in one line and without the entities of HTML."""
    text = next(filter(None, (_text(group.get(name)) for name in names)), "")
    return one_line(RE_ENTITY.sub(lambda match: values.cleaned(unescape(match[0])), text))
