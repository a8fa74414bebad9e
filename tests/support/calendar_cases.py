"""Projects with programmes for the tests of calendars, and what their clocks should say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from symposium.export.appointments import files_with_history
from symposium.export.formats import calendar_files
from symposium.knowledge import NO_MENTIONS, KnowledgeBase
from symposium.model.problems import Severity
from symposium.pages import Urls
from symposium.reading.git_history import changes

from support.files import knowledge_of

BASE = "https://example.org/site/"


def event(zone: str, slots: list[tuple[str, ...]], more: str = "") -> str:
    """Return the file of an event; a slot is a day, a time, and what else there is to it."""
    lines = [f"  - {{day: {day}, time: '{time}', {', '.join(rest)}}}" for day, time, *rest in slots]
    days = sorted(slot[0] for slot in slots)
    first = f"---\ntitle: Meet\ndate: {days[0]}/{days[-1]}\n"
    zone = f"utc_offset: '{zone}'\n" if zone[:1] in "+-" else f"timezone: {zone}\n"
    return "\n".join((first + zone + more + "slots:", *lines, "---", ""))


def knowledge(root: Path, files: Mapping[str, str]) -> KnowledgeBase:
    """Return what a project of these files says; nothing may be wrong with them."""
    kb, problems = knowledge_of(root, files)
    assert not [one for one in problems if one.severity is Severity.ERROR]
    return replace(kb, changed=changes(root, files_with_history(kb)).last)


def calendars(kb: KnowledgeBase, base: str = BASE) -> dict[str, str]:
    """Return the text of each calendar, by path."""
    urls = Urls(base=base, identity="test")
    files = calendar_files(kb, NO_MENTIONS, urls)
    return {path: content.decode() for path, content in files}


def at(zone: str, day: str, *times: str) -> tuple[str, list[tuple[str, ...]]]:
    """Return a zone, and lines on a day."""
    return zone, [(day, time, f"title: at {time}") for time in times]


NIGHT = ("0:00-0:30", "0:45-1:15", "1:00-2:00", "1:30-3:30", "2:00-2:30", "2:30-2:45", "2:30-3:30",
         "3:00-3:30", "3:15-4:00", "4:00-5:00", "12:00-13:00", "23:00-1:30")  # fmt: skip
"""Times around which clocks change."""

CHANGES = (
    at("America/Los_Angeles", "2021-03-14", *NIGHT),
    at("America/Los_Angeles", "2021-11-07", *NIGHT),
    at("Europe/Zurich", "2021-03-28", *NIGHT),
    at("Europe/Zurich", "2021-10-31", *NIGHT),
    at("Australia/Lord_Howe", "2021-04-04", *NIGHT),  # by half an hour
    at("Australia/Lord_Howe", "2021-10-03", *NIGHT),
    at("Africa/Casablanca", "2021-04-11", *NIGHT),  # back for the month of Ramadan
    at("Africa/Casablanca", "2021-05-16", *NIGHT),
    at("Europe/Dublin", "2021-03-28", *NIGHT),  # whose summer time is the standard
    at("Pacific/Apia", "2011-12-29", *NIGHT),  # the day after was left out
    at("America/St_Johns", "2011-03-13", *NIGHT),  # at one minute past midnight
    at("Asia/Tehran", "2021-03-22", *NIGHT),  # at midnight
    at("Etc/UTC", "2021-03-28", *NIGHT),
    at("-07:00", "2021-03-14", *NIGHT),
)

DAYS = [("2021-03-12", "9:00-10:00"), ("2021-03-13", "22:00-3:15"), ("2021-03-14", "9:00-10:00"),
        ("2021-03-15", "0:30-8:00"), ("2021-03-28", "1:30-4:30"), ("2021-11-07", "0:30-2:30")]  # fmt: skip
SEVERAL = event(
    "America/Los_Angeles",
    [
        (day, time, f"title: {day} {room}", f"room: {room}")
        for day, time in DAYS
        for room in ("Hall", "Hub")
    ],
    "rooms: [Hall, {name: Hub, timezone: Europe/Zurich}]\n",
)
"""Several days, in two zones, over nights and changes of the clocks."""


LEFT = {
    "America/Sao_Paulo": ("2018-12-01", "2019-01-20", "2019-03-01", "2020-06-01", "2021-01-20"),
    "Europe/Istanbul": ("2016-01-15", "2016-07-01", "2017-12-01", "2018-01-15"),
    "America/Whitehorse": ("2020-02-01", "2020-05-01", "2022-02-01"),
    "Europe/Zurich": ("2020-07-01", "2021-07-01"),
    "Africa/Juba": ("2021-01-15", "2021-03-01", "2022-02-15"),
}
"""Days of years in which clocks of a zone changed, or did no more; or only of summers."""


def all_changes() -> dict[str, str]:
    """Return the files of a project with all of these."""
    found = {f"events/change-{i}/index.md": event(*one) for i, one in enumerate(CHANGES)}
    left = {
        f"events/left-{i}/index.md": event(zone, [(day, "9:00-10:00", "title: A") for day in days])
        for i, (zone, days) in enumerate(LEFT.items())
    }
    return {**found, **left, "events/several/index.md": SEVERAL}
