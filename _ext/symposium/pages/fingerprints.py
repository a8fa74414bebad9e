"""Fingerprints of pages: numbers by which a build finds the pages that it must make again.

The fingerprint of a page covers each record that the page may show (`symposium.knowledge.reach`),
with all its fields, whichever of them the template reads. So a page may be made again for nothing,
but never keeps old facts; its file is written only if its bytes differ. Kinds with few pages have
no fingerprints: these pages are made in every build that has anything to do.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache, cached_property
from hashlib import blake2b
from itertools import chain
from zlib import crc32

from symposium.kinds import BY_FOLDER
from symposium.kinds.paper import Paper
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.knowledge.mentions import pieces_of_text
from symposium.knowledge.reach import NAME, every_list, lists, named
from symposium.knowledge.related_works import citations, words_of
from symposium.knowledge.relation_table import RecordKey, Relations
from symposium.pages.charts.networks import has_network, least_works
from symposium.pages.citing.references import is_small
from symposium.pages.small_texts import prose
from symposium.pages.subjects import LISTED, years


def related_fingerprints(kb: KnowledgeBase, items: Mapping[str, int]) -> dict[str, int]:
    """Return, by work, the fingerprint of its related works and of the reasons for them.

    ``items`` are the fingerprints of works as lists show them.
    """
    related, relations = kb.related_works, kb.relations
    weight_of, topic_weights = related.weights.get, related.ties.weights
    fingerprints = dict.fromkeys(kb.works, 0)
    for work_id, record in kb.works.items():
        if not (others := (*record.related, *related.lists[work_id])):
            continue
        shown = [items[other] for other in others]
        # Weights decide which of the shared words and topics are named.
        shown += [weight_of(stem, 0) for stem in words_of(record).split()]
        shown += [topic_weights.get(relations.topic_of_text[text], 0) for text in record.topics]
        if relations.cites:
            shown += chain.from_iterable(citations(relations, work_id, id_) for id_ in others)
        fingerprints[work_id] = hash(tuple(shown))
    return fingerprints


NUMBERED = frozenset({"organization", "paper", "person", "topic", "venue", "volume"})
"""Kinds of records whose pages have fingerprints, since a site has many of them."""


def number(text: str) -> int:
    """Return the fingerprint of a text: 64 bits of its hash, the same in every process."""
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


class _Numbers(dict[str, int]):
    """Fingerprints of records by id; 0 for an unknown id."""

    def __missing__(self, record_id: str) -> int:
        return 0


class Fingerprints:
    """The fingerprints of the records and pages of a knowledge base.

    They are joined by hashing tuples of them: hashes of integers are the same in every process. For
    speed, they are computed for all records of a kind at once.
    """

    def __init__(self, kb: KnowledgeBase, mentions: Mentions, earlier: Sequence[int] = ()) -> None:
        """Take what `related` was in the last build, if the same code has made it."""
        self.kb = kb
        self._mentions = mentions
        self._earlier = earlier
        self.records = cache(self._records)
        """Fingerprints of records alone, by kind and id."""
        self.items = cache(self._items)
        """Fingerprints of records as lists show them, with the records that they name. For kinds
        without fingerprints of pages, they cover lists, too: an event shows its number of talks."""
        self._shown = cache(self._pages)

    def page(self, kind: str, record_id: str) -> int | None:
        """Return the fingerprint of a page; ``None`` if every build makes the page."""
        return self._papers[record_id] if kind == "paper" else self.facts(kind, record_id)

    def facts(self, kind: str, record_id: str) -> int | None:
        """Return the fingerprint of a page without its related papers; ``None`` as for `page`."""
        if kind in NUMBERED:
            return self._shown(kind)[record_id]
        if kind == "year":
            ids = self.kb.relations.papers_of_year.get(int(record_id), ())
            works = map(self.items("paper").__getitem__, ids)
            return hash((number(record_id), self._site, *self._years, *works))
        listed = BY_FOLDER[record_id].name if kind == "index" and record_id in LISTED else ""
        if listed in NUMBERED:
            return hash((self._site, len(self.kb.works), *self._with_lengths(listed).values()))
        return None

    def part_of_people(self, rows: Iterable[str | tuple[str, int]]) -> int:
        """Return the fingerprint of a later part of the list of people, given its rows.

        It also shows letters, which depend on all names, and facets, which depend on works.
        """
        ids = [row if isinstance(row, str) else row[0] for row in rows]
        names, people = self._people
        return hash((self._site, self.related[0], names, *map(people.__getitem__, ids)))

    @cached_property
    def _people(self) -> tuple[int, _Numbers]:
        return hash(tuple(self.records(NAME).values())), self._with_lengths("person")

    def _with_lengths(self, kind: str) -> _Numbers:
        """Return the fingerprints of items that show how long the lists of their records are."""
        numbers = _Numbers(self.items(kind))
        for record_id, place, _, ids in every_list(self.kb, kind):
            numbers[record_id] = hash((numbers[record_id], place, len(ids)))
        return numbers

    @cached_property
    def everything(self) -> int:
        """The fingerprint of all records together."""
        items = map(self.items, self.kb.entities)
        return hash(tuple([number for numbers in items for number in numbers.values()]))

    def record_numbers(self) -> list[int]:
        """Return the fingerprints of all records and names, each once, in order."""
        tables = [self.records(kind).values() for kind in (*self.kb.entities, NAME)]
        return sorted(set[int]().union(*tables))

    def _records(self, kind: str) -> _Numbers:
        """Return the fingerprints of the records of a kind, or of the names of all persons."""
        kb = self.kb
        if kind == NAME:
            names = kb.identity.names.items()
            return _Numbers({person: number(f"{person} {name.text}") for person, name in names})
        if kind == "paper":
            return _Numbers({paper.id: self._paper(paper) for paper in kb.works.values()})
        numbers, records = _Numbers(), kb.entities[kind]
        if kind == "person":  # most have no more than a name
            numbers, records = _Numbers(self.records(NAME)), kb.identity.people.described
        for record_id, record in records.items():
            text = f"{kind} {record_id} {kb.title_of(kind, record_id)} {record!r}"
            own = number(text)
            numbers[record_id] = hash((own, self._files)) if "files/" in text else own
        return numbers

    def _items(self, kind: str) -> _Numbers:
        """Return the fingerprints of items of lists, which show nothing of persons but names."""
        kb, numbers = self.kb, _Numbers(self.records(kind))
        tables = {other: self.records(other) for other in kb.entities}
        tables["person"] = self.records(NAME)
        ids: Iterable[str] = kb.entities[kind]
        if kind == "person":
            ids = (*kb.identity.people.described, *kb.identity.candidates)
        for record_id in ids:
            shown = [numbers[record_id]]
            for other, named_ids in named(kb, kind, record_id):
                shown += map(tables[other].__getitem__, named_ids)
            if kind not in NUMBERED:
                shown.append(number(repr(list(lists(kb, kind, record_id)))))
            if kind == "news":  # lists show the text, which may name any record
                shown.append(number(repr(prose(kb, kb.entities[kind][record_id].body))))
            numbers[record_id] = hash(tuple(shown))
        return numbers

    def _pages(self, kind: str) -> _Numbers:
        """Return the fingerprints of the pages of a kind, without related papers."""
        kb, site, items, people = self.kb, self._site, self.items, self.records("person")
        numbers = _Numbers({key: hash((site, item)) for key, item in items(kind).items()})
        for record_id, place, other, ids in every_list(kb, kind):
            # A work that moves to another list of the page changes the page.
            listed = map(items(other).__getitem__, ids)
            numbers[record_id] = hash((numbers[record_id], place, *listed))
        # A page may show all fields of the persons that it names; most have nothing but a name.
        for person in kb.identity.people.described:
            for other, record_id in kb.naming(person):
                if other == kind:
                    numbers[record_id] = hash((numbers[record_id], people[person]))
        if kind == "person":
            for record_id, ids in kb.identity.candidates.items():
                numbers[record_id] = hash((numbers[record_id], *map(people.__getitem__, ids)))
        for (other, record_id), mentions in self._mentioned.items():
            if other == kind:
                numbers[record_id] = hash((numbers[record_id], mentions))
        return numbers

    def _paper(self, paper: Paper) -> int:
        """Return the fingerprint of a work, where possible from the digest of its entry."""
        if not paper.digest or paper.notes or paper.listings:
            return hash((number(repr(paper)), self._files))
        shown = [int.from_bytes(paper.digest[:8], "big"), crc32(paper.id.encode())]
        shown += [self._files for link in paper.links.values() if link.startswith("files/")]
        if self.kb.identity.former:  # current names replace those of the entry
            people = (*paper.authors, *paper.editors)
            shown.append(number(repr([person.name.text for person in people])))
        return hash(tuple(shown))

    @cached_property
    def _files(self) -> int:
        """Fingerprint of the names of the published files: pages link to no others."""
        return number(repr(sorted(self.kb.files)))

    @cached_property
    def _site(self) -> int:
        """Fingerprint of what pages show of the whole site: its size, and which parts are empty."""
        kb = self.kb
        relations = [getattr(kb.relations, field.name) for field in fields(Relations)]
        filled = map(bool, (*kb.entities.values(), *relations))
        return hash((least_works(kb), has_network(kb), bool(kb.committed), *filled))

    @cached_property
    def _years(self) -> tuple[int, ...]:
        """Fingerprints of the years, and of all events and talks, for the pages of years."""
        kinds, kb = ("event", "talk"), self.kb
        dated = [self.items(kind)[record_id] for kind in kinds for record_id in kb.entities[kind]]
        return number(repr(years(kb))), *dated

    @cached_property
    def related(self) -> Sequence[int]:
        """The fingerprints of the related papers of each work, after one of all works together.

        They are followed by the lists of related works. If the first is as in the last build, so is
        the rest: works are related by their entries, authors, topics and citations. Then no words
        are compared.
        """
        items, cites = self.items("paper"), self.kb.relations.cites
        cited = [hash(tuple(map(items.__getitem__, (id_, *ids)))) for id_, ids in cites.items()]
        works = hash((*items.values(), *cited))
        related, count = self.kb.related_works, 1 + len(self.kb.works)
        if self._earlier[:1] == array("q", [works]) and related.take(self._earlier[count:]):
            return self._earlier
        numbers = related_fingerprints(self.kb, items).values()
        return array("q", [works, *numbers, *related.positions()])

    @cached_property
    def _papers(self) -> dict[str, int]:
        """The fingerprints of the pages of works."""
        shown, small = self._shown("paper"), is_small(self.kb)
        related = zip(self.kb.works, self.related[1:], strict=False)
        return {id_: hash((shown[id_], number, small)) for id_, number in related}

    @cached_property
    def _mentioned(self) -> dict[RecordKey, int]:
        """Fingerprints of the mentions of each record, with the records named beside it."""
        kb, numbers = self.kb, dict[RecordKey, int]()
        pages = {kb.entities[kind][key].document: (kind, key) for kind, key in self._documented()}
        for page, mentions in sorted(self._mentions.by_page.items()):
            for mention in mentions:
                record_id = kb.find(mention.kind, mention.id)
                if record_id is None:
                    continue
                headings = pieces_of_text(mention.title + mention.section)
                beside = [
                    (piece.kind, other)
                    for piece in (*mention.sentence, *headings)
                    for text in piece.ids
                    if (other := kb.find(piece.kind, text))
                ]
                beside += [pages[page]] if page in pages else []
                items = [self.items(kind)[other] for kind, other in beside]
                record = (mention.kind, record_id)
                numbers[record] = hash((numbers.get(record, 0), (number(repr(mention)), *items)))
        return numbers

    def _documented(self) -> list[RecordKey]:
        """Return kind and id of the records that may have documents."""
        kb = self.kb
        people = [("person", person) for person in kb.identity.people.described]
        works = [("paper", paper.id) for paper in kb.works.values() if paper.document]
        return people + works + [record for record in kb if record[0] not in {"person", "paper"}]
