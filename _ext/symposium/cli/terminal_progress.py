"""Progress of a command, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from symposium.model.progress import SOON, Lines, OneLine, Reporter, Tell, is_terminal


@contextmanager
def progress() -> Iterator[Tell]:
    """Show meanwhile what is being done, if it takes long; nothing of it stays on a terminal."""
    reporter: Reporter = Lines(_write)
    if is_terminal(sys.stderr):
        reporter = OneLine(_write, patience=SOON, stays=False)
    try:
        yield reporter
    finally:
        reporter.finish()


def _write(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
