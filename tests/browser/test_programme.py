"""Programmes in a real browser: zones, what is on now, stars, filters, and one's own programme."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar
from playwright.sync_api import Browser, Page, expect
from support.browser import (
    COLOURS,
    MakeVisit,
    Visit,
    dress,
    focused,
    overflow,
    ready,
    revisit,
    violations,
    visit,
)
from support.chosen import MANY, chosen
from support.judges import judge_calendar
from support.programme_site import ABROAD, EVIL, LONG, NIGHTS, SITE
from support.project import Outcome
from support.real_site import serve
from support.shared_site import SharedSite

pytestmark = pytest.mark.browser

RELAY = "events/relay-2021/index.html"
PHONE = {"width": 390, "has_touch": True, "is_mobile": True}
ZONES = (
    "UTC", "Asia/Kathmandu", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Auckland",
    "America/Los_Angeles", "Europe/Zurich",
)  # fmt: skip
"""Those of quarters and halves of an hour, and the last of all days, are asked in `make test`."""

TIMES = """() => [...document.querySelectorAll(".sy-programme time[datetime]")]
  .filter((time) => !time.closest("[data-sy-local], nav"))
  .map((time) => ({
    iso: time.dateTime, text: time.textContent,
    day: time.closest("[data-sy-day]").dataset.syDay,
    mark: time.previousElementSibling?.matches(".sy-time-day")
      ? time.previousElementSibling.textContent.trim() : "",
    first: time === time.closest("[data-sy-slot], th").querySelector("time"),
  }))"""


@pytest.fixture(scope="module")
def site(shared_site: SharedSite) -> Outcome:
    return shared_site(SITE)


def choose(page: Page, zone: str) -> None:
    """Choose any zone, as one does who types its name."""
    page.get_by_label("Times in").select_option("other")
    page.get_by_role("combobox", name="Zone").fill(zone)
    page.keyboard.press("Enter")


def keep(made: Visit, ids: list[str]) -> None:
    """Have a browser know some stars from before."""
    made.knows({"symposium-stars": json.dumps(ids)})


def stars(page: Page) -> list[str]:
    found = page.evaluate("JSON.parse(localStorage.getItem('symposium-stars') || '[]')")
    ids: list[str] = found
    return ids


def tab_to(page: Page, name: str) -> None:
    """Go on by keyboard until a link or button of this name has the focus."""
    for _ in range(150):
        page.keyboard.press("Tab")
        label = page.evaluate(
            "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent"
        )
        if re.search(name, label.strip()):
            found = focused(page)
            assert found
            assert found["ring"], found
            return
    raise AssertionError(name)


# Zones


def expected(moment: datetime, zone: ZoneInfo) -> tuple[str, str]:
    """Return what a time shows in a zone by Python's own account, and on which day that is."""
    local = moment.astimezone(zone)
    twice = {local.replace(fold=fold).utcoffset() for fold in (0, 1)}
    text = f"{local:%H:%M}"
    exists = local.replace(fold=1).astimezone(UTC).astimezone(zone).replace(tzinfo=None)
    if len(twice) > 1 and exists == local.replace(tzinfo=None):
        sign = f"{local:%z}".replace("-", "−")
        text += f" (UTC{sign[:3]}:{sign[3:]})"
    return text, f"{local:%a} {local.day} {local:%b}"


@pytest.mark.parametrize("event", chosen([*NIGHTS, "relay-2021"], "back-la", "relay-2021"))
def test_every_time_is_right_in_every_zone(visiting: MakeVisit, event: str) -> None:
    with visiting(timezone_id="Asia/Kolkata") as made:
        page = made.open(f"events/{event}/index.html")
        before = page.evaluate(TIMES)
        assert len(before) > 10
        for name in ZONES if MANY else ZONES[1:6:2]:
            choose(page, name)
            expect(page.get_by_label("Times in")).to_have_value(name)
            shown = page.evaluate(TIMES)
            last = ""
            for one in shown:
                moment = datetime.fromisoformat(one["iso"])
                text, day = expected(moment, ZoneInfo(name))
                assert one["text"] == text, (name, one)
                own = datetime.fromisoformat(one["day"])
                section = f"{own:%a} {own.day} {own:%b}"
                around = section if one["first"] else last
                assert one["mark"] == ("" if day == around else day), (name, one)
                last = day
        page.get_by_label("Times in").select_option("")
        assert page.evaluate(TIMES) == before


def test_the_zone_and_its_offsets_are_named_and_told(visiting: MakeVisit) -> None:
    with visiting(timezone_id="Asia/Kolkata") as made:
        page = made.open(RELAY)
        name = page.locator("[data-sy-zone-name]")
        before = name.inner_text()
        assert before.startswith("Europe/Zurich, UTC+01:00")
        options = page.get_by_label("Times in").locator("option").all_inner_texts()
        assert options[0] == "Event: Europe/Zurich"
        assert re.fullmatch(r"Mine: Asia/(Kolkata|Calcutta)", options[1])
        assert "West Hub: America/Los_Angeles" in options
        page.get_by_label("Times in").select_option("local")
        expect(name).to_have_text(re.compile(r"^Asia/\w+, UTC\+05:30$"))
        expect(page.get_by_role("status").first).to_contain_text("Times are now shown in Asia/")
        choose(page, "berlin")
        expect(name).to_have_text("Europe/Berlin, UTC+01:00, from Sun 28 Mar, 09:00 UTC+02:00")
        choose(page, "kolkata")  # which Chromium lists by an older name
        expect(name).to_have_text("Asia/Kolkata, UTC+05:30")
        choose(page, "new york")
        expect(page.get_by_label("Times in")).to_have_value("America/New_York")
        choose(page, "Nowhere")
        expect(page.get_by_role("alert")).to_have_text("No zone has this name")
        expect(name).to_have_text("America/New_York, UTC−04:00")
        # The whole site remembers it.
        page.goto(f"{made.root}events/relay-2021/rivers.html")
        expect(page.locator(".sy-where time").first).to_have_text("05:30")
        expect(page.locator("[data-sy-zone-name]")).to_contain_text("America/New_York, UTC−04:00")
        page.get_by_role("button", name="Show the event’s time").click()
        expect(page.locator(".sy-where time").first).to_have_text("10:30")
        expect(page.get_by_role("button", name="Show the event’s time")).to_have_count(0)


REFUSE = """for (const name of ["getItem", "setItem", "removeItem"]) {
  Storage.prototype[name] = () => { throw new DOMException("no", "SecurityError"); };
}"""


def test_a_browser_that_keeps_nothing_shows_all_the_same(browser: Browser, root: str) -> None:
    with visit(browser, root) as made:
        made.context.add_init_script(REFUSE)
        page = made.open(RELAY)
        made.errors.clear()  # the theme's own script asks for what is kept, too
        choose(page, "UTC")
        expect(page.locator("#rivers time").first).to_have_text("09:30")
        star = page.get_by_role("button", name="Add “Rivers Meet”")
        star.click()
        expect(star).to_have_attribute("aria-pressed", "true")
        page.get_by_label(re.compile("Only my sessions")).check()
        expect(page.locator(".sy-slot:visible")).to_have_count(1)
        page.goto(f"{made.root}my-programme.html")
        expect(page.locator("[data-sy-agenda]")).to_contain_text("This browser stores nothing")
        made.errors.clear()


# Now and next


MOMENTS: tuple[tuple[str, Any, list[str], int], ...] = (
    ("2020-03-25T08:00Z", None, [], 0),
    ("2021-03-23T06:00Z", "Begins in 3 days", [], 0),
    (
        "2021-03-26T09:45Z",
        ["Tides of Data", "Rivers Meet", "Building Weirs"],
        ["Lakes Rest"],
        3,
    ),
    ("2021-03-27T13:00Z", [], ["Night of the Clocks"], 16),
    # The night in which clocks are put forward: 01:20, and 03:00 which is an hour sooner.
    ("2021-03-28T00:20Z", ["A Night Walk"], ["Currents Change"], 17),
    ("2021-03-29T05:00Z", None, [], 0),
)
"""What is on at a time, what comes next, and how much is over."""


def test_what_is_on_and_what_comes_next(browser: Browser, root: str) -> None:
    with visit(browser, root) as made:
        page = made.blank()
        page.clock.set_fixed_time(MOMENTS[0][0])
        page.goto(root + RELAY)
        for at, now, then, past in MOMENTS:
            page.clock.set_fixed_time(at)
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
            bar = page.get_by_role("navigation", name="Now and next")
            on = page.locator('[data-sy-state="now"] .sy-slot-title')
            coming = page.locator('[data-sy-state="next"] .sy-slot-title')
            assert page.locator('[data-sy-state="past"]').count() == past, at
            if now is None or isinstance(now, str):
                expect(bar).to_have_count(1 if now else 0)
                assert on.count() == coming.count() == 0, at
                if now:
                    expect(bar).to_have_text(now)
                continue
            wanted = [*(["Registration desk"] if len(now) > 1 else []), *now]
            assert sorted(on.all_inner_texts()) == sorted(f"Now {one}" for one in wanted), at
            assert coming.all_inner_texts() == [f"Next {one}" for one in then], at
            links = bar.get_by_role("link")
            assert sorted(links.all_inner_texts()) == sorted([*wanted, *then]), at
            links.last.click()
            first = page.locator("[data-sy-state=next]").get_attribute("id")
            expect(page).to_have_url(re.compile(f"#{re.escape(str(first))}$"))


def test_what_is_on_changes_while_one_looks(browser: Browser, root: str) -> None:
    with visit(browser, root) as made:
        page = made.blank()
        page.clock.install(time="2021-03-27T07:58:00Z")
        page.goto(made.root + RELAY)
        bar = page.get_by_role("navigation", name="Now and next")
        expect(bar).to_contain_text("Next")
        expect(bar).not_to_contain_text("Now")
        page.clock.run_for(3 * 60 * 1000)
        expect(bar).to_contain_text("Now")
        expect(bar.get_by_role("link").first).to_have_text("Deltas Divide")
        page.clock.fast_forward(48 * 3600 * 1000)
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(bar).to_have_count(0)


# Stars and filters


def test_stars_are_kept_and_other_tabs_learn_of_them(visiting: MakeVisit) -> None:
    with visiting(**PHONE) as made:
        page, other = made.open(RELAY), made.open("events/relay-2021/rivers.html")
        star = page.get_by_role("button", name="Add “Rivers Meet” to my programme")
        box = star.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
        star.tap()
        expect(star).to_have_attribute("aria-pressed", "true")
        expect(page.get_by_role("status").first).to_have_text("“Rivers Meet” added to my programme")
        # The page of a talk names no title again: what is seen is what is said.
        there = other.get_by_role("button", name="In my programme", exact=True)
        expect(there).to_have_attribute("aria-pressed", "true")
        expect(other.get_by_role("link", name="My programme (1)")).to_be_visible()
        there.tap()
        there = other.get_by_role("button", name="Add to my programme", exact=True)
        expect(there).to_have_attribute("aria-pressed", "false")
        expect(star).to_have_attribute("aria-pressed", "false")
        star.tap()
        page.reload()
        expect(star).to_have_attribute("aria-pressed", "true")
        assert stars(page) == ["relay-2021/rivers"]
        assert page.get_by_role("button", name="Add “Coffee”").count() == 0, "breaks have none"


def test_filters_narrow_the_programme_and_stand_in_the_address(visiting: MakeVisit) -> None:
    with visiting(**PHONE) as made:
        keep(made, ["relay-2021/rivers", "relay-2021/deltas", "undated/early"])
        page = made.open(RELAY)
        lines = page.locator(".sy-slot:visible")
        everything = lines.count()
        expect(page.get_by_text("Only my sessions (2)")).to_be_visible()
        page.get_by_label("Track").select_option("Theory")
        titles = page.locator(".sy-slot:visible .sy-slot-title")
        assert titles.all_inner_texts() == [
            "Rivers Meet", "Lakes Rest", "Wells Run Deep", "Ponds Stand"
        ]  # fmt: skip
        expect(page.locator(".sy-tools-status")).to_contain_text(f"Showing 4 of {everything}.")
        expect(page.get_by_role("heading", name="Sunday, 28 March")).to_have_count(0)
        page.get_by_role("link", name="Sun 28 March").click()
        expect(page.get_by_role("heading", name="Sunday, 28 March")).to_be_in_viewport()
        assert lines.count() == everything
        # A link to a line shows it, whatever it filters; a filter forgets the line that it hides.
        page.goto(f"{made.root}{RELAY}?track=Theory#tides")
        expect(page.locator("#tides")).to_be_in_viewport()
        page.get_by_label("Track").select_option("Theory")
        expect(page.locator("#tides")).to_be_hidden()
        page.reload()
        expect(page.get_by_label("Track")).to_have_value("Theory")
        page.goto(f"{made.root}{RELAY}?track=Theory")
        link = page.get_by_role("link", name="My programme (").bounding_box()
        assert link
        assert link["height"] >= 43
        page.get_by_label("Only my sessions").check()
        expect(page).to_have_url(re.compile(r"\?mine=1&track=Theory$"))
        assert titles.all_inner_texts() == ["Rivers Meet"]
        assert overflow(page) == []
        page.reload()
        assert titles.all_inner_texts() == ["Rivers Meet"]
        page.get_by_label("Room").select_option("Aula")
        expect(page.locator(".sy-tools-status")).to_contain_text("No session is left.")
        page.get_by_role("button", name="Show all").click()
        assert lines.count() == everything
        expect(page).to_have_url(re.compile(f"{re.escape(RELAY)}$"))
        expect(page.get_by_label("Track")).to_be_focused()


# My programme


def uids_and_starts(content: bytes) -> dict[str, datetime]:
    calendar = Calendar.from_ical(content)
    return {str(one["uid"]): one.decoded("dtstart").astimezone(UTC) for one in calendar.events}


def of_events(built: Outcome, *events: str) -> dict[str, datetime]:
    found: dict[str, datetime] = {}
    for event in events:
        found |= uids_and_starts((built.outdir / f"events/{event}/index.ics").read_bytes())
    return found


def test_by_keyboard_from_the_programme_to_the_calendar(
    browser: Browser, shared_site: SharedSite, tmp_path: Path
) -> None:
    """The addresses are those of pages that are folders."""
    built = shared_site(ABROAD, "dirhtml", symposium_offline=["relay-2021"])
    with (
        serve(built.outdir) as address,
        revisit(browser, address, **PHONE, service_workers="block") as made,
    ):
        keep(made, ["back-zurich/t2", "undated/early", "back-zurich/t5"])
        page = made.open(RELAY.removesuffix("index.html"))
        tab_to(page, "Add “Rivers Meet”")
        page.keyboard.press("Space")
        tab_to(page, "Add “Currents Change”")
        page.keyboard.press("Enter")
        assert stars(page)[3:] == ["relay-2021/rivers", "relay-2021/currents"]
        page.goto(page.url)
        tab_to(page, r"^My programme \(5\)$")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Sunday, 31 October 2021")).to_be_visible()
        assert page.locator(".sy-mine-item .sy-slot-title").all_inner_texts() == [
            "Rivers Meet", "Currents Change", "Talk 2 of back-zurich", "Talk 5 of back-zurich",
            f"An Early Talk {EVIL}",
        ]  # fmt: skip
        expect(page.get_by_role("heading", name="Without a date")).to_be_visible()
        assert overflow(page) == []
        tab_to(page, "Export as .ics")
        with page.expect_download() as download:
            page.keyboard.press("Enter")
        download.value.save_as(tmp_path / "mine.ics")
        expect(page.locator(".sy-tools-status")).to_have_text(
            "4 sessions exported. 1 without a date cannot be in a calendar."
        )
        made.errors = [one for one in made.errors if "registration blocked" not in one]
    assert download.value.suggested_filename == "my-programme.ics"
    content = (tmp_path / "mine.ics").read_bytes()
    found, known = uids_and_starts(content), of_events(built, "relay-2021", "back-zurich")
    assert found == {uid: known[uid] for uid in found}
    assert sorted(found.values()) == [
        datetime(2021, 3, 26, 9, 30, tzinfo=UTC),
        datetime(2021, 3, 28, 7, 0, tzinfo=UTC),
        datetime(2021, 10, 30, 22, 15, tzinfo=UTC),
        datetime(2021, 10, 31, 4, 0, tzinfo=UTC),
    ]
    assert content.count(b"BEGIN:VTIMEZONE") == content.count(b"TZID:Europe/Zurich") == 1
    assert judge_calendar(content) == []


def test_sessions_that_overlap_say_so_and_go_one_by_one(visiting: MakeVisit) -> None:
    with visiting(timezone_id="America/Los_Angeles") as made:
        ids = ["relay-2021/tides", "relay-2021/rivers", "relay-2021/lakes", "relay-2021/night-walk"]
        keep(made, ids)
        page = made.open("my-programme.html")
        notes = page.locator(".sy-overlap")
        expect(notes).to_have_text(
            [
                "Overlaps with “Rivers Meet”, “Lakes Rest”",
                "Overlaps with “Tides of Data”",
                "Overlaps with “Tides of Data”",
            ]
        )
        days = page.locator("[data-sy-agenda] h2")
        assert days.all_inner_texts() == ["Friday, 26 March 2021", "Sunday, 28 March 2021"]
        page.get_by_label("Times in").select_option("local")
        assert days.all_inner_texts() == ["Friday, 26 March 2021", "Saturday, 27 March 2021"]
        assert page.locator(".sy-slot-time time").first.inner_text() == "02:30"
        assert page.locator(".sy-time-day").count() == 0
        page.get_by_role("button", name="Add “Rivers Meet”").press("Space")
        expect(page.locator(".sy-mine-item")).to_have_count(3)
        expect(page.get_by_role("button", name="Add “Lakes Rest”")).to_be_focused()
        expect(notes).to_have_count(2)
        expect(page.locator(".sy-tools-status")).to_have_text("“Rivers Meet” removed. Undo")
        page.get_by_role("button", name="Undo").click()
        expect(notes).to_have_count(3)
        page.get_by_role("button", name="Add “Rivers Meet”").press("Enter")
        expect(notes).to_have_count(2)
        page.get_by_role("button", name="Clear").click()
        expect(page.locator("[data-sy-agenda]")).to_contain_text("No session has a star yet")
        expect(page.get_by_role("heading", name="Programmes")).to_be_visible()
        page.get_by_role("button", name="Undo").press("Enter")
        expect(page.locator(".sy-mine-item")).to_have_count(3)
        assert stars(page) == [one for one in ids if one != "relay-2021/rivers"]


def test_sessions_their_talks_and_posters_have_stars(visiting: MakeVisit, tmp_path: Path) -> None:
    """A poster has the time of its session, and an entry in the calendar of its own."""
    with visiting(**PHONE) as made:
        page = made.open("events/sessions/index.html")
        for name in ("Ropes", "On Hemp", "On Bends", "On Tar"):
            page.get_by_role("button", name=f"Add “{name}”").tap()
        ids = ["sessions#ropes", "sessions/hemp", "sessions/bends", "sessions/tar"]
        assert stars(page) == ids
        shown = page.locator(".sy-slot-title:visible")
        assert shown.all_inner_texts() == [
            "Ropes", "On Hemp", "On Wire", "Knots", "On Bends", "Tea", "Boards", "On Tar",
            "On Oakum",
        ]  # fmt: skip
        page.get_by_label("Only my sessions (4)").check()
        # A session with all that is on in it; a talk below the title of its session.
        expect(shown).to_have_text(
            ["Ropes", "On Hemp", "On Wire", "Knots", "On Bends", "Boards", "On Tar"]
        )
        expect(page.locator(".sy-tools-status")).to_contain_text("Showing 4 of 9.")
        page.goto(f"{made.root}my-programme.html")
        lines = page.locator(".sy-mine-item > * > .sy-slot")
        expect(lines).to_have_count(3)
        assert [re.sub(r"\s+", " ", one) for one in lines.all_inner_texts()[1:]] == [
            "09:00–10:00 On Bends Ann Onym Session: Knots Attic Talk",
            "11:00–12:00 On Tar Ann Onym Session: Boards Attic",
        ]
        expect(page.locator(".sy-overlap")).to_have_text(
            ["Overlaps with “On Bends”", "Overlaps with “Ropes”"]
        )
        with page.expect_download() as download:
            page.get_by_role("button", name="Export as .ics").tap()
        download.value.save_as(tmp_path / "mine.ics")
        assert overflow(page) == []
        assert violations(page) == []
    content = (tmp_path / "mine.ics").read_bytes()
    assert sorted(re.findall(rb"SUMMARY:(.*)\r", content)) == [
        b"On Bends", b"On Hemp", b"On Tar", b"Ropes",
    ]  # fmt: skip
    assert judge_calendar(content) == []


def test_what_has_moved_is_found_and_what_is_gone_is_told(visiting: MakeVisit) -> None:
    with visiting() as made:
        ids = ["undated/looser", "undated/nothing", "nowhere/at-all", "undated/loose"]
        moved = ["earlier-back-la/t0", "earlier-back-la#the-first-half-past-one"]
        keep(made, [*ids, *moved, f"long#short-talk-number-{LONG - 1}", "long/last"])
        page = made.open("my-programme.html")
        lost = page.locator("[data-sy-agenda] .sy-plain li")
        expect(lost).to_have_count(2)
        assert [text.split()[0] for text in lost.all_inner_texts()] == ids[1:3]
        titles = page.locator(".sy-mine-item .sy-slot-title").all_inner_texts()
        assert titles == [
            "Talk 0 of back-la", "The first half past one", f"Short talk number {LONG - 1}", "The Last Talk", "A Talk at no Time"
        ]  # fmt: skip
        assert stars(page)[:2] == ["undated/loose", "undated/nothing"]
        assert stars(page)[3:5] == ["back-la/t0", "back-la#the-first-half-past-one"]
        lost.first.get_by_role("button", name="Remove").click()
        expect(lost).to_have_count(1)
        ready(page)
        made.errors.clear()  # what is not there was asked for, which browsers complain of


def test_a_link_takes_stars_along_and_overwrites_nothing(visiting: MakeVisit) -> None:
    with visiting() as made:
        made.context.grant_permissions(["clipboard-read", "clipboard-write"])
        keep(made, ["relay-2021/rivers", "relay-2021#coffee"])
        page = made.open("my-programme.html")
        page.get_by_role("button", name="Copy link").click()
        expect(page.locator(".sy-tools-status")).to_contain_text("Link copied")
        link = page.evaluate("navigator.clipboard.readText()")
    start, names = link.split("#add=")
    written = f"{start}#add={quote(names, safe='')}"  # as some messengers do
    assert "%2C" in written
    for given, answer, after in (
        (written, "Add", ["relay-2021/rivers", "relay-2021#coffee"]),
        (link, "No, thanks", ["relay-2021/rivers"]),
    ):
        with visiting() as made:
            keep(made, ["relay-2021/rivers"])
            page = made.open(given.removeprefix(made.root))
            offer = page.locator(".sy-offer")
            expect(offer).to_contain_text("The link holds 1 session that is not in your programme.")
            assert stars(page) == ["relay-2021/rivers"]
            page.get_by_role("button", name=answer, exact=True).click()
            expect(offer).to_be_hidden()
            expect(page).not_to_have_url(re.compile("#"))
            assert stars(page) == after


def test_what_is_shown_is_one_calendar(visiting: MakeVisit, site: Outcome, tmp_path: Path) -> None:
    with visiting(**PHONE) as made:
        page = made.open(f"{RELAY}?track=Theory")
        page.get_by_role("button", name="Calendar of what is shown").focus()
        with page.expect_download() as download:
            page.keyboard.press("Enter")
        download.value.save_as(tmp_path / "shown.ics")
        expect(page.locator(".sy-tools-status")).to_contain_text("4 sessions exported.")
        uids = page.locator(".sy-slot:visible").evaluate_all(
            "all => all.map((one) => one.dataset.syUid)"
        )
        assert violations(page) == []
        page.get_by_role("button", name="Show all").click()
        expect(page.get_by_role("button", name="Calendar of what is shown")).to_have_count(0)
    content = (tmp_path / "shown.ics").read_bytes()
    known = of_events(site, "relay-2021")
    assert uids_and_starts(content) == {uid: known[uid] for uid in uids}
    assert b"NAME:Relay 2021" in content
    assert judge_calendar(content) == []


HASHES = (
    f"add={EVIL}", "add=../../x,//evil.example/a,javascript:canary(1),a/b/c", "add=%00,%E0%A4%A",
    f"add={'a/b,' * 5000}", "add=", "add=__proto__/x,constructor#y",
)  # fmt: skip
KEPT = (
    "{", "null", "7", '{"length": 3}', "[[[]]]", '[1, null, {}, "x", "<img src=x>", "a/../../b"]',
    f'["{EVIL}", "//evil.example/x", "{"a" * 400}/b", "https://evil.example/#x"]',
)  # fmt: skip


def test_nothing_in_links_or_in_what_is_kept_does_anything(visiting: MakeVisit) -> None:
    with visiting() as made:
        page = made.open("my-programme.html")
        for kept in KEPT:
            page.evaluate(
                "(all) => Object.entries(all).forEach((one) => localStorage.setItem(...one))",
                {"symposium-stars": kept, "symposium-zone": "<img src=x>" + "/" * 99999},
            )
            page.goto(made.root + (RELAY if kept == KEPT[-1] else "my-programme.html"))
            expect(page.get_by_role("button", name="Print")).to_be_visible()
            assert ready(page).evaluate("symposium.stars.all()") == []
        for given in HASHES:
            page.goto(f"{made.root}my-programme.html#{given}")
            expect(page.get_by_role("button", name="Print")).to_be_visible()
            assert ready(page).locator("img[src=x]").count() == 0
        # What was asked for is not there; no markup was run, which would have called what is not known.
        assert [one for one in made.errors if "404" not in one] == []
        made.errors.clear()


def test_everybody_can_use_it(browser: Browser, root: str) -> None:
    with visit(browser, root, **PHONE) as made:
        keep(made, ["relay-2021/tides", "relay-2021/rivers", "undated/early"])
        page = made.blank()
        page.clock.set_fixed_time("2021-03-26T09:45Z")
        for path in (RELAY, "my-programme.html"):
            page.goto(root + path)
            expect(page.get_by_role("button", name="Add “Rivers Meet”")).to_be_visible()
            choose(page, "Asia/Kathmandu")
            for width, scheme, rules in (390, "light", ()), (1280, "dark", COLOURS):
                dress(page, width, scheme)
                assert overflow(page) == []
                assert violations(page, *rules) == []


def test_nothing_of_it_is_printed_or_seen_without_scripts(visiting: MakeVisit) -> None:
    with visiting() as made:
        keep(made, ["relay-2021/rivers"])
        page = made.open(RELAY)
        for path in (RELAY, "my-programme.html"):
            page.goto(made.root + path)
            page.emulate_media(media="null")
            expect(page.get_by_role("button", name="Add “Rivers Meet”")).to_be_visible()
            page.emulate_media(media="print")
            assert page.locator("main :is(button, select, input):visible").count() == 0
    with visiting(java_script_enabled=False) as made:
        page = made.open(RELAY)
        assert page.locator("main :is(button, select, input):visible").count() == 0
        page.goto(f"{made.root}my-programme.html")
        expect(page.get_by_text("Stars need JavaScript")).to_be_visible()
        expect(page.get_by_role("link", name="Relay 2021")).to_be_visible()
