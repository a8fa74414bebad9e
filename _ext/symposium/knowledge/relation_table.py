"""The tables of relations: ids by ids, as `symposium.knowledge.relations` computes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

Ids = tuple[str, ...]
RecordKey = tuple[str, str]
"""Kind and id of a record."""


def _lists(kind: str, of: str = "", api: str = "", about: str = "") -> Any:
    """Return a relation from records of a kind to lists of records ``of`` another kind.

    Without ``of``, a list may hold several kinds, and has kind and id of each record. ``api`` is
    the name of the list in the API, and ``about`` its description there.
    """
    metadata = {"kind": kind, "of": of, "api": api, "about": about}
    return field(default_factory=dict, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Relations:
    """Relations by id. Lists are newest first; of one date, in the order of the sources."""

    newest: Ids = ()
    """All papers and posters; those without a year last."""
    position: Mapping[str, int] = field(default_factory=dict)
    """Paper or poster: its place in the bibliography, from 0."""
    authors_of_paper: Mapping[str, Ids] = field(default_factory=dict)
    """Paper or poster: the persons it prints as its authors, in that order."""
    papers_of_person: Mapping[str, Ids] = _lists(
        "person", "paper", "papers", "Ids of papers, newest first."
    )
    posters_of_person: Mapping[str, Ids] = _lists(
        "person", "paper", "posters", "Ids of posters, newest first."
    )
    edited_by: Mapping[str, Ids] = _lists("person", "paper")
    """Person: the papers that print the name as an editor's, of themselves or of their volume."""
    listed_of_person: Mapping[str, Ids] = _lists(
        "person", "paper", "listed", "Ids of papers that a page of the person lists, with the "
        "authors cut short before the name, newest first.",
    )  # fmt: skip
    """See `symposium.knowledge.entry_index`."""
    talks_of_person: Mapping[str, Ids] = _lists("person", "talk", "talks", "Ids of talks.")
    """Talks given, or written, by the person."""
    named_in: Mapping[str, tuple[RecordKey, ...]] = _lists("person")
    """Person: (kind, id) of the records that print the name and are in none of the lists of works
    above: posters that the person edited, talks, events, persons' files, then others, each in the
    order of the sources."""
    papers_of_topic: Mapping[str, Ids] = _lists("topic", "paper")
    people_of_topic: Mapping[str, Ids] = _lists(
        "topic", "person", "people", "Ids of people who name the topic as theirs."
    )
    talks_of_topic: Mapping[str, Ids] = _lists("topic", "talk")
    papers_of_venue: Mapping[str, Ids] = _lists("venue", "paper")
    papers_of_volume: Mapping[str, Ids] = _lists(
        "volume", "paper", "papers", "Ids of papers, in the order of the volume."
    )
    """In the order of their pages, if these are printed."""
    volumes_beside: Mapping[str, Ids] = _lists("volume", "volume")
    """The volume of the same venue before it, and the one after it."""
    volume_of_paper: Mapping[str, str] = field(default_factory=dict)
    papers_of_year: Mapping[int, Ids] = field(default_factory=dict)
    """Papers and posters by year of publication, newest year first."""
    talks_of_paper: Mapping[str, Ids] = _lists(
        "paper", "talk", "talks", "Ids of talks that present it."
    )
    cites: Mapping[str, Ids] = _lists(
        "paper", "paper", "cites",
        "Ids of papers and posters that it cites, in the order of its list.",
    )  # fmt: skip
    """Never itself."""
    cited_by: Mapping[str, Ids] = _lists(
        "paper", "paper", "cited_by",
        "Ids of papers and posters here that cite it, newest first.",
    )  # fmt: skip
    versions: Mapping[str, Ids] = _lists(
        "paper", "paper", "versions",
        "Ids of its versions and errata, the earliest first; its own is one.",
    )  # fmt: skip
    posters_of_paper: Mapping[str, Ids] = _lists("paper", "paper")
    """Paper to posters with its title, and poster to papers."""
    talks_of_event: Mapping[str, Ids] = _lists("event", "talk")
    """In the order of the programme; talks without a slot last."""
    events_of_series: Mapping[str, Ids] = _lists(
        "series", "event", "events", "Ids of its events, newest first."
    )
    people_of_organization: Mapping[str, Ids] = _lists("organization", "person")
    """From A to Z: persons whose file, programme or thesis prints it."""
    events_of_organization: Mapping[str, Ids] = _lists(
        "organization", "event", "events",
        "Ids of events that it hosts, or that somebody of it organizes.",
    )  # fmt: skip
    talks_of_organization: Mapping[str, Ids] = _lists(
        "organization", "talk", "talks", "Ids of talks that print it."
    )
    papers_of_organization: Mapping[str, Ids] = _lists(
        "organization", "paper", "papers",
        "Ids of theses and reports that print it, and of papers of these talks.",
    )  # fmt: skip
    printed_organizations: Mapping[tuple[str, str, str], tuple[Any, ...]] = field(
        default_factory=dict
    )
    """(organisation, kind, id) for events, talks and papers that print an organisation: a
    `symposium.knowledge.printed_names.Printed` for each time."""
    naming: Mapping[RecordKey, Mapping[str, Ids]] = field(default_factory=dict)
    """(kind, id) of a person, paper or topic: the records that name it, as kind to ids, for all
    kinds that have no relation of their own above."""
    records_of_source: Mapping[str, tuple[RecordKey, ...]] = _lists("source")
    """Source: (kind, id) of the records whose evidence it is."""
    evidence: Mapping[RecordKey, tuple[str, ...]] = field(default_factory=dict)
    """(kind, id): the locators that are the record's evidence."""
    venue_of_text: Mapping[str, str] = field(default_factory=dict)
    topic_of_text: Mapping[str, str] = field(default_factory=dict)
    series_of_text: Mapping[str, str] = field(default_factory=dict)
    organization_of_text: Mapping[str, str] = field(default_factory=dict)


LISTS: Mapping[str, tuple[tuple[str, str], ...]] = {
    kind: tuple(
        (relation.name, relation.metadata["of"]) for relation in fields(Relations)
        if relation.metadata.get("kind") == kind
    )
    for kind in dict.fromkeys(r.metadata["kind"] for r in fields(Relations) if r.metadata)
}  # fmt: skip
"""Kind to its relations that are lists: their names, each with the kind that is listed."""
