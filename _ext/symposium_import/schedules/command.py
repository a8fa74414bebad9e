"""``symposium import schedule``: write the files of an event from a schedule."""

from __future__ import annotations

import argparse

from symposium.model.encodings import decode

from symposium_import.schedules import importing
from symposium_import.schedules.schedule_file import read_schedule

WORD = "schedule"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``symposium import schedule``."""
    command.add_argument("file", metavar="FILE", help="the schedule.json, or - for standard input")
    importing.add_arguments(command, WORD)


def run(arguments: argparse.Namespace) -> bool:
    """Import a schedule; return whether somebody has to decide something."""
    return importing.run(arguments, WORD, lambda data, _: read_schedule(decode(data).text))
