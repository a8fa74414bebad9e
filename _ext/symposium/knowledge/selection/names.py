"""What a value calls a record: its id, its title or name, or another name that leads to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import punctuation

from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.identity import claims_of
from symposium.knowledge.selection.ground import Ground, folded
from symposium.knowledge.selection.literals import code
from symposium.knowledge.venues import bare_venue
from symposium.model.names import fold_name, parse_name

Ids = tuple[str, ...]
SPACES = dict.fromkeys(map(ord, f"{punctuation}‐‑–—’‘“”·"), " ")
"""Punctuation, which plays no part where a name contains a text."""


def named(ground: Ground, kind: str, text: str) -> Ids:
    """Return the ids of the records that a text names: by id, else by title or name."""
    kb = ground.kb
    if kind == "person":
        return _person(kb, text)
    found = kb.find(kind, text)
    if found is not None:
        return (found,)
    if kind == "venue":
        return _venues(ground, text)
    if kind == "topic":
        return _topics(ground, text)
    if kind == "paper":
        found = kb.find(kind, code(text)) or _paper_by_code(kb, text)
        if found is not None:
            return (found,)
    wanted = folded(text)
    return tuple(one for one in kb.entities[kind] if folded(kb.title_of(kind, one)) == wanted)


def _person(kb: KnowledgeBase, text: str) -> Ids:
    identity = kb.identity
    found = identity.by_explicit.get(text) or identity.by_explicit.get(code(text).upper())
    found = found or kb.find("person", text)
    found = found or identity.by_fold.get(fold_name(parse_name(text).text))
    return () if found is None else (found,)


def claimants(kb: KnowledgeBase, text: str) -> Ids:
    """Return the persons who claim one name, where several do; none for an id."""
    identity = kb.identity
    if text in identity.by_explicit and text not in identity.candidates:
        return ()
    ids = claims_of(identity.people.described.values()).get(fold_name(parse_name(text).text), ())
    return ids if len(ids) > 1 else identity.candidates.get(text, ())


def _venues(ground: Ground, text: str) -> Ids:
    kb = ground.kb
    if text in kb.relations.venue_of_text:
        return (kb.relations.venue_of_text[text],)
    return ground.venues_by_fold.get(fold_name(bare_venue(text)), ())


def _topics(ground: Ground, text: str) -> Ids:
    found = ground.kb.relations.topic_of_text.get(text)
    return (found,) if found else ground.topics_by_fold.get(fold_name(text), ())


def _paper_by_code(kb: KnowledgeBase, text: str) -> str | None:
    wanted = code(text)
    if "." not in wanted and "/" not in wanted:
        return None
    works = kb.works.values()
    return next(
        (one.id for one in works if wanted in {code(one.doi or ""), code(one.arxiv or "")}), None
    )


def containing(ground: Ground, kind: str, text: str) -> Ids:
    """Return the ids of the records that have a text in their id, title or one of their names."""
    shape = loose if loose(text) else folded
    wanted = shape(text)
    return tuple(
        one
        for one, names in names_of(ground, kind)
        if any(wanted in shape(name) for name in (*names, one))
    )


def loose(text: str) -> str:
    """Return a text folded, with spaces for punctuation.

    >>> loose("Ben-Nun, T."), loose("+")
    ('ben nun t', '')
    """
    shape = folded(text)
    return shape if shape.isalnum() else " ".join(shape.translate(SPACES).split())


def names_of(ground: Ground, kind: str) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield the ids of a kind, each with all that it may be called."""
    kb = ground.kb
    if kind == "person":
        described, printed = kb.identity.people.described, ground.printed
        for one, name in kb.identity.names.items():
            more = described[one].names if one in described else ()
            yield one, (name.text, *more, *printed.get(one, ()))
        return
    for one, record in kb.entities[kind].items():
        names = [kb.title_of(kind, one)]
        if kind == "venue":
            names += (name for name in (record.short, *record.names) if name)
        elif kind == "topic":
            names += record.names
        elif kind == "paper":
            names.append(record.key)
        yield one, names
