"""The knowledge base: all records, resolved, and every relation with its inverse."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from symposium.kinds.base import Gone
from symposium.kinds.event import Event
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.participants import Participant
from symposium.kinds.person import Person
from symposium.kinds.software import Developer, Software
from symposium.kinds.source import Source
from symposium.kinds.talk import Talk
from symposium.kinds.topic import Topic
from symposium.kinds.venue import Venue
from symposium.knowledge.identity import Identity, NameOccurrence, State, uses_of_record
from symposium.knowledge.related_works import RelatedWorks
from symposium.knowledge.relation_table import Ids, RecordKey, Relations
from symposium.knowledge.schedule import Schedule
from symposium.model.dates import Date, Dates
from symposium.model.ids import slug, sources_of
from symposium.model.memory import ById
from symposium.model.problems import Problem
from symposium.model.spelling import Spellings

NAMED = frozenset({"organization", "series", "topic", "venue"})
"""Kinds whose ids are made from printed names, so that a name finds the record, too."""
MANY_AUTHORS = 50
"""A work with more authors is that of a collaboration: it does not make them co-authors, and only
its own page and files name all of them. Each on the page of each would be a square."""


@dataclass(frozen=True, slots=True)
class KnowledgeBase:
    """All records of a site with their relations; it never changes."""

    entities: Mapping[str, Mapping[str, Any]]
    """Kind, then id, to record, whether it has a file or is derived."""
    identity: Identity
    relations: Relations
    keys: Mapping[str, str]
    """Cite key to paper id."""
    aliases: Mapping[str, Mapping[str, str]]
    """Kind, then earlier id (``was:``), to the current id."""
    short_talks: Mapping[str, str | None]
    """Last part of a talk's id to the whole id; ``None`` where several talks share it."""
    spellings: Mapping[str, Spellings]
    """Kind to all names of its records, to find the right one for a misspelt name."""
    related_works: RelatedWorks = field(compare=False)
    """Finds the works that are related to a work."""
    schedule: Schedule = field(default_factory=Schedule)
    """The times of all programmes."""
    files: frozenset[str] = frozenset()
    changed: Mapping[str, int] = field(default_factory=dict)
    """When files of records were last changed, in seconds since 1970, by path, if known."""
    committed: Mapping[str, int] = field(default_factory=dict)
    """When they were first committed, likewise; entries of bibliographies by their cite keys."""
    gone: Mapping[RecordKey, Gone] = field(default_factory=dict)
    """Removed records by kind and id, also by each earlier id."""
    problems: tuple[Problem, ...] = field(default=(), compare=False)
    """The problems of its files, if `symposium.project.load` has read them."""

    @property
    def people(self) -> Mapping[str, Person]:
        """Persons by id."""
        return self.entities["person"]

    @property
    def works(self) -> Mapping[str, Paper]:
        """Papers and posters by id, in the order of the bibliography."""
        return self.entities["paper"]

    @property
    def papers(self) -> list[Paper]:
        """Papers without posters, newest first."""
        works = self.works
        return [works[i] for i in self.relations.newest if not works[i].poster]

    @property
    def posters(self) -> list[Paper]:
        """Posters, newest first."""
        works = self.works
        return [works[i] for i in self.relations.newest if works[i].poster]

    @property
    def events(self) -> Mapping[str, Event]:
        """Events by id."""
        return self.entities["event"]

    @property
    def talks(self) -> Mapping[str, Talk]:
        """Talks by id."""
        return self.entities["talk"]

    @property
    def topics(self) -> Mapping[str, Topic]:
        """Topics by id."""
        return self.entities["topic"]

    @property
    def venues(self) -> Mapping[str, Venue]:
        """Venues by id."""
        return self.entities["venue"]

    @property
    def sources(self) -> Mapping[str, Source]:
        """Sources by id."""
        return self.entities["source"]

    @property
    def software(self) -> Mapping[str, Software]:
        """Software by id."""
        return self.entities["software"]

    def described(self, kind: str, record_id: str) -> Any:
        """Return a record; ``None`` if there is none, or for a person known by name only."""
        table = self.identity.people.described if kind == "person" else self.entities.get(kind, {})
        return table.get(record_id)

    def person_of(self, contributor: Contributor | Developer | Participant) -> str:
        """Return the id of the person behind a printed name."""
        return self.identity.resolve(contributor.name.text, contributor.person)

    def state_of(self, person_id: str) -> State:
        """Return how well a person is known."""
        if person_id in self.identity.people.described:
            return State.DESCRIBED
        return State.AMBIGUOUS if person_id in self.identity.candidates else State.DERIVED

    def authors_of(self, paper_id: str) -> Ids:
        """Return the ids of the persons that a work prints as its authors, in that order."""
        return self.relations.authors_of_paper[paper_id]

    def coauthors_of(self, person_id: str) -> tuple[tuple[str, int], ...]:
        """Return co-authors with the number of joint works, most first, then A–Z.

        A poster with the title of a paper does not count again, nor does a work of more than
        `MANY_AUTHORS`, which tells little about collaboration.
        """
        relations = self.relations
        works = relations.papers_of_person.get(person_id, ())
        posters = relations.posters_of_person.get(person_id, ())
        if posters:
            works += tuple(work for work in posters if work not in relations.posters_of_paper)
        counts: dict[str, int] = {}
        for people in map(relations.authors_of_paper.__getitem__, works):
            if len(people) <= MANY_AUTHORS:
                for person in set(people):
                    counts[person] = counts.get(person, 0) + 1
        counts.pop(person_id, None)
        return self.most_first(counts)

    def most_first(self, counts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
        """Return persons with their counts, most first, then A–Z."""
        people = sorted(counts, key=self.identity.rank.__getitem__)
        people.sort(key=counts.__getitem__, reverse=True)
        return tuple([(person, counts[person]) for person in people])

    def naming(self, person_id: str) -> tuple[RecordKey, ...]:
        """Return (kind, id) of every record that prints a person's name, in order.

        Papers come first, then talks, events, persons' files and others; of each kind in the
        order of the sources.
        """
        relations = self.relations
        works: Collection[str] = relations.papers_of_person.get(person_id, ())
        posters = relations.posters_of_person.get(person_id, ())
        edited = relations.edited_by.get(person_id, ())
        others = relations.named_in.get(person_id, ())
        if posters or edited or others:
            other_papers = (record_id for kind, record_id in others if kind == "paper")
            works = {*works, *posters, *edited, *other_papers}
        in_order = sorted(works, key=relations.position.__getitem__)
        papers = [("paper", work) for work in in_order]
        return (*papers, *[record for record in others if record[0] != "paper"])

    def uses_of(self, person_id: str, *kinds: str) -> tuple[NameOccurrence, ...]:
        """Return every place that prints a person's name, in the order of `naming`.

        With ``kinds`` only the records of these are searched.
        """
        where = self.relations.named_in.get(person_id, ())
        if not kinds or "paper" in kinds:
            where = self.naming(person_id)
        identity = ById(self.identity)
        return tuple(
            [
                use
                for kind, record_id in where
                if not kinds or kind in kinds
                for use in _uses_in(identity, ById(self.entities[kind][record_id]), kind).get(
                    person_id, ()
                )
            ]
        )

    def printed_forms(self, person_id: str) -> dict[str, tuple[RecordKey, ...]]:
        """Return each printed form of a name with the (kind, id) of the records that print it."""
        if person_id not in self.identity.varied:
            # For nineteen of twenty persons, no record needs to be searched.
            where = self.naming(person_id)
            return {self.identity.names[person_id].text: where} if where else {}
        forms: dict[str, dict[RecordKey, None]] = {}
        for use in self.uses_of(person_id):
            forms.setdefault(use.name.text, {})[use.kind, use.id] = None
        return {text: tuple(where) for text, where in forms.items()}

    def venue_of(self, paper: Paper) -> Venue | None:
        """Return the venue of a paper, if one is printed."""
        if not paper.venue:
            return None
        venue: Venue = self.entities["venue"][self.relations.venue_of_text[paper.venue]]
        return venue

    def topics_of(self, texts: tuple[str, ...]) -> list[Topic]:
        """Return the topics of keywords, without repetition."""
        if not texts:
            return []
        ids = dict.fromkeys(self.relations.topic_of_text[text] for text in texts)
        return [self.topics[topic_id] for topic_id in ids]

    def paper_of(self, talk: Talk) -> Paper | None:
        """Return the paper that a talk presents."""
        return self.works.get(talk.paper) if talk.paper else None

    def event_of(self, talk: Talk) -> Event | None:
        """Return the event of a talk; ``None`` for a talk outside the events here."""
        event: Event | None = self.entities["event"].get(talk.event or "")
        return event

    def occasion_of(self, talk: Talk) -> str:
        """Return where a talk is given: the title of its event, or the place as printed."""
        event = self.event_of(talk)
        return (event.title if event else talk.venue) or ""

    def date_of(self, talk: Talk) -> Dates | None:
        """Return the day of a talk in the programme, or else its own date or that of its event."""
        session = self.schedule.of_talk.get(talk.id)
        if session and (day := session.day):
            return Date(day.year, day.month, day.day)
        event = self.event_of(talk)
        return talk.date or (event.date if event else None)

    def sources_of(self, kind: str, record_id: str) -> Ids:
        """Return the sources of the facts of a page.

        They are those that the record names; of a person, a venue or a topic also those of the
        items that name it: `symposium.knowledge.evidence`.
        """
        locators = self.relations.evidence.get((kind, record_id))
        if locators is None:
            locators = getattr(self.entities[kind][record_id], "sources", ())
        return sources_of(locators) if locators else ()

    def title_of(self, kind: str, record_id: str) -> str:
        """Return the title of a record, or a person's or venue's name."""
        if kind == "person":
            return self.identity.names[record_id].text
        record = self.entities[kind][record_id]
        title: str = record.name if kind == "venue" else record.title
        return title

    def find(self, kind: str, text: str) -> str | None:
        """Return the id of the record that a text names, or ``None``.

        Accepted are ids, cite keys, earlier ones, and the short id of a talk if it is unique.
        """
        table = self.entities.get(kind, {})
        if kind == "paper" and text in self.keys:
            return self.keys[text]
        if text in table:
            return text
        aliases = self.aliases.get(kind, {})
        if text in aliases:
            return aliases[text]
        if kind == "talk":
            return self.short_talks.get(text)
        id_ = slug(text)
        if kind in NAMED and id_ in table:
            return id_
        # An earlier cite key resolves like the id that was made from it.
        return aliases.get(id_) if kind in {"paper", *NAMED} else None

    def nearest(self, kind: str, text: str) -> str | None:
        """Return the id or cite key most similar to ``text``, for a "did you mean"."""
        spellings = self.spellings.get(kind)
        if spellings is None:
            return None
        # "Jane Doe" means jane-doe, though few of the characters are the same.
        return spellings.nearest(text) or spellings.nearest(slug(text))

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Yield (kind, id) of every record that has a page."""
        for kind, table in self.entities.items():
            for record_id in table:
                yield kind, record_id


@lru_cache(maxsize=32)
def _uses_in(identity: ById, record: ById, kind: str) -> Mapping[str, list[NameOccurrence]]:
    """Return the places where a record prints names, by person."""
    uses: dict[str, list[NameOccurrence]] = {}
    for use in uses_of_record(record.thing, kind):
        person = identity.thing.resolve(use.name.text, use.explicit)
        uses.setdefault(person, []).append(use)
    return uses
