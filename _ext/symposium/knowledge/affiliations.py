"""The affiliations of people as programmes print them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from symposium.kinds.participants import Affiliation
from symposium.knowledge.base import KnowledgeBase


def printed_affiliations(kb: KnowledgeBase) -> Mapping[str, tuple[Affiliation, ...]]:
    """Return the affiliations that talks and events print, by person, each once."""
    found: dict[str, dict[Affiliation, None]] = defaultdict(dict)
    groups = [(*talk.speakers, *talk.authors) for talk in kb.talks.values()]
    groups += [event.organizers for event in kb.events.values()]
    for participants in groups:
        for one in participants:
            found[kb.person_of(one)].update(dict.fromkeys(one.affiliations))
    return {person_id: tuple(rows) for person_id, rows in found.items()}
