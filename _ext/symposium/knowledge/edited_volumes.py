"""The volumes that a person edited: entries of their own, and those that other entries name."""

from __future__ import annotations

from dataclasses import dataclass

from symposium.kinds.paper import Paper
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.relation_table import Ids
from symposium.model.names import fold_name

WHOLE = frozenset({
    "book", "mvbook", "collection", "mvcollection", "proceedings", "mvproceedings",
    "reference", "mvreference", "periodical",
})  # fmt: skip
"""Types of entries that are volumes."""


@dataclass(frozen=True, slots=True)
class EditedVolume:
    """A volume with the works here that name its editor."""

    title: str
    year: int | None
    paper: str | None
    """The volume's own entry, if there is one."""
    venue: str | None
    """The venue of the works in it, where it has no entry."""
    works: Ids
    """The works in it, newest first."""


def edited_volumes(kb: KnowledgeBase, person_id: str) -> tuple[EditedVolume, ...]:
    """Return the volumes that a person edited, newest first.

    What entries print as booktitle or journal is a volume of their year: a person hardly edits two
    of one title in one year. A work without a venue whose editors stand for its authors is edited
    as a whole.
    """
    relations, found = kb.relations, dict[tuple[str, int | None], EditedVolume]()
    edited = relations.edited_by.get(person_id, ())
    posters = [one for kind, one in relations.named_in.get(person_id, ()) if kind == "paper"]
    if not (edited or posters):
        return ()  # as of most
    works = [kb.works[one] for one in (*edited, *posters)]
    for whole in filter(_is_whole, works):
        found.setdefault(
            (fold_name(whole.title), whole.year),
            EditedVolume(whole.title, whole.year, whole.id, None, ()),
        )
    parts: dict[tuple[str, int | None], list[Paper]] = {}
    for work in works:
        if work.venue and not _is_whole(work):
            parts.setdefault((fold_name(work.venue), work.year), []).append(work)
    for key, inside in parts.items():
        own, first = found.get(key), inside[0]
        found[key] = EditedVolume(
            own.title if own else first.venue or "",
            key[1],
            own.paper if own else None,
            None if own or not first.venue else relations.venue_of_text[first.venue],
            tuple([work.id for work in inside]),
        )
    return tuple(sorted(found.values(), key=lambda one: -(one.year or 0)))


def _is_whole(work: Paper) -> bool:
    """Tell whether those who edited a work edited all of it."""
    return work.type in WHOLE or not (work.venue or work.authors)
