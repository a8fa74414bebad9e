"""Programmes as instants: over midnight, over changes of the clock, in several rooms and zones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.files import write
from symposium.kinds.event import Event, Room, Slot
from symposium.kinds.talk import Talk
from symposium.knowledge.local_times import instant, occurrences, span
from symposium.knowledge.schedule import Session, make_schedule
from symposium.model.dates import Date, minutes, parse_date, parse_dates
from symposium.pages.programmes.agenda import Agenda
from symposium.project import read as load

STEP = timedelta(minutes=5)
CHANGES = {
    # Forward and back in 2021, and what is odd elsewhere: half an hour, midnight, a day left out.
    "America/Los_Angeles": (date(2021, 3, 14), date(2021, 11, 7)),
    "Europe/Zurich": (date(2021, 3, 28), date(2021, 10, 31)),
    "Australia/Lord_Howe": (date(2021, 10, 3), date(2021, 4, 4)),
    "Pacific/Apia": (date(2011, 12, 30), date(2021, 4, 4)),
    "Africa/Casablanca": (date(2021, 5, 16), date(2021, 4, 11)),
}


def line(text: str) -> Slot:
    """Return a slot from ``[day] [time[-end]] [@room] [=talk]``."""
    fields: dict[str, str | None] = {"title": text}
    for word in text.split():
        if word.startswith("@"):
            fields["room"] = word[1:]
        elif word.startswith("="):
            fields["talk"] = f"meet/{word[1:]}"
        elif word.startswith(("+", "-")):
            fields["utc_offset"] = word
        elif ":" in word:
            start, _, end = word.partition("-")
            fields["start"], fields["end"] = start.zfill(5), end.zfill(5) if end else None
        elif word[0].isdigit():
            fields["day"] = word
    return Slot(**fields)  # type: ignore[arg-type]


def sessions(
    *lines: str,
    dates: str | None = "2021-05-21",
    zone: str | None = "Europe/Zurich",
    rooms: Mapping[str, str | None] | None = None,
    talks: Mapping[str, Talk] | None = None,
    **fields: str,
) -> tuple[Session, ...]:
    """Return the schedule of an event with these lines."""
    event = Event(
        "meet", "Meeting", date=parse_dates(dates) if dates else None, timezone=zone,
        rooms=tuple(Room(name, own) for name, own in (rooms or {}).items()),
        slots=tuple(line(text) for text in lines), **fields,
    )  # fmt: skip
    return make_schedule([event], talks or {}).of_event["meet"]


def starts(*lines: str, **fields: object) -> list[str]:
    """Return when the lines begin, in the order of the schedule."""
    found = sessions(*lines, **fields)  # type: ignore[arg-type]
    return [one.start.isoformat()[5:16] if one.start else "-" for one in found]


def test_an_end_over_midnight_is_on_the_next_day():
    (one,) = sessions("23:00-0:40")
    assert one.end == datetime(2021, 5, 22, 0, 40, tzinfo=ZoneInfo("Europe/Zurich"))
    assert starts("17:00-2:00", "2:00-3:00") == ["05-21T17:00", "05-22T02:00"]


NIGHTS = {
    ("2021-05-21 22:00", "0:30", "9:00", "23:00", "0:15", "10:00"): [
        "21T22:00", "22T00:30", "22T09:00", "22T23:00", "23T00:15", "23T10:00"],
    # The event is over: a line of the morning cannot be after its last night.
    ("2021-05-23 22:00", "0:30", "9:00"): ["23T09:00", "23T22:00", "24T00:30"],
    # What is early after a late line is of the next day, in another room too.
    ("2021-05-22 0:00 @a", "12:00 @a", "20:00 @a", "0:00 @b"): [
        "22T00:00", "22T12:00", "22T20:00", "23T00:00"],
}  # fmt: skip


@pytest.mark.parametrize("lines", NIGHTS)
def test_nights_of_an_event_of_several_days(lines):
    got = starts(*lines, dates="2021-05-21/2021-05-23")
    assert [text.removeprefix("05-") for text in got] == NIGHTS[lines]


def test_the_day_is_that_of_the_line_above():
    dates = {"dates": "2021-05-21/2021-05-23"}
    assert starts("9:00", "2021-05-22 10:00", "11:00", **dates) == [
        "-",
        "05-22T10:00",
        "05-22T11:00",
    ]
    assert starts("2021-05-22 10:00", "2021-05-21 9:00", "12:00", **dates) == [
        "05-21T09:00", "05-21T12:00", "05-22T10:00"]  # fmt: skip


def test_another_day_takes_no_line_of_an_event_of_one_day_along():
    assert starts("9:00", "2021-05-12 10:00", "11:00") == [
        "05-12T10:00", "05-21T09:00", "05-21T11:00"]  # fmt: skip
    # But the night after it does.
    assert starts("23:00", "2021-05-22 0:30", "1:00") == [
        "05-21T23:00", "05-22T00:30", "05-22T01:00"]  # fmt: skip


@pytest.mark.parametrize(
    "dates", ["2021", "2021-05", "2021-05-17/2021-05-21", "2021-05-17, 2022", None]
)
def test_an_event_whose_day_is_unknown(dates):
    (one,) = sessions("9:00-10:00", dates=dates)
    assert (one.day, one.start, one.end, one.slot.start) == (None, None, None, "09:00")


@pytest.mark.parametrize(("dates", "begin"), [
    ("0001-01-01", None), ("9999-12-31", None),
    ("0002-01-01", "0002-01-01T23:00:00+00:34:08"), ("9998-12-31", "9998-12-31T23:00:00+01:00"),
    ("1860-09-03", "1860-09-03T23:00:00+00:29:46"),
])  # fmt: skip
def test_the_ends_of_the_calendar(dates, begin):
    (one,) = sessions("23:00-1:00", dates=dates)
    assert (one.start and one.start.isoformat()) == begin
    if one.start and one.end:
        assert instant(one.end) - instant(one.start) == timedelta(hours=2)


def test_lines_without_a_time_stay_below_the_line_above_them_and_on_their_day():
    lines = (
        "first",
        "2021-05-22 10:00 b",
        "below b",
        "2021-05-21 9:00 a",
        "2021-05-22 own",
        "2021-05-20 past",
    )
    got = sessions(*lines, dates="2021-05-20/2021-05-23")
    assert [one.slot.title.split()[-1] for one in got if one.slot.title] == [
        "first", "past", "a", "own", "b", "b"]  # fmt: skip
    assert [one.slot.title for one in got][-2:] == ["2021-05-22 10:00 b", "below b"]


def test_rooms_in_other_zones_are_ordered_by_instants():
    found = sessions(
        "9:00-10:00 @here", "16:30 @tokyo", "0:30 @coast", "15:00 @mars",
        rooms={"here": None, "tokyo": "Asia/Tokyo", "coast": "America/Los_Angeles", "mars": None},
    )  # fmt: skip
    assert [(one.slot.room, one.start.isoformat()) for one in found if one.start] == [
        ("here", "2021-05-21T09:00:00+02:00"),
        ("tokyo", "2021-05-21T16:30:00+09:00"),
        ("coast", "2021-05-21T00:30:00-07:00"),
        ("mars", "2021-05-21T15:00:00+02:00"),
    ]


def test_zones():
    (one,) = sessions("9:00", zone=None)
    assert one.start.isoformat() == "2021-05-21T09:00:00"
    (one,) = sessions("9:00", zone=None, utc_offset="-07:00")
    assert one.start.isoformat() == "2021-05-21T09:00:00-07:00"
    (one,) = sessions("9:00 +05:45", zone=None)
    assert one.start.isoformat() == "2021-05-21T09:00:00+05:45"
    (one,) = sessions("9:00 +01:00", zone=None, utc_offset="+02:00")
    assert one.start.isoformat() == "2021-05-21T09:00:00+01:00"
    (one,) = sessions("9:00 +05:00", zone="America/Los_Angeles")
    assert one.start.isoformat() == "2021-05-21T09:00:00-07:00"


def talk(name, **fields):
    return Talk(f"meet/{name}", "meet", **fields)


def test_a_talk_in_two_slots_is_first_where_it_is_first():
    talks = {"meet/t": talk("t", start="14:00", end="15:00")}
    event = Event("meet", "M", date=Date(2021, 5, 21), timezone="UTC",
                  slots=(line("14:00-15:00 =t"), line("9:00 =t"), line("=t")))  # fmt: skip
    schedule = make_schedule([event], talks)
    assert [(one.slot.start, one.slot.end) for one in schedule.of_event["meet"]] == [
        ("09:00", None), ("14:00", "15:00"), ("14:00", "15:00")]  # fmt: skip
    assert schedule.of_talk["meet/t"].slot.start == "09:00"


def test_talks_with_a_time_of_their_own():
    talks = {
        "meet/late": talk("late", start="11:00", end="11:30"),
        "meet/other": talk("other", start="8:00".zfill(5), date=Date(2021, 5, 22)),
        "meet/early": talk("early", start="09:30"),
        "meet/none": talk("none"),
        "meet/slot": talk("slot", start="10:00", room="a", track="t"),
    }
    found = sessions("9:00", "=slot", "12:00", talks=talks)
    assert [(one.slot.talk or one.slot.start, one.index) for one in found] == [
        ("09:00", 0), ("meet/early", None), ("meet/slot", 1), ("meet/late", None), ("12:00", 2),
        ("meet/other", None)]  # fmt: skip
    assert (found[2].slot.room, found[2].slot.track) == ("a", "t")


def test_talks_of_an_unknown_day_stand_among_the_slots_by_the_clock():
    talks = {"meet/t": talk("t", start="09:30"), "meet/n": talk("n", start="23:15")}
    found = sessions("9:00", "10:00", "23:00", "23:30", "0:30", dates="2021", talks=talks)
    assert [one.slot.start for one in found][:4] == ["09:00", "09:30", "10:00", "23:00"]
    # These are of several days: nobody knows on which the talk is.
    found = sessions("9:00", "10:00", "9:00", dates="2021", talks=talks)
    assert [one.slot.start for one in found] == ["09:00", "10:00", "09:00", "09:30", "23:15"]


def test_a_talk_that_has_moved_to_another_event_is_on_no_day_of_the_old_one(tmp_path):
    files = {
        "old/index.md": "title: Old\ndate: 2021-05-20\nslots: [{time: 9:00, talk: t}, {talk: u}]",
        "new/index.md": "title: New\ndate: 2021-05-21\nslots: [{time: 8:00, title: A}]",
        "new/t.md": "title: T\nwas: [old/t]",
        "new/u.md": "title: U\nwas: [old/u]",
    }
    write(tmp_path / "events", {name: f"---\n{text}\n---\n" for name, text in files.items()})
    kb = load(tmp_path).kb
    assert [one.slot.talk for one in kb.schedule.of_event["old"]] == ["new/t", "new/u"]
    assert len(kb.schedule.of_event["new"]) == 1
    assert kb.schedule.of_talk == {}
    entries = [Agenda(kb).of_talk(name) for name in ("new/t", "new/u")]
    assert [(one.session.day, one.session.start) for (one,) in entries] == [
        (date(2021, 5, 21), None)] * 2  # fmt: skip


def test_the_day_of_a_talk_is_that_of_its_slot():
    talks = {"meet/t": talk("t", date=Date(2021, 5, 18)), "meet/u": talk("u", date=Date(2021, 5))}
    dates = {"dates": "2021-05-17/2021-05-19", "talks": talks}
    assert starts("2021-05-17 9:00 =t", **dates) == ["05-17T09:00"]
    assert starts("2021-05-17 9:00", "10:00 =t", "11:00", **dates) == [
        "05-17T09:00", "05-18T10:00", "05-18T11:00"]  # fmt: skip
    assert starts("2021-05-17 9:00", "10:00 =u", **dates) == ["05-17T09:00", "05-17T10:00"]


OVER_CHANGES = {
    # zone, day, time, offset of the slot: begin, end, minutes
    ("America/Los_Angeles", "2021-03-14", "1:30", "3:30", None): ("01:30-08:00", "03:30-07:00", 60),
    ("America/Los_Angeles", "2021-03-14", "1:30", "2:30", None): ("01:30-08:00", "02:30-08:00", 60),
    ("America/Los_Angeles", "2021-03-14", "2:45", "3:15", None): ("02:45-08:00", "04:15-07:00", 30),
    ("America/Los_Angeles", "2021-03-13", "23:00", "4:00", None): ("23:00-08:00", "04:00-07:00", 240),
    ("America/Los_Angeles", "2021-11-07", "1:15", "1:45", "-08:00"): ("01:15-08:00", "01:45-08:00", 30),
    ("America/Los_Angeles", "2021-11-07", "1:45", "1:15", None): ("01:45-07:00", "01:15-08:00", 30),
    ("America/Los_Angeles", "2021-11-07", "1:30", "2:30", "-08:00"): ("01:30-08:00", "02:30-08:00", 60),
    ("America/Los_Angeles", "2021-11-07", "0:30", "1:30", "-08:00"): ("00:30-07:00", "01:30-08:00", 120),
    ("Europe/Zurich", "2021-03-28", "1:00", "4:00", None): ("01:00+01:00", "04:00+02:00", 120),
    ("Europe/Zurich", "2021-10-31", "2:30", "2:45", "+01:00"): ("02:30+01:00", "02:45+01:00", 15),
    ("Australia/Lord_Howe", "2021-04-04", "1:45", "1:40", None): ("01:45+11:00", "01:40+10:30", 25),
    ("America/Sao_Paulo", "2018-11-04", "1:00", "0:00", None): ("01:00-02:00", "00:00-02:00", 1380),
    ("Pacific/Apia", "2011-12-29", "23:00", "0:30", None): ("23:00-10:00", "00:30-10:00", 90),
}  # fmt: skip


@pytest.mark.parametrize("given_times", OVER_CHANGES, ids=lambda one: " ".join(map(str, one)))
def test_times_over_a_change_of_the_clock(given_times):
    zone, day, start, end, offset = given_times
    began, ended = span(date.fromisoformat(day), start, end, ZoneInfo(zone), offset)
    real = (instant(ended) - instant(began)) // timedelta(minutes=1)
    assert (*[f"{one:%H:%M}{one.isoformat()[19:]}" for one in (began, ended)], real) == OVER_CHANGES[
        given_times]  # fmt: skip


def shown_on(zone: str, day: date) -> dict[tuple[date, str], list[datetime]]:
    """Return the moments of each time of a day and the next, by looking at a clock all the time."""
    clock, found = ZoneInfo(zone), {}
    moment = datetime(day.year, day.month, day.day, tzinfo=UTC) - timedelta(hours=26)
    while moment < datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(hours=76):
        local = moment.astimezone(clock)
        found.setdefault((local.date(), f"{local:%H:%M}"), []).append(moment)
        moment += STEP
    return found


SHOWN = {
    (zone, day + timedelta(days=shift)): None
    for zone, days in CHANGES.items()
    for day in days
    for shift in (-1, 0)
}


times = st.integers(0, 287).map(lambda one: f"{one // 12:02}:{one % 12 * 5:02}")


@pytest.mark.parametrize(("zone", "day"), SHOWN, ids=str)
def test_every_time_of_a_day_as_clocks_show_it(zone, day):
    clock, other = shown_on(zone, day), ZoneInfo(zone)
    assert other
    for number in range(288):
        text = f"{number // 12:02}:{number % 12 * 5:02}"
        wanted = clock.get((day, text), [])
        assert [instant(one) for one in occurrences(day, text, other)] == wanted
        began, _ = span(day, text, None, other)
        assert wanted == [] or instant(began) == wanted[0]
        assert f"{began:%H:%M}" == text
        for one in wanted:
            shift = one.astimezone(ZoneInfo(zone)).isoformat()[19:]
            assert instant(span(day, text, None, other, shift)[0]) == one


@given(
    st.sampled_from(sorted(SHOWN)), times, times, st.none() | st.sampled_from(("-08:00", "+01:00"))
)
def test_what_begins_ends_when_clocks_show_it_next(zone_and_day, start, end, offset):
    zone, day = zone_and_day
    clock = SHOWN[zone_and_day] = SHOWN[zone_and_day] or shown_on(zone, day)
    began, ended = span(day, start, end, ZoneInfo(zone), offset)
    assert ended is not None
    real = instant(ended) - instant(began)
    assert timedelta() <= real <= timedelta(hours=25)
    exist = clock.get((day, start), [])
    if not exist or instant(began) not in exist:
        return
    ends = [
        one
        for on in (day, day + timedelta(days=1))
        for one in clock.get((on, end), [])
        if one >= instant(began)
    ]
    if not ends:
        return
    first = ends[0].astimezone(ZoneInfo(zone)).date()
    allowed = [one for one in ends if one.astimezone(ZoneInfo(zone)).date() == first]
    gap = minutes(end) > minutes(start) and first != day
    assert gap or (instant(ended) == allowed[0] if offset is None else instant(ended) in allowed)


slots = st.builds(
    Slot,
    start=st.none() | times,
    end=st.none() | times,
    day=st.sampled_from(
        (None, None, "2021-03-13", "2021-03-14", "2021-11-07", "9998-12-31", "0002-01-01")
    ),
    room=st.sampled_from((None, "a", "b")),
    talk=st.sampled_from((None, None, "meet/t", "meet/u")),
    utc_offset=st.sampled_from((None, "-08:00")),
)


@given(
    st.lists(slots, max_size=8),
    st.sampled_from(
        (None, "2021", "2021-03-14", "2021-03-13/2021-03-15", "9998-12-31", "0002-01-01")
    ),
    st.sampled_from((None, "America/Los_Angeles", "Australia/Lord_Howe")),
    st.sampled_from((None, "Asia/Kathmandu")),
)
def test_any_programme_has_an_order(lines, dates, zone, room_zone):
    rooms = (Room("a", room_zone), Room("b"))
    made = parse_dates(dates) if dates else None
    event = Event("meet", "M", date=made, timezone=zone, rooms=rooms, slots=tuple(lines))
    talks = {
        "meet/t": talk("t", date=parse_date("2021-03-14")),
        "meet/u": talk("u", start="09:00", end="08:00"),
        "meet/v": talk("v", start="01:30"),
    }
    schedule = make_schedule([event], talks)
    found = schedule.of_event["meet"]
    assert sorted(one.index for one in found if one.index is not None) == list(range(len(lines)))
    assert "meet/v" in schedule.of_talk
    began = [instant(one.start) for one in found if one.start]
    assert began == sorted(began)
    for one in found:
        assert (one.start is None) == (one.slot.start is None or one.day is None)
        if one.start:
            assert f"{one.start:%H:%M}" == one.slot.start
            assert one.start.date() == one.day
        if one.start and one.end:
            assert timedelta() <= instant(one.end) - instant(one.start) <= timedelta(hours=25)
    assert make_schedule([event], dict(reversed(talks.items()))) == schedule


def held(*slots: Slot) -> dict[str, str]:
    """Return the titles of lines that a session holds, each with that of the session."""
    event = Event("e", "E", date=Date(2021, 5, 21), timezone="UTC", slots=slots)
    schedule = make_schedule([event], {})
    lines = schedule.of_event["e"]
    return {
        one.slot.title or "": lines[at].slot.title or ""
        for one, at in zip(lines, schedule.holders["e"], strict=True)
        if at is not None
    }


def test_a_session_holds_what_is_on_in_its_room_meanwhile() -> None:
    hall = (
        Slot("9:00", "9:30", title="a", room="Hall"),  # above its session, as others write it
        Slot("9:00", "12:00", kind="workshop", title="W", room="Hall"),
        Slot("9:00", "10:30", kind="session", title="S", room="Hall"),
        Slot("9:30", "10:30", title="b", room="Hall", track="x"),
        Slot("10:30", "11:00", kind="break", title="tea", room="Hall"),
        Slot("11:30", "12:30", title="late", room="Hall"),
        Slot("12:00", title="next", room="Hall"),
        Slot("9:30", "10:00", title="for all"),
        Slot("9:30", "10:00", title="elsewhere", room="Attic"),
    )
    assert held(*hall) == {"S": "W", "a": "S", "b": "S", "tea": "W"}
    twins = (
        Slot("9:00", "10:00", kind="session", title="S"),
        Slot("9:00", "10:00", kind="session", title="T", track="x"),
        Slot("9:00", "9:30", title="a", track="x"),
        Slot("9:30", "10:00", title="b", track="y"),
    )
    assert held(*twins) == {"a": "T", "b": "S"}


def test_a_session_without_an_end_goes_on_until_the_next_or_a_break() -> None:
    lines = (
        Slot("9:00", kind="session", title="S", room="Hall"),
        Slot("9:00", title="a", room="Hall"),
        Slot("9:30", kind="session", title="T", room="Hall"),
        Slot("9:30", title="b", room="Hall"),
        Slot("10:00", kind="lunch", title="lunch"),
        Slot("11:00", title="c", room="Hall"),
    )
    assert held(*lines) == {"a": "S", "b": "T"}
    assert held(*(replace(one, start=None) for one in lines)) == {}


def test_with_a_session_that_is_cancelled_its_talks_are() -> None:
    slots = (
        Slot("9:00", "10:00", kind="session", title="S", room="A", status="cancelled", note="Ill."),
        Slot("9:00", "9:30", title="a", room="A"),
        Slot("9:30", "10:00", title="b", room="A", status="moved"),
    )
    event = Event("e", "E", date=Date(2021, 5, 21), timezone="UTC", slots=slots)
    lines = make_schedule([event], {}).of_event["e"]
    said = [(one.slot.status, one.slot.note) for one in lines]
    assert said == [("cancelled", "Ill."), ("cancelled", "Ill."), ("moved", None)]
