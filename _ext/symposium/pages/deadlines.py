"""Deadlines of events as pages and lists show them; scripts add the reader's own time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from symposium.kinds.event import Event
from symposium.kinds.organising import Deadline
from symposium.knowledge.deadlines import END_OF_DAY, last_moment, moment_of
from symposium.knowledge.local_times import instant
from symposium.model.dates import Date
from symposium.pages.author_links import safe_href
from symposium.pages.shown_times import offset_text, printed


@dataclass(frozen=True, slots=True)
class ShownDeadline:
    """A deadline for readers, and for ``datetime=``."""

    event: str
    title: str
    href: str | None
    text: str
    """Day, time and zone; the day alone where no zone is known."""
    iso: str
    over: str
    """When it has passed, for scripts: where no zone is known, when the day is over everywhere."""
    earlier: tuple[str, ...]
    """The days before it was extended."""


def shown_deadline(event: Event, one: Deadline, files: frozenset[str]) -> ShownDeadline:
    """Return a deadline as it is shown."""
    moment = moment_of(event, one)
    text, iso = _day(one.date), one.date
    if one.time and moment is None:
        text += f", {one.time}"
    if moment:
        zone = one.timezone or event.timezone
        offset = offset_text(moment.isoformat()[19:])
        text += f", {one.time or END_OF_DAY} " + (f"{zone} ({offset})" if zone else offset)
        iso = moment.isoformat()
    return ShownDeadline(
        event.id, one.title, safe_href(one.link, files) if one.link else None, text, iso,
        last_moment(event, one).isoformat(), tuple(map(_day, one.extended_from)),
    )  # fmt: skip


def in_order(events: Iterable[Event], files: frozenset[str]) -> list[ShownDeadline]:
    """Return the deadlines of events, the earliest first."""
    rows = [(event, one) for event in events for one in event.deadlines]
    rows.sort(key=lambda row: instant(last_moment(*row)))
    return [shown_deadline(event, one, files) for event, one in rows]


def _day(text: str) -> str:
    day = date.fromisoformat(text)
    return printed(Date(day.year, day.month, day.day))
