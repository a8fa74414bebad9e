"""``symposium import schedule``: write the files of an event from a schedule."""

from __future__ import annotations

import argparse

from symposium.cli.wrong_use import WrongUseError

from symposium_import.schedules import importing
from symposium_import.schedules.events import event_id
from symposium_import.schedules.reading import read_schedule
from symposium_import.schedules.reading.tree import position
from symposium_import.schedules.reading.values import shown_path

WORD = "schedule"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``symposium import schedule``."""
    command.add_argument("file", metavar="FILE", help="the schedule.json, or - for standard input")
    importing.add_arguments(command, WORD)
    command.add_argument(
        "--event", dest="id", default="", metavar="ID",
        help="the id of the event (default: its acronym)",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> bool:
    """Import a schedule; return whether somebody has to decide something."""
    importing.check_options(arguments)
    source = _source(arguments.file)
    wanted = arguments.id or event_id(source.programme)
    return importing.import_source(arguments, wanted, lambda _: source)


def _source(file: str) -> importing.Source:
    name = "standard input" if file == "-" else file
    text = importing.text_of(file)
    found = read_schedule(text)
    if found.programme is None:
        (reason,) = found.findings
        place = f":{found.line}:{found.column}" if (found.line, found.column) != (1, 1) else ""
        raise WrongUseError(f"{name}{place}: {reason.message}: {reason.hint}".rstrip(": "))
    if not found.programme.items:
        raise WrongUseError(f"{name}: the schedule has no sessions: it may not be public yet")

    def place_of(path: tuple[str | int, ...]) -> tuple[int, int, str]:
        return *position(text, path), shown_path(path)

    return importing.Source(WORD, name, found.programme, place_of, found.findings)
