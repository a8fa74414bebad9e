"""Reads an expression: by hand, from left to right, with a place for every mistake.

The grammar, in EBNF::

    expression  = conjunction { "or" conjunction }
    conjunction = negation { "and" negation }
    negation    = "not" negation | "(" expression ")" | comparison
    comparison  = "has" value
                | field operator value
                | field [ "not" ] "in" ( range | list )
                | field                                    (of yes or no)
    operator    = "=" | "!=" | "<" | "<=" | ">" | ">=" | "~"
    list        = "(" item { "," item } ")"
    item        = value | range
    range       = value ".." value                         (numbers and dates; no spaces)
    value       = word | "'" text "'" | '"' text '"'       (a quote in a text is written twice)
    word        = characters other than white space and ( ) [ ] { } < > = ~ ! & | , ; and quotes
"""

from __future__ import annotations

from itertools import chain

from symposium.query import hints
from symposium.query.checking import faults_of_value
from symposium.query.errors import QueryError, brief
from symposium.query.field_tables import field_name, field_of, had_name
from symposium.query.fields import Type
from symposium.query.foreign_syntax import habit
from symposium.query.syntax_hints import after_comparison, instead_of_comparison
from symposium.query.syntax_tree import (
    And,
    Compare,
    Node,
    Not,
    OperandValue,
    Or,
    SyntaxSpan,
    quoted,
)
from symposium.query.tokens import Token, WrongToken, tokens_of
from symposium.query.value_parser import Values

DEEPEST = 50
"""Parentheses and ``not`` inside of each other."""
FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
"""Operators with both sides exchanged."""


def parse_where(what: str, text: str) -> tuple[Node | None, tuple[QueryError, ...]]:
    """Return the tree of an expression, or what is wrong with it; never raises.

    >>> str(parse_where("papers", "not selected and (year>2019 or topic = 'sparsity')")[0])
    'not selected = yes and (year > 2019 or topic = sparsity)'
    """
    try:
        parser = ExpressionParser(what, tokens_of(text))
    except WrongToken as wrong:
        return None, (brief(wrong.fault),)
    try:
        node = parser.whole()
    except WrongToken as wrong:
        return None, tuple(map(brief, (*parser.faults, wrong.fault)))
    return (None if parser.faults else node), tuple(map(brief, parser.faults))


class ExpressionParser(Values):
    """Reads the tokens of one expression."""

    def __init__(self, what: str, tokens: list[Token]) -> None:
        super().__init__(what, tokens)
        self.depth = 0
        self.last: Compare | None = None
        """The comparison that was read last."""

    def instead(self) -> WrongToken:
        """Return the fault that something else stands where a comparison begins."""
        return instead_of_comparison(self.what, self.tokens, self.at, self.last)

    def behind(self, opened: Token | None = None) -> WrongToken:
        """Return the fault that something cannot stand behind a comparison."""
        return after_comparison(self.what, self.tokens, self.at, self.last, opened)

    def whole(self) -> Node:
        """Return the tree of all tokens."""
        node = self.expression()
        if self.peek().kind != "end":
            raise self.behind()
        return node

    def expression(self) -> Node:
        """Return what is joined by ``or``."""
        parts = [self.conjunction()]
        while self.peek().is_word("or"):
            self.take()
            parts.append(self.conjunction())
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def conjunction(self) -> Node:
        """Return what is joined by ``and``."""
        parts = [self.negation()]
        while self.peek().is_word("and"):
            self.take()
            parts.append(self.negation())
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def negation(self) -> Node:
        """Return a comparison, what ``not`` stands before, or what is in parentheses."""
        token = self.peek()
        if not (token.is_word("not") or token.kind == "("):
            return self.comparison()
        self.depth += 1
        if self.depth > DEEPEST:
            message = f"more than {DEEPEST} parentheses or not stand inside of each other"
            raise WrongToken(message, "write it with fewer", token.start, token.stop)
        self.take()
        if token.kind == "(":
            node = self.expression()
            if self.peek().kind != ")":
                raise self.behind(token)
            self.take()
        else:
            node = Not(self.negation())
        self.depth -= 1
        return node

    def comparison(self) -> Compare:
        """Return a field with an operator and values."""
        token, following = self.peek(), self.peek(1)
        if found := habit(self.what, self.tokens, self.at):
            raise found
        if token.is_word("has") and following.kind != "operator" and not following.is_word("in"):
            return self.has()
        name = field_name(self.what, token.text) if token.kind == "word" else None
        compared = following.kind == "operator" and following.text not in hints.JOINTS
        compared = compared or following.is_word("in", "not")
        if token.kind != "word" or token.is_word("and", "or", "in"):
            raise self.instead()
        if not compared:
            if name and field_of(self.what, name).type is Type.FLAG and not following.is_value:
                return self.flag(name)
            raise self.instead()
        if name is None and (flipped := self.flipped()):
            raise flipped
        self.take()
        if name is None:
            message, hint = hints.unknown_field(self.what, token.text)
            self.faults.append(QueryError("where", message, hint, token.start, token.stop))
        return self.compared(name or token.text, name is not None, token)

    def flipped(self) -> WrongToken | None:
        """Return the fault that a value stands where a field does, and the field behind it."""
        value, operator, field = self.peek(), self.peek(1), self.peek(2)
        name = field_name(self.what, field.text) if field.kind == "word" else None
        is_value = value.kind == "text" or value.text[:1].isdecimal()
        if name is None or operator.text not in FLIPPED or not is_value:
            return None
        hint = f"write {name} {FLIPPED[operator.text]} {quoted(value.text)}"
        if self.peek(3).text in FLIPPED and self.peek(4).is_value:
            hint += f" and {name} {self.peek(3).text} {quoted(self.peek(4).text)}"
        message = "a comparison begins with the name of a field"
        return WrongToken(message, hint, value.start, value.stop)

    def flag(self, name: str) -> Compare:
        """Return that a field of yes or no is yes."""
        token = self.take()
        span = SyntaxSpan(token.start, token.stop)
        self.last = Compare(name, "=", (OperandValue("yes", span=span),), span)
        return self.last

    def has(self) -> Compare:
        """Return that something is there."""
        token = self.take()
        value = self.value("has")
        name = had_name(self.what, value.text)
        self.last = Compare(
            "has", "=", (OperandValue(name, span=value.span),), SyntaxSpan(token.start, token.stop)
        )
        return self.last

    def compared(self, name: str, known: bool, token: Token) -> Compare:
        """Return the comparison of a field, behind whose name reading stands."""
        operator = self.operator(name)
        field = field_of(self.what, name) if known else None
        text = operator.text
        if field and text not in field.operators:
            message = f"{name} is {field.type.words}, which {text} does not compare"
            *others, last = field.operators
            self.wrong(message, f"it has {', '.join(others)} and {last}", operator)
        if text in {"in", "not in"}:
            values = self.several(text, name, field)
        elif field and (found := self.spoken_date(name, text, field)):
            values = (found,)
        else:
            values = (self.value(text, name if known else ""),)
        if name == "has":
            values = tuple(
                OperandValue(had_name(self.what, one.text), span=one.span) for one in values
            )
        if field is not None:
            wrong = (faults_of_value(name, field, text, one) for one in values if one.span.stop)
            self.faults += chain.from_iterable(wrong)
        self.last = Compare(name, text, values, SyntaxSpan(token.start, token.stop))
        return self.last

    def operator(self, name: str) -> Token:
        """Return the operator behind the name of a field."""
        token = self.take()
        if token.is_word("not"):
            if not self.peek().is_word("in"):
                hint = hints.not_hint(name, self.peek(), self.peek(1))
                raise WrongToken(
                    "after a field, not stands before in only", hint, token.start, token.stop
                )
            token = Token("word", "not in", token.start, self.take().stop)
        elif token.kind == "operator" and token.text not in hints.OPERATORS:
            known = field_of(self.what, name) if field_name(self.what, name) else hints.ANY
            hint = hints.operator_hint(token, name, self.peek(), known)
            self.wrong(f"{token.text} is no operator", hint, token)
            token = token._replace(text="=")
        return token
