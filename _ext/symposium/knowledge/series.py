"""Series: the series of each event, by what it prints."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from symposium.kinds.event import Event
from symposium.kinds.series import Series
from symposium.knowledge.printed_names import claims_of, resolve_names
from symposium.knowledge.relation_table import Ids
from symposium.model.dates import latest_first
from symposium.model.names import fold_name


class AllSeries(NamedTuple):
    """All series, and their events."""

    records: dict[str, Series]
    of_text: dict[str, str]
    """The id of the series, by what events print."""
    events: dict[str, Ids]
    """The newest first."""


NONE = AllSeries({}, {}, {})


def resolve_series(
    events: Iterable[Event], files: Mapping[str, Series], venue_of_text: Mapping[str, str]
) -> AllSeries:
    """Return the series that events print, joined with what files say of them.

    A file claims its title, its other names and its ids; every other text makes a series.
    """
    in_series = [(event, event.series) for event in events if event.series]
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    for _, text in in_series:
        forms[fold_name(text)][text] += 1
    found, by_fold = resolve_names(
        files, claims_of(files.values(), fold_name), forms,
        lambda series_id, title: Series(id=series_id, title=title),
    )  # fmt: skip
    for one in list(found.values()):
        venue = next(filter(None, map(venue_of_text.get, (one.title, *one.names))), None)
        if venue and not one.venue:
            found[one.id] = replace(one, venue=venue)
    of_text = {text: by_fold[fold_name(text)] for _, text in in_series}
    rows: dict[str, list[Event]] = defaultdict(list)
    for event, text in in_series:
        rows[of_text[text]].append(event)
    return AllSeries(found, of_text, {k: _newest(v) for k, v in rows.items()})


def _newest(events: list[Event]) -> Ids:
    """Return the ids of events, the newest first, those without a date last."""
    return tuple([event.id for event in sorted(events, key=lambda one: latest_first(one.date))])
