"""Rules for the syntax of entries: separators of names, ``et al.``, mistyped fields and types."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from symposium.lint.places_in_text import Change
from symposium.lint.works.entry_walk import EntryRule, WalkedEntry
from symposium.lint.works.known_fields import (
    CHECKED_FIELDS,
    CHECKED_TYPES,
    KNOWN_FIELDS,
    KNOWN_TYPES,
)
from symposium.model.problems import Code, Problem
from symposium.model.spelling import slips
from symposium.reading.contributors import ET_AL, read_names, split_names
from symposium.reading.name_separators import listed

RE_LAST = re.compile(
    rf"(?P<lead>(?<!\S)and\s++|(?<![\s~]),?[\s~]++)(?P<typed>\{{?(?:{ET_AL}|others\.)\}}?,?)(?=\s*$)",
    re.IGNORECASE,
)
SAME = {
    "journaltitle": ("journal",), "date": ("year",), "location": ("address",),
    "keywords": ("keyword",), "number": ("issue",), "eprinttype": ("archiveprefix",),
    "eprintclass": ("primaryclass",),
}  # fmt: skip
"""Fields that say the same as another one."""
SAME_TOO = {other: (name,) for name, others in SAME.items() for other in others}


def names(entry: WalkedEntry) -> Iterator[Problem]:
    """Report what was reported where the names were read, with its mending."""
    for name in ("author", "editor"):
        value = entry.fields.get(name, "")
        for fault in read_names(value)[2]:
            changes = {Code.BIB_SEPARATOR: _with_and, Code.BIB_ET_AL: _with_others}.get(fault.code)
            edits = entry.edits(name, changes(value)) if changes else ()
            if edits:
                message = f'{name} of "{entry.paper.key}": {fault.message}'
                yield entry.problem(fault.code, name, message, fault.hint, edits)


def _with_and(value: str) -> Iterator[Change]:
    """Yield the changes that put ``and`` between names."""
    position = 0
    for item in split_names(value):
        start = position = value.find(item, position)
        for begin, end in listed(item).cuts:
            old = value[start + begin : start + end]
            before = "" if value[: start + begin][-1:].isspace() else " "
            after = "" if value[start + end :][:1].isspace() else " "
            yield start + begin, old, f"{before}and{after}"
        position += len(item)


def _with_others(value: str) -> Iterator[Change]:
    """Yield the change that ends a list with ``and others``."""
    if found := RE_LAST.search(value):
        if found["lead"].lower().startswith("and"):
            yield found.start("typed"), found["typed"], "others"
        else:
            yield found.start(), found[0], " and others"


def unknown_fields(entry: WalkedEntry) -> Iterator[Problem]:
    """Report fields whose names misspell a field that the entry lacks."""
    fields = entry.fields
    if fields.keys() <= KNOWN_FIELDS:
        return
    for name in fields:
        if name not in KNOWN_FIELDS and (meant := field_meant(name)) and meant not in fields:
            same = SAME.get(meant) or SAME_TOO.get(meant) or ()
            if not any(other in fields for other in same):
                message = f"The field `{name}` is not known"
                yield entry.problem(Code.BIB_FIELD_UNKNOWN, name, message, f"did you mean {meant}?")


def unknown_type(entry: WalkedEntry) -> Iterator[Problem]:
    """Report the type of an entry if it misspells a known one."""
    kind = entry.paper.type
    if kind not in KNOWN_TYPES and (meant := _meant(kind, CHECKED_TYPES)):
        message = f"The type @{kind} is not known"
        yield entry.problem(Code.BIB_TYPE_UNKNOWN, "", message, f"did you mean @{meant}?")


@lru_cache(maxsize=1 << 12)
def field_meant(name: str) -> str | None:
    """Return the known field that a name misspells, if there is one.

    >>> field_meant("autor"), field_meant("jounral"), field_meant("gender-role")
    ('author', 'journal', None)
    """
    return _meant(name, CHECKED_FIELDS)


def _meant(name: str, known: Collection[str]) -> str | None:
    most = 2 if len(name) >= 8 else 1
    letters = set(name)
    near = [
        (slips(name, other), other)
        for other in known
        if abs(len(other) - len(name)) <= most and len(letters.symmetric_difference(other)) <= 4
    ]
    count, found = min(near, default=(9, ""))
    return found if count <= most else None


RULES: tuple[EntryRule, ...] = (names, unknown_fields, unknown_type)
