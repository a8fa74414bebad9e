"""Chunks of a bibliography: parts of its bytes that can be read each on its own.

A chunk begins where a line begins with ``@word{``, as it does for the reader: no entry goes on
beyond that. So a chunk can be read without the rest of the file if the abbreviations defined
before it are given, and what it says can be kept under the digest of its bytes. A comment in
braces is the one thing that may run over several such places; they are then one chunk.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from symposium.model.ids import slug
from symposium.model.problems import Code, Problem
from symposium.reading.bibtex_reader import MAX_EXPANDED, PREDEFINED, RawEntry, Reader
from symposium.reading.cache import Cache
from symposium.reading.entry_facts import SETTINGS, EntryFacts
from symposium.reading.inheritance import LINKS
from symposium.reading.paper_codec import Plain, Tables, digest, long_part, problem_rows

CONTROLS = bytes({*range(0x20), 0x7F} - {0x09, 0x0A, 0x0C})
RE_NO_CHARACTER = re.compile(b"\xef\xbf[\xbe\xbf]")
"""U+FFFE and U+FFFF in UTF-8."""

PAPER, INHERITING, LENDER = range(3)
"""What an entry is: a paper by itself, one with what it inherits, or no paper."""


class OddTextError(Exception):
    """A text is not UTF-8 or holds control characters: it has to be cleaned as a whole."""


class Chunk(NamedTuple):
    """What a chunk says, as plain values. Lines count from 0, at its own first line."""

    entries: tuple[Plain, ...]
    """Each has a row of an `ChunkEntry`."""
    problems: tuple[Plain, ...]
    strings: tuple[tuple[str, str], ...]
    """The abbreviations that it defines."""
    expanded: int
    """Characters of abbreviations that were expanded."""
    lines: int
    """How many line feeds it has."""
    unclosed: int
    """The byte at which a comment begins that does not close in it, or -1."""


class ChunkEntry(NamedTuple):
    """What is kept of an entry; see `symposium.reading.paper_codec` for its lines."""

    line: int
    column: int
    kind: int
    key: str
    slug: str
    problems: tuple[Plain, ...]
    links: tuple[Plain, ...]
    """Of an inheriting entry: name, value, line and column of the fields that name its parents."""
    digest: bytes
    row: Plain | None
    """Of a paper: the values of its fields."""


class ChunkReader:
    """Reads chunks into a cache."""

    def __init__(self, cache: Cache) -> None:
        self.cache = cache
        self.tables = Tables()
        self.expanded = 0
        """Characters of abbreviations in all that was read."""

    def read(self, data: bytes, key: bytes, strings: Mapping[str, str] = PREDEFINED) -> None:
        """Read a chunk and keep it under its key."""
        if len(data.translate(None, CONTROLS)) != len(data) or RE_NO_CHARACTER.search(data):
            raise OddTextError
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            raise OddTextError from error
        reader = Reader(text, "", strings)
        reader.run()
        self.expanded += MAX_EXPANDED - reader.budget
        long: list[bytes] = []
        unclosed = reader.unclosed
        chunk = Chunk(
            tuple([entry_row(entry, self.tables, long) for entry in reader.entries]),
            problem_rows(reader.problems) if reader.problems else (),
            tuple(reader.defined.items()),
            MAX_EXPANDED - reader.budget,
            data.count(b"\n"),
            len(text[:unclosed].encode()) if unclosed >= 0 else -1,
        )
        self.cache.put(key, tuple(chunk), long)


def entry_row(entry: RawEntry, tables: Tables, long: list[bytes]) -> Plain:
    """Return what is kept of an entry, and add its long part to ``long``."""
    line, column = entry.place.line, entry.place.column
    fields = own_values(entry)
    kind, facts = PAPER, {}
    problems: list[Problem] = []
    if entry.type == "xdata":
        kind = LENDER
    elif entry.type in SETTINGS:
        kind = LENDER
        message = f'"{entry.key}" is an entry of settings (@{entry.type}), not a work'
        problems = [Problem(Code.BIB_SETTINGS, message, entry.place)]
    elif "crossref" in fields or "xdata" in fields:
        kind = INHERITING
    else:
        reader = EntryFacts(entry, fields)
        facts, problems = reader.read(), reader.problems
    data = long_part(entry, abstract=facts.get("abstract"))
    long.append(data)
    made = slug(entry.key)
    return (
        line - 1,
        column,
        kind,
        entry.key,
        entry.key if made == entry.key else made,
        problem_rows(problems, line) if problems else (),
        () if kind == PAPER else _links(entry, fields),
        digest(data),
        tables.row(facts) if kind == PAPER else None,
    )


def own_values(entry: RawEntry) -> dict[str, str]:
    """Return the values of an entry by name; of a repeated field the first."""
    values = dict(entry.fields)
    return values if len(values) == len(entry.fields) else dict(reversed(entry.fields))


def _links(entry: RawEntry, fields: Mapping[str, str]) -> tuple[Plain, ...]:
    places = EntryFacts(entry, fields)
    found = [(name, *places.place(name)) for name in LINKS if name in fields]
    first = entry.place.line
    return tuple([(name, fields[name], line - first, column) for name, line, column in found])
