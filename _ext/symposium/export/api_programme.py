"""What the API holds of events and talks besides their described fields."""

from __future__ import annotations

from operator import attrgetter

from symposium.export.api_objects import PARTICIPANT, Shape, Table, Value, objects
from symposium.export.api_values import Context
from symposium.export.schema_words import OFFSET, an_id, date, maybe, talk_id, talk_ids, text, time
from symposium.kinds.event import Event, Slot
from symposium.kinds.talk import Talk
from symposium.knowledge.local_times import event_dates, offset_of
from symposium.knowledge.schedule import Session
from symposium.model.dates import Date

STATE = text("cancelled or moved, where it is not as it was.")
NOTE = text("What readers should know of it.")

Ends = tuple[str | None, str | None]
"""Start and end, as they are exported."""


def event() -> Table:
    """Return what is peculiar to events."""
    chairs = objects(PARTICIPANT, "Who chairs it.")
    slot = Shape(
        "A line of the programme.",
        {
            "start": Value(time("Begin."), lambda _, session: _ends(session)[0]),
            "end": Value(time("End."), lambda _, session: _ends(session)[1]),
            "kind": Value(text("talk, invited, paper, keynote, break, opening, closing, …")).at(
                "slot.kind"
            ),
            "title": Value(maybe(text("What is printed, or the title of the talk.")), _title),
            "talk": Value(maybe(talk_id("Id of the talk."))).at("slot.talk"),
            "room": Value(maybe(text("The room; what has none is for all."))).at("slot.room"),
            "track": Value(maybe(text("The track, as printed."))).at("slot.track"),
            "status": Value(maybe(STATE)).at("slot.status"),
            "note": Value(maybe(NOTE)).at("slot.note"),
            "chair": Value(
                chairs.schema,
                lambda context, people: PARTICIPANT.write_all(context, people) or None,
                sparse=True,
            ).at("slot.chair"),
            "talks": Value(
                talk_ids("Ids of the talks or posters in it that have no lines of their own."),
                lambda _, talks: list(talks) or None,
                sparse=True,
            ).at("slot.talks"),
        },
    )
    offset = maybe(text("Offset of its times, such as -07:00.", pattern=f"^{OFFSET}$"))
    order = (
        "id title series start end timezone utc_offset inferred slots sources url corrections "
        "rooms calendar"
    )
    more = {
        "start": Value(
            date("First day, as precise as it is known."), lambda _, one: event_dates(one.date)[0]
        ),
        "end": Value(
            date("Last day, as precise as it is known."), lambda _, one: event_dates(one.date)[1]
        ),
        "utc_offset": Value(offset, lambda _, one: offset_of(one)),
        "slots": objects(slot, "The programme in its order.", _sessions),
        "calendar": _calendar("event"),
    }
    return Table("An event.", order, more)


def talk() -> Table:
    """Return what is peculiar to talks; what one does not say itself, its paper and event do."""
    order = (
        "id event kind title start end authors speakers abstract paper sources url venue inferred "
        "corrections room track links calendar description"
    )
    own_id = "<event>/<talk>, or talks/<person>-<year>-<title> outside an event."
    more = {
        "id": Value(talk_id(own_id)).at("id"),
        "event": Value(maybe(an_id("Id of the event."))).at("event"),
        "title": Value(text("Title; that of the paper where the talk presents one.")).at("title"),
        "start": Value(time("Begin."), lambda context, one: _talk_times(context, one)[0]),
        "end": Value(time("End."), lambda context, one: _talk_times(context, one)[1]),
        "abstract": Value(
            maybe(text("Abstract (Markdown); that of the paper where it has none.")), _abstract
        ),
        "description": Value(
            maybe(text("What is printed about a talk outside an event, besides its title."))
        ).at("description"),
        "venue": Value(maybe(text("Where a talk outside an event was given, as printed."))).at(
            "venue"
        ),
        "calendar": _calendar("talk"),
        "status": Value(maybe(STATE), lambda context, one: _line_of(context, one).status),
        "note": Value(maybe(NOTE), lambda context, one: _line_of(context, one).note),
    }
    return Table("A talk.", order, more)


def _calendar(kind: str) -> Value:
    address = maybe(text("Address of its calendar, relative to the root of the site."))
    return Value(address, lambda context, one: context.calendar(kind, one.id))


def _sessions(context: Context, one: Event) -> list[Session]:
    lines = (found for found in context.kb.schedule.of_event[one.id] if found.index is not None)
    return sorted(lines, key=attrgetter("index"))


def _title(context: Context, session: Session) -> str | None:
    slot = session.slot
    return slot.title or (context.kb.talks[slot.talk].title if slot.talk else None)


def _line_of(context: Context, one: Talk) -> Slot | Talk:
    """Return what says what has become of a talk: its line, or its file where it has none."""
    session = context.kb.schedule.of_talk.get(one.id)
    return session.slot if session else one


def _abstract(context: Context, one: Talk) -> str | None:
    presented = context.kb.paper_of(one)
    return one.abstract or (presented.abstract if presented else None)


def _ends(session: Session) -> Ends:
    """Return when a line begins and ends: what clocks show where its day is unknown."""
    start, end = session.start, session.end
    return (
        start.isoformat() if start else session.slot.start,
        end.isoformat() if end else session.slot.end,
    )


def _talk_times(context: Context, one: Talk) -> Ends:
    """Return when a talk begins and ends; without a time, the date as far as it is known."""
    session = context.kb.schedule.of_talk.get(one.id)
    if session and (session.slot.start or session.slot.end):
        return _ends(session)
    if one.start or one.end:
        return one.start, one.end
    held = context.kb.events.get(one.event) if one.event else None
    date = one.date or (held.date if held and isinstance(held.date, Date) else None)
    return event_dates(date)
