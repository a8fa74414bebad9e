"""The site's facts as JSON files below ``api/v1/``.

The same facts give the same bytes: records are sorted by id, one per line, without a time stamp.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Final

from symposium.export.api_objects import DEFINED, Schema, list_schema, object_schema, ref, schema_of
from symposium.export.api_tables import of_kind
from symposium.export.api_values import Context, Json
from symposium.kinds import BY_NAME, KINDS
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.pages.small_texts import encode
from symposium.pages.urls import Urls

FOLDER: Final = "api/v1"
"""Where the files are, relative to the root of the site."""
MAX_RECORDS = 5_000
"""The most records in one file; a larger table is split into numbered files."""
INDEX, SCHEMA = f"{FOLDER}/index.json", f"{FOLDER}/schema.json"

Part = tuple[str, list[str]]
"""The kind of the records in one file, and their ids."""
Tables = dict[str, dict[str, Part]]
"""Table name (``papers``) to its files, each by its path."""


def api_files(kb: KnowledgeBase, mentions: Mentions, urls: Urls) -> Iterator[tuple[str, bytes]]:
    """Yield the path (relative to the root of the site) and content of each file of the API."""
    context, files = Context(kb, mentions, urls), tables(kb)
    for parts in files.values():
        for file, part in parts.items():
            yield file, table_file(context, part)
    yield INDEX, index_file(files)
    yield SCHEMA, pretty(schema())


def tables(kb: KnowledgeBase) -> Tables:
    """Return the files of each table (``papers``, ``posters``, …) and the ids in each file."""
    files: Tables = {}
    for kind in KINDS:
        table = kb.entities[kind.name]
        split = {kind.folder: sorted(table)}
        if kind.name == "paper":
            for name, poster in (("papers", False), ("posters", True)):
                split[name] = sorted(id_ for id_ in table if table[id_].poster is poster)
        for name, ids in split.items():
            runs = [ids[at : at + MAX_RECORDS] for at in range(0, len(ids), MAX_RECORDS)] or [[]]
            several = len(runs) > 1
            files[name] = {
                f"{FOLDER}/{name}{f'-{number}' if several else ''}.json": (kind.name, run)
                for number, run in enumerate(runs)
            }
    return files


def table_file(context: Context, part: Part) -> bytes:
    """Return the content of one file of a table."""
    # One object at a time becomes text, as a large site has too many to keep in memory.
    kind, ids = part
    write, records = of_kind(BY_NAME[kind]).write, context.kb.entities[kind]
    rows = [encode(write(context, records[id_])) for id_ in ids]
    # One record per line, so that a diff shows which records have changed.
    return _encode("[\n" + ",\n".join(rows) + "\n]\n" if rows else "[]\n")


def index_file(files: Tables) -> bytes:
    """Return the content of ``index.json``: the number of records and the files of each table."""
    counts = {name: sum(len(ids) for _kind, ids in parts.values()) for name, parts in files.items()}
    names = {name: [PurePosixPath(file).name for file in parts] for name, parts in files.items()}
    return pretty({"schema": "schema.json", "counts": counts, "files": names})


def schema() -> Schema:
    """Return the JSON Schema of all files: the promise about field names, types and meanings.

    ``$defs`` has each record by its kind and each file by its name (``papers.json`` also describes
    ``papers-0.json``, …). The copy in ``schemas/api.json`` makes changes visible in reviews.
    """
    names = [*(kind.folder for kind in KINDS), "posters"]
    definitions = {shape.name: shape.schema() for shape in DEFINED}
    definitions |= {kind.name: of_kind(kind).schema() for kind in KINDS}
    definitions["poster"] = {**ref("paper"), "description": "A poster has the fields of a paper."}
    for name, record in zip(names, (*(kind.name for kind in KINDS), "poster"), strict=True):
        definitions[f"{name}.json"] = list_schema(ref(record), "A file of records, sorted by id.")
    count = {"type": "integer", "minimum": 0, "description": "Number of records."}
    files = list_schema(
        schema_of("text", "Name of a file, beside the index.", pattern=r"^[a-z]+(-\d+)?\.json$"),
        "The files that hold the records, in order.",
        minItems=1,
    )
    definitions["index.json"] = object_schema(
        "The index: how many records there are, and which files hold them.",
        schema=schema_of("text", "Name of the file that describes all files.", const="schema.json"),
        counts=object_schema("Number of records by table.", **dict.fromkeys(names, count)),
        files=object_schema("Files by table.", **dict.fromkeys(names, files)),
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
    """Return indented JSON, for the files that people read too."""
    return _encode(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def _encode(text: str) -> bytes:
    # UTF-8 cannot hold a lone surrogate, which an escape in YAML can make.
    return text.encode("utf-8", "replace")
