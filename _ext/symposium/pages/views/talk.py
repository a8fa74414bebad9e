"""The view of a talk, of an event or outside one."""

from __future__ import annotations

from typing import Any

from symposium.kinds.talk import Talk
from symposium.locale import _
from symposium.pages.citing.tags import talk_tags
from symposium.pages.feeds import calendar_buttons
from symposium.pages.listing import Listing, Listings, filled
from symposium.pages.maths import as_typed
from symposium.pages.plain_markdown import plain_text
from symposium.pages.programmes.day_lines import grouped, line
from symposium.pages.small_texts import shorten
from symposium.pages.view_context import ViewContext
from symposium.pages.views.material import of_paper
from symposium.pages.views.whereabouts import times_of

MOST = 24
"""Talks at the same time that are listed: posters may be presented by the hundred."""


def view(site: ViewContext, talk: Talk) -> dict[str, Any]:
    """Return what ``talk.html`` needs."""
    kb = site.kb
    event = kb.events.get(talk.event) if talk.event else None
    paper = kb.paper_of(talk)
    times = times_of(site, talk)
    entry = site.agenda.session_of(talk.id)
    session = line(kb, event, entry, entry.session.day) if event and entry else None
    chair = times[0].line.chair if times else []
    abstract = plain_text(kb, talk.abstract or "")
    if paper and not talk.abstract:
        abstract = as_typed(paper.abstract or "")
    return {
        "event": event,
        "paper": paper,
        "of_paper": of_paper(site, talk),
        "abstract": _abstract(talk, paper.abstract if paper else None),
        "time": times[0] if times else None,
        "again": times[1:],
        "slot": times[0].line.slot if times else talk,
        "session": session,
        "chair": chair or (session.chair if session else []),
        "speakers": grouped(talk.speakers),
        "authors": grouped(talk.authors),
        "bios": [one for one in (*talk.speakers, *talk.authors) if one.bio],
        "topics": site.topics(talk),
        "buttons": [*site.links(talk), *calendar_buttons(site, "talk", talk.id)],
        "around": site.neighbours(talk.event or "").around(talk.id),
        "description": shorten(abstract),
        "head": talk_tags(kb, talk, abstract, site.urls),
        "crumbs": (
            (("events/index", _("Events")), (f"events/{event.id}/index", event.title))
            if event
            else (("talks/index", _("Talks")),)
        ),
    }


def _abstract(talk: Talk, of_paper: str | None) -> str | None:
    """Return the abstract to show below the header.

    That of a talk with a document is its prose, which stands there already.
    """
    if talk.abstract is None:
        return of_paper
    return None if talk.document else talk.abstract


def listings(site: ViewContext, talk: Talk) -> Listings:
    """Return what goes on at the same time, and other talks on the same paper."""
    talks = site.kb.relations.talks_of_paper.get(talk.paper or "", ())
    others = [other for other in talks if other != talk.id]
    session = site.kb.schedule.of_talk.get(talk.id)
    beside = site.neighbours(talk.event or "").parallel(session) if session else []
    return filled(
        Listing(
            "parallel",
            _("At the same time"),
            "items",
            beside[:MOST],
            "talk",
            total=len(beside),
            left_out=max(0, len(beside) - MOST),
        ),
        Listing("again", _("Other talks on the same paper"), "items", others, "talk"),
    )
