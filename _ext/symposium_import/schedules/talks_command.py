"""``symposium import talks``: write the files of an event from a list of its talks."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from datetime import date

from symposium.cli.wrong_use import WrongUseError
from symposium.model.ids import slug

from symposium_import.schedules import importing
from symposium_import.schedules.tables import FIELDS, About
from symposium_import.schedules.talk_list import read_list
from symposium_import.schedules.updating import Existing
from symposium_import.schedules.values import Finding, ImportedProgramme

WORD = "list"
RE_DAYS = re.compile(r"\d{4}-\d\d-\d\d(?:/\d{4}-\d\d-\d\d)?")


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of ``symposium import talks``."""
    command.add_argument("file", metavar="FILE", help="CSV or XLSX; or - for standard input")
    importing.add_arguments(command, WORD)
    command.add_argument("--title", default="", help="the title of the event")
    command.add_argument(
        "--date", default="", metavar="DAYS",
        help="its day, or its first and last day: 2026-06-03/2026-06-05",
    )  # fmt: skip
    command.add_argument(
        "--map", action="append", default=[], metavar="FIELD=COLUMN",
        help=f'what a column holds: title="Talk title",room=Where; fields are {", ".join(FIELDS)}',
    )  # fmt: skip
    command.add_argument(
        "--sheet", default="", metavar="NAME", help="the sheet of a workbook (default: the first)"
    )


def run(arguments: argparse.Namespace) -> bool:
    """Import a list; return whether somebody has to decide something."""
    days(arguments.date)
    if not arguments.id and not arguments.title:
        hint = "--event ID, the name of its folder in events/"
        new = '--title "…", and --event ID if its id is another'
        raise WrongUseError(f"name the event: {hint if arguments.update else new}")
    columns = columns_of(arguments.map)
    arguments.id = arguments.id or slug(arguments.title)

    def read(data: bytes, existing: Existing | None) -> tuple[ImportedProgramme, list[Finding]]:
        title, date_of = arguments.title, arguments.date
        if existing:
            title = title or existing.text("title")
            past = existing.text("date")  # a month or a year says nothing of days
            date_of = date_of or (past if RE_DAYS.fullmatch(past) else "")
        return read_list(data, About(title, *days(date_of), columns, arguments.sheet))

    return importing.run(arguments, WORD, read)


def days(text: str) -> tuple[date | None, date | None]:
    """Return the first and the last day.

    Raises:
        WrongUseError: if there are none.
    """
    if not text:
        return None, None
    first, _, last = text.partition("/")
    try:
        found = date.fromisoformat(first), date.fromisoformat(last or first)
    except ValueError:
        found = (date.max, date.min)
    if found[0] > found[1]:
        raise WrongUseError(
            f'--date: "{text}" is not a day or a range: write 2026-06-03/2026-06-05'
        )
    return found


def columns_of(given: Iterable[str]) -> dict[str, str]:
    """Return the columns that are named, by field.

    >>> columns_of(["title=Talk, or poster,room=Where", "id=Key"])
    {'title': 'Talk, or poster', 'room': 'Where', 'id': 'Key'}

    Raises:
        WrongUseError: if something else is given.
    """
    found = {}
    for text in given:
        for one in re.split(r",\s*(?=[a-z]+=)", text):
            name, equals, column = one.partition("=")
            if not equals or name.strip() not in FIELDS:
                fields = ", ".join(FIELDS)
                raise WrongUseError(f'--map {one}: write FIELD="column", with a field of: {fields}')
            found[name.strip()] = column.strip()
    return found
