"""What a listing asks for, read from its options without any knowledge base."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symposium.knowledge.nearest import Spellings
from symposium.query.errors import QueryError
from symposium.query.field_tables import FIELDS, field_name
from symposium.query.grammar import parse_where
from symposium.query.hints import unknown_field
from symposium.query.query_context import KINDS
from symposium.query.syntax_tree import Node

OPTIONS = ("where", "sort", "group", "limit")
"""The options of a listing that say what it holds."""
DIRECTIONS = {"ascending": False, "descending": True}
MOST = 1_000_000

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
    """``papers``, ``people``, ``events`` or ``talks``."""
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
    if what not in FIELDS:
        hint = Spellings(FIELDS).hint(what, f"there are {', '.join(FIELDS)}", cutoff=0.7)
        if what in {"poster", "posters"}:
            hint = "list papers, with :where: poster"
        elif plural := _plural(what.strip().lower()):
            hint = f"did you mean {plural}?"
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
            faults.append(QueryError(option, f"the option {option} is empty", "take it out", 0, 1))
        elif option == "where":
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


OTHER_WORDS = {
    "papers": ("publications", "publication", "works", "articles", "article", "entries", "bib"),
    "people": ("authors", "author", "persons", "speakers", "speaker", "members", "team"),
    "events": ("conferences", "conference", "workshops", "workshop", "meetings", "seminars"),
    "talks": ("presentations", "presentation", "lectures", "keynotes", "slides"),
}
"""Words for what can be listed."""


def _plural(word: str) -> str:
    """Return what can be listed, by the kind of its records or another word; nothing for others."""
    return next(
        (one for one, kind in KINDS.items() if word == kind or word in OTHER_WORDS[one]), ""
    )


def _keys(what: str, text: str, faults: list[QueryError]) -> Iterator[Key]:
    seen: set[str] = set()
    at = 0
    for part in text.split(","):
        start = at + len(part) - len(part.lstrip())
        stop = max(start + 1, at + len(part.rstrip()))
        at += len(part) + 1
        found = RE_KEY.fullmatch(part.strip())
        if not found:
            message = "a field is missing between the commas" if "," in text else "no field"
            faults.append(
                QueryError("sort", message, "write one, or take the comma out", start, stop)
            )
            continue
        name = field_name(what, found["name"])
        direction = found["direction"]
        if name is None or FIELDS[what].get(name) is None:
            message, hint = unknown_field(what, found["name"])
            if name == "has":
                message, hint = "has is no field to sort by", "write the name of a field"
            elif found["name"].startswith("+"):
                hint = f"write {found['name'][1:]}, which sorts upwards"
            elif meant := _key_meant(what, part):
                hint = f"write {meant}"
            faults.append(QueryError("sort", message, hint, start, stop))
        elif name in seen:
            faults.append(QueryError("sort", f"{name} stands twice", "keep one", start, stop))
        elif direction is not None and (direction not in DIRECTIONS or found["minus"]):
            hint = f"write -{name}, or {name} descending"
            if direction.lower() in {"asc", "up", "ascending"}:
                hint = f"write {name} alone, which sorts upwards"
            elif other := field_name(what, direction.split()[-1].lstrip("-")):
                minus = "-" if direction.split()[-1].startswith("-") else ""
                hint = f"write {found['minus']}{name}, {minus}{other}"
            message = f'"{direction}" is no direction'
            faults.append(QueryError("sort", message, hint, start, stop))
        else:
            seen.add(name)
            yield Key(name, bool(found["minus"]) or DIRECTIONS.get(direction or "", False))


def _key_meant(what: str, text: str) -> str:
    """Return a key of an order that was probably meant; nothing if none is to be seen.

    >>> _key_meant("papers", "descending Year"), _key_meant("papers", "- year")
    ('-year', '-year')
    """
    words = re.findall(r"[a-z_]+", text.lower())
    names = [one for word in words if (one := field_name(what, word)) and one != "has"]
    if len(names) != 1:
        return ""
    down = "-" in text or not {"desc", "descending", "down", "newest", "latest"}.isdisjoint(words)
    return f"-{names[0]}" if down else names[0]


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
    message = f'"{number}" is no number of records'
    hint = "write a whole number from 1, such as 10, or take the option out"
    faults.append(QueryError("limit", message, hint, start, start + len(number)))
    return None
