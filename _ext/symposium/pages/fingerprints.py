"""What a page shows, as one number: equal numbers mean that a page need not be made again.

Most pages show works, each as an item with its authors, venue and topics. So the number of a work
covers all that an item of it shows anywhere, and that of a page covers the numbers of its works.
That may be too much (a changed abstract changes no list), never too little; a page that is made
again with the same bytes is not written again. Pages of which there are few have no number, and
are made in every build that has anything to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from hashlib import blake2b

from symposium.kinds.paper import Paper
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.knowledge.identity import State
from symposium.knowledge.short_texts import piece_label
from symposium.pages.charts.collaboration import has_network
from symposium.pages.charts.networks import least_works
from symposium.pages.publication_status import standing, standing_by_document
from symposium.pages.redirects import earlier_ids
from symposium.pages.related_fingerprints import RelatedFingerprints
from symposium.pages.subjects import Subject
from symposium.pages.urls import Urls

MANY = 1_000
"""More papers than the index ever shows one by one, but for those without a year."""


def number(text: str) -> int:
    """Return 64 bits of a hash of ``text``, the same in every process."""
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


class Fingerprints:
    """Numbers of what the pages of a knowledge base show.

    Numbers are joined by hashing tuples of integers, which Python does alike in every process.
    """

    def __init__(self, kb: KnowledgeBase, mentions: Mentions, urls: Urls) -> None:
        self.kb = kb
        self._mentions = mentions
        self._urls = urls
        self._records: dict[tuple[str, str], int] = {}
        # The parts of a page follow one another, and show the same.
        self.page: Callable[[str, str], int | None] = lru_cache(maxsize=16)(self._page)
        """Return the number of a page; ``None`` for one that is made every time."""

    def _page(self, kind: str, record_id: str) -> int | None:
        found = self.facts(kind, record_id)
        return found if kind != "paper" else hash((found, self._kin.of(record_id)))

    @cached_property
    def _kin(self) -> RelatedFingerprints:
        return RelatedFingerprints(self.kb, self._owns, self._topics)

    def facts(self, kind: str, record_id: str) -> int | None:
        """Return the number of all that a page shows but its related papers."""
        shown = self._kinds.get(kind)
        if shown is None:
            return None
        found = shown(record_id)
        key = (kind, record_id)
        if found is None or not (self._mentioned or self.kb.relations.naming or self._earlier):
            return found
        earlier = number(" ".join(self._earlier.get(key, ())))
        return hash((found, earlier, self._mentioned.get(key, 0), self._naming(kind, record_id)))

    @cached_property
    def _kinds(self) -> dict[str, Callable[[str], int | None]]:
        return {
            "paper": self._paper,
            "person": self._person,
            "venue": self._venue,
            "topic": self._topic,
            "year": self._year,
            "index": self._index,
        }

    def record(self, kind: str, record_id: str) -> int:
        """Return the number of a record that is no work, with the sources that it rests on."""
        key = (kind, record_id)
        found = self._records.get(key)
        if found is None:
            record = self.kb.entities.get(kind, {}).get(record_id)
            sources = () if kind == "source" else getattr(record, "sources", ())
            shown = [
                number(f"{kind} {record!r}"),
                self._files,
                *[self.record("source", s) for s in sources],
            ]
            found = self._records[key] = hash(tuple(shown))
        return found

    @cached_property
    def people(self) -> dict[str, int]:
        """Numbers of what a link to a person shows."""
        names = self.kb.identity.names
        return {one: number(f"{one} {name.text}") for one, name in names.items()}

    @cached_property
    def works(self) -> dict[str, int]:
        """Numbers of what works show anywhere: themselves, and what stands in an item of them."""
        return {one: self._work(paper) for one, paper in self.kb.works.items()}

    @cached_property
    def _owns(self) -> dict[str, int]:
        return {one: self._own(paper) for one, paper in self.kb.works.items()}

    def _work(self, paper: Paper) -> int:
        kb, people = self.kb, self.people
        shown = [self._owns[paper.id]]
        shown += [people[one] for one in kb.authors_of(paper.id)]
        if paper.editors:
            resolve = kb.identity.resolve
            shown += [people[resolve(one.name.text, one.person)] for one in paper.editors]
        if paper.venue:
            shown.append(self._venues[kb.relations.venue_of_text[paper.venue]])
        if paper.topics:
            topic_of = kb.relations.topic_of_text
            shown += [self._topics[topic_of[text]] for text in paper.topics]
        if paper.sources:
            shown += [self.record("source", one) for one in paper.sources]
        return hash(tuple(shown))

    def _own(self, paper: Paper) -> int:
        """Return the number of a work by itself: its entry, and what a file adds to it."""
        if not paper.digest or paper.notes or paper.listings:
            return hash((number(repr(paper)), self._files))
        files = any(address.startswith("files/") for address in paper.links.values())
        key = number(paper.id)
        if self.kb.identity.former:  # names of today stand where the entry has others
            names = [one.name.text for one in (*paper.authors, *paper.editors)]
            key = number(f"{paper.id} {names}")
        return hash((key, int.from_bytes(paper.digest[:8], "big"), self._files if files else 0))

    @cached_property
    def _files(self) -> int:
        """A number of which files are published: links to others are not shown."""
        return number(repr(sorted(self.kb.files)))

    @cached_property
    def _venues(self) -> dict[str, int]:
        return {one: hash((number(repr(v)), self._files)) for one, v in self.kb.venues.items()}

    @cached_property
    def _topics(self) -> dict[str, int]:
        return {one: number(repr(topic)) for one, topic in self.kb.topics.items()}

    def _paper(self, record_id: str) -> int:
        kb, works, relations = self.kb, self.works, self.kb.relations
        related = (kb.find("paper", text) for text in kb.works[record_id].related)
        shown = [works[record_id], *self.talks(relations.talks_of_paper.get(record_id, ()))]
        shown += [works[one] for one in relations.posters_of_paper.get(record_id, ())]
        shown += [works[one] for one in related if one]
        for lists in (relations.cites, relations.cited_by):
            if record_id in lists:
                # The same works in another list are something else.
                shown += [len(shown), *[works[one] for one in lists[record_id]]]
        return hash(tuple(shown))

    def _person(self, record_id: str) -> int | None:
        kb, relations, works = self.kb, self.kb.relations, self.works
        state = kb.state_of(record_id)
        if state is State.AMBIGUOUS:
            return None  # it shows those who share the name
        shown = [self.people[record_id], least_works(kb)]
        if state is State.DESCRIBED:
            person = kb.people[record_id]
            if person.education or person.advising:
                return None  # it shows other people by their names
            shown = [number(repr(person)), self._files]
            shown += [self._topics[relations.topic_of_text[text]] for text in person.topics]
            shown += [self.record("source", one) for one in person.sources]
        for lists in (relations.papers_of_person, relations.posters_of_person, relations.edited_by):
            shown.append(len(shown))  # the same works in another list are something else
            if record_id in lists:
                shown += [works[one] for one in lists[record_id]]
        if record_id in relations.named_in:
            for kind, one in relations.named_in[record_id]:
                shown.append(works[one] if kind == "paper" else self.record(kind, one))
            shown += self.talks(relations.talks_of_person.get(record_id, ()))
        return hash(tuple(shown))

    def _venue(self, record_id: str) -> int:
        works = self.kb.relations.papers_of_venue.get(record_id, ())
        return hash((self._venues[record_id], *[self.works[one] for one in works]))

    def _topic(self, record_id: str) -> int:
        relations = self.kb.relations
        return hash((
            self._topics[record_id],
            least_works(self.kb),
            *[self.works[one] for one in relations.papers_of_topic.get(record_id, ())],
            *self.talks(relations.talks_of_topic.get(record_id, ())),
            *[self.people[one] for one in relations.people_of_topic.get(record_id, ())],
        ))  # fmt: skip

    def _year(self, name: str) -> int | None:
        if any(event.date for event in self.kb.events.values()) or self.kb.talks:
            return None  # few years, and the dates of events are of many shapes
        works = self.kb.relations.papers_of_year.get(int(name), ())
        return hash((self._years, int(name), *[self.works[one] for one in works]))

    @cached_property
    def _years(self) -> int:
        """A number of which years there are: each page links to its neighbours."""
        return hash(tuple(self.kb.relations.papers_of_year))

    def _index(self, name: str) -> int | None:
        kb, rel = self.kb, self.kb.relations
        if name == "people":
            lists = (rel.papers_of_person, rel.posters_of_person, rel.talks_of_person)
            counts = [tuple([len(one.get(person, ())) for one in lists]) for person in self.people]
            described = kb.identity.people.described.values()
            state = number(repr((list(described), kb.identity.candidates, self._files)))
            topics = [self._topics[one] for one in rel.people_of_topic]
            state = hash((state, has_network(kb), *topics))
            return hash((state, len(kb.works), *self.people.values(), *counts))
        if name == "papers":
            years = tuple([(year, len(ids)) for year, ids in rel.papers_of_year.items()])
            posters = [self.works[one.id] for one in kb.posters]
            talks = number(repr(sorted(rel.talks_of_paper)))
            listed = self._numbers(self._listed_papers)
            return hash((years, talks, len(posters), *posters, *listed))
        if name in {"topics", "venues"}:
            shown, papers = (
                (self._topics, rel.papers_of_topic)
                if name == "topics"
                else (self._venues, rel.papers_of_venue)
            )
            counts = [(value, len(papers.get(one, ()))) for one, value in shown.items()]
            return hash((tuple(counts), bool(kb.talks) and number(repr(rel.talks_of_topic))))
        return None

    def _numbers(self, ids: Iterable[str]) -> list[int]:
        return [self.works[one] for one in ids]

    @property
    def _listed_papers(self) -> Iterable[str]:
        """The papers that the index may show: of many, the newest and those without a year."""
        works, newest = self.kb.works, self.kb.relations.newest
        if len(newest) <= MANY:
            return newest
        return (*newest[:MANY], *[one for one in newest if works[one].year is None])

    def talks(self, ids: Iterable[str]) -> list[int]:
        """Return the numbers of talks, of their events, and of those who give them."""
        found = []
        for one in ids:
            talk = self.kb.talks[one]
            found.append(self.record("talk", one))
            found += [self.people[self.kb.person_of(p)] for p in (*talk.speakers, *talk.authors)]
            if talk.event:
                found.append(self.record("event", talk.event))
            if talk.paper:
                found.append(self.works[talk.paper])
        return found

    def _naming(self, kind: str, record_id: str) -> int:
        """Return the number of the records of other kinds that name a record."""
        found = self.kb.relations.naming.get((kind, record_id))
        if not found:
            return 0
        return hash(tuple(self.record(other, one) for other, ids in found.items() for one in ids))

    @cached_property
    def _earlier(self) -> dict[Subject, list[str]]:
        """The earlier ids under which searching finds a page."""
        return earlier_ids(self.kb)

    @cached_property
    def _mentioned(self) -> dict[tuple[str, str], int]:
        """Numbers of what documents say about records, with the labels that stand there."""
        kb = self.kb
        marked = standing_by_document(kb)
        found: dict[tuple[str, str], int] = {}
        for _, rows in sorted(self._mentions.by_page.items()):
            for row in rows:
                record_id = kb.find(row.kind, row.id)
                if record_id is None:
                    continue
                labels = [
                    (piece_label(kb, piece, one), standing(kb, piece.kind, one))
                    for piece in (*row.sentence, *row.title_pieces, *row.section_pieces)
                    for text in piece.ids
                    if (one := kb.find(piece.kind, text))
                ]
                said = (row, labels, marked.get(row.page))
                key = (row.kind, record_id)
                found[key] = hash((found.get(key, 0), number(repr(said))))
        return found
