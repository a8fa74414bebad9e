"""The lines of a curriculum vitae: education, positions, awards, teaching, advising."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symposium.fields.compound_types import (
    Field,
    FieldGroup,
    ListOf,
    again,
    field,
    fields_of,
    group_of,
)  # fmt: skip
from symposium.fields.date_types import DateOrUndated, YearType
from symposium.fields.field_types import Flag, OneOf, PrintedNumber, Prose, TextType
from symposium.fields.link_types import Id
from symposium.kinds.base import DATE, DESCRIPTION, END, SOURCE, START, TEXTS, WHEN
from symposium.model.dates import Date


@dataclass(frozen=True, slots=True)
class Metric:
    """A number about a person, always with its source and date."""

    name: str = field(TextType(), "What is counted: h-index, citations, …", required=True)
    value: str = field(PrintedNumber(), "The number, as printed.", required=True)
    source: str = again(
        SOURCE, help="Where it is printed: the id of a file in sources/, and a line of its text.",
        required=True, sparse=False,
    )  # fmt: skip
    as_of: str = field(DateOrUndated(), "The date of the number, or undated.", required=True)
    unit: str | None = field(TextType(), "The unit of the number.")
    note: str | None = field(TextType(), "A note of caution.")


@dataclass(frozen=True, slots=True)
class Degree:
    """A line of a person's education."""

    degree: str = field(TextType(), "The degree and its subject.", required=True)
    organization: str = field(TextType(), "Who awarded it.", required=True)
    start: Date | None = again(START)
    end: Date | None = again(END)
    minor: str | None = field(TextType(), "The second subject.")
    honors: str | None = field(TextType(), "Honours awarded with the degree.")
    committee: tuple[str, ...] = field(TEXTS, "The committee: names as printed.", role="committee")
    advisor: str | None = field(TextType(), "The advisor, as printed.", api=False)
    thesis: str | None = field(TextType(), "The title of the thesis.")
    source: str | None = again(SOURCE)


@dataclass(frozen=True, slots=True)
class Award:
    """An award or honour of a person."""

    title: str = field(TextType(), "The award.", required=True)
    organization: str | None = field(TextType(), "Who gave it.")
    date: Date | None = again(DATE)
    description: str | None = again(DESCRIPTION)
    source: str | None = again(SOURCE)


@dataclass(frozen=True, slots=True)
class Position:
    """A line of a person's professional experience."""

    title: str = field(TextType(), "The position.", required=True)
    organization: str = field(TextType(), "The employer.", required=True)
    start: Date | None = again(START)
    end: Date | None = again(END)
    when: str | None = again(WHEN)
    description: str | None = again(DESCRIPTION)
    source: str | None = again(SOURCE)


@dataclass(frozen=True, slots=True)
class Course:
    """A course taught."""

    course: str = field(TextType(), "The course.", required=True)
    organization: str | None = field(TextType(), "Where it was taught.")
    role: str | None = field(TextType(), "The role: lecturer, assistant, …")
    when: str | None = again(WHEN)
    description: str | None = again(DESCRIPTION)
    students: str | None = field(TextType(), "How many students there were, as printed.")
    source: str | None = again(SOURCE)


@dataclass(frozen=True, slots=True)
class Advisee:
    """A person advised or mentored."""

    name: str = field(TextType(), "The name as printed.", required=True)
    person: str | None = field(Id(), "The id of the person, if the name alone is ambiguous.")
    level: str | None = field(TextType(), "Bachelor, master, intern, …")
    organization: str | None = field(TextType(), "Where.")
    date: Date | None = again(DATE)
    title: str | None = field(TextType(), "The title of the thesis or project.")
    note: str | None = field(TextType(), "A note, as printed.")
    source: str | None = again(SOURCE)


@dataclass(frozen=True, slots=True)
class Service:
    """A service to the community."""

    venue: str = field(TextType(), "The conference, journal or body.", required=True)
    role: str = field(TextType(), "What was done for it.", required=True)
    date: Date | None = again(DATE)
    source: str | None = again(SOURCE)


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
"""The sections of a curriculum vitae."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A text that opens a section of a curriculum vitae."""

    section: str = field(OneOf(SECTIONS), "The section that it opens.", required=True)
    text: str = field(Prose(), "The text, as Markdown.", required=True)


@dataclass(frozen=True, slots=True)
class CvOptions:
    """The options of a person's curriculum vitae."""

    sections: tuple[str, ...] = field(ListOf(OneOf(SECTIONS)), "Its sections, in order.")
    """If it is empty, all sections."""
    first: int | None = field(
        YearType(), "The first year that it shows. Undated items are always shown.", written="from"
    )
    last: int | None = field(YearType(), "The last year that it shows.", written="to")
    selected: bool = field(Flag(), "Whether the selected works come before all other sections.")
    openings: tuple[Opening, ...] = field(
        ListOf(group_of(Opening, "an opening")), "Texts at the beginning of sections."
    )

    @property
    def whole(self) -> bool:
        """Whether no year is left out."""
        return self.first is None and self.last is None


def _options(*, shown: bool = True, **values: Any) -> CvOptions | None:
    names = {"from": "first", "to": "last"}
    options = {names.get(name, name): value for name, value in values.items()}
    return CvOptions(**options) if shown else None


SHOWN = Field(Flag(), "Whether there is a curriculum vitae. cv: true is short for this field.")
CV = FieldGroup(
    _options,
    {"shown": SHOWN, **fields_of(CvOptions)},
    expected="a curriculum vitae",
    shorthand="shown",
)
