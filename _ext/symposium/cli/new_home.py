"""``symposium new DIR --person NAME`` or ``--event NAME``: of whom or what a new site is."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

from symposium.cli.new_record import commented
from symposium.cli.wrong_use import WrongUseError
from symposium.fields.link_types import IMAGE_SUFFIXES
from symposium.kinds import BY_NAME
from symposium.model.ids import slug
from symposium.model.names import parse_name
from symposium.pages.colours import DAY, ENOUGH, colour_of, readable


class Home(NamedTuple):
    """The record whose page is the home page of a site, and how the site looks."""

    kind: str
    """``person`` or ``event``; the templates of the kind are in a folder of this name."""
    name: str
    accent: str = ""
    photo: Path | None = None
    named: str = ""
    """The id that the record has already."""

    @property
    def id(self) -> str:
        """The id of the record."""
        if self.kind == "person" and not self.named:
            return slug(parse_name(self.name).text)
        return self.named or slug(self.name)

    @property
    def setting(self) -> str:
        """The line of ``conf.py`` that sets the colour, or shows how to."""
        colour = self.accent or "#7a1f5c"
        return f'{"" if self.accent else "# "}symposium_accent = "{colour}"'


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of such a site, but ``--event``, which talks have, too."""
    command.add_argument(
        "--person", metavar="NAME", help="whose site it is; the home page is their profile"
    )
    command.add_argument(
        "--accent", metavar="COLOUR", help='with --person or --event: "#7a1f5c", for one'
    )
    command.add_argument(
        "--photo", type=Path, metavar="FILE", help="with --person: a portrait, copied to files/"
    )


def asked(arguments: argparse.Namespace) -> Home | None:
    """Return whose site is asked for, if it is that of a person or an event.

    Raises:
        WrongUseError: if an option cannot be meant.
    """
    person, event = (" ".join((one or "").split()) for one in (arguments.person, arguments.event))
    for option, given in (("person", arguments.person), ("event", arguments.event)):
        if given is not None and not given.strip():
            raise WrongUseError(f'--{option} needs a name: --{option} "Name"')
    if person and event:
        raise WrongUseError("a site is that of a person or that of an event: leave out one of them")
    if "," in person:
        person = parse_name(person).text  # as bibliographies print it
    photo: Path | None = arguments.photo
    if photo and not person:
        raise WrongUseError('--photo is for the site of a person: --person "Name"')
    if not person and not event:
        if arguments.accent:
            raise WrongUseError('--accent is for the site of a person or an event: --person "Name"')
        return None
    accent = arguments.accent
    if accent is None and sys.stdin.isatty():
        accent = _answered()
    if photo and not photo.is_file():
        raise WrongUseError(f"{photo} is no file: name your portrait")
    if photo and photo.suffix.lower().lstrip(".") not in IMAGE_SUFFIXES:
        raise WrongUseError(f"{photo} is not a picture: it ends in {', '.join(IMAGE_SUFFIXES)}")
    kind = "person" if person else "event"
    return Home(kind, person or event, _accent(accent or ""), photo)


def _answered() -> str:
    """Ask for a colour, until there is one or none is wanted."""
    while True:
        text = input("Accent colour, such as #7a1f5c (empty for the usual one): ").strip()
        if not text or colour_of(text if text.startswith("#") else f"#{text}"):
            return text
        print(f'"{text}" is not a colour: write # and six digits from 0 to f')


def _accent(text: str) -> str:
    """Return a colour whose links can be read, the nearest one if need be."""
    text = text.strip()
    if not text:
        return ""
    found = colour_of(text if text.startswith("#") else f"#{text}")
    if found is None:
        raise WrongUseError(f'"{text}" is not a colour: write "#7a1f5c", for one')
    near = readable(found, DAY)
    if near != found:
        print(f"accent: links in {found} are too pale to read ({ENOUGH}:1 is needed); {near} it is")
    return str(near)


def event_files(home: Home) -> dict[str, bytes]:
    """Return the file of the event, in which every field is explained."""
    text = commented(BY_NAME["event"], {"title": home.name})
    return {f"events/{home.id}/index.md": text.encode()}
