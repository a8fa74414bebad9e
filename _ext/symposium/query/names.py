"""The names of records in the options of listings: ids, titles, and other names."""

from __future__ import annotations

import re
from collections.abc import Callable
from string import punctuation

from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.identity import claims_of
from symposium.knowledge.printed_names import bare_venue
from symposium.model.comparing import code, folded
from symposium.model.names import fold_name, parse_name
from symposium.query.context import QueryContext

Ids = tuple[str, ...]
SPACES = dict.fromkeys(map(ord, f"{punctuation}‐‑–—’‘“”·"), " ")
"""Punctuation, which plays no part where a text contains another."""
UMLAUTS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue",
     "Ø": "Oe", "Å": "Aa"}
)  # fmt: skip
"""Letters, and how they are typed where a keyboard has none."""
RE_INSIDE = re.compile(r"[^\w\s]|_")
"""The same, of every script."""


def ids_named(context: QueryContext, kind: str, text: str) -> Ids:
    """Return the ids of the records that a text names: by id, else by title or name."""
    kb = context.kb
    if kind == "person":
        identity = kb.identity
        person = identity.by_explicit.get(text) or identity.by_explicit.get(code(text).upper())
        person = person or kb.find("person", text)
        person = person or identity.by_fold.get(fold_name(parse_name(text).text))
        return () if person is None else (person,)
    known = kb.find(kind, text)
    if known is None and kind == "paper":
        known = kb.find(kind, code(text)) or _paper_by_code(kb, text)
    if known is None and kind == "venue":
        known = kb.relations.venue_of_text.get(text)
    if known is None and kind == "topic":
        known = kb.relations.topic_of_text.get(text)
    if known is not None:
        return (known,)
    if kind == "venue":
        return context.venues_by_fold.get(fold_name(bare_venue(text)), ())
    if kind == "topic":
        return context.topics_by_fold.get(fold_name(text), ())
    wanted = folded(text)
    return tuple(one for one in kb.entities[kind] if folded(kb.title_of(kind, one)) == wanted)


def claimants(kb: KnowledgeBase, text: str) -> Ids:
    """Return the persons who claim one name, where several do; none for an id."""
    identity = kb.identity
    if text in identity.by_explicit and text not in identity.candidates:
        return ()
    ids = claims_of(identity.people.described.values()).get(fold_name(parse_name(text).text), ())
    return ids if len(ids) > 1 else identity.candidates.get(text, ())


def _paper_by_code(kb: KnowledgeBase, text: str) -> str | None:
    wanted = code(text)
    if "." not in wanted and "/" not in wanted:
        return None
    works = kb.works.values()
    return next(
        (one.id for one in works if wanted in {code(one.doi or ""), code(one.arxiv or "")}), None
    )


def contains(text: str) -> Callable[[str], bool]:
    """Return a function that tells whether a text is a part of its argument.

    Case, diacritics and punctuation play no part: a sign may stand for a space, or for nothing. A
    text of punctuation alone is looked for as it is.

    >>> contains("mueller")("Jan Müller"), contains("höfler")("T. Hoefler")
    (True, True)
    >>> fits = contains("oneil")
    >>> fits("Ann O’Neil"), contains("o neil")("Ann O’Neil"), contains("lin")("Li Na")
    (True, True, False)
    """
    wanted = {form for one in _typed(text) for form in _forms(one)} - {""}
    return lambda name: any(
        form in shape for one in _typed(name) for shape in _forms(one) for form in wanted
    )


def _typed(text: str) -> set[str]:
    """Return a text as it is, and as it is typed where a keyboard has no umlauts."""
    return {text, text.translate(UMLAUTS)}


def _forms(text: str) -> set[str]:
    """Return a folded text: with its punctuation, with spaces for that, and with nothing for it."""
    shape = folded(text)
    if shape.replace(" ", "").isalnum():
        return {shape}
    spaced, joined = shape.translate(SPACES), RE_INSIDE.sub("", shape)
    return {shape, *(" ".join(form.split()) for form in (spaced, joined))}
