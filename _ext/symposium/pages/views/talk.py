"""The view of a talk, at an event or outside one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from symposium.kinds.event import Event
from symposium.kinds.news import News
from symposium.kinds.talk import Talk
from symposium.knowledge.local_times import in_zone, instant, zone_of
from symposium.locale import _
from symposium.model.dates import Date, Dates
from symposium.pages.author_links import link_label
from symposium.pages.citing.tags import talk_tags
from symposium.pages.evidence import inference, inferences
from symposium.pages.feeds import calendar_buttons
from symposium.pages.listing import Listing, Listings, filled
from symposium.pages.maths import as_typed
from symposium.pages.programmes.day_lines import BEGINNING, ShownLine, grouped, shown_line
from symposium.pages.shown_times import Clock, clock, day_text, first_date, utc_text, zone_label
from symposium.pages.small_texts import paragraphs, plain_text, shorten
from symposium.pages.view_context import ViewContext
from symposium.pages.views.cv import markdown

PARALLEL_TALKS = 24
"""Talks at the same time that a page lists: posters may be presented by the hundred."""


def view(site: ViewContext, talk: Talk) -> dict[str, Any]:
    """Return what ``talk.html`` needs."""
    kb = site.kb
    event = kb.event_of(talk)
    paper = kb.paper_of(talk)
    times = times_of(site, talk)
    entry = site.agenda.session_of(talk.id)
    session = shown_line(kb, event, entry, entry.session.day) if event and entry else None
    chair = times[0].line.chair if times else []
    abstract = _plain_abstract(site, talk)
    # The abstract of a talk with a document is the prose of the page.
    shown = None if talk.document else talk.abstract
    if paper and talk.abstract is None:
        shown = paper.abstract
    return {
        "event": event,
        "paper": paper,
        "of_paper": of_paper(site, talk),
        "abstract": shown,
        "time": times[0] if times else None,
        "again": times[1:],
        "slot": times[0].line.slot if times else talk,
        "session": session,
        "chair": chair or (session.chair if session else []),
        "speakers": grouped(talk.speakers),
        "authors": grouped(talk.authors),
        "bios": [who for who in (*talk.speakers, *talk.authors) if who.bio],
        "buttons": [*site.links(talk), *calendar_buttons(site, "talk", talk.id)],
        "inferred": [*inferences(talk), *_inferred_day(talk, event)],
        "around": site.neighbours(talk.event or "").around(talk.id),
        "description": abstract,
        "head": talk_tags(kb, talk, site.urls),
        "crumbs": (
            (("events/index", _("Events")), (f"events/{event.id}/index", event.title))
            if event
            else (("talks/index", _("Talks")),)
        ),
    }


def _inferred_day(talk: Talk, event: Event | None) -> Iterator[str]:
    """Yield that the day of the event is inferred, if a talk has none of its own."""
    if event and "date" in event.inferred and not talk.date:
        yield inference(event, "date")


def listings(site: ViewContext, talk: Talk) -> Listings:
    """Return the talks at the same time, and other talks on the same paper."""
    talks = site.kb.relations.talks_of_paper.get(talk.paper or "", ())
    others = [other for other in talks if other != talk.id]
    session = site.kb.schedule.of_talk.get(talk.id)
    beside = site.neighbours(talk.event or "").parallel(session) if session else []
    parallel = Listing("parallel", _("At the same time"), "items", beside[:PARALLEL_TALKS], "talk")
    parallel.total, parallel.left_out = len(beside), max(0, len(beside) - PARALLEL_TALKS)
    again = Listing("again", _("Other talks on the same paper"), "items", others, "talk")
    return filled(parallel, again)


@dataclass(frozen=True, slots=True)
class TalkTime:
    """Time and place of a talk, for its line in a list."""

    date: Dates | None
    """Its day, or as much as is known of it."""
    start: Clock | None
    zone: str
    """The name of the zone of the time."""
    room: str
    status: str | None
    """``cancelled`` or ``moved``; ``None`` for most."""


def when_of(site: ViewContext, talk: Talk) -> TalkTime:
    """Return when and where a talk is, in the zone of its event."""
    event = site.kb.event_of(talk)
    session = site.kb.schedule.of_talk.get(talk.id)
    date = site.kb.date_of(talk)
    if event is None or session is None:
        return TalkTime(date, None, "", talk.room or "", talk.status)
    zone = zone_of(event)
    start = clock(session.start, session.slot.start, zone)
    name = event.timezone or zone_label(event)
    if session.start:
        shown = in_zone(session.start, zone)
        date = Date(shown.year, shown.month, shown.day)
        name = name or utc_text(shown)
    return TalkTime(date, start, name, session.slot.room or "", session.slot.status)


def newest_first(site: ViewContext, talks: Sequence[str]) -> list[str]:
    """Return talks by their day, the newest first; those without any date last."""

    def key(talk_id: str) -> tuple[int, ...]:
        talk = site.kb.talks[talk_id]
        session = site.kb.schedule.of_talk.get(talk_id)
        if session and session.start:
            return instant(session.start).timetuple()[:5]
        date = first_date(site.kb.date_of(talk))
        return date.sort_key if date else ()

    return sorted(talks, key=key, reverse=True)


@dataclass(frozen=True, slots=True)
class Time:
    """A line of the programme that has a talk, as the page of the talk shows it."""

    day: str
    zone: str
    """The name of the zone of the times."""
    line: ShownLine


def times_of(site: ViewContext, talk: Talk) -> list[Time]:
    """Return the lines of the programme in which a talk is given: one, or several."""
    event = site.kb.event_of(talk)
    if event is None or talk.id not in site.kb.schedule.of_talk:
        return []
    times = []
    for entry in site.agenda.of_talk(talk.id):
        start, day, zone = entry.session.start, entry.session.day, zone_label(event)
        if start:
            shown = in_zone(start, zone_of(event))
            day, zone = shown.date(), ", ".join(filter(None, (event.timezone, utc_text(shown))))
        times.append(
            Time(day_text(day) if day else "", zone, shown_line(site.kb, event, entry, day))
        )
    return times


Material = tuple[str, str, str]
"""Label and address of a link, and the title of the work or talk to which it belongs."""


def material_of(site: ViewContext, talk: Talk) -> list[Material]:
    """Return the paper of a talk, its own links, and those of its paper and of its poster."""
    paper = site.kb.paper_of(talk)
    links: list[Material] = []
    if paper:
        links.append((_("Paper"), site.url("paper", paper.id), paper.title))
    links += [(label, address, talk.title or "") for label, address in site.links(talk)]
    return [*links, *of_paper(site, talk)]


def of_paper(site: ViewContext, talk: Talk) -> list[Material]:
    """Return the links of a talk's paper that the talk lacks, and of the posters of that paper."""
    paper = site.kb.paper_of(talk)
    if paper is None:
        return []
    own = {key.lower() for key in talk.links}
    of_key: dict[str, str] = {}
    for key, address in paper.links.items():
        of_key.setdefault(key.lower(), address)
    keys = ("pdf", "code", "data", "slides", "video", "poster")
    hrefs = [(key, site.href(of_key[key])) for key in keys if key in of_key and key not in own]
    posters = () if paper.poster else site.kb.relations.posters_of_paper.get(paper.id, ())
    return [
        *((link_label(key), href, paper.title) for key, href in hrefs if href),
        *((_("Poster"), site.url("paper", id_), site.kb.works[id_].title) for id_ in posters),
    ]


def abstract_of(site: ViewContext, talk: Talk) -> Markup:
    """Return the whole abstract of a talk, or that of its paper."""
    if talk.abstract:
        return markdown(site, talk.abstract)
    paper = site.kb.paper_of(talk)
    html = paragraphs((paper.abstract if paper else None) or "")
    lang = site.lang(paper)
    return Markup("<div{}>{}</div>").format(lang, html) if lang else html


def text_of_news(site: ViewContext, news: News) -> Markup:
    """Return the text of a news item for a list: the beginning of a long one with a title."""
    text = plain_text(site.kb, news.body)
    if not news.is_whole and len(text) > BEGINNING:
        return Markup("<p>{}</p>").format(shorten(text, BEGINNING))
    return markdown(site, news.body)


def beginning_of(site: ViewContext, talk: Talk) -> Markup:
    """Return the beginning of the abstract of a talk, with formulas as typed."""
    text = shorten(_plain_abstract(site, talk), BEGINNING)
    lang = "" if talk.abstract else site.lang(site.kb.paper_of(talk))
    return Markup("<span{}>{}</span>").format(lang, text) if lang else escape(text)


def _plain_abstract(site: ViewContext, talk: Talk) -> str:
    """Return the abstract of a talk, or that of its paper, without markup."""
    if talk.abstract:
        return plain_text(site.kb, talk.abstract)
    paper = site.kb.paper_of(talk)
    return as_typed((paper.abstract if paper else None) or "")
