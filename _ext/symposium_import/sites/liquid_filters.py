"""Filters of Liquid, and the values that they work on."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date as day
from datetime import datetime
from typing import Any

from symposium.model.ids import slug

from symposium_import.sites.jekyll import date_of


def text_of(value: Any) -> str:
    """Return a value as it is printed.

    >>> text_of(None), text_of(True), text_of(2.0), text_of(["a", 1])
    ('', 'true', '2', 'a1')
    """
    if value is None or isinstance(value, Mapping):
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "".join(map(text_of, value))
    return str(int(value) if isinstance(value, float) and value == int(value) else value)


def number(value: Any) -> float | None:
    """Return a value as a number, if it is one.

    >>> number("12"), number(3), number("1.5"), number("12a"), number(True)
    (12, 3, 1.5, None, None)
    """
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,15}(\.\d{1,9})?", value, re.ASCII):
        return float(value) if "." in value else int(value)
    return None


def member(value: Any, name: Any) -> Any:
    """Return a member of a mapping or list: by name, place, ``first``, ``last`` or ``size``."""
    if isinstance(value, Mapping) and (inner := value.get(text_of(name))) is not None:
        return inner
    if name == "size":
        return len(value) if isinstance(value, list | str | Mapping) else 0
    if isinstance(value, list) and value:
        at = {"first": 0, "last": -1}.get(name, number(name))
        return value[int(at)] if at is not None and -len(value) <= at < len(value) else None
    return None


def as_list(value: Any) -> list[Any]:
    """Return a value as a list, which it is in most cases."""
    return list(value) if isinstance(value, list) else [] if value is None else [value]


def order(value: Any) -> tuple[bool, float, str]:
    """Return a key to sort values: numbers first, values that are missing last."""
    found = number(value)
    return (found is None, found or 0, text_of(value).lower() or "\U0010ffff")


def where(values: Any, name: str, wanted: Any = True) -> list[Any]:
    """Return the values with a member, or with a member that is or contains a value."""
    return [value for value in as_list(values) if text_of(wanted) in (
        map(text_of, inner) if isinstance(inner := member(value, name), list) else [text_of(inner)]
    )]  # fmt: skip


def grouped(values: Any, name: str) -> list[dict[str, Any]]:
    """Return groups of values that have the same member."""
    groups: dict[str, list[Any]] = {}
    for value in as_list(values):
        groups.setdefault(text_of(member(value, name)), []).append(value)
    return [{"name": name, "items": items, "size": len(items)} for name, items in groups.items()]


def dated(value: Any, form: str = "%d %b %Y") -> str:
    """Return a date in a form of ``strftime``."""
    date = date_of(text_of(value))
    if text_of(value) in {"now", "today"}:
        return datetime.now().astimezone().strftime(form)
    if date is None:
        return text_of(value)
    year, month, of_month = [*map(int, re.findall(r"\d+", date.iso)), 1, 1][:3]
    return day(year, month, of_month).strftime(form.replace("%-", "%"))


def _sliced(value: Any, start: Any, length: Any = 1) -> Any:
    whole = value if isinstance(value, list) else text_of(value)
    at = int(start) + (len(whole) if int(start) < 0 else 0)
    return whole[at : at + int(length)]


def _sum(first: Any, second: Any, sign: int) -> float:
    return (number(first) or 0) + sign * (number(second) or 0)


def _sorted(values: Any, name: str = "") -> list[Any]:
    return sorted(as_list(values), key=lambda one: order(member(one, name) if name else one))


def _is_empty(value: Any) -> bool:
    return value in (None, False, "", "false") or value == []


FILTERS: Mapping[str, Callable[..., Any]] = {
    "append": lambda value, more: text_of(value) + text_of(more),
    "prepend": lambda value, more: text_of(more) + text_of(value),
    "replace": lambda value, old, new="": text_of(value).replace(text_of(old), text_of(new)),
    "remove": lambda value, old: text_of(value).replace(text_of(old), ""),
    "remove_first": lambda value, old: text_of(value).replace(text_of(old), "", 1),
    "split": lambda value, mark=" ": text_of(value).split(mark) if value else [],
    "join": lambda value, mark=" ": text_of(mark).join(map(text_of, as_list(value))),
    "strip": lambda value: text_of(value).strip(), "upcase": lambda value: text_of(value).upper(),
    "downcase": lambda value: text_of(value).lower(),
    "capitalize": lambda value: text_of(value)[:1].upper() + text_of(value)[1:],
    "slugify": lambda value, *_: slug(text_of(value)),
    "strip_html": lambda value: re.sub(r"<[^<>]*>", "", text_of(value)),
    "default": lambda value, other, *_: other if _is_empty(value) else value,
    "date": dated, "date_to_string": dated, "date_to_long_string": dated,
    "size": lambda value: member(value, "size"), "first": lambda value: member(value, "first"),
    "last": lambda value: member(value, "last"), "reverse": lambda value: as_list(value)[::-1],
    "concat": lambda value, more: as_list(value) + as_list(more), "where": where,
    "push": lambda value, more: [*as_list(value), more], "group_by": grouped,
    "map": lambda value, name: [member(one, name) for one in as_list(value)],
    "uniq": lambda value: [*{text_of(one): one for one in reversed(as_list(value))}.values()][::-1],
    "sort": _sorted, "sort_natural": _sorted, "slice": _sliced,
    "plus": lambda value, more: _sum(value, more, 1),
    "minus": lambda value, more: _sum(value, more, -1),
    "times": lambda value, by: (number(value) or 0) * (number(by) or 0),
    "modulo": lambda value, by: (number(value) or 0) % (number(by) or 0),
    "divided_by": lambda value, by: (number(value) or 0) // (number(by) or 0),
}  # fmt: skip
"""Filters that change a value; all others leave it as it is."""
