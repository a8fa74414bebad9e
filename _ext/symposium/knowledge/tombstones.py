"""Tombstones: records that are gone (``gone:``), and references to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from symposium.kinds import BY_NAME
from symposium.kinds.base import Origin
from symposium.kinds.gone import Gone
from symposium.kinds.paper import Paper
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.relation_table import Named
from symposium.model.ids import slug
from symposium.model.problems import Code, Place, Problem

Tombstones = Mapping[Named, Gone]
"""Kind and id, also each earlier id, of every record that is gone."""
NOBODY: Tombstones = {}


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
            problems.append(_still_there(one, message, "remove the entry"))
    return tuple(kept), problems


def still_implied(kb: KnowledgeBase) -> Iterator[Problem]:
    """Report persons, topics and venues that are gone, and are still made of what others print."""
    for (kind, name), one in kb.gone.items():
        if name != one.id or name not in kb.entities.get(kind, ()):
            continue
        where = next((f" in {kb.place_of(other)}" for other in kb.implying(kind, name)), "")
        message = f"{BY_NAME[kind].folder}/{name} is marked as gone, but is still named{where}"
        yield _still_there(one, message, "name something else there")


def _still_there(one: Gone, message: str, hint: str) -> Problem:
    origin: Origin = one.origin
    hint = f"{hint}, or remove gone:"
    return Problem(Code.GONE_BUT_THERE, message, origin.at("gone"), hint)
