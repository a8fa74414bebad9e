"""The views of index pages and of the home page."""

from __future__ import annotations

from collections.abc import Callable
from heapq import nsmallest
from itertools import islice
from typing import Any

from symposium import kinds
from symposium.knowledge import KnowledgeBase
from symposium.locale import _
from symposium.pages.listing import LETTERED, Listing, Listings, by_year, filled, tally
from symposium.pages.pagination import Plan
from symposium.pages.programmes.day_lines import people_of
from symposium.pages.subjects import index_title, listed_in
from symposium.pages.view_context import ViewContext
from symposium.pages.views.event import in_order
from symposium.pages.vocabulary import ROLES, legend_of, role_label
from symposium.query.selection import context_of

CARDS = 24
"""Where nobody has a role, up to so many described people are shown as cards."""
FULL = 200
"""The index of more papers than these shows the years, and the newest papers."""
LATEST = 50
"""How many papers such an index shows: as many as fit on one page."""
NEWEST = 6
NEWS = 5
"""How many news items a home page shows."""
TOPICS = 16


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
    ambiguous = [(one, 0) for one in sorted(site.kb.identity.candidates)]
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
    """Return a group's own people by role; where nobody has one, those who are shown as cards."""
    described = sorted(kb.identity.people.described.values(), key=lambda p: p.name.sort_key)
    roles = (*ROLES, *sorted({p.role for p in described if p.role} - set(ROLES)))
    of_roles = ((role, [p.id for p in described if p.role == role]) for role in roles)
    own = {role: ids for role, ids in of_roles if ids}
    cards = [p.id for p in described if works_of(kb, p.id)]
    return own, cards if not own and len(cards) <= CARDS else []


def _papers(site: ViewContext) -> dict[str, Any]:
    """Return what the index of papers has besides its lists: of many papers the years."""
    kb, papers = site.kb, site.kb.papers
    data: dict[str, Any] = {"total": len(papers), "posters": len(kb.posters)}
    if len(papers) <= FULL:
        return {**data, "years": (), "marks": legend_of(kb, kb.works.values())}
    years = [
        (str(year), len(ids) - sum(kb.works[one].poster for one in ids))
        for year, ids in kb.relations.papers_of_year.items()
    ]
    most = max((count for _unused, count in years), default=0)
    return {**data, "years": [row for row in years if row[1]], "most": most, "marks": ()}


def _papers_listings(site: ViewContext) -> list[Listing]:
    """Return the papers by year: of many the newest, and those that no page of a year has."""
    kb, lists = site.kb, list[Listing]()
    papers, posters = ([one.id for one in ones] for ones in (kb.papers, kb.posters))
    first = posters
    if len(papers) > FULL:
        newest = Listing("newest", _("Newest papers"), "items", papers[:LATEST], "paper", total=0)
        papers = [one.id for one in kb.works.values() if one.year is None]
        first, lists = posters[:LATEST], [newest]
    for year, ids in by_year(kb, papers):
        title = str(year or _("No year given"))
        lists.append(Listing(f"year-{year or 'none'}", title, "items", ids, "paper"))
    more = len(posters) - len(first)
    return [*lists, Listing("posters", _("Posters"), "items", first, "paper",
                            total=len(posters), left_out=more)]  # fmt: skip


def event_ids(kb: KnowledgeBase) -> list[str]:
    """Return all events, newest first."""
    return [*context_of(kb).universe("events")]


def _talks_listings(site: ViewContext) -> list[Listing]:
    kb, of_event = site.kb, site.kb.relations.talks_of_event
    of_events = [(event, talk) for event in event_ids(kb) for talk in of_event.get(event, ())]
    newest = context_of(kb).universe("talks")
    alone = [one for one in newest if kb.talks[one].event not in kb.events]
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
    """Return how many works and talks a topic has."""
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
    papers = (one for one in newest if not kb.works[one].poster)
    # The newest of the selected works; where they are few, of those with an award too.
    featured = [one for one in newest if kb.works[one].selected]
    featured += [one for one in newest if kb.works[one].awards]
    busiest = nsmallest(6, cards, lambda one: (-works_of(kb, one), kb.identity.rank[one]))
    topics = sorted((-topic_count(kb, one), one) for one in kb.topics)
    return {
        "stats": _stats(kb),
        "featured": list(dict.fromkeys(featured))[:3],
        "newest": list(islice(papers, NEWEST)),
        "news": list(islice(kb.entities["news"], NEWS)),
        "events": [(e, _speakers(site, e)) for e in events[:2]],
        "more_events": max(0, len(events) - 2),
        "people": [i for ids in own.values() for i in ids] or busiest,
        "frequent": _frequent(kb),
        "topics": [(one, -count) for count, one in topics[:TOPICS]],
        "more_topics": max(0, len(kb.topics) - TOPICS),
    }


def _frequent(kb: KnowledgeBase) -> list[tuple[str, str]]:
    """Return the people with most papers; those on a page of their own count, told apart."""
    papers, listed = kb.relations.papers_of_person, kb.relations.listed_of_person
    counts = {one: len(ids) for one, ids in papers.items()}
    for one, ids in listed.items():
        counts[one] = counts.get(one, 0) + len(ids)
    found = nsmallest(8, counts, key=lambda one: (-counts[one], kb.identity.rank[one]))
    return [(one, tally(kb, one)) for one in found]


def works_of(kb: KnowledgeBase, person: str) -> int:
    """Return how many papers, posters and talks a person has here, or a page of theirs lists."""
    rel = kb.relations
    lists = (
        rel.papers_of_person, rel.listed_of_person, rel.posters_of_person, rel.talks_of_person
    )  # fmt: skip
    return sum(len(found.get(person, ())) for found in lists)


def _stats(kb: KnowledgeBase) -> list[tuple[int, str, str]]:
    """Return (count, noun, docname) of what the site holds; what is empty is left out."""
    counts = {kind.name: len(kb.entities[kind.name]) for kind in kinds.KINDS}
    posters = sum(paper.poster for paper in kb.works.values())
    counts["paper"] -= posters
    counts |= {"person": len(kb.people) - len(kb.identity.candidates)}
    order = dict.fromkeys(("paper", "person", "talk", "event", "topic", "venue", *counts))
    known = [(counts[name], kinds.BY_NAME[name]) for name in order]
    rows = [(count, kind.called, f"{kind.folder}/index") for count, kind in known]
    rows.insert(2, (posters, ("poster", "posters"), "papers/index"))
    shown = [(count, _(words[count != 1]), page) for count, words, page in rows if count]
    return shown[:6]


def _speakers(site: ViewContext, event: str) -> list[Any]:
    """Return the groups of speakers of an event's invited talks, else of all its talks."""
    talks = [site.kb.talks[i] for i in site.kb.relations.talks_of_event.get(event, ())]
    invited = [talk for talk in talks if talk.kind in {"invited", "keynote"}] or talks
    return [group for talk in invited for group in people_of(talk)]


def letters(
    site: ViewContext, name: str, listings: Listings, plan: Plan | None
) -> list[tuple[str, str]]:
    """Return (letter, docname of the part where it begins) for a list from A to Z.

    Of other lists than that of people only long ones need letters.
    """
    for index, one in enumerate(listings):
        if one.style in LETTERED and (plan or one.style == "people"):
            starts = site.alphabet(one.kind).starts
            page = f"{name}/index"
            return [(text, plan.page_with(index, row) if plan else page) for text, row in starts]
    return []
