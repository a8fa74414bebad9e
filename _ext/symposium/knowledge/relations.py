"""Relations and their inverses, computed once from resolved records."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, TypeVar

from symposium.knowledge.base import Relations
from symposium.knowledge.identity import Identity
from symposium.knowledge.uses import Use
from symposium.model.kinds import KINDS
from symposium.model.names import fold_name
from symposium.model.records import Event, Paper, Person, Talk

K = TypeVar("K", bound=Hashable)

RELATED = frozenset({"person", "paper", "event", "talk", "topic", "venue", "source"})
"""Kinds with relations of their own."""


def relate(
    entities: Mapping[str, Mapping[str, Any]],
    identity: Identity,
    uses: Iterable[Use],
    venue_of_text: Mapping[str, str],
    topic_of_text: Mapping[str, str],
) -> Relations:
    """Return all relations between the records of ``entities``."""
    papers: Mapping[str, Paper] = entities["paper"]
    talks: Mapping[str, Talk] = entities["talk"]
    events: Mapping[str, Event] = entities["event"]
    people: Mapping[str, Person] = entities["person"]
    newest = {pid: rank for rank, pid in enumerate(_newest_first(papers))}

    by_person: dict[str, list[Use]] = defaultdict(list)
    for use in uses:
        by_person[identity.resolve(use.name.text, use.explicit)].append(use)

    def works(kind_poster: bool, role: str) -> dict[str, tuple[str, ...]]:
        found = {
            person: {
                use.id: None
                for use in rows
                if use.kind == "paper" and use.role == role and papers[use.id].poster is kind_poster
            }
            for person, rows in by_person.items()
        }
        return {p: tuple(sorted(ids, key=newest.__getitem__)) for p, ids in found.items() if ids}

    return Relations(
        uses={person: tuple(rows) for person, rows in sorted(by_person.items())},
        papers_of_person=works(False, "author"),
        posters_of_person=works(True, "author"),
        edited_by=works(False, "editor"),
        talks_of_person=_talks_of_person(by_person, talks),
        coauthors=_coauthors(papers.values(), identity, people),
        papers_of_topic=_inverse(
            newest, {i: [topic_of_text[t] for t in papers[i].topics] for i in newest}
        ),
        people_of_topic=_inverse_plain(
            (p.id, [topic_of_text[t] for t in p.topics]) for p in people.values()
        ),
        talks_of_topic=_inverse_plain(
            (t.id, [topic_of_text[text] for text in t.topics]) for t in talks.values()
        ),
        papers_of_venue=_inverse(
            newest,
            {i: [venue_of_text[v]] for i in newest if (v := papers[i].venue) is not None},
        ),
        papers_of_year=_by_year(papers, newest),
        talks_of_paper=_inverse_plain(
            (t.id, [t.paper]) for t in talks.values() if t.paper is not None
        ),
        posters_of_paper=_posters_of_paper(papers),
        talks_of_event=_talks_of_event(events, talks),
        naming=_naming(entities, by_person, topic_of_text),
        records_of_source=_inverse_plain(
            ((kind, record.id), list(getattr(record, "sources", ())))
            for kind, table in entities.items()
            for record in table.values()
        ),
        venue_of_text=venue_of_text,
        topic_of_text=topic_of_text,
    )


def _naming(
    entities: Mapping[str, Mapping[str, Any]],
    by_person: Mapping[str, list[Use]],
    topic_of_text: Mapping[str, str],
) -> dict[tuple[str, str], Mapping[str, tuple[str, ...]]]:
    """Return which records of the kinds without a relation of their own name what.

    They name persons by printed names, or are named in a person's file by a field that is called
    like their folder; papers by ``papers``; topics by ``topics``.
    """
    found: dict[tuple[str, str], dict[str, dict[str, None]]] = defaultdict(dict)

    def add(named: tuple[str, str], kind: str, record_id: str) -> None:
        found[named].setdefault(kind, {})[record_id] = None

    general = [kind for kind in KINDS if kind.name not in RELATED and entities.get(kind.name)]
    for kind in general:
        table = entities[kind.name]
        for person in entities["person"].values():
            for record_id in getattr(person, kind.folder, ()):
                if record_id in table:
                    add(("person", person.id), kind.name, record_id)
        for record in sorted(table.values(), key=_latest_first):
            for paper_id in getattr(record, "papers", ()):
                add(("paper", paper_id), kind.name, record.id)
            for text in getattr(record, "topics", ()):
                add(("topic", topic_of_text[text]), kind.name, record.id)
    names = {kind.name for kind in general}
    for person_id, uses in by_person.items() if names else ():
        named = {(use.kind, use.id) for use in uses if use.kind in names}
        for kind_name, record_id in sorted(
            named, key=lambda one: _latest_first(entities[one[0]][one[1]])
        ):
            add(("person", person_id), kind_name, record_id)
    return {
        named: {kind: tuple(ids) for kind, ids in kinds.items()} for named, kinds in found.items()
    }


def _latest_first(record: Any) -> tuple[int, int, str]:
    """Sort by the begin, then the end, the latest first; what has no date comes last."""
    start, end = getattr(record, "start", None), getattr(record, "end", None)
    years = [-date.sort_key[0] if date else 0 for date in (start or end, end or start)]
    return (years[0], years[1], str(record.id))


def _newest_first(papers: Mapping[str, Paper]) -> list[str]:
    """Sort by year, newest first, without a year last; within a year the order of the file."""
    return sorted(papers, key=lambda paper_id: -(papers[paper_id].year or 0))


def _inverse(
    order: Mapping[str, int], values: Mapping[str, list[str]]
) -> dict[str, tuple[str, ...]]:
    """Invert id → values, each list sorted by ``order``."""
    found = _inverse_plain((key, values.get(key, [])) for key in order)
    return {value: tuple(sorted(ids, key=order.__getitem__)) for value, ids in found.items()}


def _inverse_plain(pairs: Iterable[tuple[K, list[str]]]) -> dict[str, tuple[K, ...]]:
    found: dict[str, dict[K, None]] = defaultdict(dict)
    for key, values in pairs:
        for value in values:
            found[value][key] = None
    return {value: tuple(keys) for value, keys in found.items()}


def _by_year(papers: Mapping[str, Paper], newest: Iterable[str]) -> dict[int, tuple[str, ...]]:
    years: dict[int, list[str]] = defaultdict(list)
    for paper_id in newest:
        year = papers[paper_id].year
        if year is not None:
            years[year].append(paper_id)
    return {year: tuple(ids) for year, ids in sorted(years.items(), reverse=True)}


def _talks_of_person(
    by_person: Mapping[str, list[Use]], talks: Mapping[str, Talk]
) -> dict[str, tuple[str, ...]]:
    def year(talk_id: str) -> int:
        date = talks[talk_id].date
        return -(date.year or 9999) if date else 0

    found = {
        person: sorted({use.id: None for use in rows if use.kind == "talk"}, key=year)
        for person, rows in by_person.items()
    }
    return {person: tuple(ids) for person, ids in found.items() if ids}


def _coauthors(
    papers: Iterable[Paper], identity: Identity, people: Mapping[str, Person]
) -> dict[str, tuple[tuple[str, int], ...]]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    papers = list(papers)
    posters = any(paper.poster for paper in papers)
    shown: set[str] = set()  # titles of papers: a poster of the same work is no second one
    for paper in sorted(papers, key=lambda paper: paper.poster):
        title = fold_name(paper.title) if paper.poster else ""
        if title in shown:
            continue
        ids = {identity.resolve(one.name.text, one.person) for one in paper.authors}
        for person in ids:
            counts[person].update(ids)
        if posters and not paper.poster:
            shown.add(fold_name(paper.title))
    by_name = sorted(people, key=lambda one: (people[one].name.sort_key, one))
    place = {person: index for index, person in enumerate(by_name)}
    return {
        person: tuple(
            sorted(
                ((other, n) for other, n in others.items() if other != person),
                key=lambda row: (-row[1], place[row[0]]),
            )
        )
        for person, others in counts.items()
        if len(others) > 1
    }


def _posters_of_paper(papers: Mapping[str, Paper]) -> dict[str, tuple[str, ...]]:
    """Join papers and posters that have one title; titles are compared like names."""
    by_title: dict[str, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for paper in papers.values():
        if paper.poster:
            by_title[fold_name(paper.title)][1].append(paper.id)
    for paper in papers.values() if by_title else ():
        if not paper.poster and fold_name(paper.title) in by_title:
            by_title[fold_name(paper.title)][0].append(paper.id)
    found = {}
    for works, posters in by_title.values():
        found.update(
            {i: tuple(posters) for i in works} | {i: tuple(works) for i in posters if works}
        )
    return found


def _talks_of_event(
    events: Mapping[str, Event], talks: Mapping[str, Talk]
) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {
        event.id: {slot.talk: None for slot in event.slots if slot.talk}
        for event in events.values()
    }
    for talk in talks.values():
        if talk.event in found:
            found[talk.event][talk.id] = None
    return {event: tuple(ids) for event, ids in found.items()}
