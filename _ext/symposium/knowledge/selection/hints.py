"""Hints for expressions as other languages write them, and as people think of them."""

from __future__ import annotations

from collections.abc import Collection

from symposium.knowledge.nearest import Spellings
from symposium.knowledge.selection.tables import FIELDS, field_name
from symposium.knowledge.selection.tokens import Token
from symposium.knowledge.selection.tree import Compare, quoted

OPERATORS = ("=", "!=", "<", "<=", ">", ">=", "~")
JOINTS = {"&&": "and", "&": "and", "||": "or", "|": "or", "!": "not"}
OTHERWISE = {
    "==": "=", "===": "=", "=>": ">=", "=<": "<=", "<>": "!=", "!==": "!=", "=!": "!=", "=~": "~",
    "~=": "~", "~~": "~", ">>": ">", "<<": "<", "><": "!=",
}  # fmt: skip
"""Operators of other languages."""

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
    known = field_name(what, name.lower())
    other = next((one for one in FIELDS if one != what and name in FIELDS[one]), "")
    otherwise = f"{what} have {', '.join(fields[:12])}, …"
    if known:
        return f'{what} have no field "{name}"', f"write {known}"
    hint = did_you_mean(name, fields, otherwise)
    if other and hint == otherwise:
        hint = f"{other} have it; {otherwise}"
    return f'{what} have no field "{name}"', hint


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


def again(last: Compare | None, tokens: Collection[Token]) -> str:
    """Return the last comparison as one with several values."""
    if last is None or last.operator not in {"=", "in"}:
        return ""
    texts = [str(one) for one in last.values]
    texts += [quoted(one.text) for one in tokens]
    if last.field == "has":
        return " or ".join(f"has {one}" for one in texts)
    return f"{last.field} in ({', '.join(texts)})"
