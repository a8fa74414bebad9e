"""The linter's rules for events: programmes, talks, speakers, zones and changes of the clock."""

from __future__ import annotations

import pytest
from support.lint_cases import event, found, slots

A = "time: 9:00-9:40, title: A"
WRONG = {
    slots(A, "time: 9:30-10:00, title: B"): 'E001 7:12 "B" begins at 9:30, before "A" ends',
    slots("time: 10:00-11:00, title: A", "time: 9:00-9:20, title: B"): 'E001 7:12 "B" begins at 9:00, before the slot above it',
    slots("time: 9:00, title: A, day: 2021-05-22"): "E002 6:33 2021-05-22 is not a day of meet, which is 2021-05-21",
    slots("time: 9:00, title: A, day: 2021-05-20", head="date: 2021-05-17/2021-05-19\ntimezone: UTC\n"): "E002 6:33 2021-05-20 is not a day of meet, which is 2021-05-17 to 2021-05-19",
    slots(A, head="date: 2021-05-21\n"): "E007 5:12 the times of meet are of no time zone",
    slots("time: 1:30-3:00, title: A", head="date: 2021-11-07\ntimezone: America/Los_Angeles\n"): "E005 6:12 01:30 occurs twice on 2021-11-07 in America/Los_Angeles: the clocks change",
    slots("time: 1:00-2:15, title: A", head="date: 2021-03-28\ntimezone: Europe/Zurich\n"): "E005 6:12 02:15 does not exist on 2021-03-28 in Europe/Zurich: the clocks change",
    slots("time: 2:45, title: A", head="date: 2021-10-31\ntimezone: Europe/Zurich\n"): "E005 6:12 02:45 occurs twice on 2021-10-31 in Europe/Zurich: the clocks change",
}  # fmt: skip


@pytest.mark.parametrize("fields", WRONG)
def test_what_is_wrong_in_a_programme(tmp_path, fields):
    (problem,) = found(tmp_path, event(fields), "E")
    place = problem.place
    assert f"{problem.code.code} {place.line}:{place.column} {problem.message}" == WRONG[fields]
    assert place.path == "events/meet/index.md"
    assert problem.hint


def test_an_offset_tells_which_of_two_equal_times_is_meant(tmp_path):
    head = "date: 2021-11-07\ntimezone: America/Los_Angeles\n"
    line = 'time: 1:30-3:00, utc_offset: "-08:00", title: A'
    assert found(tmp_path, event(slots(line, head=head)), "E") == []


RIGHT = [
    slots(A, "time: 9:40-10:00, title: B"),
    slots("time: 9:00-10:00, kind: session, title: A", "time: 9:20-9:40, title: B"),
    slots("time: 9:00, title: A", "time: 8:00, title: B", head="date: 2021-05-17/2021-05-19\nutc_offset: '+01:00'\n"),
    slots("time: 9:00, title: A, day: 2021-05-17", head="date: 2021-05, 2022\ntimezone: UTC\n"),
    slots("time: 9:00, title: A, day: 2021-05-17", head="date: 2021-spring\ntimezone: UTC\n"),
    slots(A, head="date: 2021\n"),
    slots(A, head="when: Day 1\n"),
    slots("title: A"),
]  # fmt: skip


@pytest.mark.parametrize("fields", RIGHT)
def test_what_is_right_in_a_programme(tmp_path, fields):
    assert found(tmp_path, event(fields), "E") == []


PROGRAMME = slots("time: 9:00-9:40, talk: a", "time: 9:40-10:00, kind: break, title: Coffee")
TALKS = {
    "date: 2021-05-22\nspeakers: [Ada Doe]": ("E002 3:7", "2021-05-22 is not a day of meet, which is 2021-05-21"),
    "speakers:\n  - {name: New Face}\n  - Ada Doe": ("E004 4:5", 'no file describes the speakers "New Face"'),
}  # fmt: skip


@pytest.mark.parametrize("text", TALKS)
def test_what_is_wrong_in_a_talk(tmp_path, text):
    (problem,) = found(tmp_path, event(PROGRAMME, {"a": text}, ["ada-doe"]), "E")
    place = problem.place
    assert place.path == "events/meet/a.md"
    assert (f"{problem.code.code} {place.line}:{place.column}", problem.message) == TALKS[text]


def test_a_talk_is_on_the_programme(tmp_path):
    talks = {"a": "", "b": "", "c": "time: 9:10-9:20"}
    unscheduled, during = found(tmp_path, event(PROGRAMME, talks), "E")
    assert (during.code.code, during.place.path) == ("E001", "events/meet/c.md")
    assert during.message == '"c" begins at 9:10, before "a" ends'
    assert (unscheduled.code.code, unscheduled.place.path) == ("E006", "events/meet/b.md")
    assert unscheduled.hint == "add talk: b to its slot"


def test_a_talk_and_its_slot_name_one_day(tmp_path):
    fields = slots(
        "time: 9:00-9:40, talk: a, day: 2021-05-17", head="date: 2021-05-17/2021-05-19\ntimezone: UTC\n"
    )  # fmt: skip
    (problem,) = found(tmp_path, event(fields, {"a": "date: 2021-05-18"}), "E")
    assert problem.message == "the talk is on 2021-05-18, its slot on 2021-05-17"


def test_a_speaker_is_named_once(tmp_path):
    talks = {"a": "speakers: [New Face]", "b": "time: 9:00\nspeakers: [New Face]"}
    assert [one.place.path for one in found(tmp_path, event(PROGRAMME, talks), "E004")] == [
        "events/meet/a.md"
    ]


ZONES = {
    "Zurich": "write Europe/Zurich",
    "europe/zurich": "did you mean Europe/Zurich?",
    "PDT": "write America/Los_Angeles",
    "AoE": "write Etc/GMT+12",
    "UTC+5:30": 'leave it out and write utc_offset: "+05:30"',
    "somewhere": "write one such as America/Los_Angeles",
}


@pytest.mark.parametrize("zone", ZONES)
def test_an_unknown_zone(tmp_path, zone):
    (problem,) = found(tmp_path, event(slots(A, head=f"date: 2021-05-21\ntimezone: {zone}\n")), "E")
    assert problem.code.code == "E003"
    assert problem.place.line == 4
    assert problem.hint == ZONES[zone]


@pytest.mark.parametrize("zone", ["localtime", "Factory", "right/UTC", "posix/Europe/Zurich"])
def test_a_zone_that_is_another_on_each_machine(tmp_path, zone):
    fields = slots(A, head=f"date: 2021-05-21\ntimezone: {zone}\n")
    (problem,) = found(tmp_path, event(fields), "E003")
    known = "did you mean Europe/Zurich?"
    assert problem.hint == (known if "Zurich" in zone else "write one such as America/Los_Angeles")
