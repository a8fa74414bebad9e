"""The linter's rules for programmes with rooms, tracks, days and zones of their own."""

from __future__ import annotations

import pytest
from support.lint_cases import applied, event, found, slots

DAYS = "date: 2021-05-20/2021-05-22\ntimezone: Europe/Zurich\n"
DAY = "date: 2021-05-21\ntimezone: Europe/Zurich\n"


def told(tmp_path, fields, talks=None, people=("ada-doe", "bo-ray"), letters="E"):
    """Return the codes, places and messages of problems."""
    files = event(fields, talks, people)
    return [
        f"{one.code.code} {one.place.line}:{one.place.column} {one.message}"
        for one in found(tmp_path, files, letters)
    ]


OVERLAPS = {
    # In one room.
    ("time: 9:00-9:40, title: A, room: x", "time: 9:30-10:00, title: B, room: x"): [
        'E001 7:12 "B" begins at 9:30 in x, before "A" ends'],
    ("time: 9:00-9:40, title: A, room: x", "time: 9:30-10:00, title: B, room: y"): [],
    # With one for all.
    ("time: 9:00-9:40, title: A", "time: 9:30-10:00, title: B, room: x"): [
        'E001 7:12 "B" begins at 9:30, before "A" ends'],
    # A room is used during lunch, but nobody speaks into it.
    ("time: 12:00-13:00, kind: lunch", "time: 12:15-12:45, title: A, room: x"): [],
    # Parts of a session are in its room, and it may be in several.
    ("time: 9:00-10:00, kind: session, title: S, room: x", "time: 9:00-9:30, title: A",
     "time: 9:00-10:00, title: B, room: y"): [],
    ("time: 9:00-10:00, kind: session, title: S", "time: 9:00-9:30, title: A, room: x",
     "time: 9:00-9:30, title: B, room: y"): [],
    ("time: 9:00-10:00, kind: session, title: S, room: x", "time: 9:30-10:10, title: A, room: x"): [
        'E001 7:12 "A" begins at 9:30 in x, before "S" ends'],
    # Posters are shown side by side.
    ("time: 9:00-9:40, title: A, room: x, kind: poster", "time: 9:00-9:40, title: B, room: x, kind: poster"): [],
    # Tracks, where there are no rooms.
    ("time: 9:00-9:40, title: A, track: x", "time: 9:30-10:00, title: B, track: x"): [
        'E001 7:12 "B" begins at 9:30 in x, before "A" ends'],
    # Of lines without rooms that begin together, nobody knows where they are.
    ("time: 9:00-9:40, title: A", "time: 9:00-10:00, title: B", "time: 9:20-9:50, title: C, room: x",
     "time: 9:40-9:50, title: D, room: x"): ['E001 9:12 "D" begins at 9:40 in x, before "C" ends'],
    # Room by room is an order too; within a room, time is.
    ("time: 11:00-12:00, title: B, room: x", "time: 9:00-9:40, title: C, room: y",
     "time: 9:00-9:40, title: A, room: x"): ['E001 8:12 "A" begins at 9:00, before the slot above it'],
    # After midnight.
    ("time: 23:00-0:30, title: A, room: x", "time: 0:30-1:00, title: B, room: x"): [],
    ("time: 23:00-0:30, title: A", "time: 0:30-1:00, title: B, day: 2021-05-21"): [
        'E001 7:12 "B" begins at 0:30, before the slot above it'],
}  # fmt: skip


@pytest.mark.parametrize("lines", OVERLAPS)
def test_lines_in_rooms(tmp_path, lines):
    assert told(tmp_path, slots(*lines, head=DAY)) == OVERLAPS[lines]


def test_an_overlap_over_the_days_and_zones(tmp_path):
    head = f"{DAYS}rooms: [{{name: x}}, {{name: tokyo, timezone: Asia/Tokyo}}]\n"
    lines = (
        "time: 9:00-10:00, title: A, day: 2021-05-20",
        "time: 16:30-17:30, title: B, room: tokyo",
        "time: 17:30-18:00, title: C, room: tokyo",
        "time: 23:00-2:00, title: D, day: 2021-05-21, room: x",
        "time: 1:30-3:00, title: E, day: 2021-05-22, room: x",
    )
    assert told(tmp_path, slots(*lines, head=head)) == [
        'E001 8:12 "B" begins at 16:30, before "A" ends',
        'E001 11:12 "E" begins at 1:30 in x, before "D" ends',
    ]


def test_as_clocks_are_put_back_nothing_overlaps(tmp_path):
    head = "date: 2021-11-07\ntimezone: America/Los_Angeles\n"
    lines = (
        'time: 1:00-1:45, title: A, utc_offset: "-07:00"',
        "time: 1:45-1:15, title: B",
        'time: 1:15-2:00, title: C, utc_offset: "-08:00"',
    )
    assert told(tmp_path, slots(*lines, head=head)) == []


TWICE = {
    "time: 1:30-3:00, title: A": 'write utc_offset: "-07:00" or "-08:00" in its slot',
    'time: 1:30-3:00, title: A, utc_offset: "-07:00"': None,
    "time: 0:30-1:30, title: A": 'write utc_offset: "-07:00" or "-08:00" in its slot',
    "time: 23:30-1:30, title: A, day: 2021-11-06": 'write utc_offset: "-07:00" or "-08:00" in its slot',
    'time: 1:30, title: A, utc_offset: "+01:00"': 'write utc_offset: "-07:00" or "-08:00" in its slot',
    "time: 1:30, talk: t": 'write utc_offset: "-07:00" or "-08:00" in its slot',
}


@pytest.mark.parametrize("line", TWICE)
def test_what_tells_which_of_two_equal_times_is_meant(tmp_path, line):
    head = "date: 2021-11-06/2021-11-07\ntimezone: America/Los_Angeles\n"
    line = line if "day:" in line else f"{line}, day: 2021-11-07"
    found_ = found(tmp_path, event(slots(line, head=head), {"t": ""}), "E005")
    wanted = TWICE[line.removesuffix(", day: 2021-11-07")]
    assert [one.hint for one in found_] == ([wanted] if wanted else [])


def test_a_talk_without_a_slot_at_a_time_that_is_twice(tmp_path):
    fields = "date: 2021-10-31\ntimezone: Europe/Zurich"
    (problem,) = found(tmp_path, event(fields, {"t": "time: 2:15"}), "E005")
    assert problem.hint == 'write utc_offset: "+02:00" or "+01:00" in its slot'
    assert (problem.place.path, problem.place.line) == ("events/meet/t.md", 3)


OFFSETS = {
    ("date: 2021-01-05\ntimezone: America/Los_Angeles\nutc_offset: '-07:00'\n", ""): [
        "E012 5:13 the offset of America/Los_Angeles is not -07:00 on 2021-01-05"],
    ("date: 2021-05-21\ntimezone: America/Los_Angeles\nutc_offset: '-07:00'\n", ""): [],
    ("date: 2021\ntimezone: America/Los_Angeles\nutc_offset: '-05:00'\n", ""): [],
    ("date: 2021-03-13/2021-03-15\ntimezone: America/Los_Angeles\nutc_offset: '-07:00'\n", ", day: 2021-03-14"): [],
    (DAY, ", utc_offset: '+01:00'"): [
        "E012 6:45 the offset of Europe/Zurich is not +01:00 on 2021-05-21"],
}  # fmt: skip


@pytest.mark.parametrize("given", OFFSETS)
def test_offsets_of_zones(tmp_path, given):
    head, more = given
    assert told(tmp_path, slots(f"time: 9:00-9:30, title: A{more}", head=head)) == OFFSETS[given]


SLIPS = {
    "Main Auditroium": "Main Auditorium",
    "main auditorium": "Main Auditorium",
    "Main Auditorium 2": "Main Auditorium 2",
    "ROOM A": "Room A",
    "🚀": "🚀",
}


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_in_the_name_of_a_room(tmp_path, name):
    head = f"{DAY}rooms: [Main Auditorium, Room A, Room 1, C++, 🦄]\n"
    files = event(slots(f"time: 9:00-9:30, title: T, room: {name}", head=head))
    problems = found(tmp_path, files, "E")
    assert len(problems) == (SLIPS[name] != name)
    for text in applied(tmp_path, problems).values():
        assert text == files["events/meet/index.md"].replace(name.strip("'"), SLIPS[name])


def test_rooms_of_talks(tmp_path):
    talks = {"t": "time: 9:00\nroom: Main Auditorum", "u": "room: Foyer"}
    files = event(
        slots("time: 9:00, talk: u", head=f"{DAY}rooms: [Main Auditorium, Foyer]\n"), talks
    )
    (problem,) = found(tmp_path, files, "E")
    assert (problem.place.path[-5:], problem.place.line) == ("/t.md", 4)
    assert problem.message == 'the room "Main Auditorum" is "Main Auditorium" elsewhere'


def test_tracks_and_rooms_of_which_none_is_listed(tmp_path):
    names = ("Systems", "Systems", "Systems", "Sytsems", "systems", "Theory", "Theories")
    lines = [
        f"time: {9 + at}:00-{9 + at}:30, title: T, track: {name}" for at, name in enumerate(names)
    ]
    assert told(tmp_path, slots(*lines, head=DAY)) == [
        'E008 9:42 the track "Sytsems" is "Systems" elsewhere',
        'E008 10:42 the track "systems" is "Systems" elsewhere',
    ]


SPEAKING = {
    ("time: 9:00-9:40, talk: a, room: x", "time: 9:30-10:00, talk: b, room: y"): [
        'E009 7:12 Ada Doe speaks in "a" at the same time, in x'],
    # Another may speak; posters stand side by side; a session has a chair; it is one talk.
    ("time: 9:00-9:40, talk: a, room: x", "time: 9:30-10:00, talk: both, room: y"): [],
    ("time: 9:00-9:40, talk: a, room: x", "time: 9:30-10:00, talk: b, room: y, kind: poster"): [],
    ("time: 9:00-9:40, talk: a, room: x, kind: session", "time: 9:30-9:40, talk: b, room: x"): [],
    ("time: 9:00-9:40, talk: a, room: x", "time: 9:00-9:40, talk: a, room: y"): [],
    # In one room, the times are wrong, and that is said once.
    ("time: 9:00-9:40, talk: a, room: x", "time: 9:30-10:00, talk: b, room: x"): [
        'E001 7:12 "b" begins at 9:30 in x, before "a" ends'],
}  # fmt: skip


@pytest.mark.parametrize("lines", SPEAKING)
def test_a_person_in_two_places(tmp_path, lines):
    talks = dict.fromkeys("ab", "speakers: [Ada Doe]")
    talks["both"] = "speakers: [Ada Doe, Bo Ray]"
    named = {
        name: text for name, text in talks.items() if f"talk: {name}," in f"{', '.join(lines)},"
    }
    assert told(tmp_path, slots(*lines, head=DAY), named) == SPEAKING[lines]


def test_a_person_at_two_events(tmp_path):
    files = event(
        slots("time: 9:00-10:00, talk: a", head=DAY), {"a": "speakers: [Ada Doe]"}, ["ada-doe"]
    )
    for name, text in list(files.items()):
        if name.startswith("events"):
            files[name.replace("meet", "else")] = text.replace("Zurich", "Lisbon").replace(
                "9:00", "8:30"
            )
    (problem,) = found(tmp_path, files, "E")
    assert (problem.code.code, problem.place.path) == ("E009", "events/else/index.md")
    # Where the days are unknown, the times of two events cannot be compared.
    unknown = {name: text.replace("2021-05-21", "2021") for name, text in files.items()}
    assert found(tmp_path, unknown, "E") == []


def test_times_without_a_day(tmp_path):
    lines = (
        "title: Above",
        "time: 18:00, title: A",
        "time: 19:00, title: B",
        "time: 9:00, title: C, day: 2021-05-21",
    )
    assert told(tmp_path, slots(*lines, head=DAYS)) == [
        "E010 7:12 nothing says on which day 18:00 is"]  # fmt: skip
    without = slots(*lines[:3], head=DAYS)
    assert told(tmp_path, without) == []


def test_slots_that_end_as_they_begin(tmp_path):
    lines = ("time: 9:00-9:00, title: A", "time: 9:00, talk: t", "time: 10:00-10:30, title: B")
    talks = {"t": "", "u": "time: 10:30-10:30"}
    assert told(tmp_path, slots(*lines, head=DAY), talks) == [
        "E011 6:12 this begins and ends at 9:00",
        "E011 3:7 this begins and ends at 10:30",
    ]


def test_two_slots_of_one_talk(tmp_path):
    lines = (
        "time: 9:00-9:30, talk: t, room: x", "time: 9:00-9:30, talk: t, room: y",
        "time: 10:00-10:30, talk: t", "time: 11:00-11:30, talk: t, title: Part 3",
        "time: 9:00-9:30, talk: t, day: 2021-05-22",
    )  # fmt: skip
    lines = (f"{lines[0]}, day: 2021-05-21", *lines[1:])
    assert told(tmp_path, slots(*lines, head=DAYS), {"t": ""}, letters="E") == [
        'E013 8:31 an earlier slot names the talk "t" too',
        'E013 10:29 an earlier slot names the talk "t" too',
    ]


NIGHT = {
    ("time: 23:00, title: A, day: 2021-05-22", "time: 0:30, title: B, day: 2021-05-23"): [],
    ("time: 23:00, title: A, day: 2021-05-22", "time: 9:00, title: B, day: 2021-05-23"): [
        "E002 7:33 2021-05-23 is not a day of meet, which is 2021-05-20 to 2021-05-22"],
    ("time: 8:00, title: A, day: 2021-05-23, room: fiji",): [],
    ("time: 23:00, title: A, day: 2021-05-23, room: fiji",): [
        "E002 6:34 2021-05-23 is not a day of meet, which is 2021-05-20 to 2021-05-22"],
}  # fmt: skip


@pytest.mark.parametrize("lines", NIGHT)
def test_the_last_night_and_rooms_far_away(tmp_path, lines):
    head = (
        f"{DAYS}rooms: [{{name: fiji, timezone: Pacific/Fiji}}]\n" if "fiji" in lines[0] else DAYS
    )
    got = told(tmp_path, slots(*lines, head=head))
    assert [one.replace("7:3", "6:3", 1) if "fiji" in lines[0] else one for one in got] == NIGHT[
        lines
    ]


def test_a_talk_of_two_days_is_on_one_of_those_of_its_slots(tmp_path):
    lines = (
        "time: 9:00-9:30, talk: t, day: 2021-05-20",
        "time: 9:00-9:30, talk: t, day: 2021-05-21, title: Again",
    )
    assert told(tmp_path, slots(*lines, head=DAYS), {"t": "date: 2021-05-21"}) == []
    assert told(tmp_path, slots(*lines, head=DAYS), {"t": "date: 2021-05-22"}) == [
        "E002 3:7 the talk is on 2021-05-22, its slot on 2021-05-20"
    ]


def test_a_line_out_of_order_moves_with_its_comments(tmp_path):
    before = (
        "# first\n  - time: 10:00-10:30  # ten\n    title: Ten\n    speakers:\n      - Ada Doe\n"
    )
    moved = "  # above nine\n  - title: Nine\n    time: 9:00-9:30\n"
    after = "  # last\n  - {time: 14:00, title: Two}"
    files = event(f"{DAY}slots:\n  {before}{moved}{after}", None, ("ada-doe",))
    problems = found(tmp_path, files, "E")
    text = applied(tmp_path, problems)["events/meet/index.md"]
    assert text == event(f"{DAY}slots:\n{moved}  {before}{after}")["events/meet/index.md"]
    assert not found(tmp_path, {"events/meet/index.md": text}, "E")


def test_a_line_does_not_move_over_one_that_says_the_day(tmp_path):
    rows = ["day: 2021-05-20, time: 10:00, title: Ten", "time: 9:00, title: Nine"]
    (problem,) = found(tmp_path, event(slots(*rows, head=DAYS)), "E001")
    assert not problem.edits
