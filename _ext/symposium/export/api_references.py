"""Which values in objects of the API name records of other kinds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symposium.export.api_objects import DEFINED
from symposium.export.schema_words import Schema
from symposium.kinds import BY_FOLDER, BY_NAME
from symposium.kinds.kind import Kind

WORKED_OUT = {"posters": "paper", "cites": "paper", "cited_by": "paper", "committee": "person"}
"""Kinds of the records that values name, where neither a field nor their own name says it."""
ID = "^[a-z0-9]+(-"
"""Begins the patterns of ids."""


def folder_named(kind: Kind, name: str, schema: Schema) -> str:
    """Return the folder of the records that a value names by their ids; an empty one if none.

    ``name`` is that of the value in an object of ``kind``, and ``schema`` that of one id.
    """
    said = kind.fields.get(name)
    if said and (said.refers or said.role):
        return BY_NAME[said.refers or "person"].folder
    if name != "source" and not str(schema.get("pattern", "")).startswith(ID):
        return ""
    if name in BY_FOLDER:
        return name
    other = BY_NAME.get(WORKED_OUT.get(name, name))
    return other.folder if other else ""


def plain(schema: Schema) -> Schema:
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
