"""``{schedule}``: the programme of an event, or some lines of it, in any page."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from support.markup import read_page
from support.project import MakeProject, Outcome, Project
from support.shared_site import SharedSite
from symposium.cli import main

EVENT = """---
title: Days of Kites
date: 2027-03-26/2027-03-28
timezone: Europe/Zurich
rooms: [Hall, {name: Far Hub, timezone: America/Los_Angeles}]
slots:
  - {day: 2027-03-26, time: 9:00-9:10, kind: opening, title: Welcome, room: Hall}
  - {time: 9:10-10:00, kind: keynote, talk: strings}
  - {time: 10:00-10:20, kind: break, title: Tea}
  - {time: 10:20-11:00, title: Knots, room: Hall, track: Craft}
  - {day: 2027-03-27, time: 16:30-17:00, title: Late Winds, room: Far Hub, track: Weather}
  - {day: 2027-03-28, time: 9:00-9:30, title: Tails, room: Hall, track: Craft}
---
"""
FILES = {
    "refs.bib": "",
    "events/kites/index.md": EVENT,
    "events/kites/strings.md": "---\ntitle: On Strings\nspeakers: [Ada Example]\n---\nStrings.\n",
}


def page(*lines: str) -> dict[str, str]:
    return {"index.md": "\n".join(["# Home", "", *lines, ""])}


def schedule(*options: str, event: str = "kites") -> str:
    return "\n".join([f"```{{schedule}} {event}", *options, "```"])


def shown(built: Outcome, name: str = "index") -> list[str]:
    """The titles of the lines that a page shows."""
    found = re.findall(r'<p class="sy-slot-title">(.*?)</p>', built.html(name), re.DOTALL)
    return [re.sub(r"<[^>]*>", "", title).strip() for title in found]


ALONE = "---\norphan:\n---\n# Page\n\n"
"""What stands above a page that no other names."""


@pytest.fixture
def kites(project: MakeProject) -> Callable[..., Project]:
    def make(*lines: str, root: str = "project") -> Project:
        return project({**FILES, **page(*lines)}, root=root)

    return make


ALL = ["Welcome", "On Strings", "Tea", "Knots", "Late Winds", "Tails"]
CHOSEN = {
    "all": ([], ALL),
    "a day": ([":day: 2027-03-26"], ALL[:4]),
    # In the zone of the event it is past midnight, yet there it is that day.
    "a day of the event": ([":day: 2027-03-27"], ["Late Winds"]),
    "a room": ([":room: Hall"], ["Welcome", "On Strings", "Tea", "Knots", "Tails"]),
    "a track": ([":track: Weather"], ["Welcome", "On Strings", "Tea", "Late Winds"]),
    "both": ([":day: 2027-03-28", ":track: Craft"], ["Tails"]),
}
SITE = {
    **FILES,
    **page(schedule(), "", schedule(":heading: Come & see")),
    **{
        f"c{number}.md": f"{ALONE}{schedule(*options)}\n"
        for number, (options, _) in enumerate(CHOSEN.values())
    },
}


@pytest.fixture
def site(shared_site: SharedSite) -> Outcome:
    return shared_site(SITE)


def test_a_page_shows_the_lines_that_it_asks_for(site):
    assert site.warnings == ""
    for number, (_, lines) in enumerate(CHOSEN.values()):
        assert shown(site, f"c{number}") == lines
        read_page(site.outdir / f"c{number}.html")  # ids are told apart, the HTML is sound


def test_the_event_knows_the_pages_that_show_it(site):
    assert 'Programme of <a class="reference internal" href="events/kites/index.html"' in (
        site.html("index")
    )
    assert "Come &amp; see</span></a>" in site.html("index")
    cited = site.html("events/kites/index").partition('id="cited-on"')[2]
    assert 'href="../../index.html' in cited


def test_a_changed_programme_writes_the_page_again(kites):
    site = kites(schedule(":room: Hall"))
    site.build()
    site.write({"events/kites/index.md": EVENT.replace("title: Tails", "title: Long Tails")})
    built = site.build()
    assert "Long Tails" in shown(built)
    clean = kites(schedule(":room: Hall"), root="clean")
    clean.write({"events/kites/index.md": EVENT.replace("title: Tails", "title: Long Tails")})
    assert built.html("index") == clean.build().html("index")
    assert site.build().read() == []


WRONG = {
    "an unknown event": (schedule(event="kitse"), 'no event has the id "kitse"', "kites"),
    "an unknown room": (schedule(":room: Hal"), 'has no room "Hal"', "Hall"),
    "an unknown track": (schedule(":track: Craftt"), 'has no track "Craftt"', "Craft"),
    "an unknown day": (schedule(":day: 2027-03-29"), 'has no day "2027-03-29"', "2027-03-28"),
    "no day": (schedule(":day: Friday"), 'no day "Friday"', "2027-03-27"),
}


REFUSED = (":rooms: Hall", ":day:", ":heading:")
"""Options that cannot be."""


def test_a_build_and_a_check_say_what_is_wrong(kites, capsys):
    site = kites(schedule(event="over"))
    site.write({f"w{at}.md": f"{ALONE}{text}\n" for at, (text, *_) in enumerate(WRONG.values())})
    site.write({f"o{at}.md": f"{ALONE}{schedule(one)}\n" for at, one in enumerate(REFUSED)})
    site.write({"events/over/index.md": "---\ngone: nobody came\n---\n"})
    warnings = site.build("text").warnings
    assert main(["check", "--strict", "--pages", str(site.root)]) == 1
    checked = capsys.readouterr().out
    for at, (_, message, hint) in enumerate(WRONG.values()):
        (warned,) = [one for one in warnings.splitlines() if f"w{at}.md" in one]
        (found,) = [one for one in checked.splitlines() if f"w{at}.md" in one]
        assert re.search(r"\.md:[67]: WARNING: ", warned)
        assert re.search(r"\.md:[67]:\d+: ", found)
        for line in (warned, found):
            assert message in line
            assert hint in line
    for said in (warnings, checked):
        assert "nobody came" in said
        for at in range(len(REFUSED)):
            assert f"o{at}.md" in said
