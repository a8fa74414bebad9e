"""The names of records in the options of listings: ids, titles, and other names."""

from __future__ import annotations

from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.identity import claims_of
from symposium.knowledge.printed_names import bare_venue
from symposium.model.comparing import code, folded
from symposium.model.names import fold_name, parse_name
from symposium.query.context import QueryContext

Ids = tuple[str, ...]


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
