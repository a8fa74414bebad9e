"""What an entry inherits by ``crossref`` and ``xdata``, after the biblatex manual (appendix B).

One difference, on purpose: what belongs to the parent alone (its DOI, address on the web, pages,
abstract, keywords, awards …) is not inherited, so that no paper carries its proceedings' DOI.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from symposium.model.problems import Code, Place, Problem
from symposium.reading.bibtex import RawEntry

MAX_DEPTH = 20
"""Generations of parents."""

NOT_INHERITED = frozenset({
    "ids", "crossref", "xref", "xdata", "entryset", "entrysubtype", "execute", "label",
    "options", "presort", "related", "relatedoptions", "relatedstring", "relatedtype",
    "shorthand", "shorthandintro", "sortkey", "sorttitle", "indextitle", "indexsorttitle",
    "shorttitle", "doi", "url", "urldate", "eprint", "eprinttype", "archiveprefix",
    "eprintclass", "primaryclass", "pages", "abstract", "keywords", "mendeley-tags", "note",
    "file", "pdf", "code", "slides", "video", "poster", "website", "html", "supp", "data",
    "award", "award_name", "selected", "status", "sources", "author+an", "editor+an",
    "author+an:person", "editor+an:person", "pagetotal", "timestamp", "owner", "groups",
})  # fmt: skip

TITLES = ("title", "subtitle", "titleaddon")
"""Fields of a parent that are another field of the child."""

MULTI_VOLUME = frozenset({"mvbook", "mvcollection", "mvproceedings", "mvreference"})
WHOLE = frozenset({"book", "collection", "proceedings", "reference", "manual", "periodical"})


@dataclass(slots=True)
class Field:
    """A field of an entry with its place; ``own`` unless it is inherited."""

    value: str
    place: tuple[int, int]
    own: bool = True


Fields = dict[str, Field]
"""The fields of an entry by name, own ones in order, then inherited ones; first of a name wins."""


def resolve(entries: Iterable[RawEntry]) -> tuple[list[Fields], list[Problem]]:
    """Return the fields of each entry, its own and the inherited ones."""
    entries = list(entries)
    own = [own_fields(entry) for entry in entries]
    heirs = [index for index, fields in enumerate(own) if "crossref" in fields or "xdata" in fields]
    if not heirs:
        return own, []
    family = _Family(entries, own)
    for index in heirs:
        family.complete(index)
    return own, family.problems


def own_fields(entry: RawEntry) -> Fields:
    """Return the fields of an entry by name; of a repeated field the first."""
    fields: Fields = {}
    for (name, value), place in zip(entry.fields, entry.places, strict=True):
        if name not in fields:
            fields[name] = Field(value, place)
    return fields


class _Family:
    """Entries that inherit from each other; each is completed once, parents first."""

    def __init__(self, entries: list[RawEntry], own: list[Fields]) -> None:
        self.entries = entries
        self.own = own
        self.index: dict[str, int] = {}
        self.folded: dict[str, int] = {}
        for index, entry in enumerate(entries):
            self.index.setdefault(entry.key, index)
            self.folded.setdefault(entry.key.lower(), index)
        self.done: set[int] = set()
        self.problems: list[Problem] = []

    def complete(self, index: int, above: tuple[int, ...] = ()) -> None:
        """Add to an entry what it inherits."""
        if index in self.done:
            return
        fields, entry = self.own[index], self.entries[index]
        for name in ("xdata", "crossref"):
            if name not in fields:
                continue
            keys = fields[name].value.split(",") if name == "xdata" else [fields[name].value]
            for key in (key.strip() for key in keys):
                parent = self.index.get(key, self.folded.get(key.lower()))
                if not key or parent is None or parent in {index, *above} or len(above) > MAX_DEPTH:
                    self.missing(entry, fields[name], name, key, known=parent is not None)
                    continue
                self.complete(parent, (*above, index))
                self.inherit(index, parent, data=name == "xdata")
        self.done.add(index)

    def inherit(self, index: int, parent: int, *, data: bool) -> None:
        fields = self.own[index]
        child, above = self.entries[index].type, self.entries[parent].type
        for name, field in self.own[parent].items():
            target = name if data else _target(name, child, above)
            if target and target not in fields:
                fields[target] = Field(field.value, field.place, own=False)

    def missing(self, entry: RawEntry, field: Field, name: str, key: str, *, known: bool) -> None:
        place = Place(entry.place.path, *field.place)
        if known:
            message = f'{name} of "{entry.key}" leads back to itself or too far, by "{key}"'
        else:
            message = f'{name} of "{entry.key}" names "{key}", and there is no such entry'
        self.problems.append(Problem(Code.BIB_MISSING_PARENT, message, place))


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
