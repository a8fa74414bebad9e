"""Programmes as pretalx and frab export them: their ``schedule.json`` as plain values.

What cannot be used is told with the way to it. Nothing here knows what our own files look like.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from html import unescape
from typing import Any

from symposium.reading.foreign_texts.addresses import address

from symposium_import.schedules.clock_times import clock, duration, moment
from symposium_import.schedules.values import (
    MAX_PERSONS,
    MAX_TEXT,
    RE_CONTROL,
    Finding,
    ImportedProgramme,
    Item,
    Path,
    Reference,
    Speaker,
    cleaned,
)

MORNING = 6
"""The hour before which a session that is listed under a day may be one of the night after it."""
UNUSED = {
    "logo": "pictures of sessions", "language": "languages",
    "recording_license": "licences of recordings", "do_not_record": "wishes not to be recorded",
    "feedback_url": "forms for feedback",
}  # fmt: skip
"""Fields for which a programme of ours has no place."""
PICTURES = "pictures of persons"
HINT = (
    "take the schedule.json of the conference: pretalx offers it as "
    "…/schedule/export/schedule.json, frab as …/public/schedule.json; "
    "a list of talks is read by: symposium import talks"
)
RE_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9A-Fa-f]{1,6}|[A-Za-z]\w{1,30});")


@dataclass(slots=True)
class ScheduleRead:
    """What came of reading a file."""

    programme: ImportedProgramme | None = None
    """Unset where the file is no schedule; the one finding says why."""
    findings: list[Finding] = field(default_factory=list)


@dataclass(slots=True)
class _Log:
    """What is gathered on the way."""

    found: list[Finding] = field(default_factory=list)
    unused: Counter[str] = field(default_factory=Counter)
    """What there is no place for, and how often it was met."""


@dataclass(frozen=True, slots=True)
class JsonNode:
    """A value, the way to it, and where to report what is wrong with it."""

    value: Any
    path: Path
    log: _Log

    def __bool__(self) -> bool:
        return self.value is not None

    def get(self, *names: str) -> JsonNode:
        """Return the first value there is under one of these names; nothing if there is none."""
        for name in names if isinstance(self.value, dict) else ():
            if self.value.get(name) is not None:
                return JsonNode(self.value[name], (*self.path, name), self.log)
        return JsonNode(None, (*self.path, names[0]), self.log)

    def items(self) -> Iterator[JsonNode]:
        """Yield the values of a list, or of an object in their order; without those of null."""
        pairs: list[tuple[str | int, Any]] = []
        if isinstance(self.value, dict):
            pairs = list(self.value.items())
        elif isinstance(self.value, list):
            pairs = list(enumerate(self.value))
        else:
            self.refuse("a list")
        for step, value in pairs:
            if value is not None:
                yield JsonNode(value, (*self.path, step), self.log)

    def text(self) -> str:
        """Return the text; of one in several languages that in English, or else the first."""
        value = self.value
        if isinstance(value, dict):
            texts = [value.get("en"), *value.values()]
            value = next((one for one in texts if isinstance(one, str)), value)
        if isinstance(value, bool) or not isinstance(value, str | int | float | None):
            self.refuse("text")
            return ""
        text = "" if value is None else str(value)
        if found := RE_CONTROL.search(text):
            message = f"the text holds the character U+{ord(found[0]):04X}, which no page may hold"
            self.report(message, "it is left out, and others like it")
        if len(text) > MAX_TEXT:
            self.report(f"the text is longer than {MAX_TEXT:,} characters", "its end is left out")
        return cleaned(text[:MAX_TEXT]).strip()

    def line(self) -> str:
        """Return the text as one line; some systems export what they would put into a page."""
        text = RE_ENTITY.sub(lambda found: cleaned(unescape(found[0])), self.text())
        return " ".join(text.split())

    def report(self, message: str, hint: str = "", *, decide: bool = False) -> None:
        """Report what is wrong here."""
        self.log.found.append(Finding(self.path, message, hint, decide))

    def refuse(self, wanted: str) -> None:
        """Report a value of the wrong form, unless there is none."""
        if self.value is not None:
            self.report(f"this is not {wanted}", "it is left out")


def read_schedule(text: str) -> ScheduleRead:
    """Return the programme in a text of JSON and what cannot be used in it; never raises."""
    try:
        top = JsonNode(json.loads(text, parse_constant=lambda _: None), (), _Log())
        schedule = top.get("schedule")
        conference = schedule.get("conference")
        if not isinstance(conference.value, dict):
            return ScheduleRead(None, [Finding((), "this JSON holds no conference", HINT)])
        return ScheduleRead(_programme(top, schedule, conference), top.log.found)
    except json.JSONDecodeError as error:
        reason = f"this is no JSON: line {error.lineno}: {error.msg}"
        return ScheduleRead(None, [Finding((), reason, HINT)])
    except (ValueError, RecursionError) as error:
        return ScheduleRead(None, [Finding((), f"this JSON cannot be read: {error}", HINT)])


def _programme(top: JsonNode, schedule: JsonNode, one: JsonNode) -> ImportedProgramme:
    generator = top.get("generator")
    made_by = [generator.get(name).line() for name in ("name", "version")]
    base = (schedule.get("base_url") or one.get("base_url", "url")).line()
    reader = _ItemReader(base, days_first=made_by[0].lower() == "pretalx")
    items = [made for spot in _sessions(one) if (made := reader.read(*spot))]
    title = one.get("title").line() or one.get("acronym").line()
    if not title:
        one.report("the conference has no title", "write one into index.md", decide=True)
    places = [one.get(name).line() for name in ("venue", "city")]
    rooms = one.get("rooms")
    return ImportedProgramme(
        title=title,
        acronym=one.get("acronym").line(),
        version=schedule.get("version").line(),
        generator=" ".join(filter(None, made_by)),
        description=one.get("description").text(),
        location=", ".join(dict.fromkeys(filter(None, places))),
        timezone=one.get("time_zone_name").line(),
        start=moment(one.get("start").value),
        end=moment(one.get("end").value),
        url=(one.get("url") or schedule.get("url", "base_url")).line(),
        rooms=tuple(room.get("name").line() for room in (rooms.items() if rooms else ())),
        items=tuple(items),
        unused=tuple(sorted(one.log.unused.items())),
    )


def _sessions(conference: JsonNode) -> Iterator[tuple[JsonNode, date | None, str]]:
    """Yield all sessions with the day and the room under which they are listed."""
    days = conference.get("days")
    for day in days.items() if days else ():
        if not isinstance(day.value, dict):
            day.refuse("a day")
            continue
        given = day.get("date")
        found = moment(given.value)
        if found is None:
            given.report("this day has no date", "the dates of its sessions are taken")
        rooms = day.get("rooms")
        for room in rooms.items() if rooms else ():
            name = cleaned(room.path[-1]) if isinstance(room.path[-1], str) else ""
            if isinstance(room.value, list):
                yield from ((one, found and found.date(), name) for one in room.items())
            else:
                room.refuse("a list of sessions")


@dataclass(frozen=True, slots=True)
class _ItemReader:
    """Reads one session after the other."""

    base: str
    """The address to which links are relative."""
    days_first: bool

    def read(self, spot: JsonNode, day: date | None, room: str) -> Item | None:
        """Return a session, or nothing if it is none; what is wrong has been reported."""
        if not isinstance(spot.value, dict):
            spot.refuse("a session")
            return None
        spot.log.unused.update(
            words for name, words in UNUSED.items() if spot.value.get(name) not in (None, "", False)
        )
        title = spot.get("title").line()
        if not title:
            spot.report("this session has no title", "write one into its file", decide=True)
        length = spot.get("duration")
        minutes = duration(length.value, days_first=self.days_first)
        if length and minutes is None:
            length.report("this is not a duration", "the session is shown without an end")
        return Item(
            path=spot.path,
            title=title,
            code=_key(spot),
            subtitle=spot.get("subtitle").line(),
            kind=spot.get("type").line(),
            track=spot.get("track").line(),
            room=spot.get("room").line() or room,
            day=day,
            start=self._start(spot, day),
            minutes=minutes,
            clock=clock(spot.get("start").value),
            abstract=spot.get("abstract").text(),
            description=spot.get("description").text(),
            speakers=tuple(self._speakers(spot)),
            links=tuple(self._links(spot)),
            url=self._address(spot.get("url", "origin_url")),
        )

    def _start(self, spot: JsonNode, day: date | None) -> datetime | None:
        """Return when a session begins: the moment that is given, else made of day and time."""
        given = spot.get("date")
        found = moment(given.value)
        if found and ":" in given.value:
            return found
        if given and found is None:
            given.report("this is not a date", "the day under which it is listed is taken")
        text = clock(spot.get("start").value)
        if not text or not (found or day):
            what = "day" if text else "time"
            hint = "it stands in the programme without a time"
            spot.report(f"this session has no {what}", hint, decide=True)
            return None
        at = time.fromisoformat(text)
        if found is None and day:
            found = datetime.combine(day, time()) + timedelta(days=at.hour < MORNING)
        return datetime.combine(found, at) if found else None

    def _speakers(self, spot: JsonNode) -> Iterator[Speaker]:
        listed = spot.get("persons")
        seen = set[tuple[str, str]]()
        for one in listed.items() if listed else ():
            if len(seen) == MAX_PERSONS:
                message = f"these are more than {MAX_PERSONS:,} persons"
                listed.report(message, "the rest is left out")
                return
            if isinstance(one.value, dict) and one.value.get("avatar"):
                one.log.unused[PICTURES] += 1
            named = one if isinstance(one.value, str) else one.get(
                "public_name", "full_public_name", "name")  # fmt: skip
            made = Speaker(
                named.line(), one.get("biography", "abstract", "description").text(), _key(one),
                path=one.path,
            )  # fmt: skip
            if not made.name:
                one.report("this person has no name", "the person is left out")
            elif (made.name, made.key) not in seen:
                seen.add((made.name, made.key))
                yield made

    def _links(self, spot: JsonNode) -> Iterator[Reference]:
        for listed in (spot.get("links"), spot.get("attachments")):
            for one in listed.items() if listed else ():
                target = one if isinstance(one.value, str) else one.get("url")
                if not target:
                    one.report("this link leads nowhere", "it is left out")
                elif url := self._address(target):
                    title, kind = one.get("title").line(), one.get("type").line().lower()
                    yield Reference(url, title, kind, one.path)

    def _address(self, spot: JsonNode) -> str:
        """Return a link on the web or for mail, made whole; others are reported."""
        text = spot.line()
        url = address(text, self.base) if text else ""
        if text and not url:
            spot.report("this is no link on the web", f'"{text[:60]}" is left out')
        return url


def _key(spot: JsonNode) -> str:
    """Return what stays when a title, a time or a name changes."""
    for name in ("code", "guid", "id"):
        value = spot.get(name).value
        if isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip():
            return " ".join(str(value).split())[:200]
    return ""
