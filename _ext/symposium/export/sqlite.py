"""All facts as one SQLite database, which Datasette opens with its ``metadata.json``."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from symposium.export.api import tables
from symposium.export.api_values import Json
from symposium.export.sqlite_tables import Column, Path, TableOf, table_of
from symposium.kinds import BY_FOLDER, KINDS
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.pages.urls import Urls

NAME: Final = "symposium"
LABELS: Final = ("title", "name")
"""Columns that tell what a record is called, the first that there is."""

EXAMPLES: Mapping[str, str] = {
    "Works by year": (
        "select year, count(*) as works from papers where not poster group by year order by year"
    ),
    "Most works": (
        "select people.name, count(*) as works from papers_authors\n"
        "join people on people.id = papers_authors.person\n"
        "group by people.id order by works desc, people.name limit 20"
    ),
    "Who works with whom": (
        "select one.name, other.name as coauthor, count from people_coauthors\n"
        "join people one on one.id = of_person join people other on other.id = person\n"
        "where of_person < person order by count desc, one.name limit 20"
    ),
    "Words in papers": (
        "select papers.title, papers.authors, papers.year from papers_fts\n"
        "join papers on papers.rowid = papers_fts.rowid\n"
        "where papers_fts match :words order by papers_fts.rank limit 20"
    ),
    "Topics and their years": (
        "select topics.title, min(year) as first, max(year) as last, count(*) as works\n"
        "from papers_topics join topics on topics.id = topic join papers on papers.id = paper\n"
        "group by topics.id order by works desc, topics.title"
    ),
    "Talks that present a paper": (
        "select events.title as event, talks.title, talks.start, papers.url from talks\n"
        "join papers on papers.id = talks.paper left join events on events.id = talks.event\n"
        "order by talks.start"
    ),
}
"""Questions with their answers in SQL: those of the guide, which Datasette offers by name."""


def sqlite_files(kb: KnowledgeBase, mentions: Mentions, urls: Urls) -> Iterator[tuple[str, bytes]]:
    """Yield the database, and what Datasette says about it."""
    made = [table_of(kind) for kind in KINDS]
    yield f"{NAME}.db", database(made, kb, mentions, urls)
    yield "metadata.json", _metadata(made)


def database(made: Sequence[TableOf], kb: KnowledgeBase, mentions: Mentions, urls: Urls) -> bytes:
    """Return the database: the same bytes for the same facts, from one version of SQLite."""
    by_name = {one.name: one for one in made}
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.execute("pragma page_size = 4096")
        connection.execute("begin")
        for table in made:
            _create(connection, table)
        filler = _Filler(connection, kb)
        for name, rows in tables(kb, mentions, urls):
            poster = name == "posters"
            table = by_name["papers" if poster else name]
            for row in rows:
                filler.add(table, {**row, "poster": poster} if table.name == "papers" else row)
        for table in made:
            _index_words(connection, table)
        connection.execute("commit")
        return connection.serialize()
    finally:
        connection.close()


def quoted(name: str) -> str:
    """Return a name as SQL writes it."""
    return '"' + name.replace('"', '""') + '"'


def _create(connection: sqlite3.Connection, table: TableOf) -> None:
    """Create a table and those of its lists."""
    columns = [table.owner] if table.owner else []
    columns += table.columns
    written = [_written(one) for one in columns]
    if table.owner:
        written.append(f"{quoted(table.position)} INTEGER")
        if table.key:
            written.insert(0, f"{quoted(table.key)} INTEGER PRIMARY KEY")
    else:
        written[0] += " PRIMARY KEY"
    lines = ",\n  ".join(written)
    connection.execute(f"CREATE TABLE {quoted(table.name)} (\n  {lines}\n)")
    for name in [one.name for one in columns if one.refers]:
        index = quoted(f"{table.name}_by_{name}")
        connection.execute(f"CREATE INDEX {index} ON {quoted(table.name)} ({quoted(name)})")
    for _, inner in table.lists:
        _create(connection, inner)


def _written(column: Column) -> str:
    written = f"{quoted(column.name)} {column.type}".rstrip()
    # Datasette wants to be told of the column, too.
    there = f" REFERENCES {quoted(column.refers)} ({quoted(column.key)})"
    return written + there if column.refers else written


class _Filler:
    """Adds objects to tables."""

    def __init__(self, connection: sqlite3.Connection, kb: KnowledgeBase) -> None:
        self.connection = connection
        self.kb = kb
        self.numbers: dict[str, int] = {}
        """The last number of a row, by table, where rows have numbers."""

    def add(
        self, table: TableOf, value: Json | str, owner: str | int = "", position: int = 0
    ) -> None:
        """Add a row and those of its lists; an id that names no record leaves its place empty."""
        cells = [self._cell(one, value) for one in table.columns]
        own: str | int = value["id"] if isinstance(value, dict) and not table.owner else ""
        if table.owner:
            if not isinstance(value, dict) and cells == [None]:
                return
            cells = [owner, *cells, position]
            if table.key:
                own = self.numbers[table.name] = self.numbers.get(table.name, 0) + 1
                cells.insert(0, own)
        marks = ", ".join("?" * len(cells))
        self.connection.execute(f"INSERT INTO {quoted(table.name)} VALUES ({marks})", cells)  # noqa: S608 - quoted
        for path, inner in table.lists:
            for place, one in enumerate(_items(_at(value, path)), 1):
                self.add(inner, one, own, place)

    def _cell(self, column: Column, value: Any) -> Any:
        found = _at(value, column.path)
        if column.names:
            return "; ".join(one["name"] for one in found or ()) or None
        if isinstance(found, str):
            found = found.encode("utf-8", "replace").decode()
            if kind := BY_FOLDER.get(column.refers):
                return self.kb.find(kind.name, found)
        return found


def _at(value: Any, path: Path) -> Any:
    """Return what names lead to, or ``None`` where there is nothing on the way."""
    for name in path:
        if value is None:
            return None
        value = value.get(name)
    return value


def _items(value: Any) -> Sequence[Any]:
    """Return the items of a list, or the names and values of a map."""
    if isinstance(value, dict):
        return [{"name": name, "value": one} for name, one in value.items()]
    return value or ()


def _index_words(connection: sqlite3.Connection, table: TableOf) -> None:
    """Add the index of all words for readers, which Datasette finds by its name."""
    if not table.prose:
        return
    columns, index = ", ".join(map(quoted, table.prose)), quoted(f"{table.name}_fts")
    how = "tokenize='porter unicode61 remove_diacritics 2'"
    connection.execute(
        f"CREATE VIRTUAL TABLE {index} USING fts5 ({columns}, content={quoted(table.name)}, {how})"
    )
    for command in ("rebuild", "optimize"):
        connection.execute(f"INSERT INTO {index} ({index}) VALUES (?)", (command,))  # noqa: S608 - quoted


def _metadata(made: Sequence[TableOf]) -> bytes:
    """Return what tables, columns and queries are, for Datasette."""
    described: Json = {}
    todo = list(made)
    while todo:
        table = todo.pop(0)
        todo += [inner for _, inner in table.lists]
        columns = [*([table.owner] if table.owner else []), *table.columns]
        names = {one.name for one in columns}
        described[table.name] = {
            "description": table.about,
            "columns": {one.name: one.about for one in columns if one.about},
        }
        if label := next((one for one in LABELS if one in names and not table.owner), ""):
            described[table.name]["label_column"] = label
        if "year" in names:
            described[table.name] |= {"sort_desc": "year", "facets": ["year"]}
    queries = {
        title.lower().replace(" ", "-"): {"title": title, "sql": sql}
        for title, sql in EXAMPLES.items()
    }
    said = {"databases": {NAME: {"queries": queries, "tables": described}}}
    return (json.dumps(said, ensure_ascii=False, indent=2) + "\n").encode()
