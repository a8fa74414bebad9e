"""Choosing the records of a listing, in their order and under their headings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

from symposium.kinds import BY_FOLDER, BY_NAME
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.entry_index import gone_of
from symposium.knowledge.identity import claims_of
from symposium.knowledge.printed_names import bare_venue
from symposium.model.names import fold_name, parse_name
from symposium.model.spelling import Spellings
from symposium.query import options
from symposium.query.context import QueryContext, Values, code, folded
from symposium.query.fields import QueryField, Type, fields_of, groups_of, parts_of

REPORTED = 25
"""Mistakes of one listing that are reported at once."""
WORDS = frozenset({Type.TEXT, Type.WORD})


@dataclass(frozen=True, slots=True)
class HeadedGroup:
    """Records under one heading."""

    title: str
    """The heading; empty for records without a value."""
    ids: tuple[str, ...]
    kind: str = ""
    """The kind of the record in the heading, if it is one: ``venue``, ``person``, …"""
    id: str = ""
    """The id of that record."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The records that a query selects."""

    ids: tuple[str, ...]
    """In order, up to the limit."""
    groups: tuple[HeadedGroup, ...] = ()
    """The same records under headings, if the query groups them."""
    left_out: int = 0
    """The number of records beyond the limit."""


_last: list[QueryContext] = []


def context_of(kb: KnowledgeBase) -> QueryContext:
    """Return the context of a knowledge base; the last one is kept and used again."""
    if not _last or _last[0].kb is not kb:
        _last[:] = [QueryContext(kb)]
    return _last[0]


def faults_of(kb: KnowledgeBase, query: options.Query) -> tuple[options.QueryError, ...]:
    """Return the mistakes in the values of a query, each with the nearest valid value."""
    context = context_of(kb)
    mistakes = (
        options.QueryError(condition.option or condition.field, *unknown)
        for condition in query.conditions
        for value in condition.values
        if (unknown := _unknown(context, query.what, condition.field, value))
    )
    return tuple(islice(mistakes, REPORTED))


def _unknown(context: QueryContext, folder: str, name: str, value: str) -> tuple[str, str] | None:
    field = fields_of(folder).get(name)
    kind = BY_FOLDER[folder].name
    if field is None:
        records = context.kb.entities[kind].values()
        names = parts_of(folder).union(*(getattr(record, "links", ()) for record in records))
        if names.isdisjoint({name, name.replace("_", "-")}):
            hint = Spellings({*names, *fields_of(folder)}).hint(name, "name a link, such as code")
            return f"no {kind} has a {options.quoted(name)}", hint
        return None
    if value.lower() in options.FLAGS or field.of not in {Type.WORD, field.kind}:
        return None
    if field.kind:
        is_number = "-" in value and options.numbers_of(value)
        return None if is_number else _no_record(context, field.kind, value)
    index = field.index(context, folder)
    if folded(value) in map(folded, (*field.known, *index)):
        return None
    examples = f"there are {', '.join([*index][:5])}{', …' if len(index) > 5 else ''}"
    hint = Spellings(index, field.known).hint(value, examples if index else "remove the option")
    return f"no {kind} has the {name} {options.quoted(value)}", hint


def _no_record(context: QueryContext, kind: str, text: str) -> tuple[str, str] | None:
    kb = context.kb
    if kind == "person" and text not in kb.identity.by_explicit:
        claims = claims_of(kb.identity.people.described.values())
        if len(several := claims.get(fold_name(parse_name(text).text), ())) > 1:
            hint = "write the id of the one you mean"
            return f"{options.quoted(text)} may be {' or '.join(several)}", hint
    if ids_named(context, kind, text):
        return None
    if gone := gone_of(kb.gone, kind, text):
        return (
            f"the {kind} {options.quoted(text)} is gone: {gone.reason.rstrip('.')}",
            "name another",
        )
    near = kb.nearest(kind, text)
    named_by = "name" if kind in {"person", "venue"} else "title"
    hint = f"did you mean {near}?" if near else "write an id"
    return f"no {kind} has the id or the {named_by} {options.quoted(text)}", hint


def select(kb: KnowledgeBase, query: options.Query) -> Selection:
    """Return the records of a query, in its order; an unknown value matches no record."""
    context = context_of(kb)
    ids = context.in_order(query.what, _fitting(context, query))
    for key in reversed(query.sort):
        ids = _sorted(context, query.what, key, ids)
    shown = tuple(ids if query.limit is None else ids[: query.limit])
    groups = tuple(_groups(context, query, shown)) if query.group else ()
    return Selection(shown, groups, len(ids) - len(shown))


def _fitting(context: QueryContext, query: options.Query) -> set[str]:
    """Return the ids of the records that meet all conditions.

    Posters, and names that several persons share, are left out unless a condition names them.
    """
    ids = set(context.universe(query.what))
    for condition in query.conditions:
        rows = [_ids_of(context, query.what, condition.field, value) for value in condition.values]
        ids = ids.difference(*rows) if condition.negated else ids.intersection(set().union(*rows))
    if any(map(_includes_rest, query.conditions)):
        return ids
    if query.what == "people":
        return ids.difference(context.kb.identity.candidates)
    posters = fields_of("papers")["poster"].index(context, "papers").get(True, set())
    return ids - posters if query.what == "papers" else ids


def _includes_rest(condition: options.Condition) -> bool:
    """Tell whether a condition asks for records that are left out by default."""
    is_poster = condition.field == "type" and "poster" in map(folded, condition.values)
    is_named = condition.field in {"poster", "state", "key", "id"}
    return not condition.negated and (is_named or is_poster)


def _ids_of(context: QueryContext, folder: str, name: str, text: str) -> Collection[str]:
    """Return the ids of the records with a value that matches a text."""
    field = fields_of(folder).get(name)
    if field is None or text.lower() in options.FLAGS:
        having = set(_with_any(context, folder, name))
        return having if options.FLAGS[text.lower()] else context.universe(folder).keys() - having
    index = field.index(context, folder)
    if field.kind:
        ids = ids_named(context, field.kind, text)
        if ids or not (numbers := options.numbers_of(text)):
            return set().union(*(index.get(record_id, ()) for record_id in ids))
        first, last = numbers
        universe = context.universe(folder)
        counts = ((record_id, len(set(field.values(context, record_id)))) for record_id in universe)
        return [record_id for record_id, count in counts if first <= count <= last]
    fits = _test(field.of, text)
    return set().union(*(ids for value, ids in index.items() if fits(value)))


def _with_any(context: QueryContext, folder: str, name: str) -> Iterable[str]:
    """Return the ids of the records with a field, an attribute, or a link of this name."""
    field = fields_of(folder).get(name)
    if field is not None:
        index = field.index(context, folder)
        return index.get(True, ()) if field.of is Type.FLAG else set().union(*index.values())
    names = {name, name.replace("_", "-")}
    return [
        record_id
        for record_id, record in context.kb.entities[BY_FOLDER[folder].name].items()
        if getattr(record, name, None) or not names.isdisjoint(getattr(record, "links", ()))
    ]


def _test(type_: Type | str, text: str) -> Callable[[Any], bool]:
    folded_text = folded(text)
    if type_ is Type.TEXT:
        return lambda value: folded_text in folded(value)
    if type_ is Type.WORD:
        return lambda value: folded_text == folded(value)
    if type_ is Type.NUMBER:
        first, last = options.numbers_of(text) or (1, 0)
        return lambda value: bool(first <= value <= last)
    days = options.days_meant(text) or (options.FOREVER, options.NEVER)
    return lambda value: options.is_within(value, days)


def _sorted(context: QueryContext, folder: str, key: options.Key, ids: Iterable[str]) -> list[str]:
    """Return ids sorted by one field; records without a value are last in both directions."""
    field = fields_of(folder)[key.field]
    place, having, without = _sort_key(context, field), dict[str, Any](), list[str]()
    for record_id in ids:
        values = list(field.values(context, record_id))
        if field.counts:
            having[record_id] = len(set(values))
        elif values:
            having[record_id] = place(values[0])
        else:
            without.append(record_id)
    return sorted(having, key=having.__getitem__, reverse=key.descending) + without


def _sort_key(context: QueryContext, field: QueryField) -> Callable[[Any], Any]:
    """Return the function that gives the sort key of a value of a field."""
    if field.of is Type.DATE:
        return lambda value: [getattr(value, at, value).sort_key for at in ("start", "end")]
    if field.of in {Type.NUMBER, Type.FLAG}:
        return int
    if field.kind == "person":
        return context.kb.identity.rank.__getitem__
    if field.name == "key":
        return lambda paper: folded(context.kb.works[paper].key)
    if field.kind:
        return lambda record_id: (folded(_title_of(context, field.kind, record_id)), record_id)
    return folded


def _title_of(context: QueryContext, kind: str, record_id: str) -> str:
    """Return the title of a record in a heading, of a venue its short name."""
    if kind == "venue":
        venue = context.kb.venues[record_id]
        return venue.short or venue.name
    return context.kb.title_of(kind, record_id)


def _groups(
    context: QueryContext, query: options.Query, ids: Iterable[str]
) -> Iterator[HeadedGroup]:
    """Yield ids under their headings; a record with several values is under each of them."""
    field = groups_of(query.what)[query.group]
    rows: dict[Any, list[str]] = defaultdict(list)
    forms: dict[Any, Any] = {}
    for record_id in ids:
        values = list(field.values(context, record_id))
        if field.of in WORDS:  # one heading for one word, in the form that comes first
            values = [forms.setdefault(folded(value), value) for value in values]
        for value in dict.fromkeys(values) or (None,):
            rows[value].append(record_id)
    without = rows.pop(None, ())
    for value in _in_order(context, query, field, rows):
        title = _title_of(context, field.kind, value) if field.kind else str(value)
        yield HeadedGroup(title, tuple(rows[value]), field.kind, value if field.kind else "")
    if without:
        yield HeadedGroup("", tuple(without))


def _in_order(
    context: QueryContext, query: options.Query, field: QueryField, values: Iterable[Any]
) -> list[Any]:
    """Return headings in order; years newest first unless the records begin with the oldest."""
    if query.group in {"year", "decade"}:
        upwards = bool(query.sort) and query.sort[0] in {options.Key("year"), options.Key("date")}
        return sorted(values, reverse=not upwards)
    if field.kind in {"event", "talk"}:
        return context.in_order(BY_NAME[field.kind].folder, values)
    words = [folded(word) for word in field.known]
    rank = {word: number - len(words) for number, word in enumerate(words)}
    place = _sort_key(context, field)
    return sorted(values, key=lambda value: (rank.get(folded(str(value)), 0), place(value), value))


# Names of records in the options of listings: ids, titles, and other names.


def ids_named(context: QueryContext, kind: str, text: str) -> Collection[str]:
    """Return the ids of the records that a text names: by id, else by title or name."""
    kb, identity = context.kb, context.kb.identity
    record_id = kb.find(kind, text)
    if kind == "person":
        record_id = (
            identity.by_explicit.get(text)
            or identity.by_explicit.get(code(text).upper())
            or record_id
            or identity.by_fold.get(fold_name(parse_name(text).text))
        )
        return () if record_id is None else (record_id,)
    if record_id is None and kind == "paper":
        record_id = kb.find(kind, code(text))
    if record_id is not None:
        return (record_id,)
    index = context.index(BY_NAME[kind].folder, _names_of(kind))
    names = {folded(bare_venue(text) if kind == "venue" else text), code(text)}
    return set().union(*(index.get(name, ()) for name in names))


@cache
def _names_of(kind: str) -> Values:
    """Return a function that reads the names of a record, of a paper also its identifiers."""

    def values(context: QueryContext, record_id: str) -> Iterator[str]:
        record = context.kb.entities[kind][record_id]
        names = [context.kb.title_of(kind, record_id), *getattr(record, "names", ())]
        if kind == "venue":
            names = [bare_venue(name) for name in (*names, record.short or "")]
        yield from map(folded, names)
        if kind == "paper":
            yield from (code(identifier) for identifier in (record.doi, record.arxiv) if identifier)

    return values
