"""``symposium import schedule``: write the files of an event from a schedule."""

from __future__ import annotations

import argparse

from symposium.cli.wrong_use import WrongUseError
from symposium.model.encodings import decode

from symposium_import.schedules import importing
from symposium_import.schedules.events import event_id
from symposium_import.schedules.schedule_file import read_schedule

WORD = "schedule"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``symposium import schedule``."""
    command.add_argument("file", metavar="FILE", help="the schedule.json, or - for standard input")
    importing.add_arguments(command, WORD)


def run(arguments: argparse.Namespace) -> bool:
    """Import a schedule; return whether somebody has to decide something."""
    importing.check_options(arguments)
    text = decode(importing.data_of(arguments.file)).text
    with importing.blamed(arguments.file):
        programme, findings = read_schedule(text)
        if not programme.items:
            raise WrongUseError("the schedule has no sessions: it may not be public yet")
    wanted = arguments.id or event_id(programme)
    return importing.import_source(arguments, WORD, wanted, lambda _: (programme, findings))
