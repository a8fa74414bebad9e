"""Sorting and grouping the records of a listing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from symposium.kinds import BY_FOLDER, BY_NAME
from symposium.model.comparing import folded
from symposium.query.field_tables import FIELDS
from symposium.query.fields import QueryField, Type
from symposium.query.literals import extent_of
from symposium.query.query import Key, Query
from symposium.query.query_context import QueryContext

OTHER = "#"
"""Stands for all that begins with no letter from A to Z."""


@dataclass(frozen=True, slots=True)
class HeadedGroup:
    """Records under one heading."""

    title: str
    """What they share; empty for those that have nothing of the kind."""
    ids: tuple[str, ...]
    kind: str = ""
    """Of the record that they share, where it is one: ``venue``, ``person``, …"""
    id: str = ""
    """Its id."""


def sorted_ids(context: QueryContext, query: Query, ids: Collection[str]) -> list[str]:
    """Return ids in the order that a query asks for; among equals, in that of all lists."""
    found = context.in_order(query.what, ids)
    for key in reversed(query.sort):
        found = _sorted(context, query.what, key, found)
    return found


def _sorted(context: QueryContext, what: str, key: Key, ids: Sequence[str]) -> list[str]:
    """Sort by one field; what has no value comes last, whatever the direction."""
    value_of = sort_value(context, FIELDS[what][key.field])
    rows = [(value_of(one), one) for one in ids]
    having = [row for row in rows if row[0] is not None]
    having.sort(key=lambda row: row[0], reverse=key.descending)
    return [one for _, one in having] + [one for value, one in rows if value is None]


def sort_value(context: QueryContext, field: QueryField) -> Callable[[str], Any]:
    """Return what a record is sorted by: its first value, or how many there are."""
    read = field.values(context)
    if field.counts:
        return lambda record_id: field.number(read(record_id))
    shape = _shape(context, field)

    def value(record_id: str) -> Any:
        first = next(iter(read(record_id)), None)
        return None if first is None else shape(first)

    return value


def _shape(context: QueryContext, field: QueryField) -> Callable[[Any], Any]:
    if field.type is Type.DATE:
        return cache(lambda one: (extent_of(one).begin, extent_of(one).end))
    if field.type in {Type.NUMBER, Type.FLAG}:
        return int
    if field.type is not Type.RECORD:
        return folded
    if field.kind == "person":
        return context.kb.identity.rank.__getitem__
    if field.kind == "paper" and field.values is FIELDS["papers"]["key"].values:
        works = context.kb.works
        return lambda one: folded(works[one].key)
    return lambda one: (folded(title_of(context, field.kind, one)), one)


def title_of(context: QueryContext, kind: str, record_id: str) -> str:
    """Return what a record is called in a heading: venues have a short name."""
    if kind == "venue":
        venue = context.kb.venues[record_id]
        return venue.short or venue.name
    return context.kb.title_of(kind, record_id)


def grouped(context: QueryContext, query: Query, ids: Sequence[str]) -> tuple[HeadedGroup, ...]:
    """Return ids under their headings; one with several values stands under each of them."""
    if not query.group:
        return ()
    values = group_values(context, query.what, query.group)
    found: dict[Any, list[str]] = defaultdict(list)
    without = []
    for one in ids:
        having = dict.fromkeys(values(one))
        for value in having:
            found[value].append(one)
        if not having:
            without.append(one)
    groups = [
        _group(context, query, value, found[value]) for value in _in_order(context, query, found)
    ]
    return (*groups, *([HeadedGroup("", tuple(without))] if without else ()))


def group_values(context: QueryContext, what: str, group: str) -> Callable[[str], Iterable[Any]]:
    """Return what returns the headings under which a record stands."""
    fields = FIELDS[what]
    if group == "letter":
        kind = BY_FOLDER[what].name
        names = context.kb.identity.names

        def letter(record_id: str) -> Iterable[str]:
            if kind == "person":
                key = names[record_id].sort_key
            else:
                key = folded(context.kb.title_of(kind, record_id))
            first = key[:1]
            return (first.upper() if first.isascii() and first.isalpha() else OTHER,)

        return letter
    if group == "decade":
        years = fields["year"].values(context)
        return lambda record_id: [year // 10 * 10 for year in years(record_id)]
    field = fields[group]
    read = field.values(context)
    if field.type in {Type.RECORD, Type.NUMBER}:
        return read
    forms: dict[str, str] = {}
    # One heading for one word, however it is written: the form that comes first.
    return lambda record_id: [forms.setdefault(folded(one), one) for one in read(record_id)]


def _in_order(context: QueryContext, query: Query, values: Iterable[Any]) -> list[Any]:
    """Return headings: years newest first unless the listing begins with the oldest."""
    name = query.group
    if name in {"year", "decade"}:
        upwards = bool(query.sort) and query.sort[0] in {Key("year"), Key("date")}
        return sorted(values, reverse=not upwards)
    if name == "letter":
        return sorted(values, key=lambda one: (one == OTHER, one))
    field = FIELDS[query.what][name]
    if field.type is Type.RECORD:
        if field.kind in {"event", "talk"}:
            return context.in_order(BY_NAME[field.kind].folder, list(values))
        shape = _shape(context, field)
        return sorted(values, key=lambda one: (shape(one), one))
    known = {one: place for place, one in enumerate(field.known)} if field.closed else {}
    return sorted(values, key=lambda one: (known.get(one, len(known)), folded(one), one))


def _group(context: QueryContext, query: Query, value: Any, ids: Iterable[str]) -> HeadedGroup:
    if query.group == "decade":
        return HeadedGroup(f"{value}s", tuple(ids))
    field = FIELDS[query.what].get(query.group)
    if field is not None and field.type is Type.RECORD:
        return HeadedGroup(title_of(context, field.kind, value), tuple(ids), field.kind, value)
    return HeadedGroup(str(value), tuple(ids))
