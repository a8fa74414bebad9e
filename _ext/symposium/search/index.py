"""The search index for browsers: small files below ``search/``, of which a query needs a few.

``root.bin`` has the number of records, their kinds and years by number, the first word of each
shard, and the names of kinds and facets. ``words/<n>.bin`` are the shards, with the records of each
word, in titles, names, venues, years, topics, ids and long texts (abstracts).
``records/<size>/<n>.bin`` have what is shown of so many records, with their long texts, and
``heads.bin`` the best records for the first letters of a word.
``forward/<n>.bin`` and ``backward/<n>.bin`` are the dictionary that corrects a misspelt word, and
``facets.bin`` has the values by which results can be narrowed. All of it follows from the knowledge
base; ``symposium-index.js`` reads it. A browser fetches the other files with the digest in the
root, so that it mixes no files of two indexes.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from hashlib import blake2b
from itertools import chain
from typing import Any

from symposium.kinds import KINDS
from symposium.kinds.facet_names import FACETS, THINGS
from symposium.knowledge import KnowledgeBase
from symposium.locale import _, plural_forms, translated
from symposium.model.names import LETTERS
from symposium.pages.urls import Urls
from symposium.plugin import SearchFacet
from symposium.search import postings
from symposium.search.fields import WORTH, Fields
from symposium.search.records import SearchRecord, columns, segments
from symposium.search.rows import WITH_PAPERS, Rows, patterns
from symposium.search.terms import ASKED, NICKNAMES, QUESTION, STOP

# The dictionary of the search index, for misspelt words. Of a word with one slip, the first or the
# second half is right. So the dictionary has all words twice: sorted by their spelling, and by
# their spelling backwards, each in small files; all words with some beginning (or end) are in one
# or two of them. A file is one text: each word is followed by a digit, the logarithm of the number
# of its records. Words with digits are left out: a year or a number without results is no slip.

SHORTEST = 3
"""Letters of the shortest suggested word: one less than those of the shortest misspelt one."""

WORDS = 4000
"""Words in one file."""


Dictionary = tuple[dict[str, bytes], dict[str, list[str]]]
"""The files of the dictionary by path, and by side the first words of the files, cut short."""


def digits_of(counts: Mapping[str, int]) -> dict[str, str]:
    """Return the words of the dictionary with their digits, given numbers of records by word."""
    return {
        word: str(min(9, count.bit_length() - 1))
        for word, count in counts.items()
        if len(word) >= SHORTEST and word.isalpha()
    }


def dictionary(parts: Iterable[Mapping[str, str]]) -> Dictionary:
    """Return the dictionary of the words of all ranges, given with their digits."""
    digits = dict(chain.from_iterable(part.items() for part in parts))
    files, starts = {}, {}
    for side, step in (("forward", 1), ("backward", -1)):
        words = postings.in_order(word[::step] for word in digits)
        starts[side] = [""]
        starts[side] += (
            postings.between(words[at - 1], words[at]) for at in range(WORDS, len(words), WORDS)
        )
        for at in range(0, len(words), WORDS):
            part = [word + digits[word[::step]] for word in words[at : at + WORDS]]
            files[f"{side}/{at // WORDS}.bin"] = postings.packed("".join(part))
    return files, starts


Words = tuple[str, str, Sequence[str]]
"""The name of one record of a kind, the title of a group, and the plural forms with a count."""


def search_words(added: Sequence[SearchFacet] = ()) -> dict[str, Any]:
    """Return the translated names of kinds, of facets, also ``added`` ones, and of ``has``."""
    facets = [*FACETS.items(), *((facet.name, facet.title) for facet in added)]
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
VERSION = 5
BLOCKS = 8, 32
"""Records in one file of ``records/``: few of those with long texts, more of `LISTS`."""
LISTS = frozenset({*WITH_PAPERS, "year"})
"""Kinds of records that list others; their texts are short."""
SMALL = 5000
"""The largest number of records of an index with one range of terms."""


Range = tuple[Any, ...]
"""Shards with their first and last terms, heads, and `digits_of` words."""


def ranges(
    fields: Fields,
    entries: Sequence[SearchRecord],
    stems: postings.Stems,
    kept_in: Callable[[str], AbstractContextManager[dict[Any, Any]]],
    fingerprints: Sequence[int],
) -> tuple[bytes, list[Range], Dictionary]:
    """Return a digest of all records, what the index has of each range of terms, the dictionary.

    ``kept_in`` gives what the last build kept under a name: it is taken for records with the same
    ``fingerprints``, and replaced by what this one keeps. The postings of each range have a name of
    their own, so only those of ranges that are made again are read.
    """
    starts = postings.STARTS if len(entries) > SMALL else postings.STARTS[:1]
    fresh: list[dict[bytes, bytes]] = [{} for _start in starts]

    def run(start: int, end: int) -> tuple[bytes, list[bytes]]:
        records, pieces = postings.Run(fields, stems, entries[start:end], starts).made
        for of_range, piece in zip(fresh, pieces, strict=True):
            of_range[postings.digest_of(piece)] = piece
        return records, [*map(postings.digest_of, pieces)]

    def joined(number: int, *parts: tuple[int, int, bytes]) -> Range:
        with kept_in(f"range-{number}") as kept:
            pieces = kept | fresh[number]
            for start, end, _digest in (part for part in parts if part[2] not in pieces):
                run(start, end)  # the file was damaged
            pieces |= fresh[number]
            kept.clear()
            kept.update({digest: pieces[digest] for *_bounds, digest in parts})
            return _range([(start, pieces[digest]) for start, _end, digest in parts])

    with kept_in("runs") as kept:
        last = dict(kept)
        kept.clear()

        def keep(make: Callable[..., Any], values: Sequence[Any], key: Any) -> Any:
            kept[key] = last[key] if key in last else make(*values)
            return kept[key]

        bounds = [*postings.runs(entries)]
        runs = [keep(run, ends, (len(starts), *fingerprints[slice(*ends)])) for ends in bounds]
        made = []
        for number in range(len(starts)):
            parts = [(*ends, of[number]) for ends, (_records, of) in zip(bounds, runs, strict=True)]
            made.append(keep(joined, (number, *parts), (number, *parts)))
        digits = [words for *_others, words in made]
        words = keep(dictionary, [digits], postings.digest_of(marshal.dumps(digits, 2)))
    return postings.digest_of(b"".join(records for records, _digests in runs)), made, words


def _range(parts: Sequence[tuple[int, bytes]]) -> Range:
    joined = postings.Postings(parts)
    rows = joined.rows()
    terms = postings.in_order(rows)
    slices = postings.cuts(terms, rows)
    shards = [
        (terms[cut.start], terms[cut.stop - 1], postings.shard(terms, rows, cut)) for cut in slices
    ]
    best = postings.heads(terms, joined.levels[: postings.TIER], slices)
    return shards, best, digits_of(joined.written)


def word_files(
    urls: Urls,
    entries: Sequence[SearchRecord],
    made: tuple[bytes, Sequence[Range], Dictionary],
    added: Sequence[SearchFacet] = (),
) -> Files:
    """Yield the paths and contents of shards, heads, the dictionary, and the root.

    ``made`` is what `ranges` has returned, ``added`` are facets of plugins.
    """
    records, rows, (files, near) = made
    shards, best, _digits = zip(*rows, strict=True)
    digest = blake2b(records, digest_size=8)
    for place, (_first, _last, content) in enumerate(chain(*shards)):
        digest.update(content)
        yield f"{FOLDER}/words/{place}.bin", content
    yield f"{FOLDER}/heads.bin", postings.packed(dict(chain(*map(dict.items, best))))
    for path, content in files.items():
        yield f"{FOLDER}/{path}", content
    root = {
        "version": VERSION,
        "blocks": BLOCKS,
        "lists": sorted(LISTS),
        "broad": postings.BROAD,
        "letters": LETTERS,
        "stop": sorted(STOP),
        "question": sorted(QUESTION),
        "asked": sorted(ASKED),
        "nicknames": NICKNAMES,
        "worth": [*WORTH, *postings.TEXT_WORTH],
        "paths": patterns(urls),
        "segments": segments(entries),
        "words": postings.firsts([(first, last) for first, last, _content in chain(*shards)]),
        "near": near,
        **search_words(added),
        "digest": digest.hexdigest(),
    }
    yield f"{FOLDER}/root.bin", postings.packed(root)


PART = 128
"""The records in one task of `shown_files`: they fill whole files."""


def shown_files(rows: Rows, entries: Sequence[SearchRecord], start: int) -> Files:
    """Yield the files of the shown parts of `PART` records from ``start``."""
    part = entries[start : start + PART]
    shown = [*zip(part, rows.of(part), strict=True)]
    for listing, size in enumerate(BLOCKS):
        own = [row if (entry.kind in LISTS) == listing else 0 for entry, row in shown]
        for at in range(0, len(own), size):
            if any(block := own[at : at + size]):
                yield f"{FOLDER}/records/{size}/{(start + at) // size}.bin", postings.packed(block)


def facet_files(
    kb: KnowledgeBase, entries: Sequence[SearchRecord], added: Sequence[SearchFacet] = ()
) -> Files:
    """Yield the path and content of the file of facets; ``added`` are those of plugins."""
    facets = columns(kb, entries, added).items()
    rows = {name: list(values.items()) for name, values in facets}
    yield f"{FOLDER}/facets.bin", postings.packed(rows)
