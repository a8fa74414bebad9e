"""Reporting problems by the logger of Sphinx."""

from __future__ import annotations

from collections.abc import Iterable

from sphinx.application import Sphinx
from sphinx.util import logging

from symposium.model.problems import Problem, Severity, one_line
from symposium.sphinxext.config import host_cites

logger = logging.getLogger(__name__)


def report(problems: Iterable[Problem]) -> None:
    """Log problems where Sphinx logs its own: ``path:line: WARNING: message [symposium.CODE]``."""
    for problem in problems:
        place = problem.place
        location = f"{place.path}:{place.line}"
        if problem.severity is Severity.NOTICE:
            logger.verbose("%s: %s", location, one_line(problem.text))
        else:
            log = logger.error if problem.severity is Severity.ERROR else logger.warning
            log(
                "%s",
                one_line(problem.text),
                location=location,
                type="symposium",
                subtype=problem.code.code,
            )


def told(app: Sphinx, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Return the problems that a build reports: not those of a host's own bibliography.

    It served before we came; what is wrong with it is told by a check.
    """
    if not host_cites(app):
        return problems
    return tuple(one for one in problems if one.place.path not in app.config.symposium_bibfiles)


def count_others(app: Sphinx, problems: tuple[Problem, ...]) -> None:
    """Say how many problems there are that a build does not report."""
    others = set(problems).difference(told(app, problems))
    count = sum(one.severity > Severity.NOTICE for one in others)
    if count:
        what = "1 problem" if count == 1 else f"{count:,} problems"
        logger.info("bibliography: %s: run symposium check to see them", what)
