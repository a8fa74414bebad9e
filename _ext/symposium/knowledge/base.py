"""The knowledge base: all records, resolved, and every relation with its inverse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from symposium.knowledge.identity import Identity, State
from symposium.knowledge.uses import Use
from symposium.model.ids import slug
from symposium.model.records import (
    Contributor,
    Developer,
    Event,
    Paper,
    Participant,
    Person,
    Source,
    Talk,
    Topic,
    Venue,
)

Ids = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Relations:
    """Relations by id. Lists are newest first, and in the order of the sources within a year."""

    uses: Mapping[str, tuple[Use, ...]] = field(default_factory=dict)
    """Person: every place that prints the name, in the order of the sources."""
    papers_of_person: Mapping[str, Ids] = field(default_factory=dict)
    posters_of_person: Mapping[str, Ids] = field(default_factory=dict)
    edited_by: Mapping[str, Ids] = field(default_factory=dict)
    talks_of_person: Mapping[str, Ids] = field(default_factory=dict)
    """Talks given, or written, by the person."""
    coauthors: Mapping[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    """Person: others with the number of joint works, most first, then A–Z."""
    papers_of_topic: Mapping[str, Ids] = field(default_factory=dict)
    people_of_topic: Mapping[str, Ids] = field(default_factory=dict)
    """Those who name the topic in their file."""
    talks_of_topic: Mapping[str, Ids] = field(default_factory=dict)
    papers_of_venue: Mapping[str, Ids] = field(default_factory=dict)
    papers_of_year: Mapping[int, Ids] = field(default_factory=dict)
    """Papers and posters by year of publication, newest year first."""
    talks_of_paper: Mapping[str, Ids] = field(default_factory=dict)
    posters_of_paper: Mapping[str, Ids] = field(default_factory=dict)
    """Posters that have the title of the paper; and the other way round."""
    talks_of_event: Mapping[str, Ids] = field(default_factory=dict)
    """In the order of the programme; talks without a slot last."""
    naming: Mapping[tuple[str, str], Mapping[str, Ids]] = field(default_factory=dict)
    """(kind, id) of a person, paper or topic: kind, then ids of the records that name it, for
    every kind that has no relation of its own above."""
    records_of_source: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """(kind, id) of all that rests on a source."""
    venue_of_text: Mapping[str, str] = field(default_factory=dict)
    topic_of_text: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class KnowledgeBase:
    """All that a site knows; nothing changes after it is made."""

    entities: Mapping[str, Mapping[str, Any]]
    """Kind, then id, to the record: described and derived ones alike."""
    identity: Identity
    relations: Relations
    keys: Mapping[str, str]
    """Cite key to paper id."""
    heirs: Mapping[str, Mapping[str, str]]
    """Kind, then earlier id (``was:``), to the id of today."""
    files: frozenset[str] = frozenset()

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
        return [self.works[i] for ids in self.relations.papers_of_year.values() for i in ids
                if not self.works[i].poster] + [
            p for p in self.works.values() if p.year is None and not p.poster]  # fmt: skip

    @property
    def posters(self) -> list[Paper]:
        """Posters, newest first."""
        found = [paper for paper in self.works.values() if paper.poster]
        return sorted(found, key=lambda paper: -(paper.year or 0))

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

    def person_of(self, one: Contributor | Developer | Participant) -> str:
        """Return the id of the person behind a printed name."""
        return self.identity.resolve(one.name.text, one.person)

    def state_of(self, person_id: str) -> State:
        """Return how well a person is known."""
        return self.identity.states[person_id]

    def printed_forms(self, person_id: str) -> dict[str, tuple[tuple[str, str], ...]]:
        """Return each printed form of a name with the (kind, id) of the records that print it."""
        forms: dict[str, dict[tuple[str, str], None]] = {}
        for use in self.relations.uses.get(person_id, ()):
            forms.setdefault(use.name.text, {})[use.kind, use.id] = None
        return {text: tuple(where) for text, where in forms.items()}

    def venue_of(self, paper: Paper) -> Venue | None:
        """Return the venue of a paper, if one is printed."""
        return self.venues[self.relations.venue_of_text[paper.venue]] if paper.venue else None

    def topics_of(self, texts: tuple[str, ...]) -> list[Topic]:
        """Return the topics that keywords lead to, without repetition."""
        ids = dict.fromkeys(self.relations.topic_of_text[text] for text in texts)
        return [self.topics[topic_id] for topic_id in ids]

    def paper_of(self, talk: Talk) -> Paper | None:
        """Return the paper that a talk presents."""
        return self.works.get(talk.paper) if talk.paper else None

    def sources_of(self, kind: str, record_id: str) -> Ids:
        """Return the sources that the facts of a page rest on.

        They are those of the record; where it has none of its own (a person known by printed
        names, a venue), those of the records that imply it.
        """
        own: Ids = getattr(self.entities[kind][record_id], "sources", ())
        if own or not self.sources:
            return own
        rel = self.relations
        by: dict[str, list[tuple[str, str]]] = {
            "person": [(use.kind, use.id) for use in rel.uses.get(record_id, ())],
            "topic": [("paper", paper) for paper in rel.papers_of_topic.get(record_id, ())],
            "venue": [("paper", paper) for paper in rel.papers_of_venue.get(record_id, ())],
        }
        implied = (
            source
            for other_kind, other in by.get(kind, ())
            for source in getattr(self.entities[other_kind][other], "sources", ())
        )
        return tuple(dict.fromkeys(implied))

    def title_of(self, kind: str, record_id: str) -> str:
        """Return what a record is called: its title, or a person's or venue's name."""
        record = self.entities[kind][record_id]
        if kind == "person":
            return str(record.name.text)
        return str(record.name if kind == "venue" else record.title)

    def find(self, kind: str, text: str) -> str | None:
        """Return the id that an author's text means, or ``None``.

        Accepted are ids, earlier ids, cite keys, and the short id of a talk where it is unique.
        """
        table = self.entities.get(kind, {})
        if kind == "paper" and text in self.keys:
            return self.keys[text]
        if text in table:
            return text
        if text in self.heirs.get(kind, {}):
            return self.heirs[kind][text]
        if kind == "talk":
            found = [talk_id for talk_id in table if talk_id.rpartition("/")[2] == text]
            return found[0] if len(found) == 1 else None
        made = slug(text)
        return made if kind in {"topic", "venue"} and made in table else None

    def nearest(self, kind: str, text: str) -> str | None:
        """Return the known id or cite key that is most like ``text``, for a "did you mean"."""
        names = list(self.entities.get(kind, {}))
        if kind == "paper":
            names = [*self.keys, *names]
        if kind == "talk":
            names += [name.rpartition("/")[2] for name in names]
        near = get_close_matches(text, names, n=1, cutoff=0.6)
        # "Jane Doe" is nearest to jane-doe, though few of its characters are the same.
        near = near or get_close_matches(slug(text), names, n=1, cutoff=0.6)
        return near[0] if near else None

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Yield (kind, id) of every record that has a page."""
        for kind, table in self.entities.items():
            for record_id in table:
                yield kind, record_id
