"""Fingerprints of pages: a page whose number is the same need not be made again.

Nothing here says what a template shows. A page's number covers the whole of each record that it may
show (`symposium.knowledge.reach`), so it covers whatever a template reads of them. That may be too
much, never too little; a page that is made again with the same bytes is not written again. Pages of
which there are few have no number, and are made in every build that has anything to do.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import cache, cached_property
from hashlib import blake2b
from zlib import crc32

from symposium.kinds import BY_FOLDER
from symposium.kinds.paper import Paper
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.knowledge.mentions import pieces_of_text
from symposium.knowledge.reach import NAME, every_list, lists, named
from symposium.knowledge.related_works import NOTHING
from symposium.knowledge.relation_table import Named, Relations
from symposium.pages.charts.networks import has_network, least_works
from symposium.pages.citing.references import is_small
from symposium.pages.subjects import LISTED, years

# Fingerprints of the related papers of a page. Which works are related is found out when a page is
# made, by whichever process makes it. Its number covers what that rests on: of each thing that a
# work has (its authors, topics, references, telling words) which other works have it, and all that
# their entries say. So a changed entry concerns the pages of those works that share something with
# it, and no others.


def related_fingerprints(
    kb: KnowledgeBase, records: Callable[[str], Mapping[str, int]]
) -> dict[str, int]:
    """Return of each work the number of what its related papers are found from.

    ``records`` returns the numbers of the records of a kind, by id.
    """
    shared, relations = kb.related_works.shared, kb.relations
    vectors = {one: hash(vector) for one, (_, vector) in shared.vectors.items()}
    # What a work brings into the comparison is its entry and its vector.
    papers, nothing = records("paper"), hash(NOTHING[1])
    silent = shared.silent
    works = {one: hash((papers[one], vectors.get(one, nothing), one in silent)) for one in kb.works}
    work = works.__getitem__

    def number(having: Iterable[str]) -> int:
        """Return the number of works that have something; of very many only which they are."""
        ids = tuple(having)
        if shared.worth(len(ids)):
            return hash(tuple(map(work, ids)))
        return crc32("\n".join(ids).encode())

    at = tuple(works.values()).__getitem__
    words = {word: hash(tuple(map(at, places))) for word, (places, _) in shared.postings.items()}
    people = {one: number(ids) for one, ids in relations.papers_of_person.items()}
    for one in relations.posters_of_person:
        people[one] = number(shared.works_of(one))
    topics = {one: number(ids) for one, ids in relations.papers_of_topic.items()}
    found = {}
    for one, record in kb.works.items():
        shown = [shared.bits, works[one], *[words[word] for word, _ in shared.leading(one)]]
        shown += map(people.__getitem__, relations.authors_of_paper[one])
        if record.topics:
            for topic, _, _ in shared.topics(one):
                shown += (records("topic")[topic], topics[topic])
        if relations.cites:
            for other, _, citing in shared.citations(one):
                shown += (works[other], number(citing))
        shown += map(work, record.related)
        found[one] = hash(tuple(shown))
    return found


NUMBERED = frozenset({"organization", "paper", "person", "topic", "venue", "volume", "year"})
"""Kinds of which there are so many pages that a build does not make them all each time."""


def number(text: str) -> int:
    """Return 64 bits of a hash of ``text``, the same in every process."""
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def half(number: int) -> int:
    """Return the half of a number that `Fingerprints.record_numbers` keeps."""
    return number & 0xFFFFFFFF


class _Numbers(dict[str, int]):
    """Numbers by the ids of records; 0 for what is no record."""

    def __missing__(self, record_id: str) -> int:
        return 0


class Fingerprints:
    """Numbers of what the pages of a knowledge base are made of.

    Numbers are joined by hashing tuples of integers, which Python does alike in every process.
    Those of hundreds of thousands of records are found out kind by kind, not one by one.
    """

    def __init__(self, kb: KnowledgeBase, mentions: Mentions) -> None:
        self.kb = kb
        self._mentions = mentions
        self.records = cache(self._records)
        """Numbers of whole records, by kind and id."""
        self.items = cache(self._items)
        """Numbers of records with those that they name; of kinds without numbers with what their
        lists hold, too: an item of an event says how many talks it has."""
        self._shown = cache(self._pages)

    def page(self, kind: str, record_id: str) -> int | None:
        """Return the number of a page; ``None`` for one that is made every time."""
        found = self.facts(kind, record_id)
        if kind != "paper":
            return found
        return hash((found, self._related[record_id], is_small(self.kb)))

    def facts(self, kind: str, record_id: str) -> int | None:
        """Return the number of all that a page shows but its related papers."""
        if kind == "index" and record_id in LISTED:
            of = BY_FOLDER[record_id].name
            if of not in NUMBERED:
                return None
            return hash((self._site, len(self.kb.works), *self._with_lengths(of).values()))
        if kind not in NUMBERED:
            return None
        if kind == "year":
            written = self.kb.relations.papers_of_year.get(int(record_id), ())
            works = map(self.items("paper").__getitem__, written)
            return hash((number(record_id), self._site, *self._years, *works))
        return self._shown(kind)[record_id]

    def _with_lengths(self, kind: str) -> _Numbers:
        """Return the numbers of the rows of lists that say how much a record has."""
        found = _Numbers(self.items(kind))
        for record_id, place, _, ids in every_list(self.kb, kind):
            found[record_id] = hash((found[record_id], place, len(ids)))
        return found

    @cached_property
    def everything(self) -> int:
        """The number of all records."""
        return hash(tuple([one for kind in self.kb.entities for one in self.items(kind).values()]))

    def record_numbers(self) -> bytes:
        """Return a half of the numbers of all records and names, in one piece to be stored."""
        tables = [self.records(kind).values() for kind in (*self.kb.entities, NAME)]
        numbers = array("q", sorted(set[int]().union(*tables)))
        lower = sys.byteorder == "big"
        return memoryview(numbers).cast("B").cast("I")[lower::2].tobytes()

    def _records(self, kind: str) -> _Numbers:
        """Return the numbers of the records of a kind, or of the names of all persons."""
        kb = self.kb
        if kind == NAME:
            names = kb.identity.names.items()
            return _Numbers({one: number(f"{one} {name.text}") for one, name in names})
        if kind == "paper":
            return _Numbers({one.id: self._paper(one) for one in kb.works.values()})
        found, records = _Numbers(), kb.entities[kind]
        if kind == "person":  # most have no more than a name
            found, records = _Numbers(self.records(NAME)), kb.identity.people.described
        for record_id, record in records.items():
            text = f"{kind} {record_id} {kb.title_of(kind, record_id)} {record!r}"
            own = number(text)
            found[record_id] = hash((own, self._files)) if "files/" in text else own
        return found

    def _items(self, kind: str) -> _Numbers:
        """Return the numbers of items, which have no more than the names of persons."""
        kb, found = self.kb, _Numbers(self.records(kind))
        ids: Iterable[str] = kb.entities[kind]
        if kind == "person":
            ids = (*kb.identity.people.described, *kb.identity.candidates)
        for record_id in ids:
            shown = [found[record_id]]
            for other, named_ids in named(kb, kind, record_id):
                table = self.records(NAME if other == "person" else other)
                shown += map(table.__getitem__, named_ids)
            if kind not in NUMBERED:
                shown.append(number(repr(list(lists(kb, kind, record_id)))))
            found[record_id] = hash(tuple(shown))
        return found

    def _pages(self, kind: str) -> _Numbers:
        """Return the numbers of all that the pages of a kind show, but for related papers."""
        kb, site, items, people = self.kb, self._site, self.items, self.records("person")
        found = _Numbers({one: hash((site, item)) for one, item in items(kind).items()})
        for record_id, place, other, ids in every_list(kb, kind):
            # The same works in another list are something else.
            found[record_id] = hash((found[record_id], place, *map(items(other).__getitem__, ids)))
        # Of the persons that a page names it may show all; of most there is but the name.
        for person in kb.identity.people.described:
            for other, record_id in kb.naming(person):
                if other == kind:
                    found[record_id] = hash((found[record_id], people[person]))
        if kind == "person":
            for record_id, ids in kb.identity.candidates.items():
                found[record_id] = hash((found[record_id], *map(people.__getitem__, ids)))
        for (other, record_id), said in self._said.items():
            if other == kind:
                found[record_id] = hash((found[record_id], said))
        return found

    def _paper(self, paper: Paper) -> int:
        if not paper.digest or paper.notes or paper.listings:
            return hash((number(repr(paper)), self._files))
        shown = [int.from_bytes(paper.digest[:8], "big"), crc32(paper.id.encode())]
        shown += [self._files for one in paper.links.values() if one.startswith("files/")]
        if self.kb.identity.former:  # names of today stand where the entry has others
            names = [one.name.text for one in (*paper.authors, *paper.editors)]
            shown.append(number(repr(names)))
        return hash(tuple(shown))

    @cached_property
    def _files(self) -> int:
        """A number of which files are published: links to others are not shown."""
        return number(repr(sorted(self.kb.files)))

    @cached_property
    def _site(self) -> int:
        """A number of what pages show of the site as a whole: how large it is, what is empty."""
        kb = self.kb
        relations = [getattr(kb.relations, one.name) for one in fields(Relations)]
        there = map(bool, (*kb.entities.values(), *relations))
        return hash((least_works(kb), has_network(kb), bool(kb.committed), *there))

    @cached_property
    def _years(self) -> tuple[int, ...]:
        """Numbers of what each page of a year may show besides its works: years, events, talks."""
        kb, items = self.kb, self.items
        dated = [items(kind)[one] for kind in ("event", "talk") for one in kb.entities[kind]]
        return number(repr(years(kb))), *dated

    @cached_property
    def _related(self) -> dict[str, int]:
        return related_fingerprints(self.kb, self.records)

    @cached_property
    def _said(self) -> dict[Named, int]:
        """Numbers of what documents say about records, with all that is named there."""
        kb, found = self.kb, dict[Named, int]()
        pages = {kb.entities[kind][one].document: (kind, one) for kind, one in self._documented()}
        for page, rows in sorted(self._mentions.by_page.items()):
            for row in rows:
                record_id = kb.find(row.kind, row.id)
                if record_id is None:
                    continue
                there = [
                    (piece.kind, one)
                    for piece in (*row.sentence, *pieces_of_text(row.title + row.section))
                    for text in piece.ids
                    if (one := kb.find(piece.kind, text))
                ]
                there += [pages[page]] if page in pages else []
                said = (number(repr(row)), *[self.items(kind)[one] for kind, one in there])
                key = (row.kind, record_id)
                found[key] = hash((found.get(key, 0), said))
        return found

    def _documented(self) -> list[Named]:
        """Return the records that may have documents: most persons and papers have none."""
        kb = self.kb
        people = [("person", one) for one in kb.identity.people.described]
        works = [("paper", one.id) for one in kb.works.values() if one.document]
        return people + works + [one for one in kb if one[0] not in {"person", "paper"}]
