"""The views of index pages, and of the overview of a site on its home page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from heapq import nsmallest
from itertools import chain, islice
from typing import Any

from symposium import kinds
from symposium.knowledge import KnowledgeBase
from symposium.locale import _
from symposium.pages.listing import LETTERED, Listing, Listings, filled, tally
from symposium.pages.pagination import Plan
from symposium.pages.programmes.day_lines import people_of
from symposium.pages.subjects import index_title, listed_in
from symposium.pages.view_context import ViewContext
from symposium.pages.views.event import in_order
from symposium.pages.vocabulary import ROLES, role_label
from symposium.query.selection import context_of

CARDS = 24
"""The most described people that are shown as cards where none of them has a role."""
FULL = 200
"""The most papers that their index lists; of more it shows the years and the newest."""
LATEST = 50
"""Papers on such an index: as many as fit on one page."""
NEWEST, NEWS, TOPICS = 6, 5, 16
"""Papers, news items and topics on a home page."""


def view(site: ViewContext, name: str) -> dict[str, Any]:
    """Return what ``indexes/<name>.html`` needs."""
    data = VIEWS[name](site) if name in VIEWS else {}
    total = len(site.kb.entities.get(listed_in(name), ()))
    return {
        "total": total - len(site.kb.identity.candidates) * (name == "people"),
        "description": _("{what} of this site.").format(what=index_title(name)),
        **data,
    }


def listings(site: ViewContext, name: str) -> Listings:
    """Return the lists of an index page."""
    if name in LISTINGS:
        return filled(*LISTINGS[name](site))
    if name == "years":
        return ()
    kind = kinds.BY_FOLDER[name]
    return filled(
        Listing("all", _(kind.title), "items", list(site.kb.entities[kind.name]), kind.name)
    )


def _people_listings(site: ViewContext) -> list[Listing]:
    own, cards = own_people(site.kb)
    ambiguous = [(name, 0) for name in sorted(site.kb.identity.candidates)]
    return [
        *(
            Listing(f"role-{role}", role_label(role), "cards", ids, "person")
            for role, ids in own.items()
        ),
        Listing("described", _("Profiles"), "cards", cards, "person"),
        Listing("everyone", _("Everyone, A–Z"), "people", site.alphabet("person").ids, "person"),
        Listing("ambiguous", _("Names that several people share"), "columns", ambiguous, "person"),
    ]


def own_people(kb: KnowledgeBase) -> tuple[dict[str, list[str]], list[str]]:
    """Return a group's people by role, and, if none has a role, the people to show as cards."""
    described = sorted(kb.identity.people.described.values(), key=lambda who: who.name.sort_key)
    roles = (*ROLES, *sorted({who.role for who in described if who.role} - set(ROLES)))
    of_roles = ((role, [who.id for who in described if who.role == role]) for role in roles)
    own = {role: ids for role, ids in of_roles if ids}
    cards = [who.id for who in described if works_of(kb, who.id)]
    return own, cards if not own and len(cards) <= CARDS else []


def _papers(site: ViewContext) -> dict[str, Any]:
    """Return what the index of papers needs besides its lists: where they are many, the years."""
    kb, papers = site.kb, site.kb.papers
    data: dict[str, Any] = {"total": len(papers), "posters": len(kb.posters)}
    if len(papers) <= FULL:
        return {**data, "years": ()}
    years = [
        (str(year), len(ids) - sum(kb.works[work].poster for work in ids))
        for year, ids in kb.relations.papers_of_year.items()
    ]
    most = max((count for _year, count in years), default=0)
    return {**data, "years": [row for row in years if row[1]], "most": most}


def _papers_listings(site: ViewContext) -> list[Listing]:
    """Return the papers by year; where they are many, the newest, and those without a year."""
    kb = site.kb
    papers, posters = ([work.id for work in works] for works in (kb.papers, kb.posters))
    if len(papers) <= FULL:
        return [
            Listing("papers", _("By year"), "volumes", papers, "paper", total=0),
            Listing("posters", _("Posters"), "items", posters, "paper"),
        ]
    undated = [work.id for work in kb.works.values() if work.year is None]
    return [
        Listing("newest", _("Newest papers"), "items", papers[:LATEST], "paper", total=0),
        Listing("year-none", _("No year given"), "items", undated, "paper"),
        Listing("posters", _("Posters"), "items", posters[:LATEST], "paper",
                total=len(posters), left_out=max(0, len(posters) - LATEST)),
    ]  # fmt: skip


def event_ids(kb: KnowledgeBase) -> list[str]:
    """Return the ids of all events, newest first."""
    return [*context_of(kb).universe("events")]


def _talks_listings(site: ViewContext) -> list[Listing]:
    kb, of_event = site.kb, site.kb.relations.talks_of_event
    of_events = [(event, talk) for event in event_ids(kb) for talk in of_event.get(event, ())]
    newest = context_of(kb).universe("talks")
    alone = [talk for talk in newest if kb.talks[talk].event not in kb.events]
    return [
        Listing("talks", _("Talks"), "talks", of_events, "talk"),
        Listing("elsewhere", _("Elsewhere"), "items", alone, "talk", total=0),
    ]


def _topics_listings(site: ViewContext) -> list[Listing]:
    authored = [topic.id for topic in site.kb.topics.values() if topic.document]
    if len(authored) == len(site.kb.topics):
        return [Listing("introduced", _("All topics"), "topics", authored, "topic")]
    return [
        Listing("introduced", _("With an introduction"), "topics", authored, "topic"),
        Listing("all", _("All topics, A–Z"), "subjects", site.alphabet("topic").ids, "topic"),
    ]


def topic_count(kb: KnowledgeBase, topic: str) -> int:
    """Return the number of works and talks of a topic."""
    rel = kb.relations
    return len(rel.papers_of_topic.get(topic, ())) + len(rel.talks_of_topic.get(topic, ()))


def _years(site: ViewContext) -> dict[str, Any]:
    relations = site.kb.relations
    works = {year: len(relations.papers_of_year.get(int(year), ())) for year in site.years}
    talks = {year: len(site.talks_of_year.get(int(year), ())) for year in site.years}
    events = {year: len(site.events_of_year.get(int(year), ())) for year in site.years}
    most = max(works.values(), default=0)
    return {"works": works, "talks": talks, "events": events, "most": most}


LISTINGS: dict[str, Callable[[ViewContext], list[Listing]]] = {
    "events": lambda site: [Listing("all", _("Events"), "items", event_ids(site.kb), "event")],
    "papers": _papers_listings,
    "people": _people_listings,
    "talks": _talks_listings,
    "topics": _topics_listings,
    "venues": lambda site: [
        Listing("all", _("All venues, A–Z"), "venues", site.alphabet("venue").ids, "venue")
    ],
}

VIEWS: dict[str, Callable[[ViewContext], dict[str, Any]]] = {
    "events": lambda site: {"deadlines": in_order(site.kb.events.values(), site.kb.files)},
    "papers": _papers,
    "years": _years,
}


def overview(site: ViewContext) -> dict[str, Any]:
    """Return what ``overview.html`` needs."""
    kb = site.kb
    own, cards = own_people(kb)
    events = event_ids(site.kb)
    newest = kb.relations.newest
    papers = (work for work in newest if not kb.works[work].poster)
    # The newest of the selected works; where they are few, of those with an award too.
    featured = [work for work in newest if kb.works[work].selected]
    featured += [work for work in newest if kb.works[work].awards]
    busiest = nsmallest(6, cards, lambda who: (-works_of(kb, who), kb.identity.rank[who]))
    topics = sorted((-topic_count(kb, topic), topic) for topic in kb.topics)
    return {
        "stats": _stats(kb),
        "featured": list(dict.fromkeys(featured))[:3],
        "newest": list(islice(papers, NEWEST)),
        "news": list(islice(kb.entities["news"], NEWS)),
        "events": [(e, _speakers(site, e)) for e in events[:2]],
        "more_events": max(0, len(events) - 2),
        "people": list(chain.from_iterable(own.values())) or busiest,
        "frequent": () if own or busiest else _frequent(kb),
        "topics": [(topic, -count) for count, topic in topics[:TOPICS]],
        "more_topics": max(0, len(kb.topics) - TOPICS),
    }


def _frequent(kb: KnowledgeBase) -> list[tuple[str, str]]:
    """Return the people with most papers, each with the `tally` of these."""
    counts: Counter[str] = Counter()
    for table in (kb.relations.papers_of_person, kb.relations.listed_of_person):
        counts.update({person: len(ids) for person, ids in table.items()})
    first = nsmallest(8, counts, key=lambda person: (-counts[person], kb.identity.rank[person]))
    return [(person, tally(kb, person)) for person in first]


def works_of(kb: KnowledgeBase, person: str) -> int:
    """Return the number of a person's papers, posters and talks; papers on their own page count."""
    rel = kb.relations
    tables = (
        rel.papers_of_person, rel.listed_of_person, rel.posters_of_person, rel.talks_of_person
    )  # fmt: skip
    return sum(len(table.get(person, ())) for table in tables)


def _stats(kb: KnowledgeBase) -> list[tuple[int, str, str]]:
    """Return (count, noun, docname) of the kinds of records on the site, six at most."""
    counts = {kind.name: len(kb.entities[kind.name]) for kind in kinds.KINDS}
    posters = sum(paper.poster for paper in kb.works.values())
    counts["paper"] -= posters
    counts |= {"person": len(kb.people) - len(kb.identity.candidates)}
    order = dict.fromkeys(("paper", "person", "talk", "event", "topic", "venue", *counts))
    kinds_shown = [kinds.BY_NAME[name] for name in order]
    rows = [(counts[kind.name], kind.called, f"{kind.folder}/index") for kind in kinds_shown]
    rows.insert(2, (posters, ("poster", "posters"), "papers/index"))
    shown = [(count, _(words[count != 1]), page) for count, words, page in rows if count]
    return shown[:6]


def _speakers(site: ViewContext, event: str) -> list[Any]:
    """Return the groups of speakers of an event's invited talks, or of all if none is invited."""
    talks = [site.kb.talks[talk] for talk in site.kb.relations.talks_of_event.get(event, ())]
    invited = [talk for talk in talks if talk.kind in {"invited", "keynote"}] or talks
    return [group for talk in invited for group in people_of(talk)]


def letters(
    site: ViewContext, name: str, listings: Listings, plan: Plan | None
) -> list[tuple[str, str]]:
    """Return (letter, docname of the part where it begins) for a list from A to Z.

    Only lists of people and lists that are too long for one page have letters.
    """
    for index, listing in enumerate(listings):
        if listing.style in LETTERED and (plan or listing.style == "people"):
            starts = site.alphabet(listing.kind).starts
            page = f"{name}/index"
            return [(text, plan.page_with(index, row) if plan else page) for text, row in starts]
    return []
