"""The data of the timeline on the home page."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from symposium.model.dates import Date, Dates, Period
from symposium.pages.shown_times import first_date
from symposium.pages.timeline_layout import Happening, Timeline, timeline
from symposium.pages.view_context import ViewContext


def timeline_of(site: ViewContext) -> Timeline | None:
    """Return papers, events, and talks outside of events by time."""
    kb = site.kb
    papers = Counter({year: len(ids) for year, ids in kb.relations.papers_of_year.items()})
    papers.subtract(one.year for one in kb.posters if one.year is not None)
    happenings = []
    for event in kb.events.values():
        if first := first_date(event.date):
            title = kb.title_of("event", event.id)
            happenings.append(Happening("event", event.id, title, first, _last_date(event.date)))
    for ids in site.talks_of_year.values():
        for one in ids:
            talk = kb.talks[one]
            if talk.event not in kb.events and (first := first_date(talk.date)):
                title = kb.title_of("talk", one)
                happenings.append(Happening("talk", one, title, first, _last_date(talk.date)))
    made = timeline(papers, happenings)
    inferred = sum(one.is_date_inferred for one in kb.works.values() if not one.poster)
    return replace(made, inferred=inferred) if made else None


def _last_date(dates: Dates | None) -> Date:
    """Return the latest of the dates of a field."""
    if isinstance(dates, tuple):
        return max(map(_last_date, dates), key=lambda date: date.sort_key)
    if isinstance(dates, Period):
        return dates.end
    return dates or Date()
