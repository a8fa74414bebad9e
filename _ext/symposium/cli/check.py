"""``symposium check``: read everything, and print what is wrong."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

from symposium.cli.formats import FORMATS
from symposium.cli.project import Project, add_project, counted, load
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
        "--notices", action="store_true", help="print notices too (they never end with 1)"
    )


def run(arguments: argparse.Namespace) -> bool:
    """Print the problems of a project; return whether one of them counts."""
    project = load(arguments.directory, arguments.bib)
    problems = all_problems(project)
    counts = Counter(problem.severity for problem in problems)
    shown = [
        _from_here(problem, arguments.directory)
        for problem in problems
        if arguments.notices or problem.severity > Severity.NOTICE
    ]
    sys.stdout.write(FORMATS[arguments.format](shown))
    print(_summary(project, counts), file=sys.stderr)
    least = Severity.WARNING if arguments.strict else Severity.ERROR
    return any(problem.severity >= least for problem in problems)


def all_problems(project: Project) -> list[Problem]:
    """Return what is wrong or doubtful in a project, in order."""
    subject = Subject(project.root, project.kb, project.bibfiles, project.exclude)
    return sorted_problems((*project.problems, *lint(subject)))


def _from_here(problem: Problem, directory: Path) -> Problem:
    """Return the problem with its path as one reaches it from where the command was typed."""
    place = problem.place
    path = (directory / place.path).as_posix()
    return replace(problem, place=Place(path, max(place.line, 1), max(place.column, 1)))


def _summary(project: Project, counts: Counter[Severity]) -> str:
    kb = project.kb
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
