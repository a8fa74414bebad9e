"""What questions cost a search index: files, bytes and milliseconds, and what making it costs.

`make_index` makes the index of a project and nothing else; a site that is built has the same one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ask import Answer, Question, ask, node
from browse import browse
from measure import run
from questions import FACET
from report import Index, Search

SCRIPT = Path(__file__).with_name("index_site.py")
ROUNDS = 5


def make_index(project: Path, site: Path) -> Mapping[str, Any]:
    """Make the index of a project below ``site``; end the benchmark if that fails."""
    made = run([sys.executable, str(SCRIPT), str(project), str(site)], project)
    if made.code:
        raise SystemExit(f"bench: no index of {project.name}:\n{made.output[-4000:]}")
    found: Mapping[str, Any] = json.loads(made.output.splitlines()[-1])
    return found


def measure_search(project: Path, site: Path, source: str, size: int) -> tuple[Index, list[Search]]:
    """Return what the index of a project costs, and each question; none without node."""
    made = make_index(project, site)
    index = Index(source, size, made["cpu"], made["files"], made["bytes"])
    if node() is None:
        return index, []
    rows = [(kind, what, Question(query, some)) for kind, what, query, some in made["questions"]]
    asked = [(question, kind == FACET) for kind, _, question in rows]
    in_browser = browse(site, asked, rounds=ROUNDS)
    return index, [
        Search(
            source=source,
            size=size,
            kind=kind,
            what=what,
            query=question.query,
            total=answer.total,
            files=len(answer.asked),
            bytes=answer.bytes,
            node=answer.ms,
            cpu=answer.cpu,
            browser=in_browser[at].cold if in_browser else None,
            first=in_browser[at].first if in_browser else None,
        )
        for at, ((kind, what, question), answer) in enumerate(
            zip(rows, _in_node(site, asked), strict=True)
        )
    ]


def _in_node(site: Path, asked: Sequence[tuple[Question, bool]]) -> list[Answer]:
    """Return the quickest answer to each cold question of those of all rounds."""
    rounds: list[list[Answer]] = [[] for _ in asked]
    for _ in range(ROUNDS):
        for facets in (False, True):
            some = [at for at, (_, wanted) in enumerate(asked) if wanted == facets]
            questions = [asked[at][0] for at in some]
            # The scripts are compiled by a first question, which does not count.
            given = ask(site, [*questions[:1], *questions], cold=True, facets=facets)
            for at, one in zip(some, given[1:], strict=True):
                rounds[at].append(one)
    return [min(answers, key=lambda one: one.ms) for answers in rounds]
