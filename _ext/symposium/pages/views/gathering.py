"""The views of records that gather others: topics, venues, volumes, series, organisations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from symposium.kinds import BY_NAME, BY_RECORD, KINDS
from symposium.kinds.base import Correction
from symposium.kinds.organization import Organization
from symposium.kinds.series import Series
from symposium.kinds.source import Source
from symposium.kinds.topic import Topic
from symposium.kinds.venue import Venue
from symposium.kinds.volume import Volume
from symposium.knowledge.printed_names import Membership, memberships
from symposium.knowledge.volumes import editors_of
from symposium.locale import _, plural
from symposium.model.dates import year_of
from symposium.model.ids import source_of
from symposium.pages import listing
from symposium.pages.evidence import facts_by_line
from symposium.pages.view_context import ViewContext
from symposium.pages.vocabulary import counted, metric_label

TOPIC_PEOPLE = 24
"""People on the page of a topic: first those who name it, then those with most papers."""
NEIGHBOURS = 12
"""The most topics of the same works that the page of a topic shows."""
MANY_TOPICS = 100
"""A work of more keywords is no sign that its topics belong together."""

LISTS: dict[str, tuple[tuple[str, listing.Style, str], ...]] = {
    "topic": (("paper", "years", "papers_of_topic"), ("talk", "items", "talks_of_topic")),
    "venue": (("paper", "volumes", "papers_of_venue"),),
    "volume": (("paper", "items", "papers_of_volume"),),
    "series": (("event", "items", "events_of_series"),),
    "organization": (
        ("talk", "items", "talks_of_organization"), ("paper", "items", "papers_of_organization"),
    ),
}  # fmt: skip
"""Kind of a record to its lists: the kind of the rows, their style, and the relation."""


def topic(site: ViewContext, record: Topic) -> dict[str, Any]:
    """Return what ``topic.html`` needs."""
    kb, relations = site.kb, site.kb.relations
    papers = relations.papers_of_topic.get(record.id, ())
    authors = listing.frequent_authors(kb, papers)
    counts = dict(authors)
    people = dict.fromkeys([*relations.people_of_topic.get(record.id, ()), *counts])
    few = (work for work in map(kb.works.__getitem__, papers) if len(work.topics) <= MANY_TOPICS)
    near = Counter(row for work in few for row in site.topics(work))
    near.pop((record.id, record.title), None)
    neighbours = sorted(near, key=lambda row: (-near[row], row[1].casefold()))
    return {
        "papers": papers,
        "talks": relations.talks_of_topic.get(record.id, ()),
        "people": [(person, counts.get(person, 0)) for person in list(people)[:TOPIC_PEOPLE]],
        "more_people": max(0, len(people) - TOPIC_PEOPLE),
        "neighbours": neighbours[:NEIGHBOURS],
        "years": listing.years_span(kb, papers),
        "description": _("{topic}: {works} by {authors}.").format(
            topic=record.title,
            works=plural(len(papers), "{count} work", "{count} works"),
            authors=plural(len(authors), "{count} author", "{count} authors"),
        ),
    }


def venue(site: ViewContext, record: Venue) -> dict[str, Any]:
    """Return what ``venue.html`` needs."""
    kb = site.kb
    papers = kb.relations.papers_of_venue.get(record.id, ())
    forms = {text for paper in papers if (text := kb.works[paper].venue)} - {record.name}
    years = listing.years_span(kb, papers)
    count = plural(len(papers), "{count} work", "{count} works")
    return {
        "papers": papers,
        "forms": len(forms),
        "printed": sorted(forms)[:100],
        "people": [row for row in listing.frequent_authors(kb, papers) if row[1] > 1][:12],
        "years": years,
        "description": _("{venue}: {works} {years}.").format(
            venue=record.name, works=count, years=years
        ),
    }


def volume(site: ViewContext, record: Volume) -> dict[str, Any]:
    """Return what ``volume.html`` needs."""
    papers = site.kb.relations.papers_of_volume.get(record.id, ())
    earlier, later = _beside(site, record)
    facts = (counted("paper", len(papers)), record.publisher, str(record.year or ""))
    return {
        "papers": papers,
        "editors": editors_of(site.kb, record),
        "earlier": earlier,
        "later": later,
        "description": f"{record.title}: {', '.join(filter(None, facts))}.",
    }


def series(site: ViewContext, record: Series) -> dict[str, Any]:
    """Return what ``series.html`` needs."""
    events = site.kb.relations.events_of_series.get(record.id, ())
    years = listing.span_of(year_of(site.kb.events[event].date) for event in events)
    facts = (counted("event", len(events)), years)
    return {
        "events": events,
        "years": years,
        "description": f"{record.title}: {', '.join(filter(None, facts))}.",
    }


def organization(site: ViewContext, record: Organization) -> dict[str, Any]:
    """Return what ``organization.html`` needs."""
    relations, identifiers = site.kb.relations, site.identifiers("organization", record.id)
    people = len(relations.people_of_organization.get(record.id, ()))
    papers = len(relations.papers_of_organization.get(record.id, ()))
    facts = [record.country] if record.country else []
    facts += [counted("person", people)] if people else []
    facts += [counted("paper", papers)] if papers else []
    return {
        "people": people,
        "papers": papers,
        "printed": _printed(site, record),
        "buttons": [
            *[(f"{label} {text}", href) for label, text, href in identifiers],
            *site.links(record),
        ],
        "description": f"{record.title}: {', '.join(facts)}." if facts else record.title,
    }


def listings(site: ViewContext, record: Any) -> listing.Listings:
    """Return the lists of a record that gathers others: those of its kind in `LISTS`."""
    lists = []
    for kind, style, relation in LISTS[BY_RECORD[type(record)].name]:
        ids = getattr(site.kb.relations, relation).get(record.id, ())
        lists.append(
            listing.Listing(BY_NAME[kind].folder, _(BY_NAME[kind].title), style, ids, kind)
        )
    return listing.filled(*lists)


def topic_listings(site: ViewContext, record: Topic) -> listing.Listings:
    """Return the key papers of a topic, its other papers, and its talks: each work once."""
    key_papers = [paper for paper in record.key_papers if paper in site.kb.works]
    lists = listings(site, record)
    for row in lists:
        if key_papers and row.anchor == "papers":
            row.title = _("Other papers")
            row.rows = [paper for paper in row.rows if paper not in key_papers]
    first = listing.Listing("key-papers", _("Key papers"), "items", key_papers, "paper")
    return listing.filled(first, *lists)


def organization_listings(site: ViewContext, record: Organization) -> listing.Listings:
    """Return the people of an organisation, its events, talks and papers."""
    relations = site.kb.relations
    hosted, sponsored, others = list[str](), list[str](), list[str]()
    for event in relations.events_of_organization.get(record.id, ()):
        hosts = {relations.organization_of_text[name] for name in site.kb.events[event].hosts}
        names = any(_hosting(site, record.id, event))
        (hosted if record.id in hosts else sponsored if names else others).append(event)
    return listing.filled(
        listing.Listing("people", _("People"), "members", _members(site, record.id)),
        listing.Listing("hosted", _("Events hosted"), "items", hosted, "event"),
        listing.Listing("sponsored", _("Events sponsored"), "items", sponsored, "event"),
        listing.Listing("events", _("Events organized"), "items", others, "event"),
        *listings(site, record),
    )


def _beside(site: ViewContext, volume: Volume) -> tuple[str | None, str | None]:
    """Return the volumes of the same venue before and after a volume."""
    volumes = site.kb.entities["volume"]
    place = (volume.year or 0, volume.id)
    beside = site.kb.relations.volumes_beside.get(volume.id, ())
    later = [other for other in beside if (volumes[other].year or 0, other) > place]
    earlier = [other for other in beside if other not in later]
    return next(iter(earlier), None), next(iter(later), None)


def _members(site: ViewContext, organization_id: str) -> list[tuple[str, list[Membership]]]:
    """Return the people of an organisation, each with the lines that no other line implies."""
    members = []
    for person, lines in memberships(site.kb, organization_id):
        dated = {(line.start, line.end) for line in lines if line.role}
        shown = [
            line for line in lines
            if line.at or line.role
            or ((line.start or line.end) and (line.start, line.end) not in dated)
        ]  # fmt: skip
        members.append((person, _once_an_event(site, shown)))
    return members


def _once_an_event(site: ViewContext, lines: Iterable[Membership]) -> list[Membership]:
    """Return lines without those printed at an event that an earlier line names."""
    first: dict[object, Membership] = {}
    for line in lines:
        kind, name = line.at or ("", "")
        event = site.kb.talks[name].event if kind == "talk" else name
        first.setdefault(event if event and kind in {"talk", "event"} else line, line)
    return [*first.values()]


def _printed(site: ViewContext, organization: Organization) -> list[str]:
    """Return the other forms of an organisation's name, those of its file first."""
    forms = [*organization.names]
    for _person, lines in memberships(site.kb, organization.id):
        forms += [line.printed for line in lines]
    for event in site.kb.relations.events_of_organization.get(organization.id, ()):
        forms += _hosting(site, organization.id, event)
    return [form for form in dict.fromkeys(forms) if form != organization.title]


def _hosting(site: ViewContext, organization_id: str, event_id: str) -> list[str]:
    """Return the forms in which an event prints an organisation as its host or sponsor."""
    lines_of = site.kb.relations.printed_organizations
    lines = lines_of.get((organization_id, "event", event_id), ())
    return [line.name for line in lines if line.who is None]


def source(site: ViewContext, record: Source) -> dict[str, Any]:
    """Return what ``source.html`` needs."""
    kb = site.kb
    facts = facts_by_line(kb, record) if record.lines else {}
    rests = kb.relations.records_of_source.get(record.id, ())
    return {
        "rests": len(rests),
        "owner": kb.find("person", record.owner) if record.owner else None,
        "undefined": ", ".join(map(metric_label, record.undefined)),
        "printed": [(n, text, facts.get(n, [])) for n, text in enumerate(record.lines, 1)],
        "description": plural(
            len(rests),
            "{source}: {count} record of this site rests on it.",
            "{source}: {count} records of this site rest on it.",
        ).replace("{source}", record.title),
    }


def source_listings(site: ViewContext, record: Source) -> listing.Listings:
    """Return the papers that a source lists, the records that rest on it, and its misprints."""
    kb = site.kb
    rests = kb.relations.records_of_source.get(record.id, ())
    corrected = _corrected(site, record, rests)
    corrections = sum(len(rows) for _kind, _id, rows in corrected)
    tracked = [(kb.find("paper", row.paper), row) for row in record.listings]
    groups = []
    for kind in KINDS:
        ids = [record_id for name, record_id in rests if name == kind.name]
        posters = {id_: None for id_ in ids if kind.name == "paper" and kb.works[id_].poster}
        others = [record_id for record_id in ids if record_id not in posters]
        groups.append(listing.Listing(kind.folder, _(kind.title), "links", others, kind.name))
        groups.append(listing.Listing("posters", _("Posters"), "links", list(posters), kind.name))
    return listing.filled(
        listing.Listing("listings", _("Listings"), "tracked", [row for row in tracked if row[0]]),
        *groups,
        listing.Listing("corrections", _("Corrections on file"), "corrections", corrected,
                total=corrections),
    )  # fmt: skip


def _corrected(
    site: ViewContext, source: Source, rests: Iterable[tuple[str, str]]
) -> list[tuple[str, str, tuple[Correction, ...]]]:
    """Return (kind, id, corrections) by record of a source's misprints; its own come first."""
    own = tuple([row for row in source.corrections if not row.paper])
    rows = [("", "", own)] if own else []
    for kind, record_id in rests:
        record = site.kb.entities[kind][record_id]
        is_only = set(map(source_of, getattr(record, "sources", ()))) == {source.id}
        corrections = tuple(
            row
            for row in getattr(record, "corrections", ())
            if (source_of(row.source) == source.id if row.source else is_only)
        )
        if corrections:
            rows.append((kind, record_id, corrections))
    return rows
