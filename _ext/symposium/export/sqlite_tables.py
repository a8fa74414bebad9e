"""The tables of an SQLite export, as the schema of the API describes them.

A kind is a table; each of its values that is a list is a table of its own, with a row for each
item. A value that is the id of a record is a foreign key. So whatever the API has of a kind, also
of one of a plugin, is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from symposium.export.api_references import folder_named, plain
from symposium.export.api_tables import of_kind
from symposium.export.schema_words import Schema
from symposium.kinds import BY_FOLDER, BY_NAME
from symposium.kinds.kind import Kind

Path = tuple[str, ...]
"""The names that lead to a value in an object."""

KEPT = frozenset({"rowid", "rank"})
"""Names that a table of SQLite or its index of words has of its own."""
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
    _fill(made, shape.schema(), kind, ())
    if kind.name == "paper":
        made.columns.append(Column("poster", ("poster",), "INTEGER", "Whether it is a poster."))
    return made


def _fill(table: TableOf, schema: Schema, kind: Kind, above: Path) -> None:
    """Add what objects hold; names of values within a value begin with its own."""
    for name, said in schema["properties"].items():
        value = plain(said)
        path = (*above, name)
        about = said.get("description") or value.get("description", "")
        inside = value.get("properties")
        if value["type"] == "array":
            _add_list(table, path, value, kind)
        elif inside and "id" in inside and name in BY_NAME:
            table.columns.append(
                Column("_".join(path), (*path, "id"), "TEXT", about, BY_NAME[name].folder)
            )
        elif inside is not None:
            _fill(table, value, kind, path)
        elif value["type"] == "object":
            _add_map(table, path, value, kind)
        else:
            table.columns.append(_column(path, value, about, kind))


def _column(path: Path, schema: Schema, about: str, kind: Kind) -> Column:
    type_ = SQL_TYPES.get(schema["type"], "") if isinstance(schema["type"], str) else ""
    prose = type_ == "TEXT" and not {"pattern", "enum", "const"} & set(schema)
    return Column(
        "_".join(path), path, type_, about, folder_named(kind, path[-1], schema), prose=prose
    )


def _add_list(table: TableOf, path: Path, schema: Schema, kind: Kind) -> None:
    """Add the table of a list; names in it also stand together in a column of the record."""
    items, name, about = plain(schema["items"]), "_".join(path), schema.get("description", "")
    inside: Mapping[str, Schema] = items.get("properties", {})
    if inside:
        made = _owned(table, name, about, inside, kind)
        made.key = _free("id", inside)
        _fill(made, items, kind, ())
        made.key = made.key if made.lists else ""
        if "name" in inside:
            table.columns.append(Column(name, path, "TEXT", about, prose=True, names=True))
    else:
        refers = folder_named(kind, path[-1], items)
        value = _free(BY_FOLDER[refers].name, [kind.name], path[-1]) if refers else "value"
        made = _owned(table, name, about, [value], kind)
        made.columns.append(Column(value, (), "TEXT", about, refers))
    table.lists.append((path, made))


def _add_map(table: TableOf, path: Path, schema: Schema, kind: Kind) -> None:
    about = schema.get("description", "")
    made = _owned(table, "_".join(path), about, ["name", "value"], kind)
    made.columns += [
        Column("name", ("name",), "TEXT", "The name."),
        Column("value", ("value",), "TEXT", schema["additionalProperties"].get("description", "")),
    ]
    table.lists.append((path, made))


def _owned(table: TableOf, name: str, about: str, taken: Iterable[str], kind: Kind) -> TableOf:
    if table.owner:
        about_owner = "The row of the list."
        owner = Column(_free(table.name, taken), (), "INTEGER", about_owner, table.name, table.key)
    else:
        name_of_owner = _free(kind.name, taken)
        owner = Column(name_of_owner, (), "TEXT", f"Id of the {kind.name}.", table.name)
    return TableOf(f"{table.name}_{name}", about, owner=owner, position=_free("position", taken))


def _free(name: str, taken: Iterable[str], instead: str = "") -> str:
    """Return a name for a column that no other has."""
    others = {one.lower() for one in taken}
    if name.lower() in others and instead:
        return _free(instead, others)
    while name.lower() in others:
        name = f"of_{name}"
    return name
