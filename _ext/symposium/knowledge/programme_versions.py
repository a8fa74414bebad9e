"""Comparing versions of a programme: what differs between earlier files and later ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from symposium.kinds.event import Event
from symposium.kinds.participants import Participant
from symposium.kinds.talk import Talk
from symposium.knowledge.assemble import join_programmes
from symposium.knowledge.programme_changes import (
    SHOWN,
    Line,
    ProgrammeChange,
    ProgrammeChanges,
    Sort,
)
from symposium.knowledge.schedule import Session, make_schedule


class Version(NamedTuple):
    """The files of an event and its talks, as they were at the end of a day (UTC)."""

    day: date
    event: Event
    talks: Mapping[str, Talk]


class Naming(NamedTuple):
    """What tells whether versions mean the same."""

    talk: Callable[[str], str]
    """Returns the id that a talk has today."""
    person: Callable[[Participant], str]
    """Returns the id that a person has today, else what tells a name from others."""


def changes_of(versions: Iterable[Version], naming: Naming) -> ProgrammeChanges | None:
    """Return what differs between versions, newest first; ``None`` if nothing does.

    Before the version that first has lines, nothing counts as a change.
    """
    found: list[ProgrammeChange] = []
    since = date.min
    for after, before in pairwise(_with_lines(versions, naming)):
        found += _between(after[0].day, before[1], after[1])
        since = before[0].day
        if len(found) >= SHOWN:
            break
    if not found:
        return None
    return ProgrammeChanges(since, tuple(found[:SHOWN]), max(0, len(found) - SHOWN))


def _with_lines(
    versions: Iterable[Version], naming: Naming
) -> Iterator[tuple[Version, list[Line]]]:
    for version in versions:
        talks = dict(version.talks)
        (event,) = join_programmes({version.event.id: version.event}, talks)[0].values()
        lines = [
            _line(one, talks, naming) for one in make_schedule([event], talks).of_event[event.id]
        ]
        if not lines:
            return
        yield version, lines


def _line(session: Session, talks: Mapping[str, Talk], naming: Naming) -> Line:
    name = session.slot.talk
    talk = talks.get(name) if name else None
    people = (talk.speakers or talk.authors) if talk else ()
    shown = tuple(map(naming.person, people))
    return Line(session, naming.talk(name) if name else None, talk, shown)


def _between(day: date, before: list[Line], after: list[Line]) -> Iterator[ProgrammeChange]:
    """Yield what has changed from one version to the next."""
    old, new = _by_name(before), _by_name(after)
    pairs: dict[int, Line] = {}
    gone: list[Line] = []
    for name, lines in old.items():
        # Of lines that are called alike, those that stayed where they were are the same.
        others = new.get(name, [])
        old_at = {one.place: one for one in lines}
        here = old_at.keys() & {one.place for one in others}
        left = [one for one in lines if one.place not in here]
        came = [one for one in others if one.place not in here]
        pairs |= {id(one): old_at[one.place] for one in others if one.place in here}
        pairs |= {id(one): was for one, was in zip(came, left, strict=False)}
        gone += left[len(came) :]
    fresh = [one for one in after if id(one) not in pairs]
    # What has another title, and no talk, is neither new nor gone.
    taken, given_up = {one.place for one in fresh}, {one.place for one in gone}
    for one in after:
        was = pairs.get(id(one))
        if was:
            yield from (ProgrammeChange(day, sort, one, was) for sort in _sorts(was, one))
        elif one.talk or one.place not in given_up:
            yield ProgrammeChange(day, "new", one, None)
    for one in gone:
        if one.talk or one.place not in taken:
            yield ProgrammeChange(day, "gone", one, one)


def _by_name(lines: Iterable[Line]) -> dict[str, list[Line]]:
    found: dict[str, list[Line]] = {}
    for one in lines:
        found.setdefault(one.talk or f"#{one.title}", []).append(one)
    return found


def _sorts(before: Line, after: Line) -> Iterator[Sort]:
    was, now = before.session.slot, after.session.slot
    if (was.status == "cancelled") != (now.status == "cancelled"):
        yield "cancelled" if now.status == "cancelled" else "restored"
    if before.place[:3] != after.place[:3]:
        yield "moved"
    if was.room != now.room:
        yield "room"
    if before.people != after.people:
        yield "people"
