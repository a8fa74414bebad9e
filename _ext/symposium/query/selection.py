"""Choosing the records of a listing, in their order and under their headings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from symposium.kinds import BY_FOLDER, BY_NAME
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.entry_index import gone_of
from symposium.knowledge.identity import claims_of
from symposium.knowledge.printed_names import bare_venue
from symposium.model.names import fold_name, parse_name
from symposium.model.spelling import Spellings
from symposium.query.context import QueryContext, code, folded
from symposium.query.fields import QueryField, Type, fields_of, parts_of
from symposium.query.options import (
    FLAGS,
    FOREVER,
    NEVER,
    Condition,
    Key,
    Query,
    QueryError,
    days_meant,
    is_within,
    numbers_of,
    quoted,
)

REPORTED = 25
"""Mistakes of one listing that are reported: the others can wait."""
WORDS = frozenset({Type.TEXT, Type.WORD})
NO_LETTER = "#"
"""The heading of all that begins with no letter from A to Z."""


@dataclass(frozen=True, slots=True)
class HeadedGroup:
    """Records under one heading."""

    title: str
    """What they share; empty for those that have nothing of the kind."""
    ids: tuple[str, ...]
    kind: str = ""
    """Of the record that they share, where it is one: ``venue``, ``person``, …"""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Selection:
    """What a query selects."""

    ids: tuple[str, ...]
    """In their order, as many as the limit allows."""
    groups: tuple[HeadedGroup, ...] = ()
    """The same under headings, where the query groups them."""
    left_out: int = 0
    """How many more fit."""


_last: list[QueryContext] = []


def context_of(kb: KnowledgeBase) -> QueryContext:
    """Return what selections are made from: that of the last call, if it was for the same."""
    if not _last or _last[0].kb is not kb:
        _last[:] = [QueryContext(kb)]
    return _last[0]


def faults_of(kb: KnowledgeBase, query: Query) -> tuple[QueryError, ...]:
    """Return which values of a query name nothing that is known, each with the nearest."""
    context = context_of(kb)
    wrong = (
        QueryError(one.option or one.field, *unknown)
        for one in query.conditions
        for value in one.values
        if (unknown := _unknown(context, query.what, one.field, value))
    )
    return tuple(islice(wrong, REPORTED))


def _unknown(context: QueryContext, what: str, name: str, value: str) -> tuple[str, str] | None:
    field = fields_of(what).get(name)
    kind = BY_FOLDER[what].name
    if field is None:
        records = context.kb.entities[kind].values()
        known = parts_of(what).union(*(getattr(one, "links", ()) for one in records))
        if name in known or name.replace("_", "-") in known:
            return None
        near = Spellings({*known, *fields_of(what)})
        return f"no {kind} has a {quoted(name)}", near.hint(name, "name a link, such as code")
    if value.lower() in FLAGS:
        return None
    if field.kind:
        counts = "-" in value and numbers_of(value)
        return None if counts else _no_record(context, field.kind, value)
    if field.type is not Type.WORD or folded(value) in map(folded, field.known):
        return None
    there = field.index(context, what)
    if folded(value) in map(folded, there):
        return None
    few = f"there are {', '.join(list(there)[:5])}{', …' if len(there) > 5 else ''}"
    near = Spellings(there, field.known)
    hint = near.hint(value, few if there else "remove the option")
    return f"no {kind} has the {name} {quoted(value)}", hint


def _no_record(context: QueryContext, kind: str, text: str) -> tuple[str, str] | None:
    kb = context.kb
    if kind == "person" and (several := claimants(kb, text)):
        return f"{quoted(text)} may be {' or '.join(several)}", "write the id of the one you mean"
    if ids_named(context, kind, text):
        return None
    if gone := gone_of(kb.gone, kind, text):
        return f"the {kind} {quoted(text)} is gone: {gone.reason.rstrip('.')}", "name another"
    near = kb.nearest(kind, text)
    field_is = "name" if kind in {"person", "venue"} else "title"
    hint = f"did you mean {near}?" if near else "write an id"
    return f"no {kind} has the id or the {field_is} {quoted(text)}", hint


def select(kb: KnowledgeBase, query: Query) -> Selection:
    """Return what a query selects, in its order; a name that nothing has selects nothing."""
    context = context_of(kb)
    ids = context.in_order(query.what, _fitting(context, query))
    for key in reversed(query.sort):
        ids = _sorted(context, query.what, key, ids)
    shown = tuple(ids if query.limit is None else ids[: query.limit])
    return Selection(shown, _grouped(context, query, shown), len(ids) - len(shown))


def _fitting(context: QueryContext, query: Query) -> set[str]:
    """Return the ids of all that fits.

    Posters, and names that several persons share, are left out unless they are asked for.
    """
    everything = context.universe(query.what).keys()
    ids = set(everything)
    for condition in query.conditions:
        having = _having_one(context, query.what, condition)
        ids = ids - having if condition.negated else ids & having
    if query.what not in {"papers", "people"} or any(map(_names_apart, query.conditions)):
        return ids
    if query.what == "people":
        return ids.difference(context.kb.identity.candidates)
    return ids - fields_of("papers")["poster"].index(context, "papers").get(True, set())


def _names_apart(condition: Condition) -> bool:
    """Tell whether an option asks for what is left out otherwise."""
    is_poster = condition.field == "type" and "poster" in map(folded, condition.values)
    is_named = condition.field in {"poster", "state", "key", "id"}
    return not condition.negated and (is_named or is_poster)


def _having_one(context: QueryContext, what: str, condition: Condition) -> set[str]:
    """Return the ids of the records that have one of some values."""
    return set().union(*(_having(context, what, condition.field, one) for one in condition.values))


def _having(context: QueryContext, what: str, name: str, text: str) -> Collection[str]:
    """Return the ids of the records that have a value which a text means."""
    field = fields_of(what).get(name)
    if field is None or text.lower() in FLAGS:
        having = set(_with_any(context, what, name))
        return having if FLAGS[text.lower()] else context.universe(what).keys() - having
    index = field.index(context, what)
    if field.kind:
        ids = ids_named(context, field.kind, text)
        if ids or not (numbers := numbers_of(text)):
            return set().union(*(index.get(one, ()) for one in ids))
        first, last = numbers
        counts = ((one, len(set(field.values(context, one)))) for one in context.universe(what))
        return [record_id for record_id, count in counts if first <= count <= last]
    fits = _test(field.type, text)
    return set().union(*(ids for value, ids in index.items() if fits(value)))


def _with_any(context: QueryContext, what: str, name: str) -> Iterable[str]:
    """Return the ids of the records that have a field, an attribute, or a link of this name."""
    field = fields_of(what).get(name)
    if field is not None:
        index = field.index(context, what)
        return index.get(True, ()) if field.type is Type.FLAG else set().union(*index.values())
    names = {name, name.replace("_", "-")}
    return [
        record_id
        for record_id, record in context.kb.entities[BY_FOLDER[what].name].items()
        if getattr(record, name, None) or not names.isdisjoint(getattr(record, "links", ()))
    ]


def _test(type_: Type, text: str) -> Callable[[Any], bool]:
    wanted = folded(text)
    if type_ is Type.TEXT:
        return lambda value: wanted in folded(value)
    if type_ is Type.WORD:
        return lambda value: wanted == folded(value)
    if type_ is Type.NUMBER:
        first, last = numbers_of(text) or (1, 0)
        return lambda value: bool(first <= value <= last)
    days = days_meant(text) or (FOREVER, NEVER)
    return lambda value: is_within(value, days)


def _sorted(context: QueryContext, what: str, key: Key, ids: Sequence[str]) -> list[str]:
    """Sort by one field; records without a value come last, whatever the direction."""
    value_of = _sort_value(context, fields_of(what)[key.field])
    rows = [(value_of(one), one) for one in ids]
    having = [row for row in rows if row[0] is not None]
    having.sort(key=lambda row: row[0], reverse=key.descending)
    return [one for _, one in having] + [one for value, one in rows if value is None]


def _sort_value(context: QueryContext, field: QueryField) -> Callable[[str], Any]:
    """Return the function of a sort key: the first value of a record, or how many there are."""
    if field.counts:
        return lambda record_id: len(set(field.values(context, record_id)))
    shape = _shape(context, field)

    def value(record_id: str) -> Any:
        first = next(iter(field.values(context, record_id)), None)
        return None if first is None else shape(first)

    return value


def _shape(context: QueryContext, field: QueryField) -> Callable[[Any], Any]:
    """Return what gives the place of a value of a field among others."""
    if field.type is Type.DATE:
        return lambda one: [getattr(one, at, one).sort_key for at in ("start", "end")]
    if field.type in {Type.NUMBER, Type.FLAG}:
        return int
    if field.kind == "person":
        return context.kb.identity.rank.__getitem__
    if field.name == "key":
        return lambda one: folded(context.kb.works[one].key)
    if field.kind:
        return lambda one: (folded(_title_of(context, field.kind, one)), one)
    return folded


def _title_of(context: QueryContext, kind: str, record_id: str) -> str:
    """Return the title of a record in a heading: venues have a short name."""
    if kind == "venue":
        venue = context.kb.venues[record_id]
        return venue.short or venue.name
    return context.kb.title_of(kind, record_id)


def _grouped(context: QueryContext, query: Query, ids: Sequence[str]) -> tuple[HeadedGroup, ...]:
    """Return ids under their headings; one with several values is under each of them."""
    if not query.group:
        return ()
    values_of = _group_values(context, query.what, query.group)
    rows: dict[Any, list[str]] = defaultdict(list)
    for record_id in ids:
        for value in dict.fromkeys(values_of(record_id)) or (None,):
            rows[value].append(record_id)
    without = rows.pop(None, ())
    field = fields_of(query.what).get(query.group)
    kind = field.kind if field else ""
    ending = "s" if query.group == "decade" else ""
    groups = [
        HeadedGroup(_title_of(context, kind, value), tuple(rows[value]), kind, value)
        if kind
        else HeadedGroup(f"{value}{ending}", tuple(rows[value]))
        for value in _in_order(context, query, rows)
    ]
    return (*groups, *([HeadedGroup("", tuple(without))] if without else ()))


def _group_values(context: QueryContext, what: str, group: str) -> Callable[[str], Iterable[Any]]:
    """Return a function that returns the headings of a record."""
    if group == "letter":
        kind, names = BY_FOLDER[what].name, context.kb.identity.names

        def letter(record_id: str) -> Iterable[str]:
            title = folded(context.kb.title_of(kind, record_id))
            first = (names[record_id].sort_key if kind == "person" else title)[:1]
            return (first.upper() if first.isascii() and first.isalpha() else NO_LETTER,)

        return letter
    field = fields_of(what)["year" if group == "decade" else group]
    if group == "decade":
        return lambda one: [year // 10 * 10 for year in field.values(context, one)]
    forms: dict[Any, Any] = {}
    # One heading for one word, however it is written: the form that comes first.
    return lambda one: [
        forms.setdefault(folded(value) if field.type in WORDS else value, value)
        for value in field.values(context, one)
    ]


def _in_order(context: QueryContext, query: Query, values: Iterable[Any]) -> list[Any]:
    """Return headings: years newest first unless the listing begins with the oldest."""
    if query.group in {"year", "decade"}:
        upwards = bool(query.sort) and query.sort[0] in {Key("year"), Key("date")}
        return sorted(values, reverse=not upwards)
    if query.group == "letter":
        return sorted(values, key=lambda one: (one == NO_LETTER, one))
    field = fields_of(query.what)[query.group]
    if field.kind in {"event", "talk"}:
        return context.in_order(BY_NAME[field.kind].folder, values)
    place = {folded(word): number - len(field.known) for number, word in enumerate(field.known)}
    shape = _shape(context, field)
    return sorted(values, key=lambda one: (place.get(folded(str(one)), 0), shape(one), one))


# The names of records in the options of listings: ids, titles, and other names.


def ids_named(context: QueryContext, kind: str, text: str) -> Collection[str]:
    """Return the ids of the records that a text names: by id, else by title or name."""
    kb = context.kb
    known = kb.find(kind, text)
    if kind == "person":
        identity = kb.identity
        known = identity.by_explicit.get(text) or identity.by_explicit.get(code(text).upper())
        known = known or kb.find(kind, text)
        known = known or identity.by_fold.get(fold_name(parse_name(text).text))
        return () if known is None else (known,)
    if known is None and kind == "paper":
        known = kb.find(kind, code(text))
    if known is not None:
        return (known,)

    def called(context: QueryContext, record_id: str) -> Iterator[str]:
        record = context.kb.entities[kind][record_id]
        names = [context.kb.title_of(kind, record_id), *getattr(record, "names", ())]
        if kind == "venue":
            names = [bare_venue(one) for one in (*names, record.short or "")]
        yield from map(folded, names)
        if kind == "paper":
            yield from (code(one) for one in (record.doi, record.arxiv) if one)

    index = context.index(BY_NAME[kind].folder, "names", called)
    wanted = {folded(bare_venue(text) if kind == "venue" else text), code(text)}
    return set().union(*(index.get(one, ()) for one in wanted))


def claimants(kb: KnowledgeBase, text: str) -> tuple[str, ...]:
    """Return the persons who claim one name, where several do; none for an id."""
    identity = kb.identity
    if text in identity.by_explicit and text not in identity.candidates:
        return ()
    ids = claims_of(identity.people.described.values()).get(fold_name(parse_name(text).text), ())
    return ids if len(ids) > 1 else identity.candidates.get(text, ())
