"""Assembly: facts of several files become one record, and references become ids.

Functions change the tables that they are given, or return new ones, and report problems.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from symposium.kinds.base import Origin
from symposium.kinds.event import Event, Slot, is_poster_session
from symposium.kinds.paper import Paper, PaperNotes
from symposium.kinds.participants import Participant
from symposium.kinds.person import Person
from symposium.kinds.source import Source
from symposium.kinds.talk import Talk
from symposium.knowledge import entry_index
from symposium.model.ids import told_apart, united
from symposium.model.memory import changed
from symposium.model.problems import Code, Problem
from symposium.model.spelling import Spellings


def join_notes(papers: entry_index.EntryIndex, notes: Sequence[PaperNotes]) -> None:
    """Add to each paper, in place, the facts of its file in ``papers/``."""
    taken: dict[str, PaperNotes] = {}
    for note in notes:
        key = note.key or note.id
        paper_id = papers.find(note.key) if note.key else note.id
        place = note.origin.at("key")
        if paper_id is None or paper_id not in papers.by_id:
            hint = papers.spellings.hint(key, "add the entry, or name it by key:")
            message = f'no entry of the bibliography has the key or id "{key}"'
            papers.report(Code.PAPER_UNKNOWN, message, place, hint)
        elif paper_id in taken:
            message = f"{taken[paper_id].origin.place.path} describes the same paper"
            papers.report(Code.ID_DUPLICATE, message, place, "join the two files")
        else:
            taken[paper_id] = note
            papers.by_id[paper_id] = _with_notes(papers.by_id[paper_id], note)
            papers.aliases |= dict.fromkeys(note.earlier_ids, paper_id)
    for note in notes:
        for text in note.related:
            papers.resolve(text, note.origin.at("related"))
    for paper in [paper for paper in papers.by_id.values() if paper.related]:
        ids = dict.fromkeys(filter(None, map(papers.find, paper.related)))
        related = tuple(id_ for id_ in ids if id_ != paper.id)
        papers.by_id[paper.id] = changed(paper, related=related)


OF_NOTES = frozenset({"id", "key", "origin", "links", "sources", *entry_index.BEFORE})
"""Fields of notes that are not simply joined with those of the paper."""


def _with_notes(paper: Paper, note: PaperNotes) -> Paper:
    links, stated = paper.links, {*note.links.values()}
    from_abstract = [name for name in paper.links_from_abstract if name not in note.links]
    restated = [name for name in from_abstract if links[name] in stated]
    names = [field.name for field in fields(note) if field.name not in OF_NOTES]
    return changed(
        paper,
        **{name: _joined(getattr(paper, name), getattr(note, name)) for name in names},
        links={**{name: links[name] for name in links if name not in restated}, **note.links},
        links_from_abstract=tuple([name for name in from_abstract if name not in restated]),
        sources=united(paper.sources, note.sources),
        notes=note.origin,
    )


def _joined(own: Any, added: Any) -> Any:
    """Join the values of an entry and its file: lists are united, else the file wins."""
    return tuple(dict.fromkeys((*own, *added))) if isinstance(own, tuple) else added or own


def add_from_sources(papers: entry_index.EntryIndex, sources: Iterable[Source]) -> None:
    """Add to each paper, in place, its listings and corrections in the files of ``sources/``."""
    for source in sources:
        for paper, listing in _of_works(papers, source, "listings"):
            listings = (*paper.listings, listing)
            united_sources = united(paper.sources, (listing.source,))
            papers.by_id[paper.id] = changed(paper, listings=listings, sources=united_sources)
        for paper, correction in _of_works(papers, source, "corrections"):
            corrections = (*paper.corrections, correction)
            papers.by_id[paper.id] = changed(paper, corrections=corrections)
    for paper in [paper for paper in papers.by_id.values() if paper.listings]:
        papers.by_id[paper.id] = entry_index.with_year(paper)


def _of_works(
    papers: entry_index.EntryIndex, source: Source, name: str
) -> Iterator[tuple[Paper, Any]]:
    """Yield the items of a source's list that name works, each after its work; report others."""
    for index, item in enumerate(getattr(source, name)):
        place = source.origin.at(f"{name}.{index}.paper")
        if item.paper and (paper_id := papers.resolve(item.paper, place)):
            located = replace(item, paper=paper_id, source=item.source or source.id)
            yield papers.by_id[paper_id], located


def solo_talks(people: Iterable[Person]) -> dict[str, Talk]:
    """Return the talks outside events, which are listed in the files of their speakers."""
    talks: dict[str, Talk] = {}
    for person in people:
        for index, solo in enumerate(person.talks):
            talk_id = entry_index.solo_talk_id(person.id, solo)
            moved = [entry_index.solo_talk_id(earlier, solo) for earlier in person.earlier_ids]
            text = f"{solo.title}|{solo.venue}|{solo.description}|{index}"
            talk_id = told_apart(talk_id, text, talks)
            own = {field.name: getattr(solo, field.name) for field in fields(solo)}
            own |= {
                "speakers": (Participant(person.name, person.id),),
                "sources": solo.sources or person.sources,
                "was": (*solo.was, *moved),
            }
            place = person.origin.at(f"talks.{index}")
            talks[talk_id] = Talk(id=talk_id, event=None, origin=Origin(place), **own)
    return talks


def join_programmes(
    events: Mapping[str, Event], talks: dict[str, Talk]
) -> tuple[dict[str, Event], list[Problem]]:
    """Join the slots of each event with its talks, in place for the talks.

    A talk takes its times and kind from its slot and its sources from its event; a slot takes the
    full id of its talk.
    """
    problems: list[Problem] = []
    joined, originals = {}, dict(talks)
    aliases = entry_index.aliases_of_talks(talks, events)
    names: dict[str, list[str]] = defaultdict(list)
    for talk_id in talks:
        event_id, _, name = talk_id.partition("/")
        names[event_id].append(name)
    for event in events.values():
        spellings = Spellings(names[event.id])
        slots = []
        for index, slot in enumerate(event.slots):
            ids: dict[str, str] = {}
            for field, text in _talks_of(slot):
                talk_id = text if "/" in text else f"{event.id}/{text}"
                talk = talks.get(talk_id) or talks.get(aliases.get(talk_id, ""))
                if talk is None:
                    hint = spellings.hint(text, f"write events/{event.id}/{text}.md", cutoff=0.5)
                    message = f'this event has no talk "{text}"'
                    place = event.origin.at(f"slots.{index}.{field}")
                    problems.append(Problem(Code.TALK_UNKNOWN, message, place, hint))
                    continue
                ids[field] = talk.id
                if talk.event == event.id:  # else it has moved to another one
                    talks[talk.id] = _placed(talk, slot, field)
                    # Compared as in its file, since another slot may have given it times meanwhile.
                    if field == "talk":
                        problems += _times_differ(originals[talk.id], slot)
            title = slot.title or (None if "talk" in ids else slot.talk)
            own = ids.pop("talk", None)
            inside = tuple(dict.fromkeys(ids.values()))
            slots.append(replace(slot, talk=own, title=title, talks=inside))
        joined[event.id] = replace(event, slots=tuple(slots))
    for talk in list(talks.values()):
        event_of = joined.get(talk.event) if talk.event else None
        if event_of:
            talks[talk.id] = replace(talk, sources=talk.sources or event_of.sources)
    return joined, problems


def _talks_of(slot: Slot) -> Iterator[tuple[str, str]]:
    """Yield the talks that a line names, each after the field that names it."""
    yield from ((f"talks.{at}", text) for at, text in enumerate(slot.talks))
    if slot.talk:
        yield "talk", slot.talk


def _placed(talk: Talk, slot: Slot, field: str) -> Talk:
    """Return a talk with the facts of its slot, without the times if it is listed in a session."""
    kind, start, end = slot.kind, talk.start or slot.start, slot.end
    if field != "talk":
        kind, start, end = "poster" if is_poster_session(kind) else "talk", talk.start, None
    return replace(
        talk,
        kind=talk.kind or kind,
        start=start,
        end=talk.end or (end if slot.start in {None, start} else None),
        room=talk.room or slot.room,
        track=talk.track or slot.track,
    )


def _times_differ(talk: Talk, slot: Slot) -> list[Problem]:
    return [
        Problem(
            Code.TIMES_DIFFER,
            f"the talk has the {what} {mine}, its slot has {theirs}",
            talk.origin.at("time"),
            "give the time in one of the two places",
        )
        for what, mine, theirs in (("start", talk.start, slot.start), ("end", talk.end, slot.end))
        if mine and theirs and mine != theirs
    ]


def resolve_talk_papers(talks: dict[str, Talk], papers: entry_index.EntryIndex) -> None:
    """Give each talk the id of the paper it presents, and that paper's title if it has none."""
    for talk in list(talks.values()):
        paper_id = papers.resolve(talk.paper, talk.origin.at("paper")) if talk.paper else None
        title = talk.title or (papers.by_id[paper_id].title if paper_id else None)
        fallback = talk.id.rpartition("/")[2].replace("-", " ").capitalize()
        talks[talk.id] = replace(talk, paper=paper_id, title=title or fallback)
