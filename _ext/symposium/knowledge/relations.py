"""Relations and their inverses, computed once from resolved records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, TypeVar

from symposium.kinds import described
from symposium.kinds.event import Event
from symposium.kinds.paper import Paper
from symposium.kinds.person import Person
from symposium.kinds.talk import Talk
from symposium.knowledge.entry_index import chains, cut_short, owners_of, when
from symposium.knowledge.evidence import evidence
from symposium.knowledge.identity import Identity, Tables, kinds_in_order, printed_names
from symposium.knowledge.printed_names import KINDS as PRINTING
from symposium.knowledge.printed_names import Printed, printed_by
from symposium.knowledge.relation_table import Ids, Named, Relations
from symposium.knowledge.volumes import Volumes
from symposium.model.dates import latest_first
from symposium.model.ids import source_of
from symposium.model.names import fold_name

K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=Hashable)


def relate(
    tables: Tables,
    identity: Identity,
    of_text: Mapping[str, Mapping[str, str]],
    cites: Mapping[str, Ids],
    volumes: Volumes,
) -> Relations:
    """Return all relations between the records of ``tables``.

    ``of_text`` says of venues, topics, series and organisations which of them a text means.
    Of persons these hold those that have a file: no other names anything but itself.
    """
    papers: Mapping[str, Paper] = tables["paper"]
    talks: Mapping[str, Talk] = tables["talk"]
    events: Mapping[str, Event] = tables["event"]
    people: Mapping[str, Person] = tables["person"]
    # Where the date is the same, or there is none, the order of the file stays.
    newest = sorted(papers.values(), key=when, reverse=True)
    papers_only = [paper for paper in newest if not paper.poster]
    authors = {paper.id: identity.resolve_all(paper.authors) for paper in newest}
    named_in = _named_in(tables, identity)
    owners = owners_of(tables["source"].values())
    venue_of_text, topic_of_text = of_text["venue"], of_text["topic"]
    rests = evidence(tables, identity, authors, of_text)
    given = _given(events, talks)
    return Relations(
        newest=tuple([paper.id for paper in newest]),
        position={paper_id: position for position, paper_id in enumerate(papers)},
        authors_of_paper=authors,
        papers_of_person=_inverse((paper.id, authors[paper.id]) for paper in papers_only),
        posters_of_person=_inverse(
            (paper.id, authors[paper.id]) for paper in newest if paper.poster
        ),
        edited_by=_inverse(
            (paper.id, identity.resolve_all(paper.editors)) for paper in papers_only
        ),
        named_in=named_in,
        listed_of_person=_inverse(cut_short(papers_only, authors, owners)) if owners else {},
        talks_of_person=_talks_of_person(named_in, given),
        papers_of_topic=_inverse(
            (paper.id, [topic_of_text[text] for text in paper.topics]) for paper in newest
        ),
        people_of_topic=_inverse(
            (person_id, [topic_of_text[text] for text in people[person_id].topics])
            for person_id in identity.people.described
        ),
        talks_of_topic=_inverse(
            (t.id, [topic_of_text[text] for text in t.topics]) for t in given.values()
        ),
        papers_of_venue=_inverse(
            (paper.id, (venue_of_text[paper.venue],)) for paper in newest if paper.venue is not None
        ),
        papers_of_volume=volumes.papers,
        volumes_beside=volumes.beside,
        volume_of_paper=volumes.of_paper,
        papers_of_year=_inverse(
            (paper.id, (year,)) for paper in newest if (year := paper.year) is not None
        ),
        talks_of_paper=_inverse((t.id, [t.paper]) for t in given.values() if t.paper is not None),
        cites=cites,
        cited_by=_inverse((paper.id, cites.get(paper.id, ())) for paper in newest) if cites else {},
        versions=chains(papers),
        posters_of_paper=_posters_of_paper(papers),
        talks_of_event=_talks_of_event(events, given),
        events_of_series=_inverse(
            (event.id, (of_text["series"][event.series],))
            for event in sorted(events.values(), key=lambda event: latest_first(event.date))
            if event.series
        ),
        **_of_organizations(tables, identity, of_text["organization"]),
        naming=_naming(tables, named_in, topic_of_text),
        records_of_source=_inverse(
            (named, map(source_of, texts)) for named, texts in rests.items()
        ),
        evidence=rests,
        venue_of_text=venue_of_text,
        topic_of_text=topic_of_text,
        series_of_text=of_text["series"],
        organization_of_text=of_text["organization"],
    )


def _frozen(found: Mapping[K, Any]) -> dict[K, tuple[Any, ...]]:
    """Return the same with tuples, which take less memory than lists."""
    return {key: tuple(values) for key, values in found.items()}


def _named_in(tables: Tables, identity: Identity) -> dict[str, tuple[Named, ...]]:
    """Return the records that print a person's name and are none of the person's works."""
    found: dict[str, dict[Named, None]] = defaultdict(dict)
    for paper in tables["paper"].values():
        for one in paper.editors if paper.poster else ():
            found[identity.resolve(one.name.text, one.person)]["paper", paper.id] = None
    for kind in kinds_in_order(tables):
        for record in tables[kind].values() if kind != "paper" else ():
            for one in printed_names(record):
                found[identity.resolve(one.name.text, one.explicit)][kind, record.id] = None
    return _frozen(found)


def _naming(
    tables: Tables,
    named_in: Mapping[str, tuple[Named, ...]],
    topic_of_text: Mapping[str, str],
) -> dict[tuple[str, str], Mapping[str, Ids]]:
    """Return which records of the kinds without a relation of their own name what.

    They name persons by printed names, or are named in a person's file by a field that is called
    like their folder; other records by the fields that refer to these.
    """
    found: dict[tuple[str, str], dict[str, dict[str, None]]] = defaultdict(dict)

    def add(named: tuple[str, str], kind: str, record_id: str) -> None:
        found[named].setdefault(kind, {})[record_id] = None

    general = [kind for kind in described() if tables.get(kind.name)]
    for kind in general:
        table = tables[kind.name]
        for person in tables["person"].values():
            for record_id in getattr(person, kind.folder, ()):
                if record_id in table:
                    add(("person", person.id), kind.name, record_id)
        for record in sorted(table.values(), key=_latest_first):
            for field, said in kind.references.items():
                for text in values_of(record, field):
                    if said.refers == "topic":
                        add(("topic", topic_of_text[text]), kind.name, record.id)
                    elif said.refers != "source":
                        add((said.refers, text), kind.name, record.id)
    names = {kind.name for kind in general}
    for person_id, records in named_in.items() if names else ():
        named = [one for one in records if one[0] in names]
        for kind_name, record_id in sorted(
            named, key=lambda one: _latest_first(tables[one[0]][one[1]])
        ):
            add(("person", person_id), kind_name, record_id)
    return {named: _frozen(kinds) for named, kinds in found.items()}


def values_of(record: Any, field: str) -> tuple[str, ...]:
    """Return what a field that names one record, or several, has."""
    value = getattr(record, field)
    return value if isinstance(value, tuple) else (value,) if value else ()


def _latest_first(record: Any) -> tuple[int, int, tuple[int, ...], str]:
    """Sort by the begin, then the end, the latest first; what has no date comes last.

    What is of one date, as news are, is in the order of its days.
    """
    date = getattr(record, "date", None)
    date = getattr(date, "start", date)
    start, end = getattr(record, "start", None) or date, getattr(record, "end", None)
    year = -(getattr(record, "year", None) or 0)
    years = [-date.sort_key[0] if date else year for date in (start or end, end or start)]
    day = tuple(-part for part in date.sort_key) if date else ()
    return (years[0], years[1], day, str(record.id))


def _of_organizations(
    tables: Tables, identity: Identity, of_text: Mapping[str, str]
) -> dict[str, Any]:
    """Return the relations of organisations, by name: who and what prints them, and how."""
    printed: dict[tuple[str, str, str], list[Printed]] = defaultdict(list)
    found = {kind: defaultdict[str, set[str]](set) for kind in PRINTING}
    for kind in PRINTING:
        for record in tables[kind].values():
            for one in printed_by(record):
                organization = of_text[one.name]
                found[kind][organization].add(record.id)
                if kind != "person":
                    printed[organization, kind, record.id].append(one)
                if one.who:
                    who = identity.resolve(one.who.name.text, one.who.person)
                    found["person"][organization].add(who)
    for organization, talks in found["talk"].items():
        presented = [tables["talk"][one].paper for one in talks]
        found["paper"][organization].update(filter(None, presented))
    rank = identity.rank.__getitem__
    people = {of: tuple(sorted(ids, key=rank)) for of, ids in found.pop("person").items()}
    lists = {f"{kind}s_of_organization": _latest(ids, tables[kind]) for kind, ids in found.items()}
    return {"people_of_organization": people, "printed_organizations": _frozen(printed), **lists}


def _latest(found: Mapping[str, Iterable[str]], records: Mapping[str, Any]) -> dict[str, Ids]:
    """Return lists of records, the latest first, in whatever order files were read."""

    def key(record_id: str) -> tuple[tuple[bool, tuple[int, ...]], str]:
        return latest_first(records[record_id].date), record_id

    return {one: tuple(sorted(ids, key=key)) for one, ids in found.items()}


def _inverse(pairs: Iterable[tuple[K, Iterable[V]]]) -> dict[V, tuple[K, ...]]:
    """Return for each value the keys that have it, each once, in the order given."""
    found: dict[V, list[K]] = {}
    known = found.get
    for key, values in pairs:
        for value in values:
            keys = known(value)
            if keys is None:
                found[value] = [key]
            # A person may be printed twice on one work, which then came last.
            elif keys[-1] is not key:
                keys.append(key)
    return _frozen(found)


def _talks_of_person(
    named_in: Mapping[str, tuple[Named, ...]], talks: Mapping[str, Talk]
) -> dict[str, Ids]:
    def year(talk_id: str) -> int:
        date = talks[talk_id].date
        return -(date.year or 9999) if date else 0

    found = {
        person: sorted((one for kind, one in records if kind == "talk" and one in talks), key=year)
        for person, records in named_in.items()
    }
    return _frozen({person: ids for person, ids in found.items() if ids})


def _posters_of_paper(papers: Mapping[str, Paper]) -> dict[str, Ids]:
    """Join papers and posters that have one title; titles are compared like names."""
    posters: dict[str, list[str]] = defaultdict(list)
    for paper in papers.values():
        if paper.poster:
            posters[fold_name(paper.title)].append(paper.id)
    works: dict[str, list[str]] = defaultdict(list)
    for paper in papers.values() if posters else ():
        if not paper.poster and (title := fold_name(paper.title)) in posters:
            works[title].append(paper.id)
    found = {}
    for title, ids in works.items():
        found.update(dict.fromkeys(ids, tuple(posters[title])))
        found.update(dict.fromkeys(posters[title], tuple(ids)))
    return found


def _given(events: Mapping[str, Event], talks: Mapping[str, Talk]) -> Mapping[str, Talk]:
    """Return all talks but those that were cancelled and have no time and no line any more.

    Their pages stay, and are in no list and no count.
    """
    slots = (slot for event in events.values() for slot in event.slots)
    named = {talk for slot in slots for talk in (slot.talk, *slot.talks)}
    return {
        talk.id: talk
        for talk in talks.values()
        if talk.status != "cancelled" or talk.start or talk.id in named
    }


def _talks_of_event(events: Mapping[str, Event], talks: Mapping[str, Talk]) -> dict[str, Ids]:
    found: dict[str, dict[str, None]] = {
        event.id: {talk: None for slot in event.slots for talk in (slot.talk, *slot.talks) if talk}
        for event in events.values()
    }
    for talk in talks.values():
        if talk.event in found:
            found[talk.event][talk.id] = None
    return _frozen(found)
