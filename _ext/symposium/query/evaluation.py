"""Finding the records that fit an expression, from relations where possible.

Every part of an expression tells two things: whether one record fits, and, where relations know
them, all that fit. Of what ``and`` joins, the part that knows the fewest is asked for all of them,
and each of these is put to the others. So most questions look at few records only.
"""

from __future__ import annotations

import operator as operators
from collections.abc import Callable, Collection, Iterable, Mapping, Sized
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from symposium.kinds import BY_FOLDER
from symposium.model.comparing import code, folded
from symposium.model.names import fold_name
from symposium.query.field_tables import FIELDS, PARTS, field_of
from symposium.query.fields import QueryField, Type, attribute
from symposium.query.literals import FLAGS, days_meant, extent_of
from symposium.query.query_context import QueryContext
from symposium.query.record_names import containing, named, part_of_name
from symposium.query.syntax_tree import And, Compare, Node, Not, OperandValue

Test = Callable[[str], bool]
Operands = tuple[OperandValue, ...]
COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    "<": operators.lt, "<=": operators.le, ">": operators.gt, ">=": operators.ge,
}  # fmt: skip
NEGATIONS = {"!=": "=", "not in": "in"}
"""Operators that fit where no value of a record fits, and what each is the opposite of."""
MANY = 1 << 40
"""Stands for a number of records that is not known beforehand."""


class Answer(NamedTuple):
    """What fits."""

    test: Test
    """Tells whether one record does."""
    find: Callable[[], frozenset[str]] | None = None
    """Returns all that do, where relations know them."""
    size: int = MANY
    """How many these are at most."""


def answer(context: QueryContext, what: str, node: Node) -> Answer:
    """Return what fits a tree."""
    if isinstance(node, Compare):
        return _compared(context, what, node)
    if isinstance(node, Not):
        return _opposite(answer(context, what, node.part))
    parts = [answer(context, what, part) for part in node.parts]
    return _all(parts) if isinstance(node, And) else _any(parts)


def _opposite(one: Answer) -> Answer:
    test = one.test
    return Answer(lambda record_id: not test(record_id))


def _all(parts: list[Answer]) -> Answer:
    """Return what fits all parts."""
    # What relations know is tested sooner than what must be read.
    parts = sorted(parts, key=lambda one: one.size)
    tests = [one.test for one in parts]
    fewest = parts[0]
    find = fewest.find
    if find is None:
        return Answer(lambda record_id: all(test(record_id) for test in tests))

    def found() -> frozenset[str]:
        ids: Iterable[str] = find()
        for test in tests[1:]:
            ids = filter(test, ids)
        return frozenset(ids)

    return Answer(lambda record_id: all(test(record_id) for test in tests), found, fewest.size)


def _any(parts: list[Answer]) -> Answer:
    """Return what fits one part."""
    tests = [one.test for one in parts]
    finds = [one.find for one in parts if one.find is not None]

    def test(record_id: str) -> bool:
        return any(test(record_id) for test in tests)

    if len(finds) < len(parts):
        return Answer(test)
    size = sum(one.size for one in parts)
    return Answer(test, lambda: frozenset(chain.from_iterable(find() for find in finds)), size)


def _compared(context: QueryContext, what: str, node: Compare) -> Answer:
    if node.operator in NEGATIONS:
        positive = Compare(node.field, NEGATIONS[node.operator], node.values)
        return _opposite(_compared(context, what, positive))
    if node.field == "has":
        names = dict.fromkeys(one.text for one in node.values)
        return _any([Answer(_having(context, what, name)) for name in names])
    field = field_of(what, node.field)
    if field.compares_number(node.operator):
        return _how_many(context, field, node.operator, node.values)
    return FINDERS.get(field.type, _texts)(context, field, node.operator, node.values)


def _having(context: QueryContext, what: str, name: str) -> Test:
    """Return what tells whether a record has a field with a value, a part, or a link."""
    kind, tests = BY_FOLDER[what].name, list[Test]()
    field = FIELDS[what].get(name)
    if field is not None and field.type is not Type.FLAG:
        read = field.values(context)
        tests.append(lambda one: any(map(bool, read(one))))
    if name in PARTS[what]:
        part = attribute(kind, PARTS[what][name])(context)
        tests.append(lambda one: any(map(bool, part(one))))
    if what == "papers" and name == "poster":
        tests.append(context.kb.relations.posters_of_paper.__contains__)
    links = attribute(kind, "links")(context)
    tests.append(lambda one: any(name in found for found in links(one)))
    return tests[0] if len(tests) == 1 else lambda one: any(test(one) for test in tests)


def link_names(context: QueryContext, what: str) -> Collection[str]:
    """Return the names of all links that the records of a kind have."""
    records = context.table(BY_FOLDER[what].name).values()
    return {name for record in records for name in getattr(record, "links", ())}


def _records(context: QueryContext, field: QueryField, operator: str, values: Operands) -> Answer:
    find = containing if operator == "~" else named
    ids = (one for value in values for one in find(context, field.kind, value.text))
    return _known(context, field, ids)


def _known(context: QueryContext, field: QueryField, values: Iterable[Any]) -> Answer:
    """Return the records that have one of some values."""
    wanted = frozenset(values)
    read, knows = field.values(context), field.having

    def test(record_id: str) -> bool:
        return not wanted.isdisjoint(read(record_id))

    if knows is None:
        return Answer(test)
    rows = [knows(context, value) for value in wanted]
    sized = all(isinstance(row, Sized) for row in rows)
    size = sum(len(row) for row in rows if isinstance(row, Sized)) if sized else MANY - 1

    @cache
    def found() -> frozenset[str]:
        return frozenset(chain.from_iterable(rows))

    if field.slow:
        return Answer(lambda record_id: record_id in found(), found, size)
    return Answer(test, found, size)


def _scan(context: QueryContext, field: QueryField, fits: Callable[[Any], bool]) -> Answer:
    """Return the records of which one value fits."""
    read = field.values(context)

    def test(record_id: str) -> bool:
        for one in read(record_id):  # noqa: SIM110 - any() takes twice the time, a million times
            if fits(one):
                return True
        return False

    return Answer(test)


def _texts(context: QueryContext, field: QueryField, operator: str, values: Operands) -> Answer:
    if operator == "~" and field.type is Type.NAME:
        return _scan(context, field, part_of_name(values[0].text))
    shape = SHAPES.get(field.type, folded)
    wanted = frozenset(shape(value.text) for value in values)
    if operator == "~":
        (part,) = wanted
        return _scan(context, field, _kept(field, lambda one: part in shape(one)))
    return _scan(context, field, _kept(field, lambda one: shape(one) in wanted))


SHAPES = {Type.CODE: code, Type.NAME: fold_name}
"""What texts are compared as; others are `folded`."""


def _kept(field: QueryField, fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Return what remembers its answers, where many records have few values."""
    return cache(fits) if field.type in {Type.WORD, Type.DATE} else fits


def _numbers(context: QueryContext, field: QueryField, operator: str, values: Operands) -> Answer:
    ends = [(int(one.text), int(one.last or one.text)) for one in values]
    compare = COMPARED.get(operator)

    def fits(one: int) -> bool:
        if compare:
            return compare(one, ends[0][0])
        return any(low <= one <= high for low, high in ends)

    if field.keys is None:
        return _scan(context, field, fits)
    return _known(context, field, filter(fits, field.keys(context)))


def _how_many(context: QueryContext, field: QueryField, operator: str, values: Operands) -> Answer:
    """Return the records that have more or fewer values than a number."""
    read, compare, number = field.values(context), COMPARED[operator], int(values[0].text)
    return Answer(lambda record_id: compare(field.number(read(record_id)), number))


def _dates(context: QueryContext, field: QueryField, operator: str, values: Operands) -> Answer:
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

    return _scan(context, field, _kept(field, fits))


def _flags(context: QueryContext, field: QueryField, operator: str, values: Operands) -> Answer:
    del operator  # it is =
    wanted = FLAGS[values[0].text.lower()]
    return _scan(context, field, lambda one: bool(one) is wanted)


FINDERS = {
    Type.RECORD: _records,
    Type.NUMBER: _numbers,
    Type.DATE: _dates,
    Type.FLAG: _flags,
}
