"""Series: the series of each event, by what it prints."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from symposium.kinds.event import Event
from symposium.kinds.series import Series
from symposium.knowledge.relation_table import Ids
from symposium.knowledge.venues import most_common
from symposium.model.dates import latest_first
from symposium.model.ids import slug, told_apart
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
    found = dict(files)
    by_fold: dict[str, str] = {}
    for one in files.values():
        for text in (one.title, one.id, *one.names, *one.earlier_ids):
            by_fold.setdefault(fold_name(text), one.id)
    in_series = [(event, event.series) for event in events if event.series]
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    for _, text in in_series:
        if (fold := fold_name(text)) not in by_fold:
            forms[fold][text] += 1
    for fold, names in sorted(forms.items()):
        title = most_common(names)
        series_id = slug(title)
        if series_id in found:
            series_id = told_apart(series_id, fold, found)
        found[series_id] = Series(id=series_id, title=title)
        by_fold[fold] = series_id
    for one in list(found.values()):
        venue = next(filter(None, map(venue_of_text.get, (one.title, *one.names))), None)
        if venue and not one.venue:
            found[one.id] = replace(one, venue=venue)
    of_text = {text: by_fold[fold_name(text)] for _, text in in_series}
    rows: dict[str, list[Event]] = defaultdict(list)
    for event, text in in_series:
        rows[of_text[text]].append(event)
    return AllSeries(dict(sorted(found.items())), of_text, {k: _newest(v) for k, v in rows.items()})


def _newest(events: list[Event]) -> Ids:
    """Return the ids of events, the newest first, those without a date last."""
    return tuple([event.id for event in sorted(events, key=lambda one: latest_first(one.date))])
