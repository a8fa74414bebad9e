"""Finding the talks that already exist for the sessions of a schedule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from symposium.fields.yaml_writing import Value
from symposium.merging.alignment import align
from symposium.merging.values import mark
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
        "address": mark(item.url),
        "title": fold_name(mark(typed(title_of(item)))),
        "start": _start(when.day.isoformat() if when.day else "", when.time),
    }


def _start(day: str, time: str) -> str:
    return f"{day} {time.partition('-')[0]}"
