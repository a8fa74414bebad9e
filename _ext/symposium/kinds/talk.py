"""Talks: in the programme of an event, or listed in the file of a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from symposium.fields.compound_types import ListOf, again, field, group_of
from symposium.fields.date_types import DateField, TimeRange
from symposium.fields.field_types import Keyword, TextType
from symposium.fields.link_types import Earlier, TalkId
from symposium.kinds import base
from symposium.kinds.kind import Kind, Page
from symposium.kinds.participants import Participant, PeopleField
from symposium.model.dates import Date

WAS_TALK = base.WAS._replace(type=ListOf(Earlier(TalkId())))


@dataclass(frozen=True, slots=True)
class Talk(base.Traced):
    """A talk, of an event (``<event>/<talk>``) or outside (``talks/<person>-<year>-<slug>``)."""

    id: str
    event: str | None
    title: str | None = field(
        TextType(), "The title. Without it, the talk has the title of its paper."
    )
    paper: str | None = field(TextType(), "The paper that it presents: a cite key.", refers="paper")
    kind: str | None = field(Keyword(), "Invited, paper, keynote, tutorial, …", search=True)
    date: Date | None = field(DateField(), "The day, if the programme does not give it.", api=False)
    when: str | None = again(base.WHEN, api=False)
    start: str | None = field(
        TimeRange(), "Local start and end, if the programme does not give them.", written="time"
    )
    end: str | None = None
    room: str | None = field(TextType(), "The room. The programme may say it instead.")
    track: str | None = field(TextType(), "The track. The programme may say it instead.")
    authors: tuple[Participant, ...] = field(
        PeopleField(), "The authors of what is presented.", role="author"
    )
    speakers: tuple[Participant, ...] = field(
        PeopleField(), "The speakers, if the programme names them.", role="speaker"
    )
    venue: str | None = None
    """The place of a talk outside an event, as printed."""
    description: str | None = None
    """The description of a talk outside an event, from the file of its speaker."""
    abstract: str | None = None
    """The body of its file, as Markdown; ``None`` where that is empty."""
    links: Mapping[str, str] = again(base.LINKS)
    topics: tuple[str, ...] = again(base.TOPICS, api=False)
    status: str | None = again(base.SLOT_STATUS)
    note: str | None = again(base.SLOT_NOTE)


@dataclass(frozen=True, slots=True)
class SoloTalk:
    """A talk outside the events of this knowledge base, as its speaker's file lists it."""

    title: str = field(TextType(), "The title.", required=True)
    date: Date | None = again(base.DATE)
    kind: str | None = field(Keyword(), "Invited, contributed, …")
    venue: str | None = field(TextType(), "The short name of the place or meeting, as printed.")
    description: str | None = again(base.DESCRIPTION)
    paper: str | None = field(TextType(), "The paper that it presents: a cite key.")
    links: Mapping[str, str] = again(base.LINKS)
    sources: tuple[str, ...] = again(base.SOURCES)
    corrections: tuple[base.Correction, ...] = again(base.CORRECTIONS)
    was: tuple[str, ...] = again(WAS_TALK)
    """Earlier ids, as in `RecordBase`: the id is made from the title, and changes with it."""


SOLO_TALKS = ListOf(group_of(SoloTalk, "a talk", "title"))


def _complete(values: dict[str, Any], page: Page) -> None:
    values["start"], values["end"] = values.pop("time", (None, None))
    values["event"] = page.event
    values["abstract"] = page.body.strip() or None
    if not values.get("paper"):
        values.setdefault("title", page.title)


KIND = Kind(
    "talk", "talks", Talk, "Talks", one="a talk", fallbacks={}, complete=_complete,
    options={"any_of": ("title", "paper")}, overrides={"was": WAS_TALK}, always_listed=True,
    own_relations=True, schema_org="PresentationDigitalDocument", has_feed=False,
)  # fmt: skip
