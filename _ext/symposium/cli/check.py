"""``symposium check``: read everything, and print what is wrong."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

from symposium.cli.fix import Checked, Fixed, fix, refusals
from symposium.cli.formats import FORMATS
from symposium.cli.project import Project, add_project, counted, load
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.checks import sorted_problems
from symposium.linting import Subject, lint
from symposium.model.kinds import KINDS
from symposium.model.problems import Place, Problem, Severity

HELP = "check a project: its files, names and references"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_project(command)
    command.add_argument(
        "--format", choices=FORMATS, default="text", help="how problems are printed (default: text)"
    )
    command.add_argument(
        "-W", "--strict", action="store_true", help="end with 1 for warnings too, not only errors"
    )
    command.add_argument(
        "--fix", action="store_true", help="mend what is safe to mend, and show the difference"
    )
    command.add_argument(
        "--diff", action="store_true", help="show what --fix would change first, and change nothing"
    )
    command.add_argument(
        "--notices", action="store_true", help="print notices too (they never end with 1)"
    )


def run(arguments: argparse.Namespace) -> bool:
    """Print the problems of a project; return whether one of them counts."""
    if arguments.diff:
        return _preview(arguments)
    if arguments.fix:
        # A program that reads the problems must find nothing else there.
        out = sys.stdout if arguments.format == "text" else sys.stderr
        fixed = fix(lambda: look(arguments), out.write, write=True)
        checked = fixed.checked
        print(_mended(fixed), end="", file=sys.stderr)
    else:
        checked = look(arguments)
    counts = Counter(problem.severity for problem in checked.problems)
    shown = [
        _from_here(problem, arguments.directory)
        for problem in checked.problems
        if arguments.notices or problem.severity > Severity.NOTICE
    ]
    sys.stdout.write(FORMATS[arguments.format](shown))
    print(_summary(checked.subject.kb, counts), file=sys.stderr)
    least = Severity.WARNING if arguments.strict else Severity.ERROR
    return any(problem.severity >= least for problem in checked.problems)


def look(arguments: argparse.Namespace) -> Checked:
    """Read a project and return what is wrong or doubtful in it."""
    project = load(arguments.directory, arguments.bib)
    subject = Subject(project.root, project.kb, project.bibfiles, project.exclude)
    return Checked(subject, all_problems(project, subject), lambda *_: True)


def all_problems(project: Project, subject: Subject) -> tuple[Problem, ...]:
    """Return what is wrong or doubtful in a project, in order."""
    return tuple(sorted_problems((*project.problems, *lint(subject))))


def _preview(arguments: argparse.Namespace) -> bool:
    """Print what would be changed; return whether anything would be."""
    fixed = fix(lambda: look(arguments), sys.stdout.write, write=False)
    print(refusals(fixed.refused), end="", file=sys.stderr)
    return bool(fixed.files)


def _mended(fixed: Fixed) -> str:
    files = f"{counted(len(fixed.files), 'file', 'files')} changed\n" if fixed.files else ""
    return refusals(fixed.refused) + files


def _from_here(problem: Problem, directory: Path) -> Problem:
    """Return the problem with its path as one reaches it from where the command was typed."""
    place = problem.place
    path = (directory / place.path).as_posix()
    return replace(problem, place=Place(path, max(place.line, 1), max(place.column, 1)))


def _summary(kb: KnowledgeBase, counts: Counter[Severity]) -> str:
    posters = len(kb.posters)
    sizes = {kind.name: (len(kb.entities[kind.name]), kind.folder) for kind in KINDS}
    sizes["paper"] = (len(kb.works) - posters, "papers")
    parts = [counted(size, name, many) for name, (size, many) in sizes.items() if size]
    if posters:
        parts.append(counted(posters, "poster", "posters"))
    found = [
        counted(counts[severity], severity.name.lower(), f"{severity.name.lower()}s")
        for severity in sorted(Severity, reverse=True)
        if counts[severity]
    ]
    return f"{', '.join(parts) or 'nothing to check'}: {', '.join(found) or 'no problems'}"
