"""Hints for expressions as other languages write them, and as people think of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from symposium.knowledge.nearest import Spellings
from symposium.query.field_tables import FIELDS, field_name, field_of
from symposium.query.fields import QueryField, Type
from symposium.query.having import LINKS, PARTS
from symposium.query.literals import slip
from symposium.query.syntax_tree import Compare, quoted
from symposium.query.tokens import Token

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
    "time": ("date",), "session": ("track",),
    "chairs": ("organizer",), "citekey": ("key",), "bibkey": ("key",),
    "host": ("organizer",), "chair": ("organizer",),
}  # fmt: skip
"""Words for fields that are like no name of one, and the fields that are meant."""

SPELT = {
    "is": "=", "equals": "=", "equal": "=", "eq": "=", "are": "=", "like": "~", "ilike": "~",
    "contains": "~", "contain": "~", "includes": "~", "matches": "~", "startswith": "~",
    "before": "<", "after": ">", "since": ">=", "until": "<=", "lt": "<", "gt": ">",
    "by": "=", "isnt": "!=", "isn't": "!=", "was": "=", "include": "~", "containing": "~",
    "matching": "~", "match": "~", "mentions": "~", "starts": "~", "begins": "~", "ends": "~",
    "endswith": "~", "regexp": "~", "rlike": "~",
}  # fmt: skip
"""Words that others use in place of operators."""


ANY = QueryField(Type.TEXT, "", lambda _: lambda _: ())
"""Stands for a field that is not known."""


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
    words = lower.replace("-", "_")
    if known := field_name(what, words):
        return message, f"write {known}"
    if meant := next((one for one in MEANT.get(words, ()) if one in fields), ""):
        return message, f"did you mean {meant}?"
    few = f"{what} have {', '.join(fields[:12])}, …"
    ends = [one for one in lower.split(".") if field_name(what, one)] if "." in lower else []
    if ends:
        return message, f"write {ends[0]}"
    if name in LINKS or name in PARTS[what]:
        return message, f"write has {name}, which asks whether there is one; {few}"
    if other := next((one for one in FIELDS if words in FIELDS[one]), ""):
        return message, f"{other} have it; {few}"
    if words in MEANT:
        return message, few
    return message, did_you_mean(name, fields, few)


def operator_hint(
    token: Token, field: str, value: Token, known: QueryField, *, whole: bool = False
) -> str:
    """Return what to write in place of an operator that is none, or as the whole comparison."""
    looks, ranges = "~" in known.operators, known.type in {Type.NUMBER, Type.DATE}
    text = token.text
    shown = quoted(value.text) if value.is_value else "…"
    if text.lower() in {"like", "ilike", "rlike"} and (part := value.text.strip("%")) != value.text:
        return f"write {field} {'~' if looks else '='} {quoted(part)}"
    if text == "!~":
        return f"write not {field} ~ {shown}"
    if text in OTHERWISE:
        return f"write {OTHERWISE[text]}"
    if sign := SPELT.get(text.lower()):
        if not looks and sign == "~":
            sign = "="
        return f"write {field} {sign} {shown}" if whole else f"write {sign}"
    if text.lower() == "between" and ranges:
        return f"write {field} in 2019..2022"
    return f"there are {' '.join(OPERATORS)}, in and not in"


def compared(what: str, field: str, operator: str, text: str, shown: str = "") -> str:
    """Return a comparison as it is written, if there can be such; ``shown`` names the field.

    >>> compared("papers", "year", "==", "2019"), compared("papers", "year", "=", "2019..2020")
    ('year = 2019', 'year in 2019..2020')
    >>> compared("papers", "selected", "~", "x")
    ''
    """
    name = field_name(what, field)
    operator = OTHERWISE.get(operator, operator)
    if name is None or operator not in field_of(what, name).operators or text.lower() in NOTHING:
        return ""
    known = field_of(what, name)
    if known.closed and operator != "~" and text.lower() not in known.known:
        return ""
    if ".." in text and known.type in {Type.NUMBER, Type.DATE} and operator == "=":
        return f"{shown or field} in {text}" if not slip_of_range(known, text) else ""
    return "" if slip(known, text, operator) else f"{shown or field} {operator} {quoted(text)}"


NULLS = frozenset({"null", "nil", "none", "nothing", "empty", "missing", "undefined", "blank",
                   "absent", "unknown"})  # fmt: skip
"""Words that others write for no value."""
NOTHING = frozenset({"null", "nil"})
"""Those that are never a value."""


def slip_of_range(field: QueryField, text: str) -> bool:
    """Tell whether one of the ends of a range cannot be compared."""
    first, _, last = text.partition("..")
    return any(slip(field, one) is not None for one in (first, last))


def not_hint(field: str, operator: Token, value: Token) -> str:
    """Return what to write for a field with ``not`` behind it."""
    text = OTHERWISE.get(operator.text, SPELT.get(operator.text.lower(), operator.text))
    if text in OPERATORS and value.is_value:
        return f"write not {field} {text} {quoted(value.text)}"
    return f"write not in front of {field}, or !="


def of_several(name: str, operator: str, texts: Sequence[str], joint: str = "or") -> str:
    """Return the comparison of a field with several values; nothing if there is none.

    >>> of_several("author", "=", ["ann", "bo"]), of_several("author", "!=", ["ann", "bo"])
    ('author in (ann, bo)', 'author not in (ann, bo)')
    >>> of_several("title", "~", ["a", "b"]), of_several("has", "=", ["code", "pdf"], "and")
    ('(title ~ a or title ~ b)', 'has code and has pdf')
    """
    made = [quoted(one) for one in texts]
    start = "has" if name == "has" and operator in {"=", "in"} else f"{name} {operator}"
    if len(made) == 1 and operator not in {"in", "not in"}:
        return f"{start} {made[0]}"
    if joint == "and" and operator in {"=", "~"}:
        return " and ".join(f"{start} {one}" for one in made)
    if operator in {"=", "in"}:
        return f"{name} in ({', '.join(made)})"
    if operator in {"!=", "not in"}:
        return f"{name} not in ({', '.join(made)})"
    return f"({' or '.join(f'{start} {one}' for one in made)})" if operator == "~" else ""


def again(what: str, last: Compare | None, tokens: Sequence[Token], joint: str = "or") -> str:
    """Return what to write for further values of the last comparison, if they can be such."""
    if last is None or field_name(what, last.field) is None or not tokens:
        return ""
    field = field_of(what, last.field)
    if any(one.text.lower() in NOTHING or slip(field, one.text) for one in tokens):
        return ""
    more = [quoted(one.text) for one in tokens]
    if last.field == "has":
        return f" {joint} ".join([str(last), *(f"has {one}" for one in more)])
    if any(one.last for one in last.values):
        return f"{last.field} in ({', '.join([*map(str, last.values), *more])})"
    if last.operator in {"=", "in"} and joint == "or":
        return f"{last.field} in ({', '.join([*map(str, last.values), *more])})"
    if last.operator in {"=", "!=", "~"}:
        return f" {joint} ".join(f"{last.field} {last.operator} {one}" for one in more)
    return ""
