"""A search index of our own: small files below ``search/``, of which a query needs a few.

``root.bin`` tells how many records there are, what kind and year their numbers stand for, which
file begins with which word, and what kinds and facets are called. ``words/<n>.bin`` are the shards
of the first tier (titles, names, venues, years, topics, ids), ``text/<n>.bin`` those of the second
(abstracts), listed in ``text.bin``. ``records/<n>.bin`` are what is shown of `BLOCK` records each,
and ``heads.bin`` the best records for the first letters of a word. ``forward/<n>.bin`` and
``backward/<n>.bin`` are the dictionary of words that one with a slip may have meant, and
``facets.bin`` is what results can be narrowed by. All is a function of the knowledge base;
``symposium-index.js`` reads it. A browser that has kept files of an earlier index asks for those of
this one under the digest of its root.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Container, Iterable, Iterator, Sequence
from hashlib import blake2b

from symposium.export.search_facets import columns
from symposium.export.search_fields import Fields
from symposium.export.search_near import Dictionary
from symposium.export.search_postings import Postings, first_tier, second_tier
from symposium.export.search_records import SearchRecord, ordered, segments
from symposium.export.search_rows import Rows, patterns
from symposium.export.search_shards import (
    BROAD,
    TEXT_SIZE,
    ShardCut,
    cuts,
    firsts,
    heads,
    packed,
    shard,
    sorted_terms,
)
from symposium.export.search_terms import STOP
from symposium.export.search_words import search_words
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.model.garbage import uncollected
from symposium.model.names import LETTERS
from symposium.pages.urls import Urls
from symposium.plugin import SearchFacet

Files = Iterator[tuple[str, bytes]]

FOLDER = "search"
VERSION = 2
BLOCK = 32
"""Records in one file of ``records/``."""


def search_files(
    kb: KnowledgeBase,
    _mentions: Mentions,
    urls: Urls,
    pages: Iterable[Sequence[str]] = (),
    hidden: Container[str] = frozenset(),
) -> Files:
    """Yield path (relative to the root of the site) and content of each file.

    ``pages`` are (``page`` or ``home``, docname, title, words) of pages that stand for no record;
    records whose document is ``hidden`` are not found. The parts can be made by several processes.
    """
    entries = ordered(kb, pages, hidden)
    yield from word_files(kb, urls, entries)
    yield from text_files(kb, urls, entries)
    yield from record_files(kb, urls, entries)
    yield from facet_files(kb, urls, entries)


def word_files(
    kb: KnowledgeBase,
    urls: Urls,
    entries: Sequence[SearchRecord],
    added: Sequence[SearchFacet] = (),
) -> Files:
    """Yield the shards of the first tier and what begins with it: the heads, and the root.

    ``added`` are facets of plugins.
    """
    with uncollected():
        postings = first_tier(Fields(kb), entries)
        terms = sorted_terms(postings)
        found = cuts(terms, postings)
        digest = blake2b(repr(entries).encode("utf-8", "replace"), digest_size=8)
        for path, content in _shards("words", terms, postings, found):
            digest.update(content)
            yield path, content
        yield f"{FOLDER}/heads.bin", packed(heads(terms, postings, found))
        near = Dictionary(terms, postings)
        for path, text in near.files():
            yield f"{FOLDER}/{path}", packed(text)
        root = {
            "version": VERSION,
            "block": BLOCK,
            "broad": BROAD,
            "letters": LETTERS,
            "stop": sorted(STOP),
            "paths": patterns(urls),
            "segments": segments(entries),
            "words": firsts(terms, found),
            "near": near.firsts(),
            **search_words(added),
            "digest": digest.hexdigest(),
        }
        yield f"{FOLDER}/root.bin", packed(root)


def digest_of(root: bytes) -> str:
    """Return the digest of an index, from the content of its ``root.bin``."""
    found: str = json.loads(zlib.decompress(root, 31))["digest"]
    return found


def text_files(kb: KnowledgeBase, _urls: Urls, entries: Sequence[SearchRecord]) -> Files:
    """Yield the shards of the second tier, and the list of them."""
    with uncollected():
        postings = second_tier(Fields(kb), entries)
        terms = sorted_terms(postings)
        found = cuts(terms, postings, TEXT_SIZE)
        digest = blake2b(digest_size=8)
        for path, content in _shards("text", terms, postings, found):
            digest.update(content)
            yield path, content
        listed = {"text": firsts(terms, found), "digest": digest.hexdigest()}
        yield f"{FOLDER}/text.bin", packed(listed)


def record_files(kb: KnowledgeBase, urls: Urls, entries: Sequence[SearchRecord]) -> Files:
    """Yield what is shown of records."""
    rows = Rows(kb, urls)
    for start in range(0, len(entries), BLOCK):
        shown = list(rows.of(entries[start : start + BLOCK]))
        yield f"{FOLDER}/records/{start // BLOCK}.bin", packed(shown)


def facet_files(
    kb: KnowledgeBase,
    _urls: Urls,
    entries: Sequence[SearchRecord],
    added: Sequence[SearchFacet] = (),
) -> Files:
    """Yield what results can be narrowed by; plugins add some."""
    found = {name: list(values.items()) for name, values in columns(kb, entries, added).items()}
    yield f"{FOLDER}/facets.bin", packed(found)


def _shards(
    tier: str, terms: Sequence[str], postings: Postings, found: Sequence[ShardCut]
) -> Files:
    for place, cut in enumerate(found):
        yield f"{FOLDER}/{tier}/{place}.bin", shard(terms, postings, cut)
