"""Inheritance of entries by ``crossref`` and ``xdata``, after the biblatex manual (appendix B).

One difference, on purpose: what belongs to the parent alone (its DOI, address on the web, pages,
abstract, keywords, awards …) is not inherited, so that no paper carries its proceedings' DOI.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

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


Fields = dict[str, tuple[str, tuple[int, int]]]
"""The fields of an entry by name, each with its place: its own in order, then inherited ones."""


class Family:
    """The entries of a project, of which some inherit fields.

    No entry inherits from itself, in any number of steps.
    """

    def __init__(self, keys: Iterable[str], entry: Callable[[int], RawEntry]) -> None:
        """Know the entries by their cite keys, and how to get one by its number."""
        self.entry = entry
        self.problems: list[Problem] = []
        self._index: dict[str, int] = {}
        self._folded: dict[str, int] = {}
        self._fields: dict[int, Fields] = {}
        for index, key in enumerate(keys):
            self._index.setdefault(key, index)
            self._folded.setdefault(key.lower(), index)

    def whole(self, index: int) -> RawEntry:
        """Return an entry with its own fields and those that it inherits."""
        own = self.entry(index)
        more = list(self.fields(index).items())[len(own.values()) :]
        fields = (*own.fields, *((name, value) for name, (value, _) in more))
        return own._replace(fields=fields, places=(*own.places, *(place for _, (_, place) in more)))

    def fields(self, index: int, above: tuple[int, ...] = ()) -> Fields:
        """Return the fields of an entry that is reached from those ``above``."""
        if index in self._fields:
            return self._fields[index]
        entry = self.entry(index)
        fields: Fields = {}
        for (name, value), place in zip(entry.fields, entry.places, strict=True):
            fields.setdefault(name, (value, place))
        for link in LINKS:
            if link not in fields:
                continue
            value, place = fields[link]
            is_data = link == "xdata"
            for key in map(str.strip, value.split(",") if is_data else [value]):
                parent = self._index.get(key, self._folded.get(key.lower())) if key else None
                if parent is None or parent in {index, *above} or len(above) > MAX_DEPTH:
                    what = (
                        f'names "{key}", and there is no such entry'
                        if parent is None
                        else f'leads back to itself or too far, by "{key}"'
                    )
                    message = f'{link} of "{entry.key}" {what}'
                    where = Place(entry.place.path, *place)
                    self.problems.append(Problem(Code.BIB_MISSING_PARENT, message, where))
                    continue
                kind = self.entry(parent).type
                for name, lent in self.fields(parent, (*above, index)).items():
                    target = name if is_data else _target(name, entry.type, kind)
                    if target:
                        fields.setdefault(target, lent)
        self._fields[index] = fields
        return fields


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
