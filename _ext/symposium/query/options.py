"""The options of a listing: what they choose, in which order, under which headings.

Every field of a kind is an option, and so is ``not-`` before it. Values are separated by commas, of
which one must fit; of several options, all must fit.
"""

from __future__ import annotations

import csv
import re
from calendar import monthrange
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from symposium.model.dates import Date, parse_date
from symposium.model.spelling import Spellings
from symposium.query.fields import (
    QueryField,
    Type,
    fields_of,
    listable,
    parts_of,
)

VIEWS = ("list", "table", "cards", "compact", "detailed")
"""How a listing may look, the usual one first."""
CHOICES = {"view": VIEWS, "filter": ("on", "off")}
"""Options, and the words that each may be: ``filter`` tells if readers can narrow a listing."""
ORDERING = ("sort", "group", "limit")
OTHER_OPTIONS = (*ORDERING, *CHOICES, "heading", "name")
"""The options of a listing that are no fields."""
MAX_LIMIT = 1_000_000
MAX_VALUES = 100
"""Values of one option, and fields of an order."""
FLAGS = {"yes": True, "true": True, "no": False, "false": False}
SEASONS = {"spring": (3, 5), "summer": (6, 8), "autumn": (9, 11), "winter": (12, 12)}
"""First and last month; a winter counts to the year that it begins in."""
LONGEST = 120
"""Characters of a value that a message repeats."""

RE_NUMBERS = re.compile(r"(?!-$)[0-9]{0,9}-[0-9]{0,9}|[0-9]{1,9}")
"""A number, or a range of which one end may be open."""


class QueryError(NamedTuple):
    """A mistake in one option of a listing; ``what`` stands for its argument."""

    option: str
    message: str
    hint: str


class Condition(NamedTuple):
    """A field, and the values of which a record must have one, or none if ``negated``."""

    field: str
    values: tuple[str, ...]
    negated: bool = False
    option: str = ""
    """The name of the option, as it was typed."""


class Key(NamedTuple):
    """A field that records are sorted by."""

    field: str
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """What a listing asks for."""

    what: str
    """The folder of a kind: ``papers``, ``people``, ``events``, …"""
    conditions: tuple[Condition, ...] = ()
    sort: tuple[Key, ...] = ()
    """Empty for the order that lists of the kind have."""
    group: str = ""
    limit: int | None = None


def groups_of(what: str) -> tuple[str, ...]:
    """Return what records of a kind can be grouped by.

    >>> groups_of("people")[:3], groups_of("papers")[-2:]
    (('role', 'affiliation', 'country'), ('decade', 'letter'))
    """
    fields = [name for name, field in fields_of(what).items() if field.groups]
    return (*fields, *(("decade",) if "year" in fields else ()), "letter")


def parse(what: str, options: Mapping[str, str]) -> tuple[Query | None, tuple[QueryError, ...]]:
    """Return what a listing asks for, or what is wrong with that."""
    if what not in listable():
        hint = Spellings(listable()).hint(what.lower(), f"there are {', '.join(listable())}")
        return None, (QueryError("what", f"{quoted(what)} cannot be listed", hint),)
    faults: list[QueryError] = list(_choices(options))
    conditions: list[Condition] = []
    keys: tuple[Key, ...] = ()
    group, limit = "", None
    for option, text in options.items():
        if option in {*CHOICES, "heading", "name"}:
            continue
        if not text.strip():
            faults.append(QueryError(option, "the option is empty", "write a value, or remove it"))
        elif option == "sort":
            keys = tuple(_keys(what, text, faults))
        elif option == "group":
            group = _group(what, text.strip(), faults)
        elif option == "limit":
            limit = _limit(text.strip(), faults)
        elif condition := _condition(what, option, text, faults):
            conditions.append(condition)
    if faults:
        return None, tuple(faults)
    return Query(what, tuple(conditions), keys, group, limit), ()


def quoted(text: str) -> str:
    """Return a value as messages repeat it: not much of it."""
    return f'"{text[:LONGEST]}{"…" if len(text) > LONGEST else ""}"'


def _choices(options: Mapping[str, str]) -> Iterator[QueryError]:
    for option, words in CHOICES.items():
        word = options.get(option, words[0]).strip()
        if word not in words:
            hint = Spellings(words).hint(word.lower(), f"there are {', '.join(words)}")
            yield QueryError(option, f"{quoted(word)} is not a valid {option} of a listing", hint)


def _condition(what: str, option: str, text: str, faults: list[QueryError]) -> Condition | None:
    name = option.lower().replace("-", "_")
    negated = name.startswith("not_") and name not in fields_of(what)
    name = name.removeprefix("not_") if negated else name
    try:
        rows = list(csv.reader([" ".join(text.split())], skipinitialspace=True, strict=True))
    except csv.Error:
        rows = [[]]
    values = tuple([value.strip() for value in rows[0]])
    if not values or not all(values) or len(values) > MAX_VALUES:
        hint = 'separate values by commas; put one that has a comma into quotes: "…"'
        faults.append(QueryError(option, f"{quoted(text)} cannot be read", hint))
        return None
    field = fields_of(what).get(name)
    if field is None and not (len(values) == 1 and values[0].lower() in FLAGS):
        faults.append(QueryError(option, *_unknown_option(what, name)))
        return None
    slips = [wrong for value in values if field and (wrong := _slip(field, value))]
    faults += [QueryError(option, *wrong) for wrong in slips]
    return None if slips else Condition(name, values, negated, option)


def _unknown_option(what: str, name: str) -> tuple[str, str]:
    message = f"listings of {what} have no option {name[:LONGEST].replace('_', '-')}"
    names = [field.replace("_", "-") for field in fields_of(what)]
    if name in parts_of(what):
        return message, "write yes or no: it tells whether there is one"
    near = Spellings((*names, *OTHER_OPTIONS))
    return message, near.hint(name.replace("_", "-"), f"there are {', '.join(names)}")


def _slip(field: QueryField, text: str) -> tuple[str, str] | None:
    """Return what is wrong with a value of a field, and a hint; nothing if it can be compared."""
    if text.lower() in FLAGS:
        return None
    if field.type is Type.FLAG:
        return f"{quoted(text)} is neither yes nor no", "write yes or no"
    if field.type is Type.NUMBER and numbers_of(text) is None:
        return f"{quoted(text)} is not a number", "write 2024, 2020-2024, 2020- or -2024"
    if field.type is Type.DATE and days_meant(text) is None:
        hint = "write 2024, 2024-03, 2024-03-05 or 2024-summer; a range with a stroke: 2024-03/"
        return f"{quoted(text)} is not a date", hint
    return None


def numbers_of(text: str) -> tuple[int, int] | None:
    """Return the first and the last number of a range.

    >>> numbers_of("2024"), numbers_of("2020-"), numbers_of("-2019"), numbers_of("-")
    ((2024, 2024), (2020, 999999999), (0, 2019), None)
    """
    if not RE_NUMBERS.fullmatch(text):
        return None
    first, hyphen, last = text.partition("-")
    numbers = int(first or 0), int((last or 999_999_999) if hyphen else first)
    return numbers if numbers[0] <= numbers[1] else None


def _keys(what: str, text: str, faults: list[QueryError]) -> Iterator[Key]:
    seen: set[str] = set()
    for part in text.split(",")[:MAX_VALUES]:
        written = part.strip()
        name = written.removeprefix("-").replace("-", "_")
        if name in seen or len(name.split()) != 1:
            hint = "name fields once, in their order: -year, title"
            faults.append(QueryError("sort", f"{quoted(written)} is not an order", hint))
        elif name not in fields_of(what):
            hint = Spellings(fields_of(what)).hint(name, f"there are {', '.join(fields_of(what))}")
            faults.append(QueryError("sort", f"{what} have no field {quoted(name)}", hint))
        else:
            seen.add(name)
            yield Key(name, written.startswith("-"))


def _group(what: str, text: str, faults: list[QueryError]) -> str:
    name, known = text.replace("-", "_"), groups_of(what)
    if name in known:
        return name
    hint = Spellings(known).hint(name.lower(), f"group by {', '.join(known)}")
    hint = "name one field" if "," in name else hint
    faults.append(QueryError("group", f"{what} cannot be grouped by {quoted(text)}", hint))
    return ""


def _limit(text: str, faults: list[QueryError]) -> int | None:
    if re.fullmatch(r"[0-9]{1,7}", text) and 0 < int(text) <= MAX_LIMIT:
        return int(text)
    hint = "write a whole number from 1, such as 10, or remove the option"
    faults.append(QueryError("limit", f"{quoted(text)} is not a number of records", hint))
    return None


Day = tuple[int, int, int]
"""Year, month and day."""
Days = tuple[Day, Day]
"""The days between two, both included."""
NEVER, FOREVER = (0, 1, 1), (9999, 12, 31)


def is_within(item: Any, days: Days) -> bool:
    """Tell whether a date or a period of a record is on one of some days, beyond doubt.

    A date that is known by its month lies in that month and its year, and in nothing smaller.
    """
    (begin, begun), (ending, end) = (_days_of(getattr(item, at, item)) for at in ("start", "end"))
    if begin >= days[0] and end <= days[1]:
        return True
    return begun <= ending and begun <= days[1] and ending >= days[0]


def _days_of(date: Date) -> Days:
    """Return the first and the last day that a date may mean.

    >>> _days_of(Date(2021, 2)), _days_of(Date(2016, season="winter"))
    (((2021, 2, 1), (2021, 2, 28)), ((2016, 12, 1), (2016, 12, 31)))
    """
    if date.year is None:
        return FOREVER, FOREVER
    first, last = SEASONS.get(date.season or "", (date.month or 1, date.month or 12))
    end = date.day or monthrange(date.year, last)[1]
    return (date.year, first, date.day or 1), (date.year, last, end)


def days_meant(text: str) -> Days | None:
    """Return the first and the last day of a date or a range.

    >>> days_meant("2024-02"), days_meant("2024/")
    (((2024, 2, 1), (2024, 2, 29)), ((2024, 1, 1), (9999, 12, 31)))
    """
    first, stroke, last = text.partition("/")
    dates = [parse_date(one) for one in (first, last) if one]
    known = [_days_of(one) for one in dates if one and one.year]
    if not known or len(known) < len(dates):
        return None
    begin = known[0][0] if first else NEVER
    end = known[-1][1] if last or not stroke else FOREVER
    return (begin, end) if begin <= end else None
