"""The lines of a curriculum vitae: what a person learned, did, won, taught and advised."""

from __future__ import annotations

from dataclasses import dataclass

from symposium.model.dates import Date


@dataclass(frozen=True, slots=True)
class Metric:
    """A number about a person; it never stands without its source and date."""

    name: str
    value: str
    source: str
    as_of: str
    """A date, or ``undated``."""
    unit: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Degree:
    """A line of a person's education."""

    degree: str
    organization: str
    start: Date | None = None
    end: Date | None = None
    minor: str | None = None
    honors: str | None = None
    committee: tuple[str, ...] = ()
    """Names as printed."""
    advisor: str | None = None
    thesis: str | None = None


@dataclass(frozen=True, slots=True)
class Award:
    """An award or honour of a person."""

    title: str
    organization: str | None = None
    date: Date | None = None
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """A line of a person's professional experience."""

    title: str
    organization: str
    start: Date | None = None
    end: Date | None = None
    when: str | None = None
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """A course taught."""

    course: str
    organization: str | None = None
    role: str | None = None
    when: str | None = None
    description: str | None = None
    students: str | None = None


@dataclass(frozen=True, slots=True)
class Advisee:
    """A person advised or mentored."""

    name: str
    person: str | None = None
    level: str | None = None
    organization: str | None = None
    date: Date | None = None
    title: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Service:
    """A service to the community."""

    venue: str
    role: str
    date: Date | None = None


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
