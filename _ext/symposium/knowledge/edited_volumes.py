"""The volumes that a person edited: those that have a page, and those that other entries name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from symposium.kinds.paper import Paper
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.volumes import BOOKS, EDITED
from symposium.model.names import fold_name

WHOLE = EDITED | BOOKS
"""Types of entries that are volumes."""


@dataclass(slots=True)
class EditedVolume:
    """A volume with the works here that name its editor."""

    title: str
    year: int | None
    paper: str | None = None
    """The volume's own entry, if there is one."""
    venue: str | None = None
    """The venue of the works in it, where it has no entry."""
    volume: str | None = None
    """The volume, if it has a page."""
    works: list[str] = field(default_factory=list)


def edited_volumes(kb: KnowledgeBase, person_id: str) -> tuple[EditedVolume, ...]:
    """Return the volumes that a person edited, newest first.

    What entries print as booktitle or journal is a volume of their year: a person hardly edits two
    of one title in one year. A work without a venue whose editors stand for its authors is edited
    as a whole.
    """
    relations, found = kb.relations, dict[tuple[str, int | None], EditedVolume]()
    edited = relations.edited_by.get(person_id, ())
    named = relations.named_in.get(person_id, ())
    posters = [one for kind, one in named if kind == "paper"]
    files = [one for kind, one in named if kind == "volume"]
    if not (edited or posters or files):
        return ()  # as of most
    works = [kb.works[one] for one in (*edited, *posters)]
    for whole in filter(_is_whole, works):
        key = (fold_name(whole.title), whole.year)
        found.setdefault(key, EditedVolume(whole.title, whole.year, whole.id))
    for work in works:
        if work.venue and not _is_whole(work):
            key = (fold_name(work.venue), work.year)
            venue = relations.venue_of_text[work.venue]
            one = found.setdefault(key, EditedVolume(work.venue, work.year, venue=venue))
            one.works.append(work.id)
    return _with_pages(kb, found.values(), files)


def _with_pages(
    kb: KnowledgeBase, found: Iterable[EditedVolume], files: Iterable[str]
) -> tuple[EditedVolume, ...]:
    """Return volumes with their pages, each page once, and those whose files name the editor."""
    volumes, entities = dict[str, EditedVolume](), kb.entities["volume"]
    alone = []
    for one in found:
        own = kb.relations.naming.get(("paper", one.paper or ""), {}).get("volume", ())
        inside = (kb.relations.volume_of_paper.get(work) for work in one.works)
        one.volume = next(iter((*own, *filter(None, inside))), None)
        if one.volume is None:
            alone.append(one)
            continue
        known = volumes.setdefault(one.volume, one)
        if known is not one:
            known.paper = known.paper or one.paper
            known.works += one.works
        known.title = entities[one.volume].title
    for volume_id in files:
        record = entities[volume_id]
        volumes.setdefault(
            volume_id, EditedVolume(record.title, record.year, record.entry, volume=volume_id)
        )
    return tuple(sorted((*volumes.values(), *alone), key=lambda one: -(one.year or 0)))


def _is_whole(work: Paper) -> bool:
    """Tell whether those who edited a work edited all of it."""
    return work.type in WHOLE or not (work.venue or work.authors)
