"""Programmes as pages: an agenda, a grid of rooms, days, zones, parts; talks, people and papers."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.chosen import examples
from support.pages_site import HOSTILE, parse
from support.programmes import EVENT, FILES
from support.project import Built
from symposium.kinds.event import Event, Room, Slot
from symposium.kinds.participants import Affiliation, Participant
from symposium.kinds.records import Records
from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase, Mentions, build
from symposium.knowledge.schedule import Session
from symposium.model.dates import Date, Period, minutes
from symposium.model.names import parse_name
from symposium.pages import Fragment, Pages, Urls
from symposium.pages.programmes.grid import arrange, rows_of

NO_MENTIONS = Mentions({})
LIMIT = 200_000
"""Bytes of any page."""

# The geometry of a grid


def session(begin: str, end: str | None = None) -> Session:
    def at(text: str) -> datetime:
        return datetime.fromisoformat(f"2021-05-21T{text}+02:00")

    slot = Slot(begin, end)
    finish = minutes(end) if end else None
    return Session(slot, None, at(begin).date(), None, at(begin), None, minutes(begin), finish)


def test_sessions_of_a_room_that_overlap_stand_in_lanes() -> None:
    day = [session("09:00", "10:00"), session("09:30", "10:30"), session("10:00", "11:00")]
    grid = arrange(day, ["A", "A", "A"], ["A"])
    assert [(one.name, one.lanes) for one in grid.columns] == [("A", 2)]
    assert [(one.lane, one.row, one.height) for one in grid.places] == [
        (0, 0, 2), (1, 1, 2), (0, 2, 1),
    ]  # fmt: skip


def test_what_is_for_all_takes_the_columns_that_are_free_or_one_of_its_own() -> None:
    day = [
        session("08:00", "18:00"),  # a desk, open all day
        session("09:00", "10:00"),
        session("09:00", "12:00"),
        session("10:00", "10:30"),  # a break: the room C goes on
        session("12:00", "13:00"),
    ]
    grid = arrange(day, [None, "A", "C", None, None], ["A", "B", "C"])
    assert [one.name for one in grid.columns] == ["", "A", "C"]  # none for the empty room
    assert (grid.places[0].lane, grid.places[0].height) == (0, 4)
    assert (grid.places[3].lane, grid.places[3].width) == (1, 1)  # beside the desk
    assert (grid.places[4].lane, grid.places[4].width) == (2, 2)
    wide = [session("09:00", "12:00"), *[session("09:00", "10:00")] * 3, session("10:00", "10:30")]
    grid = arrange(wide, ["D", "A", "B", "C", None], ["A", "B", "C", "D"])
    assert (grid.places[4].lane, grid.places[4].width) == (0, 3)


def test_a_line_without_a_time_takes_no_row_from_the_one_above() -> None:
    untimed = Session(Slot(), None, None, None)
    day = [session("12:00", "13:30"), untimed, session("13:30", "14:00"), session("13:30")]
    assert rows_of(day) == [(0, 1), (1, 2), (2, 3), (2, 3)]
    grid = arrange(day, [None, "B", "A", "B"], ["A", "B"])
    assert [one.width for one in grid.places] == [2, 1, 1, 1]  # lunch is for all


# An event of three days, four rooms, two zones and a change of clocks


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    from support.project import CONF, Project

    project = Project(tmp_path_factory.mktemp("relay") / "project")
    project.write({"conf.py": CONF, "index.md": "# Home\n", **FILES})
    made = project.build()
    assert made.warnings == ""
    return made


@pytest.fixture(scope="module")
def page(built: Built) -> ET.Element:
    html = built.html(f"events/{EVENT}/index")
    start = html.index('<div class="sy-programme"')
    end = html.index('<section id="organizers"')
    return parse(html[start:end].rpartition("</section>")[0])


def days(page: ET.Element) -> dict[str, ET.Element]:
    return {one.get("id", ""): one for one in page.iter("div") if one.get("class") == "sy-day"}


def cells(day: ET.Element) -> list[list[str]]:
    """Return what a browser makes of a table: each place with the anchor of what stands there."""
    (table,) = [one for one in day.iter("table") if one.get("class") == "sy-grid"]
    found: dict[tuple[int, int], str] = {}
    for at, row in enumerate(table.iter("tr")):
        column = 0
        for cell in row:
            while (at, column) in found:
                column += 1
            width, height = int(cell.get("colspan", 1)), int(cell.get("rowspan", 1))
            what = cell.get("id") or "".join(cell.itertext()).strip()
            for down in range(height):
                for right in range(width):
                    assert (at + down, column + right) not in found, what
                    found[at + down, column + right] = what
            column += width
    rows = max(at for at, _ in found) + 1
    columns = max(column for _, column in found) + 1
    assert len(found) == rows * columns  # no hole, nothing sticks out
    return [[found[at, column] for column in range(columns)] for at in range(rows)]


def lines(page: ET.Element) -> dict[str, ET.Element]:
    return {one.get("id", ""): one for one in page.iter() if one.get("data-sy-slot")}


def words(element: ET.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def test_rooms_are_columns_and_times_are_rows(page: ET.Element) -> None:
    first = cells(days(page)["day-2021-03-26"])
    assert first[0] == ["Time", "For all", "Aula", "Kleiner Saal", "Werkstatt", "West Hub"]
    assert [row[0] for row in first[1:]] == [
        "08:00", "09:00", "09:15", "10:00", "10:30", "10:50", "11:00", "12:00", "17:00",
        "00:00 (+1, on Saturday, 27 March 2021)",
    ]  # fmt: skip
    assert {row[1] for row in first[1:-1]} == {"registration-desk"}
    assert first[4][2:] == ["coffee"] * 4
    assert first[5][2:] == ["tides", "rivers", "tutorial", ""]
    assert first[6][2:] == ["tides", "lakes", "tutorial", ""]
    second = cells(days(page)["day-2021-03-27"])
    # Two talks of one room overlap; the hub, where nothing is on that day, has no column.
    assert second[0] == ["Time", "Aula", "Kleiner Saal", "Kleiner Saal", "Werkstatt"]
    assert second[2] == ["09:30", "deltas", "wells", "ponds", ""]


def test_lines_say_to_machines_what_and_when_they_are(page: ET.Element) -> None:
    found = lines(page)
    assert len(found) == 21
    assert len({one.get("data-sy-uid") for one in found.values()}) == 21
    tides = found["tides"]
    assert {key[8:]: value for key, value in tides.items() if key.startswith("data-sy-")} == {
        "slot": "tides", "talk": f"{EVENT}/tides", "uid": tides.get("data-sy-uid"),
        "start": "2021-03-26T10:30+01:00", "end": "2021-03-26T11:00+01:00",
        "room": "Aula", "track": "Systems", "kind": "paper",
    }  # fmt: skip
    for one in found.values():
        times = [time.get("datetime", "") for time in one.iter("time")]
        moments = [datetime.fromisoformat(time) for time in times]
        assert moments[0] == datetime.fromisoformat(one.get("data-sy-start", ""))
        assert moments[1] == datetime.fromisoformat(one.get("data-sy-end", ""))
        starred = any(span.get("data-sy-star") == "" for span in one.iter("span"))
        assert starred == ("sy-slot-pause" not in one.get("class", ""))
    (whole,) = [one for one in page.iter("div") if one.get("data-sy-event")]
    assert (whole.get("data-sy-event"), whole.get("data-sy-zone")) == (EVENT, "Europe/Zurich")


def test_times_are_of_the_event_and_those_of_another_zone_stand_beside(page: ET.Element) -> None:
    found = lines(page)
    assert words(found["far-shore"]).startswith(
        "17:00–18:00 09:00–10:00 there (America/Los_Angeles, UTC−07:00)"
    )
    # It is still Sunday there: the line stands under Sunday.
    assert words(found["sunrise"]).startswith("03:00 (+1, on Monday, 29 March 2021)–04:00 (+1")
    assert "there" not in words(found["tides"])
    assert "Europe/Zurich, UTC+01:00, from 28 March, 09:00 UTC+02:00" in words(page)
    assert words(found["night-of-the-clocks"]).startswith("22:00–00:40 (+1, on Sunday, 28 March")
    night = found["night-walk"]
    assert night.get("data-sy-start") == "2021-03-28T00:40+01:00"
    assert found["currents"].get("data-sy-start") == "2021-03-28T09:00+02:00"


def test_a_talk_says_when_where_and_what_else(built: Built) -> None:
    html = built.html(f"events/{EVENT}/tides")
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", html))
    assert (
        "Friday, 26 March 2021 10:30–11:00 (Europe/Zurich, UTC+01:00) Aula Track: Systems" in text
    )
    assert "From the paper: Poster" in text
    assert "Previous talk in Aula A Source for Everything" in text
    assert "Next talk in Aula Springs Rise" in text
    meanwhile = html.partition('id="parallel"')[2].partition("</section>")[0]
    assert re.findall(r'item-title"><a href="\.\./\.\./events/relay-2021/([\w-]+)', meanwhile) == [
        "tutorial", "rivers", "lakes",
    ]  # fmt: skip


def test_people_and_papers_list_their_talks_the_newest_first(built: Built) -> None:
    def talks(page: str) -> list[str]:
        section = built.html(page).partition('id="talks"')[2].partition("</section>")[0]
        items = section.split("<li")[1:]
        return [re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", f"<{one}")).strip() for one in items]

    assert talks("people/ada-brook") == [
        "Currents Change Ada Brook Relay 2021 28 March 2021 09:00 (Europe/Zurich) Aula",
        "Tides of Data Ada Brook Relay 2021 26 March 2021 10:30 (Europe/Zurich) Aula Slides Video",
        "Before the Flood Invited talk Ada Brook Some Seminar 1 June 2019 Slides",
    ]
    assert talks("papers/brook2021tides") == [
        "Tides of Data Ada Brook Relay 2021 26 March 2021 10:30 (Europe/Zurich) Aula Slides Video"
    ]


# Other shapes of events


def render(event: Event, *talks: Talk) -> Fragment:
    kb, _ = build(Records(entities={"event": (event,), "talk": talks}))
    return Pages(kb, NO_MENTIONS, Urls()).render(f"events/{event.id}/index")


def test_a_day_of_one_room_is_an_agenda_with_jumps_to_its_blocks() -> None:
    slots = (
        Slot("09:00", "10:00", title="One", room="Hall"),
        Slot("10:00", "10:30", kind="coffee-break", title="Coffee"),
        Slot("10:30", "11:00", title="Two", room="Hall"),
    )
    made = render(Event("one", "One", date=Date(2021, 5, 21), timezone="UTC", slots=slots))
    tree = parse(made.header + made.sections)
    (table,) = tree.iter("table")
    assert table.get("class") == "sy-agenda"
    assert [words(one) for one in table.iter("th")] == ["Time", "Session", "Room", "Kind"]
    (jump,) = tree.iter("nav")
    assert [(one.get("href"), words(one)) for one in jump.iter("a")] == [
        ("#one", "09:00"), ("#two", "10:30"),
    ]  # fmt: skip


def test_tracks_are_columns_where_no_rooms_are_given_and_they_are_parallel() -> None:
    slots = (
        Slot("09:00", "10:00", title="One", track="Red"),
        Slot("09:00", "10:00", title="Two", track="Blue"),
        Slot("10:00", "11:00", title="Both"),
    )
    event = Event("tracks", "Tracks", date=Date(2021, 5, 21), timezone="UTC", slots=slots)
    tree = parse(render(event).header)
    assert cells(days(tree)["day-2021-05-21"]) == [
        ["Time", "Red", "Blue"], ["09:00", "one", "two"], ["10:00", "both", "both"],
    ]  # fmt: skip
    one_by_one = (slots[0], Slot("10:00", "11:00", title="Two", track="Blue"))
    event = Event("tracks", "Tracks", date=Date(2021, 5, 21), timezone="UTC", slots=one_by_one)
    assert "sy-agenda" in render(event).header


def test_a_talk_that_is_given_twice_says_so_on_its_page() -> None:
    slots = (
        Slot("09:00", "10:00", "2021-05-21", talk="tides", room="A"),
        Slot("11:00", "11:30", "2021-05-22", talk="tides", room="B", title="Tides, again"),
        Slot("12:00", None, "2021-05-22", talk="tides"),
    )
    event = Event("fair", "Fair", timezone="Europe/Zurich", slots=slots)
    talk = Talk("fair/tides", "fair", title="Tides")
    kb, _ = build(Records(entities={"event": (event,), "talk": (talk,)}))
    header = words(parse(Pages(kb, NO_MENTIONS, Urls()).render("events/fair/tides").header))
    zone = "(Europe/Zurich, UTC+02:00)"
    assert f"Friday, 21 May 2021 09:00–10:00 {zone} A" in header
    assert f"Tides, again Saturday, 22 May 2021 11:00–11:30 {zone} B" in header
    assert f"Again Saturday, 22 May 2021 12:00 {zone}" in header


def test_what_is_cancelled_or_moved_says_so_on_all_pages() -> None:
    slots = (
        Slot("09:00", "10:00", talk="e/a", status="cancelled", note="No <wind>."),
        Slot("10:00", "11:00", talk="e/b"),
        Slot("11:00", "11:30", kind="break", title="Tea"),
    )
    talks = (
        Talk("e/a", "e", "One", speakers=(Participant(parse_name("Ann Onym")),)),
        Talk("e/b", "e", "Two", status="moved", speakers=(Participant(parse_name("Ann Onym")),)),
    )
    event = Event("e", "E", date=Date(2026, 6, 3), slots=slots)
    kb, _ = build(Records(entities={"event": (event,), "talk": talks}))
    pages = Pages(kb, NO_MENTIONS, Urls())
    programme = pages.render("events/e/index").header
    assert programme.count('class="sy-slot sy-slot-talk sy-slot-cancelled"') == 1
    said = "<strong>Cancelled</strong>: No &lt;wind&gt;."
    assert said in programme
    assert "<strong>Moved</strong>" in programme
    assert programme.count('data-sy-star=""') == 2  # and none beside the break
    assert said in pages.render("events/e/a").header
    badges = pages.render("people/ann-onym").sections
    assert badges.count(">Cancelled<") == badges.count(">Moved<") == 1


PEOPLE = {name: (Participant(parse_name(f"{name} Onym")),) for name in ("Ann", "Bob", "Cay")}
SESSIONS = (
    Slot("09:00", "10:00", kind="keynote", title="Keynote"),
    Slot("10:00", "11:00", kind="session", title="Winds", room="A", chair=PEOPLE["Cay"]),
    Slot("10:00", "10:30", talk="e/one", room="A"),
    Slot("10:30", "11:00", talk="e/two", room="A", status="moved"),
    Slot("10:00", "11:00", kind="session", title="Waves", room="B", status="cancelled", note="Ill."),
    Slot("10:00", "10:45", talk="e/three", room="B"),
    Slot("10:45", "11:00", kind="break", title="Tea", room="B"),
    Slot("11:00", "12:00", kind="posters", title="Posters", room="A", talks=("e/four", "e/five"),
         chair=PEOPLE["Bob"]),
)  # fmt: skip


@pytest.fixture(scope="module")
def sessions() -> Pages:
    names = ("one", "two", "three", "four", "five")
    talks = tuple(Talk(f"e/{one}", "e", one.title(), speakers=PEOPLE["Ann"]) for one in names)
    event = Event("e", "E", date=Date(2026, 6, 3), timezone="UTC", slots=SESSIONS)
    kb, _ = build(Records(entities={"event": (event,), "talk": talks}))
    return Pages(kb, NO_MENTIONS, Urls())


def test_a_session_and_what_is_on_in_it_are_one_cell(sessions: Pages) -> None:
    tree = parse(sessions.render("events/e/index").header)
    assert cells(days(tree)["day-2026-06-03"]) == [
        ["Time", "A", "B"], ["09:00", "keynote", "keynote"], ["10:00", "winds", "waves"],
        ["11:00", "posters-2", ""],
    ]  # fmt: skip
    found = lines(tree)
    assert words(found["winds"]).startswith("10:00–11:00 Winds Chair: Cay Onym A Session 10:00–")
    inside = {
        name: [one.get("id") for one in found[name].iter("li")] for name in ("winds", "waves")
    }
    assert inside == {"winds": ["one", "two"], "waves": ["three", "tea"]}
    stars = {
        name: sum("data-sy-star" in x.attrib for x in one.iter())
        for name, one in found.items()
        if name
    }
    assert stars == {
        "keynote": 1, "winds": 3, "one": 1, "two": 1, "waves": 2, "three": 1, "tea": 0,
        "posters-2": 3,
    }  # fmt: skip
    posters = [one.attrib for one in found["posters-2"].iter("li")]
    assert [one["data-sy-talk"] for one in posters] == ["e/four", "e/five"]
    assert len({one["data-sy-uid"] for one in posters}) == 2


def test_a_talk_names_its_session_and_says_first_what_became_of_it(sessions: Pages) -> None:
    header = sessions.render("events/e/one").header
    assert '<span>Session: <a href="../../events/e/index.html#winds">Winds</a></span>' in header
    assert "Chair: " in header
    assert "Cay Onym" in header
    assert "sy-notice" not in header
    moved = sessions.render("events/e/two").header
    assert moved.index("</h1>") < moved.index("sy-notice-info") < moved.index("Ann Onym")
    assert "<strong>Moved</strong>. Now: Wednesday, 3 June 2026, " in moved
    assert 'index.html#two">In the programme</a>' in moved
    # A session that is cancelled takes its talks along.
    gone = sessions.render("events/e/three").header
    assert '<p class="sy-notice sy-notice-alert"><strong>Cancelled</strong>: Ill. <a' in gone
    assert "Bob Onym" in sessions.render("events/e/five").header


def test_a_session_is_shown_again_where_a_part_of_it_is_on_another_page() -> None:
    kb = fair(400, 20, 1)
    event = kb.events["fair"]
    tracks = [Slot("09:00", "23:59", day="2024-05-10", kind="track", title=room.name, room=room.name)
              for room in event.rooms]  # fmt: skip
    whole = replace(event, slots=(*tracks, *event.slots))
    made = event_pages(
        build(Records(entities={"event": (whole,), "talk": (*kb.talks.values(),)}))[0]
    )
    assert len(made) > 2
    talks: list[str] = []
    for one in made:
        found = lines(parse(one.header + one.sections))
        talks += [name for name in found if not name.startswith("room-")]
        cells_of(one)
        assert len((one.header + one.sections).encode()) < LIMIT
    assert sorted(talks) == sorted(f"t{one}" for one in range(400))


def test_without_a_day_or_a_zone_a_programme_says_so() -> None:
    slots = (
        Slot("9:00", "9:30", title="One", room="A"),
        Slot("9:00", "9:30", title="Two", room="B"),
    )
    html = render(Event("when", "When", date=Date(2021), slots=slots)).header
    assert "The time zone is not known" in html
    assert "data-sy-start" not in html
    assert "data-sy-zone=" not in html
    assert cells(days(parse(html))["day-unknown"])[1] == ["09:00", "one", "two"]


def test_a_time_that_comes_twice_names_its_offset() -> None:
    slots = (
        Slot("01:30", "01:40", title="One", utc_offset="-07:00"),
        Slot("01:30", "01:40", title="Two", utc_offset="-08:00"),
    )
    event = Event("twice", "Twice", date=Date(2021, 11, 7), timezone="America/Los_Angeles",
                  slots=slots)  # fmt: skip
    text = words(parse(render(event).header))
    assert "01:30 (UTC−07:00)–01:40 (UTC−07:00) One" in text
    assert "01:30 (UTC−08:00)–01:40 (UTC−08:00) Two" in text
    assert "America/Los_Angeles, UTC−07:00, from 7 November, 01:30 UTC−08:00" in text


def test_names_of_rooms_and_tracks_are_only_text() -> None:
    slots = tuple(
        Slot("9:00", "9:30", kind="talk", title=f"{HOSTILE} {one}", room=f"{HOSTILE} {one}",
             track=HOSTILE)
        for one in "ab"
    )  # fmt: skip
    tree = parse(render(Event("evil", HOSTILE, date=Date(2021, 5, 21), slots=slots)).header)
    assert not list(tree.iter("script"))
    assert {one.get("data-sy-room", "")[:8] for one in lines(tree).values()} == {"<script>"}


CLOCKS = st.one_of(st.none(), st.integers(0, 95).map(lambda n: f"{n // 4:02}:{n % 4 * 15:02}"))
SLOTS = st.builds(
    Slot,
    start=CLOCKS,
    end=CLOCKS,
    day=st.sampled_from([None, None, "2021-03-26", "2021-03-27", "2021-03-28"]),
    kind=st.sampled_from(["talk", "break", "opening", "tutorial", "session"]),
    title=st.sampled_from(["One", "Two", "Programme"]),
    room=st.sampled_from([None, "Hall", "Attic", "Hub"]),
    track=st.sampled_from([None, "Red", "Blue"]),
)
DATES = [None, Date(2021), Date(2021, 3, 27), Period(Date(2021, 3, 26), Date(2021, 3, 28))]


@settings(max_examples=examples(40))
@given(
    slots=st.lists(SLOTS, min_size=1, max_size=20),
    dates=st.sampled_from(DATES),
    zone=st.sampled_from([None, "Europe/Zurich"]),
)
def test_any_programme_is_shown_whole_and_its_grids_have_no_holes(
    slots: list[Slot], dates: Date | Period | None, zone: str | None
) -> None:
    slots = [replace(one, end=None) if one.start is None else one for one in slots]
    rooms = (Room("Hub", "America/Los_Angeles" if zone else None),)
    event = Event("any", "Any", date=dates, timezone=zone, rooms=rooms, slots=tuple(slots))
    html = render(event).header
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    tree = parse(html)
    assert len(lines(tree)) == len(slots)
    for day in days(tree).values():
        if any(one.get("class") == "sy-grid" for one in day.iter("table")):
            cells(day)


# A programme that is too long for one page


def fair(talks: int, rooms: int, of_days: int) -> KnowledgeBase:
    slots, made = [], []
    per_room = -(-talks // (rooms * of_days))
    for day in range(of_days):
        for place in range(per_room * rooms):
            number, begin = len(made), 9 * 60 + place // rooms * 30 + place % 3 * 5
            name, room = f"t{number}", f"Room {place % rooms + 1}"
            times = [f"{at // 60:02}:{at % 60:02}" for at in (begin, begin + 20)]
            slots.append(Slot(*times, day=f"2024-05-{10 + day}", talk=name, room=room))
            speaker = Participant(parse_name(f"Ann Number{number}"),
                                  affiliations=(Affiliation("A University", "Somewhere"),))  # fmt: skip
            made.append(Talk(f"fair/{name}", "fair", f"The Talk of Number {number}",
                             speakers=(speaker,), abstract="Words of it. " * 60))  # fmt: skip
    event = Event("fair", "The Fair", date=Period(Date(2024, 5, 10), Date(2024, 5, 9 + of_days)),
                  timezone="Europe/Zurich", slots=tuple(slots),
                  rooms=tuple(Room(f"Room {one + 1}") for one in range(rooms)))  # fmt: skip
    return build(Records(entities={"event": (event,), "talk": tuple(made)}))[0]


def event_pages(kb: KnowledgeBase) -> list[Fragment]:
    pages = Pages(kb, NO_MENTIONS, Urls())
    return [pages.render(page) for page, kind, _ in pages.table.names() if kind == "event"]


def test_a_huge_programme_is_split_between_times_and_its_grids_stay_whole() -> None:
    kb = fair(1000, 30, 2)
    made = event_pages(kb)
    shown: list[str] = []
    sizes = []
    for one in made:
        sizes.append(len((one.header + one.sections).encode()))
        for day in days(parse(one.header + one.sections)).values():
            grid = cells(day)
            assert len(grid[0]) == 31
            for row in grid[1:]:
                assert all(not name or name.startswith("t") for name in row[1:])
        found = list(lines(parse(one.header + one.sections)).values())
        shown += [line.get("data-sy-talk", "") for line in found]
        rows = cells_of(one)
        rooms = {name: at for at, name in enumerate(cells(day)[0])}
        for line in found:
            at = {row.index(line.get("id", "")) for row in rows if line.get("id") in row}
            assert at == {rooms[line.get("data-sy-room", "")]}
    assert shown == [one.slot.talk for one in kb.schedule.of_event["fair"]]
    assert max(sizes) < LIMIT
    assert sum(sizes) / len(sizes) > LIMIT / 2  # nor are there more parts than are needed
    labels = [re.findall(r'class="sy-part">([^<]*)<', made[0].header)]
    assert labels[0][0].startswith("Fri 10 May, 09:00–")
    assert labels[0][-1].startswith("Sat 11 May, from ")


def cells_of(made: Fragment) -> list[list[str]]:
    return [
        row for day in days(parse(made.header + made.sections)).values() for row in cells(day)[1:]
    ]


# Builds
