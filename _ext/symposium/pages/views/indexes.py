"""The views of the index pages, and of what the home page shows at a glance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from symposium.knowledge import KnowledgeBase
from symposium.knowledge.identity import State
from symposium.model import kinds
from symposium.model.names import fold_text
from symposium.pages.site import Site
from symposium.pages.times import first_date
from symposium.pages.views.common import by_year
from symposium.pages.views.event import people_of
from symposium.pages.words import ROLES, marks_of

Letters = list[tuple[str, list[str]]]

CARDS = 24
"""Where nobody has a role, up to so many described people are shown as cards."""
FULL = 400
"""The index shows more papers than these as one line each."""
NEWEST = 6
FREQUENT = 8
BUSIEST = 6
TOPICS = 16
OTHER = "#"


def index_title(name: str) -> str:
    """Return the title of an index page."""
    return "Years" if name == "years" else kinds.BY_FOLDER[name].title


def view(site: Site, name: str) -> dict[str, Any]:
    """Return what ``indexes/<name>.html`` needs."""
    title = index_title(name)
    if name in VIEWS:
        data = VIEWS[name](site)
    else:
        kind = kinds.BY_FOLDER[name].name
        data = {"listed": kind, "ids": list(site.kb.entities.get(kind, ()))}
    return {"description": f"{title} of this site.", "filters": [("kind", "index")], **data}


def by_letter(rows: Iterable[tuple[str, str]]) -> Letters:
    """Return ids by the first letter of their sort key, A–Z, then all others.

    >>> by_letter([("zoe", "z"), ("øyvind", "o"), ("王", "w")])
    [('O', ['o']), ('Z', ['z']), ('#', ['w'])]
    """
    letters: dict[str, list[str]] = {}
    for _, letter, record_id in sorted(
        (key, _letter(key), record_id) for key, record_id in ((fold_text(k), i) for k, i in rows)
    ):
        letters.setdefault(letter, []).append(record_id)
    return sorted(letters.items(), key=lambda group: (group[0] == OTHER, group[0]))


def _letter(key: str) -> str:
    first = key.strip()[:1]
    return first.upper() if first.isascii() and first.isalpha() else OTHER


def _people(site: Site) -> dict[str, Any]:
    kb = site.kb
    shown = {i: p for i, p in kb.people.items() if kb.state_of(i) is not State.AMBIGUOUS}
    own: dict[str, list[str]] = {}
    for role in (*ROLES, *sorted({p.role for p in shown.values() if p.role} - set(ROLES))):
        ids = [i for i, p in shown.items() if p.role == role]
        if ids:
            own[role] = sorted(ids, key=lambda i: shown[i].name.sort_key)
    described = sorted(
        (i for i in shown if kb.state_of(i) is State.DESCRIBED),
        key=lambda i: shown[i].name.sort_key,
    )
    with_works = [one for one in described if works_of(kb, one)]
    return {
        "own": own,
        "cards": with_works if not own and len(with_works) <= CARDS else [],
        "letters": by_letter((p.name.sort_key, i) for i, p in shown.items()),
        "total": len(shown),
        "described": set(described),
        "ambiguous": sorted(kb.identity.candidates),
    }


def _papers(site: Site) -> dict[str, Any]:
    kb = site.kb
    posters = [paper.id for paper in kb.posters]
    papers = [paper.id for paper in kb.papers]
    return {
        "total": len(papers),
        "years": by_year(kb, papers),
        "posters": posters,
        "marks": marks_of(kb.works.values()) if len(papers) <= FULL else [],
        "full": len(papers) <= FULL,
    }


def _events(site: Site) -> dict[str, Any]:
    events = sorted(
        site.kb.events.values(),
        key=lambda e: (-(d.year or 0) if (d := first_date(e.date)) else 0, e.id),
    )
    return {"ids": [event.id for event in events]}


def _talks(site: Site) -> dict[str, Any]:
    kb = site.kb
    alone = [talk for talk in kb.talks.values() if talk.event not in kb.events]
    alone.sort(key=lambda talk: -((talk.date.year if talk.date else None) or 0))
    groups: dict[str, list[str]] = {}
    for talk in alone:
        groups.setdefault(talk.date.printed if talk.date else "Undated", []).append(talk.id)
    events = [e for e in _events(site)["ids"] if kb.relations.talks_of_event.get(e)]
    return {
        "total": len(kb.talks),
        "of_events": [(e, kb.relations.talks_of_event[e]) for e in events],
        "alone": list(groups.items()),
    }


def _topics(site: Site) -> dict[str, Any]:
    kb = site.kb
    authored = [topic.id for topic in kb.topics.values() if topic.document]
    return {
        "total": len(kb.topics),
        "authored": authored,
        "counts": topic_counts(kb),
        "letters": by_letter((t.title, t.id) for t in kb.topics.values()),
    }


def topic_counts(kb: KnowledgeBase) -> Mapping[str, int]:
    """Return how many works and talks each topic has."""
    relations = kb.relations
    return {
        one: len(relations.papers_of_topic.get(one, ()))
        + len(relations.talks_of_topic.get(one, ()))
        for one in kb.topics
    }


def _venues(site: Site) -> dict[str, Any]:
    venues = site.kb.venues.values()
    return {"total": len(venues), "letters": by_letter((v.short or v.name, v.id) for v in venues)}


def _sources(site: Site) -> dict[str, Any]:
    return {"ids": list(site.kb.sources)}


def _years(site: Site) -> dict[str, Any]:
    relations = site.kb.relations
    works = {year: len(relations.papers_of_year.get(int(year), ())) for year in site.years}
    talks = {year: len(site.talks_of_year.get(int(year), ())) for year in site.years}
    events = {year: len(site.events_of_year.get(int(year), ())) for year in site.years}
    most = max(works.values(), default=0)
    return {"works": works, "talks": talks, "events": events, "most": most}


VIEWS: dict[str, Callable[[Site], dict[str, Any]]] = {
    "events": _events,
    "papers": _papers,
    "people": _people,
    "sources": _sources,
    "talks": _talks,
    "topics": _topics,
    "venues": _venues,
    "years": _years,
}


def overview(site: Site) -> dict[str, Any]:
    """Return what ``overview.html`` needs."""
    kb = site.kb
    people = _people(site)
    counts = topic_counts(kb)
    papers = kb.relations.papers_of_person
    frequent = sorted(papers, key=lambda one: (-len(papers[one]), kb.people[one].name.sort_key))
    events = _events(site)["ids"]
    return {
        "stats": _stats(kb),
        "newest": [paper.id for paper in kb.papers[:NEWEST]],
        "events": [(e, _speakers(site, e)) for e in events[:2]],
        "more_events": max(0, len(events) - 2),
        "people": [i for ids in people["own"].values() for i in ids]
        or _busiest(kb, people["cards"]),
        "frequent": [(one, len(papers[one])) for one in frequent[:FREQUENT]],
        "topics": sorted(counts.items(), key=lambda row: (-row[1], row[0]))[:TOPICS],
        "more_topics": max(0, len(counts) - TOPICS),
    }


def _busiest(kb: KnowledgeBase, people: Iterable[str]) -> list[str]:
    """Return the few of these people who have most papers, posters and talks here."""
    ranked = sorted(people, key=lambda one: (-works_of(kb, one), kb.people[one].name.sort_key))
    return ranked[:BUSIEST]


def works_of(kb: KnowledgeBase, person: str) -> int:
    """Return how many papers, posters and talks a person has here."""
    rel = kb.relations
    lists = (rel.papers_of_person, rel.posters_of_person, rel.talks_of_person)
    return sum(len(found.get(person, ())) for found in lists)


def _stats(kb: KnowledgeBase) -> list[tuple[int, str, str]]:
    """Return (count, noun, docname) of what the site holds; what is empty is left out."""
    counts = {kind.name: len(kb.entities[kind.name]) for kind in kinds.KINDS}
    counts |= {"paper": len(kb.papers), "person": len(kb.people) - len(kb.identity.candidates)}
    order = dict.fromkeys(("paper", "person", "talk", "event", "topic", "venue", *counts))
    rows = [(counts[name], name, kinds.BY_NAME[name].folder) for name in order]
    rows = [(count, one if count == 1 else many, f"{many}/index") for count, one, many in rows]
    posters = len(kb.posters)
    rows.insert(2, (posters, "poster" if posters == 1 else "posters", "papers/index"))
    return [row for row in rows if row[0]]


def _speakers(site: Site, event: str) -> list[Any]:
    """Return the groups of speakers of an event's invited talks, else of all its talks."""
    talks = [site.kb.talks[i] for i in site.kb.relations.talks_of_event.get(event, ())]
    invited = [talk for talk in talks if talk.kind in {"invited", "keynote"}] or talks
    return [group for talk in invited for group in people_of(talk)]
