"""Local times as instants, also after midnight and when clocks are put forward or back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


class LocalZone(ZoneInfo):
    """A zone of the IANA database, with offsets of whole minutes as all formats write them.

    Clocks went by the sun once: in Zurich 34 minutes and 8 seconds ahead of Greenwich.
    """

    def utcoffset(self, moment: datetime | None, /) -> timedelta | None:
        """Return the difference from UTC to the nearest minute."""
        exact = super().utcoffset(moment)
        return None if exact is None else _rounded(exact)

    def fromutc(self, moment: datetime, /) -> datetime:
        """Return what clocks show at a moment in UTC."""
        local = super().fromutc(moment)
        exact = super().utcoffset(local) or timedelta()
        whole = _rounded(exact)
        return local if whole == exact else (local + (whole - exact)).replace(fold=local.fold)


def _rounded(offset: timedelta) -> timedelta:
    return MINUTE * round(offset / MINUTE) if offset % MINUTE else offset


def span(
    day: date, start: str, end: str | None, zone: tzinfo | None, utc_offset: str | None = None
) -> tuple[datetime, datetime | None]:
    """Return the beginning and the end of what begins on a day.

    The end is the first moment after the beginning at which clocks show it: on the next day, or,
    as clocks are put back, in the hour that comes twice. ``utc_offset`` tells which of two equal
    times begins it, or else ends it. It never ends before it begins.

    >>> los_angeles = named_zone("America/Los_Angeles")
    >>> [one.isoformat() for one in span(date(2021, 5, 21), "23:00", "0:40", los_angeles)]
    ['2021-05-21T23:00:00-07:00', '2021-05-22T00:40:00-07:00']
    >>> [one.isoformat() for one in span(date(2021, 11, 7), "01:30", "01:15", los_angeles)]
    ['2021-11-07T01:30:00-07:00', '2021-11-07T01:15:00-08:00']
    """
    offset = offset_from(utc_offset) if utc_offset else None
    began = _with_offset(_moments(day, start, zone), offset)
    if end is None:
        return began, None
    same_day = _moments(day, end, zone)
    if minutes(end) < minutes(start):
        same_day = same_day[1:]  # it has passed, unless clocks are put back
    for moments in (same_day, _moments(day + DAY, end, zone)):
        after = [one for one in moments if instant(one) >= instant(began)]
        if after:
            return began, _with_offset(after, offset)
        if minutes(end) > minutes(start):
            break
    # One of the times does not exist, as clocks were put forward: what is left is how long it is.
    length = timedelta(minutes=(minutes(end) - minutes(start)) % (24 * 60))
    return began, (instant(began) + length).astimezone(zone)


def _with_offset(moments: Sequence[datetime], offset: timedelta | None) -> datetime:
    """Return the moment with an offset, or the first if none has it."""
    return next((one for one in moments if one.utcoffset() == offset), moments[0])


def _moments(day: date, text: str, zone: tzinfo | None) -> list[datetime]:
    """Return the moments of a day at which clocks show a time, the first one first.

    One that does not exist is taken as if clocks had not yet been put forward (RFC 5545, 3.3.5).
    """
    first = datetime.combine(day, _time(text), zone)
    second = first.replace(fold=1)
    return [first, second] if instant(second) > instant(first) else [first]


def occurrences(day: date, text: str, zone: tzinfo) -> list[datetime]:
    """Return the moments at which clocks show a time on a day: none, one or two.

    >>> zone = named_zone("America/Los_Angeles")
    >>> [len(occurrences(date(2021, 3, 14), text, zone)) for text in ("01:59", "02:30", "03:00")]
    [1, 0, 1]
    >>> [one.isoformat()[19:] for one in occurrences(date(2021, 11, 7), "01:30", zone)]
    ['-07:00', '-08:00']
    """
    moments = _moments(day, text, zone)
    return [one for one in moments if _shown(instant(one).astimezone(zone)) == _shown(one)]


def _shown(moment: datetime) -> datetime:
    return moment.replace(tzinfo=None, fold=0)


def _time(text: str) -> time:
    hours, _, rest = text.partition(":")
    return time(int(hours), int(rest))


def in_zone(moment: datetime, zone: tzinfo | None) -> datetime:
    """Return a moment as clocks of a zone show it; where either knows no zone, as it is."""
    return moment.astimezone(zone) if zone and moment.tzinfo else moment


def instant(moment: datetime) -> datetime:
    """Return a moment in UTC, so that it can be compared: a naive one is taken as it is.

    Two moments of one zone are compared by what clocks show, which is wrong as they are put back.
    """
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def minutes(text: str) -> int:
    """Return the minutes since midnight.

    >>> minutes("09:40")
    580
    """
    hours, _, rest = text.partition(":")
    return int(hours) * 60 + int(rest)


@lru_cache(maxsize=1024)
def named_zone(name: str) -> LocalZone | None:
    """Return the zone of an IANA name, or ``None`` if there is no such zone."""
    try:
        return LocalZone(name)
    except (ValueError, OSError, KeyError):
        return None


def parse_offset(text: str) -> tzinfo | None:
    """Return the fixed zone that an offset such as ``-07:00`` means, or ``None``.

    >>> parse_offset("-07:00").utcoffset(None) == timedelta(hours=-7)
    True
    >>> parse_offset("PDT") is None
    True
    """
    try:
        return datetime.strptime(text, "%z").tzinfo
    except ValueError:
        return None


def offset_from(text: str) -> timedelta | None:
    """Return the difference from UTC that an offset such as ``-07:00`` means."""
    zone = parse_offset(text)
    return zone.utcoffset(None) if zone else None
