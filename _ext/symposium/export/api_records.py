"""Records as JSON objects: one function per kind says which fields are exported, in their order.

The shape of each object is promised, and described by `symposium.export.api_schema`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from symposium.export.api_person import person
from symposium.export.api_values import Context, Json, corrections, iso, number, participant
from symposium.kinds.event import Event
from symposium.kinds.paper import Contributor, Paper, PaperListing
from symposium.kinds.source import Source
from symposium.kinds.talk import Talk
from symposium.kinds.topic import Topic
from symposium.kinds.venue import Venue
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.schedule import Session, event_dates, offset_of
from symposium.model.dates import Date

Ends = tuple[str | None, str | None]
"""Start and end, as they are exported."""


def paper(context: Context, record: Paper) -> Json:
    """Return a paper or a poster."""
    kb = context.kb
    venue_record = kb.venue_of(record)
    return {
        "id": record.id,
        "key": record.key,
        "type": record.type,
        "title": record.title,
        "authors": [_contributor(kb, one) for one in record.authors],
        "et_al": record.et_al,
        "editors": [_contributor(kb, one) for one in record.editors],
        "year": record.year,
        "date": iso(record.date),
        "venue": venue_record
        and {"id": venue_record.id, "short": venue_record.short, "name": venue_record.name},
        "abstract": record.abstract,
        "topics": [topic_record.id for topic_record in kb.topics_of(record.topics)],
        "categories": list(record.categories),
        "awards": list(record.awards),
        "status": record.status,
        "links": _links(record),
        "listings": [_listing(row) for row in record.listings],
        "corrections": corrections(kb, record.corrections),
        "sources": list(record.sources),
        "url": context.url("paper", record.id),
        "cited_on": list(context.cited_on.get(record.id, ())),
        "talks": list(kb.relations.talks_of_paper.get(record.id, ())),
        "inferred": list(record.inferred),
        "cites": list(kb.relations.cites.get(record.id, ())),
        "cited_by": list(kb.relations.cited_by.get(record.id, ())),
    }


def event(context: Context, record: Event) -> Json:
    """Return an event with its programme."""
    start, end = event_dates(record.date)
    return {
        "id": record.id,
        "title": record.title,
        "series": record.series,
        "start": start,
        "end": end,
        "timezone": record.timezone,
        "utc_offset": offset_of(record),
        "inferred": list(record.inferred),
        "slots": [
            _slot(context.kb, session)
            for session in sorted(context.kb.schedule.of_event[record.id], key=_written)
            if session.index is not None
        ],
        "sources": list(record.sources),
        "url": context.url("event", record.id),
        "corrections": corrections(context.kb, record.corrections),
        "rooms": [{"name": one.name, "timezone": one.timezone} for one in record.rooms],
        "calendar": context.calendar("event", record.id),
    }


def talk(context: Context, record: Talk) -> Json:
    """Return a talk; what it does not say itself, it has from its paper and its event."""
    kb = context.kb
    presented = kb.paper_of(record)
    start, end = _talk_times(kb, record)
    return {
        "id": record.id,
        "event": record.event,
        "kind": record.kind,
        "title": record.title,
        "start": start,
        "end": end,
        "authors": [participant(kb, one) for one in record.authors],
        "speakers": [participant(kb, one) for one in record.speakers],
        "abstract": record.abstract or (presented.abstract if presented else None),
        "paper": record.paper,
        "sources": list(record.sources),
        "url": context.url("talk", record.id),
        "venue": record.venue,
        "inferred": list(record.inferred),
        "corrections": corrections(kb, record.corrections),
        "room": record.room,
        "track": record.track,
        "links": dict(sorted(record.links.items())),
        "calendar": context.calendar("talk", record.id),
    }


def topic(context: Context, record: Topic) -> Json:
    """Return a topic with its papers and people."""
    relations = context.kb.relations
    return {
        "id": record.id,
        "title": record.title,
        "papers": _papers(context.kb, relations.papers_of_topic.get(record.id, ())),
        "people": list(relations.people_of_topic.get(record.id, ())),
        "url": context.url("topic", record.id),
        "editorial": record.editorial,
    }


def venue(context: Context, record: Venue) -> Json:
    """Return a journal or conference with its papers."""
    return {
        "id": record.id,
        "name": record.name,
        "short": record.short,
        "papers": _papers(context.kb, context.kb.relations.papers_of_venue.get(record.id, ())),
        "url": context.url("venue", record.id),
    }


def source(context: Context, record: Source) -> Json:
    """Return a source with all that rests on it."""
    return {
        "id": record.id,
        "title": record.title,
        "kind": record.kind,
        "date": record.date,
        "retrieved": record.retrieved,
        "remark": record.remark,
        "records": [
            {"kind": kind, "id": record_id}
            for kind, record_id in context.kb.relations.records_of_source.get(record.id, ())
        ],
        "url": context.url("source", record.id),
        "inferred": list(record.inferred),
        "corrections": corrections(context.kb, record.corrections),
    }


VIEWS: Mapping[str, Callable[[Context, Any], Json]] = {
    "paper": paper,
    "person": person,
    "event": event,
    "talk": talk,
    "topic": topic,
    "venue": venue,
    "source": source,
}
"""Kind to the function that exports its records."""


def _contributor(kb: KnowledgeBase, one: Contributor) -> Json:
    return {"name": one.name.text, "person": kb.person_of(one), "marks": list(one.marks)}


def _links(record: Paper) -> dict[str, str]:
    links = dict(record.links)
    if record.doi:
        links["doi"] = f"https://doi.org/{record.doi}"
    if record.arxiv:
        links["arxiv"] = f"https://arxiv.org/abs/{record.arxiv}"
    return dict(sorted(links.items()))


def _listing(row: PaperListing) -> Json:
    return {
        "date": row.date,
        "category": row.category,
        "score": number(row.score),
        "code": row.code,
        "source": row.source,
    }


def _written(session: Session) -> int:
    return session.index or 0


def _slot(kb: KnowledgeBase, session: Session) -> Json:
    slot = session.slot
    start, end = _ends(session)
    return {
        "start": start,
        "end": end,
        "kind": slot.kind,
        "title": slot.title or (kb.talks[slot.talk].title if slot.talk else None),
        "talk": slot.talk,
        "room": slot.room,
        "track": slot.track,
    }


def _ends(session: Session) -> Ends:
    """Return when a line begins and ends: what clocks show where its day is unknown."""
    start, end = session.start, session.end
    return (
        start.isoformat() if start else session.slot.start,
        end.isoformat() if end else session.slot.end,
    )


def _talk_times(kb: KnowledgeBase, record: Talk) -> Ends:
    """Return when a talk begins and ends; without a time, the date as far as it is known."""
    session = kb.schedule.of_talk.get(record.id)
    if session and (session.slot.start or session.slot.end):
        return _ends(session)
    if record.start or record.end:
        return record.start, record.end
    held = kb.events.get(record.event) if record.event else None
    date = record.date or (held.date if held and isinstance(held.date, Date) else None)
    return event_dates(date)


def _papers(kb: KnowledgeBase, ids: Iterable[str]) -> list[str]:
    """Return those ids that stand in ``papers.json``: posters have a file of their own."""
    return [paper_id for paper_id in ids if not kb.works[paper_id].poster]
