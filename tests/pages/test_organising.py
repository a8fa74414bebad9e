"""What organisers say of an event: on its page, on pages of people, in the API and calendars."""

from __future__ import annotations

import base64
import json
import re
from html import unescape
from pathlib import Path

import pytest
from icalendar import Calendar
from support.project import Built, Project
from symposium.knowledge import build
from symposium.reading.folder import read_project

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
    "gg=="
)
"""A picture, as PNG."""

EVENT = """---
title: Harbour Days 2026
date: 2026-10-24
timezone: Europe/Lisbon
location: Lisbon
place:
  - {name: Sail House, address: "Rua das Velas 1, Lisboa", latitude: 38.7, longitude: -9.14}
  - Rua do Cais 2, Lisboa
organizers: [Mira Sol]
rooms: [Sail Loft, Boathouse]
call: |
  We ask for papers on **harbours**.

  Four pages are enough. We take
  - talks,
  - posters.
links: {call: https://example.org/call}
deadlines:
  - title: Papers
    date: 2026-06-12
    timezone: AoE
    link: https://example.org/submit
    extended_from: [2026-06-01, 2026-06-05]
  - {title: Posters, date: 2026-07-01, time: 17:00, timezone: Asia/Kolkata}
  - {title: Early registration, date: 2026-05-01}
committee:
  - role: Programme committee
    people:
      - {name: Jörg Müller, affiliation: Harbour Institute}
      - person: yang-liu
  - role: Local chair
    people: Mira Sol
sponsors:
  - {tier: Gold, organization: Harbour Institute, link: https://example.org/hi, logo: files/hi.png,
     alt: The letters HI}
  - {tier: Silver, organization: Tar & Oakum, link: https://example.org/tar}
  - {tier: Gold, organization: Nets Ltd}
slots:
  - {time: 9:00-10:00, kind: keynote, title: Why Harbours Silt Up, room: All, chair: Yang Liu}
  - {time: 10:00-10:30, kind: break, title: Coffee}
  - time: 10:30-12:00
    kind: session
    title: Instruments
    room: Sail Loft
    chair: [Mira Sol, {name: Jörg Müller, affiliation: Harbour Institute}]
    talks: [gauges, nets]
  - {time: 10:30-11:00, title: Beside, room: Boathouse}
  - {time: 13:00-14:00, kind: posters, title: Posters, talks: [tar]}
---

The days of the harbour.
"""
FILES: dict[str, str | bytes] = {
    "refs.bib": "",
    "events/harbour-days-2026/index.md": EVENT,
    "events/harbour-days-2026/gauges.md": "---\ntitle: Gauges by Hand\nspeakers: [Ana Reis]\n---\n",
    "events/harbour-days-2026/nets.md": "---\ntitle: Nets by Hand\nspeakers: [Yang Liu]\n---\n",
    "events/harbour-days-2026/tar.md": "---\ntitle: Tar and Oakum\nauthors: [Ana Reis]\n---\n",
    "events/plain-2025/index.md": "---\ntitle: Plain\ndate: 2025-01-01\n---\n",
    "events/undated/index.md": (
        "---\ntitle: No Day Yet\ndeadlines:\n  - {title: Ideas, date: 2026-06-10}\n---\n"
    ),
    "people/yang-liu.md": "---\nname: Yang Liu\ncv: true\n---\n",
    "files/hi.png": PIXEL,
}

PAGE = "events/harbour-days-2026/index"
CHANGED = EVENT.replace("Local chair", "Travel grants").replace("2026-06-12", "2026-06-14")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = Project(tmp_path_factory.mktemp("organised"))
    made.write(
        {"conf.py": 'extensions = ["symposium"]\nsymposium_site = True\n', "index.md": "# H\n"}
    )
    for name, content in FILES.items():
        path = made.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return made


@pytest.fixture(scope="module")
def site(project: Project) -> Built:
    built = project.build(symposium_search=False)
    assert built.warnings == ""
    return built


def text_of(html: str) -> str:
    """Return the words of a page in one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def section(html: str, anchor: str) -> str:
    return html.partition(f'<section id="{anchor}"')[2].partition("</section>")[0]


def test_a_deadline_says_day_time_and_zone_and_what_it_was_before(site: Built) -> None:
    found = section(site.html(PAGE), "event-deadlines")
    assert re.findall(r'<time datetime="([^"]+)">([^<]+)<', found) == [
        ("2026-05-01T23:59:59+01:00", "1 May 2026, 23:59 Europe/Lisbon (UTC+01:00)"),
        ("2026-06-12T23:59:59-12:00", "12 June 2026, 23:59 AoE (UTC−12:00)"),
        ("2026-07-01T17:00:00+05:30", "1 July 2026, 17:00 Asia/Kolkata (UTC+05:30)"),
    ]
    assert re.findall(r"<s>([^<]+)</s>", found) == ["1 June 2026", "5 June 2026"]
    assert '<a href="https://example.org/submit">Papers</a>' in found


def test_the_index_of_events_has_all_deadlines_in_order(site: Built) -> None:
    found = section(site.html("events/index"), "event-deadlines")
    titles = re.findall(r'sy-deadline-title">(?:<a [^>]+>)?([^<]+)<', found)
    assert [one.strip() for one in titles] == ["Early registration", "Ideas", "Papers", "Posters"]
    assert 'datetime="2026-06-10">10 June 2026<' in found  # no zone is known
    assert 'data-sy-over="2026-06-10T23:59:59-12:00"' in found


def test_calendars_have_deadlines(site: Built) -> None:
    calendar = Calendar.from_ical(site.path(PAGE).with_suffix(".ics").read_bytes())
    due = {str(one["SUMMARY"]): one for one in calendar.events if "Deadline" in one["SUMMARY"]}
    assert due["Deadline: Papers"]["DTSTART"].dt.isoformat() == "2026-06-13T11:59:59+00:00"
    assert len({one["UID"] for one in calendar.events}) == len(calendar.events)
    undated = site.outdir / "events/undated/index.ics"
    (ideas,) = Calendar.from_ical(undated.read_bytes()).events
    assert ideas["DTSTART"].dt.isoformat() == "2026-06-10"
    talk = Calendar.from_ical((site.outdir / "events/harbour-days-2026/gauges.ics").read_bytes())
    assert talk.events[0]["DTSTART"].dt.hour == 10
    assert talk.events[0]["SUMMARY"] == "Gauges by Hand"


def test_people_are_shown_by_role_and_their_pages_say_what_they_did(site: Built) -> None:
    found = section(site.html(PAGE), "event-committee")
    assert "Programme committee Jörg Müller Harbour Institute Yang Liu Local chair Mira Sol" in (
        text_of(found)
    )
    served = section(site.html("people/jorg-muller"), "served")
    assert "Harbour Days 2026 : Programme committee, Chair of session “Instruments”" in (
        text_of(served)
    )
    assert "Programme committee, Chair of session" in text_of(site.html("people/yang-liu/cv"))
    assert "Jörg Müller" in text_of(site.html("organizations/harbour-institute"))


def test_sessions_have_chairs_and_talks_and_all_rooms_are_spanned(site: Built) -> None:
    html = site.html(PAGE)
    assert re.search(r'<td colspan="2" [^>]*id="why-harbours-silt-up"', html)
    line = html.partition('id="instruments"')[2].partition("</td>")[0]
    assert "Chair: Mira Sol , Jörg Müller ( Harbour Institute )" in text_of(line)
    assert "Gauges by Hand Ana Reis Nets by Hand Yang Liu" in text_of(line)
    assert "Tar and Oakum Ana Reis" in text_of(html.partition('data-sy-kind="posters"')[2])
    pause = html.partition('id="coffee"')[2].partition("</td>")[0]
    assert "data-sy-star=" not in pause
    talk = text_of(site.html("events/harbour-days-2026/gauges"))
    assert "10:30 – 12:00" in talk
    assert "Sail Loft" in talk
    assert "Talks" not in re.findall(r"<h2>(\w+)", html)  # none is left over


def test_sponsors_places_and_the_call(site: Built) -> None:
    html = site.html(PAGE)
    found = section(html, "event-sponsors")
    assert re.findall(r"<h3>(\w+)</h3>", found) == ["Gold", "Silver"]
    assert re.search(r'href="https://example.org/hi"><img [^>]*alt="The letters HI"', found)
    assert "https://www.openstreetmap.org/?mlat=38.7&amp;mlon=-9.14#map=17/38.7/-9.14" in html
    assert "https://www.openstreetmap.org/search?query=Rua%20do%20Cais%202%2C%20Lisboa" in html
    call = section(html, "event-call")
    assert "for papers on <strong>harbours</strong>." in call
    assert "<p>Four pages are enough. We take</p>\n<ul>\n<li>talks,</li>\n<li>posters.</li>" in call
    assert '<a class="sy-button" href="https://example.org/call">Call for papers</a>' in html
    assert not re.search(r'<(?:img|script|iframe)[^>]+src="https?://', html)


def test_the_api_has_it_all(site: Built) -> None:
    events = json.loads((site.outdir / "api/v1/events.json").read_text())
    rows = events if isinstance(events, list) else events["events"]
    one = next(row for row in rows if row["id"] == "harbour-days-2026")
    papers = next(row for row in one["deadlines"] if row["title"] == "Papers")
    assert (papers["timezone"], papers["extended_from"]) == ("AoE", ["2026-06-01", "2026-06-05"])
    assert one["committee"][0]["people"][1]["person"] == "yang-liu"
    assert one["sponsors"][0]["tier"] == "Gold"
    assert one["place"][0]["latitude"] == 38.7
    session = next(row for row in one["slots"] if row["title"] == "Instruments")
    assert [row["person"] for row in session["chair"]] == ["mira-sol", "jorg-muller"]
    assert session["talks"] == ["harbour-days-2026/gauges", "harbour-days-2026/nets"]
    plain = next(row for row in rows if row["id"] == "plain-2025")
    assert not any(plain[name] for name in ("deadlines", "committee", "sponsors", "place", "call"))


def test_a_change_remakes_what_shows_it(project: Project, site: Built) -> None:
    project.write({f"{PAGE}.md": CHANGED})
    assert project.build(symposium_search=False).warnings == ""
    assert "14 June 2026" in site.html("events/index")
    assert "Travel grants" in site.html("people/mira-sol")
    assert "Local chair" not in site.html("people/mira-sol")


WRONG = {
    "deadlines: [{title: P, date: June}]": "`date`: “June” is not a day: write 2021-05-17",
    "deadlines: [{title: P, date: 2026-06-01, time: 17:00}]": (
        "The field `timezone` is missing: the `time` of a deadline needs it: "
        "add timezone: AoE, or one such as Europe/Berlin"
    ),
    "deadlines: [{title: P, date: 2026-06-01, extended_from: 2026-06-02}]": (
        "`extended_from`: 2026-06-02 is after the `date`, 2026-06-01: "
        "write the new day as date, and the old one as extended_from"
    ),
    "sponsors: [{organization: X, logo: files/x.png, alt: X}]": (
        "there is no files/x.png: put the file there"
    ),
    "place: {latitude: 38.7}": "The field `longitude` is missing: `latitude` needs it",
    "slots: [{kind: session, talks: [nosuch]}]": 'this event has no talk "nosuch"',
    "slots: [{kind: session, chiar: X}]": "The field `chiar` is not known here: did you mean chair",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_mistake_is_told_with_its_place_and_what_to_write(text: str, tmp_path: Path) -> None:
    path = tmp_path / "events/meet/index.md"
    path.parent.mkdir(parents=True)
    path.write_text(f"---\ntitle: Meet\n{text}\n---\n", encoding="utf-8")
    records, problems = read_project(tmp_path)
    _, found = build(records)
    all_found = [*problems, *found]
    assert {(one.place.path, one.place.line) for one in all_found} == {("events/meet/index.md", 3)}
    told = [f"{one.message}: {one.hint}".replace('"', "”").replace("“", "”") for one in all_found]
    assert any(WRONG[text].replace('"', "”").replace("“", "”") in one for one in told)
