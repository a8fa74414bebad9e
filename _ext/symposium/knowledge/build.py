"""The way from records to a knowledge base."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from symposium.knowledge import assemble, checks
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.identity import build_identity
from symposium.knowledge.relations import relate
from symposium.knowledge.topics import resolve_topics
from symposium.knowledge.uses import Use, all_uses
from symposium.knowledge.venues import resolve_venues
from symposium.model.kinds import KINDS
from symposium.model.problems import Place, Problem
from symposium.model.records import Person, Records, Talk


def build(records: Records) -> tuple[KnowledgeBase, list[Problem]]:
    """Return the knowledge base made of ``records``, and what is wrong between them.

    Never raises for bad data: what cannot be resolved is left out where it stands, and reported.
    """
    given: dict[str, dict[str, Any]] = {
        kind.name: {record.id: record for record in records.entities.get(kind.name, ())}
        for kind in KINDS
    }
    people: dict[str, Person] = given["person"]
    papers, problems = assemble.join_notes(records.papers, records.notes)
    problems += assemble.add_source_listings(papers, given["source"].values())
    talks: dict[str, Talk] = given["talk"]
    talks.update(assemble.solo_talks(people.values()))
    events, found = assemble.join_programmes(given["event"], talks)
    problems += found
    problems += assemble.resolve_talk_papers(talks, papers)
    problems += assemble.resolve_papers(given, papers)
    assemble.hide_former_names(papers, talks, given["software"], people)

    tables: dict[str, Mapping[str, Any]] = {
        **given, "paper": papers, "talk": talks, "event": events,
    }  # fmt: skip
    uses = list(all_uses(tables))

    def place_of(use: Use) -> Place:
        place: Place = tables[use.kind][use.id].origin.at(use.field)
        return place

    identity, found = build_identity(people.values(), uses, place_of)
    problems += found
    tables["person"] = identity.people
    tables["venue"], venue_of_text = resolve_venues(papers.values(), given["venue"].values())
    keywords = [
        text
        for table in tables.values()
        for record in table.values()
        for text in getattr(record, "topics", ())
    ]
    tables["topic"], topic_of_text = resolve_topics(keywords, given["topic"].values())
    problems += checks.check_sources(tables)
    problems += checks.check_files(tables, records.files)
    problems += checks.check_named(tables)
    problems += checks.check_earlier_ids(tables)
    problems += checks.check_parts(events)
    kb = KnowledgeBase(
        entities=tables,
        identity=identity,
        relations=relate(tables, identity, uses, venue_of_text, topic_of_text),
        keys={paper.key: paper.id for paper in papers.values()},
        heirs={kind: _heirs(table.values()) for kind, table in tables.items()},
        files=records.files,
    )
    problems += checks.check_roles(talks, kb.find)
    return kb, checks.sorted_problems(problems)


def _heirs(records: Iterable[Any]) -> dict[str, str]:
    return {earlier: record.id for record in records for earlier in getattr(record, "was", ())}
