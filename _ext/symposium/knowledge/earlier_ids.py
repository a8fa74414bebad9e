"""Earlier ids: those that mean another record today (``was:``), and those that are gone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from symposium.kinds.base import Gone, Origin
from symposium.kinds.event import Event
from symposium.kinds.kind import sourced
from symposium.kinds.paper import Paper
from symposium.kinds.records import Records
from symposium.kinds.talk import SoloTalk
from symposium.knowledge.relation_table import Named
from symposium.model.ids import slug
from symposium.model.locators import moved, sources_of, united
from symposium.model.memory import changed
from symposium.model.problems import Code, Place, Problem

Tombstones = Mapping[Named, Gone]
"""Kind and id, also each earlier id, of every record that is gone."""


def tombstones_by_id(gone: Iterable[Gone]) -> dict[Named, Gone]:
    """Return the records that are gone by all ids that they had."""
    return {(one.kind, name): one for one in gone for name in (*one.earlier_ids, one.id)}


def gone_of(gone: Tombstones, kind: str, text: str) -> Gone | None:
    """Return the record that an author's text means, if it is gone."""
    if not gone:
        return None
    return gone.get((kind, text)) or (gone.get((kind, slug(text))) if kind == "paper" else None)


def cited(one: Gone, place: Place) -> Problem:
    """Return the problem that a record which is gone is named somewhere."""
    message = f'the {one.kind} "{one.id}" is gone: {one.reason.rstrip(".")}'
    return Problem(Code.GONE_CITED, message, place, "remove the reference, or write it as text")


def or_gone(problem: Problem, gone: Tombstones, kind: str, text: str) -> Problem:
    """Return the problem that a name is not known, or that what it names is gone."""
    one = gone_of(gone, kind, text)
    return cited(one, problem.place) if one else problem


def without(papers: Iterable[Paper], gone: Tombstones) -> tuple[tuple[Paper, ...], list[Problem]]:
    """Return the papers that are not gone, and a problem for each entry that is still there."""
    kept, problems = [], []
    keys = {one.key: one for one in gone.values() if one.key}
    for paper in papers:
        one = gone.get(("paper", paper.id)) or keys.get(paper.key)
        if one is None:
            kept.append(paper)
        else:
            message = f'"{paper.key}" is marked as gone, but its entry is in {paper.origin.place}'
            problems.append(still_there(one, message, "remove the entry"))
    return tuple(kept), problems


def still_there(one: Gone, message: str, hint: str) -> Problem:
    """Return the problem that a record which is gone is there."""
    origin: Origin = one.origin
    hint = f"{hint}, or remove gone:"
    return Problem(Code.GONE_BUT_THERE, message, origin.at("gone"), hint)


def aliases_of(records: Iterable[Any]) -> dict[str, str]:
    """Return the aliases among records of one kind; of two for one id the last."""
    with_earlier = [record for record in records if record.was]
    return {earlier: record.id for record in with_earlier for earlier in record.earlier_ids}


def aliases_of_talks(talks: Mapping[str, Any], events: Mapping[str, Event]) -> dict[str, str]:
    """Return the aliases among talks: those of an event have moved along with it."""
    moved = {
        f"{earlier}/{talk.id.partition('/')[2]}": talk.id
        for talk in talks.values()
        if talk.event in events
        for earlier in events[talk.event].earlier_ids
    }
    return moved | aliases_of(talks.values())


def solo_talk_id(person_id: str, talk: SoloTalk) -> str:
    """Return the id of a talk outside events, from that of its speaker."""
    year = str(talk.date.year) if talk.date and talk.date.year else ""
    return f"talks/{slug(f'{person_id} {year} {talk.title}')}"


def follow(records: Records) -> Records:
    """Return records that name sources by their ids of today."""
    sources = records.entities.get("source", ())
    aliases = aliases_of(sources)
    for one in sources:
        aliases.pop(one.id, None)
    if not aliases:
        return records

    def today(record: Any) -> Any:
        changes: dict[str, Any] = {}
        own = getattr(record, "sources", ())
        if not aliases.keys().isdisjoint(sources_of(own)):
            changes["sources"] = united(moved(one, aliases) for one in own)
        for field in sourced(type(record)):
            rows = getattr(record, field)
            changes[field] = tuple(
                replace(row, source=row.source and moved(row.source, aliases)) for row in rows
            )
        if talks := getattr(record, "talks", ()):
            changes["talks"] = tuple(map(today, talks))
        return changed(record, **changes) if changes else record

    return replace(
        records,
        papers=tuple(map(today, records.papers)),
        notes=tuple(map(today, records.notes)),
        entities={kind: tuple(map(today, table)) for kind, table in records.entities.items()},
    )
