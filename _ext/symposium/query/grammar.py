"""The grammar of expressions, and the parser that Lark makes of it."""

from __future__ import annotations

from functools import cache

from lark import Lark

from symposium.query.syntax_tree import BARE, PLAIN

RULES = r"""
?expression:  conjunction ("or" conjunction)*
?conjunction: negation ("and" negation)*
?negation:    "not" negation                                -> negated
            | "(" expression ")"
            | comparison
!?comparison: "has" value                                   -> having
            | field OPERATOR value                          -> compared
            | field "in" (range | list)                     -> among
            | field "not" "in" (range | list)               -> not_among
            | WORD                                          -> alone
field:        WORD | HAS
list:         "(" value ("," value)* ")"
range:        RANGE
value:        WORD | RANGE | TEXT
"""
"""As the guide prints it."""

TERMINALS = rf"""
HAS:      "has"
OPERATOR: /[=<>!~&|]+/
TEXT:     /"(?:[^"]|"")*"|'(?:[^']|'')*'/
WORD:     /{BARE}/
RANGE.1:  /(?={PLAIN}*\.\.){BARE}/
%ignore   /\s+/
"""


@cache
def parser() -> Lark:
    """Return the parser: made once, when the first expression is read."""
    return Lark(RULES + TERMINALS, start="expression", parser="lalr", lexer="basic")
