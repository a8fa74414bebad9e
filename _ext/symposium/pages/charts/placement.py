"""Charts of works by year, and the choice of the chart above a list of a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from symposium.knowledge.relation_table import Ids
from symposium.locale import N_, _
from symposium.pages.charts.networks import COAUTHORS, coauthors
from symposium.pages.listing import YEARLY, Listing
from symposium.pages.view_context import NOTHING, ViewContext

# Works by year as bars: positions and heights in pixels. The widest chart fits a phone of 320
# pixels. It is shown as wide as it is, never scaled, so its numbers can be read everywhere.

WIDTH = 280
"""Limit of the width of a chart."""
HEIGHT = 80
BASE = 62
"""Distance from the top to the base of the bars, with the years below."""
TALLEST = 46
PITCH = 34
"""Distance from bar to bar, if there is room."""
NARROWEST = 4
YEAR = 28
DIGIT = 7
"""Widths of a year, and of a digit, in the widest font."""


@dataclass(frozen=True, slots=True)
class YearsChart:
    """Works by year, as bars."""

    width: int
    bars: str
    """The bars as the path of an SVG."""
    numbers: tuple[tuple[int, int, int], ...]
    """Numbers above bars: distances from left and top, and the number."""
    years: tuple[tuple[int, int], ...]
    """Years below bars: distance from the left, and the year."""
    rows: tuple[tuple[int, int], ...]
    """Year and number of works, without the years that have none."""
    span: int
    """Number of years of a bar: 1, unless there are more years than fit."""
    undated: int
    """The number of works without a year, which have no bar."""

    @property
    def total(self) -> int:
        """The number of works that have a year."""
        return sum(count for _unused, count in self.rows)

    @property
    def most(self) -> tuple[int, int]:
        """The year with most works, the first of several, and their number."""
        return max(self.rows, key=lambda row: row[1])


def years_chart(years: Iterable[int | None]) -> YearsChart | None:
    """Return the chart of works by their years, or ``None`` if it would show too little.

    >>> years_chart([2020, 2020, 2021]).rows, years_chart([2020] * 9), years_chart([2020, 2021])
    (((2020, 2), (2021, 1)), None, None)
    """
    counts = Counter(years)
    undated = counts.pop(None, 0)
    if len(counts) < 2 or counts.total() < 3 or undated > counts.total():
        return None
    rows = sorted((year, count) for year, count in counts.items() if year is not None)
    return _drawn(tuple(rows), undated)


@lru_cache(maxsize=1 << 10)
def _drawn(rows: tuple[tuple[int, int], ...], undated: int) -> YearsChart:
    """Return the chart of (year, number); many persons have the same."""
    first, last = rows[0][0], rows[-1][0]
    span = next(
        years
        for years in _round_numbers()
        if (last // years - first // years + 1) * NARROWEST <= WIDTH - YEAR
    )
    bins: Counter[int] = Counter()
    for year, count in rows:
        bins[year // span] += count
    start = first // span
    places = last // span - start + 1
    pitch = min(PITCH, (WIDTH - YEAR) // places) if places * PITCH > WIDTH else PITCH
    edge = max(0, (YEAR - pitch + 1) // 2)
    wide = max(3, pitch * 2 // 3)
    most = max(bins.values())
    path: list[str] = []
    numbers: list[tuple[int, int, int]] = []
    room = len(str(most)) * DIGIT <= pitch
    for place, count in sorted(bins.items()):
        left = edge + (place - start) * pitch + (pitch - wide) // 2
        high = max(2, TALLEST * count // most)
        path.append(f"M{left} {BASE}v-{high}h{wide}v{high}z")
        if room or (count == most and not numbers):
            middle = left + wide // 2
            half = len(str(count)) * DIGIT // 2
            numbers.append((max(half, middle), BASE - high - 4, count))
    width = 2 * edge + places * pitch
    if not room:  # the only number must not extend beyond the end
        middle, above, count = numbers[0]
        numbers = [(min(middle, width - len(str(count)) * DIGIT // 2), above, count)]
    step = next(number for number in _round_numbers() if number * pitch >= YEAR + 4)
    labels = [
        (edge + (place - start) * pitch + pitch // 2, place * span)
        for place in range(start, start + places)
        if place % step == 0
    ]
    if len(labels) < 2 and step > 1:  # both ends are better than one year in the middle
        labels = [(edge + at * pitch + pitch // 2, (start + at) * span) for at in (0, places - 1)]
    return YearsChart(width, "".join(path), tuple(numbers), tuple(labels), rows, span, undated)


def _round_numbers() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50 and so on."""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


PICTURES = 16_000
"""Estimated limit of the bytes of a page's pictures."""
NOUNS = {"person": N_("Papers"), "topic": N_("Works"), "venue": N_("Works")}
"""Nouns for the works in charts, by kind; a person's list of papers has no posters."""


def picture(site: ViewContext, kind: str, record_id: str, listing: Listing) -> Markup:
    """Return the chart above a list, or a part of it, on a record's own page."""
    if listing.anchor == "papers" and listing.style in YEARLY:
        papers = getattr(site.kb.relations, f"papers_of_{kind}").get(record_id, ())
        return by_year(site, kind, papers, listing)
    if listing.anchor == "coauthors":
        return _coauthors(site, record_id, listing)
    return NOTHING


def _coauthors(site: ViewContext, person_id: str, listing: Listing) -> Markup:
    others = listing.rows
    if len(others) < min(COAUTHORS, listing.count):  # the rest is on another part of the page
        others = site.kb.coauthors_of(person_id)
    others = others[:COAUTHORS]
    chart = coauthors(site.kb, person_id, others, listing.count)
    if chart is None:
        return NOTHING
    name, more = site.kb.title_of("person", person_id), listing.count - len(others)
    return site.env.macro("macros/charts.html", "coauthors")(chart, others, more, name)


def by_year(site: ViewContext, kind: str, ids: Ids, listing: Listing) -> Markup:
    """Return the chart of a record's works above a list, or a part of it."""
    works = site.kb.works
    if len(ids) < 3:  # most persons: nothing needs to be counted
        return NOTHING
    years = [works[paper_id].year for paper_id in ids]
    chart = years_chart(years)
    if chart is None:
        return NOTHING
    cut = len(listing.rows) < len(ids)
    shown = {works[paper_id].year for paper_id in listing.rows} if cut else set(years)
    return site.env.macro("macros/charts.html", "years_chart")(chart, _(NOUNS[kind]), shown)
