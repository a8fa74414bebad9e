"""Checks of fields and values that need no knowledge base."""

from __future__ import annotations

import re
from dataclasses import replace

from symposium.knowledge.nearest import Spellings
from symposium.model.comparing import folded
from symposium.query.field_tables import FIELDS, LINKS, PARTS, field_name, listable
from symposium.query.fields import RANGES, QueryField, Type
from symposium.query.foreign_syntax import SYNONYMS, spelt
from symposium.query.literals import days_meant, slip
from symposium.query.syntax_tree import OperandValue

RE_LIKE = re.compile(r"\*[^*]+\*?|[^*]+\*|/[^/]+/|%[^%]+%")
"""How others write that a part of a text will do; in quotes it is a text like others."""


def unknown_field(what: str, name: str) -> tuple[str, str]:
    """Return message and hint for a field that is not known."""
    fields = (*FIELDS[what], "has")
    lower = name.lower().replace("-", "_")
    message, few = f'{what} have no field "{name}"', f"{what} have {', '.join(fields[:12])}, …"
    if known := field_name(what, lower) or field_name(what, lower.rpartition(".")[2]):
        return message, f"write {known}"
    if hint := spelt(lower):
        return message, hint
    if meant := next((one for one in SYNONYMS.get(lower, ()) if one in fields), ""):
        return message, f"did you mean {meant}?"
    if lower in LINKS or lower in PARTS[what]:
        return message, f"write has {lower}, which asks whether there is one; {few}"
    if other := next((one for one in listable() if lower in FIELDS[one]), ""):
        return message, f"{other} have it; {few}"
    return message, Spellings(fields).hint(lower, few)


def looked_for(what: str, text: str, hint: str) -> str:
    """Return the hint for a word that has no field, if nothing better is known."""
    if not hint.startswith(what):
        return hint
    return f"write {'name' if 'name' in FIELDS[what] else 'title'} ~ {text} to look for it; {hint}"


def ranged(field: QueryField, operator: str, value: OperandValue) -> OperandValue:
    """Return a value of a list, as a range where two dots stand in it without quotes."""
    first, _, last = value.text.partition("..")
    bare = len(value.text) == value.span.stop - value.span.start
    is_range = bool(first and last) and bare and operator in {"in", "not in"}
    return replace(value, text=first, last=last) if is_range and field.type in RANGES else value


def wrong_value(
    name: str, field: QueryField, operator: str, value: OperandValue
) -> tuple[str, str] | None:
    """Return message and hint for a value with which a field cannot be compared."""
    text, bare = value.text, len(value.text) == value.span.stop - value.span.start
    for one in (text, value.last) if value.last else (text,):
        if wrong := slip(field, one, operator):
            return wrong
    if value.last and _is_reversed(field, value):
        return "the range begins after its end", f"write {value.last}..{text}"
    if bare and field.type in {Type.TEXT, Type.NAME} and RE_LIKE.fullmatch(text):
        return "there are no wildcards and no patterns", "put the value in quotes"
    known = {folded(one) for one in field.known} if field.closed else set()
    if known and operator != "~" and folded(text) not in known:
        otherwise = f"it is {', '.join(field.known)}"
        return f'"{text}" is not a valid {name}', Spellings(field.known).hint(
            text.lower(), otherwise
        )
    return None


def _is_reversed(field: QueryField, value: OperandValue) -> bool:
    """Tell whether a range ends before it begins."""
    if field.type is Type.NUMBER:
        return int(value.text) > int(value.last)
    return days_meant(OperandValue(value.text)).first > days_meant(OperandValue(value.last)).last
