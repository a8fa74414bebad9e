"""Answering a query, and finding words in it that mean nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from symposium.kinds import BY_FOLDER
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.mentions import NO_MENTIONS, Mentions
from symposium.knowledge.nearest import Spellings
from symposium.knowledge.tombstones import gone_of
from symposium.model.comparing import folded
from symposium.query import errors
from symposium.query.errors import QueryError, brief
from symposium.query.evaluation import SHAPES, answer, link_names
from symposium.query.field_tables import ALIASES, FIELDS, LINKS, PARTS, field_name, field_of
from symposium.query.fields import Type
from symposium.query.foreign_syntax import SYNONYMS
from symposium.query.order import HeadedGroup, grouped, sorted_ids
from symposium.query.query import Query
from symposium.query.query_context import QueryContext, context_of
from symposium.query.record_names import claimants, named
from symposium.query.syntax_tree import Compare, Node, Not, OperandValue, leaves, quoted

EQUAL = frozenset({"=", "!=", "in", "not in"})


@dataclass(frozen=True, slots=True)
class Selection:
    """What a query selects."""

    ids: tuple[str, ...]
    """In their order, as many as the limit allows."""
    groups: tuple[HeadedGroup, ...] = ()
    """The same under headings, where the query groups them."""
    left_out: int = 0
    """How many more fit."""


def select(kb: KnowledgeBase, query: Query, mentions: Mentions = NO_MENTIONS) -> Selection:
    """Return what a query selects, in its order; what means nothing selects nothing."""
    context = context_of(kb, mentions)
    ids = sorted_ids(context, query, fitting(context, query))
    shown = tuple(ids if query.limit is None else ids[: query.limit])
    return Selection(shown, grouped(context, query, shown), len(ids) - len(shown))


def fitting(context: QueryContext, query: Query) -> frozenset[str]:
    """Return what fits the expression of a query.

    Posters, and names that several persons share, are left out unless they are asked for.
    """
    if query.where is None:
        ids = frozenset(context.universe(query.what))
    else:
        found = answer(context, query.what, query.where)
        everything = context.universe(query.what)
        ids = found.find() if found.find else frozenset(filter(found.test, everything))
    apart: Iterable[str] = ()
    if query.what == "papers":
        apart = context.posters
    elif query.what == "people":
        apart = context.kb.identity.candidates
    return ids.difference(apart) | (ids & _asked_for(context, query, frozenset(apart)))


def _asked_for(context: QueryContext, query: Query, apart: frozenset[str]) -> frozenset[str]:
    """Return which of the records that are left out otherwise an expression asks for.

    All are, where it says ``poster``, ``type = poster`` or ``state``; one is by its key or id.
    """
    named_ids: set[str] = set()
    for one in _asserted(query.where) if apart else ():
        texts = [value.text for value in one.values]
        if one.field in {"poster", "state"}:
            return apart
        if one.field == "type" and "poster" in map(folded, texts):
            return apart
        if one.field in {"key", "id"} and one.operator in {"=", "in"}:
            kind = BY_FOLDER[query.what].name
            named_ids.update(record for text in texts for record in named(context, kind, text))
    return apart & named_ids


def _asserted(node: Node | None) -> Iterator[Compare]:
    """Yield the comparisons of a tree before which no ``not`` stands."""
    if isinstance(node, Compare):
        if node.operator not in {"!=", "not in"}:
            yield node
    elif isinstance(node, Not):
        if isinstance(node.part, Not):
            yield from _asserted(node.part.part)
    elif node is not None:
        for part in node.parts:
            yield from _asserted(part)


def faults_of(kb: KnowledgeBase, query: Query) -> tuple[QueryError, ...]:
    """Return which values of a query name nothing that is known, each with the nearest."""
    context = context_of(kb)
    found = (
        brief(fault)
        for one in leaves(query.where)
        if one.operator in EQUAL
        for fault in _unknown(context, query.what, one)
    )
    return tuple(islice(found, errors.REPORTED))


def _unknown(context: QueryContext, what: str, one: Compare) -> Iterator[QueryError]:
    field = field_of(what, one.field)
    for value in one.values:
        found = None
        if field.type is Type.HAS:
            found = _nothing_to_have(context, what, value)
        elif field.type is Type.RECORD:
            found = _no_record(context, field.kind, value.text)
        elif field.type in {Type.WORD, Type.CODE, Type.NAME} and not field.closed:
            found = _no_word(context, what, one.field, value)
        if found:
            yield QueryError("where", *found, value.span.start, value.span.stop)


def _no_record(context: QueryContext, kind: str, text: str) -> tuple[str, str] | None:
    kb = context.kb
    if kind == "person" and (several := claimants(kb, text)):
        return f'"{text}" may be {" or ".join(several)}', "write the id of the one that is meant"
    if named(context, kind, text):
        return None
    if gone := gone_of(kb.gone, kind, text):
        return f'the {kind} "{text}" is gone: {gone.reason.rstrip(".")}', "name something else"
    near = kb.nearest(kind, text)
    field_is = "name" if kind in {"person", "venue"} else "title"
    hint = f"did you mean {quoted(near)}?" if near else "write an id, or ~ and a part of it"
    return f'no {kind} has the id or the {field_is} "{text}"', hint


def _no_word(
    context: QueryContext, what: str, name: str, value: OperandValue
) -> tuple[str, str] | None:
    field = FIELDS[what][name]
    shape = SHAPES.get(field.type, folded)
    wanted = shape(value.text)
    if wanted in map(shape, field.known):
        return None
    read = field.values(context)
    there: dict[str, None] = {}
    for record_id in context.universe(what):
        for one in read(record_id):
            if shape(one) == wanted:
                return None
            there[one] = None
    message = f'no {BY_FOLDER[what].name} has the {name} "{value.text}"'
    few = f"there are {', '.join(list(there)[:5])}{', …' if len(there) > 5 else ''}"
    near = Spellings(there, field.known)
    if any(wanted in shape(one) for one in there):
        close = near.nearest(value.text, 0.8)
        meant = f"did you mean {close}? otherwise " if close else ""
        return message, f"{meant}write {name} ~ {quoted(value.text)} for a part of it"
    return message, near.hint(value.text, few if there else "remove the comparison")


def _nothing_to_have(
    context: QueryContext, what: str, value: OperandValue
) -> tuple[str, str] | None:
    names = {*FIELDS[what], *PARTS[what], *LINKS}
    if value.text in names:
        return None
    links = link_names(context, what)
    if value.text in links:
        return None
    lower = value.text.lower()
    known = {*names, *links, *(one for one in ALIASES if field_name(what, one))}
    meant = next((one for one in SYNONYMS.get(lower, ()) if one in names), "")
    near = meant or Spellings(known).nearest(lower)
    hint = f"did you mean {near}?" if near else "name a link, such as code or slides, or a field"
    return f'no {BY_FOLDER[what].name} has a "{value.text}"', hint
