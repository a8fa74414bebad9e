"""Twice as many of anything are about twice the work: to read, to check and to publish.

Work is counted, not timed: lines of our code that run, and calls of all functions from there. From
one number to the next twice as large, it grows by so much; from that to the next one by twice as
much, if it is linear, and by four times as much, if each thing is compared with each. What has a
limit is counted with a low one, beyond which nothing more may be done.
"""

from __future__ import annotations

import cProfile
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from support.chosen import chosen
from support.frames import Bare
from support.growth import PROJECTS, Files
from support.project import CONF, Project
from symposium.cli.check import subject_of
from symposium.cli.fix import changed_files
from symposium.export.build_work import BuildWork
from symposium.export.outputs import OUTPUTS
from symposium.knowledge import NO_MENTIONS, KnowledgeBase
from symposium.knowledge.checks import sorted_problems
from symposium.lint.rules import lint
from symposium.lint.source_texts import SourceText
from symposium.lint.wanted_problems import read_settings
from symposium.pages import Urls
from symposium.project import read as load

COUNTS = (5, 10, 20, 40)
MOST = 2.5
"""Times that the work may grow by, from one doubling to the next."""
NOISE = 100
"""Steps that do not matter: tables are made, caches are full."""

LIMITS: dict[str, int] = {
    "symposium.knowledge.base.MANY_AUTHORS": 3,
    "symposium.pages.charts.networks.MANY_AUTHORS": 3,
    "symposium.model.spelling.COMPARED": 3,
    "symposium.model.spelling.NEIGHBOURS": 1,
    "symposium.lint.likeness.MAX_BUCKET": 3,
    "symposium.lint.persons.MAX_TEAM": 3,
    "symposium.pages.views.gathering.MANY_TOPICS": 3,
    "symposium.pages.pagination.SHOWN": 3,
    "symposium.lint.likeness.MAX_ALIKE": 3,
    "symposium.knowledge.identity.MOST_NAMED": 3,
    "symposium.query.selection.REPORTED": 3,
    "symposium.reading.yamltree.MAX_REPAIRS": 2,
    "symposium.reading.yamltree.MAX_PROBLEMS": 3,
    "symposium.fields.field_types.MAX_PROBLEMS": 3,
    "symposium.lint.programme_lines.MAX_COMPARED": 3,
}
"""Limits that are higher than the counts of these tests, and how low they are here."""


Work = Callable[[Path], object]


def check(root: Path) -> KnowledgeBase:
    """Read and check a project, and mend what can be mended."""
    project = load(root)
    subject = subject_of(project)
    problems = sorted_problems((*lint(subject), *project.problems))
    changed_files(problems, lambda path: SourceText.of((root / path).read_bytes()) or "")
    read_settings(root)
    return project.kb


def publish(root: Path) -> None:
    """Read and check a project, and make all outputs of it but what Sphinx makes."""
    urls = Urls(base="https://example.org/", identity="x", most_cited=10_000)
    work = BuildWork(check(root), NO_MENTIONS, urls, root, Bare(), markdown=True)
    for output in OUTPUTS:
        for task, _ in output.tasks(work) if not output.threaded else ():
            for _made in output.make(work, task):
                pass


def calls(work: Work, root: Path) -> Counter[str]:
    """Return how often each function is called for a project; those in C by their name."""
    profile = cProfile.Profile()
    profile.runcall(work, root)
    found: Counter[str] = Counter()
    for one in profile.getstats():
        code = one.code
        where = code if isinstance(code, str) else f"{code.co_filename}:{code.co_firstlineno}"
        found[where] += one.callcount
    return found


@pytest.fixture(autouse=True)
def _low_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, low in LIMITS.items():
        monkeypatch.setattr(name, low)


def made(folder: Path, files: Files) -> Path:
    """Write a project; return its folder."""
    project = Project(folder)
    project.write({"conf.py": CONF, "index.md": "# Home\n"})
    project.write({**files, "conf.py": CONF + files.get("conf.py", "")})
    return folder


LARGE = (3, 6, 12)
"""Counts for projects that are large by themselves."""
CHECKED = [(one, check, LARGE if one in {"lists", "records"} else COUNTS) for one in PROJECTS]
PUBLISHED = [(one, publish, COUNTS) for one in PROJECTS]
ASKED = [one for one in CHECKED if one[0] in {"records", "entries", "bodies", "programmes"}]


# What it costs to publish entries, `test_cost` counts.
@pytest.mark.parametrize(("name", "work", "counts"), chosen([*CHECKED, *PUBLISHED], *ASKED))
def test_twice_as_many_are_about_twice_the_work(
    name: str, work: Work, counts: tuple[int, ...], tmp_path: Path
) -> None:
    roots = [made(tmp_path / str(count), PROJECTS[name](count)) for count in counts]
    work(roots[0])  # what is loaded once is loaded now
    seen = [calls(work, root) for root in roots]
    faults = []
    for where in seen[-1]:
        of = [one[where] for one in seen]
        more = [after - before for before, after in pairwise(of)]
        # Of what begins with a certain number nothing is known but that it is there.
        grows = [before > 0 and after > MOST * before + NOISE for before, after in pairwise(more)]
        if all(grows):
            faults.append(f"{where} {of}")
    assert not faults, "\n".join(faults)
