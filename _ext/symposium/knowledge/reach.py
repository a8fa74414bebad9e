"""Reach: which other records the page of a record may show.

A record *names* others: an entry its authors and its venue, a talk its event. And it has *lists*: a
person has works, a work has talks. An item of a list shows a record with those that it names. A
page shows its record and the items of its lists. What reaches further is beyond the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.name_occurrences import printed_names
from symposium.knowledge.relation_table import LISTS, Named
from symposium.model.kinds import KINDS

Records = tuple[str, Sequence[str]]
"""A kind, and the ids of some records of it."""

SOURCED = ("corrections", "listings", "metrics")
"""Fields whose items each name a source."""
BY_TEXT = frozenset({"person", "source", "topic"})
"""Kinds that records name by other words than their ids."""


def named(kb: KnowledgeBase, kind: str, record_id: str) -> list[Records]:
    """Return the records that a record names, in the order in which it does.

    Where an id is wrong, there may be no such record.
    """
    relations, identity = kb.relations, kb.identity
    if kind == "person" and record_id not in identity.people.described:
        return [("person", identity.candidates.get(record_id, ()))]
    record = kb.entities[kind][record_id]
    found: list[Records] = []
    if kind == "paper":
        found.append(("person", relations.authors_of_paper[record_id]))
        if record.editors:
            found.append(("person", identity.resolve_all(record.editors)))
        if record.venue:
            found.append(("venue", (relations.venue_of_text[record.venue],)))
    else:
        people = [identity.resolve(p.name.text, p.explicit) for p in printed_names(record)]
        found.append(("person", people))
        found += _by_field(kb, record)
    if texts := getattr(record, "topics", ()):
        found.append(("topic", [relations.topic_of_text[text] for text in texts]))
    if sources := sources_in(record):
        found.append(("source", list(sources)))
    return found


def sources_in(record: Any) -> Iterable[str]:
    """Return the ids of the sources that a record names, for itself or for a part of it."""
    parts = [one for name in SOURCED for one in getattr(record, name, ())]
    own: tuple[str, ...] = getattr(record, "sources", ())
    return dict.fromkeys((*own, *[one.source for one in parts if one.source])) if parts else own


def _by_field(kb: KnowledgeBase, record: Any) -> Iterator[Records]:
    """Yield the records that stand in fields with the name of a kind, or of its folder."""
    for kind in KINDS:
        if kind.name not in BY_TEXT:
            one, several = getattr(record, kind.name, None), getattr(record, kind.folder, ())
            texts = [text for text in (one, *several) if isinstance(text, str)]
            yield kind.name, [kb.find(kind.name, text) or text for text in texts]


def lists(kb: KnowledgeBase, kind: str, record_id: str) -> Iterator[Records]:
    """Yield the lists of a record; a list of several kinds in parts of one kind each."""
    relations = kb.relations
    for name, of in LISTS.get(kind, ()):
        if ids := getattr(relations, name).get(record_id):
            if of:
                yield of, ids
            else:
                yield from ((other, [i for _, i in rows]) for other, rows in groupby(ids, _kind_of))
    if (kind, record_id) in relations.naming:
        yield from relations.naming[kind, record_id].items()
    if kind == "paper" and (texts := kb.works[record_id].related):
        yield kind, [one for text in texts if (one := kb.find(kind, text))]


def _kind_of(named: Named) -> str:
    return named[0]


def reached(kb: KnowledgeBase, kind: str, record_id: str) -> set[Named]:
    """Return kind and id of all records that the page of a record may show."""
    items = {(kind, record_id), *_flat(lists(kb, kind, record_id))}
    return items.union(*[_flat(named(kb, *one)) for one in items])


def _flat(records: Iterable[Records]) -> Iterator[Named]:
    return ((kind, one) for kind, ids in records for one in ids)
