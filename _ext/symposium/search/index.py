"""A search index of our own: small files below ``search/``, of which a query needs a few.

``root.bin`` tells how many records there are, what kind and year their numbers stand for, which
file begins with which word, and what kinds and facets are called. ``words/<n>.bin`` are the shards:
which records have a word, in titles, names, venues, years, topics, ids and long texts (abstracts);
``texts/<n>.bin`` are these texts. ``records/<n>.bin`` are what is shown of `BLOCK` records each,
and ``heads.bin`` the best records for the first letters of a word.
``forward/<n>.bin`` and ``backward/<n>.bin`` are the dictionary of words that one with a slip may
have meant, and ``facets.bin`` is what results can be narrowed by. All is a function of the
knowledge base; ``symposium-index.js`` reads it. A browser
that has kept files of an earlier index asks for those of this one under the digest of its root.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from symposium.kinds import KINDS
from symposium.kinds.facet_names import FACETS, THINGS
from symposium.knowledge import KnowledgeBase
from symposium.locale import _, current, plural_forms, translated
from symposium.model.memory import uncollected
from symposium.model.names import LETTERS
from symposium.pages.urls import Urls
from symposium.plugin import SearchFacet
from symposium.search.fields import WORTH, Fields
from symposium.search.postings import (
    BROAD,
    SAYS,
    TIER,
    Postings,
    between,
    common,
    cuts,
    firsts,
    heads,
    in_order,
    packed,
    shard,
)
from symposium.search.records import SearchRecord, columns, segments
from symposium.search.rows import Rows, patterns
from symposium.search.terms import ASKED, NICKNAMES, QUESTION, STOP, stem_of

# The dictionary of the search index, for words with a slip. Of a word with one slip, its first or
# its second half is as it should be. So the dictionary has all words twice: sorted by their
# spelling, and by their spelling backwards, each cut into small files of which a look for the words
# that begin (or end) in some way needs one or two. A file is one text: each word is followed by a
# digit, the logarithm of how many records have it. Words with digits are in neither: a year or a
# number that is not there was hardly meant to be another.

SHORTEST = 3
"""Letters of the shortest word that another can be taken for: one less than those forgiven."""

WORDS = 800
"""Words in one file."""


def dictionary(written: Mapping[str, int]) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Return the text of each file of the dictionary by its path, and where the files begin.

    That is, for each side, the first words of the files, as short as they can be.
    """
    digits = {
        word: str(min(9, count.bit_length() - 1))
        for word, count in written.items()
        if len(word) >= SHORTEST and word.isalpha()
    }
    files, starts = {}, {}
    for side, step in (("forward", 1), ("backward", -1)):
        words = in_order(word[::step] for word in digits)
        starts[side] = [""]
        starts[side] += (
            between(words[at - 1], words[at]) for at in range(WORDS, len(words), WORDS)
        )
        for at in range(0, len(words), WORDS):
            part = [word + digits[word[::step]] for word in words[at : at + WORDS]]
            files[f"{side}/{at // WORDS}.bin"] = "".join(part)
    return files, starts


Words = tuple[str, str, Sequence[str]]
"""What one of a kind is called, the title of a group of them, and the forms of how many."""


def search_words(added: Sequence[SearchFacet] = ()) -> dict[str, Any]:
    """Return what is said of kinds, of facets, also those added, and of the values of ``has``."""
    facets = [*FACETS.items(), *((one.name, one.title) for one in added)]
    return {
        "kinds": kinds(),
        "facets": [(name, translated(title)) for name, title in facets],
        "things": {name: translated(title) for name, title in THINGS.items()},
    }


def kinds() -> dict[str, Words]:
    """Return the words for each kind of result."""
    return {
        **{
            kind.name: (
                translated(kind.called[0]),
                translated(kind.title),
                plural_forms(*kind.counted),
            )
            for kind in KINDS
        },
        "poster": (_("poster"), _("Posters"), plural_forms("{count} poster", "{count} posters")),
        "year": (_("year"), _("Years"), plural_forms("{count} year", "{count} years")),
        "index": (_("list"), _("Lists"), plural_forms("{count} list", "{count} lists")),
        "page": (_("page"), _("Pages"), plural_forms("{count} page", "{count} pages")),
        "home": (_("home page"), _("Home page"),
                 plural_forms("{count} home page", "{count} home pages")),
    }  # fmt: skip


Files = Iterator[tuple[str, bytes]]

FOLDER = "search"
VERSION = 4
BLOCK = 16
"""Records in one file of ``records/``,"""
SMALL, SMALL_BLOCK = 5000, 32
"""and on a site of so few records: a few files, of which a question needs one or two a kind."""
TEXTS = 4
"""And in one of ``texts/``."""


def word_files(
    kb: KnowledgeBase,
    urls: Urls,
    entries: Sequence[SearchRecord],
    added: Sequence[SearchFacet] = (),
) -> Files:
    """Yield the shards, what words begin with and may have meant, and the root.

    ``added`` are facets of plugins.
    """
    postings = Postings(Fields(kb), stem_of(current().language))
    with uncollected():
        digest = blake2b(repr(entries).encode("utf-8", "replace"), digest_size=8)
        for start in range(0, len(entries), TEXTS):
            part = enumerate(entries[start : start + TEXTS], start)
            texts = [postings.add(number, entry) for number, entry in part]
            if any(texts):
                content = packed(texts)
                digest.update(content)
                yield f"{FOLDER}/texts/{start // TEXTS}.bin", content
        postings.close()
        rows = postings.rows()
        terms = in_order(rows)
        found = cuts(terms, rows)
        for place, cut in enumerate(found):
            content = shard(terms, rows, cut)
            digest.update(content)
            yield f"{FOLDER}/words/{place}.bin", content
        yield f"{FOLDER}/heads.bin", packed(heads(terms, postings.levels[:TIER], found))
        files, near = dictionary(postings.written())
        for path, text in files.items():
            yield f"{FOLDER}/{path}", packed(text)
        root = {
            "version": VERSION,
            "block": block(entries),
            "texts": TEXTS,
            "broad": BROAD,
            "letters": LETTERS,
            "stop": sorted(STOP),
            "question": sorted(QUESTION),
            "asked": sorted(ASKED),
            "common": common(postings.levels),
            "nicknames": NICKNAMES,
            "worth": [*WORTH, *SAYS],
            "paths": patterns(urls),
            "segments": segments(entries),
            "words": firsts(terms, found),
            "near": near,
            **search_words(added),
            "digest": digest.hexdigest(),
        }
        yield f"{FOLDER}/root.bin", packed(root)


def record_files(kb: KnowledgeBase, urls: Urls, entries: Sequence[SearchRecord]) -> Files:
    """Yield what is shown of records."""
    rows, size = Rows(kb, urls), block(entries)
    with uncollected():
        for start in range(0, len(entries), size):
            shown = list(rows.of(entries[start : start + size]))
            yield f"{FOLDER}/records/{start // size}.bin", packed(shown)


def block(entries: Sequence[SearchRecord]) -> int:
    """Return how many records stand in one file of ``records/``."""
    return BLOCK if len(entries) > SMALL else SMALL_BLOCK


def facet_files(
    kb: KnowledgeBase,
    _urls: Urls,
    entries: Sequence[SearchRecord],
    added: Sequence[SearchFacet] = (),
) -> Files:
    """Yield what results can be narrowed by; plugins add some."""
    with uncollected():
        found = {name: list(values.items()) for name, values in columns(kb, entries, added).items()}
    yield f"{FOLDER}/facets.bin", packed(found)
