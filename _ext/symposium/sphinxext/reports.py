"""Messages of a build among Sphinx's own: problems, and progress."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any
from weakref import WeakKeyDictionary

from sphinx.application import Sphinx
from sphinx.util import logging

from symposium.model.problems import Problem, Severity, one_line
from symposium.model.progress import Reporter, is_terminal

logger = logging.getLogger(__name__)

_reporters: WeakKeyDictionary[Sphinx, Reporter] = WeakKeyDictionary()


def setup(app: Sphinx) -> None:
    """Set up the progress report before any long step."""
    app.connect("builder-inited", begin, priority=1)


def warn(message: str, subtype: str, location: Any = None) -> None:
    """Log a warning of the type ``symposium.<subtype>``, at a location for Sphinx's logger."""
    logger.warning("%s", message, location=location, type="symposium", subtype=subtype)


def report(problems: Iterable[Problem]) -> None:
    """Log problems as Sphinx does: ``path:line: WARNING: message [symposium.CODE]``."""
    for problem in problems:
        place = problem.place
        location = f"{place.path}:{place.line}"
        if problem.severity is Severity.NOTICE:
            logger.verbose("%s: %s", location, one_line(problem.text))
        elif problem.severity is Severity.WARNING:
            warn(one_line(problem.text), problem.code.code, location)
        else:
            logger.error("%s", one_line(problem.text), location=location, type="symposium",
                         subtype=problem.code.code)  # fmt: skip


def begin(app: Sphinx) -> None:
    """Make the reporter of a build: one line on a terminal, else one every ten seconds."""
    process = os.getpid()

    def write(text: str) -> None:
        # Messages of other processes, which read documents, would appear only at their end.
        if os.getpid() == process:
            logger.info("%s", text, nonl=True)

    shown_once = is_terminal(app._status) and not app.verbosity  # noqa: SLF001 - the stream of messages
    _reporters[app] = Reporter(write, shown_once)


def progress(app: Sphinx) -> Reporter:
    """Return the reporter of a build's progress; call its ``finish`` after the last stage."""
    return _reporters[app]
