"""Finding the talks that already exist for the sessions of a schedule."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from symposium.fields.yaml_writing import Value
from symposium.model.names import fold_name
from symposium.plugins.schedules.reading.values import Item
from symposium.plugins.schedules.talks import sign_of, title_of, typed
from symposium.plugins.schedules.times import SlotTime

PASSES = (
    ("code", "title", "start"), ("code", "title"), ("code",),
    ("address", "title", "start"), ("address", "title"), ("own",),
    ("title", "start"), ("title",),
)  # fmt: skip
"""What is compared, the surest first: what names a session there lasts longer than a title."""


def known_talks(
    timed: Iterable[tuple[Item, SlotTime]],
    talks: Mapping[str, Mapping[str, Any]],
    slots: Iterable[Any],
    codes: Mapping[str, str],
) -> dict[str, str]:
    """Return the ids of the talks that are there, by what identifies their sessions.

    ``talks`` and ``slots`` are what the last import has written, ``codes`` those of its sessions.
    Talks of one title are told apart by their times, then by their order.
    """
    starts: dict[str, str] = {}
    for slot in slots:
        if isinstance(slot, Mapping) and "talk" in slot:
            starts.setdefault(slot["talk"], _start(slot.get("day", ""), slot.get("time", "")))
    order = [one for one in starts if one in talks]
    ids = [*order, *(one for one in talks if one not in starts)]
    old = [_of_talk(talks[one], codes.get(one, ""), starts.get(one, "")) for one in ids]
    signs: dict[str, Value] = {}
    for item, when in timed:
        signs.setdefault(sign_of(item), _of_item(item, when))
    new = [*signs.values()]
    # An address that many sessions have, such as that of the conference, tells none of them.
    often = Counter(one.get("address") for one in new if isinstance(one, Mapping))
    for side in (old, new):
        for one in side:
            if isinstance(one, dict) and often[one["address"]] < 2:
                one["own"] = one["address"]
    found = align(old, new, PASSES)
    names = [*signs]
    return {names[place]: ids[index] for index, place in found.items()}


def _of_talk(fields: Mapping[str, Any], code: str, start: str) -> Value:
    links = fields.get("links")
    address = links.get("website", "") if isinstance(links, Mapping) else ""
    title = fields.get("title")
    folded = fold_name(title) if isinstance(title, str) else ""
    return {"code": code, "address": address, "title": folded, "start": start}


def _of_item(item: Item, when: SlotTime) -> Value:
    return {
        "code": item.code,
        "address": item.url,
        "title": fold_name(typed(title_of(item))),
        "start": _start(when.day.isoformat() if when.day else "", when.time),
    }


def _start(day: str, time: str) -> str:
    return f"{day} {time.partition('-')[0]}"


def align(
    old: Sequence[Value],
    new: Sequence[Value],
    passes: Sequence[tuple[str, ...]],
) -> dict[int, int]:
    """Return the places of items of one list in another one, each at most once.

    Items that are equal come first, then those that agree in the fields of a pass, in order.
    ``passes`` are names of fields, the surest first; the first of each must not be empty.

    >>> align([{"talk": "a", "time": "9"}, {"talk": "b"}], [{"talk": "b"}, {"talk": "a"}],
    ...       [("talk", "time"), ("talk",)])
    {1: 0, 0: 1}
    """
    left = dict.fromkeys(range(len(old)))
    right = dict.fromkeys(range(len(new)))
    found: dict[int, int] = {}
    for names in (None, *passes):
        there: dict[object, deque[int]] = defaultdict(deque)
        for index in right:
            if (key := _key(new[index], names)) is not None:
                there[key].append(index)
        for index in list(left):
            key = _key(old[index], names)
            if key is not None and there.get(key):
                found[index] = there[key].popleft()
                del left[index], right[found[index]]
    return found


def _key(item: Value, names: tuple[str, ...] | None) -> object:
    if names is None:
        return repr(item) if not isinstance(item, Mapping) else repr(sorted(item.items()))
    if not isinstance(item, Mapping) or not item.get(names[0]):
        return None
    return tuple(repr(item.get(name, "")) for name in names)
