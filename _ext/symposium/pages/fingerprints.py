"""Fingerprints of pages: a page whose number is the same need not be made again.

Nothing here says what a template shows. A page's number covers the whole of each record that it may
show (`symposium.knowledge.reach`), so it covers whatever a template reads of them. That may be too
much, never too little; a page that is made again with the same bytes is not written again. Pages of
which there are few have no number, and are made in every build that has anything to do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cached_property, lru_cache
from hashlib import blake2b

from symposium.kinds import BY_FOLDER
from symposium.kinds.paper import Paper
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.knowledge.reach import NAME, lists, named, named_in_item
from symposium.knowledge.relation_table import LISTS, Named, Relations
from symposium.pages.charts.collaboration import has_network
from symposium.pages.charts.networks import least_works
from symposium.pages.related_fingerprints import RelatedFingerprints
from symposium.pages.subjects import LISTED, years

NUMBERED = frozenset({"paper", "person", "topic", "venue", "year"})
"""Kinds of which there are so many pages that a build does not make them all each time."""


def number(text: str) -> int:
    """Return 64 bits of a hash of ``text``, the same in every process."""
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


class _Known(dict[str, int]):
    """Numbers of records of a kind by their ids, each found out once."""

    def __init__(self, kind: str, find: Callable[[str, str], int]) -> None:
        self._kind = kind
        self._find = find

    def __missing__(self, record_id: str) -> int:
        found = self[record_id] = self._find(self._kind, record_id)
        return found


class Fingerprints:
    """Numbers of what the pages of a knowledge base are made of.

    Numbers are joined by hashing tuples of integers, which Python does alike in every process.
    """

    def __init__(self, kb: KnowledgeBase, mentions: Mentions) -> None:
        self.kb = kb
        self._mentions = mentions
        self.records = {kind: _Known(kind, self._record) for kind in (*kb.entities, NAME)}
        """Numbers of whole records, by kind and id."""
        self.items = {kind: _Known(kind, self._item) for kind in kb.entities}
        """Numbers of records with those that they name; of kinds without numbers with what their
        lists hold, too: an item of an event says how many talks it has."""
        # The parts of a page follow one another, and show the same.
        self.page: Callable[[str, str], int | None] = lru_cache(maxsize=16)(self._page)
        """Return the number of a page; ``None`` for one that is made every time."""

    def _page(self, kind: str, record_id: str) -> int | None:
        found = self.facts(kind, record_id)
        return found if kind != "paper" else hash((found, self._related.of(record_id)))

    def facts(self, kind: str, record_id: str) -> int | None:
        """Return the number of all that a page shows but its related papers."""
        if kind == "index" and record_id in LISTED:
            return self._index(BY_FOLDER[record_id].name)
        if kind not in NUMBERED:
            return None
        if kind == "year":
            written = self.kb.relations.papers_of_year.get(int(record_id), ())
            works = map(self.items["paper"].__getitem__, written)
            return hash((number(record_id), *self._years, *works))
        said = self._said.get((kind, record_id), 0) if self._said else 0
        shown = [self._site, said, self.items[kind][record_id]]
        for other, ids in named(self.kb, kind, record_id):
            if other == "person":  # an item has no more than their names
                shown += map(self.records[other].__getitem__, ids)
        for other, ids in lists(self.kb, kind, record_id):
            shown.append(len(ids))  # the same works in another list are something else
            shown += map(self.items[other].__getitem__, ids)
        return hash(tuple(shown))

    def _index(self, kind: str) -> int | None:
        """Return the number of a list of all records of a kind, with the lengths of their lists."""
        if kind not in NUMBERED:
            return None
        tables = [getattr(self.kb.relations, name) for name, _ in LISTS[kind]]
        shown = [self._site, *map(self.items[kind].__getitem__, self.kb.entities[kind])]
        for table in tables:
            shown += map(len, table.values())
            shown.append(number(" ".join(table)))
        return hash(tuple(shown))

    @cached_property
    def everything(self) -> int:
        """The number of all records."""
        return hash(tuple([self.items[kind][one] for kind, one in self.kb]))

    def _item(self, kind: str, record_id: str) -> int:
        kb, records = self.kb, self.records
        shown = [records[kind][record_id]]
        for other, ids in named_in_item(kb, kind, record_id):
            shown += map(records[other].__getitem__, ids)
        if kind not in NUMBERED:
            shown.append(number(repr(list(lists(kb, kind, record_id)))))
        return hash(tuple(shown))

    def _record(self, kind: str, record_id: str) -> int:
        kb = self.kb
        if kind == NAME:
            return number(f"{record_id} {kb.identity.names[record_id].text}")
        if kind == "paper":
            return self._paper(kb.works[record_id]) if record_id in kb.works else 0
        if record_id not in kb.entities[kind]:
            return 0
        record = None
        if kind != "person" or record_id in kb.identity.people.described:
            record = kb.entities[kind][record_id]
        text = f"{kind} {record_id} {kb.title_of(kind, record_id)} {record!r}"
        return hash((number(text), self._files)) if "files/" in text else number(text)

    def _paper(self, paper: Paper) -> int:
        if not paper.digest or paper.notes or paper.listings:
            return hash((number(repr(paper)), self._files))
        files = any(address.startswith("files/") for address in paper.links.values())
        text = paper.id
        if self.kb.identity.former:  # names of today stand where the entry has others
            text += repr([one.name.text for one in (*paper.authors, *paper.editors)])
        own = int.from_bytes(paper.digest[:8], "big")
        return hash((number(text), own, self._files if files else 0))

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
        return hash((least_works(kb), has_network(kb), *there))

    @cached_property
    def _years(self) -> tuple[int, ...]:
        """Numbers of what each page of a year may show besides its works: years, events, talks."""
        kb, items = self.kb, self.items
        dated = [items[kind][one] for kind in ("event", "talk") for one in kb.entities[kind]]
        return number(repr(years(kb))), *dated

    @cached_property
    def _related(self) -> RelatedFingerprints:
        return RelatedFingerprints(self.kb, self.records)

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
                    for piece in (*row.sentence, *row.title_pieces, *row.section_pieces)
                    for text in piece.ids
                    if (one := kb.find(piece.kind, text))
                ]
                there += [pages[page]] if page in pages else []
                said = (number(repr(row)), *[self.items[kind][one] for kind, one in there])
                key = (row.kind, record_id)
                found[key] = hash((found.get(key, 0), said))
        return found

    def _documented(self) -> list[Named]:
        """Return the records that may have documents: most persons and papers have none."""
        kb = self.kb
        people = [("person", one) for one in kb.identity.people.described]
        works = [("paper", one.id) for one in kb.works.values() if one.document]
        return people + works + [one for one in kb if one[0] not in {"person", "paper"}]
