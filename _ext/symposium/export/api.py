"""The site's facts as JSON files below ``api/v1/``.

The files are the same for the same facts: records are sorted by id, one on each line, and nothing
tells when they were made.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache

from symposium.export.api_schema import FOLDER, schema
from symposium.export.api_tables import of_kind
from symposium.export.api_values import Context, Json
from symposium.kinds import BY_NAME, KINDS
from symposium.kinds.kind import Kind
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.knowledge.mentions import TextPiece
from symposium.knowledge.organizations import printed_affiliations
from symposium.knowledge.short_texts import piece_text
from symposium.pages.programmes.agenda import Agenda
from symposium.pages.urls import Urls, docname

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


def tables(
    kb: KnowledgeBase, mentions: Mentions, urls: Urls
) -> Iterator[tuple[str, Iterator[Json]]]:
    """Yield the name of each table (``papers``, ``people``, …) with its records, sorted by id."""
    context = make_context(kb, mentions, urls)
    for name, (kind, ids) in table_ids(kb).items():
        yield name, _rows(context, kind, ids)


def _rows(context: Context, kind: str, ids: Iterable[str]) -> Iterator[Json]:
    write, records = of_kind(BY_NAME[kind]).write, context.kb.entities[kind]
    return (write(context, records[record_id]) for record_id in ids)


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
    rows = list(map(encode, _rows(context, table[0], ids_of_part(table, index))))
    return f"{FOLDER}/{_file(name, table, index)}", _list(rows)


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
    return f"{FOLDER}/schema.json", _schema(tuple(KINDS))


@lru_cache(maxsize=1)
def _schema(kinds: tuple[Kind, ...]) -> bytes:
    """Return the schema for the kinds of this project: another one may have other plugins."""
    del kinds
    return _pretty(schema())


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


def _list(rows: list[str]) -> bytes:
    """Return a list with each record on a line of its own: small, and good to compare."""
    return _encode("[\n" + ",\n".join(rows) + "\n]\n" if rows else "[]\n")


def _pretty(value: Json) -> bytes:
    return _encode(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def _encode(text: str) -> bytes:
    # Half a surrogate pair, which an escape in YAML can make, has no place in UTF-8.
    return text.encode("utf-8", "replace")
