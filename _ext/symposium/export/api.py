"""The site's facts as JSON files below ``api/v1/``.

The files are the same for the same facts: records are sorted by id, one on each line, and nothing
tells when they were made.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from symposium.export.api_objects import DEFINED
from symposium.export.api_tables import of_kind
from symposium.export.api_values import Context, Json
from symposium.export.schema_words import Schema, many, record, ref, schema_of
from symposium.kinds import BY_NAME, KINDS
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.knowledge.mentions import TextPiece
from symposium.knowledge.organizations import printed_affiliations
from symposium.knowledge.short_texts import piece_text
from symposium.pages.programmes.agenda import Agenda
from symposium.pages.urls import Urls, docname

FOLDER: Final = "api/v1"
"""Where the files are, relative to the root of the site."""
MOST = 5_000
"""A file holds so many records at most; beyond that the kind is split into numbered files."""


def api_files(kb: KnowledgeBase, mentions: Mentions, urls: Urls) -> Iterator[tuple[str, bytes]]:
    """Yield path (relative to the root of the site) and content of each file."""
    context = make_context(kb, mentions, urls)
    for name, ids in table_ids(kb).items():
        for index in range(parts_of(ids)):
            yield table_file(context, name, ids, index)
    yield index_file(kb)
    yield schema_file()


def make_context(kb: KnowledgeBase, mentions: Mentions, urls: Urls) -> Context:
    """Return what all records need to know."""
    agenda = Agenda(kb, urls.identity)
    return Context(kb, urls, _cited_on(kb, mentions, urls), agenda, printed_affiliations(kb))


def table_ids(kb: KnowledgeBase) -> dict[str, tuple[str, list[str]]]:
    """Return the name of each table (``papers``, ``posters``, …), to its kind and sorted ids."""
    found: dict[str, tuple[str, list[str]]] = {}
    for kind in KINDS:
        table = kb.entities[kind.name]
        if kind.name == "paper":
            found[kind.folder] = kind.name, sorted(i for i in table if not table[i].poster)
            found["posters"] = kind.name, sorted(i for i in table if table[i].poster)
        else:
            found[kind.folder] = kind.name, sorted(table)
    return found


def parts_of(table: tuple[str, list[str]]) -> int:
    """Return the number of files of a table."""
    return max(1, -(-len(table[1]) // MOST))


def ids_of_part(table: tuple[str, list[str]], index: int) -> list[str]:
    """Return the ids of the records in one file of a table."""
    return table[1][index * MOST : (index + 1) * MOST]


def table_file(
    context: Context, name: str, table: tuple[str, list[str]], index: int
) -> tuple[str, bytes]:
    """Return path and content of one file of a table."""
    # Each object is made, written and forgotten: a large site has many of them.
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    write, records = of_kind(BY_NAME[table[0]]).write, context.kb.entities[table[0]]
    rows = [encode(write(context, records[one])) for one in ids_of_part(table, index)]
    # Each record on a line of its own: small, and good to compare.
    text = "[\n" + ",\n".join(rows) + "\n]\n" if rows else "[]\n"
    return f"{FOLDER}/{_file(name, table, index)}", _encode(text)


def index_file(kb: KnowledgeBase) -> tuple[str, bytes]:
    """Return path and content of the list of all tables."""
    found = table_ids(kb)
    index = {
        "schema": "schema.json",
        "counts": {name: len(table[1]) for name, table in found.items()},
        "files": {
            name: [_file(name, table, part) for part in range(parts_of(table))]
            for name, table in found.items()
        },
    }
    return f"{FOLDER}/index.json", _pretty(index)


def schema_file() -> tuple[str, bytes]:
    """Return path and content of the description of all tables."""
    return f"{FOLDER}/schema.json", _pretty(schema())


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


def _file(name: str, table: tuple[str, list[str]], index: int) -> str:
    return f"{name}.json" if parts_of(table) == 1 else f"{name}-{index}.json"


def _cited_on(kb: KnowledgeBase, mentions: Mentions, urls: Urls) -> dict[str, tuple[Json, ...]]:
    """Return where each paper is cited: the page, its title and the sentence; not its own page."""
    found: dict[str, list[Json]] = defaultdict(list)
    for page, rows in sorted(mentions.by_page.items()):
        for mention in rows:
            paper_id = kb.find("paper", mention.id) if mention.kind == "paper" else None
            if paper_id is None or page == docname("paper", paper_id):
                continue
            anchor = f"#{mention.anchor}" if mention.anchor else ""
            found[paper_id].append(
                {
                    "url": urls.path(page) + anchor,
                    "title": sentence_text(kb, mention.title_pieces) or mention.title,
                    "context": sentence_text(kb, mention.sentence),
                }
            )
    return {paper_id: tuple(rows) for paper_id, rows in found.items()}


def sentence_text(kb: KnowledgeBase, sentence: Iterable[TextPiece]) -> str:
    """Return a sentence as text; a reference without words of its own is shown by its label."""
    return " ".join("".join(piece_text(kb, piece) for piece in sentence).split())


def _pretty(value: Json) -> bytes:
    return _encode(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def _encode(text: str) -> bytes:
    # Half a surrogate pair, which an escape in YAML can make, has no place in UTF-8.
    return text.encode("utf-8", "replace")
