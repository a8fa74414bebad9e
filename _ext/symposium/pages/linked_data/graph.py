"""The JSON-LD of a page: what it is about, what kind of page it is, and the way to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from symposium.fields.compound_types import Field
from symposium.kinds import BY_NAME
from symposium.kinds.event import Event, Site
from symposium.kinds.organization import Organization
from symposium.kinds.person import Person
from symposium.kinds.series import Series
from symposium.kinds.talk import Talk
from symposium.kinds.volume import Volume
from symposium.knowledge.schedule import Session
from symposium.knowledge.volumes import editors_of
from symposium.model.dates import Date, Period
from symposium.pages.author_links import ROOT, doi_href
from symposium.pages.linked_data.parts import (
    MOST,
    Describer,
    Thing,
    elsewhere,
    ends,
    identifier,
    iso,
    license_of,
    one_or_all,
    orcid_href,
    organization,
    paper,
    said,
)
from symposium.pages.maths import as_typed
from symposium.pages.small_texts import json_in_html, plain_text, shorten

LONGEST = 1000
"""Characters of a text that stands on the page as a whole."""
OWN_PAGES = ("homepage", "url", "web", "website", "www")
"""Names of links that lead to a page about the record itself."""


def person(describe: Describer, one: Person) -> Thing:
    """Return a person; most are known by their name alone."""
    made: Thing = {
        "@type": "Person",
        "@id": (address := describe.url("person", one.id)),
        "name": one.name.text,
        "url": address,
    }
    if one.document is None:
        return made
    photo = describe.site.href(one.photo) if one.photo else None
    more = said(
        alternateName=one_or_all(list(one.known_as)),
        identifier=orcid_href(one.orcid) if one.orcid else None,
        sameAs=list(dict.fromkeys(_pages_of(one))),
        affiliation=[organization(at.organization) for at in one.affiliations if at.end is None],
        jobTitle=next((at.title for at in one.positions if at.end and at.end.year is None), None),
        image=photo and photo.replace(ROOT, describe.prefix),
        description=shorten(plain_text(describe.kb, one.body), LONGEST),
    )
    return made | more


def _pages_of(one: Person) -> list[str]:
    """Return the addresses of pages about a person: all links but those to a file."""
    pages = {name: link for name, link in one.links.items() if not link.endswith(".pdf")}
    return [*([orcid_href(one.orcid)] if one.orcid else []), *elsewhere(pages)]


def event(describe: Describer, one: Event) -> Thing:
    """Return what an event has of its own: when and where it is, and its talks."""
    kb = describe.kb
    start, end = ends(one.date)
    talks = kb.relations.talks_of_event.get(one.id, ())[:MOST]
    above = (kb.find("event", one.part_of) or "") if one.part_of else ""
    series = kb.relations.series_of_text[one.series] if one.series else ""
    within = ("event", above) if above else ("series", series)
    return {
        "startDate": start,
        "endDate": end,
        "location": _location(one),
        "eventStatus": SCHEDULED,
        "sponsor": [organization(sponsor.organization) for sponsor in one.sponsors],
        "organizer": describe.people(one.organizers),
        "superEvent": describe.reference(*within) if within[1] else None,
        "subEvent": [_given(describe, kb.talks[talk]) for talk in talks],
    }


def _location(one: Event) -> Any:
    """Return the places of an event, or what it says of where it is."""
    named = {"@type": "Place", "name": one.location} if one.location else None
    return one_or_all([_place(place, one) for place in one.place]) or named


def _place(place: Site, of: Event) -> Thing:
    geo = said(**{
        "@type": "GeoCoordinates", "latitude": place.latitude, "longitude": place.longitude,
    })  # fmt: skip
    return said(**{
        "@type": "Place",
        "name": place.name or of.location,
        "address": place.address,
        "geo": geo if place.latitude else None,
    })  # fmt: skip


SCHEDULED = "https://schema.org/EventScheduled"
STATUS = {
    "cancelled": "https://schema.org/EventCancelled",
    "moved": "https://schema.org/EventRescheduled",
}


def _given(describe: Describer, one: Talk) -> Thing:
    """Return the occasion on which a talk is given."""
    session = describe.kb.schedule.of_talk.get(one.id)
    start, end = _moments(session)
    at = describe.kb.events.get(one.event) if one.event else None
    return said(**{
        "@type": "Event",
        "name": as_typed(describe.kb.title_of("talk", one.id)),
        "startDate": start or iso(one.date),
        "endDate": end,
        "location": _location(at) if at else None,
        "eventStatus": STATUS.get(describe.kb.schedule.status_of(one) or "", SCHEDULED),
        "performer": describe.people(one.speakers or one.authors),
        "workFeatured": {"@id": describe.url("talk", one.id)},
    })  # fmt: skip


def _moments(session: Session | None) -> tuple[str | None, str | None]:
    if session is None or session.start is None:
        return None, None
    return session.start.isoformat(), session.end.isoformat() if session.end else None


def talk(describe: Describer, one: Talk) -> Thing:
    """Return what a talk has of its own: what was presented, and where."""
    kb = describe.kb
    of = kb.paper_of(one)
    at = kb.events.get(one.event) if one.event else None
    start, _ = _moments(kb.schedule.of_talk.get(one.id))
    day = iso(one.date) or (ends(at.date)[0] if at else None)
    where = describe.reference("event", at.id) if at else None
    if where is None and one.venue:
        where = {"@type": "Event", "name": one.venue}
    if kb.schedule.status_of(one):
        # What is cancelled is the occasion, not the whole event.
        where = _given(describe, one) | said(superEvent=where)
    return {
        "author": describe.people(one.speakers or one.authors),
        "datePublished": start[:10] if start else day,
        "abstract": plain_text(kb, one.abstract or ""),
        "description": plain_text(kb, one.description or ""),
        "isBasedOn": describe.reference("paper", of.id) if of else None,
        "recordedAt": where,
    }


def volume(describe: Describer, one: Volume) -> Thing:
    """Return the editors of a volume."""
    papers = describe.kb.relations.papers_of_volume.get(one.id, ())
    return describe.editors(editors_of(one, describe.kb.works, papers))


def series(describe: Describer, one: Series) -> Thing:
    """Return the events of a series."""
    events = describe.kb.relations.events_of_series.get(one.id, ())
    return {"subEvent": [describe.reference("event", event) for event in events[:MOST]]}


def organization_here(_describe: Describer, one: Organization) -> Thing:
    """Return how an organisation that has a page is known elsewhere."""
    if one.ror is None:
        return {}
    address = f"https://ror.org/{one.ror}"
    return {"identifier": address, "sameAs": [address, *elsewhere(one.links, *OWN_PAGES)]}


def described(describe: Describer, kind: str, one: Any) -> Thing:
    """Return what can be said of a record of any kind."""
    address, known = describe.url(kind, one.id), BY_NAME[kind]
    doi = known.said_to_machines.get("identifier")
    number = doi.of(one) if doi else None
    links, body = getattr(one, "links", {}), getattr(one, "body", "")
    pages = elsewhere(links, *OWN_PAGES) if links else []
    return said(**{
        "@type": known.schema_org,
        "@id": address,
        "name": as_typed(describe.kb.title_of(kind, one.id)),
        "url": address,
        "description": shorten(plain_text(describe.kb, body), LONGEST) if body else "",
        "keywords": describe.topics(one),
        "sameAs": [doi_href(number), *pages] if number else pages,
    })  # fmt: skip


def _value(describe: Describer, name: str, field: Field, value: Any) -> Any:
    if field.role:
        return describe.people(value)
    if field.refers:
        found = (describe.kb.find(field.refers, one) for one in _all(value))
        return [describe.reference(field.refers, one) for one in found if one][:MOST]
    if isinstance(value, Period):
        return iso(value.start)
    if isinstance(value, Date):
        return iso(value)
    make = OF_PROPERTIES.get(name)
    return one_or_all([make(one) if make else one for one in _all(value)])


def _all(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


OF_PROPERTIES: Mapping[str, Callable[[str], Any]] = {
    "datePublished": str,
    "license": license_of,
    "identifier": identifier,
    **dict.fromkeys(("publisher", "funder", "sponsor", "provider"), organization),
}
"""Properties whose values are no texts."""


WHOLE: Mapping[str, Callable[[Describer, Any], Thing]] = {"paper": paper, "person": person}
OWN: Mapping[str, Callable[[Describer, Any], Thing]] = {
    "event": event, "talk": talk, "volume": volume, "series": series,
    "organization": organization_here, "venue": lambda _, one: {"alternateName": one.short},
}  # fmt: skip
"""What is said of the commonest kinds, and what is said of a kind besides its description."""


def thing(describe: Describer, kind: str, record: Any) -> Thing:
    """Return what the page of a record is about."""
    make, more, known = WHOLE.get(kind), OWN.get(kind), BY_NAME[kind]
    made = make(describe, record) if make else described(describe, kind, record)
    for name, field in known.said_to_machines.items():  # of papers and people, what plugins add
        if (value := field.of(record)) and (told := _value(describe, name, field, value)):
            made[name] = told
    if more:
        made |= said(**more(describe, record))
    if made["@type"] in {"NewsArticle", "Report", "ScholarlyArticle"}:  # for search engines
        made["headline"] = made["name"]
    return made


BEFORE = '<script type="application/ld+json">{"@context":"https://schema.org","@graph":'
PAGES = {
    "person": "ProfilePage", "topic": "CollectionPage", "venue": "CollectionPage",
    "volume": "CollectionPage", "series": "CollectionPage",
    "organization": "ProfilePage",
    "year": "CollectionPage", "index": "CollectionPage", "cv": "ProfilePage",
}  # fmt: skip
"""Kinds whose pages are of a type of their own, which schema.org has; others are ``WebPage``."""


def linked_data(
    describe: Describer, kind: str, title: str, record: Any, crumbs: Sequence[tuple[str, str]]
) -> str:
    """Return the script with the data of a page; no text in it can end it."""
    parts = [_page(describe, kind, title, record)]
    if crumbs:
        parts.append(_trail(describe, title, crumbs))
    return f"{BEFORE}{json_in_html(parts)}}}</script>"


def _page(describe: Describer, kind: str, title: str, record: Any) -> Thing:
    of = "person" if kind == "cv" else kind
    about = thing(describe, of, record) if of in BY_NAME and record is not None else None
    if about is not None and about["@type"] == "Dataset" and "description" not in about:
        about = None  # search engines refuse such data
    if about is not None and kind not in PAGES:
        return about
    made: Thing = {
        "@type": PAGES.get(kind, "WebPage"),
        "name": title,
        "url": describe.own,
    }
    return {**made, "mainEntity": about} if about else made


def _trail(describe: Describer, title: str, crumbs: Sequence[tuple[str, str]]) -> Thing:
    """Return the way to a page from the top, the page itself at its end."""
    urls, prefix = describe.urls, describe.prefix
    steps = [(name, urls.absolute(page) or prefix + urls.path(page)) for page, name in crumbs]
    steps.append((title, describe.own))
    return {"@type": "BreadcrumbList", "itemListElement": [
        {"@type": "ListItem", "position": number, "name": as_typed(name), "item": address}
        for number, (name, address) in enumerate(steps, 1)
    ]}  # fmt: skip
