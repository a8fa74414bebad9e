"""The JSON Schema of ``api/v1/``: the promise about field names, types and meanings.

It comes from what makes the files. The copy in ``schemas/api.json`` shows what a change does to it.
"""

from __future__ import annotations

from typing import Final

from symposium.export.api_objects import DEFINED
from symposium.export.api_tables import of_kind
from symposium.export.schema_words import Schema, many, record, ref, text
from symposium.kinds import KINDS

FOLDER: Final = "api/v1"
"""Where the files are, relative to the root of the site."""

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def schema() -> Schema:
    """Return the schema of all files.

    ``$defs`` has each record by its kind, and each file by its name (``papers.json`` stands for
    ``papers-0.json``, … too).
    """
    definitions = {"index.json": _index()} | {one.name: one.schema() for one in DEFINED}
    for kind in KINDS:
        definitions[kind.name] = of_kind(kind).schema()
        definitions[f"{kind.folder}.json"] = _table(kind.name)
    definitions["poster"] = {
        "$ref": "#/$defs/paper",
        "description": "A poster has the fields of a paper.",
    }
    definitions["posters.json"] = _table("poster")
    return {
        "$schema": DIALECT,
        "title": "Facts of a Symposium site",
        "description": (
            "A file is the index or a list of records of one kind. Every record has all of its "
            "fields: what is not known is null, or an empty list."
        ),
        "anyOf": [ref(f"{name}.json") for name in ("index", *_tables())],
        "$defs": dict(sorted(definitions.items())),
    }


def _tables() -> list[str]:
    return [*(kind.folder for kind in KINDS), "posters"]


def _table(name: str) -> Schema:
    return many(ref(name), "A file of records, sorted by id.")


def _index() -> Schema:
    names = _tables()
    count = {"type": "integer", "minimum": 0, "description": "Number of records."}
    files = many(
        text("Name of a file, beside the index.", pattern=r"^[a-z]+(-\d+)?\.json$"),
        "The files that hold the records, in order.",
        minItems=1,
    )
    return record(
        "The index: how many records there are, and which files hold them.",
        schema=text("Name of the file that describes all files.", const="schema.json"),
        counts=record("Number of records by table.", **dict.fromkeys(names, count)),
        files=record("Files by table.", **dict.fromkeys(names, files)),
    )
