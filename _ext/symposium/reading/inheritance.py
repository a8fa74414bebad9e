"""Inheritance of entries by ``crossref`` and ``xdata``, after the biblatex manual (appendix B).

One difference, on purpose: what belongs to the parent alone (its DOI, address on the web, pages,
abstract, keywords, awards …) is not inherited, so that no paper carries its proceedings' DOI.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from symposium.model.problems import Code, Place, Problem
from symposium.reading.bibtex_reader import RawEntry

MAX_DEPTH = 20
"""Generations of parents."""

NOT_INHERITED = frozenset({
    "ids", "cites", "crossref", "xref", "xdata", "entryset", "entrysubtype", "execute", "label",
    "options", "presort", "related", "relatedoptions", "relatedstring", "relatedtype",
    "shorthand", "shorthandintro", "sortkey", "sorttitle", "indextitle", "indexsorttitle",
    "shorttitle", "doi", "url", "urldate", "eprint", "eprinttype", "archiveprefix",
    "eprintclass", "primaryclass", "pages", "abstract", "keywords", "mendeley-tags", "note",
    "file", "pdf", "code", "slides", "video", "poster", "website", "html", "supp", "data",
    "award", "award_name", "selected", "status", "notice", "pubstate", "sources",
    "author+an", "editor+an",
    "author+an:person", "editor+an:person", "pagetotal", "timestamp", "owner", "groups",
})  # fmt: skip

LINKS = ("xdata", "crossref")
"""Fields that name parents, in the order in which these lend their fields."""

TITLES = ("title", "subtitle", "titleaddon")
"""Fields of a parent that are another field of the child."""

MULTI_VOLUME = frozenset({"mvbook", "mvcollection", "mvproceedings", "mvreference"})
WHOLE = frozenset({"book", "collection", "proceedings", "reference", "manual", "periodical"})


@dataclass(slots=True)
class InheritedField:
    """A field with its place, which counts from the entry that it was written in: its home."""

    value: str
    place: tuple[int, int]
    home: int = 0


Fields = dict[str, InheritedField]
"""The fields of an entry by name, own ones in order, then inherited ones; first of a name wins."""


def own_fields(entry: RawEntry, home: int) -> Fields:
    """Return the fields of an entry by name; of a repeated field the first."""
    fields: Fields = {}
    for (name, value), place in zip(entry.fields, entry.places, strict=True):
        fields.setdefault(name, InheritedField(value, place, home))
    return fields


class Ancestor(NamedTuple):
    """What must be known of an entry to find its parents."""

    key: str
    place: Place
    links: Fields
    """Its fields ``xdata`` and ``crossref``, if it has them."""


class Family:
    """Which entry inherits from which.

    ``parents`` has a row for each entry that inherits, by its number: the numbers of its parents
    in the order in which they lend their fields, each with whether it lends them as data. The row
    of an entry comes after those of its parents. No entry inherits from itself, in any number of
    steps.
    """

    def __init__(self, entries: Iterable[Ancestor]) -> None:
        self.entries = list(entries)
        self.index: dict[str, int] = {}
        self.parents: dict[int, list[tuple[int, bool]]] = {}
        self.problems: list[Problem] = []
        self._folded: dict[str, int] = {}
        self._links: dict[int, Fields] = {}
        inheriting = [index for index, entry in enumerate(self.entries) if entry.links]
        if not inheriting:
            return
        for index, entry in enumerate(self.entries):
            self.index.setdefault(entry.key, index)
            self._folded.setdefault(entry.key.lower(), index)
        for index in inheriting:
            self._complete(index)

    def _complete(self, index: int, above: tuple[int, ...] = ()) -> Fields:
        """Find the parents of an entry; return its links with those that it inherits."""
        if index in self._links:
            return self._links[index]
        entry = self.entries[index]
        links = dict(entry.links)
        parents: list[tuple[int, bool]] = []
        for name in LINKS:
            if name not in links:
                continue
            data = name == "xdata"
            for key in links[name].value.split(",") if data else [links[name].value]:
                parent = self._find(key.strip())
                if parent is None or parent in {index, *above} or len(above) > MAX_DEPTH:
                    self._missing(entry, links[name], name, key.strip(), known=parent is not None)
                    continue
                lent = self._complete(parent, (*above, index))
                parents.append((parent, data))
                if data:
                    links = lent | links
        self._links[index] = links
        if parents:
            self.parents[index] = parents
        return links

    def _find(self, key: str) -> int | None:
        return self.index.get(key, self._folded.get(key.lower())) if key else None

    def _missing(
        self, entry: Ancestor, field: InheritedField, name: str, key: str, *, known: bool
    ) -> None:
        place = Place(entry.place.path, *field.place)
        if known:
            message = f'{name} of "{entry.key}" leads back to itself or too far, by "{key}"'
        else:
            message = f'{name} of "{entry.key}" names "{key}", and there is no such entry'
        self.problems.append(Problem(Code.BIB_MISSING_PARENT, message, place))


def inherit(fields: Fields, kind: str, above: Fields, kind_above: str, *, data: bool) -> None:
    """Add to the fields of an entry of type ``kind`` what those of its parent lend it."""
    for name, field in above.items():
        target = name if data else _target(name, kind, kind_above)
        if target and target not in fields:
            fields[target] = field


def _target(name: str, child: str, parent: str) -> str | None:
    """Return the field of the child that a field of its parent fills, or ``None``."""
    if name in NOT_INHERITED:
        return None
    if name not in TITLES:
        return name
    if parent in MULTI_VOLUME and (child in WHOLE or child.startswith("in")):
        return f"main{name}"
    if parent == "periodical" or child == "article":
        return {"title": "journaltitle", "subtitle": "journalsubtitle"}.get(name)
    if child.startswith(("in", "supp", "bookin", "conference")) or parent in WHOLE:
        return f"book{name}"
    return None
