"""Building the knowledge base from records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from symposium.kinds import KINDS
from symposium.kinds.kind import Kind
from symposium.kinds.paper import Paper
from symposium.kinds.person import Person
from symposium.kinds.records import Records
from symposium.kinds.talk import Talk
from symposium.knowledge import assemble, checks
from symposium.knowledge.aliases import aliases_of, aliases_of_talks, follow
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.citation_counts import add_counts
from symposium.knowledge.deadlines import check_deadlines
from symposium.knowledge.entry_index import EntryIndex
from symposium.knowledge.former_names import hide_former_names
from symposium.knowledge.identity import build_identity
from symposium.knowledge.named_files import find_named_files
from symposium.knowledge.nearest import Spellings
from symposium.knowledge.organizations import resolve_organizations
from symposium.knowledge.owned_listings import check_owners
from symposium.knowledge.printed_names import resolve_topics
from symposium.knowledge.reference_lists import resolve_cites
from symposium.knowledge.related_works import RelatedWorks
from symposium.knowledge.relation_table import Ids
from symposium.knowledge.relations import relate
from symposium.knowledge.schedule import make_schedule
from symposium.knowledge.series import resolve_series
from symposium.knowledge.tombstones import Tombstones, still_implied, tombstones_by_id, without
from symposium.knowledge.venues import resolve_venues
from symposium.knowledge.versions import resolve_versions
from symposium.knowledge.volumes import resolve_volumes, titles_of
from symposium.model.garbage import uncollected
from symposium.model.problems import Problem
from symposium.model.progress import Tell, untold


def build(records: Records, tell: Tell = untold) -> tuple[KnowledgeBase, list[Problem]]:
    """Return the knowledge base made of ``records``, and what is wrong between them.

    Never raises for bad data: what cannot be resolved is left out where it stands, and reported.
    """
    tell("resolving names and references")
    with uncollected():  # looking for garbage doubles the time
        return _build(records)


def _build(records: Records) -> tuple[KnowledgeBase, list[Problem]]:
    gone = tombstones_by_id(records.gone)
    papers_kept, found = without(records.papers, gone)
    tables, keys, cites, problems = _assemble(follow(replace(records, papers=papers_kept)), gone)
    problems += found
    identity, found = build_identity(tables)
    problems += found
    papers: dict[str, Paper] = tables["paper"]
    titles = titles_of(papers.values(), tables["event"].values())
    tables["venue"], venue_of_text = resolve_venues(papers.values(), tables["venue"], titles)
    keywords = [
        text
        for table in tables.values()
        for record in table.values()
        for text in getattr(record, "topics", ())
    ]
    tables["topic"], topic_of_text = resolve_topics(keywords, tables["topic"])
    series = resolve_series(tables["event"].values(), tables["series"], venue_of_text)
    tables["series"] = series.records
    organizations = resolve_organizations(tables, identity)
    tables["organization"] = organizations.records
    problems += checks.check_sources(tables, gone)
    find_named_files(papers, records.files)
    problems += checks.check_files(tables, records.files)
    problems += checks.check_named(tables, gone)
    assemble.drop_unknown(tables)
    volumes = resolve_volumes(tables, venue_of_text)
    tables["volume"] = volumes.records
    problems += checks.check_earlier_ids(tables, identity.names)
    problems += checks.check_parts(tables["event"], gone)
    problems += check_deadlines(tables["event"].values())
    aliases = {kind: aliases_of(table.values()) for kind, table in tables.items()}
    aliases["volume"] = volumes.aliases | aliases["volume"]
    aliases["talk"] = aliases_of_talks(tables["talk"], tables["event"])
    short = _short_ids(tables["talk"], aliases["talk"])
    entities: dict[str, Mapping[str, Any]] = {**tables, "person": identity.people}
    relations = relate(
        tables, identity, venue_of_text, topic_of_text, cites, volumes=volumes, series=series,
        organizations=organizations,
    )  # fmt: skip
    kb = KnowledgeBase(
        entities=entities,
        identity=identity,
        relations=relations,
        keys=keys,
        aliases=aliases,
        short_talks=short,
        spellings={
            **{kind: Spellings(table) for kind, table in entities.items()},
            "paper": Spellings(keys, papers),
            "talk": Spellings(tables["talk"], short),
        },
        related_works=RelatedWorks(
            papers, relations, {one.id: one.title for one in tables["topic"].values()}
        ),
        schedule=make_schedule(tables["event"].values(), tables["talk"]),
        files=records.files,
        gone=gone,
    )
    problems += checks.check_people(kb)
    problems += checks.check_reasons(tables)
    problems += checks.check_contributions(papers.values())
    problems += check_owners(kb)
    problems += checks.check_roles(tables["talk"], kb.find, gone)
    problems += still_implied(kb)
    return kb, checks.sorted_problems(problems)


def _assemble(
    records: Records, gone: Tombstones
) -> tuple[dict[str, dict[str, Any]], dict[str, str], dict[str, Ids], list[Problem]]:
    """Return the records of each kind by id, joined, and of papers the cite keys and references.

    Cite keys map to ids; references are ids by the id of the citing work.
    """
    tables: dict[str, dict[str, Any]] = {
        kind.name: {record.id: record for record in _in_order(kind, records)} for kind in KINDS
    }
    papers = EntryIndex(records.papers, gone)
    problems = assemble.join_notes(papers, records.notes)
    cites, found = resolve_cites(papers, records.papers, records.notes)
    problems += found
    problems += resolve_versions(papers, records.notes)
    problems += assemble.add_source_listings(papers, tables["source"])
    problems += add_counts(papers, tables["source"].values())
    people: dict[str, Person] = tables["person"]
    talks: dict[str, Talk] = tables["talk"]
    talks.update(assemble.solo_talks(people.values()))
    tables["event"], found = assemble.join_programmes(tables["event"], talks)
    problems += found
    problems += assemble.resolve_talk_papers(talks, papers)
    problems += assemble.resolve_papers(tables, papers)
    hide_former_names(papers.by_id, tables, people)
    tables["paper"] = papers.by_id
    return tables, papers.keys, cites, problems


def _in_order(kind: Kind, records: Records) -> Iterable[Any]:
    """Return the records of a kind in the order of all their lists."""
    found = records.entities.get(kind.name, ())
    if not kind.newest_first:
        return found
    return sorted(found, key=_moment, reverse=True)


def _moment(record: Any) -> tuple[Any, ...]:
    """Return when a record is dated, to sort by; what has no date comes before all else."""
    first = getattr(record.date, "start", record.date)
    return (*(first.sort_key if first else (0, 0, 0)), record.id)


def _short_ids(talks: Iterable[str], aliases: Mapping[str, str]) -> dict[str, str | None]:
    """Return the last part of each talk's id with the whole; ``None`` where several share it.

    Earlier ids count where no talk of today has such an id.
    """
    found: dict[str, str | None] = {}
    for talk_id in talks:
        short = talk_id.rpartition("/")[2]
        found[short] = None if short in found else talk_id
    earlier: dict[str, str | None] = {}
    for old, talk_id in aliases.items():
        short = old.rpartition("/")[2]
        earlier[short] = talk_id if earlier.get(short, talk_id) == talk_id else None
    return earlier | found
