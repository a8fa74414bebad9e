"""``symposium add``: works by identifier, by person, or out of a file go into a bibliography."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

from symposium.cli.check import subject_of
from symposium.cli.files import content_of, differences, list_new_pages, write_all
from symposium.cli.project import add_sources, counted, progress
from symposium.cli.wrong_use import WrongUseError
from symposium.kinds.paper import Contributor
from symposium.kinds.person import Person
from symposium.lint import permalinks
from symposium.model.names import parse_name
from symposium.model.progress import is_terminal
from symposium.project import Project
from symposium.project import read as load

from symposium_import.adding import Plan, problem_lines
from symposium_import.client import Client
from symposium_import.sources import Named, Services, contact_of, into, named
from symposium_import.works import Answer, IntakeError

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
    """Add works; return whether something could not be had."""
    project = load(arguments.directory, arguments.bib, trusted=arguments.plugin)
    person = _person(project, arguments.person)
    answer = _answer(_sources(arguments, person), project.root, arguments.mailto)
    bib = next(iter(arguments.bib or ()), "")
    texts = (person.name.text, *person.known_as, *person.former_names) if person else ()
    names = tuple(Contributor(parse_name(text)) for text in texts)
    made = Plan(project, bib, arguments.key, names, arguments.published)
    made.add(answer.works)
    sys.stderr.writelines(f"{line}\n" for line in problem_lines(answer.problems))
    sys.stdout.writelines(f"{line}\n" for line in made.lines())
    if not made.matches and not made.by_others:
        print("no works were found")
    sys.stdout.write(differences(project.root, made.contents))
    if made.files and (arguments.yes or _agreed(made)):
        _write(project, made)
    return bool(answer.problems)


def _person(project: Project, wanted: str) -> Person | None:
    if not wanted:
        return None
    described = project.kb.identity.people.described
    if wanted in described:
        return described[wanted]
    near = project.kb.nearest("person", wanted)
    hint = f": did you mean {near}?" if near in described else ""
    raise IntakeError(f"--person: there is no file people/{wanted}.md{hint}")


def _sources(arguments: argparse.Namespace, person: Person | None) -> list[Named]:
    if arguments.source:
        return [named(text) for text in arguments.source]
    if person is None:
        raise IntakeError(f"say what to add: {WHAT}")
    if not person.orcid:
        raise IntakeError(
            f"{person.origin.place.path}: the person has no orcid: add it, or name a source"
        )
    return [Named("orcid", person.orcid)]


def _answer(sources: list[Named], root: Path, mailto: str) -> Answer:
    """Return the works of all sources; the services are told who asks.

    Raises:
        IntakeError: if none of the sources can be had.
    """
    contact = mailto or contact_of(root)
    if not contact and any(one.kind != "file" for one in sources):
        print("services answer better if they know who asks: --mailto you@example.org",
              file=sys.stderr)  # fmt: skip
    whole = Answer()
    with progress() as tell:
        works = Services(Client(contact), tell).works
        had = [into(whole, partial(works, one), f"{one.kind}:{one.value}") for one in sources]
    if not any(had):
        raise IntakeError("; ".join(str(one.place.path) for one in whole.problems))
    return whole


def _agreed(made: Plan) -> bool:
    """Ask whether to write; where nobody can answer, say how."""
    what = counted(len(made.files), "file", "files")
    if not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        print(f"nothing is written: to write {what}, add --yes")
        return False
    print(f"write {what}? [y/N] ", end="", flush=True)
    if sys.stdin.readline().strip().lower() in {"y", "yes"}:
        return True
    print("nothing is written")
    return False


def _write(project: Project, made: Plan) -> None:
    """Write the bibliographies that change.

    Raises:
        WrongUseError: if one is not any more what the plan was made for, or cannot be written.
    """
    root = project.root
    for path, (before, _) in made.files.items():
        if content_of(root / path) != before:
            raise WrongUseError(f"{root / path} was changed meanwhile: run the command again")
    write_all(root, made.contents)
    for path in made.files:
        print(f"{(root / path).as_posix()} is written")
    if (root / permalinks.NAME).is_file():
        for path in list_new_pages(subject_of(load(root, project.bibfiles))):
            print(f"{path} lists the new pages")
