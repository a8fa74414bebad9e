"""Tokens where none of them can stand: what was probably meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from symposium.query.field_tables import FIELDS, field_name, field_of
from symposium.query.fields import Type
from symposium.query.having import LINKS, PARTS
from symposium.query.hints import (
    JOINTS,
    SPELT,
    again,
    compared,
    did_you_mean,
    of_several,
    operator_hint,
    unknown_field,
)
from symposium.query.literals import slip
from symposium.query.syntax_tree import WORDS, Compare, quoted
from symposium.query.tokens import Token, WrongToken

Tokens = Sequence[Token]
RE_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+|[a-z]+[0-9]{4}[a-z0-9]*")
"""Ids and cite keys, which are no words of one name."""


def instead_of_comparison(what: str, tokens: Tokens, at: int, last: Compare | None) -> WrongToken:
    """Return the fault that a comparison does not begin here."""
    token, before = tokens[at], tokens[at - 1] if at else None
    following = tokens[min(at + 1, len(tokens) - 1)]
    after = f" behind {before.text}" if before else ""
    joint = "and" if before and before.is_word("and") else "or"
    if token.kind == "end":
        return _at(token, f"a comparison is missing{after}", "write one, or take the word out")
    if token.kind == "operator":
        return _operator_first(what, token, following, last)
    if token.kind == ")":
        if before and before.kind == "(":
            return _at(token, "nothing stands in the parentheses", "take them out")
        return _at(token, f"a comparison is missing{after}", "write one, or take the word out")
    if token.kind == ",":
        return _at(
            token, "a comparison is missing before the comma", _listed(what, tokens, at, last)
        )
    if token.kind == "text":
        return _value_first(what, token, following, last, joint)
    if token.is_word("and", "or", "in"):
        hint = f'write one; if "{token.text}" is a value, put it in quotes'
        return _at(token, f"a comparison is missing before {token.text}", hint)
    return _word_first(what, tokens, at, last, joint)


def _operator_first(what: str, token: Token, following: Token, last: Compare | None) -> WrongToken:
    if token.text in JOINTS:
        return _at(token, f"{token.text} is no operator", f"write {JOINTS[token.text]}")
    meant = ""
    if last is not None and following.is_value:
        meant = compared(what, last.field, token.text, following.text)
    hint = f"write {meant or 'the name of a field before it'}"
    return _at(token, f"a field is missing before {token.text}", hint)


def _value_first(
    what: str, token: Token, following: Token, last: Compare | None, joint: str
) -> WrongToken:
    message = "a comparison begins with the name of a field"
    if following.kind == "operator":
        hint = "write the field first, and the value behind the operator"
        named = field_name(what, token.text)
        return _at(token, message, "take the quotes away" if named else hint)
    if joined := again(what, last, (token,), joint):
        return _at(token, message, f"write {joined}")
    name = "name" if what == "people" else "title"
    return _at(token, message, f"write {name} ~ {quoted(token.text)}")


def _word_first(what: str, tokens: Tokens, at: int, last: Compare | None, joint: str) -> WrongToken:
    token, following, behind = (tokens[min(at + more, len(tokens) - 1)] for more in range(3))
    text = token.text
    name = field_name(what, text)
    head, colon, rest = text.partition(":")
    if text.lower() in WORDS and text not in WORDS:
        return _at(token, f"{text} is no word of the language", f"write {text.lower()}")
    if following.kind == "(" and not name and text not in {"with", "where"}:
        hint = "write a field, an operator and a value"
        return _at(token, f"there is no function {text}", hint)
    if name:
        return _field_alone(what, name, token, following, behind)
    if colon and (field := field_name(what, head.lower())):
        value = rest or (following.text if following.is_value else "")
        meant = compared(what, field, "=", value) or f"{head.lower()} = …"
        return _at(token, f"{head}: compares nothing", f"write {meant}")
    if following.kind == "operator" and following.text in JOINTS:
        return _at(following, f"{following.text} is no operator", f"write {JOINTS[following.text]}")
    if following.kind == "word" and (
        following.text.lower() in SPELT or following.text == "between"
    ):
        return _at(token, *unknown_field(what, text))
    if text in {"*", "all", "any", "everything"}:
        hint = "take the option out: without it, all are listed"
        return _at(token, f"{text} is no comparison", hint)
    if text in LINKS or text in PARTS[what]:
        return _at(token, f"{text} stands alone", f"write has {text}")
    flags = [one for one, field in FIELDS[what].items() if field.type is Type.FLAG]
    near = did_you_mean(text, flags, "")
    if not near and (joined := again(what, last, _alike(tokens, at, joint), joint)):
        return _at(token, f"{text} stands without a field", f"write {joined}")
    if "year" in FIELDS[what] and text.isdecimal() and len(text) == 4:
        return _at(token, f"{text} stands without a field", f"write year = {text}")
    if not any(map(str.isalnum, text)):
        return _at(token, f"{text} means nothing here", "take it out")
    message, hint = unknown_field(what, text)
    if not hint.startswith(("did you mean", "write", "take", "use")):
        title = "name" if what == "people" else "title"
        hint = f"write {title} ~ {quoted(text)} to look for it; {hint}"
    return _at(token, message, hint)


def _alike(tokens: Tokens, at: int, joint: str) -> Tokens:
    """Return a value that stands alone, and those that follow it in the same way."""
    found = [tokens[at]]
    while (
        at + 3 < len(tokens)
        and tokens[at + 1].is_word(joint)
        and tokens[at + 2].is_value
        and tokens[at + 3].kind != "operator"
    ):
        at += 2
        found.append(tokens[at])
    return found


def _field_alone(what: str, name: str, token: Token, following: Token, behind: Token) -> WrongToken:
    text, other = token.text, following.text
    if name == "has":
        return _at(token, "has needs something behind it", "write has code, has slides, …")
    if following.is_word("has"):
        hint = "write has and what is there"
        if behind.is_value and "~" in field_of(what, name).operators:
            hint = f"write {name} ~ {quoted(behind.text)}"
        return _at(following, f"has stands first: {text} has …", hint)
    if following.kind == "word" and (other.lower() in SPELT or other.lower() == "between"):
        hint = operator_hint(following, name, behind, field_of(what, name))
        if behind.kind == "word" and behind.text.lower() == "not":
            hint = "write !="
        return _at(following, f"{other} is no operator", hint)
    if following.kind == "word" and other.lower() in {"in", "not"}:
        return _at(following, f"{other} is no word of the language", f"write {other.lower()}")
    if following.kind == "operator":
        return _at(following, f"{other} is no operator", "write != without a space")
    if following.is_value and not any(char.isalnum() for char in other):
        return _at(following, f"{other} is no operator", "write =")
    if following.is_value:
        message = f"an operator is missing behind {text}"
        operators = ", ".join(field_of(what, name).operators)
        meant = compared(what, name, "=", other, text)
        return _at(following, message, f"write {meant}" if meant else f"write one of {operators}")
    if following.kind == "(":
        return _at(following, f"an operator is missing behind {text}", f"write {text} in (…)")
    message = f"{text} is compared with nothing"
    if field_of(what, name).type is Type.FLAG:
        return _at(token, message, f"write {text}, or not {text}")
    return _at(token, message, f"write has {text}, or {text} = and a value")


def after_comparison(
    what: str, tokens: Tokens, at: int, last: Compare | None, opened: Token | None
) -> WrongToken:
    """Return the fault that a token cannot stand behind a comparison."""
    token = tokens[at]
    following = tokens[min(at + 1, len(tokens) - 1)]
    if token.kind == "end" and opened is not None:
        return _at(opened, "the parenthesis is not closed", "write ) at its end")
    if token.kind == ")":
        return _at(token, "the parenthesis closes none", "take it out, or open it before")
    if token.kind == "operator" and (text := _with_sign(what, tokens, at)) and last:
        hint = f"write {last.field} {last.operator} {quoted(text)}"
        return _at(token, f"a value with {token.text} stands in quotes", hint)
    if token.kind == "operator" and token.text in JOINTS:
        return _at(token, f"{token.text} is no operator", f"write {JOINTS[token.text]}")
    if token.kind == "operator":
        hint = "write two comparisons with and between them"
        if last is not None and last.field == "has":
            hint = f"write {last}, or not {last}"
        elif last is not None and following.is_value:
            more = compared(what, last.field, token.text, following.text)
            hint = f"write {last} and {more}" if more else hint
        return _at(token, "a comparison has one operator", hint)
    if token.kind == "," and following.kind == "end":
        return _at(token, "nothing stands behind the comma", "take it out")
    if token.kind == ",":
        return _at(token, "values with commas stand behind in", _listed(what, tokens, at, last))
    if token.kind == "word" and token.text.lower() in {"and", "or"} and token.text not in WORDS:
        return _at(token, f"{token.text} is no word of the language", f"write {token.text.lower()}")
    if token.text[:2] in {"--", "//", "/*"} and token.kind == "word":
        return _at(token, "an expression has no comments", "take it out")
    if token.kind == "word" and token.text.lower() in JOINED:
        return _at(token, f"{token.text} joins nothing", JOINED[token.text.lower()])
    if token.is_word("in"):
        return _at(token, "a comparison has one operator", "put in in quotes if it is a value")
    if tokens[at - 1].kind == "text" and tokens[at - 1].text.endswith("\\"):
        hint = "write a quote in a text twice, or use the other quote around it"
        return _at(token, "a text has ended before", hint)
    if token.is_value and following.kind != "operator":
        return _words(what, tokens, at, last)
    return _at(token, "and or or is missing", f"write and, or or, before {token.text}")


def _with_sign(what: str, tokens: Tokens, at: int) -> str:
    """Return a value such as ``R&D``, in which an operator stands without spaces."""
    before, token, behind = tokens[at - 1], tokens[at], tokens[min(at + 1, len(tokens) - 1)]
    words = before.kind == "word" and behind.kind == "word"
    if not words or before.stop != token.start or token.stop != behind.start:
        return ""
    is_field = field_name(what, behind.text) or (behind.text == "not")
    return "" if is_field or len(token.text) > 1 else f"{before.text}{token.text}{behind.text}"


JOINED = {
    **dict.fromkeys(("with", "but", "plus", "if", "when", "also", "where"), "write and"),
    "xor": "write or",
    "except": "write and not", "nor": "write and not", "without": "write and not has",
    "order": "use the option :sort:", "sort": "use the option :sort:",
    "limit": "use the option :limit:", "group": "use the option :group:",
}  # fmt: skip
"""Words that others write behind a comparison, and what to do."""


def _words(what: str, tokens: Tokens, at: int, last: Compare | None) -> WrongToken:
    """Return the fault that a value of several words stands without quotes."""
    token = tokens[at]
    if tokens[at - 1].kind != "word" or last is None or last.field == "has":
        if last is not None and last.field == "has":
            said = [one for one in tokens[at : at + 2] if any(map(str.isalnum, one.text))]
            hint = f"write {last} and has {quoted(said[0].text)}" if said else f"write {last}"
            return _at(token, "and or or is missing", hint)
        return _at(token, "and or or is missing", f"write and, or or, before {quoted(token.text)}")
    more = list(takewhile(lambda one: one.kind == "word" and one.text not in WORDS, tokens[at:]))
    words = [one.text for one in (tokens[at - 1], *more)] if more else [token.text]
    stop = more[-1].stop if more else token.stop
    message = "a value of several words stands in quotes"
    signs = [one for one in words if any(map(str.isalnum, one))] or words
    if all(RE_ID.fullmatch(one) for one in signs) and len(signs) > 1:
        message = "and or or is missing between values"
        made = of_several(last.field, last.operator, signs)
        return WrongToken(message, f"write {made}" if made else "write one", token.start, stop)
    text = " ".join(words if last.operator != "~" else signs)
    known = field_name(what, last.field)
    if known and slip(field_of(what, known), text, last.operator):
        hint = f"write one value behind {last.operator}, or and and another comparison"
        return WrongToken(f"{last.field} is compared with one value", hint, token.start, stop)
    hint = f"write {last.field} {last.operator} {quoted(text)}"
    return WrongToken(message, hint, token.start, stop)


def _listed(what: str, tokens: Tokens, at: int, last: Compare | None) -> str:
    """Return the hint for values with commas between them."""
    more: list[Token] = []
    while tokens[at].kind == "," and tokens[at + 1].is_value:
        if tokens[at + 2].kind == "operator" or tokens[at + 2].is_word("in", "not"):
            break
        more.append(tokens[at + 1])
        at += 2
    joined = again(what, last, more, "and" if last and last.field == "has" else "or")
    if not joined or last is None or last.operator not in {"=", "!=", "~"} or last.field == "has":
        return f"write {joined}" if joined else "write and, or or, in its place"
    texts = [*(one.text for one in last.values), *(one.text for one in more)]
    made = of_several(last.field, last.operator, texts)
    if field_of(what, last.field).kind == "person" and len(texts) == 2 and _is_name(texts):
        whole = quoted(", ".join(texts))
        return f"write {last.field} {last.operator} {whole} for one name, or {made} for two"
    return f"write {made}"


def _is_name(texts: Sequence[str]) -> bool:
    """Tell whether two texts may be a family name and given names."""
    return all(one[:1].isupper() for one in texts)


def _at(token: Token, message: str, hint: str) -> WrongToken:
    return WrongToken(message, hint, token.start, max(token.stop, token.start + 1))
