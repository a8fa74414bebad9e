"""The last changes of a programme, as its page lists them."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup, escape

from symposium.kinds.event import Event
from symposium.knowledge.programme_changes import Line, ProgrammeChange, Sort
from symposium.knowledge.schedule import Session
from symposium.locale import N_, _
from symposium.model.dates import Date
from symposium.pages.maths import maths
from symposium.pages.shown_times import short_day
from symposium.pages.view_context import ViewContext
from symposium.pages.vocabulary import talk_kind

SAID: dict[Sort, str] = {
    "cancelled": N_("Cancelled"), "restored": N_("Takes place after all"), "moved": N_("Moved"),
    "room": N_("Room"), "people": N_("Speakers"), "new": N_("New"),
    "gone": N_("No longer in the programme"),
}  # fmt: skip
SHORT = 60
"""Characters of the longest former value that is shown."""


class ShownChange(NamedTuple):
    """A change as the page shows it."""

    day: Date
    title: Markup
    """With a link, where the talk has a page."""
    sort: Sort
    said: str
    before: str | Markup
    """What held before; empty where nothing is to be shown of it."""
    now: str | Markup


class ShownChanges(NamedTuple):
    """The changes of a programme as the page shows them."""

    since: Date
    rows: tuple[ShownChange, ...]
    left_out: int


def changed_lines(site: ViewContext, event: Event) -> ShownChanges | None:
    """Return the last changes of the programme of an event, if any are known."""
    found = site.kb.changed_programmes.get(event.id)
    if found is None:
        return None
    named = ((one, _title(site, one.line)) for one in found.changes)
    shown = [_shown(site, one, title) for one, title in named if title]
    rows = [one for one in shown if one.before or one.now or one.sort not in {"people", "room"}]
    since = Date(found.since.year, found.since.month, found.since.day)
    return ShownChanges(since, tuple(rows), found.left_out) if rows else None


def _shown(site: ViewContext, change: ProgrammeChange, title: Markup) -> ShownChange:
    line, before = change.line, change.before
    old: str | Markup = ""
    now: str | Markup = ""
    if change.sort == "people":
        now, old = _people(site, line), _people(site, before) if before else ""
    elif change.sort == "room":
        now, old = _room(line), _room(before) if before else ""
    elif change.sort in {"moved", "new"}:
        several = before is None or before.session.day != line.session.day
        now = _when(line.session, with_day=several)
        old = _when(before.session, with_day=several) if before else ""
        if change.sort == "new":
            now = ", ".join(filter(None, (now, _room(line))))
    day = Date(change.day.year, change.day.month, change.day.day)
    old = old if len(escape(old).striptags()) <= SHORT else ""
    return ShownChange(day, title, change.sort, _(SAID[change.sort]), old, now)


def _title(site: ViewContext, line: Line) -> Markup:
    """Return what a line is called; nothing for a talk that was removed with its title."""
    kb, talk, printed = site.kb, line.talk, line.session.slot.title
    if talk in kb.talks:
        return site.link("talk", talk, printed)
    if talk and (gone := kb.gone.get(("talk", talk))):
        return maths(gone.title or "")
    paper = kb.find("paper", line.record.paper) if line.record and line.record.paper else None
    if paper and not printed and line.record and not line.record.title:
        return maths(kb.works[paper].title)
    if talk is None and printed is None:
        return maths(talk_kind(line.session.slot.kind))
    return maths(line.title)


def _room(line: Line) -> str:
    return line.session.slot.room or ""


def _people(site: ViewContext, line: Line) -> Markup:
    """Return those who speak, by their names of today; others may not want to be named."""
    return Markup(", ").join(
        [site.link("person", one) for one in line.people if one in site.kb.people]
    )


def _when(session: Session, *, with_day: bool) -> str:
    day = short_day(session.day) if with_day and session.day else ""
    times = "–".join(one.zfill(5) for one in (session.slot.start, session.slot.end) if one)
    return ", ".join(filter(None, (day, times)))
