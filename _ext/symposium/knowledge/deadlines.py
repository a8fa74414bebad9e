"""Deadlines of events as instants, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta, timezone, tzinfo

from symposium.kinds.event import Event
from symposium.kinds.organising import Deadline
from symposium.knowledge.local_times import named_zone, span
from symposium.knowledge.schedule import zone_of
from symposium.model.dates import AOE
from symposium.model.problems import Code, Problem

ANYWHERE = timezone(timedelta(hours=-12))
"""Where a day ends last: Anywhere on Earth, UTC-12."""
END_OF_DAY = "23:59"


def zone_of_deadline(event: Event, one: Deadline) -> tzinfo | None:
    """Return the zone of a deadline: its own, else that of the event."""
    if one.timezone == AOE:
        return ANYWHERE
    return named_zone(one.timezone) if one.timezone else zone_of(event)


def moment_of(event: Event, one: Deadline) -> datetime | None:
    """Return the last second of a deadline in its zone; nothing where no zone is known."""
    zone = zone_of_deadline(event, one)
    if zone is None:
        return None
    moment, _ = span(date.fromisoformat(one.date), one.time or END_OF_DAY, None, zone)
    return moment if one.time else moment.replace(second=59)


def last_moment(event: Event, one: Deadline) -> datetime:
    """Return when a deadline has passed: without a zone, when its day is over everywhere."""
    end = datetime.fromisoformat(f"{one.date}T{END_OF_DAY}:59").replace(tzinfo=ANYWHERE)
    return moment_of(event, one) or end


def check_deadlines(events: Iterable[Event]) -> Iterator[Problem]:
    """Report deadlines whose time has no zone, and extensions to an earlier day."""
    for event in events:
        for index, one in enumerate(event.deadlines):
            at = f"deadlines.{index}"
            if one.time and zone_of_deadline(event, one) is None:
                message = "The field `timezone` is missing: the `time` of a deadline needs it"
                hint = f"add timezone: {AOE}, or one such as Europe/Berlin"
                yield Problem(Code.FIELD_MISSING, message, event.origin.at(f"{at}.time"), hint)
            for number, earlier in enumerate(one.extended_from):
                if earlier > one.date:
                    message = f"`extended_from`: {earlier} is after the `date`, {one.date}"
                    place = event.origin.at(f"{at}.extended_from.{number}")
                    hint = "write the new day as date, and the old one as extended_from"
                    yield Problem(Code.FIELD_VALUE, message, place, hint)
