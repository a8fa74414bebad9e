"""Rules for speakers who are in two places at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from symposium.kinds.event import is_gathering
from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase
from symposium.lint.programmes.time_scale import TimedLine, lines_of
from symposium.lint.subject import Rule, Subject
from symposium.model.problems import Code, Problem

POSTERS = frozenset({"demo", "demos", "poster", "posters"})
"""Words of kinds of which there are several in a room, and one person may show several."""


def is_on_show(kind: str) -> bool:
    """Tell whether lines of a kind are posters or demos.

    >>> is_on_show("poster"), is_on_show("poster-session"), is_on_show("talk")
    (True, True, False)
    """
    return not POSTERS.isdisjoint(kind.replace("-", " ").split())


class Appearance(NamedTuple):
    """A talk that nobody else can give."""

    line: TimedLine
    talk: Talk


def elsewhere(subject: Subject) -> Iterator[Problem]:
    """Report talks of persons who speak alone in another one at the same time."""
    kb = subject.kb
    found: dict[tuple[str, str], list[Appearance]] = {}
    for event in kb.events.values():
        for lines, known in lines_of(kb, event):
            for line in lines:
                person, talk = _alone(kb, line)
                if person and talk:
                    # What clocks show can be compared within a programme alone.
                    scale = "" if known else event.id
                    found.setdefault((scale, person), []).append(Appearance(line, talk))
    for (_, person), appearances in found.items():
        if len(appearances) > 1:
            yield from _twice(kb.identity.names[person].text, appearances)


def _alone(kb: KnowledgeBase, line: TimedLine) -> tuple[str | None, Talk | None]:
    """Return the one speaker of a line, and the talk."""
    talk = kb.talks.get(line.session.slot.talk or "")
    if talk is None or len(talk.speakers) != 1:
        return None, None
    for kind in {line.session.slot.kind, talk.kind or ""}:
        if is_gathering(kind) or is_on_show(kind):
            return None, None
    return kb.person_of(talk.speakers[0]), talk


def _twice(name: str, appearances: list[Appearance]) -> Iterator[Problem]:
    before: Appearance | None = None
    for one in sorted(appearances, key=lambda one: (one.line.start, one.talk.id)):
        if before and before.talk.id != one.talk.id and _elsewhere(before.line, one.line):
            message = f'{name} speaks in "{before.talk.title}" at the same time'
            where = before.line.session.slot.room
            hint = "correct one of the times, or tell two persons of one name apart"
            if where and where != one.line.session.slot.room:
                message = f"{message}, in {where}"
            yield Problem(Code.SPEAKER_TWICE, message, one.line.place, hint)
        if before is None or (one.line.end or one.line.start) >= (before.line.end or 0):
            before = one


def _elsewhere(one: TimedLine, other: TimedLine) -> bool:
    """Tell whether two lines are on at the same time, and not just overlap in one room."""
    rooms = [line.session.slot.room for line in (one, other)]
    apart = rooms[0] != rooms[1] or (rooms[0] is None and one.start == other.start)
    return one.meets(other) and (apart or one.place.path != other.place.path)


RULES: tuple[Rule, ...] = (elsewhere,)
