"""The names that templates of pages about no record can use, and those of all templates.

A curriculum vitae is here, too: it is a page of its own of somebody who has another one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict

from markupsafe import Markup

from symposium.pages.cv_sections import Cv
from symposium.pages.deadlines import ShownDeadline
from symposium.pages.mark_legends import Legend
from symposium.pages.template_names import (
    Counts,
    EventNames,
    HomeNames,
    Ids,
    Links,
    OrganizationNames,
    PaperNames,
    PersonNames,
    SeriesNames,
    SourceNames,
    TalkNames,
    TopicNames,
    VenueNames,
    ViewNames,
    VolumeNames,
)


class YearNames(ViewNames):
    """``year.html``; ``record`` has the year as ``id``."""

    papers: Ids
    posters: Ids
    events: Ids
    talks: Ids
    people: Counts
    later: str | None
    earlier: str | None


class CvNames(ViewNames):
    """``cv.html``; ``record`` is a ``Person``."""

    cv: Cv
    row: Callable[..., Markup]
    """Returns a line of it as HTML."""
    buttons: Links


class ExploreNames(ViewNames):
    """``explore.html``, which is about no record."""

    file: str
    """The address of the data of the map."""
    suffix: str
    """What addresses of pages end in."""
    total: int
    """People with co-authors."""
    shown: int
    """Of them those on the map."""
    rows: Sequence[tuple[str, int, int]]
    """Persons, each with the number of works and of co-authors."""


class ProgrammeNames(ViewNames):
    """``my-programme.html``, which is about no record."""

    suffix: str
    """What addresses of pages end in."""


class IndexNames(TypedDict, total=False):
    """``indexes/<folder>.html``: each has some of these."""

    feed: str | None
    """The address of the feed of the newest papers and talks."""
    total: int
    """How many there are."""
    posters: Ids
    marks: Legend
    shape: str
    """Of the papers: ``full``, ``rows`` or ``years``."""
    years: Sequence[Any]
    """Years, each with its papers, or with their number."""
    most: int
    """The largest of the numbers."""
    newest: Ids
    some_posters: Ids
    often: Counts
    works: Mapping[str, int]
    """The numbers of years."""
    talks: Mapping[str, int]
    events: Mapping[str, int]
    deadlines: Sequence[ShownDeadline]
    """Those of all events, the earliest first."""


TEMPLATES: Mapping[str, type] = {
    "paper.html": PaperNames,
    "person.html": PersonNames,
    "home.html": HomeNames,
    "event.html": EventNames,
    "talk.html": TalkNames,
    "topic.html": TopicNames,
    "venue.html": VenueNames,
    "volume.html": VolumeNames,
    "series.html": SeriesNames,
    "organization.html": OrganizationNames,
    "source.html": SourceNames,
    "year.html": YearNames,
    "cv.html": CvNames,
    "explore.html": ExploreNames,
    "my-programme.html": ProgrammeNames,
    "my-list.html": ViewNames,
}
"""Template to the names of its own; those of `PageNames` it knows as well."""
