"""Reach: the other records that the page of a record may show.

A record *names* others: an entry its authors and its venue, a talk its event. And it has *lists*: a
person has works, a work has talks. A page shows its record, the records that it names, and the
items of its lists. An item shows a record and those that it names; of persons, it shows only their
names, so that a change of a person's file does not affect all lists of that person's works. A page
shows no further records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from symposium.kinds import BY_NAME
from symposium.kinds.kind import sourced
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.identity import printed_names
from symposium.knowledge.printed_names import printed_by
from symposium.knowledge.relation_table import LISTS, RecordKey
from symposium.knowledge.relations import values_of
from symposium.model.ids import sources_of

Records = tuple[str, Sequence[str]]
"""A kind, and the ids of some records of it."""

NAME = "name"
"""Replaces the kind of a person if only the name matters."""


def named(kb: KnowledgeBase, kind: str, record_id: str) -> list[Records]:
    """Return the records that a record names, in its order.

    They may include wrong ids, which no record has.
    """
    relations, identity = kb.relations, kb.identity
    if kind == "person" and record_id not in identity.people.described:
        return [("person", identity.candidates.get(record_id, ()))]
    record = kb.entities[kind][record_id]
    records: list[Records] = []
    if kind == "paper":
        records.append(("person", relations.authors_of_paper[record_id]))
        if record.editors:
            records.append(("person", identity.resolve_all(record.editors)))
        if record.venue:
            records.append(("venue", (relations.venue_of_text[record.venue],)))
        if volume := relations.volume_of_paper.get(record_id):
            records.append(("volume", (volume,)))
        if record.topics:
            records.append(("topic", [relations.topic_of_text[text] for text in record.topics]))
    else:
        people = [identity.resolve(p.name.text, p.explicit) for p in printed_names(record)]
        records.append(("person", people))
        records += _referred(kb, kind, record)
    if relations.organization_of_text:
        texts = dict.fromkeys(organization.name for organization in printed_by(record))
        of_text = relations.organization_of_text
        records.append(("organization", list(dict.fromkeys(of_text[text] for text in texts))))
    if sources := sources_in(record):
        records.append(("source", list(sources)))
    return records


def sources_in(record: Any) -> Iterable[str]:
    """Return the ids of the sources that a record names, for itself or for a part of it."""
    parts = [item.source for name in sourced(type(record)) for item in getattr(record, name)]
    own: tuple[str, ...] = getattr(record, "sources", ())
    return sources_of((*own, *filter(None, parts))) if own or parts else ()


def _referred(kb: KnowledgeBase, kind: str, record: Any) -> Iterator[Records]:
    """Yield the records that a record refers to by its fields, except sources."""
    if kind == "talk" and record.event:
        yield "event", (record.event,)
    if kind == "event" and record.series:
        yield "series", (kb.relations.series_of_text[record.series],)
    for name, field in BY_NAME[kind].references.items():
        texts = values_of(record, name)
        if field.refers == "topic":
            yield "topic", [kb.relations.topic_of_text[text] for text in texts]
        elif field.refers != "source":
            yield field.refers, texts


def lists(kb: KnowledgeBase, kind: str, record_id: str) -> Iterator[Records]:
    """Yield the lists of a record; a list of several kinds is split into parts of one kind."""
    return ((other, ids) for _, _, other, ids in every_list(kb, kind, record_id))


def every_list(
    kb: KnowledgeBase, kind: str, only: str = ""
) -> Iterator[tuple[str, int, str, Sequence[str]]]:
    """Yield the lists of all records of a kind: the record's id, the list's number, kind and ids.

    ``only`` is the id of a record, if the others do not matter.
    """
    relations, place = kb.relations, 0
    for place, (name, of) in enumerate(LISTS.get(kind, ())):
        table = getattr(relations, name)
        for record_id in {only} & table.keys() if only else table:
            ids = table[record_id]
            if of:
                yield record_id, place, of, ids
            else:
                for other, rows in groupby(ids, itemgetter(0)):
                    yield record_id, place, other, [id_ for _, id_ in rows]
    for other, record_id in {(kind, only)} & relations.naming.keys() if only else relations.naming:
        if other == kind:
            for listed, ids in relations.naming[other, record_id].items():
                yield record_id, place + 1, listed, ids
    if kind == "paper":
        for work in [kb.works[only]] if only else kb.works.values():
            if work.related:
                yield work.id, place + 2, kind, work.related


def reached(kb: KnowledgeBase, kind: str, record_id: str) -> set[RecordKey]:
    """Return kind and id of all records that the page of a record may show."""
    items = {(kind, record_id), *_flat(lists(kb, kind, record_id))}
    records = items.union(_flat(named(kb, kind, record_id)))
    for item in items:
        in_item = _flat(named(kb, *item))
        records.update((NAME if other == "person" else other, id_) for other, id_ in in_item)
    return records | {(NAME, id_) for other, id_ in records if other == "person"}


def _flat(records: Iterable[Records]) -> Iterator[RecordKey]:
    return ((kind, id_) for kind, ids in records for id_ in ids)
