"""What all imports of programmes share: from a programme that has been read to files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from symposium.cli.check import subject_of
from symposium.cli.files import check_places, differences, list_new_pages, write_all
from symposium.cli.project import add_directory, add_sources, counted, from_here
from symposium.cli.wrong_use import WrongUseError
from symposium.fields.date_types import TimeZone
from symposium.fields.field_types import WrongValue
from symposium.lint.rules import lint
from symposium.model.ids import is_id, slug
from symposium.model.names import fold_name
from symposium.model.problems import Problem, Severity, printable
from symposium.project import read as load

from symposium_import.citations import keys_by_doi
from symposium_import.schedules.events import Made, event_id, make_event, rooms_of
from symposium_import.schedules.updating import Existing, memory_path
from symposium_import.schedules.values import Finding, ImportedProgramme, zone_of
from symposium_import.schedules.values import Path as ValuePath

SHOWN = 3
"""Findings of one sort that are shown one by one."""


def lines_of(findings: Iterable[Finding], name: str) -> Iterator[str]:
    """Yield findings with their places in the file; of many of one sort the first ones."""
    sorts: dict[str, list[Finding]] = {}
    for finding in findings:
        sorts.setdefault(finding.message, []).append(finding)
    for message, sort in sorts.items():
        for finding in sort[:SHOWN]:
            hint = f": {finding.hint}" if finding.hint else ""
            yield f"{printable(f'{name}:{_place(finding.path)} {message}{hint}')}\n"
        if len(sort) > SHOWN:
            yield f"{printable(f'{name}: {len(sort) - SHOWN:,} more: {message}')}\n"


def _place(path: ValuePath) -> str:
    """Return the line and the column of a table, or the pointer to a value of JSON (RFC 6901)."""
    if path and isinstance(path[0], int):
        return "".join([f"{path[0]}:1:", *(f" {name}:" for name in path[1:])])
    return f" {''.join(f'/{step}' for step in path)}:" if path else ""


def summary(made: Made) -> str:
    """Return what is in the event, in one line."""
    programme = made.programme
    people = {
        fold_name(one.name) for item in programme.items for one in (*item.speakers, *item.authors)
    }
    sessions = sum(item.gathers for item, _, _ in made.lines)
    counts = (
        (len({one.day for _, one, _ in made.lines if one.day}), "day", "days"),
        (len(rooms_of(programme)), "room", "rooms"),
        (len({item.track for item in programme.items if item.track}), "track", "tracks"),
        (len(made.drafts), "talk", "talks"),
        (sessions, "session", "sessions"),
        (sum(draft is None for _, _, draft in made.lines) - sessions, "break", "breaks"),
        (len(people), "person", "people"),
    )
    return f"events/{made.id}: {', '.join(counted(*one) for one in counts if one[0])}\n"


MAX_SIZE = 100_000_000
"""Bytes of a file that are read."""
NO_MEMORY = (
    "is damaged, or not there: nobody knows what the last import wrote, so every difference is a "
    "question\n"
)
SETTLE = "keep what is right between <<<<<<< and >>>>>>>, and remove these lines;"


def add_arguments(command: argparse.ArgumentParser, word: str) -> None:
    """Add the arguments of all imports; ``word`` is what a file is called."""
    add_directory(command)
    command.add_argument(
        "--event", dest="id", default="", metavar="ID",
        help="the id of the event (default: made of its acronym or title)",
    )  # fmt: skip
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


def data_of(name: str) -> bytes:
    """Return what is in a file, or comes by standard input.

    Raises:
        WrongUseError: if it cannot be read.
    """
    try:
        with sys.stdin.buffer if name == "-" else Path(name).open("rb") as file:
            data = file.read(MAX_SIZE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise WrongUseError(f"{name} cannot be read: {reason}") from error
    if len(data) > MAX_SIZE:
        raise WrongUseError(f"{name} is larger than {MAX_SIZE:,} bytes: no schedule is")
    return data


def run(
    arguments: argparse.Namespace,
    word: str,
    read: Callable[[bytes, Existing | None], tuple[ImportedProgramme, list[Finding]]],
) -> bool:
    """Write what becomes of a programme; return whether somebody has to decide something.

    ``word`` is what a file is called; ``read`` gets its content, and what is there of the event if
    somebody has named it.

    Raises:
        WrongUseError: if a word of the command line or a file is wrong.
    """
    if arguments.id and not is_id(arguments.id):
        better = f"write --event {slug(arguments.id)}"
        raise WrongUseError(f'"{arguments.id}" is not an id: {better}')
    wanted = TimeZone().convert(arguments.timezone) if arguments.timezone else ""
    if isinstance(wanted, WrongValue):
        raise WrongUseError(f"{wanted.message}: {wanted.hint}")
    data = data_of(arguments.file)
    root: Path = arguments.directory
    project = load(root, arguments.bib, trusted=arguments.plugin)
    base = root / project.base
    existing = Existing.of(base, arguments.id) if arguments.id else None
    name = "standard input" if arguments.file == "-" else arguments.file
    try:
        programme, findings = read(data, existing)
    except WrongUseError as error:
        raise WrongUseError(f"{name}: {error}") from error
    existing = existing or Existing.of(base, event_id(programme))
    if existing.exists and not existing.begun and not arguments.update:
        raise WrongUseError(
            f"events/{existing.id} is there already: renew its programme with --update, "
            f"or give the event another id with --event"
        )
    if arguments.update and not existing.exists:
        raise WrongUseError(f"there is no events/{existing.id} to update: name it with --event")
    zone = zone_of(programme, arguments.timezone or existing.text("timezone"))
    described = project.kb.identity.people.described.values()
    orcids = {one.orcid: one.id for one in described if one.orcid}
    made = make_event(programme, zone, existing, orcids, keys_by_doi(project.kb.papers))
    findings = [*findings, *made.findings]
    # A link out of the project must not be followed even to compare.
    check_places(base, [*made.files, memory_path(made.id)])
    prefer = "source" if arguments.prefer == word else arguments.prefer
    done = existing.merge(made, f"the {word}", prefer)
    sys.stdout.write(summary(made))
    if arguments.update:
        sys.stdout.writelines(f"{printable(one)}\n" for one in done.notes)
    sys.stderr.writelines(lines_of(findings, name))
    if existing.memory is None:
        sys.stderr.write(f"{memory_path(made.id)} {NO_MEMORY}")
    sys.stderr.writelines(f"{printable(one)}\n" for one in done.conflicts)
    if done.conflicts:
        count = counted(len(done.conflicts), "conflict", "conflicts")
        sys.stderr.write(
            f"{count}: {SETTLE} --prefer file or --prefer {word} takes one side everywhere\n"
        )
    undecided = bool(done.conflicts) or any(one.decide for one in findings)
    if arguments.diff:
        sys.stdout.write(differences(base, done.contents))
        return undecided
    write_all(base, done.contents)
    print(f"{counted(len(done.contents), 'file', 'files')} written")
    remaining = list(_remaining(arguments, made))
    sys.stderr.writelines(f"{printable(str(one))}\n" for one in from_here(remaining, root))
    index, place = f"{project.base}events/{made.id}/index.md", "" if root == Path() else f" {root}"
    print(f"next: look at {index}, then symposium check{place} and make html")
    return bool(remaining) or undecided


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
