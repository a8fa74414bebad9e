"""``symposium import schedule``: write the files of an event from a schedule."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from symposium.cli.check import subject_of
from symposium.cli.paths import from_here
from symposium.cli.project import add_sources, load
from symposium.cli.wrong_use import WrongUseError
from symposium.fields.field_types import WrongValue
from symposium.fields.zone_types import TimeZone
from symposium.lint.applying_fixes import FIXERS
from symposium.lint.rules import lint
from symposium.merging.files import MergedFiles
from symposium.merging.remarks import Prefer
from symposium.model.encodings import decode
from symposium.model.ids import is_id, slug
from symposium.model.problems import Problem, Severity
from symposium.plugins.schedules import report
from symposium.plugins.schedules.events import KnownIds, Made, event_id, make_event
from symposium.plugins.schedules.people import KnownPeople
from symposium.plugins.schedules.reading import Finding, ImportedProgramme, read_schedule
from symposium.plugins.schedules.reading.zones import zone_of
from symposium.plugins.schedules.updating import Existing, memory_path
from symposium.plugins.schedules.writing import check_places, differences, write_all

MAX_SIZE = 100_000_000
"""Bytes of a schedule that are read."""
PREFER = {"": Prefer.ASK, "file": Prefer.FILE, "schedule": Prefer.SOURCE}
"""Who is right where both have changed something."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``symposium import schedule``."""
    command.add_argument("file", metavar="FILE", help="the schedule.json, or - for standard input")
    command.add_argument(
        "directory", nargs="?", type=Path, default=Path(), metavar="DIR",
        help="the project: the folder of conf.py (default: here)",
    )  # fmt: skip
    command.add_argument("--id", default="", help="the id of the event (default: its acronym)")
    command.add_argument(
        "--timezone", default="", metavar="ZONE", help="the zone, such as Europe/Berlin"
    )
    command.add_argument(
        "--update", action="store_true",
        help="bring the changes of the schedule into an existing event; what people wrote stays",
    )  # fmt: skip
    command.add_argument(
        "--prefer", choices=("file", "schedule"), default="",
        help="who is right where both have changed something (default: ask)",
    )  # fmt: skip
    command.add_argument(
        "--dry-run", action="store_true", help="report what the schedule holds, and write nothing"
    )
    command.add_argument(
        "--diff", action="store_true", help="show what would be written, and write nothing"
    )
    add_sources(command)


def run(arguments: argparse.Namespace) -> bool:
    """Import a schedule; return whether somebody has to decide something."""
    root: Path = arguments.directory
    _check_options(arguments)
    name = "standard input" if arguments.file == "-" else arguments.file
    text = decode(_content(arguments.file)).text
    programme, findings = _programme(name, text)
    project = load(root, arguments.bib, trusted=arguments.plugin)
    home = root / project.base
    people = KnownPeople(project.kb)
    existing = Existing.of(home, arguments.id or event_id(programme))
    _check_free(existing, update=arguments.update)
    zone = zone_of(programme, arguments.timezone or existing.timezone)
    ids = KnownIds(people.by_orcid, existing.taken, existing.reserved)
    made = make_event(programme, zone, existing.id, ids)
    findings = [*findings, *made.findings, *people.findings(programme)]
    # A link out of the project must not be followed even to compare.
    check_places(home, [*made.files, memory_path(made.id)])
    done = existing.merge(made, arguments.timezone, PREFER[arguments.prefer])
    lost = list(existing.misplaced(made, done))
    _show(arguments, home, report.summary(made, people.folds), done)
    sys.stderr.writelines(report.lines_of(findings, name, text))
    sys.stderr.write(report.left_out(made))
    sys.stderr.writelines((*existing.doubt(), *report.conflicts(done, lost)))
    undecided = bool(done.conflicts or lost) or any(one.decide for one in findings)
    if arguments.diff or arguments.dry_run:
        return undecided
    write_all(home, done.contents)
    print(f"{len(done.contents):,} files written")
    found = list(_remaining(arguments, made))
    sys.stderr.writelines(f"{one}\n" for one in from_here(found, root))
    print(report.next_steps(root, made, project.base), end="")
    return bool(found) or undecided


def _show(arguments: argparse.Namespace, home: Path, summary: str, done: MergedFiles) -> None:
    """Print what becomes of the files."""
    if arguments.diff:
        sys.stdout.write(differences(home, done.contents))
        return
    sys.stdout.write(summary)
    if arguments.update:
        sys.stdout.writelines(report.changes(done))
    if arguments.dry_run:
        sys.stdout.writelines(f"would be written: {path}\n" for path in done.contents)


def _check_options(arguments: argparse.Namespace) -> None:
    if arguments.id and not is_id(arguments.id):
        raise WrongUseError(f'"{arguments.id}" is not an id: write --id {slug(arguments.id)}')
    zone = TimeZone().convert(arguments.timezone) if arguments.timezone else ""
    if isinstance(zone, WrongValue):
        raise WrongUseError(f"{zone.message}: {zone.hint}")


def _content(name: str) -> bytes:
    """Return what is in a file, or comes by standard input."""
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


def _programme(name: str, text: str) -> tuple[ImportedProgramme, list[Finding]]:
    found = read_schedule(text)
    if found.programme is None:
        (reason,) = found.findings
        place = f":{found.line}:{found.column}" if (found.line, found.column) != (1, 1) else ""
        raise WrongUseError(f"{name}{place}: {reason.message}: {reason.hint}".rstrip(": "))
    if not found.programme.items:
        raise WrongUseError(f"{name}: the schedule has no sessions: it may not be public yet")
    return found.programme, found.findings


def _check_free(existing: Existing, *, update: bool) -> None:
    if existing.exists and not update:
        raise WrongUseError(
            f"events/{existing.id} is there already: renew its programme with --update, "
            "or give the event another id with --id"
        )
    if update and not existing.exists:
        raise WrongUseError(f"there is no events/{existing.id} to update: name it with --id")


def _remaining(arguments: argparse.Namespace, made: Made) -> Iterator[Problem]:
    """Yield what a check of the new files finds, once their addresses are listed."""
    root: Path = arguments.directory
    project = load(root, arguments.bib, trusted=arguments.plugin)
    subject = subject_of(project)
    for fixer in FIXERS:
        for path, text in fixer.texts(subject).items():
            there = root / path
            if there.is_file() and there.read_bytes() != text.encode():
                write_all(root, {path: text.encode()})
                print(f"{path} lists the new pages")
    names = (f"events/{made.id}/", f"sources/{made.source_id}.md")
    ours = tuple(f"{project.base}{name}" for name in names)
    problems = dict.fromkeys((*project.problems, *lint(subject, added=project.plugins.rules)))
    for one in sorted(problems, key=Problem.sort_key):
        if one.severity >= Severity.WARNING and one.place.path.startswith(ours):
            yield one
