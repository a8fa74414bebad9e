"""A schedule as plain values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime

Path = tuple[str | int, ...]
"""The way to a value: names and numbers."""

RE_CONTROL = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)
"""What no page may hold; some of it would turn the direction of all that comes after it."""
RE_BREAK = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")


def cleaned(text: str) -> str:
    r"""Return a text without what no page may hold; every line ends in a line feed.

    >>> cleaned("a\x00b\r\nc\u2028d")
    'ab\nc\nd'
    """
    return RE_BREAK.sub("\n", RE_CONTROL.sub("", text))


@dataclass(frozen=True, slots=True)
class Finding:
    """What could not be taken as it is, and where it stands."""

    path: Path
    message: str
    hint: str = ""
    decide: bool = False
    """Whether somebody has to decide what is right."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A link of a session or of the conference."""

    url: str
    title: str = ""
    kind: str = ""
    """What the file says that it is: ``slides``, ``related``, …"""


@dataclass(frozen=True, slots=True)
class Speaker:
    """A person on the programme."""

    name: str
    bio: str = ""
    organization: str = ""
    orcid: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """A session. Its texts are as they stand there: Markdown, HTML or neither."""

    path: Path
    title: str
    code: str = ""
    """What stays when the title or the time changes."""
    subtitle: str = ""
    kind: str = ""
    track: str = ""
    room: str = ""
    day: date | None = None
    """The day of the conference under which it is listed."""
    start: datetime | None = None
    """With an offset, if the file gives one."""
    minutes: int | None = None
    """How long it takes."""
    abstract: str = ""
    description: str = ""
    speakers: tuple[Speaker, ...] = ()
    links: tuple[Reference, ...] = ()
    url: str = ""
    """Its own page there."""
    authors: tuple[Speaker, ...] = ()
    """Who wrote what is presented, where a list keeps authors and speakers apart."""
    doi: str = ""
    """That of the paper."""
    chair: tuple[Speaker, ...] = ()
    gathers: bool = False
    """Whether it is a session that contains others, and no talk."""
    shown_in: Path = ()
    """The path of the poster session that shows it all the time, so that it has no time itself."""


@dataclass(frozen=True, slots=True)
class ImportedProgramme:
    """A conference with its sessions."""

    title: str
    acronym: str = ""
    description: str = ""
    location: str = ""
    timezone: str = ""
    """As it stands there; it need not be a zone that is known."""
    start: date | None = None
    end: date | None = None
    url: str = ""
    rooms: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    remark: str = "Imported from a list of talks."
    """Where it comes from."""
    dated: str = "undated"
    """That of its version."""
