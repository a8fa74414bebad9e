"""Progress of long work: what it reports, and when that is shown.

Work is given a `Tell` and calls it as often as it likes. Who shows what is told, and where, is up
to the caller: nothing here prints.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

SOON = 1.0
"""Seconds after which a stage counts as long on a terminal."""
OFTEN = 0.2
"""Seconds between two changes of the line on a terminal."""
SELDOM = 10.0
"""Seconds between two lines where there is no terminal."""


class Tell(Protocol):
    """Takes what is being done. Calling it costs next to nothing."""

    def __call__(self, doing: str, done: int = 0, total: int = 0, /) -> object:
        """Take a phrase such as "making pages", and how many of how many are done.

        ``total`` is 0 where nobody knows it, ``done`` too where nothing is counted.
        """


def untold(doing: str, done: int = 0, total: int = 0, /) -> None:
    """Report to nobody."""


def span(seconds: float) -> str:
    """Return a length of time.

    >>> span(12.3), span(125), span(3_720)
    ('12 s', '2 min 5 s', '1 h 2 min')
    """
    minutes, left = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {left} s" if minutes else f"{left} s"


@dataclass
class Reporter:
    """A `Tell` that shows what it is told, though not each time; `finish` ends a run of stages.

    On a terminal one line is written over and over; elsewhere a plain line is written every ten
    seconds, and none about work that takes less.
    """

    write: Callable[[str], object]
    terminal: bool
    passing: bool = False
    """Whether a terminal shows nothing in the first second, and nothing stays on it."""
    clock: Callable[[], float] = time.monotonic
    _doing: str = field(default="", init=False)
    _done: int = field(default=0, init=False)
    _total: int = field(default=0, init=False)
    _begun: float = field(default=0.0, init=False)
    _due: float = field(default=0.0, init=False)
    """When something may be shown again."""
    _shown: str = field(default="", init=False)
    """What can be read on the line of a terminal now."""

    def __post_init__(self) -> None:
        self._quiet_until = self.clock() + (SOON if self.passing else 0)

    def __call__(self, doing: str, done: int = 0, total: int = 0, /) -> None:
        """Take what is being done."""
        now = self.clock()
        if doing != self._doing or done < self._done:
            self._next(doing, total, now)
        self._done = done
        if now < self._due:
            return
        text = self._text(now)
        if not self.terminal:
            self.write(f"{text}\n")
        elif text != self._shown:
            self._write_over(text, "\r")
            self._shown = text
        self._due = now + (OFTEN if self.terminal else SELDOM)

    def finish(self) -> None:
        """End the current stage."""
        self._next("", 0, self.clock())

    def _next(self, doing: str, total: int, now: float) -> None:
        """End a stage, whose line stays on a terminal if it took long, and begin another one."""
        taken = now - self._begun
        if self._shown and not self.passing and taken >= SOON:
            count = self._total or self._done
            ended = f"{count:,}" if count else "done"
            self._write_over(f"{self._doing}... {ended} in {span(taken)}", "\n")
        elif self._shown:
            self._write_over("", "\r")
        if self.terminal:
            # What is counted is told again soon; of anything else nothing is heard until it ends.
            self._due = max(self._quiet_until, now + (SOON if total else 0))
        elif not self._doing:
            self._due = now + SELDOM
        self._doing, self._total, self._begun, self._shown = doing, total, now, ""

    def _text(self, now: float) -> str:
        """Return what is being done, with the time left as far as that can be known."""
        done, total, taken = self._done, self._total, now - self._begun
        if not total:
            return f"{self._doing}...{f' {done:,}' if done else ''}"
        text = f"{self._doing}... [{done / total: >4.0%}] {done:,} of {total:,}"
        left = taken / done * (total - done) if done and taken >= SOON else 0
        return f"{text}, {span(left)} left" if left >= 1 else text

    def _write_over(self, text: str, end: str) -> None:
        # Spaces wipe away what is longer, on terminals that know no codes too.
        width = shutil.get_terminal_size().columns - 1
        self.write(f"{text[:width].ljust(width)}{end}")


def is_terminal(stream: object) -> bool:
    """Tell whether a line that is written to a stream can be written over."""
    isatty = getattr(stream, "isatty", None)
    return isatty is not None and bool(isatty()) and os.environ.get("TERM") != "dumb"
