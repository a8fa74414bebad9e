"""The tables of an SQLite export, as the schema of the API describes them.

A kind is a table; each of its values that is a list is a table of its own, with a row for each
item. A value that is the id of a record is a foreign key. So whatever the API has of a kind, also
of one of a plugin, is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from symposium.export.api_objects import DEFINED
from symposium.export.api_tables import of_kind
from symposium.export.schema_words import Schema
from symposium.kinds import BY_FOLDER, BY_NAME
from symposium.kinds.kind import Kind

Path = tuple[str, ...]
"""The names that lead to a value in an object."""

KEPT = frozenset({"rowid", "rank"})
"""Names that a table of SQLite or its index of words has of its own."""
WORKED_OUT = {"posters": "paper", "cites": "paper", "cited_by": "paper", "committee": "person"}
"""Kinds of the records that values name, where neither a field nor their own name says it."""
ID = "^[a-z0-9]+(-"
"""Begins the patterns of ids."""
SQL_TYPES = {"string": "TEXT", "integer": "INTEGER", "boolean": "INTEGER"}


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    name: str
    path: Path
    type: str
    """Of SQLite; empty for numbers that may be printed in a way of their own."""
    about: str
    refers: str = ""
    """The table of the row that it names."""
    key: str = "id"
    """The column of that table that it holds a value of."""
    prose: bool = False
    """Whether it is text for readers, which is searched."""
    names: bool = False
    """Whether it holds the names of several, joined."""


@dataclass
class TableOf:
    """A table: of a kind, or of the items of lists in another."""

    name: str
    about: str
    columns: list[Column] = field(default_factory=list)
    lists: list[tuple[Path, TableOf]] = field(default_factory=list)
    """Tables of lists, each with where the list is in an object."""
    owner: Column | None = None
    """The column of a list's table that names whose list it is."""
    position: str = ""
    """The column of the place in the list, from 1."""
    key: str = ""
    """The column that numbers the rows, where lists of these rows refer to them."""

    @property
    def prose(self) -> list[str]:
        """The columns that are searched."""
        return [one.name for one in self.columns if one.prose and one.name not in KEPT]


def table_of(kind: Kind) -> TableOf:
    """Return the table of a kind, with those of its lists."""
    shape = of_kind(kind)
    made = TableOf(kind.folder, shape.about)
    _fill(made, shape.schema(), _Names(kind), ())
    if kind.name == "paper":
        made.columns.append(Column("poster", ("poster",), "INTEGER", "Whether it is a poster."))
    return made


class _Names:
    """What the names of values in the objects of a kind mean."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def refers(self, name: str, schema: Schema) -> str:
        """Return the table of the records that a value names by their ids, if it does."""
        said = self.kind.fields.get(name)
        if said and (said.refers or said.role):
            return BY_NAME[said.refers or "person"].folder
        if name != "source" and not str(schema.get("pattern", "")).startswith(ID):
            return ""
        if name in BY_FOLDER:
            return name
        kind = BY_NAME.get(WORKED_OUT.get(name, name))
        return kind.folder if kind else ""


def _fill(table: TableOf, schema: Schema, names: _Names, above: Path) -> None:
    """Add what objects hold; names of values within a value begin with its own."""
    for name, said in schema["properties"].items():
        value = _plain(said)
        path = (*above, name)
        about = said.get("description") or value.get("description", "")
        inside = value.get("properties")
        if value["type"] == "array":
            _add_list(table, path, value, names)
        elif inside and "id" in inside and name in BY_NAME:
            table.columns.append(
                Column("_".join(path), (*path, "id"), "TEXT", about, BY_NAME[name].folder)
            )
        elif inside is not None:
            _fill(table, value, names, path)
        elif value["type"] == "object":
            _add_map(table, path, value, names)
        else:
            table.columns.append(_column(path, value, about, names))


def _column(path: Path, schema: Schema, about: str, names: _Names) -> Column:
    type_ = SQL_TYPES.get(schema["type"], "") if isinstance(schema["type"], str) else ""
    prose = type_ == "TEXT" and not {"pattern", "enum", "const"} & set(schema)
    return Column("_".join(path), path, type_, about, names.refers(path[-1], schema), prose=prose)


def _add_list(table: TableOf, path: Path, schema: Schema, names: _Names) -> None:
    """Add the table of a list; names in it also stand together in a column of the record."""
    items, name, about = _plain(schema["items"]), "_".join(path), schema.get("description", "")
    inside: Mapping[str, Schema] = items.get("properties", {})
    if inside:
        made = _owned(table, name, about, inside, names)
        made.key = _free("id", inside)
        _fill(made, items, names, ())
        made.key = made.key if made.lists else ""
        if "name" in inside:
            table.columns.append(Column(name, path, "TEXT", about, prose=True, names=True))
    else:
        refers = names.refers(path[-1], items)
        value = _free(BY_FOLDER[refers].name, [names.kind.name], path[-1]) if refers else "value"
        made = _owned(table, name, about, [value], names)
        made.columns.append(Column(value, (), "TEXT", about, refers))
    table.lists.append((path, made))


def _add_map(table: TableOf, path: Path, schema: Schema, names: _Names) -> None:
    about = schema.get("description", "")
    made = _owned(table, "_".join(path), about, ["name", "value"], names)
    made.columns += [
        Column("name", ("name",), "TEXT", "The name."),
        Column("value", ("value",), "TEXT", schema["additionalProperties"].get("description", "")),
    ]
    table.lists.append((path, made))


def _owned(table: TableOf, name: str, about: str, taken: Iterable[str], names: _Names) -> TableOf:
    if table.owner:
        about_owner = "The row of the list."
        owner = Column(_free(table.name, taken), (), "INTEGER", about_owner, table.name, table.key)
    else:
        name_of_owner = _free(names.kind.name, taken)
        owner = Column(name_of_owner, (), "TEXT", f"Id of the {names.kind.name}.", table.name)
    return TableOf(f"{table.name}_{name}", about, owner=owner, position=_free("position", taken))


def _free(name: str, taken: Iterable[str], instead: str = "") -> str:
    """Return a name for a column that no other has."""
    others = {one.lower() for one in taken}
    if name.lower() in others and instead:
        return _free(instead, others)
    while name.lower() in others:
        name = f"of_{name}"
    return name


def _plain(schema: Schema) -> Schema:
    """Return the schema of a value that is there: without null, and with what a name stands for."""
    if "anyOf" in schema:
        schema = next(one for one in schema["anyOf"] if one.get("type") != "null")
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return next(one.schema() for one in DEFINED if one.name == name)
    if isinstance(schema["type"], list):
        types: Sequence[Any] = [one for one in schema["type"] if one != "null"]
        return {**schema, "type": types[0] if len(types) == 1 else types}
    return schema
