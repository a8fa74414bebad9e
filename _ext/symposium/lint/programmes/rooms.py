"""Rules for rooms and tracks whose names look mistyped."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import islice
from typing import NamedTuple

from symposium.kinds.event import Event
from symposium.lint.people.likeness import one_letter_apart
from symposium.lint.programmes.time_scale import place_of
from symposium.lint.subject import Rule, Subject
from symposium.model.names import fold_text
from symposium.model.problems import Code, Edit, Place, Problem

RE_PART = re.compile(r"(?P<number>\d+)|[^\W\d_]+|[+#]+")
RE_BARE = re.compile(r"[^\W\d_](?:[\w ./-]*\w)?")
"""What needs no quotes in YAML, and breaks none."""
SHORT, WHOLE, ALONE = 3, 4, 5
"""Letters of a word that may be a slip for another one, for Room A and Room B are two rooms: where
one is left out or two are exchanged, where one is another, and where there is no other word."""
MOST = 100
"""Names that are compared letter by letter, and with how many others."""
OFTEN = 3
"""How often a name must be used before one that is used once counts as its misspelling."""


class NameParts(NamedTuple):
    """What tells the names of rooms apart."""

    words: tuple[str, ...]
    numbers: tuple[str, ...]

    @property
    def run_together(self) -> NameParts:
        """The same without what separates the words."""
        return NameParts(("".join(self.words),), self.numbers)


def parts_of(name: str) -> NameParts:
    """Return the words and the numbers of a name: case, accents and punctuation are ignored.

    >>> parts_of("Hall B-12"), parts_of("Room 1.2").numbers
    (Parts(words=('hall', 'b'), numbers=('12',)), ('1', '2'))
    """
    found = list(RE_PART.finditer(fold_text(name)))
    return NameParts(
        tuple([one[0] for one in found if one["number"] is None]),
        tuple([one[0] for one in found if one["number"] is not None]),
    )


def one_slip_apart(one: NameParts, other: NameParts) -> bool:
    """Tell whether two names differ in one letter of a word that is not short.

    >>> names = [parts_of(f"{name} A") for name in ("Red Romo", "Redd Room", "Red Romm")]
    >>> [one_slip_apart(parts, parts_of("Red Room A")) for parts in names]
    [True, True, True]
    >>> others = map(parts_of, ("Red Room B", "Rod Room A", "Red Room AA"))
    >>> [one_slip_apart(parts, parts_of("Red Room A")) for parts in others]
    [False, False, False]
    >>> one_slip_apart(parts_of("Roof"), parts_of("Room"))
    False
    """
    if one.numbers != other.numbers or len(one.words) != len(other.words):
        return False
    pairs = list(zip(one.words, other.words, strict=True))
    unlike = [pair for pair in pairs if pair[0] != pair[1]]
    if len(unlike) != 1 or not one_letter_apart(*unlike[0]):
        return False
    word, right = unlike[0]
    replaced = len(word) == len(right) and sorted(word) != sorted(right)
    least = (WHOLE if len(pairs) > 1 else ALONE) if replaced else SHORT
    return min(len(word), len(right)) >= least


def misspelt(subject: Subject) -> Iterator[Problem]:
    """Report rooms and tracks of which another spelling is listed, or is the usual one."""
    for event in subject.kb.events.values():
        listed = dict.fromkeys(room.name for room in event.rooms)
        yield from _listed_twice(event)
        sessions = subject.kb.schedule.of_event[event.id]
        for field, known in (("room", listed), ("track", {})):
            used = Counter(name for one in sessions if (name := getattr(one.slot, field)))
            meant = _meant(used, known)
            for session in sessions if meant else ():
                name = getattr(session.slot, field)
                if name in meant:
                    right, place = meant[name], place_of(subject.kb, event, session, field)
                    message = f'the {field} "{name}" is "{right}" elsewhere'
                    edits = _edits(subject, place, name, right)
                    yield Problem(Code.ROOM_SPELLING, message, place, f"write {right}", edits)


def _meant(used: Counter[str], listed: Collection[str]) -> dict[str, str]:
    """Return misspelt names with the right ones: listed names, else more frequent ones."""
    usual: dict[NameParts, tuple[str, NameParts]] = {}
    found = {}
    for name in dict.fromkeys((*listed, *[name for name, _ in used.most_common()])):
        parts = parts_of(name)
        if not (parts.words or parts.numbers):
            continue
        right = usual.get(parts.run_together, (None,))[0]
        if right is None and name not in listed and len(usual) < len(listed) + MOST:
            near = (
                other
                for other, those in islice(usual.values(), MOST)
                if (other in listed or (used[name] == 1 and used[other] >= OFTEN))
                and one_slip_apart(parts, those)
            )
            right = next(near, None)
        if right is None:
            usual[parts.run_together] = name, parts
        elif name not in listed:
            found[name] = right
    return found


def _listed_twice(event: Event) -> Iterator[Problem]:
    first: dict[NameParts | str, tuple[int, str]] = {}
    for index, room in enumerate(event.rooms):
        name, parts = room.name, parts_of(room.name)
        key = parts.run_together if parts.words or parts.numbers else name
        at, other = first.setdefault(key, (index, name))
        if at != index:
            also = "" if other == name else f', as "{other}" too'
            message = f'the room "{name}" is listed twice{also}'
            place = event.origin.at(f"rooms.{index}")
            yield Problem(Code.ROOM_SPELLING, message, place, "leave one of the two out")


def _edits(subject: Subject, place: Place, name: str, right: str) -> tuple[Edit, ...]:
    """Return the edits that mend a name, if it is written in one piece and needs no quotes."""
    edits = subject.texts.edits(place, name, right) if RE_BARE.fullmatch(right) else ()
    near = all(
        edit.place.line == place.line and edit.place.column - place.column <= 1 for edit in edits
    )
    return edits if near else ()


RULES: tuple[Rule, ...] = (misspelt,)
