"""The names of records in the options of listings: ids, titles, and other names."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from symposium.kinds import BY_NAME
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.identity import claims_of
from symposium.knowledge.printed_names import bare_venue
from symposium.model.comparing import code, folded
from symposium.model.names import fold_name, parse_name
from symposium.query.context import QueryContext


def ids_named(context: QueryContext, kind: str, text: str) -> Collection[str]:
    """Return the ids of the records that a text names: by id, else by title or name."""
    kb = context.kb
    known = kb.find(kind, text)
    if kind == "person":
        identity = kb.identity
        known = identity.by_explicit.get(text) or identity.by_explicit.get(code(text).upper())
        known = known or kb.find(kind, text)
        known = known or identity.by_fold.get(fold_name(parse_name(text).text))
        return () if known is None else (known,)
    if known is None and kind == "paper":
        known = kb.find(kind, code(text))
    if known is not None:
        return (known,)

    def called(context: QueryContext, record_id: str) -> Iterator[str]:
        record = context.kb.entities[kind][record_id]
        names = [context.kb.title_of(kind, record_id), *getattr(record, "names", ())]
        if kind == "venue":
            names = [bare_venue(one) for one in (*names, record.short or "")]
        yield from map(folded, names)
        if kind == "paper":
            yield from (code(one) for one in (record.doi, record.arxiv) if one)

    index = context.index(BY_NAME[kind].folder, "names", called)
    wanted = {folded(bare_venue(text) if kind == "venue" else text), code(text)}
    return set().union(*(index.get(one, ()) for one in wanted))


def claimants(kb: KnowledgeBase, text: str) -> tuple[str, ...]:
    """Return the persons who claim one name, where several do; none for an id."""
    identity = kb.identity
    if text in identity.by_explicit and text not in identity.candidates:
        return ()
    ids = claims_of(identity.people.described.values()).get(fold_name(parse_name(text).text), ())
    return ids if len(ids) > 1 else identity.candidates.get(text, ())
