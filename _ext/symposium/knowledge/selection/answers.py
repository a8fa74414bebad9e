"""Which records fit an expression: found from relations where these know, else looked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, NamedTuple

from symposium.knowledge.selection.fields import Field, Type
from symposium.knowledge.selection.ground import Ground, folded
from symposium.knowledge.selection.having import having
from symposium.knowledge.selection.literals import (
    FLAGS,
    code,
    days_meant,
    extent_of,
    number_of,
)
from symposium.knowledge.selection.names import containing, named
from symposium.knowledge.selection.tables import FIELDS, field_of
from symposium.knowledge.selection.tree import And, Compare, Node, Not, Value

Test = Callable[[str], bool]
NEGATIONS = {"!=": "=", "not in": "in"}
"""Operators that fit where none of the values of a record fits, and what each is the opposite of.
"""


class Answer(NamedTuple):
    """Which ids fit."""

    test: Test
    ids: frozenset[str] | None = None
    """All that fit, where a relation knows them."""


def answer(ground: Ground, what: str, node: Node) -> Answer:
    """Return what fits a tree."""
    if isinstance(node, Compare):
        return _compared(ground, what, node)
    if isinstance(node, Not):
        return _opposite(answer(ground, what, node.part))
    parts = [answer(ground, what, part) for part in node.parts]
    return _all(parts) if isinstance(node, And) else _any(parts)


def _opposite(one: Answer) -> Answer:
    test = one.test
    return Answer(lambda record_id: not test(record_id))


def _all(parts: list[Answer]) -> Answer:
    """Intersect what relations know, the fewest first, and test only what is left."""
    known = sorted((one.ids for one in parts if one.ids is not None), key=len)
    tests = [one.test for one in parts if one.ids is None]
    if known:
        left = known[0].intersection(*known[1:])
        return _among(frozenset(one for one in left if all(test(one) for test in tests)))
    return Answer(lambda record_id: all(test(record_id) for test in tests))


def _any(parts: list[Answer]) -> Answer:
    known = [one.ids for one in parts if one.ids is not None]
    if len(known) == len(parts):
        return _among(frozenset(chain.from_iterable(known)))
    tests = [one.test for one in parts]
    return Answer(lambda record_id: any(test(record_id) for test in tests))


def _among(ids: Iterable[str]) -> Answer:
    found = frozenset(ids)
    return Answer(found.__contains__, found)


def _compared(ground: Ground, what: str, node: Compare) -> Answer:
    if node.operator in NEGATIONS:
        positive = Compare(node.field, NEGATIONS[node.operator], node.values)
        return _opposite(_compared(ground, what, positive))
    if node.field == "has":
        return _any([Answer(having(ground, what, one.text, FIELDS[what])) for one in node.values])
    field = field_of(what, node.field)
    finder = FINDERS.get(field.type, _texts)
    return finder(ground, field, node.operator, node.values)


def _records(ground: Ground, field: Field, operator: str, values: tuple[Value, ...]) -> Answer:
    find = containing if operator == "~" else named
    wanted = {one for value in values for one in find(ground, field.kind, value.text)}
    if field.having is not None:
        having = field.having
        return _among(one for value in wanted for one in having(ground, value))
    return _scan(ground, field, wanted.__contains__)


def _scan(ground: Ground, field: Field, fits: Callable[[Any], bool]) -> Answer:
    """Return what tests all values of a record: one that fits is enough."""
    read = field.values(ground)

    def test(record_id: str) -> bool:
        return any(fits(one) for one in read(record_id))

    return Answer(test)


def _texts(ground: Ground, field: Field, operator: str, values: tuple[Value, ...]) -> Answer:
    shape = code if field.type is Type.CODE else folded
    wanted = frozenset(shape(value.text) for value in values)
    if operator == "~":
        (part,) = wanted
        return _scan(ground, field, lambda one: part in shape(one))
    return _scan(ground, field, lambda one: shape(one) in wanted)


def _numbers(ground: Ground, field: Field, operator: str, values: tuple[Value, ...]) -> Answer:
    ends = [(number_of(one.text), number_of(one.last or one.text)) for one in values]
    first, last = ends[0]
    fits: Callable[[int], bool] = {
        "<": lambda one: one < first,
        "<=": lambda one: one <= first,
        ">": lambda one: one > last,
        ">=": lambda one: one >= last,
    }.get(operator, lambda one: any(low <= one <= high for low, high in ends))
    if field.having is not None and field.keys is not None:
        keys = [key for key in field.keys(ground) if fits(key)]
        return _among(chain.from_iterable(field.having(ground, key) for key in keys))
    return _scan(ground, field, fits)


def _dates(ground: Ground, field: Field, operator: str, values: tuple[Value, ...]) -> Answer:
    meant = [days_meant(one) for one in values]
    first, last = meant[0]

    def fits(one: Any) -> bool:
        extent = extent_of(one)
        if operator == "<":
            return extent.end.last < first
        if operator == "<=":
            return extent.end.last <= last
        if operator == ">":
            return extent.begin.first > last
        if operator == ">=":
            return extent.begin.first >= first
        return any(extent.within(days) for days in meant)

    return _scan(ground, field, fits)


def _flags(ground: Ground, field: Field, operator: str, values: tuple[Value, ...]) -> Answer:
    del operator
    wanted = FLAGS[values[0].text.lower()]
    return _scan(ground, field, lambda one: bool(one) is wanted)


FINDERS = {
    Type.RECORD: _records,
    Type.NUMBER: _numbers,
    Type.DATE: _dates,
    Type.FLAG: _flags,
}
