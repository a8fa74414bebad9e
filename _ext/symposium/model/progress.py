"""Progress of long work: what it reports, and when that is shown.

Work is given a `Tell` and calls it as often as it likes. Who shows what is told, and where, is up
to the caller: nothing here prints.
"""

from __future__ import annotations

import os
import shutil
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import InitVar, dataclass, field
from typing import Protocol

SOON = 1.0
"""Seconds after which a stage counts as long on a terminal."""
OFTEN = 0.2
"""Seconds between two changes of the line on a terminal."""
SELDOM = 10.0
"""Seconds between two lines where there is no terminal."""
MANY = 100
"""Parts of a stage from which on they are alike enough to say how long the rest will take."""


class Tell(Protocol):
    """Takes what is being done. Calling it costs next to nothing."""

    def __call__(self, doing: str, done: int = 0, total: int = 0, /) -> object:
        """Take a phrase such as "making pages", and how many of how many are done.

        ``total`` is 0 where nobody knows it, ``done`` too where nothing is counted.
        """


def untold(doing: str, done: int = 0, total: int = 0, /) -> None:
    """Report to nobody."""


@dataclass(slots=True)
class Stage:
    """What is being done, and since when."""

    doing: str
    done: int
    total: int
    now: InitVar[float]
    first: int = field(init=False)
    """What was done when the stage began."""
    begun: float = field(init=False)
    moved: float = field(init=False)
    """When ``done`` changed last."""

    def __post_init__(self, now: float) -> None:
        self.first, self.begun, self.moved = self.done, now, now

    def move(self, done: int, now: float) -> None:
        """Take how many are done."""
        if done != self.done:
            self.done, self.moved = done, now

    def text(self, now: float) -> str:
        """Return one line about the stage.

        >>> stage = Stage("making pages", 0, 21_034, now=0.0)
        >>> stage.move(8_912, now=9.0)
        >>> stage.text(now=10.0)
        'making pages... [ 42%] 8,912 of 21,034, 11 s left'
        """
        if not self.total:
            return f"{self.doing}...{f' {self.done:,}' if self.done else ''}"
        share = f"[{self.done / self.total: >4.0%}] {self.done:,} of {self.total:,}"
        return f"{self.doing}... {share}{self._left(now)}"

    def _left(self, now: float) -> str:
        """Return the time left, as far as it can be known from what has been done."""
        if self.total < MANY or self.done == self.first or self.moved - self.begun < SOON:
            return ""
        each = (self.moved - self.begun) / (self.done - self.first)
        left = each * (self.total - self.done) - (now - self.moved)
        return f", {span(left)} left" if left >= 1 else ""

    def ended(self, now: float) -> str:
        """Return one line about the stage when it is over.

        >>> Stage("making pages", 0, 21_034, now=0.0).ended(62.0)
        'making pages... 21,034 in 1 min 2 s'
        """
        count = f"{self.total or self.done:,}" if self.total or self.done else "done"
        return f"{self.doing}... {count} in {span(now - self.begun)}"


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
class Reporter(ABC):
    """A `Tell` that shows what it is told, though not each time; `finish` ends a run of stages."""

    write: Callable[[str], object]
    clock: Callable[[], float] = field(default=time.monotonic, kw_only=True)
    _stage: Stage | None = field(default=None, init=False)
    _due: float = field(default=0.0, init=False)
    """When something may be shown again."""

    def __call__(self, doing: str, done: int = 0, total: int = 0, /) -> None:
        """Take what is being done."""
        now, stage = self.clock(), self._stage
        if stage is None or doing != stage.doing or done < stage.done:
            before, stage = stage, Stage(doing, done, total, now)
            self._stage = stage
            self._next(before, now)
        else:
            stage.move(done, now)
        if now >= self._due:
            self._due = now + self._show(stage, now)

    def finish(self) -> None:
        """End the current stage."""
        before, self._stage = self._stage, None
        if before is not None:
            self._next(before, self.clock())

    @abstractmethod
    def _next(self, before: Stage | None, now: float) -> None:
        """Begin a stage, or end the last one."""

    @abstractmethod
    def _show(self, stage: Stage, now: float) -> float:
        """Show a stage; return the seconds until the next time."""


@dataclass
class Lines(Reporter):
    """Writes a plain line every ten seconds, and none about work that takes less."""

    def _next(self, before: Stage | None, now: float) -> None:
        if before is None:
            self._due = now + SELDOM

    def _show(self, stage: Stage, now: float) -> float:
        self.write(f"{stage.text(now)}\n")
        return SELDOM


@dataclass
class OneLine(Reporter):
    """Writes one line over and over. It is left behind, or wiped away, when its stage ends."""

    patience: float = field(default=0.0, kw_only=True)
    """Seconds from the first stage on in which nothing is shown."""
    stays: bool = field(default=True, kw_only=True)
    """Whether the line of a stage that took long is left behind."""
    bold: Callable[[str], str] = field(default=str, kw_only=True)
    """How the words before the numbers are shown."""
    _text: str = field(default="", init=False)
    """What can be read on the line now."""
    _quiet_until: float | None = field(default=None, init=False)

    def _next(self, before: Stage | None, now: float) -> None:
        if self._quiet_until is None:
            self._quiet_until = now + self.patience
        # What is counted is told again soon; of anything else nothing is heard until it ends.
        counted = self._stage is not None and self._stage.total
        self._due = max(self._quiet_until, now + SOON if counted else now)
        if before is not None and self._text:
            long = self.stays and now - before.begun >= SOON
            self._write(before.ended(now) if long else "", "\n" if long else "\r")
            self._text = ""

    def _show(self, stage: Stage, now: float) -> float:
        text = stage.text(now)
        if text != self._text:
            self._write(text, "\r")
            self._text = text
        return OFTEN

    def _write(self, text: str, end: str) -> None:
        # Spaces wipe away what is longer, on terminals that know no codes too.
        width = shutil.get_terminal_size().columns - 1
        words, dots, numbers = text[:width].ljust(width).partition("... ")
        self.write(f"{self.bold(words + dots)}{numbers}{end}")


def is_terminal(stream: object) -> bool:
    """Tell whether a line that is written to a stream can be written over."""
    isatty = getattr(stream, "isatty", None)
    return isatty is not None and bool(isatty()) and os.environ.get("TERM") != "dumb"
