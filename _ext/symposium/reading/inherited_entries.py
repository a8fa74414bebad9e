"""Entries that inherit: their rows in the cache depend on their parents, too.

The key of such a row is the digest of the entry and, in order, of all that lends it something.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from symposium.model.problems import Place
from symposium.reading.bibtex_reader import RawEntry
from symposium.reading.cache import Cache
from symposium.reading.chunks import INHERITING, ChunkEntry
from symposium.reading.entry_facts import EntryFacts
from symposium.reading.inheritance import (
    Ancestor,
    Family,
    Fields,
    InheritedField,
    inherit,
    own_fields,
)
from symposium.reading.paper_codec import (
    HOME,
    Plain,
    Tables,
    digest,
    entry_of,
    long_part,
    problem_rows,
)
from symposium.reading.value_store import Store


class Located(NamedTuple):
    """An entry in its place, with the extent of its long part."""

    path: str
    line: int
    entry: Plain
    """The fields of a `symposium.reading.chunks.ChunkEntry`."""
    store: Store
    offset: int
    size: int

    def raw(self) -> RawEntry:
        """Return the entry as it was written; its lines count from its own first line."""
        return entry_of(self.store.read(self.offset, self.size))


class InheritedRow(NamedTuple):
    """What an entry is together with what it inherits."""

    problems: tuple[Plain, ...]
    digest: bytes
    row: Plain
    homes: tuple[str, ...]
    """The keys of the entries that its inherited fields come from."""


class InheritedEntries:
    """The entries of a project that inherit fields."""

    def __init__(self, entries: list[Located], cache: Cache) -> None:
        self.entries = entries
        self.cache = cache
        self.family = Family(map(_ancestor_of, entries))
        self._lent: dict[int, Fields] = {}
        self._keys = dict(self._make_keys())
        self._read_missing()

    def get(self, index: int) -> tuple[InheritedRow, Located, tuple[int, ...]]:
        """Return an inheriting entry, where its long part is, and the lines of its parents."""
        row, (offset, size), store = self.cache.known(self._keys[index])
        inherited = InheritedRow._make(row)
        own = self.entries[index]
        lines = [self.entries[self.family.index[key]].line for key in inherited.homes]
        located = own._replace(store=store, offset=offset, size=size)
        return inherited, located, tuple(lines)

    def _make_keys(self) -> Iterator[tuple[int, bytes]]:
        """Yield the key of every entry that inherits or might inherit."""
        made: dict[int, bytes] = {}
        for index, parents in self.family.parents.items():
            parts = [b"inherits", _entry(self.entries[index]).digest]
            for parent, data in parents:
                above = made.get(parent) or _entry(self.entries[parent]).digest
                parts.append((b"+" if data else b"-") + above)
            made[index] = digest(b"".join(parts))
            yield index, made[index]
        for index, located in enumerate(self.entries):
            if located.entry[2] == INHERITING and index not in made:
                yield index, digest(b"inherits nothing" + _entry(located).digest)

    def _read_missing(self) -> None:
        """Read the inheriting entries that the cache does not know."""
        missing = {
            index
            for index, key in self._keys.items()
            if self.entries[index].entry[2] == INHERITING and self.cache.get(key) is None
        }
        wanted = set(missing)
        for index in reversed(self.family.parents):
            if index in wanted:
                wanted.update(parent for parent, _ in self.family.parents[index])
        tables = Tables()
        in_order = [index for index in self.family.parents if index in wanted]
        for index in in_order + sorted(missing.difference(in_order)):
            raw = self.entries[index].raw()
            fields = self._fields(index, raw)
            if index in missing:
                self._read(index, raw, fields, tables)

    def _fields(self, index: int, raw: RawEntry) -> Fields:
        """Return the fields of an entry, own and inherited, and keep them for its descendants.

        Their lines have the number of the entry that they come from, times `HOME`.
        """
        fields = {
            name: InheritedField(field.value, (field.place[0] + index * HOME, field.place[1]))
            for name, field in own_fields(raw).items()
        }
        for parent, data in self.family.parents.get(index, ()):
            above = self.entries[parent].raw()
            if parent not in self._lent:
                self._fields(parent, above)
            inherit(fields, raw.type, self._lent[parent], above.type, data=data)
        self._lent[index] = fields
        return fields

    def _read(self, index: int, raw: RawEntry, fields: Fields, tables: Tables) -> None:
        homes = list(dict.fromkeys([index, *(f.place[0] // HOME for f in fields.values())]))
        number = {home: HOME * order for order, home in enumerate(homes)}
        renumbered = {
            name: InheritedField(
                f.value, (f.place[0] % HOME + number[f.place[0] // HOME], f.place[1]), f.own
            )
            for name, f in fields.items()
        }
        column = _entry(self.entries[index]).column
        entry = RawEntry(raw.type, raw.key, raw.fields, Place("", 0, column), raw.places)
        places = {name: field.place for name, field in renumbered.items()}
        facts = EntryFacts(entry, {name: field.value for name, field in renumbered.items()}, places)
        values = facts.read()
        lent = [(name, field) for name, field in renumbered.items() if not field.own]
        data = long_part(entry, lent, values["abstract"])
        inherited = InheritedRow(
            problem_rows(facts.problems),
            digest(data),
            tables.row(values),
            tuple(_entry(self.entries[home]).key for home in homes[1:]),
        )
        self.cache.put(self._keys[index], tuple(inherited), [data])


def _entry(located: Located) -> ChunkEntry:
    return ChunkEntry._make(located.entry)


def _ancestor_of(located: Located) -> Ancestor:
    entry, line = located.entry, located.line
    links = {
        name: InheritedField(value, (line + at, column)) for name, value, at, column in entry[6]
    }
    return Ancestor(entry[3], Place(located.path, line, entry[1]), links)
