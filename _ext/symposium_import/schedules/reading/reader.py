"""A schedule: what is in it, read as far as it can be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from symposium_import.schedules.reading.items import ItemReader
from symposium_import.schedules.reading.recognition import of_json, of_text, wanted
from symposium_import.schedules.reading.times import day_of, moment
from symposium_import.schedules.reading.tree import Broken, Findings, JsonNode, parse
from symposium_import.schedules.reading.values import Finding, ImportedProgramme

EVENTS = ("events", "talks", "sessions", "slots")
"""What a list of sessions may be called."""


@dataclass(slots=True)
class ScheduleRead:
    """What came of reading a file."""

    programme: ImportedProgramme | None = None
    """Unset where the file is no schedule; the one finding says what it is."""
    findings: list[Finding] = field(default_factory=list)
    line: int = 1
    """Where JSON that is broken breaks."""
    column: int = 1


def read_schedule(text: str) -> ScheduleRead:
    """Return the programme in a text of JSON and what cannot be used in it; never raises."""
    value = parse(text)
    if isinstance(value, Broken):
        kind = of_text(text)
        message = f"this is {kind}, not JSON" if kind else f"this is no JSON: {value.message}"
        hint = wanted(kind) if kind else "download it again: it may have been cut off"
        place = (1, 1) if kind else (value.line, value.column)
        return ScheduleRead(None, [Finding((), message, hint)], *place)
    log = Findings()
    top = JsonNode(value, (), log)
    schedule = top.get("schedule")
    if not isinstance(schedule.value, dict):
        schedule = top
    conference = schedule.get("conference")
    if not isinstance(conference.value, dict):
        conference = schedule
    whole = any(one.get(name) for one in (conference, schedule) for name in ("days", "events"))
    if not whole or (schedule is top and of_json(value)):
        return ScheduleRead(None, [_not_a_schedule(value)])
    try:
        return ScheduleRead(_Reader(top, schedule, conference).read(), log.found)
    except RecursionError:
        return ScheduleRead(None, [Finding((), "the file is nested too deep")])


def _not_a_schedule(value: Any) -> Finding:
    kind = of_json(value)
    message = f"this is {kind}, not a schedule" if kind else "this JSON holds no conference"
    return Finding((), message, wanted(kind))


@dataclass(slots=True)
class _Reader:
    """Reads the conference and goes through its days and rooms."""

    top: JsonNode
    schedule: JsonNode
    conference: JsonNode

    def read(self) -> ImportedProgramme:
        one = self.conference
        generator = self.top.get("generator") or self.schedule.get("generator")
        name = generator.get("name") if isinstance(generator.value, dict) else generator
        generated_by = name.line() if name else ""
        reader = ItemReader(
            base=(self.schedule.get("base_url") or one.get("base_url", "url")).line(),
            people=self._people(),
            tracks=self._names("tracks"),
            rooms=self._names("rooms"),
            days_first=generated_by.lower() == "pretalx",
        )
        items = [
            made for spot, day, room in self._sessions() if (made := reader.read(spot, day, room))
        ]
        url = (one.get("url") or self.schedule.get("url", "base_url") or one.get("base_url")).line()
        places = [one.get(name).line() for name in ("venue", "city", "location")]
        title = one.get("title", "name").line() or one.get("acronym").line()
        if not title:
            one.report("the conference has no title", "write one into index.md", decide=True)
        return ImportedProgramme(
            title=title,
            acronym=one.get("acronym", "slug").line(),
            version=self.schedule.get("version").line(),
            generator=" ".join(filter(None, (generated_by, self._version(generator)))),
            description=one.get("description").text(),
            location=", ".join(dict.fromkeys(filter(None, places))),
            timezone=one.get("time_zone_name", "timezone", "time_zone").line(),
            start=moment(one.get("start", "date_from").value),
            end=moment(one.get("end", "date_to").value),
            url=url,
            rooms=tuple(dict.fromkeys(self._names("rooms").values())),
            items=tuple(items),
            unused=tuple(sorted(one.log.seen.items())),
        )

    def _version(self, generator: JsonNode) -> str:
        return generator.get("version").line() if isinstance(generator.value, dict) else ""

    def _names(self, which: str) -> dict[str, str]:
        """Return the names of rooms or tracks by all that they are referred to with."""
        names: dict[str, str] = {}
        listed = self.conference.get(which)
        for one in listed.items() if listed else ():
            name = one.line()
            keys = [one.get(key).value for key in ("guid", "slug", "id")] if name else []
            for key in (name, *keys):
                if isinstance(key, (str, int)) and key != "":
                    names.setdefault(str(key), name)
        return names

    def _people(self) -> dict[str, JsonNode]:
        """Return the persons who are described apart from their sessions, by guid or code."""
        found = {}
        for holder in (self.schedule, self.conference):
            listed = holder.get("persons", "speakers")
            for one in listed.items() if isinstance(listed.value, (list, dict)) else ():
                for key in ("guid", "code", "id"):
                    if isinstance(value := one.get(key).value, (str, int)):
                        found[str(value)] = one
        return found

    def _sessions(self) -> Iterator[tuple[JsonNode, date | None, str]]:
        """Yield all sessions with the day and the room under which they are listed."""
        days = self.conference.get("days") or self.schedule.get("days")
        for number, day in enumerate(days.items() if days else ()):
            if not isinstance(day.value, dict):
                day.refuse("a day")
                continue
            given = day.get("date", "day_start", "start")
            when = day_of(given.value) or day_of(day.path[-1])
            if when is None:
                message = (
                    f"the date of day {number + 1} is not one" if given else "a day has no date"
                )
                (given or day).report(message, "the dates of its sessions are taken")
            rooms = day.get("rooms")
            for room in rooms.items() if rooms else ():
                yield from ((one, when, name) for one, name in self._in_room(room))
            for listed in (day.get(name) for name in EVENTS):
                yield from ((one, when, "") for one in (listed.items() if listed else ()))
        for holder in (self.conference, self.schedule):
            listed = holder.get("events")
            yield from ((one, None, "") for one in (listed.items() if listed else ()))
            if holder.value is self.schedule.value:
                break

    def _in_room(self, room: JsonNode) -> Iterator[tuple[JsonNode, str]]:
        """Yield the sessions of a room, which is a list, or an object that holds one."""
        name = room.clean(room.path[-1]) if isinstance(room.path[-1], str) else ""
        if isinstance(room.value, list):
            yield from ((one, name) for one in room.items())
            return
        if not isinstance(room.value, dict):
            room.refuse("a list of sessions")
            return
        listed = room.get(*EVENTS)
        if not listed and room.get("title") and room.get("start", "date"):
            yield room, ""  # a list of sessions without rooms
            return
        own = room.get("name", "title").line() if listed or room.get("name") else ""
        yield from ((one, own or name) for one in (listed.items() if listed else ()))
