"""The parts of front matter that several kinds share, and those of a person's CV."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from symposium.model import cv_records, programme_records, record_base, records
from symposium.reading.compound_types import Field, FieldGroup, ListOf, MapOf
from symposium.reading.date_types import (
    DateField,
    DateText,
    DayType,
    ListingDate,
    TimeRange,
    YearType,
)
from symposium.reading.field_types import Flag, Keyword, OneOf, Prose, TextType
from symposium.reading.link_types import Earlier, Id, LinkType, PersonName, TalkId
from symposium.reading.zone_types import TimeZone, UtcOffset


def _group(
    record: Callable[..., Any], name: str, shorthand: str = "", /, **fields: Field
) -> FieldGroup:
    return FieldGroup(record, fields, name=name, shorthand=shorthand)


CORRECTION = FieldGroup(
    record_base.Correction,
    {
        "field": Field(TextType(), "The field that is mended, or body.", required=True),
        "printed": Field(TextType(), "What the source prints.", required=True),
        "corrected": Field(TextType(), "What it should print.", required=True),
        "source": Field(Id(), "The source that prints it, by its id in sources/."),
        "note": Field(TextType(), "Why it is mended so."),
    },
    name="a correction",
)
TEXTS = ListOf(TextType())
LINKS = Field(MapOf(LinkType()), "A name and a link each: homepage, pdf, code, slides, video, …")
NAMES = Field(TEXTS, "Other printed forms of the name.")
TOPICS = Field(ListOf(TextType(), separators=",;"), "Keywords; each leads to a topic.")
SOURCES = Field(ListOf(Id()), "Where these facts come from: ids of files in sources/.")
COMMON: Mapping[str, Field] = {
    "inferred": Field(TEXTS, "Fields whose value no source states."),
    "sources": SOURCES,
    "corrections": Field(ListOf(CORRECTION), "Printed slips and their mending; both are kept."),
    "was": Field(
        ListOf(Earlier(Id())), "Earlier ids and pages, oldest first, which keep leading here."
    ),
}
WAS_TALK = COMMON["was"]._replace(type=ListOf(Earlier(TalkId())))
LISTING_FIELDS = {
    "date": Field(ListingDate(), "When the tracker lists the paper: Mar 9 if it prints no year."),
    "category": Field(TextType(), "The category that the tracker gives."),
    "score": Field(TextType(), "The score that the tracker gives."),
    "code": Field(Flag(), "Whether the tracker says that there is code."),
}
LISTING = FieldGroup(
    records.PaperListing,
    {"paper": Field(TextType(), "The paper: a cite key.", required=True), **LISTING_FIELDS},
    name="a listing of a paper",
)
LISTING_HERE = FieldGroup(
    lambda **values: records.PaperListing(paper="", **values),
    {**LISTING_FIELDS, "source": Field(Id(), "The tracker, by its id in sources/.")},
    name="a listing of this paper",
)
"""A listing in the paper's own file; the schema puts the cite key in."""

START = Field(DateField(), "When it began.")
END = Field(DateField(present=True), "When it ended, or present.")
WHEN = Field(TextType(), "When, as printed.")
DATE = Field(DateField(), "When.")
DESCRIPTION = Field(Prose(), "What it was, in a sentence or more.")


DEGREE = _group(
    cv_records.Degree, "a degree",
    degree=Field(TextType(), "The degree and its subject.", required=True),
    organization=Field(TextType(), "Who awarded it.", required=True),
    start=START, end=END,
    minor=Field(TextType(), "The second subject."),
    honors=Field(TextType(), "Honours that came with it."),
    committee=Field(TEXTS, "The committee, names as printed."),
    advisor=Field(TextType(), "The advisor, as printed."),
    thesis=Field(TextType(), "The title of the thesis."),
)  # fmt: skip
AWARD = _group(
    cv_records.Award, "an award", "title",
    title=Field(TextType(), "The award.", required=True),
    organization=Field(TextType(), "Who gave it."),
    date=DATE, description=DESCRIPTION,
)  # fmt: skip
POSITION = _group(
    cv_records.Position, "a position",
    title=Field(TextType(), "The position.", required=True),
    organization=Field(TextType(), "The employer.", required=True),
    start=START, end=END, when=WHEN, description=DESCRIPTION,
)  # fmt: skip
COURSE = _group(
    cv_records.Course, "a course", "course",
    course=Field(TextType(), "The course.", required=True),
    organization=Field(TextType(), "Where it was taught."),
    role=Field(TextType(), "The part taken in it."),
    when=WHEN, description=DESCRIPTION,
    students=Field(TextType(), "How many students there were, as printed."),
)  # fmt: skip
ADVISEE = _group(
    cv_records.Advisee, "a person advised", "name",
    name=Field(TextType(), "The name as printed.", required=True),
    person=Field(Id(), "The id of the person, where the name alone does not tell."),
    level=Field(TextType(), "Bachelor, master, intern, …"),
    organization=Field(TextType(), "Where."),
    date=DATE,
    title=Field(TextType(), "The title of the thesis or project."),
    note=Field(TextType(), "Anything else that is printed."),
)  # fmt: skip
SERVICE = _group(
    cv_records.Service, "a service",
    venue=Field(TextType(), "The conference, journal or body.", required=True),
    role=Field(TextType(), "What was done for it.", required=True),
    date=DATE,
)  # fmt: skip
SOLO_TALK = _group(
    programme_records.SoloTalk, "a talk", "title",
    title=Field(TextType(), "The title.", required=True),
    date=DATE,
    kind=Field(Keyword(), "Invited, contributed, …"),
    venue=Field(TextType(), "The short name of where it was given, as printed."),
    description=DESCRIPTION,
    paper=Field(TextType(), "The paper that it presents: a cite key."),
    links=LINKS,
    sources=SOURCES,
    corrections=COMMON["corrections"],
    was=WAS_TALK,
)  # fmt: skip
DEVELOPER = _group(
    records.Developer, "a developer", "name",
    name=Field(PersonName(), "The name as printed.", required=True),
    person=Field(Id(), "The id of the person, where the name alone does not tell."),
    role=Field(TextType(), "What the person does or did for it, as printed."),
)  # fmt: skip
CV_SECTIONS = (
    "statement", "education", "awards", "experience", "selected", "publications", "edited",
    "posters", "talks", "teaching", "advising", "service", "software",
)  # fmt: skip
"""What a curriculum vitae may show."""


def _cv(*, shown: bool = True, **values: Any) -> cv_records.CvOptions | None:
    names = {"from": "first", "to": "last"}
    options = {names.get(name, name): value for name, value in values.items()}
    return cv_records.CvOptions(**options) if shown else None


CV = FieldGroup(
    _cv,
    {
        "shown": Field(Flag(), "Whether there is one; to say it alone is enough: cv: true."),
        "sections": Field(ListOf(OneOf(CV_SECTIONS)), "Which sections it has, in their order."),
        "from": Field(
            YearType(), "The first year that it shows; what has no date is shown always."
        ),
        "to": Field(YearType(), "The last year that it shows."),
        "selected": Field(Flag(), "Whether the selected works stand ahead of all else."),
    },
    name="a curriculum vitae",
    shorthand="shown",
)
METRIC = _group(
    cv_records.Metric, "a metric",
    name=Field(TextType(), "What is counted: h-index, citations, …", required=True),
    value=Field(TextType(), "The number, as printed.", required=True),
    source=Field(Id(), "Who says so: an id of a file in sources/.", required=True),
    as_of=Field(DateText(), "The date of the number, or undated.", required=True),
    unit=Field(TextType(), "What the number counts in."),
    note=Field(TextType(), "A note of caution."),
)  # fmt: skip


ROOM = _group(
    programme_records.Room, "a room", "name",
    name=Field(TextType(), "The name of the room, hall or hub.", required=True),
    timezone=Field(TimeZone(), "Its own time zone, where it is in another one than the event."),
)  # fmt: skip


def _slot(
    time: tuple[str | None, str | None] = (None, None), **values: Any
) -> programme_records.Slot:
    return programme_records.Slot(start=time[0], end=time[1], **values)


SLOT = FieldGroup(
    _slot,
    {
        "time": Field(TimeRange(), "Local start and end: 9:40-10:20."),
        "day": Field(
            DayType(), "The day, at an event of several days; else that of the line above."
        ),
        "kind": Field(Keyword(), "Talk, invited, paper, keynote, break, opening, closing, …"),
        "title": Field(TextType(), "What stands on the programme, where there is no talk."),
        "talk": Field(Id(), "The talk: the name of its file in the folder of the event."),
        "room": Field(TextType(), "The room; what has none is for all."),
        "track": Field(TextType(), "The track that it belongs to."),
        "utc_offset": Field(
            UtcOffset(), "The offset from UTC, for a time that is twice as clocks are put back."
        ),
    },
    name="a line of the programme",
    any_of=("kind", "title", "talk"),
)
