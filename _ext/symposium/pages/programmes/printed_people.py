"""The people of a programme, as printed there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from symposium.kinds.participants import Affiliation, Participant
from symposium.kinds.talk import Talk


@dataclass(frozen=True, slots=True)
class PeopleGroup:
    """People of a programme who stand there with one affiliation."""

    people: tuple[Participant, ...]
    affiliations: tuple[Affiliation, ...]


def grouped(people: Iterable[Participant]) -> list[PeopleGroup]:
    """Return people in their order, neighbours of one affiliation together."""
    groups: list[PeopleGroup] = []
    for one in people:
        if groups and groups[-1].affiliations == one.affiliations:
            groups[-1] = PeopleGroup((*groups[-1].people, one), one.affiliations)
        else:
            groups.append(PeopleGroup((one,), one.affiliations))
    return groups


def people_of(talk: Talk) -> list[PeopleGroup]:
    """Return the speakers of a talk, or its authors where the programme names only these."""
    return grouped(talk.speakers or talk.authors)
