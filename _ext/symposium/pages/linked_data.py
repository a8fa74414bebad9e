"""Data of pages in the vocabulary of schema.org: JSON-LD for search engines and other machines.

Most data of a record follow from its description: `Kind.schema_org` is its type, and
`Field.schema_org` the property of a field. The functions of `OWN` compute further properties.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import count, islice
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
from symposium.pages.author_links import ROOT, license_href
from symposium.pages.citing import work_types as of
from symposium.pages.citing.tags import iso
from symposium.pages.citing.work_places import place_of
from symposium.pages.citing.work_types import work_type
from symposium.pages.maths import as_typed, language_of
from symposium.pages.small_texts import json_in_html, plain_text, shorten
from symposium.pages.urls import Urls, docname
from symposium.pages.view_context import ViewContext

Thing = dict[str, Any]
PrintedName = Contributor | Developer | Participant

MAX_RELATED = 100
"""Limit of the people of a work and of the parts of an event; a work may have thousands."""
LONGEST = 1000
"""Limit of characters of a description; the page has the whole text."""
OWN_PAGES = ("homepage", "url", "web", "website", "www")
"""Names of links that lead to a page about the record itself."""
SCHEDULED = "https://schema.org/EventScheduled"
STATUS = {
    "cancelled": "https://schema.org/EventCancelled",
    "moved": "https://schema.org/EventRescheduled",
}


class Describer:
    """Makes nodes of JSON-LD for one page, with addresses as seen from there."""

    def __init__(self, site: ViewContext, page: str) -> None:
        self.site = site
        self.kb = site.kb
        self.urls = site.urls
        self.root = site.urls.root(page)
        self.prefix = site.urls.base or self.root
        self.own = site.urls.absolute(page) or "#"
        """The address of the page itself."""

    def url(self, kind: str, record_id: str) -> str | None:
        """Return the address of a record, if its kind has pages."""
        if not self.urls.shows(kind):
            return None
        return self.prefix + self.urls.path(docname(kind, record_id))

    def reference(self, kind: str, record_id: str) -> Thing:
        """Return a node that refers to a record on the page of another one."""
        return non_empty(**{
            "@type": type_of(kind, self.kb.entities[kind][record_id]),
            "@id": self.url(kind, record_id),
            "name": self.kb.title_of(kind, record_id),
        })  # fmt: skip

    def people(self, contributors: Iterable[PrintedName]) -> list[Thing]:
        """Return nodes of people by their printed names, of the first `MAX_RELATED` only."""
        resolve, described = self.kb.identity.resolve, self.kb.identity.people.described
        has_pages = self.urls.shows("person")
        before, behind = f"{self.prefix}people/", self.urls.path("")
        nodes: list[Thing] = []
        for contributor in islice(contributors, MAX_RELATED):
            name = contributor.name
            person_id = resolve(name.text, contributor.person)
            node = {"@type": "Organization" if name.corporate else "Person", "name": name.text}
            if has_pages:
                node["url"] = f"{before}{person_id}{behind}"
            if person_id in described:
                for _label, _text, href in self.site.identifiers("person", person_id):
                    node["sameAs"] = href
            nodes.append(node)
        return nodes

    def editors(self, contributors: Iterable[PrintedName]) -> Thing:
        """Return editors as properties: for schema.org, organisations are contributors only."""
        nodes = self.people(contributors)
        return {
            "editor": [node for node in nodes if node["@type"] == "Person"],
            "contributor": [node for node in nodes if node["@type"] != "Person"],
        }


def type_of(kind: str, record: Any) -> str:
    """Return the type of a record in schema.org."""
    return work_type(record).schema_org if kind == "paper" else BY_NAME[kind].schema_org


def non_empty(**values: Any) -> Thing:
    """Return the properties that have a value."""
    return {name: value for name, value in values.items() if value}


def organization(name: str) -> Thing:
    """Return an organisation by its name."""
    return {"@type": "Organization", "name": name}


def ends(dates: Dates | None) -> tuple[str, str]:
    """Return the first and the last day of dates, in ISO 8601.

    >>> ends(Period(Date(2021, 5, 17), Date(2021, 5, 18))), ends(Date(2021, 5))
    (('2021-05-17', '2021-05-18'), ('2021-05', '2021-05'))
    """
    days = [period.end for period in periods_of(dates)]
    return iso(first_date(dates)), iso(max(days, key=lambda day: day.sort_key, default=None))


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


def of_paper(describe: Describer, work: Paper) -> Thing:
    """Return the properties of a paper or poster; the citation data have its abstract."""
    type_ = work_type(work)
    return {
        "@type": type_.schema_org,
        "author": describe.people(work.authors),
        **(describe.editors(work.editors) if work.editors else {}),
        "datePublished": iso(work.known_date),
        "inLanguage": language_of(work),
        "isAccessibleForFree": work.open_access and work.open_access != "closed",
        **place_of(work, type_),
        "description": type_ is of.DATASET and plain_text(describe.kb, work.abstract or ""),
    }


def of_person(describe: Describer, person: Person) -> Thing:
    """Return the properties of a person: pages elsewhere, affiliations, a picture."""
    photo = describe.site.href(person.photo) if person.photo else None
    pages = {name: link for name, link in person.links.items() if not link.endswith(".pdf")}
    identifiers = describe.site.identifiers("person", person.id)
    same = [href for _label, _text, href in identifiers] + elsewhere(pages)
    employers = [post.organization for post in person.affiliations if post.end is None]
    jobs = [post.title for post in person.positions if post.end and post.end.year is None]
    return {
        "alternateName": one_or_all(list(person.known_as)),
        "sameAs": list(dict.fromkeys(same)),
        "affiliation": [organization(name) for name in employers],
        "jobTitle": next(iter(jobs), None),
        "image": photo and photo.replace(ROOT, describe.prefix),
        "keywords": None,  # for works only
    }


def of_event(describe: Describer, event: Event) -> Thing:
    """Return the properties of an event: when and where it is, its people and its talks."""
    kb = describe.kb
    start, end = ends(event.date)
    talks = kb.relations.talks_of_event.get(event.id, ())[:MAX_RELATED]
    above = (kb.find("event", event.part_of) or "") if event.part_of else ""
    series = kb.relations.series_of_text[event.series] if event.series else ""
    within = ("event", above) if above else ("series", series)
    return {
        "startDate": start,
        "endDate": end,
        "location": _location(event),
        "eventStatus": SCHEDULED,
        "sponsor": [organization(sponsor.organization) for sponsor in event.sponsors],
        "organizer": describe.people(event.organizers),
        "superEvent": describe.reference(*within) if within[1] else None,
        "subEvent": [_occasion(describe, kb.talks[talk_id]) for talk_id in talks],
    }


def _location(event: Event) -> Any:
    """Return the places of an event, else its location by name."""
    return one_or_all([_place(place, event) for place in event.place]) or (
        {"@type": "Place", "name": event.location} if event.location else None
    )


def _place(place: Site, event: Event) -> Thing:
    geo = {"@type": "GeoCoordinates", "latitude": place.latitude, "longitude": place.longitude}
    return non_empty(**{
        "@type": "Place",
        "name": place.name or event.location,
        "address": place.address,
        "geo": geo if place.latitude else None,
    })  # fmt: skip


def _occasion(describe: Describer, talk: Talk) -> Thing:
    """Return the occasion on which a talk is given."""
    start, end = _moments(describe.kb.schedule.of_talk.get(talk.id))
    event = describe.kb.event_of(talk)
    return non_empty(**{
        "@type": "Event",
        "name": as_typed(describe.kb.title_of("talk", talk.id)),
        "startDate": start or iso(talk.date),
        "endDate": end,
        "location": _location(event) if event else None,
        "eventStatus": STATUS.get(describe.kb.schedule.status_of(talk) or "", SCHEDULED),
        "performer": describe.people(talk.speakers or talk.authors),
        "workFeatured": {"@id": describe.url("talk", talk.id)},
    })  # fmt: skip


def _moments(session: Session | None) -> tuple[str | None, str | None]:
    if session is None or session.start is None:
        return None, None
    return session.start.isoformat(), session.end.isoformat() if session.end else None


def of_talk(describe: Describer, talk: Talk) -> Thing:
    """Return the properties of a talk: its people, what was presented, and where."""
    kb = describe.kb
    presented = kb.paper_of(talk)
    event = kb.event_of(talk)
    occasion = describe.reference("event", event.id) if event else None
    if occasion is None and talk.venue:
        occasion = {"@type": "Event", "name": talk.venue}
    if kb.schedule.status_of(talk):
        # What is cancelled is the occasion, not the whole event.
        occasion = _occasion(describe, talk) | non_empty(superEvent=occasion)
    return {
        "author": describe.people(talk.speakers or talk.authors),
        "datePublished": iso(first_date(kb.date_of(talk))),
        "abstract": plain_text(kb, talk.abstract or ""),
        "description": plain_text(kb, talk.description or ""),
        "isBasedOn": describe.reference("paper", presented.id) if presented else None,
        "recordedAt": occasion,
    }


def of_volume(describe: Describer, volume: Volume) -> Thing:
    """Return the editors of a volume."""
    return describe.editors(editors_of(describe.kb, volume))


def of_series(describe: Describer, series: Series) -> Thing:
    """Return the events of a series."""
    events = describe.kb.relations.events_of_series.get(series.id, ())
    return {"subEvent": [describe.reference("event", event) for event in events[:MAX_RELATED]]}


OWN: Mapping[str, Callable[[Describer, Any], Thing]] = {
    "paper": of_paper, "person": of_person, "event": of_event, "talk": of_talk,
    "volume": of_volume, "series": of_series,
}  # fmt: skip
"""Functions that compute further properties, by kind of the record."""


def _value(describe: Describer, field: Field, value: Any) -> Any:
    if field.role:
        return describe.people(value)
    values = value if isinstance(value, tuple) else (value,)
    if field.refers:
        ids = (describe.kb.find(field.refers, text) for text in values)
        return [describe.reference(field.refers, id_) for id_ in ids if id_][:MAX_RELATED]
    if isinstance(value, Date | Period):
        return iso(first_date(value))
    make = getattr(field.type, "href", None) or OF_PROPERTIES.get(field.schema_org)
    return one_or_all([make(value) if make else value for value in values])


OF_PROPERTIES: Mapping[str, Callable[[str], Any]] = {
    "datePublished": str,
    "license": lambda text: license_href(text) or {"@type": "CreativeWork", "name": text},
    **dict.fromkeys(
        ("publisher", "funder", "sponsor", "provider", "sourceOrganization"), organization
    ),
}
"""Functions that convert values, by property."""


def record_node(describe: Describer, kind: str, record: Any) -> Thing:
    """Return the node of a record on its own page."""
    kb, address = describe.kb, describe.url(kind, record.id)
    name = as_typed(kb.title_of(kind, record.id))
    if kind == "person" and record.document is None:  # most people have nothing but a name
        return {"@type": "Person", "name": name, "url": address}
    node: Thing = {"@type": BY_NAME[kind].schema_org, "@id": address, "name": name, "url": address}
    links, body = getattr(record, "links", {}), getattr(record, "body", "")
    texts = getattr(record, "topics", ())
    node["description"] = shorten(plain_text(kb, body), LONGEST) if body else ""
    node["keywords"] = [as_typed(topic.title) for topic in kb.topics_of(texts)] if texts else []
    for property_, field in BY_NAME[kind].said_to_machines.items():
        if value := field.of(record):
            node[property_] = _value(describe, field, value)
    same = [node[key] for key in ("identifier", "sameAs") if key in node]
    node["sameAs"] = list(dict.fromkeys(same + elsewhere(links, *OWN_PAGES) if links else same))
    if own := OWN.get(kind):
        node |= own(describe, record)
    if node["@type"] in {"NewsArticle", "Report", "ScholarlyArticle"}:  # for search engines
        node["headline"] = name
    return {key: value for key, value in node.items() if value}


BEFORE = '<script type="application/ld+json">{"@context":"https://schema.org","@graph":'
PAGES = {
    "person": "ProfilePage", "organization": "ProfilePage", "cv": "ProfilePage",
    **dict.fromkeys(("topic", "venue", "volume", "series", "year", "index"), "CollectionPage"),
}  # fmt: skip
"""Types of pages in schema.org by kind; pages of other kinds are a ``WebPage``."""


def linked_data(
    describe: Describer, kind: str, title: str, record: Any, crumbs: Sequence[tuple[str, str]]
) -> str:
    """Return the ``<script>`` with the data of a page; no text of the data can end it."""
    trail = ""
    if crumbs:  # as search engines ask for it, the last one, the page itself, has no address
        above = _above(describe.urls, describe.prefix, tuple(crumbs))
        trail = f"{above}{json_in_html(as_typed(title))}}}]}}"
    return f"{BEFORE}[{json_in_html(_page(describe, kind, title, record))}{trail}]}}</script>"


def _page(describe: Describer, kind: str, title: str, record: Any) -> Thing:
    of_record = "person" if kind == "cv" else kind
    has_record = of_record in BY_NAME and record is not None
    about = record_node(describe, of_record, record) if has_record else None
    if about is not None and about["@type"] == "Dataset" and "description" not in about:
        about = None  # search engines refuse such data
    if about is not None and kind not in PAGES:
        return about
    node: Thing = {"@type": PAGES.get(kind, "WebPage")}
    if about is None or kind == "cv":  # else these are those of the record
        node |= {"name": title, "url": describe.own}
    return {**node, "mainEntity": about} if about else node


@lru_cache(maxsize=64)
def _above(urls: Urls, prefix: str, crumbs: tuple[tuple[str, str], ...]) -> str:
    """Return the beginning of breadcrumbs, up to the title; all pages of a folder have the same."""
    steps = [
        f'{json_in_html(as_typed(name))},"item":'
        f"{json_in_html(urls.absolute(page) or prefix + urls.path(page))}}},"
        for page, name in crumbs
    ]
    item = '{{"@type":"ListItem","position":{},"name":{}'.format
    items = "".join(map(item, count(1), (*steps, "")))
    return f',{{"@type":"BreadcrumbList","itemListElement":[{items}'
