"""Progress reports of long work, and how often they are shown.

Long work takes a `Tell` and calls it as often as it likes. The caller decides where the reports go:
nothing here prints.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

SOON = 1.0
"""Seconds after which work counts as long on a terminal."""
OFTEN = 0.2
"""Seconds between two changes of the line on a terminal."""
SELDOM = 10.0
"""Seconds between two lines where there is no terminal."""


class Tell(Protocol):
    """A callback for progress reports; calling it costs next to nothing."""

    def __call__(self, doing: str, done: int = 0, total: int = 0, /) -> object:
        """Report a phrase such as "making pages", and how many of how many are done.

        ``total`` is 0 if it is unknown; ``done`` is 0, too, if nothing is counted.
        """


def untold(doing: str, done: int = 0, total: int = 0, /) -> None:
    """Ignore a report: the `Tell` of callers that show no progress."""


@dataclass
class Reporter:
    """A `Tell` that shows some of its reports; `finish` ends a run of stages.

    On a terminal, one line is written over and over and wiped away in the end; elsewhere, a plain
    line is written every ten seconds. Work of less than a second shows nothing.
    """

    write: Callable[[str], object]
    terminal: bool
    clock: Callable[[], float] = time.monotonic
    _doing: str = field(default="", init=False)
    _quiet: float = field(default=0.0, init=False)
    """The time before which nothing is shown."""
    _due: float = field(default=0.0, init=False)
    """The time when the same stage may be shown again."""
    _is_shown: bool = field(default=False, init=False)
    """Whether the line of a terminal holds anything."""

    def __post_init__(self) -> None:
        self.finish()

    def __call__(self, doing: str, done: int = 0, total: int = 0, /) -> None:
        """Show a report, if it is time."""
        now, is_new = self.clock(), doing != self._doing
        self._doing = doing
        # A new stage is shown at once, as one without a count reports only once.
        if now < (self._quiet if self.terminal and is_new else self._due):
            return
        count = f" [{done / total: >4.0%}] {done:,} of {total:,}" if total else ""
        text = f"{doing}...{count or (f' {done:,}' if done else '')}"
        if self.terminal:
            self._write_over(text)
        else:
            self.write(f"{text}\n")
        self._is_shown = self.terminal
        self._due = now + (OFTEN if self.terminal else SELDOM)

    def finish(self) -> None:
        """End a run of stages."""
        if self._is_shown:
            self._write_over("")
        self._doing, self._is_shown = "", False
        self._quiet = self._due = self.clock() + (SOON if self.terminal else SELDOM)

    def _write_over(self, text: str) -> None:
        # Padding with spaces erases a longer line even on terminals without escape codes.
        width = shutil.get_terminal_size().columns - 1
        self.write(f"{text[:width].ljust(width)}\r")


def is_terminal(stream: object) -> bool:
    """Tell whether a line that is written to a stream can be written over."""
    isatty = getattr(stream, "isatty", None)
    return isatty is not None and bool(isatty()) and os.environ.get("TERM") != "dumb"
