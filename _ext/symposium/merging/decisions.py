"""Which side holds where they differ, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from symposium.fields.yaml_writing import Value
from symposium.merging.remarks import Prefer, Remark, Sort

TOUCHED = "{source} does not have it any more, and it was changed here: {here} (before: {before})"
DELETED = "it was deleted here, and stays so; {source} now says {now} (before: {before})"
REPLACED = "here {here}; as in {source}, it is {now} now"
KEPT = "here {here} is kept; in {source} {now}"

Sides = tuple[Value | None, Value | None, Value | None]
"""What the file says, what its source says now, and what that said before."""


@dataclass(slots=True)
class Decisions:
    """Decides what happens in one file, and remembers what has to be said."""

    text: str
    path: str
    prefer: Prefer = Prefer.ASK
    ask: bool = False
    """Whether every difference is left to a person."""
    comments: Sequence[tuple[int, int]] = ()
    remarks: list[Remark] = field(default_factory=list)

    def choose(self, way: Sequence[str], at: int, sides: Sides, why: str = "") -> Prefer:
        """Return which side holds where both have changed something."""
        if self.prefer is Prefer.ASK:
            self.tell(Sort.CONFLICT, way, at, sides, why)
        elif self.prefer is Prefer.FILE:
            self.tell(Sort.LEFT, way, at, sides, KEPT)
        else:
            self.tell(Sort.CHANGED, way, at, sides, REPLACED)
        return self.prefer

    def allow(self, sort: Sort, way: Sequence[str], at: int, sides: Sides) -> Prefer:
        """Return whether a change that nobody contradicts is made."""
        if self.ask:
            return self.choose(way, at, sides)
        self.tell(sort, way, at, sides)
        return Prefer.SOURCE

    def tell(self, sort: Sort, way: Sequence[str], at: int, sides: Sides, why: str = "") -> None:
        """Say what became of a difference at an offset of the file."""
        line = self.text.count("\n", 0, at) + 1
        self.remarks.append(Remark(sort, self.path, line, ": ".join(way), *sides, why))

    def commented(self, start: int, end: int) -> str:
        """Return what is between two offsets if there is a comment in it."""
        if any(start <= first < end for first, _ in self.comments):
            return self.text[start:end].strip()
        return ""

    @contextmanager
    def asking(self, *, ask: bool) -> Iterator[None]:
        """Leave every difference to a person for a while."""
        before, self.ask = self.ask, self.ask or ask
        yield
        self.ask = before
