"""Reading expressions: the grammar's tree becomes comparisons of known fields, or mistakes."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from typing import Any

from lark import Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from symposium.query import errors
from symposium.query.checking import looked_for, ranged, unknown_field, wrong_value
from symposium.query.errors import QueryError, brief
from symposium.query.field_tables import FIELDS, LINKS, PARTS, field_name, field_of, had_name
from symposium.query.fields import Type
from symposium.query.foreign_syntax import OPERATORS, spelt, suggestions
from symposium.query.grammar import parser
from symposium.query.syntax_errors import beginnings, unreadable
from symposium.query.syntax_tree import (
    And,
    Compare,
    Node,
    Not,
    OperandValue,
    Or,
    SyntaxSpan,
    leaves,
)

LONGEST = 10_000
"""Characters of an expression."""
DEEPEST = 50
"""Levels of ``and``, ``or`` and ``not`` inside of each other."""

MENDED = 10
"""Of more mistakes than these in one expression, no one wants to know what else they may mean."""


class TooDeepError(Exception):
    """An expression has too many levels."""


def parse_where(what: str, text: str) -> tuple[Node | None, tuple[QueryError, ...]]:
    """Return the tree of an expression, or what is wrong with it; never raises.

    >>> str(parse_where("papers", "not selected and (year>2019 or topic = 'sparsity')")[0])
    'not selected = yes and (year > 2019 or topic = sparsity)'
    """
    node, faults = _read(what, text)
    if not faults:
        return node, ()
    if len(text) <= LONGEST:
        begins = beginnings(text, faults[-1].start)
        faults[:MENDED] = [_mended(what, text, begins, one) for one in faults[:MENDED]]
    return None, tuple(map(brief, faults[: errors.REPORTED]))


def _read(what: str, text: str) -> tuple[Node | None, list[QueryError]]:
    """Return the tree, and every mistake with a hint that needs no second look at the text."""
    if len(text) > LONGEST:
        message = f"the expression has {len(text):,} characters, more than {LONGEST:,}"
        hint = "divide it into several listings"
        return None, [QueryError("where", message, hint, LONGEST, len(text))]
    reader = _Reader(what)
    try:
        return reader.node(parser().parse(text)), reader.faults
    except TooDeepError:
        message = f"more than {DEEPEST} and, or, not stand inside of each other"
        return None, [QueryError("where", message, "write it with fewer", 0, len(text))]
    except UnexpectedInput as wrong:
        state = wrong.interactive_parser if isinstance(wrong, UnexpectedToken) else None
        for part in state.parser_state.value_stack if state else ():
            for tree in part.iter_subtrees() if isinstance(part, Tree) else ():
                if tree.data in COMPARISONS:
                    reader.node(tree)
        faults = sorted(reader.faults, key=lambda one: one.start)
        return None, [*faults, unreadable(what, text, wrong)]


def _mended(what: str, text: str, begins: list[int], fault: QueryError) -> QueryError:
    """Return a fault with what was probably meant as its hint, if that can be asked for."""
    at = bisect_right(begins, fault.start)
    for meant in suggestions(text, begins[max(0, at - 3) : at][::-1], fault.start):
        node, faults = _read(what, meant)
        known = {*FIELDS[what], *PARTS[what], *LINKS}
        had = (name.text for one in leaves(node) if one.field == "has" for name in one.values)
        if not faults and known.issuperset(had):
            return replace(fault, hint=f"write {meant}")
    return fault


COMPARISONS = frozenset({"alone", "having", "compared", "among", "not_among"})
_JOINED: dict[str, type[And | Or]] = {"expression": Or, "conjunction": And}


class _Reader:
    """Makes nodes of what the grammar found, and keeps what is wrong with comparisons."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.faults: list[QueryError] = []

    def wrong(self, message: str, hint: str, start: int, stop: int) -> None:
        """Keep a mistake."""
        self.faults.append(QueryError("where", message, hint, start, stop))

    def node(self, tree: Any, depth: int = 1) -> Node:
        """Return a node with all that is below it."""
        if depth > DEEPEST:
            raise TooDeepError
        children = tree.children
        if tree.data == "negated":
            return Not(self.node(children[0], depth + 1))
        if tree.data in _JOINED:
            return _JOINED[tree.data](tuple([self.node(one, depth + 1) for one in children]))
        if tree.data == "alone":
            return self.alone(children[0])
        if tree.data == "having":
            return self.compared(children[0], "=", SyntaxSpan(), [children[1]])
        head, *signs, last = children
        operator = " ".join(signs)
        span = SyntaxSpan(signs[0].start_pos, signs[-1].end_pos)
        values = [last] if tree.data == "compared" else last.children
        found = self.compared(head.children[0], operator, span, values)
        if last.data == "range" and field_name(self.what, found.field) and not found.values[0].last:
            message, hint = f"the values behind {operator} must be in parentheses", "write in (…)"
            self.wrong(message, hint, *found.values[0].span)
        return found

    def alone(self, head: Token) -> Compare:
        """Return that a field of yes or no is yes."""
        span = _span(head)
        name = field_name(self.what, head)
        if name is None:
            message, hint = unknown_field(self.what, head)
            if hint.startswith(self.what):
                message = f"{head} has no field"
            self.wrong(message, looked_for(self.what, head, hint), *span)
        elif field_of(self.what, name).type is not Type.FLAG:
            hint = f"write has {name}, or {name} = and a value"
            self.wrong(f"{head} is compared with nothing", hint, *span)
        return Compare(name or head, "=", (OperandValue("yes", span=span),), span)

    def compared(self, head: Token, operator: str, at: SyntaxSpan, found: list[Any]) -> Compare:
        """Return the comparison of a field with values."""
        name, span = field_name(self.what, head), _span(head)
        values = tuple(map(_value, found))
        if name is None:
            self.wrong(*unknown_field(self.what, head), *span)
            return Compare(str(head), operator, values, span)
        if operator not in (*OPERATORS, "in", "not in"):
            hint = f"there are {' '.join(OPERATORS)}, in and not in"
            self.wrong(f"{operator} is not an operator", spelt(operator) or hint, *at)
            operator = "="
        field = field_of(self.what, name)
        if operator not in field.operators:
            *others, last = field.operators
            message = f"{name} is {field.type.words}, which {operator} does not compare"
            self.wrong(message, f"it has {', '.join(others)} and {last}", *at)
        elif name == "has":
            values = tuple(replace(one, text=had_name(self.what, one.text)) for one in values)
        else:
            values = tuple(ranged(field, operator, one) for one in values)
            for one in values:
                if wrong := wrong_value(name, field, operator, one):
                    self.wrong(*wrong, *one.span)
        return Compare(name, operator, values, span)


def _span(token: Token) -> SyntaxSpan:
    return SyntaxSpan(token.start_pos or 0, token.end_pos or 0)


def _value(found: Any) -> OperandValue:
    """Return a value without its quotes."""
    token = found if isinstance(found, Token) else found.children[0]
    text = str(token)
    if token.type == "TEXT":
        text = text[1:-1].replace(text[0] * 2, text[0])
    return OperandValue(text, span=_span(token))
