"""The steps common to all imports of programmes, from the values read to the files written."""

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
from symposium_import.schedules.events import ImportedEvent, event_id, make_event, rooms_of
from symposium_import.schedules.updating import ExistingEvent, memory_path
from symposium_import.schedules.values import Finding, ImportedProgramme, zone_of
from symposium_import.schedules.values import Path as ValuePath

SHOWN = 3
"""Largest number of findings with one message that are shown singly."""


def lines_of(findings: Iterable[Finding], name: str) -> Iterator[str]:
    """Yield findings with their places in the file; repeated messages are cut short."""
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
    """Return a line and column of a table, or a JSON pointer (RFC 6901)."""
    if path and isinstance(path[0], int):
        return "".join([f"{path[0]}:1:", *(f" {name}:" for name in path[1:])])
    return f" {''.join(f'/{step}' for step in path)}:" if path else ""


def summary(event: ImportedEvent) -> str:
    """Return a summary of the event in one line."""
    programme = event.programme
    groups = ((*item.speakers, *item.authors) for item in programme.items)
    people = {fold_name(person.name) for group in groups for person in group}
    sessions = sum(item.gathers for item, _, _ in event.lines)
    counts = (
        (len({time.day for _, time, _ in event.lines if time.day}), "day", "days"),
        (len(rooms_of(programme)), "room", "rooms"),
        (len({item.track for item in programme.items if item.track}), "track", "tracks"),
        (len(event.drafts), "talk", "talks"),
        (sessions, "session", "sessions"),
        (sum(draft is None for _, _, draft in event.lines) - sessions, "break", "breaks"),
        (len(people), "person", "people"),
    )
    return f"events/{event.id}: {', '.join(counted(*count) for count in counts if count[0])}\n"


MAX_SIZE = 100_000_000
"""Largest size of a file in bytes."""
NO_MEMORY = (
    "is damaged, or not there: nobody knows what the last import wrote, so every difference is a "
    "question\n"
)
SETTLE = "keep what is right between <<<<<<< and >>>>>>>, and remove these lines;"


def add_arguments(command: argparse.ArgumentParser, word: str) -> None:
    """Add the arguments of all imports; ``word`` names the input in messages."""
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
    """Return the content of a file, or of standard input for ``-``.

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
    read: Callable[[bytes, ExistingEvent | None], tuple[ImportedProgramme, list[Finding]]],
) -> bool:
    """Import a programme; return whether the user has to decide something.

    ``word`` names the input in messages. ``read`` gets its content, and the existing event if the
    command line names one.

    Raises:
        WrongUseError: if an option or a file is wrong.
    """
    if arguments.id and not is_id(arguments.id):
        better = f"write --event {slug(arguments.id)}"
        raise WrongUseError(f'"{arguments.id}" is not an id: {better}')
    converted = TimeZone().convert(arguments.timezone) if arguments.timezone else ""
    if isinstance(converted, WrongValue):
        raise WrongUseError(f"{converted.message}: {converted.hint}")
    data = data_of(arguments.file)
    root: Path = arguments.directory
    project = load(root, arguments.bib, trusted=arguments.plugin)
    base = root / project.base
    existing = ExistingEvent.of(base, arguments.id) if arguments.id else None
    name = "standard input" if arguments.file == "-" else arguments.file
    try:
        programme, findings = read(data, existing)
    except WrongUseError as error:
        raise WrongUseError(f"{name}: {error}") from error
    existing = existing or ExistingEvent.of(base, event_id(programme))
    if existing.exists and not existing.begun and not arguments.update:
        raise WrongUseError(
            f"events/{existing.id} is there already: renew its programme with --update, "
            f"or give the event another id with --event"
        )
    if arguments.update and not existing.exists:
        raise WrongUseError(f"there is no events/{existing.id} to update: name it with --event")
    zone = zone_of(programme, arguments.timezone or existing.timezone)
    described = project.kb.identity.people.described.values()
    orcids = {person.orcid: person.id for person in described if person.orcid}
    event = make_event(programme, zone, existing, orcids, keys_by_doi(project.kb.papers))
    findings = [*findings, *event.findings]
    # Symbolic links out of the project must not be followed, not even to compare.
    check_places(base, [*event.files, memory_path(event.id)])
    prefer = "source" if arguments.prefer == word else arguments.prefer
    merged = existing.merge(event, f"the {word}", prefer)
    sys.stdout.write(summary(event))
    news = (note for note in merged.notes if arguments.update or note.startswith("note: "))
    sys.stdout.writelines(f"{printable(note)}\n" for note in news)
    sys.stderr.writelines(lines_of(findings, name))
    if existing.memory is None:
        sys.stderr.write(f"{memory_path(event.id)} {NO_MEMORY}")
    sys.stderr.writelines(f"{printable(conflict)}\n" for conflict in merged.conflicts)
    if merged.conflicts:
        count = counted(len(merged.conflicts), "conflict", "conflicts")
        sys.stderr.write(
            f"{count}: {SETTLE} --prefer file or --prefer {word} takes one side everywhere\n"
        )
    undecided = bool(merged.conflicts) or any(finding.decide for finding in findings)
    if arguments.diff:
        sys.stdout.write(differences(base, merged.contents))
        return undecided
    write_all(base, merged.contents)
    print(f"{counted(len(merged.contents), 'file', 'files')} written")
    remaining = list(_remaining(arguments, event))
    sys.stderr.writelines(f"{printable(str(problem))}\n" for problem in from_here(remaining, root))
    index, place = f"{project.base}events/{event.id}/index.md", "" if root == Path() else f" {root}"
    print(f"next: look at {index}, then symposium check{place} and make html")
    return bool(remaining) or undecided


def _remaining(arguments: argparse.Namespace, event: ImportedEvent) -> Iterator[Problem]:
    """List the addresses of the new files, and yield their problems."""
    project = load(arguments.directory, arguments.bib, trusted=arguments.plugin)
    subject = subject_of(project)
    for path in list_new_pages(subject):
        print(f"{path} lists the new pages")
    names = (f"events/{event.id}/", f"sources/{event.source_id}.md")
    ours = tuple(f"{project.base}{name}" for name in names)
    problems = dict.fromkeys((*project.problems, *lint(subject, added=project.plugins.rules)))
    for problem in sorted(problems, key=Problem.sort_key):
        if problem.severity >= Severity.WARNING and problem.place.path.startswith(ours):
            yield problem
