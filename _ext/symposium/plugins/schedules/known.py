"""Finding the talks that already exist for the sessions of a schedule."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import product

from symposium.kinds.talk import Talk
from symposium.knowledge.local_times import instant
from symposium.knowledge.schedule import Session
from symposium.model.names import fold_name
from symposium.plugins.schedules.reading.values import Item
from symposium.plugins.schedules.talks import sign_of, title_of, typed


@dataclass(slots=True)
class Traits:
    """What a session or a talk is known by."""

    address: set[str] = field(default_factory=set)
    title: set[str] = field(default_factory=set)
    start: set[str] = field(default_factory=set)


PASSES = (
    ("address", "title", "start"),
    ("address", "title"),
    ("address",),
    ("title", "start"),
    ("title",),
)
"""What is compared, the surest first: the address of its page there lasts longer than a title."""


def known_talks(
    items: Sequence[Item], talks: Mapping[str, Talk], sessions: Iterable[Session]
) -> dict[str, str]:
    """Return the ids of the talks that are there, by what identifies their sessions.

    Talks of one title are told apart by their addresses, then by their times, then by their order.
    """
    there = _of_talks(talks, sessions)
    wanted: dict[str, Traits] = {}
    for item in items:
        _add(wanted.setdefault(sign_of(item), Traits()), item)
    # An address that many sessions have, such as that of the conference, tells none of them.
    often = Counter(address for traits in wanted.values() for address in traits.address)
    shared = {address for address, times in often.items() if times > 1}
    found: dict[str, str] = {}
    for names in PASSES:
        free: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for talk_id, traits in there.items():
            for key in _keys(traits, names):
                free[key].append(talk_id)
        for sign, traits in wanted.items():
            if sign in found or (names == ("address",) and traits.address & shared):
                continue
            choice = (one for key in _keys(traits, names) for one in free.get(key, ()))
            if talk_id := next((one for one in choice if one in there), ""):
                found[sign] = talk_id
                del there[talk_id]
    return found


def _of_talks(talks: Mapping[str, Talk], sessions: Iterable[Session]) -> dict[str, Traits]:
    """Return what talks are known by, in the order of the programme."""
    starts: dict[str, set[str]] = {}
    for one in sessions:
        if one.slot.talk:
            own = starts.setdefault(one.slot.talk.rpartition("/")[2], set())
            own |= {_wall(one.start), str(instant(one.start))} if one.start else set()
    order = [talk_id for talk_id in starts if talk_id in talks]
    return {
        talk_id: Traits(
            set(talks[talk_id].links.values()),
            {fold_name(talks[talk_id].title or "")},
            starts.get(talk_id, set()),
        )
        for talk_id in (*order, *(one for one in talks if one not in starts))
    }


def _add(traits: Traits, item: Item) -> None:
    if item.url:
        traits.address.add(item.url)
    # The file has the title with the subtitle, unless somebody has shortened it.
    traits.title |= {fold_name(typed(title_of(item))), fold_name(item.title or "?")}
    if item.start:
        aware = item.start.tzinfo is not None
        traits.start.add(str(instant(item.start)) if aware else _wall(item.start))


def _wall(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M}"


def _keys(traits: Traits, names: Iterable[str]) -> Iterator[tuple[str, ...]]:
    return product(*(sorted(getattr(traits, name)) for name in names))
