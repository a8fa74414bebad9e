"""The site's facts as JSON files below ``api/v1/``.

The files are the same for the same facts: records are sorted by id, one on each line, and nothing
tells when they were made.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Final

from symposium.export.api_objects import DEFINED, Schema, many, record, ref, schema_of
from symposium.export.api_tables import of_kind
from symposium.export.api_values import Context, Json
from symposium.kinds import BY_NAME, KINDS
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.pages.small_texts import encode
from symposium.pages.urls import Urls

FOLDER: Final = "api/v1"
"""Where the files are, relative to the root of the site."""
MOST = 5_000
"""A file holds so many records at most; beyond that the kind is split into numbered files."""
INDEX, SCHEMA = f"{FOLDER}/index.json", f"{FOLDER}/schema.json"

Part = tuple[str, list[str]]
"""The kind of the records in one file, and their ids."""
Tables = dict[str, dict[str, Part]]
"""The files of each table by their paths."""


def api_files(kb: KnowledgeBase, mentions: Mentions, urls: Urls) -> Iterator[tuple[str, bytes]]:
    """Yield path (relative to the root of the site) and content of each file."""
    context, files = Context(kb, mentions, urls), tables(kb)
    for parts in files.values():
        for file, part in parts.items():
            yield file, table_file(context, part)
    yield INDEX, index_file(files)
    yield SCHEMA, pretty(schema())


def tables(kb: KnowledgeBase) -> Tables:
    """Return the files of each table (``papers``, ``posters``, …), with what stands in each."""
    made: Tables = {}
    for kind in KINDS:
        table = kb.entities[kind.name]
        split = {kind.folder: sorted(table)}
        if kind.name == "paper":
            for name, poster in (("papers", False), ("posters", True)):
                split[name] = sorted(one for one in table if table[one].poster is poster)
        for name, ids in split.items():
            runs = [ids[at : at + MOST] for at in range(0, len(ids), MOST)] or [[]]
            several = len(runs) > 1
            made[name] = {
                f"{FOLDER}/{name}{f'-{number}' if several else ''}.json": (kind.name, run)
                for number, run in enumerate(runs)
            }
    return made


def table_file(context: Context, part: Part) -> bytes:
    """Return the content of one file of a table."""
    # Each object is made, written and forgotten: a large site has many of them.
    kind, ids = part
    write, records = of_kind(BY_NAME[kind]).write, context.kb.entities[kind]
    rows = [encode(write(context, records[one])) for one in ids]
    # Each record on a line of its own: small, and good to compare.
    return _encode("[\n" + ",\n".join(rows) + "\n]\n" if rows else "[]\n")


def index_file(files: Tables) -> bytes:
    """Return the list of all tables."""
    counts = {name: sum(len(ids) for _kind, ids in parts.values()) for name, parts in files.items()}
    names = {name: [PurePosixPath(file).name for file in parts] for name, parts in files.items()}
    return pretty({"schema": "schema.json", "counts": counts, "files": names})


def schema() -> Schema:
    """Return the JSON Schema of all files: the promise about field names, types and meanings.

    ``$defs`` has each record by its kind, and each file by its name (``papers.json`` stands for
    ``papers-0.json``, … too). The copy in ``schemas/api.json`` shows what a change does to it.
    """
    names = [*(kind.folder for kind in KINDS), "posters"]
    definitions = {one.name: one.schema() for one in DEFINED}
    definitions |= {kind.name: of_kind(kind).schema() for kind in KINDS}
    definitions["poster"] = {**ref("paper"), "description": "A poster has the fields of a paper."}
    for name, one in zip(names, (*(kind.name for kind in KINDS), "poster"), strict=True):
        definitions[f"{name}.json"] = many(ref(one), "A file of records, sorted by id.")
    count = {"type": "integer", "minimum": 0, "description": "Number of records."}
    files = many(
        schema_of("text", "Name of a file, beside the index.", pattern=r"^[a-z]+(-\d+)?\.json$"),
        "The files that hold the records, in order.",
        minItems=1,
    )
    definitions["index.json"] = record(
        "The index: how many records there are, and which files hold them.",
        schema=schema_of("text", "Name of the file that describes all files.", const="schema.json"),
        counts=record("Number of records by table.", **dict.fromkeys(names, count)),
        files=record("Files by table.", **dict.fromkeys(names, files)),
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Facts of a Symposium site",
        "description": (
            "A file is the index or a list of records of one kind. Every record has all of its "
            "fields: what is not known is null, or an empty list."
        ),
        "anyOf": [ref(f"{name}.json") for name in ("index", *names)],
        "$defs": dict(sorted(definitions.items())),
    }


def pretty(value: Json) -> bytes:
    """Return a file that people may read, too."""
    return _encode(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def _encode(text: str) -> bytes:
    # Half a surrogate pair, which an escape in YAML can make, has no place in UTF-8.
    return text.encode("utf-8", "replace")
