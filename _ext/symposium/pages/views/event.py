"""The views of an event: its programme, or an excerpt of it, committees, sponsors and places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote

from symposium.kinds.event import Deadline, Event, Site, Sponsor
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.local_times import END_OF_DAY, instant, last_moment, moment_of
from symposium.knowledge.schedule import Session, rooms_of
from symposium.locale import _, plural
from symposium.model.dates import parse_date
from symposium.model.spelling import Spellings
from symposium.pages.author_links import safe_href
from symposium.pages.feeds import calendar_buttons
from symposium.pages.listing import Listing, Listings, filled
from symposium.pages.programmes.day_lines import Row, days_shown, grouped, joints
from symposium.pages.shown_times import date_text, utc_text
from symposium.pages.view_context import ViewContext


def view(site: ViewContext, event: Event) -> dict[str, Any]:
    """Return what ``event.html`` needs."""
    talks = site.kb.relations.talks_of_event.get(event.id, ())
    return {
        "talks": talks,
        "dated": site.agenda.is_dated(event.id),
        "organizers": grouped(event.organizers),
        "committee": [(one.role, grouped(one.people)) for one in event.committee],
        "sponsors": sponsors_by_tier(event, site.kb.files),
        "places": [(one, map_of(one)) for one in event.place],
        "deadlines": in_order([event], site.kb.files),
        "buttons": [*site.links(event), *calendar_buttons(site, "event", event.id)],
        "description": _description(event, len(talks)),
    }


def listings(site: ViewContext, event: Event) -> Listings:
    """Return the programme of an event, and its talks and papers."""
    talks = site.kb.relations.talks_of_event.get(event.id, ())
    lines = [one.slot for one in site.kb.schedule.of_event[event.id]]
    in_slots = {talk for slot in lines for talk in (slot.talk, *slot.talks)}
    loose = [talk for talk in talks if talk not in in_slots]
    papers = dict.fromkeys(
        paper for one in talks if (paper := site.kb.talks[one].paper) is not None
    )
    rows = site.programme(event.id)
    return filled(
        Listing("programme", _("Programme"), "programme", rows, total=0, joints=joints(rows)),
        Listing("talks", _("Talks"), "items", loose, "talk"),
        Listing("papers", _("Papers presented"), "items", list(papers), "paper"),
    )


def _description(event: Event, talks: int) -> str:
    when = event.when or date_text(event.date)
    count = plural(talks, "{count} talk", "{count} talks")
    facts = ", ".join(filter(None, (when, event.location, count)))
    return _("{event}: programme, {facts}.").format(event=event.title, facts=facts)


SELECTORS = ("day", "room", "track")
"""What the lines of a programme can be chosen by."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What a page shows of a programme. What is empty chooses nothing."""

    event: str
    """Id of the event, as written."""
    day: str = ""
    """``2027-03-27``: the day under which the event has them."""
    room: str = ""
    track: str = ""
    compact: bool = False
    """Whether times, titles and speakers are enough."""


def choose(kb: KnowledgeBase, excerpt: Excerpt) -> tuple[list[Session], list[str]]:
    """Return the lines that are asked for, and what is wrong with a choice, which is none then.

    What has no room or no track is for all, and stays. An unknown event is told elsewhere.
    """
    event_id = kb.find("event", excerpt.event)
    if event_id is None:
        return [], []
    rows = [
        (one, {"day": str(day or ""), "room": one.slot.room or "", "track": one.slot.track or ""})
        for one, day in zip(kb.schedule.of_event[event_id], kb.schedule.days[event_id], strict=True)
    ]
    chosen, faults = rows, []
    for selector in SELECTORS:
        wanted = getattr(excerpt, selector)
        rooms = [room.name for room in kb.events[event_id].rooms] if selector == "room" else []
        given = (*[values[selector] for _session, values in rows], *rooms)
        there = list(dict.fromkeys(filter(None, given)))
        if wanted in there:
            chosen = [row for row in chosen if row[1][selector] in {"", wanted}]
        elif wanted:
            few = ", ".join(there[:5]) + (", …" if len(there) > 5 else "")
            hint = f"there are {few}" if there else "remove the option"
            if selector != "day":
                hint = Spellings(there).hint(wanted, hint)
            faults.append(f'the programme of {event_id} has no {selector} "{wanted}": {hint}')
    return [session for session, _values in chosen], faults


def excerpt(site: ViewContext, asked: Excerpt) -> dict[str, Any]:
    """Return what ``schedule.html`` needs."""
    event = site.kb.events[site.kb.find("event", asked.event) or ""]
    chosen = frozenset(choose(site.kb, asked)[0])
    rows = [row for row in site.programme(event.id) if row.line.session in chosen]
    shown = []
    for day, lines in days_shown(rows):  # no column is for a room of which no line is shown
        rooms = rooms_of(event, (line.session for line in lines))
        part = replace(day, lines=lines, rooms=rooms)
        shown += [Row(part, line) for line in lines]
    return {"rows": shown, "compact": asked.compact}


MAP = "https://www.openstreetmap.org/"
"""The pages of a map that a link may name by a place or by an address."""
ZOOM = 17


@dataclass(frozen=True, slots=True)
class ShownSponsor:
    """A sponsor with the addresses of its logo and its own page."""

    sponsor: Sponsor
    logo: str | None
    href: str | None


def sponsors_by_tier(
    event: Event, files: frozenset[str]
) -> list[tuple[str, Sequence[ShownSponsor]]]:
    """Return the tiers in their order, each with its sponsors."""
    found: dict[str, list[ShownSponsor]] = {}
    for one in event.sponsors:
        logo, href = (safe_href(text, files) if text else None for text in (one.logo, one.link))
        found.setdefault(one.tier or "", []).append(ShownSponsor(one, logo, href))
    return list(found.items())


def map_of(site: Site) -> str:
    """Return the address of a map of a place; nothing where only its name is known.

    >>> map_of(Site(latitude="38.7", longitude="-9.1"))
    'https://www.openstreetmap.org/?mlat=38.7&mlon=-9.1#map=17/38.7/-9.1'
    >>> map_of(Site(address="Rua A, Lisboa"))
    'https://www.openstreetmap.org/search?query=Rua%20A%2C%20Lisboa'
    """
    if site.latitude and site.longitude:
        place = f"{site.latitude}/{site.longitude}"
        return f"{MAP}?mlat={site.latitude}&mlon={site.longitude}#map={ZOOM}/{place}"
    return f"{MAP}search?query={quote(site.address, safe='')}" if site.address else ""


def services(kb: KnowledgeBase, person_id: str) -> list[tuple[str, list[str]]]:
    """Return what a person does at events besides talks and organising: event, and words for it."""
    found: dict[str, dict[str, None]] = {}
    uses = kb.uses_of(person_id, "event") if person_id in kb.relations.named_in else ()
    for use in uses:
        if use.role in {"chair", "committee"}:
            event, index = kb.events[use.id], int(use.field.split(".")[1])
            if use.role == "committee":
                role = event.committee[index].role
            else:
                slot = event.slots[index]
                title = slot.title or (kb.title_of("talk", slot.talk) if slot.talk else "")
                text = _("Chair of session “{title}”") if title else _("Session chair")
                role = text.format(title=title)
            found.setdefault(use.id, {})[role] = None
    return [(event_id, list(roles)) for event_id, roles in found.items()]


@dataclass(frozen=True, slots=True)
class ShownDeadline:
    """A deadline for readers, and for ``datetime=``."""

    event: str
    title: str
    href: str | None
    text: str
    """Day, time and zone; the day alone where no zone is known."""
    iso: str
    over: str
    """When it has passed, for scripts: where no zone is known, when the day is over everywhere."""
    earlier: tuple[str, ...]
    """The days before it was extended."""


def shown_deadline(event: Event, one: Deadline, files: frozenset[str]) -> ShownDeadline:
    """Return a deadline as it is shown."""
    moment = moment_of(event, one)
    text, iso = date_text(parse_date(one.date)), one.date
    if one.time and moment is None:
        text += f", {one.time}"
    if moment:
        zone = one.timezone or event.timezone
        offset = utc_text(moment)
        text += f", {one.time or END_OF_DAY} " + (f"{zone} ({offset})" if zone else offset)
        iso = moment.isoformat()
    return ShownDeadline(
        event.id, one.title, safe_href(one.link, files) if one.link else None, text, iso,
        last_moment(event, one).isoformat(),
        tuple([date_text(parse_date(day)) for day in one.extended_from]),
    )  # fmt: skip


def in_order(events: Iterable[Event], files: frozenset[str]) -> list[ShownDeadline]:
    """Return the deadlines of events, the earliest first."""
    rows = [(event, one) for event in events for one in event.deadlines]
    rows.sort(key=lambda row: instant(last_moment(*row)))
    return [shown_deadline(event, one, files) for event, one in rows]
