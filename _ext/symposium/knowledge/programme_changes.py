"""What has changed in programmes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal, NamedTuple

from symposium.kinds.talk import Talk
from symposium.knowledge.schedule import Session

SHOWN = 20
"""Changes of a programme that are found one by one; of more, the newest."""

Sort = Literal["cancelled", "restored", "moved", "room", "people", "new", "gone"]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a version."""

    session: Session
    talk: str | None
    """The id that its talk has today, or had at last."""
    record: Talk | None
    people: tuple[str, ...]
    """Who speaks, by `Naming.person`."""

    @property
    def title(self) -> str:
        """What the line is called by itself: by its kind, if by nothing else."""
        own = self.record.title if self.record else None
        return self.session.slot.title or own or (self.talk or self.session.slot.kind)

    @property
    def place(self) -> tuple[object, ...]:
        """When and where it is."""
        slot = self.session.slot
        return self.session.day, slot.start, slot.end, slot.room


class ProgrammeChange(NamedTuple):
    """A change of a line; a line that is moved to another room has two."""

    day: date
    """When it was made."""
    sort: Sort
    line: Line
    """The line as it was then; for one that is gone, as it was before."""
    before: Line | None
    """The line as it was before."""


class ProgrammeChanges(NamedTuple):
    """The last changes of a programme."""

    since: date
    """The day of the version with which all are compared."""
    changes: tuple[ProgrammeChange, ...]
    """Newest first, on each day in the order of the programme; at most `SHOWN`."""
    left_out: int
    """How many more there are on the last day."""
