"""What the organisers of an event say of it besides its programme: dates, people, sponsors, place.

Each is a list of one sort of things; the event has a field for each (`symposium.kinds.event`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from symposium.fields.compound_types import ListOf
from symposium.fields.date_types import ClockTime, DayType
from symposium.fields.describing import field, group_of
from symposium.fields.field_types import Json, PrintedNumber, Prose, TextType, WrongValue
from symposium.fields.link_types import RE_LINK, Image, LinkType
from symposium.fields.yaml_repair import shown
from symposium.fields.zone_types import ZoneOrAoE
from symposium.kinds.participants import Participant, PeopleField
from symposium.model.dates import AOE

RE_DEGREES = re.compile(r"-?[0-9]{1,3}(?:\.[0-9]{1,9})?")


@dataclass(frozen=True)
class Degrees(PrintedNumber):
    """A latitude or a longitude in decimal degrees."""

    most: int
    lenient = False

    @property
    def expected(self) -> str:  # type: ignore[override]
        """The range."""
        return f"degrees from -{self.most} to {self.most}, such as 38.7223"

    def convert(self, text: str) -> Any:
        """Return the number as it is written."""
        if RE_DEGREES.fullmatch(text) and abs(float(text)) <= self.most:
            return text
        hint = "write decimal degrees: 38.7223; south and west are negative"
        return WrongValue(f"{shown(text)} is not a number from -{self.most} to {self.most}", hint)

    def json_schema(self) -> Json:
        """Return the schema of a number, or of one in quotes."""
        return {
            "type": ["number", "string"], "minimum": -self.most, "maximum": self.most,
            "pattern": f"^{RE_DEGREES.pattern}$",
        }  # fmt: skip


class CallText(Prose):
    """The text of a call; a link to one is a link like others."""

    def convert(self, text: str) -> Any:
        """Return the text."""
        if RE_LINK.fullmatch(text):
            hint = f"write it as links: {{call: {text}}}"
            return WrongValue(f"{shown(text)} is a link, not a text", hint)
        return super().convert(text)


@dataclass(frozen=True, slots=True)
class Deadline:
    """A day by which something must be done; with a time and a zone, an instant."""

    title: str = field(TextType(), "What is due.", required=True)
    date: str = field(DayType(), "The day.", required=True)
    time: str | None = field(
        ClockTime(), "The time. Without it, the deadline is the end of the day."
    )
    timezone: str | None = field(
        ZoneOrAoE(),
        f"Its time zone; {AOE} is Anywhere on Earth, UTC-12. Without it, that of the event.",
    )
    link: str | None = field(LinkType(), "Where it is done: a page or a file.")
    extended_from: tuple[str, ...] = field(
        ListOf(DayType()), "Earlier dates, before it was extended; they are struck through."
    )


@dataclass(frozen=True, slots=True)
class Role:
    """People who do something for an event, as printed."""

    role: str = field(TextType(), "What they are: Programme committee, …", required=True)
    people: tuple[Participant, ...] = field(
        PeopleField(), "The people, in order.", required=True, role="committee"
    )


@dataclass(frozen=True, slots=True)
class Sponsor:
    """An organisation that supports an event."""

    organization: str = field(TextType(), "The organisation, as printed.", required=True)
    tier: str | None = field(TextType(), "Its level: Gold, …")
    link: str | None = field(LinkType(), "Its own page.")
    logo: str | None = field(Image(), "A picture in files/.")
    alt: str | None = field(TextType(), "What the logo shows, for people who cannot see it.")


@dataclass(frozen=True, slots=True)
class Site:
    """A place where an event is held."""

    name: str | None = field(TextType(), "Its name.")
    address: str | None = field(TextType(), "Its address, in one line.")
    latitude: str | None = field(Degrees(90), "Degrees north; south is negative.")
    longitude: str | None = field(Degrees(180), "Degrees east; west is negative.")


DEADLINES = ListOf(group_of(Deadline, "a deadline"))
COMMITTEE = ListOf(group_of(Role, "people of one role"))
SPONSORS = ListOf(group_of(Sponsor, "a sponsor", "organization", needs={"logo": "alt"}))
PLACE = ListOf(
    group_of(
        Site, "a place", "address", any_of=("name", "address", "latitude"),
        needs={"latitude": "longitude", "longitude": "latitude"},
    )
)  # fmt: skip
