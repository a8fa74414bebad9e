"""Cost of a search index, and of questions to it: files, bytes and milliseconds.

`make_index` writes only the index of a project, which is the same as in a built site.
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
    """Write the index of a project below ``site``; end the benchmark if that fails."""
    cost = run([sys.executable, str(SCRIPT), str(project), str(site)], project)
    if cost.code:
        raise SystemExit(f"bench: no index of {project.name}:\n{cost.output[-4000:]}")
    figures: Mapping[str, Any] = json.loads(cost.output.splitlines()[-1])
    return figures


def measure_search(project: Path, site: Path, source: str, size: int) -> tuple[Index, list[Search]]:
    """Return the costs of a project's index and of each question; without Node.js no questions."""
    figures = make_index(project, site)
    index = Index(source, size, figures["cpu"], figures["files"], figures["bytes"])
    if node() is None:
        return index, []
    rows = [(kind, what, Question(query, some)) for kind, what, query, some in figures["questions"]]
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
    """Return the fastest of all rounds of each question, asked of a fresh index."""
    rounds: list[list[Answer]] = [[] for _ in asked]
    for _ in range(ROUNDS):
        for facets in (False, True):
            some = [at for at, (_, with_facets) in enumerate(asked) if with_facets == facets]
            questions = [asked[at][0] for at in some]
            # A first question, which does not count, compiles the scripts.
            answers = ask(site, [*questions[:1], *questions], cold=True, facets=facets)
            for at, answer in zip(some, answers[1:], strict=True):
                rounds[at].append(answer)
    return [min(answers, key=lambda answer: answer.ms) for answers in rounds]
