"""What a merge has done, and what it leaves to a person."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from symposium.fields.yaml_repair import shortened
from symposium.fields.yaml_writing import Value
from symposium.merging.values import as_text

LONGEST = 200
"""Characters of a value that is shown where nobody has to decide anything."""


class Sort(Enum):
    """What became of a difference."""

    CONFLICT = "conflict"
    CHANGED = "changed"
    ADDED = "added"
    REMOVED = "removed"
    LEFT = "note"
    """Nothing was changed, and nobody has to decide anything."""
    NEW = "new"


class Prefer(Enum):
    """Who is right where both sides have changed something."""

    ASK = ""
    FILE = "file"
    SOURCE = "source"


class Remark(NamedTuple):
    """A difference, where it is, and what became of it."""

    sort: Sort
    path: str
    line: int
    """0 for a whole file."""
    field: str
    here: Value | None
    """What the file says."""
    now: Value | None
    """What the source says now."""
    before: Value | None
    """What it said at the last import, if that is known."""
    why: str = ""

    def made(self) -> Remark:
        """Return the remark where a change was made after all, as its file is written anew."""
        return self._replace(sort=Sort.CHANGED, why="") if self.sort is Sort.LEFT else self

    def text(self, source: str) -> str:
        """Return the remark for a reader; ``source`` is what it came from, ``the schedule``."""
        place = f"{self.path}:{self.line}" if self.line else self.path
        head = ": ".join(filter(None, (self.sort.value, place, self.field)))
        here, now, before = map(as_text, (self.here, self.now, self.before))
        if self.why:
            return f"{head}: {self.why.format(source=source, here=here, now=now, before=before)}"
        if self.sort is Sort.NEW:
            return head
        if self.sort is Sort.CHANGED:
            return f"{head}: {shortened(here, LONGEST)} becomes {shortened(now, LONGEST)}"
        if self.sort is not Sort.CONFLICT:
            return f"{head}: {shortened(here if self.sort is Sort.REMOVED else now, LONGEST)}"
        if "\n" in f"{self.here}{self.now}":
            sides = (f"  here:\n{_indented(self.here)}", f"  in {source}:\n{_indented(self.now)}")
            return "\n".join((f"{head}:", *sides))
        was = f" (before: {before})" if self.before is not None else ""
        return f"{head}: here {here}; in {source} {now}{was}"


def _indented(value: Value | None) -> str:
    lines = value.split("\n") if isinstance(value, str) else [as_text(value)]
    return "\n".join(f"    {line}".rstrip() for line in lines)
