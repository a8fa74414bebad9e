"""Programmes as pretalx and frab export them: their ``schedule.json`` as plain values."""

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
from symposium_import.schedules import importing
from symposium_import.schedules.values import (
    Finding,
    ImportedProgramme,
    Item,
    Path,
    Reference,
    Speaker,
    cleaned,
    clock,
    day_of,
    duration,
    moment,
)

MORNING = 6
"""The hour before which a session that is listed under a day may be one of the night after it."""
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
    """Import a schedule; return whether somebody has to decide something."""
    return importing.run(arguments, WORD, lambda data, _: read_schedule(decode(data).text))


def read_schedule(text: str) -> tuple[ImportedProgramme, list[Finding]]:
    """Return the programme in a text of JSON, and what cannot be used in it.

    Raises:
        WrongUseError: if it is no schedule.
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
    programme = ImportedProgramme(
        title=title,
        acronym=_line(conference, "acronym"),
        remark=f"{f'Version “{version}”. ' if version else ''}Imported from a schedule.json{by}.",
        dated=day[0] if day and parse_date(day[0]) else "undated",
        description=_text(conference.get("description")),
        location=", ".join(
            dict.fromkeys(filter(None, (_line(conference, one) for one in ("venue", "city"))))
        ),
        timezone=_line(conference, "time_zone_name"),
        start=day_of(_line(conference, "start")),
        end=day_of(_line(conference, "end")),
        url=_line(conference, "url") or _line(schedule, "url", "base_url"),
        rooms=tuple(_line(one, "name") for _, one in _groups(conference, "rooms")),
        items=tuple(reader.read(*one) for one in _sessions(conference)),
    )
    if not programme.items:
        raise WrongUseError("the schedule has no sessions: it may not be public yet")
    return programme, reader.findings


def _sessions(conference: Group) -> Iterator[tuple[Path, Group, date | None, str]]:
    """Yield all sessions with their paths, the day, and the room under which they are listed."""
    for number, day in _groups(conference, "days"):
        listed = day_of(_line(day, "date"))
        rooms = part(day, "rooms")
        for room in rooms:
            path = ("schedule", "conference", "days", number, "rooms", room)
            for at, one in _groups(rooms, room):
                yield (*path, at), one, listed, cleaned(room)


@dataclass(frozen=True, slots=True)
class _SessionReader:
    """Reads one session after the other; what is wrong goes to ``findings``."""

    base: str
    """The address to which links are relative."""
    days_first: bool
    findings: list[Finding] = field(default_factory=list)

    def report(self, path: Path, message: str, hint: str, *, decide: bool = False) -> None:
        """Report what is wrong."""
        self.findings.append(Finding(path, message, hint, decide))

    def read(self, path: Path, spot: Group, day: date | None, room: str) -> Item:
        """Return a session."""
        title, length = _line(spot, "title"), spot.get("duration")
        if not title:
            self.report(path, "this session has no title", "write one into its file", decide=True)
        minutes = duration(length, days_first=self.days_first)
        if length and minutes is None:
            hint = "the session is shown without an end"
            self.report((*path, "duration"), "this is not a duration", hint)
        return Item(
            path=path,
            title=title,
            code=_line(spot, "code", "guid", "id")[:200],
            subtitle=_line(spot, "subtitle"),
            kind=_line(spot, "type"),
            track=_line(spot, "track"),
            room=_line(spot, "room") or room,
            day=day,
            start=self._start(path, spot, day),
            minutes=minutes,
            abstract=_text(spot.get("abstract")),
            description=_text(spot.get("description")),
            speakers=tuple(dict.fromkeys(_persons(spot))),
            links=tuple(self._links(path, spot)),
            url=self._address(path, _line(spot, "url", "origin_url")),
        )

    def _start(self, path: Path, spot: Group, day: date | None) -> datetime | None:
        """Return when a session begins: the moment that is given, else made of day and time."""
        given = moment(spot.get("date"))
        if given and ":" in spot["date"]:
            return given
        text = clock(spot.get("start"))
        if not text or not (given or day):
            message = f"this session has no {'day' if text else 'time'}"
            hint = "it stands in the programme without a time"
            self.report(path, message, hint, decide=True)
            return None
        at = time.fromisoformat(text)
        night = timedelta(days=given is None and at.hour < MORNING)
        return datetime.combine(given or day or date.min, at) + night

    def _links(self, path: Path, spot: Group) -> Iterator[Reference]:
        for name in ("links", "attachments"):
            for one in _list(spot, name):
                link = one if isinstance(one, dict) else {"url": one}
                if url := self._address((*path, name), _line(link, "url")):
                    yield Reference(url, _line(link, "title"), _line(link, "type").lower())

    def _address(self, path: Path, text: str) -> str:
        """Return a link on the web or for mail, made whole; others are reported."""
        url = address(text, self.base) if text else ""
        if text and not url:
            self.report(path, "this is no link on the web", f'"{text[:60]}" is left out')
        return url


def _persons(spot: Group) -> Iterator[Speaker]:
    for one in _list(spot, "persons"):
        person = one if isinstance(one, dict) else {"name": one}
        if name := _line(person, "public_name", "full_public_name", "name"):
            bios = (_text(person.get(one)) for one in ("biography", "abstract", "description"))
            yield Speaker(name, next(filter(None, bios), ""))


def _groups(group: Group, name: str) -> Iterable[tuple[int, Group]]:
    """Return the objects of a list in an object, with their numbers."""
    return [(at, one) for at, one in enumerate(_list(group, name)) if isinstance(one, dict)]


def _list(group: Group, name: str) -> list[Any]:
    listed = group.get(name)
    return listed if isinstance(listed, list) else []


def _text(value: Any) -> str:
    """Return a text; of one in several languages that in English, or else the first."""
    if isinstance(value, dict):
        texts = (value.get("en"), *value.values())
        value = next((one for one in texts if isinstance(one, str)), "")
    is_text = isinstance(value, str | int | float) and not isinstance(value, bool)
    return cleaned(str(value)).strip() if is_text else ""


def _line(group: Group, *names: str) -> str:
    """Return the first of some texts in one line; some systems export what they put into a page."""
    found = next(filter(None, (_text(group.get(name)) for name in names)), "")
    return one_line(RE_ENTITY.sub(lambda one: cleaned(unescape(one[0])), found))
