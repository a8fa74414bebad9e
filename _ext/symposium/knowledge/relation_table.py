"""What is related to what: ids by ids, as `symposium.knowledge.relations` finds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Ids = tuple[str, ...]
Named = tuple[str, str]
"""Kind and id of a record."""


@dataclass(frozen=True, slots=True)
class Relations:
    """Relations by id. Lists are newest first, and in the order of the sources within a year."""

    newest: Ids = ()
    """All papers and posters; those without a year last."""
    position: Mapping[str, int] = field(default_factory=dict)
    """Paper or poster: its place in the bibliography, from 0."""
    authors_of_paper: Mapping[str, Ids] = field(default_factory=dict)
    """Paper or poster: the persons it prints as its authors, in that order."""
    papers_of_person: Mapping[str, Ids] = field(default_factory=dict)
    posters_of_person: Mapping[str, Ids] = field(default_factory=dict)
    edited_by: Mapping[str, Ids] = field(default_factory=dict)
    talks_of_person: Mapping[str, Ids] = field(default_factory=dict)
    """Talks given, or written, by the person."""
    named_in: Mapping[str, tuple[Named, ...]] = field(default_factory=dict)
    """Person: (kind, id) of the records that print the name and stand in none of the lists of
    works above: posters that the person edited, talks, events, persons' files, then others, each
    in the order of the sources."""
    papers_of_topic: Mapping[str, Ids] = field(default_factory=dict)
    people_of_topic: Mapping[str, Ids] = field(default_factory=dict)
    """Those who name the topic in their file."""
    talks_of_topic: Mapping[str, Ids] = field(default_factory=dict)
    papers_of_venue: Mapping[str, Ids] = field(default_factory=dict)
    papers_of_year: Mapping[int, Ids] = field(default_factory=dict)
    """Papers and posters by year of publication, newest year first."""
    talks_of_paper: Mapping[str, Ids] = field(default_factory=dict)
    cites: Mapping[str, Ids] = field(default_factory=dict)
    """Paper or poster: the works that it cites, in the order of its list; not itself."""
    cited_by: Mapping[str, Ids] = field(default_factory=dict)
    """Paper or poster: the works that cite it, newest first."""
    posters_of_paper: Mapping[str, Ids] = field(default_factory=dict)
    """Posters that have the title of the paper; and the other way round."""
    talks_of_event: Mapping[str, Ids] = field(default_factory=dict)
    """In the order of the programme; talks without a slot last."""
    naming: Mapping[Named, Mapping[str, Ids]] = field(default_factory=dict)
    """(kind, id) of a person, paper or topic: kind, then ids of the records that name it, for
    every kind that has no relation of its own above."""
    records_of_source: Mapping[str, tuple[Named, ...]] = field(default_factory=dict)
    """(kind, id) of all that rests on a source."""
    venue_of_text: Mapping[str, str] = field(default_factory=dict)
    topic_of_text: Mapping[str, str] = field(default_factory=dict)
