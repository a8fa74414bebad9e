"""Progress of a build, shown among Sphinx's own messages."""

from __future__ import annotations

import os
from logging import Filter, LogRecord, getLogger
from weakref import WeakKeyDictionary

from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.console import bold  # type: ignore[attr-defined]  # only re-exported there

from symposium.model.progress import Lines, OneLine, Reporter, is_terminal

logger = logging.getLogger(__name__)

_reporters: WeakKeyDictionary[Sphinx, Reporter] = WeakKeyDictionary()


def setup(app: Sphinx) -> None:
    """Begin to report before anything long is done."""
    app.connect("builder-inited", begin, priority=1)


def begin(app: Sphinx) -> None:
    """Find out how a build reports: one line on a terminal, else one every ten seconds."""
    process, last = os.getpid(), LastMessage()
    for handler in getLogger(logging.NAMESPACE).handlers:
        if isinstance(handler, logging.NewLineStreamHandler):
            handler.addFilter(last)

    def write(text: str) -> None:
        # What another process says while it reads documents would be shown when it has ended.
        if os.getpid() == process:
            logger.info("%s", f"\n{text}" if last.is_open else text, nonl=True)

    if is_terminal(app._status) and not app.verbosity:  # noqa: SLF001 - where the messages go
        _reporters[app] = OneLine(write, bold=bold)
    else:
        _reporters[app] = Lines(write)


class LastMessage(Filter):
    """Knows whether the last message that was printed has ended its line."""

    is_open = False

    def filter(self, record: LogRecord) -> bool:
        """Take a message, and let it pass."""
        ends = record.getMessage().endswith(("\n", "\r"))
        self.is_open = getattr(record, "nonl", False) and not ends
        return True


def progress(app: Sphinx) -> Reporter:
    """Return what takes the progress of a build; whoever has ended a run of stages finishes it."""
    return _reporters[app]
