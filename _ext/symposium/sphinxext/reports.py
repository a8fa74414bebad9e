"""Reporting problems by the logger of Sphinx."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sphinx.util import logging

from symposium.model.problems import Problem, Severity, one_line

logger = logging.getLogger(__name__)


def warn(message: str, subtype: str, location: Any = None) -> None:
    """Log a warning, marked ``[symposium.<subtype>]``: where, as the logger of Sphinx takes it."""
    logger.warning("%s", message, location=location, type="symposium", subtype=subtype)


def report(problems: Iterable[Problem]) -> None:
    """Log problems where Sphinx logs its own: ``path:line: WARNING: message [symposium.CODE]``."""
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
