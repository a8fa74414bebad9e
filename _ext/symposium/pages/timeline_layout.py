"""The timeline of the home page: papers, events and talks by year, laid out at build time.

Everything lies at per cents of the width, so letters keep their size on any screen; heights are
pixels. Papers are one bar for each year however many they are; the newest events and talks are
marks with names, a line for each, so that no two names can meet; all others are one dot for each
year. What lies far outside the years of most is counted, not drawn.
"""

from __future__ import annotations

from calendar import monthrange
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width

from symposium.model.dates import Date
from symposium.pages.shown_times import printed

MOST_YEARS = 60
NAMED = 6
"""Marks with names."""
LISTED = 5
"""Names of a year in the table."""
TICKS = 8
"""Years that have their number below, at most: these fit a phone."""
TOP = 18
"""Pixels above the longest bar, for its number."""
BARS = 96
AXIS = 24
ROW = 26
WIDEST = 6
"""Per cent of the width that a bar takes at most."""
WIDE, NARROW = 680, 280
"""Pixels of the picture on wide screens and on phones, at least; a name fits beside its mark."""
LETTER = 7.5
"""Pixels of a letter; those of East Asia take two."""


@dataclass(frozen=True, slots=True)
class Happening:
    """An event, or a talk outside of events."""

    kind: str
    id: str
    title: str
    start: Date
    end: Date


@dataclass(frozen=True, slots=True)
class TimelineColumn:
    """A year: its bar, and what the table says of it."""

    year: int
    papers: int
    events: int
    talks: int
    names: tuple[tuple[str, str], ...]
    """(kind, id) of the first events and talks."""
    x: str
    width: str
    bar_x: str
    bar_width: str
    height: int
    top: int
    number: str
    """What stands below, if anything."""
    middle: str
    dot: int
    """Radius of the dot that stands for what has no mark of its own; 0 for none."""

    @property
    def empty(self) -> bool:
        """Whether nothing fell into this year."""
        return not (self.papers or self.events or self.talks)

    @property
    def unnamed(self) -> int:
        """How many events and talks the table does not name."""
        return self.events + self.talks - len(self.names)


@dataclass(frozen=True, slots=True)
class TimelineMark:
    """An event or a talk with its name."""

    kind: str
    id: str
    title: str
    long: str
    short: str
    x: str
    y: int
    leftwards: bool
    """Whether the name stands to the left."""
    when: str
    until: str
    """The last day that it can be on: a browser can tell whether that is to come."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """Bars, dots and marks, all in place."""

    columns: tuple[TimelineColumn, ...]
    marks: tuple[TimelineMark, ...]
    most: int
    """Papers of the longest bar."""
    base: int
    """Where bars stand."""
    dots: int
    """Where dots stand; 0 if there are none."""
    height: int
    outside: int
    """Papers, events and talks of other years."""
    inferred: int = 0
    """Papers whose year is inferred."""


def timeline(papers: Mapping[int, int], happenings: Iterable[Happening]) -> Timeline | None:
    """Return the timeline of papers by year and of what happened; ``None`` for one year only."""
    happened = sorted(happenings, key=lambda one: (one.start.sort_key, one.kind, one.id))
    by_year: dict[int, list[Happening]] = {}
    for one in happened:
        if one.start.year is not None:
            by_year.setdefault(one.start.year, []).append(one)
    weights = Counter({year: count for year, count in papers.items() if count > 0})
    weights.update({year: len(ones) for year, ones in by_year.items()})
    if len(weights) < 2:
        return None
    first, last = _window(weights)
    years = range(first, last + 1)
    marks = _marks([one for year in years for one in by_year.get(year, ())], first, len(years))
    named = {(one.kind, one.id) for one in marks}
    most = max((papers.get(year, 0) for year in years), default=0)
    columns = tuple(
        _column(year, years, papers.get(year, 0), by_year.get(year, ()), most, named)
        for year in years
    )
    base = (TOP + BARS) if most else TOP
    has_dots = any(column.dot for column in columns)
    dots = base + AXIS + len(marks) * ROW + ROW // 2 if has_dots else 0
    height = base + AXIS + (len(marks) + has_dots) * ROW
    shown = sum(weights[year] for year in years)
    return Timeline(columns, marks, most, base, dots, height, weights.total() - shown)


def _window(weights: Mapping[int, int]) -> tuple[int, int]:
    """Return first and last of the years to show: those of most, the latest of several such."""
    years = sorted(weights)
    best = (0, 0, 0)
    start = held = 0
    for year in years:
        held += weights[year]
        while year - years[start] >= MOST_YEARS:
            held -= weights[years[start]]
            start += 1
        best = max(best, (held, years[start], year))
    return best[1], best[2]


def _column(  # noqa: PLR0917 - a step of `timeline`
    year: int,
    years: range,
    papers: int,
    happened: Sequence[Happening],
    most: int,
    named: set[tuple[str, str]],
) -> TimelineColumn:
    width = 100 / len(years)
    x = (year - years.start) * width
    bar = min(width * 0.8, WIDEST)
    height = max(2, round(BARS * papers / most)) if papers else 0
    every = next(
        step for step in (1, 2, 5, 10, 20, 50) if len([y for y in years if not y % step]) <= TICKS
    )
    rest = len([one for one in happened if (one.kind, one.id) not in named])
    return TimelineColumn(
        year=year,
        papers=papers,
        events=sum(one.kind == "event" for one in happened),
        talks=sum(one.kind == "talk" for one in happened),
        names=tuple((one.kind, one.id) for one in happened[:LISTED]),
        x=_percent(x),
        width=_percent(width),
        bar_x=_percent(x + (width - bar) / 2),
        bar_width=_percent(bar),
        height=height,
        top=TOP + BARS - height,
        number="" if year % every else str(year),
        middle=_percent(x + width / 2),
        dot=min(9, 3 + round(rest**0.5)) if rest else 0,
    )


def _marks(happened: Sequence[Happening], first: int, number: int) -> tuple[TimelineMark, ...]:
    """Return the marks of the newest, the newest at the top."""
    made = []
    for row, one in enumerate(reversed(happened[-NAMED:])):
        x = 100 * ((one.start.year or first) - first + _fraction(one.start)) / number
        title = one.title.replace("$", "")
        made.append(
            TimelineMark(
                kind=one.kind,
                id=one.id,
                title=title,
                long=_shortened(title, max(x, 100 - x) / 100 * WIDE),
                short=_shortened(title, max(x, 100 - x) / 100 * NARROW),
                x=_percent(x),
                y=row * ROW + ROW // 2,
                leftwards=x > 50,
                when=printed(one.start),
                until=_last_day(one.end),
            )
        )
    return tuple(made)


def _fraction(date: Date) -> float:
    """Return how far into its year a date lies; the middle if only the year is known."""
    _, month, day = date.sort_key
    return (month - 1 + ((day or 16) - 0.5) / 31) / 12 if month else 0.5


def _last_day(date: Date) -> str:
    """Return the last day of a date, however precise it is; ``present`` has none."""
    if date.year is None:
        return ""
    month = date.month or 12
    return f"{date.year:04}-{month:02}-{date.day or monthrange(date.year, month)[1]:02}"


def _shortened(text: str, room: float) -> str:
    """Return as much of a name as fits into so many pixels, beside its mark."""
    left = room - 2 * LETTER
    for place, char in enumerate(text):
        left -= LETTER * (2 if east_asian_width(char) in "WF" else 1)
        if left < 0:
            return f"{text[: place - 1].rstrip()}…"
    return text


def _percent(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") + "%"
