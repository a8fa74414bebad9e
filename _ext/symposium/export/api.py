"""The site's facts as JSON files below ``api/v1/``.

The files are the same for the same facts: records are sorted by id, one on each line, and nothing
tells when they were made.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from symposium.export.api_records import VIEWS, plain
from symposium.export.api_schema import FOLDER, schema
from symposium.export.api_values import Context, Json, piece_text
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.knowledge.mentions import Piece
from symposium.model.kinds import KINDS
from symposium.model.records import Affiliation
from symposium.pages.urls import Urls, docname

MOST = 5_000
"""A file holds so many records at most; beyond that the kind is split into numbered files."""


def api_files(kb: KnowledgeBase, mentions: Mentions, urls: Urls) -> Iterator[tuple[str, bytes]]:
    """Yield path (relative to the root of the site) and content of each file."""
    counts: dict[str, int] = {}
    files: dict[str, list[str]] = {}
    for name, records in tables(kb, mentions, urls):
        # Each object is made, written and forgotten: a large site has many of them.
        rows = [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in records]
        counts[name] = len(rows)
        parts = [rows[at : at + MOST] for at in range(0, len(rows), MOST)] or [[]]
        files[name] = [
            f"{name}.json" if len(parts) == 1 else f"{name}-{index}.json"
            for index in range(len(parts))
        ]
        for file, part in zip(files[name], parts, strict=True):
            yield f"{FOLDER}/{file}", _list(part)
    index = {"schema": "schema.json", "counts": counts, "files": files}
    yield f"{FOLDER}/index.json", _pretty(index)
    yield f"{FOLDER}/schema.json", _pretty(schema())


def tables(
    kb: KnowledgeBase, mentions: Mentions, urls: Urls
) -> Iterator[tuple[str, Iterator[Json]]]:
    """Yield the name of each table (``papers``, ``people``, …) with its records, sorted by id."""
    context = Context(kb, urls, _cited_on(kb, mentions, urls), _printed_affiliations(kb))
    for kind in KINDS:
        records = sorted(kb.entities[kind.name].values(), key=lambda record: str(record.id))
        if kind.name == "paper":
            yield kind.folder, _rows(context, kind.name, [r for r in records if not r.poster])
            yield "posters", _rows(context, kind.name, [r for r in records if r.poster])
        else:
            yield kind.folder, _rows(context, kind.name, records)


def _rows(context: Context, kind: str, records: Iterable[Any]) -> Iterator[Json]:
    view = VIEWS.get(kind)
    for record in records:
        yield view(context, record) if view else plain(context, kind, record)


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
                    "title": mention.title,
                    "context": sentence_text(kb, mention.sentence),
                }
            )
    return {paper_id: tuple(rows) for paper_id, rows in found.items()}


def sentence_text(kb: KnowledgeBase, sentence: Iterable[Piece]) -> str:
    """Return a sentence as text; a reference without words of its own is shown by its label."""
    return " ".join("".join(piece_text(kb, piece) for piece in sentence).split())


def _printed_affiliations(kb: KnowledgeBase) -> dict[str, tuple[Affiliation, ...]]:
    """Return the affiliations that programmes print, by person, each once."""
    found: dict[str, dict[Affiliation, None]] = defaultdict(dict)
    groups = [(*talk.speakers, *talk.authors) for talk in kb.talks.values()]
    groups += [event.organizers for event in kb.events.values()]
    for participants in groups:
        for one in participants:
            found[kb.person_of(one)].update(dict.fromkeys(one.affiliations))
    return {person_id: tuple(rows) for person_id, rows in found.items()}


def _list(rows: list[str]) -> bytes:
    """Return a list with each record on a line of its own: small, and good to compare."""
    return _encode("[\n" + ",\n".join(rows) + "\n]\n" if rows else "[]\n")


def _pretty(value: Json) -> bytes:
    return _encode(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def _encode(text: str) -> bytes:
    # Half a surrogate pair, which an escape in YAML can make, has no place in UTF-8.
    return text.encode("utf-8", "replace")
