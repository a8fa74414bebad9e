"""The names of records in expressions: ids, titles, and other names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from string import punctuation

from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.identity import claims_of
from symposium.knowledge.venues import bare_venue
from symposium.model.comparing import code, folded
from symposium.model.names import fold_name, parse_name
from symposium.query.query_context import QueryContext

Ids = tuple[str, ...]
SPACES = dict.fromkeys(map(ord, f"{punctuation}‐‑–—’‘“”·"), " ")
"""Punctuation, which plays no part where a name contains a text."""
UMLAUTS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue",
     "Ø": "Oe", "Å": "Aa"}
)  # fmt: skip
"""Letters, and how they are typed where a keyboard has none."""
RE_INSIDE = re.compile(r"[^\w\s]|_")
"""The same, of every script."""


def named(context: QueryContext, kind: str, text: str) -> Ids:
    """Return the ids of the records that a text names: by id, else by title or name."""
    kb = context.kb
    if kind == "person":
        return _person(kb, text)
    found = kb.find(kind, text)
    if found is not None:
        return (found,)
    if kind == "venue":
        return _venues(context, text)
    if kind == "topic":
        return _topics(context, text)
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


def _venues(context: QueryContext, text: str) -> Ids:
    kb = context.kb
    if text in kb.relations.venue_of_text:
        return (kb.relations.venue_of_text[text],)
    return context.venues_by_fold.get(fold_name(bare_venue(text)), ())


def _topics(context: QueryContext, text: str) -> Ids:
    found = context.kb.relations.topic_of_text.get(text)
    return (found,) if found else context.topics_by_fold.get(fold_name(text), ())


def _paper_by_code(kb: KnowledgeBase, text: str) -> str | None:
    wanted = code(text)
    if "." not in wanted and "/" not in wanted:
        return None
    works = kb.works.values()
    return next(
        (one.id for one in works if wanted in {code(one.doi or ""), code(one.arxiv or "")}), None
    )


def containing(context: QueryContext, kind: str, text: str) -> Ids:
    """Return the ids of the records that have a text in their id, title or one of their names."""
    fits = part_of_name(text)
    return tuple(
        one for one, names in names_of(context, kind) if any(fits(name) for name in (*names, one))
    )


def part_of_name(text: str) -> Callable[[str], bool]:
    """Return what tells whether a text is a part of a name.

    Punctuation plays no part, as in names that are the same: it may stand for a space, or for
    nothing. A text of punctuation alone is looked for as it is.

    >>> part_of_name("mueller")("Jan Müller"), part_of_name("höfler")("T. Hoefler")
    (True, True)
    >>> fits = part_of_name("oneil")
    >>> fits("Ann O’Neil"), part_of_name("o neil")("Ann O’Neil"), part_of_name("lin")("Li Na")
    (True, True, False)
    """
    if text != (other := text.translate(UMLAUTS)):
        # What is typed with them may be printed without, and the other way round.
        first, second = part_of_name(other), _part_of_name(text)
        return lambda name: second(name) or first(name)
    fits = _part_of_name(text)
    return lambda name: fits(name) or (name != (other := name.translate(UMLAUTS)) and fits(other))


def _part_of_name(text: str) -> Callable[[str], bool]:
    whole = folded(text)
    wanted, short = _spaced(whole), _joined(whole)
    if not wanted:
        return lambda name: whole in folded(name)

    def fits(name: str) -> bool:
        shape = folded(name)
        if wanted in shape or short in shape:
            return True
        # Without punctuation, a name has one shape only.
        return not shape.replace(" ", "").isalnum() and (
            wanted in _spaced(shape) or short in _joined(shape)
        )

    return fits


def _spaced(shape: str) -> str:
    """Return what is folded with spaces for punctuation.

    >>> _spaced("ben-nun, t."), _spaced("+")
    ('ben nun t', '')
    """
    return " ".join(shape.translate(SPACES).split())


def _joined(shape: str) -> str:
    """Return what is folded with nothing for punctuation, as names are compared.

    >>> _joined("ben-nun, t."), _joined("o’neil"), _joined("+")
    ('bennun t', 'oneil', '')
    """
    return " ".join(RE_INSIDE.sub("", shape).split())


def names_of(context: QueryContext, kind: str) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield the ids of a kind, each with all that it may be called."""
    kb = context.kb
    if kind == "person":
        described, printed = kb.identity.people.described, context.printed
        for one, name in kb.identity.names.items():
            more = described[one].names if one in described else ()
            yield one, (name.text, *more, *printed.get(one, ()))
        return
    for one, record in kb.entities[kind].items():
        names = [kb.title_of(kind, one)]
        if kind == "venue":
            names += (name for name in (record.short, *record.names) if name)
        elif kind in {"organization", "series", "topic"}:
            names += record.names
        elif kind == "paper":
            names.append(record.key)
        yield one, names
