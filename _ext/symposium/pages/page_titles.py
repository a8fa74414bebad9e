"""What tells pages of one name apart: a talk often has the title of its paper, a poster too."""

from __future__ import annotations

from symposium.knowledge import KnowledgeBase
from symposium.locale import _
from symposium.pages.maths import as_typed
from symposium.pages.shown_times import first_date


def told_apart(kb: KnowledgeBase, kind: str, name: str) -> str:
    """Return what ``<title>`` says of a page besides its title; nothing for most pages."""
    if kind == "paper":
        return _("poster") if kb.works[name].poster else ""
    if kind == "source":  # which is often called like what it tells of
        return _("source")
    if kind == "volume":  # like its event
        return _("volume")
    if kind == "series":  # like its venue
        return _("series of events")
    if kind != "talk":
        return ""
    talk = kb.talks[name]
    event = kb.events.get(talk.event or "")
    where = as_typed(event.title) if event else talk.venue or ""
    date = talk.date or (first_date(event.date) if event else None)
    year = str(date.year) if date and date.year and str(date.year) not in where else ""
    said = _("talk at {event}").format(event=where) if where else _("talk")
    return f"{said}, {year}" if year else said
