"""Progress of a build, shown among Sphinx's own messages."""

from __future__ import annotations

import os
from weakref import WeakKeyDictionary

from sphinx.application import Sphinx
from sphinx.util import logging

from symposium.model.progress import Reporter, is_terminal

logger = logging.getLogger(__name__)

_reporters: WeakKeyDictionary[Sphinx, Reporter] = WeakKeyDictionary()


def setup(app: Sphinx) -> None:
    """Begin to report before anything long is done."""
    app.connect("builder-inited", begin, priority=1)


def begin(app: Sphinx) -> None:
    """Find out how a build reports: one line on a terminal, else one every ten seconds."""
    process = os.getpid()

    def write(text: str) -> None:
        # What another process says while it reads documents would be shown when it has ended.
        if os.getpid() == process:
            logger.info("%s", text, nonl=True)

    shown_once = is_terminal(app._status) and not app.verbosity  # noqa: SLF001 - where they go
    _reporters[app] = Reporter(write, shown_once)


def progress(app: Sphinx) -> Reporter:
    """Return what takes the progress of a build; whoever has ended a run of stages finishes it."""
    return _reporters[app]
