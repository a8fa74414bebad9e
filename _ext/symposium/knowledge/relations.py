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
from symposium.knowledge.relation_table import Ids, RecordKey, Relations
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

    ``of_text`` maps printed texts to ids of venues, topics, series and organisations, by kind. The
    persons in ``tables`` are those with a file: others name no records.
    """
    papers: Mapping[str, Paper] = tables["paper"]
    talks: Mapping[str, Talk] = tables["talk"]
    events: Mapping[str, Event] = tables["event"]
    people: Mapping[str, Person] = tables["person"]
    # Works with the same date, or without one, keep the order of the file.
    newest = sorted(papers.values(), key=when, reverse=True)
    papers_only = [paper for paper in newest if not paper.poster]
    authors = {paper.id: identity.resolve_all(paper.authors) for paper in newest}
    named_in = _named_in(tables, identity)
    owners = owners_of(tables["source"].values())
    venue_of_text, topic_of_text = of_text["venue"], of_text["topic"]
    locators = evidence(tables, identity, authors, of_text)
    held = _held(events, talks)
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
        talks_of_person=_talks_of_person(named_in, held),
        papers_of_topic=_inverse(
            (paper.id, [topic_of_text[text] for text in paper.topics]) for paper in newest
        ),
        people_of_topic=_inverse(
            (person_id, [topic_of_text[text] for text in people[person_id].topics])
            for person_id in identity.people.described
        ),
        talks_of_topic=_inverse(
            (t.id, [topic_of_text[text] for text in t.topics]) for t in held.values()
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
        talks_of_paper=_inverse((t.id, [t.paper]) for t in held.values() if t.paper is not None),
        cites=cites,
        cited_by=_inverse((paper.id, cites.get(paper.id, ())) for paper in newest) if cites else {},
        versions=chains(papers),
        posters_of_paper=_posters_of_paper(papers),
        talks_of_event=_talks_of_event(events, held),
        events_of_series=_inverse(
            (event.id, (of_text["series"][event.series],))
            for event in sorted(events.values(), key=lambda event: latest_first(event.date))
            if event.series
        ),
        **_of_organizations(tables, identity, of_text["organization"]),
        naming=_naming(tables, named_in, topic_of_text),
        records_of_source=_inverse((key, map(source_of, texts)) for key, texts in locators.items()),
        evidence=locators,
        venue_of_text=venue_of_text,
        topic_of_text=topic_of_text,
        series_of_text=of_text["series"],
        organization_of_text=of_text["organization"],
    )


def _frozen(table: Mapping[K, Any]) -> dict[K, tuple[Any, ...]]:
    """Return a table with tuples as its values, which take less memory."""
    return {key: tuple(values) for key, values in table.items()}


def _named_in(tables: Tables, identity: Identity) -> dict[str, tuple[RecordKey, ...]]:
    """Return the records that print a person's name, except the person's works."""
    by_person: dict[str, dict[RecordKey, None]] = defaultdict(dict)
    for paper in tables["paper"].values():
        for editor in paper.editors if paper.poster else ():
            by_person[identity.resolve(editor.name.text, editor.person)]["paper", paper.id] = None
    for kind in kinds_in_order(tables):
        for record in tables[kind].values() if kind != "paper" else ():
            for use in printed_names(record):
                by_person[identity.resolve(use.name.text, use.explicit)][kind, record.id] = None
    return _frozen(by_person)


def _naming(
    tables: Tables, named_in: Mapping[str, tuple[RecordKey, ...]], topic_of_text: Mapping[str, str]
) -> dict[tuple[str, str], Mapping[str, Ids]]:
    """Return the records that name persons and other records, of kinds without own relations.

    They name persons by printed names, and other records by fields that refer to these. A person's
    file may name them, too, in a field with the name of their folder.
    """
    naming: dict[tuple[str, str], dict[str, dict[str, None]]] = defaultdict(dict)

    def add(key: tuple[str, str], kind: str, record_id: str) -> None:
        naming[key].setdefault(kind, {})[record_id] = None

    general = [kind for kind in described() if tables.get(kind.name)]
    for kind in general:
        table = tables[kind.name]
        for person in tables["person"].values():
            for record_id in getattr(person, kind.folder, ()):
                if record_id in table:
                    add(("person", person.id), kind.name, record_id)
        for record in sorted(table.values(), key=_latest_first):
            for field, reference in kind.references.items():
                for text in values_of(record, field):
                    if reference.refers == "topic":
                        add(("topic", topic_of_text[text]), kind.name, record.id)
                    elif reference.refers != "source":
                        add((reference.refers, text), kind.name, record.id)
    names = {kind.name for kind in general}
    for person_id, records in named_in.items() if names else ():
        keys = [key for key in records if key[0] in names]
        keys.sort(key=lambda key: _latest_first(tables[key[0]][key[1]]))
        for kind_name, record_id in keys:
            add(("person", person_id), kind_name, record_id)
    return {key: _frozen(kinds) for key, kinds in naming.items()}


def values_of(record: Any, field: str) -> tuple[str, ...]:
    """Return the values of a field that names one record or several."""
    value = getattr(record, field)
    return value if isinstance(value, tuple) else (value,) if value else ()


def _latest_first(record: Any) -> tuple[int, int, tuple[int, ...], str]:
    """Return a sort key by begin, then by end, the latest first; records without a date come last.

    Records with a single date, such as news, are sorted by its day.
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
    """Return the relations of organisations, by the name of the relation."""
    mentions: dict[tuple[str, str, str], list[Printed]] = defaultdict(list)
    ids_of = {kind: defaultdict[str, set[str]](set) for kind in PRINTING}
    for kind in PRINTING:
        for record in tables[kind].values():
            for organization in printed_by(record):
                organization_id = of_text[organization.name]
                ids_of[kind][organization_id].add(record.id)
                if kind != "person":
                    mentions[organization_id, kind, record.id].append(organization)
                if organization.who:
                    who = identity.resolve(organization.who.name.text, organization.who.person)
                    ids_of["person"][organization_id].add(who)
    for organization_id, talks in ids_of["talk"].items():
        presented = [tables["talk"][talk_id].paper for talk_id in talks]
        ids_of["paper"][organization_id].update(filter(None, presented))
    rank = identity.rank.__getitem__
    people = {of: tuple(sorted(ids, key=rank)) for of, ids in ids_of.pop("person").items()}
    lists = {f"{kind}s_of_organization": _sorted(ids, tables[kind]) for kind, ids in ids_of.items()}
    return {"people_of_organization": people, "printed_organizations": _frozen(mentions), **lists}


def _sorted(table: Mapping[str, Iterable[str]], records: Mapping[str, Any]) -> dict[str, Ids]:
    """Return lists of records, the latest first, whatever the order in which files were read."""

    def key(record_id: str) -> tuple[tuple[bool, tuple[int, ...]], str]:
        return latest_first(records[record_id].date), record_id

    return {id_: tuple(sorted(ids, key=key)) for id_, ids in table.items()}


def _inverse(pairs: Iterable[tuple[K, Iterable[V]]]) -> dict[V, tuple[K, ...]]:
    """Return for each value the keys that have it, each once, in the order given."""
    inverse: dict[V, list[K]] = {}
    get = inverse.get
    for key, values in pairs:
        for value in values:
            keys = get(value)
            if keys is None:
                inverse[value] = [key]
            # A person may be printed twice on one work, whose key is then the last.
            elif keys[-1] is not key:
                keys.append(key)
    return _frozen(inverse)


def _talks_of_person(
    named_in: Mapping[str, tuple[RecordKey, ...]], talks: Mapping[str, Talk]
) -> dict[str, Ids]:
    def year(talk_id: str) -> int:
        date = talks[talk_id].date
        return -(date.year or 9999) if date else 0

    talks_of = {
        person: sorted((id_ for kind, id_ in records if kind == "talk" and id_ in talks), key=year)
        for person, records in named_in.items()
    }
    return _frozen({person: ids for person, ids in talks_of.items() if ids})


def _posters_of_paper(papers: Mapping[str, Paper]) -> dict[str, Ids]:
    """Map papers to posters with the same title, and the reverse; titles are folded like names."""
    posters: dict[str, list[str]] = defaultdict(list)
    for paper in papers.values():
        if paper.poster:
            posters[fold_name(paper.title)].append(paper.id)
    works: dict[str, list[str]] = defaultdict(list)
    for paper in papers.values() if posters else ():
        if not paper.poster and (title := fold_name(paper.title)) in posters:
            works[title].append(paper.id)
    twins = {}
    for title, ids in works.items():
        twins.update(dict.fromkeys(ids, tuple(posters[title])))
        twins.update(dict.fromkeys(posters[title], tuple(ids)))
    return twins


def _held(events: Mapping[str, Event], talks: Mapping[str, Talk]) -> Mapping[str, Talk]:
    """Return all talks except cancelled ones that have neither a time nor a slot any more.

    The pages of those stay, but no list or count includes them.
    """
    slots = (slot for event in events.values() for slot in event.slots)
    scheduled = {talk for slot in slots for talk in (slot.talk, *slot.talks)}
    return {
        talk.id: talk
        for talk in talks.values()
        if talk.status != "cancelled" or talk.start or talk.id in scheduled
    }


def _talks_of_event(events: Mapping[str, Event], talks: Mapping[str, Talk]) -> dict[str, Ids]:
    talks_of: dict[str, dict[str, None]] = {
        event.id: {talk: None for slot in event.slots for talk in (slot.talk, *slot.talks) if talk}
        for event in events.values()
    }
    for talk in talks.values():
        if talk.event in talks_of:
            talks_of[talk.event][talk.id] = None
    return _frozen(talks_of)
