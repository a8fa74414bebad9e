"""What becomes of a bibliography when works are added: a plan, before anything is done."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from symposium.cli.project import counted
from symposium.fields.yaml_repair import shortened
from symposium.kinds.paper import Contributor
from symposium.model.gate import read_file as read_bytes
from symposium.model.ids import slug
from symposium.model.problems import Problem, one_line
from symposium.project import Project
from symposium.reading.latex import plain

from symposium_import.bib_editing import BibFile
from symposium_import.comparing import KnownWorks, Match, Verdict, is_by
from symposium_import.works import ImportedWork, IntakeError, key_of, paper_of, usable_key


@dataclass(frozen=True, slots=True)
class Wishes:
    """What somebody wants of an addition."""

    bib: str = ""
    """The bibliography that gets new entries; else the first one of the project."""
    key: str = ""
    """The cite key of the one new entry."""
    by: tuple[Contributor, ...] = ()
    """Only works of one of these names are taken."""
    published: bool = False
    """Whether the entries of preprints become those of their publications."""


@dataclass
class Plan:
    """What is to be done, and why."""

    matches: list[tuple[Match, str]] = field(default_factory=list)
    """Each work with the key that it has or gets."""
    files: dict[str, tuple[bytes | None, bytes]] = field(default_factory=dict)
    """What is in files, and what is to be in them; only those that change."""
    by_others: int = 0
    """How many works were left out because somebody else wrote them."""

    @property
    def contents(self) -> dict[str, bytes]:
        """What is to be in files."""
        return {path: after for path, (_, after) in self.files.items()}


def plan(project: Project, works: Iterable[ImportedWork], wishes: Wishes) -> Plan:
    """Return what becomes of the bibliographies of a project.

    Raises:
        IntakeError: if a bibliography cannot be changed, or the wishes cannot be met.
    """
    made = Plan()
    kb = project.kb
    known = KnownWorks(kb.works.values())
    taken = {*kb.works, *kb.aliases.get("paper", {})}
    for work in works:
        paper = paper_of(work, "new-work")
        if paper is None:
            continue
        if wishes.by and not is_by(paper, wishes.by):
            made.by_others += 1
            continue
        match = known.match(work, paper)
        if match.verdict is Verdict.NEW:
            key = _new_key(work, taken, wishes, made)
            taken.add(slug(key))
            if found := paper_of(work, key):
                known.add(found)
        else:
            key = match.known.key if match.known else ""
        made.matches.append((match, key))
    made.files = _files(project, made.matches, wishes)
    return made


def _new_key(work: ImportedWork, taken: set[str], wishes: Wishes, made: Plan) -> str:
    if wishes.key:
        key = usable_key(wishes.key)
        if key != wishes.key:
            raise IntakeError(
                f'--key: "{wishes.key}" cannot be a cite key: write {key or "a word"}'
            )
        if any(match.verdict is Verdict.NEW for match, _ in made.matches):
            raise IntakeError("--key: there are several new works: add them one by one")
        if slug(key) in taken:
            raise IntakeError(f'--key: another work has "{key}" already')
        return key
    return key_of(work, taken)


def _files(
    project: Project, matches: Sequence[tuple[Match, str]], wishes: Wishes
) -> dict[str, tuple[bytes | None, bytes]]:
    """Return the bibliographies that change."""
    root = project.root
    target = wishes.bib or next(iter(project.bibfiles), "refs.bib")
    opened: dict[str, tuple[bytes | None, BibFile]] = {}
    changed = {key for match, key in matches if match.verdict is Verdict.NEW}
    for match, key in matches:
        if match.verdict is Verdict.NEW:
            _open(root, target, opened).add(match.work.type, key, match.work.fields)
        elif match.known and match.missing and key not in changed:
            published = match.verdict is Verdict.PUBLISHED
            if published and not wishes.published:
                continue
            changed.add(key)  # once: the next one is for the next time
            file = _open(root, match.known.origin.place.path, opened)
            if published:
                file.replace(key, match.work.type, match.missing)
            else:
                file.extend(key, match.missing)
    results = {path: (before, file.result()) for path, (before, file) in opened.items()}
    return {path: both for path, both in results.items() if both[0] != both[1]}


def _open(root: Path, path: str, opened: dict[str, tuple[bytes | None, BibFile]]) -> BibFile:
    if path not in opened:
        full = root / path
        try:
            data = read_bytes(full, within=root) if os.path.lexists(full) else None
        except OSError as error:
            raise IntakeError(f"{full} cannot be read: {error.strerror or error}") from error
        opened[path] = (data, BibFile.of(path, data or b""))
    return opened[path][1]


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


def problem_lines(found: Iterable[Problem]) -> Iterator[str]:
    """Yield lines for what is wrong with what was read, where it was read."""
    for one in dict.fromkeys(found):
        hint = f": {one.hint}" if one.hint else ""
        place = str(one.place)
        yield one_line(f"{place.removesuffix(':1').removesuffix(':1')}: {one.message}{hint}")
