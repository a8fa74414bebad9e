"""What became of works, and of other things that were found: the lines of a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from symposium.cli.project import counted
from symposium.fields.yaml_repair import shortened
from symposium.model.problems import Problem, one_line
from symposium.reading.latex import plain

from symposium_import.adding import Plan
from symposium_import.comparing import Match, Verdict
from symposium_import.works import paper_of

AUTHORS = 3
"""So many authors of a work are named."""


def lines_of(plan: Plan, *, published: bool = False) -> Iterator[str]:
    """Yield the lines that say what becomes of each work."""
    same = 0
    for match, key in plan.matches:
        if match.verdict is Verdict.NEW or match.missing or match.differing:
            yield from _of_match(match, key, published=published)
        else:
            same += 1
    if same:
        yield f"{counted(same, 'work is', 'works are')} there already, with nothing to add"
    if plan.by_others:
        yield f"{counted(plan.by_others, 'work', 'works')} of others left out"


def _of_match(match: Match, key: str, *, published: bool) -> Iterator[str]:
    paper = paper_of(match.work, key)
    title = one_line(shortened(plain(paper.title), 100)) if paper else ""
    if match.verdict is Verdict.NEW:
        names = [one.name.text for one in paper.authors] if paper else []
        others = " and others" if len(names) > AUTHORS else ""
        year = f", {paper.year}" if paper and paper.year else ""
        yield f"new: {key}: {title} ({', '.join(names[:AUTHORS])}{others}{year})"
    elif match.known:
        place = match.known.origin.place
        yield f'{match.verdict.value}: "{key}" ({place.path}:{place.line}): {title}'
    if match.verdict is Verdict.PUBLISHED and not published:
        yield "    it stays as it is: renew it with --published"
    elif match.missing:
        yield f"    added: {', '.join(match.missing)}"
    for name, ours, theirs in match.differing:
        yield f'    {name} stays: "{shortened(ours, 80)}"; there it is "{shortened(theirs, 80)}"'


def problems(found: Iterable[Problem]) -> Iterator[str]:
    """Yield lines for what is wrong with what was read, where it was read."""
    for one in dict.fromkeys(found):
        hint = f": {one.hint}" if one.hint else ""
        place = str(one.place)
        yield one_line(f"{place.removesuffix(':1').removesuffix(':1')}: {one.message}{hint}")
