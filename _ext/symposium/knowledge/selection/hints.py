"""Hints for expressions as other languages write them, and as people think of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from symposium.knowledge.nearest import Spellings
from symposium.knowledge.selection.literals import slip
from symposium.knowledge.selection.tables import FIELDS, field_name, field_of
from symposium.knowledge.selection.tokens import Token
from symposium.knowledge.selection.tree import Compare, quoted

OPERATORS = ("=", "!=", "<", "<=", ">", ">=", "~")
JOINTS = {"&&": "and", "&": "and", "||": "or", "|": "or", "!": "not"}
OTHERWISE = {
    "==": "=", "===": "=", "=>": ">=", "=<": "<=", "<>": "!=", "!==": "!=", "=!": "!=", "=~": "~",
    "~=": "~", "~~": "~", ">>": ">", "<<": "<", "><": "!=",
}  # fmt: skip
"""Operators of other languages."""

MEANT = {
    "citations": ("cited_by",), "cited": ("cited_by",), "cite": ("cites",), "tag": ("topic",),
    "tags": ("topic",), "subject": ("topic",), "conference": ("venue", "event"),
    "proceedings": ("venue",), "name": ("title",), "title": ("name",), "paper": ("key",),
    "person": ("id",), "event": ("id",), "talk": ("id",), "published": ("date",),
    "publication": ("date",), "when": ("date",), "start": ("date",), "end": ("date",),
    "day": ("date",), "month": ("date",), "place": ("location",), "city": ("location",),
    "country": ("location",), "where": ("location", "venue"), "institute": ("affiliation",),
    "institution": ("affiliation",), "university": ("affiliation",), "email": ("has",),
    "author": ("coauthor", "speaker"), "writer": ("author",), "speakers": ("author",),
    "code": ("has",), "slides": ("has",), "video": ("has",), "pdf": ("has",),
    "kind": ("type",), "type": ("kind",), "keyword": ("topic",), "label": ("key",),
    "citekey": ("key",), "bibkey": ("key",), "host": ("organizer",), "chair": ("organizer",),
}  # fmt: skip
"""Words for fields that are like no name of one, and the fields that are meant."""

SPELT = {
    "is": "=", "equals": "=", "equal": "=", "eq": "=", "are": "=", "like": "~", "ilike": "~",
    "contains": "~", "contain": "~", "includes": "~", "matches": "~", "startswith": "~",
    "before": "<", "after": ">", "since": ">=", "until": "<=", "lt": "<", "gt": ">",
    "by": "=", "isnt": "!=", "isn't": "!=",
}  # fmt: skip
"""Words that others use in place of operators."""


def did_you_mean(text: str, known: Collection[str], otherwise: str) -> str:
    """Return the question after the nearest word, or ``otherwise``."""
    lower = text.lower()
    if lower != text and lower in known:
        return f"write {lower}, in small letters"
    return Spellings(known).hint(lower, otherwise)


def unknown_field(what: str, name: str) -> tuple[str, str]:
    """Return message and hint for a field that is not known."""
    fields = (*FIELDS[what], "has")
    lower = name.lower()
    if lower == "where":
        return "the expression stands alone", "take the word out"
    if lower in {"sort", "group", "limit", "view"}:
        return f"{name} is no field", f"use the option :{lower}:"
    message = f'{what} have no field "{name}"'
    if known := field_name(what, lower):
        return message, f"write {known}"
    if meant := next((one for one in MEANT.get(lower, ()) if one in fields), ""):
        return message, f"did you mean {meant}?"
    few = f"{what} have {', '.join(fields[:12])}, …"
    if other := next((one for one in FIELDS if lower in FIELDS[one]), ""):
        return message, f"{other} have it; {few}"
    return message, did_you_mean(name, fields, few)


def operator_hint(token: Token, field: str, value: Token) -> str:
    """Return what to write in place of an operator that is none."""
    text = token.text
    shown = quoted(value.text) if value.is_value else "…"
    if text == "!~":
        return f"write not {field} ~ {shown}"
    if text in OTHERWISE:
        return f"write {OTHERWISE[text]}"
    if text.lower() in SPELT:
        return f"write {SPELT[text.lower()]}"
    if text.lower() == "between":
        return f"write {field} in 2019..2022"
    return f"there are {' '.join(OPERATORS)}, in and not in"


def again(what: str, last: Compare | None, tokens: Sequence[Token], joint: str = "or") -> str:
    """Return what to write for further values of the last comparison, if they can be such."""
    if last is None or field_name(what, last.field) is None or not tokens:
        return ""
    if any(slip(field_of(what, last.field), one.text) for one in tokens):
        return ""
    more = [quoted(one.text) for one in tokens]
    if last.field == "has":
        return f" {joint} ".join([str(last), *(f"has {one}" for one in more)])
    if last.operator in {"=", "in"} and joint == "or":
        return f"{last.field} in ({', '.join([*map(str, last.values), *more])})"
    if last.operator in {"=", "!=", "~"}:
        return f" {joint} ".join(f"{last.field} {last.operator} {one}" for one in more)
    return ""
