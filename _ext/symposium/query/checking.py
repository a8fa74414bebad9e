"""What can be told of a value without a knowledge base: its form, and if it is a known word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from symposium.model.comparing import folded
from symposium.query import hints
from symposium.query.date_hints import compared_with, date_meant, range_of_dates
from symposium.query.errors import QueryError
from symposium.query.fields import QueryField, Type
from symposium.query.literals import days_meant, number_of, slip
from symposium.query.syntax_tree import OperandValue

RANGES = frozenset({Type.NUMBER, Type.DATE})
"""Types whose values have a first and a last."""
TEXTS = frozenset({Type.TEXT, Type.NAME})
PATTERNS = {r"(?=.*\*)\*?([^*]+)\*?": "a *", r"/([^/]+)/": "a /", r"%([^%]+)%": "a %"}
"""How others write that a part of a text will do; in quotes it is a text like others."""


def faults_of_value(
    name: str, field: QueryField, operator: str, value: OperandValue
) -> Iterator[QueryError]:
    """Yield what is wrong with a value that a field is compared with."""
    found = _wrong(name, field, operator, value)
    if found:
        yield QueryError("where", *found, value.span.start, value.span.stop)


def comparable(field: QueryField, text: str, operator: str = "=") -> bool:
    """Tell whether a field can be compared with a value, as far as its form goes."""
    return slip(field, text, operator) is None


def _wrong(
    name: str, field: QueryField, operator: str, value: OperandValue
) -> tuple[str, str] | None:
    """Return a message and a hint."""
    text = value.text
    for one in (text, value.last) if value.last else (text,):
        if wrong := slip(field, one, operator):
            message, meant = _meant(name, field, operator, one) or ("", "")
            return (message or wrong[0], f"write {meant}") if meant else wrong
    if field.type in TEXTS and len(text) == value.span.stop - value.span.start:
        for sign, meant in PATTERNS.items():
            if part := re.fullmatch(sign, text):
                hint = f"write {name} ~ {part[1]}; {meant} that is meant stands in quotes"
                return "there are no wildcards and no patterns", hint
    if value.last and _is_reversed(field, value):
        return "the range begins after its end", f"write {value.last}..{text}"
    known = {folded(one) for one in field.known} if field.closed else set()
    if known and operator != "~" and folded(text) not in known:
        otherwise = f"it is {', '.join(field.known)}"
        return f'"{text}" is no {name}', hints.did_you_mean(text, field.known, otherwise)
    return None


def _meant(name: str, field: QueryField, operator: str, text: str) -> tuple[str, str] | None:
    """Return a message, if there is a better one, and the comparison that was probably meant."""
    if not text.strip():
        having = name if field.type is Type.FLAG else f"has {name}"
        return "", having if operator in {"!=", "not in", "~"} else f"not {having}"
    if field.type not in RANGES:
        return None
    if ".." in text:
        first, _, last = text.partition("..")
        if operator in {"in", "not in"} or not all(map(partial(comparable, field), (first, last))):
            return None
        return f"{operator} compares with one value", compared_with(name, operator, text)
    meant = range_of_dates(text) or (date_meant(text) if field.type is Type.DATE else "")
    if not meant or not all(comparable(field, one) for one in meant.split("..")):
        return None
    return "", compared_with(name, operator, meant)


def _is_reversed(field: QueryField, value: OperandValue) -> bool:
    """Tell whether a range ends before it begins."""
    if field.type is Type.NUMBER:
        return number_of(value.text) > number_of(value.last)
    return days_meant(OperandValue(value.text)).first > days_meant(OperandValue(value.last)).last
