"""What all imports of programmes share: from a programme that has been read to files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from symposium.cli.check import subject_of
from symposium.cli.citations import keys_by_doi
from symposium.cli.files import check_places, differences, list_new_pages, write_all
from symposium.cli.project import add_directory, add_sources, counted, from_here, load
from symposium.cli.wrong_use import WrongUseError
from symposium.fields.field_types import WrongValue
from symposium.fields.zone_types import TimeZone
from symposium.lint.rules import lint
from symposium.model.ids import is_id, slug
from symposium.model.problems import Problem, Severity, printable

from symposium_import.schedules import report
from symposium_import.schedules.events import KnownIds, Made, make_event
from symposium_import.schedules.times import zone_of
from symposium_import.schedules.updating import Existing, memory_path
from symposium_import.schedules.values import Finding, ImportedProgramme

MAX_SIZE = 100_000_000
"""Bytes of a file that are read."""
OPTION = "--event"
"""The option that names the event."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file that is imported."""

    word: str
    """What it is called in messages: a schedule, a list."""
    programme: ImportedProgramme
    findings: list[Finding]


def add_arguments(command: argparse.ArgumentParser, word: str) -> None:
    """Add the arguments of all imports; ``word`` is what a file is called."""
    add_directory(command)
    command.add_argument(
        "--timezone", default="", metavar="ZONE", help="the zone, such as Europe/Berlin"
    )
    command.add_argument(
        "--update", action="store_true",
        help=f"bring the changes of the {word} into an existing event; what people wrote stays",
    )  # fmt: skip
    command.add_argument(
        "--prefer", choices=("file", word), default="",
        help="who is right where both have changed something (default: ask)",
    )  # fmt: skip
    command.add_argument(
        "--diff", action="store_true", help="show what would be written, and write nothing"
    )
    add_sources(command)


def check_options(arguments: argparse.Namespace) -> None:
    """Refuse an id or a zone that is none.

    Raises:
        WrongUseError: with what to write.
    """
    if arguments.id and not is_id(arguments.id):
        better = f"write {OPTION} {slug(arguments.id)}"
        raise WrongUseError(f'"{arguments.id}" is not an id: {better}')
    zone = TimeZone().convert(arguments.timezone) if arguments.timezone else ""
    if isinstance(zone, WrongValue):
        raise WrongUseError(f"{zone.message}: {zone.hint}")


def data_of(name: str) -> bytes:
    """Return what is in a file, or comes by standard input.

    Raises:
        WrongUseError: if it cannot be read.
    """
    try:
        if name == "-":
            data = sys.stdin.buffer.read(MAX_SIZE + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(MAX_SIZE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise WrongUseError(f"{name} cannot be read: {reason}") from error
    if len(data) > MAX_SIZE:
        raise WrongUseError(f"{name} is larger than {MAX_SIZE:,} bytes: no schedule is")
    return data


@contextmanager
def blamed(name: str) -> Iterator[None]:
    """Name the file whose reading fails.

    Raises:
        WrongUseError: with its name, where what is done raises one.
    """
    try:
        yield
    except WrongUseError as error:
        raise WrongUseError(f"{_shown(name)}: {error}") from error


def _shown(name: str) -> str:
    return "standard input" if name == "-" else name


def import_source(
    arguments: argparse.Namespace, event_id: str, read: Callable[[Existing], Source]
) -> bool:
    """Write what becomes of a programme; return whether somebody has to decide something.

    ``read`` gets what is there of the event.
    """
    root: Path = arguments.directory
    project = load(root, arguments.bib, trusted=arguments.plugin)
    existing = Existing.of(root / project.base, event_id)
    source = read(existing)
    _check_free(existing, update=arguments.update)
    zone = zone_of(source.programme, arguments.timezone or existing.said("timezone"))
    described = project.kb.identity.people.described.values()
    orcids = {one.orcid: one.id for one in described if one.orcid}
    ids = KnownIds(orcids, existing.taken, existing.reserved, keys_by_doi(project.kb.papers))
    made = make_event(source.programme, zone, existing.id, ids)
    findings = [*source.findings, *made.findings]
    # A link out of the project must not be followed even to compare.
    check_places(existing.root, [*made.files, memory_path(made.id)])
    prefer = "source" if arguments.prefer == source.word else arguments.prefer
    done = existing.merge(made, f"the {source.word}", prefer)
    sys.stdout.write(report.summary(made))
    if arguments.update:
        sys.stdout.writelines(f"{printable(one)}\n" for one in done.notes)
    sys.stderr.writelines(report.lines_of(findings, _shown(arguments.file)))
    sys.stderr.write(report.left_out(made))
    sys.stderr.writelines((*existing.doubt(), *report.conflicts(done, source.word)))
    undecided = bool(done.conflicts) or any(one.decide for one in findings)
    if arguments.diff:
        sys.stdout.write(differences(existing.root, done.contents))
        return undecided
    write_all(existing.root, done.contents)
    print(f"{counted(len(done.contents), 'file', 'files')} written")
    remaining = list(_remaining(arguments, made))
    sys.stderr.writelines(f"{printable(str(one))}\n" for one in from_here(remaining, root))
    print(report.next_steps(root, made, project.base), end="")
    return bool(remaining) or undecided


def _check_free(existing: Existing, *, update: bool) -> None:
    if existing.exists and not existing.begun and not update:
        raise WrongUseError(
            f"events/{existing.id} is there already: renew its programme with --update, "
            f"or give the event another id with {OPTION}"
        )
    if update and not existing.exists:
        raise WrongUseError(f"there is no events/{existing.id} to update: name it with {OPTION}")


def _remaining(arguments: argparse.Namespace, made: Made) -> Iterator[Problem]:
    """Yield what a check of the new files finds, once their addresses are listed."""
    project = load(arguments.directory, arguments.bib, trusted=arguments.plugin)
    subject = subject_of(project)
    for path in list_new_pages(subject):
        print(f"{path} lists the new pages")
    names = (f"events/{made.id}/", f"sources/{made.source_id}.md")
    ours = tuple(f"{project.base}{name}" for name in names)
    problems = dict.fromkeys((*project.problems, *lint(subject, added=project.plugins.rules)))
    for one in sorted(problems, key=Problem.sort_key):
        if one.severity >= Severity.WARNING and one.place.path.startswith(ours):
            yield one
