"""The days of events, and the day of each line of a programme."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta

from symposium.kinds.event import Event, Slot
from symposium.knowledge.local_times import minutes
from symposium.model.dates import Date, Dates, Period

NIGHT, MORNING = 18 * 60, 6 * 60
"""Minutes: what begins before the one, below what began after the other, is on the next day."""


def calendar_day(given: Date | None) -> date | None:
    """Return the day that a date names; the first and the last years of calendars have none."""
    if given is None or not (given.year and given.month and given.day):
        return None
    # A day more or less, or another zone, must not lead out of the calendar.
    return date(given.year, given.month, given.day) if 1 < given.year < 9999 else None


def days_of(event: Event) -> tuple[date, date] | None:
    """Return the first and the last day of an event, if both are known."""
    dates = event.date
    items = dates if isinstance(dates, tuple) else (dates,) if dates else ()
    starts = [calendar_day(one.start if isinstance(one, Period) else one) for one in items]
    ends = [calendar_day(one.end if isinstance(one, Period) else one) for one in items]
    if not starts or None in starts or None in ends:
        return None
    return min(filter(None, starts)), max(filter(None, ends))


def single_day(event: Event) -> date | None:
    """Return the day of an event of one day."""
    days = days_of(event)
    return days[0] if days and days[0] == days[1] else None


def event_dates(dates: Dates | None) -> tuple[str | None, str | None]:
    """Return the first and the last date of an event, as precise as they are known.

    >>> event_dates(Period(Date(2021, 5, 17), Date(2021, 5, 21)))
    ('2021-05-17', '2021-05-21')
    >>> event_dates(Date(2021)), event_dates(None)
    (('2021', '2021'), (None, None))
    """
    if not dates:
        return None, None
    items = dates if isinstance(dates, tuple) else (dates,)
    starts = [item.start if isinstance(item, Period) else item for item in items]
    ends = [item.end if isinstance(item, Period) else item for item in items]
    first = min(starts, key=lambda one: one.sort_key)
    last = max(ends, key=lambda one: one.sort_key)
    return first.iso, last.iso


@dataclass(slots=True)
class DayByDay:
    """Tells the day of each line of a programme, from the first to the last.

    A line that gives no day has that of the line above; after midnight, it has the next one. At
    an event of one day, a line that gives another day does not take those below along.
    """

    event: Event
    day: date | None = field(init=False)
    """The day of the lines, as far as it is known."""
    past: bool = False
    """Whether the last line is past the midnight after that day."""
    _late: bool = False
    _early: bool = False
    """Whether the day began before morning: in other rooms, it may do so too."""
    _rooms: set[str | None] = field(default_factory=set)
    """The rooms in which the day has begun."""

    def __post_init__(self) -> None:
        self.day = single_day(self.event)

    def day_of(self, slot: Slot, own: date | None) -> date | None:
        """Return the day of the next line; ``own`` is the one that it gives itself."""
        if slot.day and not own:
            self._begin(None)
            return None
        began = minutes(slot.start) if slot.start else None
        early = began is not None and began < MORNING
        if own and not (early and (self._late or self.past) and own == _next(self.day)):
            self._begin(own)
        elif early:
            self.past = self.past or self._is_night(slot)
        elif self.past and began is not None:
            self._go_on()
        if began is not None:
            self._late = began >= NIGHT or _is_over_midnight(slot)
            self._early = self._early or (early and not self.past)
            self._rooms.add(slot.room)
        return own or (_next(self.day) if self.past else self.day)

    def _begin(self, day: date | None) -> None:
        """Begin with a day, or with that of the event if it has but one."""
        day = single_day(self.event) or day
        if day != self.day:
            self._early, self._rooms = False, set()
        self.day, self.past, self._late = day, False, False

    def _go_on(self) -> None:
        """Go on with the day after the night, if the event does."""
        days, after = days_of(self.event), _next(self.day)
        if days is None or (after and after <= days[1]):
            self._begin(after)
        self.past = False

    def _is_night(self, slot: Slot) -> bool:
        """Tell whether a line before morning is of the night that the line above is in."""
        around_the_clock = self._early and slot.room not in self._rooms
        return self._late and not around_the_clock


def _next(day: date | None) -> date | None:
    return day + timedelta(days=1) if day else None


def _is_over_midnight(slot: Slot) -> bool:
    return bool(slot.start and slot.end and minutes(slot.end) < minutes(slot.start))
