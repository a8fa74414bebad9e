"""The views of an event: its programme or an excerpt of it, committees, sponsors and places."""

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
        "committee": [(group.role, grouped(group.people)) for group in event.committee],
        "sponsors": sponsors_by_tier(event, site.kb.files),
        "places": [(place, map_of(place)) for place in event.place],
        "deadlines": in_order([event], site.kb.files),
        "buttons": [*site.links(event), *calendar_buttons(site, "event", event.id)],
        "description": _description(event, len(talks)),
    }


def listings(site: ViewContext, event: Event) -> Listings:
    """Return the programme of an event, and its talks and papers."""
    talks = site.kb.relations.talks_of_event.get(event.id, ())
    slots = [session.slot for session in site.kb.schedule.of_event[event.id]]
    in_slots = {talk for slot in slots for talk in (slot.talk, *slot.talks)}
    loose = [talk for talk in talks if talk not in in_slots]
    papers = dict.fromkeys(filter(None, (site.kb.talks[talk].paper for talk in talks)))
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
"""The facts by which lines of a programme can be chosen."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A choice of lines of a programme; an empty field leaves out none."""

    event: str
    """Id of the event, as written."""
    day: str = ""
    """The day under which the programme has them: ``2027-03-27``."""
    room: str = ""
    track: str = ""
    compact: bool = False
    """Whether only times, titles and speakers are shown."""


def choose(kb: KnowledgeBase, excerpt: Excerpt) -> tuple[list[Session], list[str]]:
    """Return the lines of an excerpt, and messages on options that fit no line and are ignored.

    Lines without a room or a track are for all, and stay. An unknown event is reported elsewhere.
    """
    event_id = kb.find("event", excerpt.event)
    if event_id is None:
        return [], []
    rows = [
        (
            line,
            {"day": str(day or ""), "room": line.slot.room or "", "track": line.slot.track or ""},
        )
        for line, day in zip(
            kb.schedule.of_event[event_id], kb.schedule.days[event_id], strict=True
        )
    ]
    chosen, faults = rows, []
    for selector in SELECTORS:
        value = getattr(excerpt, selector)
        rooms = [room.name for room in kb.events[event_id].rooms] if selector == "room" else []
        values = [of_line[selector] for _line, of_line in rows]
        possible = list(dict.fromkeys(filter(None, (*values, *rooms))))
        if value in possible:
            chosen = [row for row in chosen if row[1][selector] in {"", value}]
        elif value:
            few = ", ".join(possible[:5]) + (", …" if len(possible) > 5 else "")
            hint = f"there are {few}" if possible else "remove the option"
            if selector != "day":
                hint = Spellings(possible).hint(value, hint)
            faults.append(f'the programme of {event_id} has no {selector} "{value}": {hint}')
    return [line for line, _values in chosen], faults


def excerpt(site: ViewContext, asked: Excerpt) -> dict[str, Any]:
    """Return what ``schedule.html`` needs."""
    event = site.kb.events[site.kb.find("event", asked.event) or ""]
    chosen = frozenset(choose(site.kb, asked)[0])
    rows = [row for row in site.programme(event.id) if row.line.session in chosen]
    shown = []
    for day, lines in days_shown(rows):  # only rooms of shown lines have a column
        rooms = rooms_of(event, (line.session for line in lines))
        part = replace(day, lines=lines, rooms=rooms)
        shown += [Row(part, line) for line in lines]
    return {"rows": shown, "compact": asked.compact}


MAP = "https://www.openstreetmap.org/"
"""A map on which links show a place by its coordinates or by an address."""
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
    """Return the tiers of sponsors in the order of the file, each with its sponsors."""
    tiers: dict[str, list[ShownSponsor]] = {}
    for sponsor in event.sponsors:
        logo, href = (
            safe_href(text, files) if text else None for text in (sponsor.logo, sponsor.link)
        )
        tiers.setdefault(sponsor.tier or "", []).append(ShownSponsor(sponsor, logo, href))
    return list(tiers.items())


def map_of(site: Site) -> str:
    """Return the address of a map of a place; empty where only its name is known.

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
    """Return the events at which a person chairs or is on a committee, each with the roles."""
    roles_at: dict[str, dict[str, None]] = {}
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
            roles_at.setdefault(use.id, {})[role] = None
    return [(event_id, list(roles)) for event_id, roles in roles_at.items()]


@dataclass(frozen=True, slots=True)
class ShownDeadline:
    """A deadline in words for readers, and in ISO 8601."""

    event: str
    title: str
    href: str | None
    text: str
    """Day, time and zone; the day alone where no zone is known."""
    iso: str
    over: str
    """When it has passed, for scripts; without a zone, when the day has ended everywhere."""
    earlier: tuple[str, ...]
    """The days before it was extended."""


def shown_deadline(event: Event, deadline: Deadline, files: frozenset[str]) -> ShownDeadline:
    """Return a deadline as it is shown; ``files`` are the published ones, which it may link to."""
    moment = moment_of(event, deadline)
    text, iso = date_text(parse_date(deadline.date)), deadline.date
    if deadline.time and moment is None:
        text += f", {deadline.time}"
    if moment:
        zone = deadline.timezone or event.timezone
        offset = utc_text(moment)
        text += f", {deadline.time or END_OF_DAY} " + (f"{zone} ({offset})" if zone else offset)
        iso = moment.isoformat()
    return ShownDeadline(
        event.id, deadline.title, safe_href(deadline.link, files) if deadline.link else None,
        text, iso, last_moment(event, deadline).isoformat(),
        tuple([date_text(parse_date(day)) for day in deadline.extended_from]),
    )  # fmt: skip


def in_order(events: Iterable[Event], files: frozenset[str]) -> list[ShownDeadline]:
    """Return the deadlines of events, the earliest first."""
    rows = [(event, deadline) for event in events for deadline in event.deadlines]
    rows.sort(key=lambda row: instant(last_moment(*row)))
    return [shown_deadline(event, deadline, files) for event, deadline in rows]
