"""The site's facts as JSON files below ``api/v1/``.

The same facts give the same bytes: records are sorted by id, one per line, without a time stamp.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Final
from zlib import crc32

from symposium.export.api_objects import DEFINED, Schema, list_schema, object_schema, ref, schema_of
from symposium.export.api_tables import Shapes, of_kind
from symposium.export.api_values import Context, Json
from symposium.kinds import BY_NAME, KINDS
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.pages.small_texts import encode
from symposium.pages.urls import Urls

FOLDER: Final = "api/v1"
"""Where the files are, relative to the root of the site."""
MAX_RECORDS = 250
"""The most records in one file: an edit rewrites whole files, and programs load them."""
INDEX, SCHEMA = f"{FOLDER}/index.json", f"{FOLDER}/schema.json"
FILE: Final = r"^[a-z]+(-[01]+)?\.json$"
"""The names of files of records."""

Parts = dict[str, tuple[str, str, list[str]]]
"""Path of a file to the name of its table (``papers``), and the kind and ids of its records."""


def api_files(kb: KnowledgeBase, mentions: Mentions, urls: Urls) -> Iterator[tuple[str, bytes]]:
    """Yield the path (relative to the root of the site) and content of each file of the API."""
    context, shapes, parts = Context(kb, mentions, urls), cache(of_kind), parts_of(kb)
    digests = {}
    for path, (_, kind, ids) in parts.items():
        content = table_file(context, shapes, kind, ids)
        digests[path] = digest(content)
        yield path, content
    yield INDEX, index_file(parts, digests)
    yield SCHEMA, pretty(schema())


def parts_of(kb: KnowledgeBase) -> Parts:
    """Return the files of all tables (``papers``, ``posters``, …) and the records in each file."""
    parts: Parts = {}
    for kind in KINDS:
        table = kb.entities[kind.name]
        lists = {kind.folder: list(table)}
        if kind.name == "paper":
            for name, poster in (("papers", False), ("posters", True)):
                lists[name] = [id_ for id_ in table if table[id_].poster is poster]
        for name, ids in lists.items():
            for digits, part in _divided(sorted(ids, key=_code)):
                parts[f"{FOLDER}/{name}{digits and f'-{digits}'}.json"] = (name, kind.name, part)
    return parts


def _code(record_id: str) -> int:
    return crc32(record_id.encode())


def _divided(ids: list[str], digits: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield the parts of a table, given its ids in the order of their CRC-32.

    A part has the ids whose CRC-32 (of 32 binary digits) begins with its digits. A part that
    becomes too large is cut in two, so another record changes no other part.
    """
    if len(ids) <= MAX_RECORDS or len(digits) == 32:
        yield digits, sorted(ids)
        return
    middle = bisect_left(ids, int(f"{digits}1".ljust(32, "0"), 2), key=_code)
    yield from _divided(ids[:middle], f"{digits}0")
    yield from _divided(ids[middle:], f"{digits}1")


def table_file(context: Context, shapes: Shapes, kind: str, ids: Sequence[str]) -> bytes:
    """Return the content of one file of a table."""
    records = map(context.kb.entities[kind].__getitem__, ids)
    rows = map(encode, shapes(BY_NAME[kind]).write_all(context, records))
    # One record per line, so that a diff shows which records have changed.
    return _encode("[\n" + ",\n".join(rows) + "\n]\n" if ids else "[]\n")


def digest(content: bytes) -> str:
    """Return the digest of a file, as programs compare it: SHA-256 in hexadecimal."""
    return sha256(content).hexdigest()


def index_file(parts: Parts, digests: Mapping[str, str]) -> bytes:
    """Return the content of ``index.json``, given the `digest` of each file by its path."""
    index: Json = {"schema": "schema.json", "counts": {}, "files": {}, "digests": {}}
    for path, (table, _, ids) in parts.items():
        name = PurePosixPath(path).name
        index["counts"][table] = index["counts"].get(table, 0) + len(ids)
        index["files"].setdefault(table, []).append(name)
        index["digests"][name] = digests[path]
    return pretty(index)


def schema() -> Schema:
    """Return the JSON Schema of all files: the promise about field names, types and meanings.

    ``$defs`` has each record by its kind and each file by its name (``papers.json`` also describes
    ``papers-0.json``, …). The copy in ``schemas/api.json`` makes changes visible in reviews.
    """
    names = {kind.folder: kind.name for kind in KINDS} | {"posters": "poster"}
    definitions = {shape.name: shape.schema() for shape in DEFINED}
    definitions |= {kind.name: of_kind(kind).schema() for kind in KINDS}
    definitions["poster"] = {**ref("paper"), "description": "A poster has the fields of a paper."}
    for name, record in names.items():
        definitions[f"{name}.json"] = list_schema(ref(record), "A file of records, sorted by id.")
    count = {"type": "integer", "minimum": 0, "description": "Number of records."}
    files = list_schema(
        schema_of("text", "Name of a file, beside the index.", pattern=FILE),
        "The files that hold the records.",
        minItems=1,
    )
    definitions["index.json"] = object_schema(
        "The index: how many records there are, and which files hold them.",
        schema=schema_of("text", "Name of the file that describes all files.", const="schema.json"),
        counts=object_schema("Number of records by table.", **dict.fromkeys(names, count)),
        files=object_schema(
            "Files by table. A name with binary digits, such as papers-01.json, has the records "
            "whose id has a CRC-32 that begins with these digits.",
            **dict.fromkeys(names, files),
        ),
        digests=schema_of(
            "texts by name", "SHA-256 of each file, hexadecimal, by its name.",
            propertyNames={"pattern": FILE},
            additionalProperties=schema_of("text", "A digest.", pattern="^[0-9a-f]{64}$"),
        ),
    )  # fmt: skip
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
