"""A process that builds and checks the project in its folder at every order, and keeps the rest.

It has imported all code already, and holds what one build can take over from another. An order is
an empty line at its standard input. It answers in lines of JSON: ``null`` when the pages of what
has changed are there, then the status of the build and the problems of the project. It ends with
its input.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TextIO

from symposium.knowledge.checks import sorted_problems
from symposium.lint.rules import lint
from symposium.lint.subject import Subject
from symposium.lint.wanted_problems import CODES, read_settings
from symposium.locale import ENGLISH, use
from symposium.model.problems import Severity

if TYPE_CHECKING:
    from symposium.sphinxext.build_site import BuildSite

OUT, WARNINGS = "_build/html", "_build/serve/warnings.txt"
"""The folder of the site, and the log of the last build."""
BUILD = ("-b", "html", "-d", "_build/doctrees", "-w", WARNINGS, ".", OUT)
Row = tuple[str, int, str]
"""A problem: its path, line and message."""


def obey(orders: TextIO, answers: TextIO) -> None:
    """Build and check the project at each order, and answer."""
    from symposium.sphinxext.resident_build import build  # noqa: PLC0415 - others need no Sphinx

    jobs, tell = "auto", partial(print, "null", file=answers, flush=True)
    for _ in orders:
        status, *sites = build(("-j", jobs, *BUILD), tell)
        rows = [row for site in sites for row in problems_of(site)]
        print(json.dumps((status, rows)), file=answers, flush=True)
        sites.clear()
        gc.unfreeze()
        gc.collect()  # the last build, except what the next one needs
        gc.freeze()
        jobs = "1"  # to start others takes longer than to read and write a few documents


def problems_of(site: BuildSite) -> Iterator[Row]:
    """Yield the problems of a site that are no notices, as ``symposium check`` finds them."""
    use(ENGLISH)  # the language of messages
    rules, (root, bibfiles, exclude, _) = site.plugins.rules, site.where
    with suppress(Exception):  # should it fail, the site is there all the same
        wanted, faults = read_settings(root, {**CODES, **{code.code: code for code in rules}})
        notices = any(level > Severity.NOTICE for level in wanted.severity.values())
        subject = Subject(root, site.kb, bibfiles, exclude, site.urls.hosted, notices)
        met = wanted.among((*lint(subject, added=rules), *site.source_problems, *site.problems))
        for problem in sorted_problems((*faults, *met)):
            if problem.severity > Severity.NOTICE:
                yield problem.place.path, problem.place.line, f"{problem.code.code} {problem.text}"


if __name__ == "__main__":
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # where messages of builds are shown
    with suppress(KeyboardInterrupt, BrokenPipeError):
        obey(sys.stdin, answers)
