"""The front matter of each kind of page: what may stand there, and what it means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from symposium.model import programme_records, records
from symposium.model.problems import Code, Place, Problem
from symposium.model.record_base import Origin
from symposium.model.records import Gone
from symposium.reading.address_fields import GONE
from symposium.reading.compound_types import Field, FieldGroup, ListOf
from symposium.reading.date_types import DateField, DatesField, DateText, TimeRange
from symposium.reading.field_types import Flag, Keyword, Log, OneOf, Prose, TextType
from symposium.reading.frontmatter import PASSED_ON
from symposium.reading.link_types import Id, Image, LinkType, Orcid, PersonName, name_of_id
from symposium.reading.nodes import MapNode
from symposium.reading.participants import AFFILIATIONS, PeopleField
from symposium.reading.shared_fields import (
    ADVISEE,
    AWARD,
    COMMON,
    COURSE,
    CV,
    DEGREE,
    DEVELOPER,
    END,
    LINKS,
    LISTING,
    LISTING_HERE,
    METRIC,
    NAMES,
    POSITION,
    ROOM,
    SERVICE,
    SLOT,
    SOLO_TALK,
    SOURCES,
    START,
    TEXTS,
    TOPICS,
    WAS_TALK,
    WHEN,
)
from symposium.reading.zone_types import TimeZone, UtcOffset

ROLES = ("faculty", "postdoc", "phd", "student", "staff", "alumni")
STATUSES = ("preprint", "published", "corrected", "superseded", "withdrawn", "retracted")


class Page(NamedTuple):
    """The file that a record is read from."""

    path: str
    id: str
    body: str = ""
    event: str | None = None
    """The event of a talk."""
    base: str = ""
    """The folder that all records lie in."""

    @property
    def document(self) -> str:
        """The name of its page, seen from that folder."""
        return self.path.removesuffix(".md").removeprefix(self.base)

    @property
    def title(self) -> str:
        """A title made of the id, for want of a better one."""
        words = self.id.rpartition("/")[2].replace("-", " ")
        return words[:1].upper() + words[1:]


@dataclass(frozen=True)
class Schema:
    """The fields of one kind, and how a record is made of their values."""

    kind: str
    group: FieldGroup
    fallbacks: Mapping[str, Callable[[Page], Any]] = field(default_factory=dict)
    """What stands in for a required field that is missing."""
    complete: Callable[[dict[str, Any], Page], None] | None = None
    """Puts what the file says in other ways among the values."""

    def read(self, tree: MapNode | None, page: Page) -> tuple[Any, list[Problem]]:
        """Return the record of a page and the problems of its fields; there is always a record."""
        log = Log(page.path)
        values: dict[str, Any] = {}
        if tree:
            values, _ = self.group.read_fields(tree, "", log)
        elif wanted := [*self.fallbacks, *self.group.any_of]:
            name = wanted[0]
            log.report(
                Code.FIELD_MISSING, None, f"The field {name} is missing and so is all front matter",
                f"begin the file with three lines: ---, {name}: …, ---",
            )  # fmt: skip
        origin = Origin(Place(page.path), log.places)
        if reason := values.get("gone"):
            return self._gone(values, reason, page, origin), log.problems
        for name, fallback in self.fallbacks.items():
            values.setdefault(name, fallback(page))
        if self.complete:
            self.complete(values, page)
        record = self.group.record(id=page.id, origin=origin, document=page.document, **values)
        return record, log.problems

    def _gone(self, values: dict[str, Any], reason: str, page: Page, origin: Origin) -> Gone:
        """Return what stands in the place of a record that is gone."""
        name = values.get("title") or values.get("name")
        return Gone(
            self.kind, page.id, reason, str(getattr(name, "text", name)) if name else None,
            values.get("key"), was=values.get("was", ()), origin=origin, document=page.document,
        )  # fmt: skip


def _complete_body(values: dict[str, Any], page: Page) -> None:
    values["body"] = page.body.strip()


def _complete_talk(values: dict[str, Any], page: Page) -> None:
    values["start"], values["end"] = values.pop("time", (None, None))
    values["event"] = page.event
    values["abstract"] = page.body.strip() or None
    if not values.get("paper"):
        values.setdefault("title", page.title)


def _complete_notes(values: dict[str, Any], page: Page) -> None:
    key = values.get("key") or page.id
    listings = values.get("listings", ())
    values["listings"] = tuple(replace(listing, paper=key) for listing in listings)


def _complete_source(values: dict[str, Any], page: Page) -> None:
    listings = values.get("listings", ())
    values["listings"] = tuple(replace(listing, source=page.id) for listing in listings)


def _kind(record: type, name: str, fields: Mapping[str, Field], **options: Any) -> FieldGroup:
    fields = {**fields, "gone": GONE}
    return FieldGroup(record, fields, name=name, instead="gone", ignored=PASSED_ON, **options)


PERSON = Schema(
    "person",
    _kind(
        records.Person, "a person",
        {
            "name": Field(PersonName(), "The name as the person writes it.", required=True),
            "names": NAMES,
            "former_names": Field(TEXTS, "Earlier names: they lead here and are never shown."),
            "orcid": Field(Orcid(), "The ORCID iD."),
            "role": Field(OneOf(ROLES), "The role in the group whose site this is."),
            "affiliations": Field(AFFILIATIONS, "Where the person works or worked."),
            "links": LINKS,
            "topics": TOPICS,
            "photo": Field(Image(), "A portrait below files/."),
            "alt": Field(TextType(), "What the portrait shows, for those who cannot see it."),
            "education": Field(ListOf(DEGREE), "Degrees, the latest first."),
            "positions": Field(ListOf(POSITION), "Professional experience, the latest first."),
            "awards": Field(ListOf(AWARD), "Awards and honours."),
            "talks": Field(ListOf(SOLO_TALK), "Talks outside the events of this site."),
            "teaching": Field(ListOf(COURSE), "Courses taught."),
            "advising": Field(ListOf(ADVISEE), "Persons advised or mentored."),
            "service": Field(ListOf(SERVICE), "Services to the community."),
            "software": Field(ListOf(Id()), "Software of the person: ids of files in software/."),
            "metrics": Field(ListOf(METRIC), "Numbers about the person, each with its source."),
            "cv": Field(CV, "Whether there is a page and a PDF with the curriculum vitae."),
            **COMMON,
        },
        needs={"photo": "alt"},
    ),
    {"name": lambda page: name_of_id(page.id)},
    _complete_body,
)  # fmt: skip
PAPER = Schema(
    "paper",
    _kind(
        records.PaperNotes, "notes on a paper",
        {
            "key": Field(
                TextType(), "The cite key, where the name of the file does not lead to it."
            ),
            "topics": TOPICS,
            "links": LINKS,
            "awards": Field(TEXTS, "Awards of the paper."),
            "status": Field(OneOf(STATUSES), "What has become of the paper."),
            "listings": Field(ListOf(LISTING_HERE), "Its appearances on tracker pages."),
            "related": Field(TEXTS, "Papers that belong with it: cite keys."),
            "cites": Field(
                ListOf(TextType(), separators=",;"), "Works in its list of references: cite keys."
            ),
            "selected": Field(Flag(), "Whether it is among the selected works."),
            "thumbnail": Field(Image(), "A picture below files/."),
            "alt": Field(TextType(), "What the picture shows, for those who cannot see it."),
            **COMMON,
        },
        needs={"thumbnail": "alt"},
    ),
    complete=_complete_notes,
)  # fmt: skip
EVENT = Schema(
    "event",
    _kind(
        programme_records.Event, "an event",
        {
            "title": Field(TextType(), "The title.", required=True),
            "series": Field(TextType(), "The series that it belongs to."),
            "part_of": Field(Id(), "The event that it is a part of."),
            "date": Field(DatesField(), "When: a day, a range of days, or less if less is known."),
            "when": WHEN,
            "timezone": Field(TimeZone(), "The time zone of all times in rooms without their own."),
            "utc_offset": Field(UtcOffset(), "The offset from UTC, if day or zone is unknown."),
            "location": Field(TextType(), "Where."),
            "rooms": Field(ListOf(ROOM), "The rooms, in the order in which they are shown."),
            "organizers": Field(PeopleField(), "Who organises it."),
            "slots": Field(ListOf(SLOT), "The programme, line by line."),
            "links": LINKS,
            "topics": TOPICS,
            **COMMON,
        },
    ),
    {"title": lambda page: page.title},
)  # fmt: skip
TALK = Schema(
    "talk",
    _kind(
        programme_records.Talk, "a talk",
        {
            "title": Field(TextType(), "The title, unless the talk has that of its paper."),
            "paper": Field(TextType(), "The paper that it presents: a cite key."),
            "kind": Field(Keyword(), "Invited, paper, keynote, tutorial, …"),
            "date": Field(DateField(), "The day, where the programme does not tell."),
            "when": WHEN,
            "time": Field(TimeRange(), "Local start and end, where the programme does not tell."),
            "room": Field(TextType(), "The room, where the programme does not tell."),
            "track": Field(TextType(), "The track, where the programme does not tell."),
            "authors": Field(PeopleField(), "Who wrote what is presented."),
            "speakers": Field(PeopleField(), "Who speaks, where the programme says so."),
            "links": LINKS,
            "topics": TOPICS,
            **COMMON,
            "was": WAS_TALK,
        },
        any_of=("title", "paper"),
    ),
    complete=_complete_talk,
)  # fmt: skip
TOPIC = Schema(
    "topic",
    _kind(
        records.Topic, "a topic",
        {
            "title": Field(TextType(), "The name of the topic.", required=True),
            "names": Field(TEXTS, "Other keywords that lead here."),
            "editorial": Field(Flag(), "Whether the editors wrote the text themselves."),
            "sources": SOURCES,
            "was": COMMON["was"],
        },
    ),
    {"title": lambda page: page.title},
)  # fmt: skip
VENUE = Schema(
    "venue",
    _kind(
        records.Venue, "a venue",
        {
            "name": Field(TextType(), "The name of the journal or conference.", required=True),
            "short": Field(TextType(), "The short name."),
            "names": Field(TEXTS, "Printed forms; {year} and {ordinal} stand for any."),
            "series": Field(TextType(), "The series that it belongs to."),
            "links": LINKS,
            "sources": SOURCES,
            "was": COMMON["was"],
        },
    ),
    {"name": lambda page: page.title},
)  # fmt: skip
SOURCE = Schema(
    "source",
    _kind(
        records.Source, "a source",
        {
            "title": Field(TextType(), "The title of the document.", required=True),
            "kind": Field(Keyword(), "Programme, cv, web page, tracker, …", required=True),
            "date": Field(DateText(), "The date of the document, or undated.", required=True),
            "retrieved": Field(DateText(word=""), "When it was retrieved."),
            "remark": Field(Prose(), "What a reader should know about it."),
            "links": LINKS,
            "listings": Field(ListOf(LISTING), "The papers that it lists, in its order."),
            "inferred": COMMON["inferred"],
            "corrections": COMMON["corrections"],
            "was": COMMON["was"],
        },
    ),
    {
        "title": lambda page: page.title,
        "kind": lambda _: "document",
        "date": lambda _: "undated",
    },
    complete=_complete_source,
)  # fmt: skip
SOFTWARE = Schema(
    "software",
    _kind(
        records.Software, "software",
        {
            "title": Field(TextType(), "The name of the software.", required=True),
            "start": START,
            "end": END,
            "when": WHEN,
            "repositories": Field(ListOf(LinkType()), "Addresses of its repositories."),
            "people": Field(ListOf(DEVELOPER), "Who works or worked on it, and as what."),
            "papers": Field(TEXTS, "Papers about it: cite keys."),
            "topics": TOPICS,
            "links": LINKS,
            **COMMON,
        },
    ),
    {"title": lambda page: page.title},
    _complete_body,
)  # fmt: skip

SCHEMAS = {
    schema.kind: schema for schema in (PERSON, PAPER, EVENT, TALK, TOPIC, VENUE, SOURCE, SOFTWARE)
}
"""The schema of each kind in `symposium.model.kinds`."""
