"""``symposium new``, and of it what asks a service: ``symposium new paper --from doi:…``."""

from __future__ import annotations

import argparse
import sys

from symposium.cli import new, new_record
from symposium.cli.files import write_file
from symposium.cli.project import Project, load
from symposium.cli.wrong_use import WrongUseError

from symposium_import import report
from symposium_import.add import answer_of, write_plan
from symposium_import.adding import Plan, Wishes, plan
from symposium_import.comparing import Verdict
from symposium_import.sources import named
from symposium_import.works import IntakeError

WORK = "doi:… or arxiv:…"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    new.add_arguments(command)
    command.description = f"{command.description}\n  symposium new paper [CITE KEY] --from {WORK}"
    command.add_argument(
        "--from", dest="source", default="", metavar="WORK",
        help=f"with paper: {WORK}, for an entry in the bibliography and a file for the work",
    )  # fmt: skip
    command.add_argument(
        "--mailto", default="", metavar="ADDRESS", help="with --from: your address, for the service"
    )


def run(arguments: argparse.Namespace) -> bool:
    """Write what is asked for, and say what to do next."""
    if not arguments.source:
        return new.run(arguments)
    if arguments.what != "paper":
        raise WrongUseError("--from is for a work: symposium new paper --from doi:…")
    project = load(arguments.project)
    made = _plan(arguments, project)
    (match, key), *_ = made.matches
    sys.stdout.writelines(f"{line}\n" for line in report.lines_of(made))
    if match.verdict is Verdict.NEW:
        write_plan(project, made)
    elif match.known:
        place = match.known.origin.place
        print(f'the entry "{key}" is there already ({place.path}:{place.line}): it stays as it is')
    return _page(arguments, key)


def _plan(arguments: argparse.Namespace, project: Project) -> Plan:
    """Return what becomes of the bibliography.

    Raises:
        IntakeError: if the words do not name one work, or there is none.
    """
    wanted = named(arguments.source)
    if wanted.kind in {"orcid", "file"}:
        raise IntakeError(f"--from is one work: write {WORK}; for several there is: symposium add")
    answer = answer_of([wanted], project.root, arguments.mailto)
    made = plan(project, answer.works, Wishes(key="".join(arguments.words)))
    if len(made.matches) != 1:
        found = "; ".join(report.problems(answer.problems))
        several = f"{len(made.matches)} works: add them with symposium add"
        none = found or "there is no such work"
        raise IntakeError(f"{arguments.source}: {several if made.matches else none}")
    if made.matches[0][0].verdict is not Verdict.NEW:
        made.files.clear()
    return made


def _page(arguments: argparse.Namespace, key: str) -> bool:
    """Write the file of the work, unless somebody has written one."""
    made = new_record.new_file(load(arguments.project), "paper", key)
    path = arguments.project / made.path
    if path.exists():
        print(f"{path} is there already: it stays as it is")
    else:
        write_file(path, made.text.encode())
        print(f"{path}: take out the # in front of what you fill in, then: make html")
    return False
