"""Queries meet the knowledge base: what they select, and which of their words mean nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.departed import gone_of
from symposium.knowledge.mentions import NO_MENTIONS, Mentions
from symposium.knowledge.nearest import Spellings
from symposium.knowledge.selection.answers import answer
from symposium.knowledge.selection.faults import Fault
from symposium.knowledge.selection.fields import Field, Type
from symposium.knowledge.selection.ground import KINDS, Ground, folded, ground_of
from symposium.knowledge.selection.having import LINKS, PARTS, link_names
from symposium.knowledge.selection.literals import code
from symposium.knowledge.selection.names import claimants, named
from symposium.knowledge.selection.order import Group, grouped, sorted_ids
from symposium.knowledge.selection.query import Query
from symposium.knowledge.selection.tables import ALIASES, FIELDS, field_of
from symposium.knowledge.selection.tree import Compare, Value, leaves

EQUAL = frozenset({"=", "!=", "in", "not in"})


@dataclass(frozen=True, slots=True)
class Selection:
    """What a query selects."""

    ids: tuple[str, ...]
    """In their order, as many as the limit allows."""
    groups: tuple[Group, ...] = ()
    """The same under headings, where the query groups them."""
    left_out: int = 0
    """How many more fit."""


def select(kb: KnowledgeBase, query: Query, mentions: Mentions = NO_MENTIONS) -> Selection:
    """Return what a query selects, in its order; what means nothing selects nothing."""
    ground = ground_of(kb, mentions)
    ids = sorted_ids(ground, query, fitting(ground, query))
    shown = tuple(ids if query.limit is None else ids[: query.limit])
    return Selection(shown, grouped(ground, query, shown), len(ids) - len(shown))


def fitting(ground: Ground, query: Query) -> Iterable[str]:
    """Return what fits the expression of a query, in no particular order.

    Posters, and names that several persons share, are left out unless they are spoken of.
    """
    ids: Iterable[str] = ground.universe(query.what)
    if query.where is not None:
        found = answer(ground, query.what, query.where)
        ids = filter(found.test, ids) if found.ids is None else found.ids
    if query.what == "papers" and not _speaks(query, "poster", "type", "key"):
        works = ground.kb.works
        return (one for one in ids if not works[one].poster)
    if query.what == "people" and not _speaks(query, "state", "id"):
        shared = ground.kb.identity.candidates
        return (one for one in ids if one not in shared)
    return ids


def _speaks(query: Query, flag: str, *fields: str) -> bool:
    """Tell whether an expression asks for what is left out otherwise."""
    for one in leaves(query.where):
        if one.field == flag:
            return True
        named = one.field in fields and one.operator in {"=", "in"}
        if named and (one.field != "type" or any(folded(v.text) == "poster" for v in one.values)):
            return True
    return False


def faults_of(kb: KnowledgeBase, query: Query) -> tuple[Fault, ...]:
    """Return which values of a query name nothing that is known, each with the nearest."""
    ground = ground_of(kb)
    return tuple(
        fault
        for one in leaves(query.where)
        if one.operator in EQUAL
        for fault in _unknown(ground, query.what, one)
    )


def _unknown(ground: Ground, what: str, one: Compare) -> Iterator[Fault]:
    field = field_of(what, one.field)
    for value in one.values:
        found = None
        if field.type is Type.HAS:
            found = _nothing_to_have(ground, what, value)
        elif field.type is Type.RECORD:
            found = _no_record(ground, field, value)
        elif field.type in {Type.WORD, Type.CODE} and not field.closed:
            found = _no_word(ground, what, one.field, value)
        if found:
            yield Fault("where", *found, value.span.start, value.span.stop)


def _no_record(ground: Ground, field: Field, value: Value) -> tuple[str, str] | None:
    kb, kind, text = ground.kb, field.kind, value.text
    if kind == "person" and (several := claimants(kb, text)):
        return f'"{text}" may be {" or ".join(several)}', "write the id of the one that is meant"
    if named(ground, kind, text):
        return None
    if gone := gone_of(kb.gone, kind, text):
        return f'the {kind} "{text}" is gone: {gone.reason.rstrip(".")}', "name something else"
    near = kb.nearest(kind, text)
    field_is = "name" if kind in {"person", "venue"} else "title"
    hint = f"did you mean {near}?" if near else "write an id, or ~ and a part of it"
    if "*" in text:
        hint = "write ~ and a part of it in place of *"
    if text.lower() in {"none", "null", "nothing", "unknown", "empty"}:
        hint = "to ask for those without any, write not has"
    return f'no {kind} has the id or the {field_is} "{text}"', hint


def _no_word(ground: Ground, what: str, name: str, value: Value) -> tuple[str, str] | None:
    field = FIELDS[what][name]
    shape = code if field.type is Type.CODE else folded
    wanted = shape(value.text)
    if wanted in map(shape, field.known):
        return None
    read = field.values(ground)
    there: dict[str, None] = {}
    for record_id in ground.universe(what):
        for one in read(record_id):
            if shape(one) == wanted:
                return None
            there[one] = None
    message = f'no {KINDS[what]} has the {name} "{value.text}"'
    few = list(there)[:5]
    otherwise = f"there are {', '.join(few)}{', …' if len(there) > 5 else ''}" if few else ""
    near = Spellings(there, field.known).hint(value.text, otherwise or "take the comparison out")
    if "*" in value.text:
        near = "write ~ and a part of it in place of *"
    return message, near


def _nothing_to_have(ground: Ground, what: str, value: Value) -> tuple[str, str] | None:
    names = {*FIELDS[what], *PARTS[what], *LINKS}
    if value.text in names:
        return None
    links = link_names(ground, what)
    if value.text in links:
        return None
    lower = value.text.lower()
    near = lower if lower in names else Spellings(names, links, ALIASES).nearest(lower)
    hint = f"did you mean {near}?" if near else "name a link, such as code or slides, or a field"
    return f'no {KINDS[what]} has a "{value.text}"', hint
