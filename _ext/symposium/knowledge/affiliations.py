"""The affiliations of people as programmes print them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from symposium.kinds.event import Event
from symposium.kinds.participants import Affiliation
from symposium.kinds.talk import Talk
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.organizations import participants


def printed_affiliations(kb: KnowledgeBase) -> Mapping[str, tuple[Affiliation, ...]]:
    """Return the affiliations that talks and events print, by person, each once."""
    found: dict[str, dict[Affiliation, None]] = defaultdict(dict)
    records: list[Talk | Event] = [*kb.talks.values(), *kb.events.values()]
    for record in records:
        for one in participants(record):
            found[kb.person_of(one)].update(dict.fromkeys(one.affiliations))
    return {person_id: tuple(rows) for person_id, rows in found.items()}
