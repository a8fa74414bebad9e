"""What pages are about, in the words of schema.org: JSON-LD for search engines and other machines.

What is said of a record follows from its description: `Kind.schema_org` is its type, and
`Field.schema_org` the property that a field is. `OWN` has what is worked out besides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from symposium.fields.compound_types import Field
from symposium.kinds import BY_NAME
from symposium.kinds.event import Event, Site
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.participants import Participant
from symposium.kinds.person import Person
from symposium.kinds.series import Series
from symposium.kinds.software import Developer
from symposium.kinds.talk import Talk
from symposium.kinds.volume import Volume
from symposium.knowledge.schedule import Session
from symposium.knowledge.volumes import editors_of
from symposium.model.dates import Date, Dates, Period, first_date, periods_of
from symposium.pages.author_links import ROOT, arxiv_href, doi_href, license_href, orcid_href
from symposium.pages.citing import work_types as of
from symposium.pages.citing.tags import iso
from symposium.pages.citing.work_places import place_of
from symposium.pages.citing.work_types import work_type
from symposium.pages.maths import as_typed, language_of
from symposium.pages.small_texts import json_in_html, plain_text, shorten
from symposium.pages.urls import docname
from symposium.pages.view_context import FLAT, ViewContext

Thing = dict[str, Any]
PrintedName = Contributor | Developer | Participant

MOST = 100
"""People of a work and parts of an event that are named; a work may have thousands."""
LONGEST = 1000
"""Characters of a text that stands on the page as a whole."""
OWN_PAGES = ("homepage", "url", "web", "website", "www")
"""Names of links that lead to a page about the record itself."""
SCHEDULED = "https://schema.org/EventScheduled"
STATUS = {
    "cancelled": "https://schema.org/EventCancelled",
    "moved": "https://schema.org/EventRescheduled",
}


class Describer:
    """Makes the parts of the things on one page, with addresses as they are seen from there."""

    def __init__(self, site: ViewContext, page: str) -> None:
        self.site = site
        self.kb = site.kb
        self.urls = site.urls
        self.page = page
        self.prefix = site.urls.base or site.urls.root(page)
        self.own = self.address(page)
        """The address of the page itself."""
        self._ending = site.urls.path("")

    def address(self, page: str) -> str:
        """Return the address of a page: absolute where that is known, else relative."""
        return self.urls.absolute(page) or self.urls.relative(self.page, page)

    def url(self, kind: str, record_id: str) -> str | None:
        """Return the address of a record, if its kind has pages."""
        if self.urls.kinds and not self.urls.shows(kind):
            return None
        if (folder := FLAT.get(kind)) is None:
            return self.address(docname(kind, record_id))
        return f"{self.prefix}{folder}/{record_id}{self._ending}"

    def reference(self, kind: str, record_id: str) -> Thing:
        """Return what stands for a record on the page of another one."""
        return known(**{
            "@type": type_of(kind, self.kb.entities[kind][record_id]),
            "@id": self.url(kind, record_id),
            "name": self.kb.title_of(kind, record_id),
        })  # fmt: skip

    def people(self, printed: Iterable[PrintedName]) -> list[Thing]:
        """Return people by the names that are printed, the first `MOST` of them."""
        resolve, described = self.kb.identity.resolve, self.kb.identity.people.described
        shown = not self.urls.kinds or self.urls.shows("person")
        before, behind = f"{self.prefix}{FLAT['person']}/", self._ending
        found: list[Thing] = []
        for contributor in islice(printed, MOST):
            name = contributor.name
            person_id = resolve(name.text, contributor.person)
            made = {"@type": "Organization" if name.corporate else "Person", "name": name.text}
            if shown:
                made["url"] = f"{before}{person_id}{behind}"
            if person_id in described and (orcid := described[person_id].orcid):
                made["sameAs"] = orcid_href(orcid)
            found.append(made)
        return found

    def editors(self, printed: Iterable[PrintedName]) -> Thing:
        """Return editors as properties: schema.org knows people as such, others as contributors."""
        found = self.people(printed)
        return {
            "editor": [one for one in found if one["@type"] == "Person"],
            "contributor": [one for one in found if one["@type"] != "Person"],
        }


def type_of(kind: str, record: Any) -> str:
    """Return the type of schema.org of a record."""
    return work_type(record).schema_org if kind == "paper" else BY_NAME[kind].schema_org


def known(**values: Any) -> Thing:
    """Return the properties that have a value."""
    return {name: value for name, value in values.items() if value}


def organization(name: str) -> Thing:
    """Return an organisation by its name."""
    return {"@type": "Organization", "name": name}


def ends(dates: Dates | None) -> tuple[str, str]:
    """Return the first and the last day of something.

    >>> ends(Period(Date(2021, 5, 17), Date(2021, 5, 18))), ends(Date(2021, 5))
    (('2021-05-17', '2021-05-18'), ('2021-05', '2021-05'))
    """
    last = max([one.end for one in periods_of(dates)], key=lambda one: one.sort_key, default=None)
    return iso(first_date(dates)), iso(last)


def elsewhere(links: Mapping[str, str], *names: str) -> list[str]:
    """Return the addresses of links that lead out of the site: all, or those of some names."""
    return [
        address
        for name, address in links.items()
        if address.startswith(("https://", "http://")) and (not names or name.lower() in names)
    ]


def one_or_all(values: list[Any]) -> Any:
    """Return the only value, or the list of them."""
    return values[0] if len(values) == 1 else values


def paper(describe: Describer, one: Paper) -> Thing:
    """Return what a paper or a poster has; its abstract is among the citation data already."""
    type_ = work_type(one)
    return {
        "@type": type_.schema_org,
        "author": describe.people(one.authors),
        **(describe.editors(one.editors) if one.editors else {}),
        "datePublished": iso(one.known_date),
        "inLanguage": language_of(one),
        "isAccessibleForFree": one.open_access and one.open_access != "closed",
        **place_of(one, type_),
        "description": plain_text(describe.kb, one.abstract or "") if type_ is of.DATASET else None,
    }


def person(describe: Describer, one: Person) -> Thing:
    """Return what a person has: pages elsewhere, affiliations, a picture."""
    photo = describe.site.href(one.photo) if one.photo else None
    pages = {name: link for name, link in one.links.items() if not link.endswith(".pdf")}
    same = ([orcid_href(one.orcid)] if one.orcid else []) + elsewhere(pages)
    jobs = [at.title for at in one.positions if at.end and at.end.year is None]
    return {
        "alternateName": one_or_all(list(one.known_as)),
        "sameAs": list(dict.fromkeys(same)),
        "affiliation": [organization(at.organization) for at in one.affiliations if at.end is None],
        "jobTitle": next(iter(jobs), None),
        "image": photo and photo.replace(ROOT, describe.prefix),
        "keywords": None,  # which only works have
    }


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
        "subEvent": [_occasion(describe, kb.talks[talk]) for talk in talks],
    }


def _location(one: Event) -> Any:
    """Return the places of an event, or what it says of where it is."""
    return one_or_all([_place(place, one) for place in one.place]) or (
        {"@type": "Place", "name": one.location} if one.location else None
    )


def _place(place: Site, of: Event) -> Thing:
    at = {"@type": "GeoCoordinates", "latitude": place.latitude, "longitude": place.longitude}
    return known(**{
        "@type": "Place",
        "name": place.name or of.location,
        "address": place.address,
        "geo": at if place.latitude else None,
    })  # fmt: skip


def _occasion(describe: Describer, one: Talk) -> Thing:
    """Return the occasion on which a talk is given."""
    start, end = _moments(describe.kb.schedule.of_talk.get(one.id))
    at = describe.kb.events.get(one.event) if one.event else None
    return known(**{
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
    presented = kb.paper_of(one)
    at = kb.events.get(one.event) if one.event else None
    start, _ = _moments(kb.schedule.of_talk.get(one.id))
    day = iso(one.date) or (ends(at.date)[0] if at else None)
    where = describe.reference("event", at.id) if at else None
    if where is None and one.venue:
        where = {"@type": "Event", "name": one.venue}
    if kb.schedule.status_of(one):
        # What is cancelled is the occasion, not the whole event.
        where = _occasion(describe, one) | known(superEvent=where)
    return {
        "author": describe.people(one.speakers or one.authors),
        "datePublished": start[:10] if start else day,
        "abstract": plain_text(kb, one.abstract or ""),
        "description": plain_text(kb, one.description or ""),
        "isBasedOn": describe.reference("paper", presented.id) if presented else None,
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


OWN: Mapping[str, Callable[[Describer, Any], Thing]] = {
    "paper": paper, "person": person, "event": event, "talk": talk, "volume": volume,
    "series": series,
}  # fmt: skip
"""What is said of a kind besides its description."""


def _value(describe: Describer, field: Field, value: Any) -> Any:
    if field.role:
        return describe.people(value)
    every = value if isinstance(value, tuple) else (value,)
    if field.refers:
        found = (describe.kb.find(field.refers, one) for one in every)
        return [describe.reference(field.refers, one) for one in found if one][:MOST]
    if isinstance(value, Date | Period):
        return iso(first_date(value))
    make = ADDRESSES.get(field.attribute) or OF_PROPERTIES.get(field.schema_org)
    return one_or_all([make(one) if make else one for one in every])


ADDRESSES: Mapping[str, Callable[[str], str]] = {
    "arxiv": arxiv_href, "orcid": orcid_href, "ror": lambda ror: f"https://ror.org/{ror}",
}  # fmt: skip
"""Attributes that identify records, each with what makes an address of it."""
OF_PROPERTIES: Mapping[str, Callable[[str], Any]] = {
    "datePublished": str,
    "identifier": doi_href,
    "license": lambda text: license_href(text) or {"@type": "CreativeWork", "name": text},
    **dict.fromkeys(
        ("publisher", "funder", "sponsor", "provider", "sourceOrganization"), organization
    ),
}
"""Properties whose values are no texts."""


def thing(describe: Describer, kind: str, record: Any) -> Thing:
    """Return what the page of a record is about."""
    kb, address = describe.kb, describe.url(kind, record.id)
    made: Thing = {
        "@type": BY_NAME[kind].schema_org,
        "@id": address,
        "name": as_typed(kb.title_of(kind, record.id)),
        "url": address,
    }
    if kind == "person" and record.document is None:
        return made  # as most people, who are known by their name alone
    links, body = getattr(record, "links", {}), getattr(record, "body", "")
    texts = getattr(record, "topics", ())
    made["description"] = shorten(plain_text(kb, body), LONGEST) if body else ""
    made["keywords"] = [as_typed(topic.title) for topic in kb.topics_of(texts)] if texts else []
    for name, field in BY_NAME[kind].said_to_machines.items():
        if value := field.of(record):
            made[name] = _value(describe, field, value)
    same = [made[name] for name in ("identifier", "sameAs") if name in made]
    made["sameAs"] = list(dict.fromkeys(same + elsewhere(links, *OWN_PAGES) if links else same))
    if own := OWN.get(kind):
        made |= own(describe, record)
    if made["@type"] in {"NewsArticle", "Report", "ScholarlyArticle"}:  # for search engines
        made["headline"] = made["name"]
    return known(**made)


BEFORE = '<script type="application/ld+json">{"@context":"https://schema.org","@graph":'
PAGES = {
    "person": "ProfilePage", "organization": "ProfilePage", "cv": "ProfilePage",
    **dict.fromkeys(("topic", "venue", "volume", "series", "year", "index"), "CollectionPage"),
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
    of_record = "person" if kind == "cv" else kind
    has_record = of_record in BY_NAME and record is not None
    about = thing(describe, of_record, record) if has_record else None
    if about is not None and about["@type"] == "Dataset" and "description" not in about:
        about = None  # search engines refuse such data
    if about is not None and kind not in PAGES:
        return about
    made = {"@type": PAGES.get(kind, "WebPage"), "name": title, "url": describe.own}
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
