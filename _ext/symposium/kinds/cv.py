"""The lines of a curriculum vitae: education, positions, awards, teaching, advising."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symposium.fields.compound_types import Field, FieldGroup, ListOf
from symposium.fields.date_types import DateText, YearType
from symposium.fields.describing import again, field, group_of
from symposium.fields.field_types import Flag, OneOf, TextType
from symposium.fields.link_types import Id
from symposium.kinds.base import DATE, DESCRIPTION, END, START, TEXTS, WHEN
from symposium.model.dates import Date


@dataclass(frozen=True, slots=True)
class Metric:
    """A number about a person; it never stands without its source and date."""

    name: str = field(TextType(), "What is counted: h-index, citations, …", required=True)
    value: str = field(TextType(), "The number, as printed.", required=True)
    source: str = field(Id(), "Who says so: an id of a file in sources/.", required=True)
    as_of: str = field(DateText(), "The date of the number, or undated.", required=True)
    unit: str | None = field(TextType(), "What the number counts in.")
    note: str | None = field(TextType(), "A note of caution.")


@dataclass(frozen=True, slots=True)
class Degree:
    """A line of a person's education."""

    degree: str = field(TextType(), "The degree and its subject.", required=True)
    organization: str = field(TextType(), "Who awarded it.", required=True)
    start: Date | None = again(START)
    end: Date | None = again(END)
    minor: str | None = field(TextType(), "The second subject.")
    honors: str | None = field(TextType(), "Honours that came with it.")
    committee: tuple[str, ...] = field(TEXTS, "The committee, names as printed.")
    advisor: str | None = field(TextType(), "The advisor, as printed.")
    thesis: str | None = field(TextType(), "The title of the thesis.")


@dataclass(frozen=True, slots=True)
class Award:
    """An award or honour of a person."""

    title: str = field(TextType(), "The award.", required=True)
    organization: str | None = field(TextType(), "Who gave it.")
    date: Date | None = again(DATE)
    description: str | None = again(DESCRIPTION)


@dataclass(frozen=True, slots=True)
class Position:
    """A line of a person's professional experience."""

    title: str = field(TextType(), "The position.", required=True)
    organization: str = field(TextType(), "The employer.", required=True)
    start: Date | None = again(START)
    end: Date | None = again(END)
    when: str | None = again(WHEN)
    description: str | None = again(DESCRIPTION)


@dataclass(frozen=True, slots=True)
class Course:
    """A course taught."""

    course: str = field(TextType(), "The course.", required=True)
    organization: str | None = field(TextType(), "Where it was taught.")
    role: str | None = field(TextType(), "The part taken in it.")
    when: str | None = again(WHEN)
    description: str | None = again(DESCRIPTION)
    students: str | None = field(TextType(), "How many students there were, as printed.")


@dataclass(frozen=True, slots=True)
class Advisee:
    """A person advised or mentored."""

    name: str = field(TextType(), "The name as printed.", required=True)
    person: str | None = field(Id(), "The id of the person, where the name alone does not tell.")
    level: str | None = field(TextType(), "Bachelor, master, intern, …")
    organization: str | None = field(TextType(), "Where.")
    date: Date | None = again(DATE)
    title: str | None = field(TextType(), "The title of the thesis or project.")
    note: str | None = field(TextType(), "Anything else that is printed.")


@dataclass(frozen=True, slots=True)
class Service:
    """A service to the community."""

    venue: str = field(TextType(), "The conference, journal or body.", required=True)
    role: str = field(TextType(), "What was done for it.", required=True)
    date: Date | None = again(DATE)


METRICS = ListOf(group_of(Metric, "a metric"))
EDUCATION = ListOf(group_of(Degree, "a degree"))
AWARDS = ListOf(group_of(Award, "an award", "title"))
POSITIONS = ListOf(group_of(Position, "a position"))
TEACHING = ListOf(group_of(Course, "a course", "course"))
ADVISING = ListOf(group_of(Advisee, "a person advised", "name"))
SERVICE = ListOf(group_of(Service, "a service"))

SECTIONS = (
    "statement", "education", "awards", "experience", "selected", "publications", "edited",
    "posters", "talks", "teaching", "advising", "service", "software",
)  # fmt: skip
"""What a curriculum vitae may show."""


@dataclass(frozen=True, slots=True)
class CvOptions:
    """What a person's curriculum vitae shows."""

    sections: tuple[str, ...] = ()
    """Sections in their order; empty for all."""
    first: int | None = None
    """The first year that is shown; what has no date is always shown."""
    last: int | None = None
    selected: bool = False
    """Selected works stand ahead of everything else."""


def _options(*, shown: bool = True, **values: Any) -> CvOptions | None:
    names = {"from": "first", "to": "last"}
    options = {names.get(name, name): value for name, value in values.items()}
    return CvOptions(**options) if shown else None


CV = FieldGroup(
    _options,
    {
        "shown": Field(Flag(), "Whether there is one; to say it alone is enough: cv: true."),
        "sections": Field(ListOf(OneOf(SECTIONS)), "Which sections it has, in their order."),
        "from": Field(
            YearType(), "The first year that it shows; what has no date is shown always."
        ),
        "to": Field(YearType(), "The last year that it shows."),
        "selected": Field(Flag(), "Whether the selected works stand ahead of all else."),
    },
    name="a curriculum vitae",
    shorthand="shown",
)
