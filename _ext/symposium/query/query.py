"""Reading the options of a listing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symposium.kinds import BY_NAME
from symposium.knowledge.nearest import Spellings
from symposium.query.checking import unknown_field
from symposium.query.errors import QueryError
from symposium.query.field_tables import FIELDS, field_name, listable
from symposium.query.syntax_tree import Node

VIEWS = ("list", "table", "cards", "compact")
"""How a listing may look, the usual one first."""
CHOICES = {"view": VIEWS, "filter": ("on", "off")}
"""Options, and the words that each may be: ``filter`` says if readers can narrow a listing."""
OPTIONS = ("where", "sort", "group", "limit")
"""The options of a listing that say what it holds."""
DIRECTIONS = {None: False, "ascending": False, "descending": True}
MOST = 1_000_000
MOST_KEYS = 20
"""Fields that a listing is sorted by."""

RE_KEY = re.compile(r"(?P<minus>-?)(?P<name>\S+?)(?:\s+(?P<direction>\S.*?))?")


@dataclass(frozen=True, slots=True)
class Key:
    """A field that records are sorted by."""

    field: str
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """What a listing asks for."""

    what: str
    """The folder of a kind: ``papers``, ``people``, ``events``, …"""
    where: Node | None = None
    sort: tuple[Key, ...] = ()
    """Empty for the order that lists of the kind have."""
    group: str = ""
    limit: int | None = None


def groups_of(what: str) -> tuple[str, ...]:
    """Return what records of a kind can be grouped by.

    >>> groups_of("people")[:3], groups_of("papers")[-2:]
    (('role', 'affiliation', 'country'), ('decade', 'letter'))
    """
    fields = [name for name, field in FIELDS[what].items() if field.groups]
    return (*fields, *(("decade",) if "year" in fields else ()), "letter")


def parse(what: str, options: Mapping[str, str]) -> tuple[Query | None, tuple[QueryError, ...]]:
    """Return what a listing asks for, or what is wrong with that; other options are left alone."""
    if what not in listable():
        hint = _listable(what.strip().lower())
        return None, (QueryError("what", f'"{what}" cannot be listed', hint, 0, max(1, len(what))),)
    faults: list[QueryError] = []
    where: Node | None = None
    keys: tuple[Key, ...] = ()
    group, limit = "", None
    for option in OPTIONS:
        text = options.get(option)
        if text is None:
            continue
        if not text.strip():
            faults.append(QueryError(option, f"the option {option} is empty", "remove it", 0, 1))
        elif option == "where":
            # Only who has an expression needs the parser.
            from symposium.query.expressions import parse_where  # noqa: PLC0415

            where, found = parse_where(what, text)
            faults += found
        elif option == "sort":
            keys = tuple(_keys(what, text, faults))
        elif option == "group":
            group = _group(what, text, faults)
        else:
            limit = _limit(text, faults)
    if faults:
        return None, tuple(faults)
    return Query(what, where, keys, group, limit), ()


def _listable(word: str) -> str:
    """Return the hint for what cannot be listed: what is meant, or all that can."""
    if word in {"poster", "posters"}:
        return "list papers, with :where: poster"
    if word in BY_NAME:
        return f"did you mean {BY_NAME[word].folder}?"
    return Spellings(listable()).hint(word, f"there are {', '.join(listable())}", cutoff=0.7)


def _keys(what: str, text: str, faults: list[QueryError]) -> Iterator[Key]:
    seen: set[str] = set()
    at = 0
    parts = text.split(",")
    if len(parts) > MOST_KEYS:
        message = f"{len(parts):,} fields to sort by are more than {MOST_KEYS}"
        start = len(",".join(parts[:MOST_KEYS])) + 1
        faults.append(QueryError("sort", message, "keep the first ones", start, start + 1))
        return
    for part in parts:
        start = at + len(part) - len(part.lstrip())
        stop = max(start + 1, at + len(part.rstrip()))
        at += len(part) + 1
        found = RE_KEY.fullmatch(part.strip())
        name = field_name(what, found["name"]) if found else None
        hint = "name fields once, in their order: -year, title"
        if not found or name == "has":
            faults.append(QueryError("sort", "the name of a field is missing", hint, start, stop))
        elif name is None:
            faults.append(QueryError("sort", *unknown_field(what, found["name"]), start, stop))
        elif (
            name in seen
            or (found["minus"] and found["direction"])
            or (found["direction"] not in DIRECTIONS)
        ):
            faults.append(
                QueryError("sort", f'"{part.strip()}" is not an order', hint, start, stop)
            )
        else:
            seen.add(name)
            yield Key(name, bool(found["minus"]) or DIRECTIONS[found["direction"]])


def _group(what: str, text: str, faults: list[QueryError]) -> str:
    name = text.strip()
    known = groups_of(what)
    found = field_name(what, name)
    if name in known or found in known:
        return name if name in known else found or ""
    start = text.index(name)
    hint = Spellings(known).hint(name.lower(), f"group by {', '.join(known)}")
    if "," in name:
        hint = "name one field"
    message = f'{what} cannot be grouped by "{name}"'
    faults.append(QueryError("group", message, hint, start, start + len(name)))
    return ""


def _limit(text: str, faults: list[QueryError]) -> int | None:
    number = text.strip()
    if re.fullmatch(r"[0-9]{1,7}", number) and 0 < int(number) <= MOST:
        return int(number)
    start = text.index(number)
    message = f'"{number}" is not a number of records'
    hint = "write a whole number from 1, such as 10, or remove the option"
    faults.append(QueryError("limit", message, hint, start, start + len(number)))
    return None


def choices(options: Mapping[str, str]) -> Iterator[QueryError]:
    """Yield what is wrong with options that name one of a few words."""
    for option, words in CHOICES.items():
        text = options.get(option, words[0])
        word = text.strip()
        if word not in words:
            start = len(text) - len(text.lstrip())
            hint = Spellings(words).hint(word.lower(), f"there are {', '.join(words)}")
            message = f'"{word}" is not a valid {option} of a listing'
            yield QueryError(option, message, hint, start, start + max(1, len(word)))
