"""The options of a listing: conditions, order and headings.

Every field of a kind is an option, also with ``not-`` before it. A record must match one of the
values of an option, which commas separate, and all options.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from symposium.model.dates import Date, parse_date
from symposium.model.spelling import Spellings
from symposium.query.fields import Type, fields_of, groups_of, listable, parts_of

VIEWS = ("list", "table", "cards", "compact")
"""The looks of a listing, the default first."""
CHOICES = {"view": VIEWS, "filter": ("on", "off")}
"""Options with a fixed set of words; with ``filter: on`` readers can narrow a listing."""
MAX_LIMIT = 1_000_000
MAX_VALUES = 100
"""Values of one option, and fields of one ``sort``."""
FLAGS = {"yes": True, "true": True, "no": False, "false": False}
SEASONS = {"spring": (3, 5), "summer": (6, 8), "autumn": (9, 11), "winter": (12, 12)}
"""First and last month; a winter belongs to the year in which it begins."""
LONGEST = 120
"""Characters of a value that a message quotes."""

RE_NUMBERS = re.compile(r"(?!-$)[0-9]{0,9}-[0-9]{0,9}|[0-9]{1,9}")
"""A number, or a range of which one end may be open."""


class QueryError(NamedTuple):
    """A mistake in one option of a listing; the option ``what`` is its argument."""

    option: str
    message: str
    hint: str


class Condition(NamedTuple):
    """A field and values: a record must have one of them, or none if ``negated``."""

    field: str
    values: tuple[str, ...]
    negated: bool = False
    option: str = ""
    """The name of the option, as typed."""


class Key(NamedTuple):
    """A field that records are sorted by."""

    field: str
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """The parsed options of a listing."""

    what: str
    """The folder of a kind: ``papers``, ``people``, ``events``, …"""
    conditions: tuple[Condition, ...] = ()
    sort: tuple[Key, ...] = ()
    """Empty for the usual order of lists of the kind."""
    group: str = ""
    limit: int | None = None


class OptionError(ValueError):
    """A faulty option; its arguments are a message and a hint."""


def parse(folder: str, options: Mapping[str, str]) -> tuple[Query | None, tuple[QueryError, ...]]:
    """Return the query of a listing, or ``None`` and the mistakes in its options."""
    if folder not in listable():
        hint = _nearest(folder, listable())
        return None, (QueryError("what", f"{quoted(folder)} cannot be listed", hint),)
    faults: list[QueryError] = []
    conditions: list[Condition] = []
    ordering: dict[str, Any] = {}
    for option, text in options.items():
        if option in FREE:
            continue
        if not text.strip():
            hint = "write a value, or remove it"
            faults.append(QueryError(option, "the option is empty", hint))
            continue
        try:
            if words := CHOICES.get(option):
                _choose(option, text.strip(), words)
            elif option in ORDERING:
                ordering[option] = ORDERING[option](folder, text.strip())
            else:
                conditions.append(_condition(folder, option, text))
        except OptionError as slip:
            faults.append(QueryError(option, *slip.args))
    return (None if faults else Query(folder, tuple(conditions), **ordering)), tuple(faults)


def quoted(text: str) -> str:
    """Return a value in quotes for a message, shortened to `LONGEST` characters."""
    return f'"{text[:LONGEST]}{"…" if len(text) > LONGEST else ""}"'


def _nearest(text: str, known: Collection[str], others: str = "there are") -> str:
    return Spellings(known).hint(text.lower(), f"{others} {', '.join(known)}")


def _choose(option: str, word: str, words: Collection[str]) -> None:
    if word not in words:
        raise OptionError(
            f"{quoted(word)} is not a valid {option} of a listing", _nearest(word, words)
        )


def _condition(folder: str, option: str, text: str) -> Condition:
    name = option.lower().replace("-", "_")
    negated = name.startswith("not_") and name not in fields_of(folder)
    name = name.removeprefix("not_") if negated else name
    try:
        row = next(csv.reader([" ".join(text.split())], skipinitialspace=True, strict=True))
    except csv.Error:
        row = []
    values = tuple([value.strip() for value in row])
    if not values or not all(values) or len(values) > MAX_VALUES:
        hint = 'separate values by commas; put one that has a comma into quotes: "…"'
        raise OptionError(f"{quoted(text)} cannot be read", hint)
    field = fields_of(folder).get(name)
    if field is None and not (len(values) == 1 and values[0].lower() in FLAGS):
        raise _unknown_option(folder, name)
    if field and field.of in FORMS:
        read, message, hint = FORMS[field.of]
        for value in values:
            if value.lower() not in FLAGS and read(value) is None:
                raise OptionError(f"{quoted(value)} {message}", hint)
    return Condition(name, values, negated, option)


def _unknown_option(folder: str, name: str) -> OptionError:
    message = f"listings of {folder} have no option {name[:LONGEST].replace('_', '-')}"
    names = [field.replace("_", "-") for field in fields_of(folder)]
    if name in parts_of(folder):
        return OptionError(message, "write yes or no: it tells whether there is one")
    near = Spellings((*names, *OTHER_OPTIONS))
    return OptionError(message, near.hint(name.replace("_", "-"), f"there are {', '.join(names)}"))


def numbers_of(text: str) -> tuple[int, int] | None:
    """Return the first and the last number of a range, or ``None``.

    >>> numbers_of("2024"), numbers_of("2020-"), numbers_of("-2019"), numbers_of("-")
    ((2024, 2024), (2020, 999999999), (0, 2019), None)
    """
    if not RE_NUMBERS.fullmatch(text):
        return None
    first, hyphen, last = text.partition("-")
    numbers = int(first or 0), int((last or 999_999_999) if hyphen else first)
    return numbers if numbers[0] <= numbers[1] else None


def _keys(folder: str, text: str) -> tuple[Key, ...]:
    keys: dict[str, Key] = {}
    for part in text.split(",")[:MAX_VALUES]:
        name = part.strip().removeprefix("-").replace("-", "_")
        if name in keys or len(name.split()) != 1:
            hint = "name fields once, in their order: -year, title"
            raise OptionError(f"{quoted(part.strip())} is not an order", hint)
        if name not in fields_of(folder):
            raise OptionError(
                f"{folder} have no field {quoted(name)}", _nearest(name, fields_of(folder))
            )
        keys[name] = Key(name, part.strip().startswith("-"))
    return tuple(keys.values())


def _group(folder: str, text: str) -> str:
    name, groups = text.replace("-", "_"), groups_of(folder)
    if name not in groups:
        hint = "name one field" if "," in name else _nearest(name, groups, "group by")
        raise OptionError(f"{folder} cannot be grouped by {quoted(text)}", hint)
    return name


def _limit(_what: str, text: str) -> int:
    if not (re.fullmatch(r"[0-9]{1,7}", text) and 0 < int(text) <= MAX_LIMIT):
        hint = "write a whole number from 1, such as 10, or remove the option"
        raise OptionError(f"{quoted(text)} is not a number of records", hint)
    return int(text)


Day = tuple[int, int, int]
"""Year, month and day; every month may end with day 31."""
Days = tuple[Day, Day]
"""The first and the last day of a range."""
NEVER, FOREVER = (0, 1, 1), (9999, 12, 31)


def is_within(item: Any, days: Days) -> bool:
    """Tell whether a date or a period of a record certainly meets a range of days.

    A date without a day lies only in ranges that include its whole month.
    """
    begin, latest_begin = _days_of(getattr(item, "start", item))
    earliest_end, end = _days_of(getattr(item, "end", item))
    if begin >= days[0] and end <= days[1]:
        return True
    return latest_begin <= earliest_end and latest_begin <= days[1] and earliest_end >= days[0]


def _days_of(date: Date) -> Days:
    """Return the first and the last day that a date may mean.

    >>> _days_of(Date(2021, 2)), _days_of(Date(2016, season="winter"))
    (((2021, 2, 1), (2021, 2, 31)), ((2016, 12, 1), (2016, 12, 31)))
    """
    if date.year is None:
        return FOREVER, FOREVER
    first, last = SEASONS.get(date.season or "", (date.month or 1, date.month or 12))
    return (date.year, first, date.day or 1), (date.year, last, date.day or 31)


def days_meant(text: str) -> Days | None:
    """Return the first and the last day of a date or a range in a text, or ``None``.

    >>> days_meant("2024-02"), days_meant("2024/")
    (((2024, 2, 1), (2024, 2, 31)), ((2024, 1, 1), (9999, 12, 31)))
    """
    first, stroke, last = text.partition("/")
    dates = [parse_date(part) for part in (first, last) if part]
    ranges = [_days_of(date) for date in dates if date and date.year]
    if not ranges or len(ranges) < len(dates):
        return None
    begin = ranges[0][0] if first else NEVER
    end = ranges[-1][1] if last or not stroke else FOREVER
    return (begin, end) if begin <= end else None


FORMS: Mapping[Type | str, tuple[Callable[[str], Any], str, str]] = {
    Type.FLAG: (lambda _: None, "is neither yes nor no", "write yes or no"),
    Type.NUMBER: (numbers_of, "is not a number", "write 2024, 2020-2024, 2020- or -2024"),
    Type.DATE: (
        days_meant, "is not a date",
        "write 2024, 2024-03, 2024-03-05 or 2024-summer; a range with a stroke: 2024-03/",
    ),
}  # fmt: skip
"""Types whose values have a form: its parser, and the message and hint for a faulty value."""
ORDERING: Mapping[str, Callable[[str, str], Any]] = {
    "sort": _keys, "group": _group, "limit": _limit,
}  # fmt: skip
"""Options for order, headings and number of records, each with its parser."""
FREE = frozenset({"heading", "name"})
OTHER_OPTIONS = (*ORDERING, *CHOICES, "heading", "name")
"""Options of a listing other than fields."""
