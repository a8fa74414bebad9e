"""``symposium add``: add works to a bibliography, by identifier, by person, or from a file.

All changes are planned and shown before anything is written.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from symposium.cli.check import subject_of
from symposium.cli.files import content_of, differences, list_new_pages, write_all
from symposium.cli.project import add_sources, counted, progress
from symposium.cli.wrong_use import WrongUseError
from symposium.fields.yaml_repair import shortened
from symposium.kinds.paper import Contributor
from symposium.kinds.person import Person
from symposium.lint import permalinks
from symposium.model.gate import read_file as read_bytes
from symposium.model.ids import slug
from symposium.model.names import parse_name
from symposium.model.problems import Problem, one_line
from symposium.model.progress import is_terminal
from symposium.project import Project
from symposium.project import read as load
from symposium.reading.latex import plain

from symposium_import.bib_editing import BibFile
from symposium_import.client import Client
from symposium_import.comparing import KnownWorks, Match, Verdict, is_by
from symposium_import.sources import Services, WorkSource, collect, contact_of, source_of
from symposium_import.works import Answer, ImportedWork, IntakeError, key_of, paper_of, usable_key

WHAT = (
    "doi:… arxiv:… orcid:… dblp:… openalex:…, an address of one of these, "
    "or a file: .bib .ris .json"
)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``symposium add``."""
    command.add_argument("source", nargs="*", metavar="SOURCE", help=WHAT)
    command.add_argument(
        "--project", type=Path, default=Path(), metavar="DIR", dest="directory",
        help="the project: the folder of conf.py (default: here)",
    )  # fmt: skip
    command.add_argument(
        "--person", default="", metavar="ID",
        help="only works of this person; without a source those that the person lists at ORCID",
    )  # fmt: skip
    command.add_argument("--key", default="", help="the cite key of the one work that is new")
    command.add_argument(
        "--published", action="store_true",
        help="make entries of preprints those of their publications, under the same key",
    )  # fmt: skip
    command.add_argument("--yes", action="store_true", help="write without asking")
    command.add_argument(
        "--mailto", default="", metavar="ADDRESS",
        help="your address, which services want to know (default: that in pyproject.toml)",
    )  # fmt: skip
    add_sources(command)


def run(arguments: argparse.Namespace) -> bool:
    """Add works; return whether there were problems with a source."""
    project = load(arguments.directory, arguments.bib, trusted=arguments.plugin)
    person = _person(project, arguments.person)
    answer = _answer(_sources(arguments, person), project.root, arguments.mailto)
    bib = next(iter(arguments.bib or ()), "")
    texts = (person.name.text, *person.known_as, *person.former_names) if person else ()
    names = tuple(Contributor(parse_name(text)) for text in texts)
    plan = Plan(project, bib, arguments.key, names, arguments.published)
    plan.add(answer.works)
    sys.stderr.writelines(f"{line}\n" for line in problem_lines(answer.problems))
    sys.stdout.writelines(f"{line}\n" for line in plan.lines())
    if not plan.matches and not plan.by_others:
        print("no works were found")
    sys.stdout.write(differences(project.root, plan.contents))
    if plan.files and (arguments.yes or _agreed(plan)):
        _write(project, plan)
    return bool(answer.problems)


def _person(project: Project, person_id: str) -> Person | None:
    if not person_id:
        return None
    described = project.kb.identity.people.described
    if person_id in described:
        return described[person_id]
    near = project.kb.nearest("person", person_id)
    hint = f": did you mean {near}?" if near in described else ""
    raise IntakeError(f"--person: there is no file people/{person_id}.md{hint}")


def _sources(arguments: argparse.Namespace, person: Person | None) -> list[WorkSource]:
    if arguments.source:
        return [source_of(text) for text in arguments.source]
    if person is None:
        raise IntakeError(f"say what to add: {WHAT}")
    if not person.orcid:
        raise IntakeError(
            f"{person.origin.place.path}: the person has no orcid: add it, or name a source"
        )
    return [WorkSource("orcid", person.orcid)]


def _answer(sources: list[WorkSource], root: Path, mailto: str) -> Answer:
    """Return the works of all sources; ``mailto`` is the user's address, which services see.

    Raises:
        IntakeError: if all sources fail.
    """
    contact = mailto or contact_of(root)
    if not contact and any(source.kind != "file" for source in sources):
        print("services answer better if they know who asks: --mailto you@example.org",
              file=sys.stderr)  # fmt: skip
    answer = Answer()
    with progress() as tell:
        works = Services(Client(contact), tell).works
        results = [collect(answer, partial(works, source), ":".join(source)) for source in sources]
    if not any(results):
        raise IntakeError("; ".join(str(problem.place.path) for problem in answer.problems))
    return answer


def _agreed(plan: Plan) -> bool:
    """Ask whether to write; without a terminal, name the option that writes."""
    files = counted(len(plan.files), "file", "files")
    if not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        print(f"nothing is written: to write {files}, add --yes")
        return False
    print(f"write {files}? [y/N] ", end="", flush=True)
    if sys.stdin.readline().strip().lower() in {"y", "yes"}:
        return True
    print("nothing is written")
    return False


def _write(project: Project, plan: Plan) -> None:
    """Write the bibliographies that change.

    Raises:
        WrongUseError: if one has changed since the plan was made, or cannot be written.
    """
    root = project.root
    for path, (before, _) in plan.files.items():
        if content_of(root / path) != before:
            raise WrongUseError(f"{root / path} was changed meanwhile: run the command again")
    write_all(root, plan.contents)
    for path in plan.files:
        print(f"{(root / path).as_posix()} is written")
    if (root / permalinks.NAME).is_file():
        for path in list_new_pages(subject_of(load(root, project.bibfiles))):
            print(f"{path} lists the new pages")


@dataclass
class Plan:
    """Plan of an addition: the options of the user, and the changes to bibliographies."""

    project: Project
    bib: str = ""
    """Bibliography for new entries (default: the first one of the project)."""
    key: str = ""
    """Cite key wanted for the only new entry."""
    by: tuple[Contributor, ...] = ()
    """If set, only works with one of these names are added."""
    published: bool = False
    """Whether the entries of preprints become those of their publications."""
    matches: list[tuple[Match, str]] = field(default_factory=list)
    """Works, each with its present or new key."""
    files: dict[str, tuple[bytes | None, bytes]] = field(default_factory=dict)
    """Content before and after, of each file that changes."""
    by_others: int = 0
    """Number of works left out because other people wrote them."""

    @property
    def contents(self) -> dict[str, bytes]:
        """New content of the files that change."""
        return {path: after for path, (_, after) in self.files.items()}

    def add(self, works: Iterable[ImportedWork]) -> None:
        """Plan the changes to the bibliographies of the project.

        Raises:
            IntakeError: if a bibliography cannot be changed, or a wish cannot be met.
        """
        kb = self.project.kb
        known_works = KnownWorks(kb.works.values())
        taken = {*kb.works, *kb.aliases.get("paper", {})}
        for work in works:
            paper = paper_of(work, "new-work")
            if paper is None:
                continue
            if self.by and not is_by(paper, self.by):
                self.by_others += 1
                continue
            match = known_works.match(work, paper)
            if match.known:
                key = match.known.key
            else:
                key = self._wanted_key(taken) if self.key else key_of(work, taken)
                taken.add(slug(key))
            match.paper = paper_of(work, key) or paper
            if match.known is None:
                known_works.add(match.paper)
            self.matches.append((match, key))
        self._edit()

    def _wanted_key(self, taken: set[str]) -> str:
        key = usable_key(self.key)
        if key != self.key:
            raise IntakeError(f'--key: "{self.key}" cannot be a cite key: write {key or "a word"}')
        if any(match.verdict is Verdict.NEW for match, _ in self.matches):
            raise IntakeError("--key: there are several new works: add them one by one")
        if slug(key) in taken:
            raise IntakeError(f'--key: another work has "{key}" already')
        return key

    def _edit(self) -> None:
        target = self.bib or next(iter(self.project.bibfiles), "refs.bib")
        opened: dict[str, tuple[bytes | None, BibFile]] = {}
        changed = {key for match, key in self.matches if match.verdict is Verdict.NEW}
        for match, key in self.matches:
            published = match.verdict is Verdict.PUBLISHED
            if match.known is None:
                self._open(target, opened).add(match.work.type, key, match.work.fields)
            elif match.missing and key not in changed and (self.published or not published):
                changed.add(key)  # only one change of an entry in a run
                file = self._open(match.known.origin.place.path, opened)
                if published:
                    file.replace(key, match.work.type, match.missing)
                else:
                    file.extend(key, match.missing)
        for path, (before, file) in opened.items():
            after = file.result()
            if before != after:
                self.files[path] = (before, after)

    def _open(self, path: str, opened: dict[str, tuple[bytes | None, BibFile]]) -> BibFile:
        if path not in opened:
            full = self.project.root / path
            try:
                exists = os.path.lexists(full)
                data = read_bytes(full, within=self.project.root) if exists else None
            except OSError as error:
                raise IntakeError(f"{full} cannot be read: {error.strerror or error}") from error
            opened[path] = (data, BibFile.of(path, data or b""))
        return opened[path][1]

    def lines(self) -> Iterator[str]:
        """Yield lines that report the changes for each work."""
        same = 0
        for match, key in self.matches:
            if match.known is None or match.missing or match.differing:
                yield from self._match_lines(match, key)
            else:
                same += 1
        if same:
            yield f"{counted(same, 'work is', 'works are')} there already, with nothing to add"
        if self.by_others:
            yield f"{counted(self.by_others, 'work', 'works')} of others left out"

    def _match_lines(self, match: Match, key: str) -> Iterator[str]:
        paper = match.paper
        title = one_line(shortened(plain(paper.title), 100))
        if match.known is None:
            names = [author.name.text for author in paper.authors]
            shown = f"{', '.join(names[:3])}{' and others' if len(names) > 3 else ''}"
            year = f", {paper.year}" if paper.year else ""
            yield f"new: {key}: {title} ({shown}{year})"
        else:
            place = match.known.origin.place
            yield f'{match.verdict.value}: "{key}" ({place.path}:{place.line}): {title}'
        if match.verdict is Verdict.PUBLISHED and not self.published:
            yield "    it stays as it is: renew it with --published"
        elif match.missing:
            yield f"    added: {', '.join(match.missing)}"
        for name, ours, theirs in match.differing:
            texts = shortened(ours, 80), shortened(theirs, 80)
            yield f'    {name} stays: "{texts[0]}"; there it is "{texts[1]}"'


def problem_lines(problems: Iterable[Problem]) -> Iterator[str]:
    """Yield a line for each problem in a source, with its place."""
    for problem in dict.fromkeys(problems):
        hint = f": {problem.hint}" if problem.hint else ""
        place = str(problem.place)
        yield one_line(f"{place.removesuffix(':1').removesuffix(':1')}: {problem.message}{hint}")
