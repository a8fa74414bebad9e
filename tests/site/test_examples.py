"""The example: a site of its own, which shows all that a programme can be, and stays apart."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from datetime import datetime
from html import unescape
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, expect
from pypdf import PdfReader
from support.browser import dress, overflow, violations, visit
from support.builds import broken_links
from support.example_site import EXAMPLE, example_site
from support.paths import ROOT
from support.project import Outcome, Project
from support.real_site import serve
from support.shared_site import SharedSite
from symposium.cli import main
from symposium.cli.project import load
from symposium.knowledge import KnowledgeBase
from symposium.reading.disk import documents_in

EVENTS = ("kites-2027", "tails-2027", "strings-2024")


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The example, copied to where nothing of this repository is."""
    folder = tmp_path_factory.mktemp("examples") / "kites"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("_build"))
    return Project(folder)


@pytest.fixture(scope="module")
def built(shared_site: SharedSite) -> Outcome:
    return example_site(shared_site)


@pytest.fixture(scope="module")
def kb() -> KnowledgeBase:
    return load(EXAMPLE).kb


def api(built: Outcome, name: str) -> list[dict[str, object]]:
    return json.loads((built.outdir / "api/v1" / f"{name}.json").read_text("utf-8"))  # type: ignore[no-any-return]


def words(html: str) -> str:
    """The text of a page."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def test_it_builds_without_a_warning(built: Outcome) -> None:
    assert built.warnings == ""
    assert built.statuscode == 0


def test_a_check_finds_nothing(alone: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--strict", str(alone.root)]) == 0
    assert capsys.readouterr().out == ""


def test_every_link_leads_somewhere(built: Outcome) -> None:
    assert broken_links(built) == []


def test_every_page_says_that_nothing_of_it_is_real(built: Outcome) -> None:
    for name, html in built.pages().items():
        if not name.startswith("_static/"):
            assert "nothing and nobody here is real" in html, name


def test_every_line_is_shown_with_its_people(built: Outcome, kb: KnowledgeBase) -> None:
    for name in EVENTS:
        page = words(built.html(f"events/{name}/index"))
        lines = kb.events[name].slots
        assert len(lines) > 5
        for slot in lines:
            talk = kb.talks[slot.talk] if slot.talk else None
            assert words(kb.title_of("talk", talk.id) if talk else slot.title or "") in page
            for speaker in talk.speakers if talk else ():
                assert speaker.name.text in page
        assert len(api(built, "events")) == len(EVENTS)


def test_the_home_page_shows_one_day_and_a_whole_event(built: Outcome, kb: KnowledgeBase) -> None:
    home = words(built.html("index"))
    for session in kb.schedule.of_event["kites-2027"]:
        title = kb.title_of("talk", session.slot.talk) if session.slot.talk else session.slot.title
        if str(session.day) == "2027-03-26":
            assert str(title) in home
    assert "Reading aloud" not in home
    for session in kb.schedule.of_event["tails-2027"]:
        assert session.slot.talk is None or kb.title_of("talk", session.slot.talk) in home


def test_the_conference_has_days_rooms_tracks_and_zones(kb: KnowledgeBase) -> None:
    event, sessions = kb.events["kites-2027"], kb.schedule.of_event["kites-2027"]
    assert len({one.day for one in sessions}) == 3
    assert len(event.rooms) == 4
    assert len({one.slot.track for one in sessions} - {None}) == 4
    assert {str(one.zone) for one in sessions} == {"Europe/Zurich", "America/Los_Angeles"}


def test_its_times_are_those_of_both_sides_of_the_change(kb: KnowledgeBase) -> None:
    zurich = ZoneInfo("Europe/Zurich")
    talks = kb.schedule.of_talk

    def seen(talk: str) -> str:
        start = talks[f"kites-2027/{talk}"].start
        assert start
        return start.astimezone(zurich).isoformat(timespec="minutes")

    assert seen("good-morning-from-the-harbour") == "2027-03-26T17:00+01:00"
    assert seen("good-night-from-the-harbour") == "2027-03-28T17:00+02:00"
    lasting = {
        one.slot.title: datetime.fromisoformat(one.end.isoformat())
        - datetime.fromisoformat(one.start.isoformat())
        for one in kb.schedule.of_event["kites-2027"]
        if one.start and one.end
    }
    assert lasting["Lantern flight on the lake"].seconds == 2 * 3600
    assert lasting["Watching the clocks change"].seconds == 3600


def test_past_talks_have_their_material(built: Outcome, kb: KnowledgeBase) -> None:
    talk, paper = kb.talks["strings-2024/knots-that-hold"], kb.works["placeholder2024knots"]
    assert {"slides", "video", "poster"} <= talk.links.keys()
    assert kb.paper_of(talk) is paper
    page = built.html("events/strings-2024/knots-that-hold")
    for address in talk.links.values():
        assert f'href="../../{address}"' in page or f'href="{address}"' in page
    assert 'href="../../papers/placeholder2024knots.html"' in page
    assert 'href="../events/strings-2024/knots-that-hold.html"' in built.html(
        "papers/placeholder2024knots"
    )


def test_a_speaker_has_the_talks_of_all_events(built: Outcome, kb: KnowledgeBase) -> None:
    talks = kb.relations.talks_of_person["bela-placeholder"]
    assert {talk.partition("/")[0] for talk in talks} == set(EVENTS)
    page = built.html("people/bela-placeholder")
    for talk in talks:
        assert f'href="../events/{talk}.html"' in page


def _used(kb: KnowledgeBase) -> Iterator[str]:
    for record in (*kb.talks.values(), *kb.works.values()):
        yield from record.links.values()


def test_its_files_are_small_and_right_and_used(kb: KnowledgeBase) -> None:
    files = sorted((EXAMPLE / "files").iterdir())
    assert {f"files/{path.name}" for path in files} <= set(_used(kb))
    for path in files:
        assert path.stat().st_size <= 2_048
        assert "nothing here is real" in PdfReader(path, strict=True).pages[0].extract_text()


def test_the_site_of_this_repository_knows_nothing_of_it() -> None:
    assert not [name for name in documents_in(ROOT)[0] if name.startswith("examples")]
    found = load(ROOT)
    assert not set(EVENTS) & found.kb.events.keys()
    assert not [one for one in found.problems if "examples" in str(one.place)]
    published = (ROOT / "permalinks.txt").read_text(encoding="utf-8")
    assert not re.search("kites|bela-placeholder|^examples/", published, re.MULTILINE)


@pytest.mark.browser
def test_programmes_in_a_page_can_be_used(built: Outcome, browser: Browser) -> None:
    with serve(built.outdir) as root, visit(browser, root, width=390) as made:
        page = made.open("index.html")
        star = page.get_by_role("button", name="Add “First Knots”")
        expect(star).to_have_count(1)
        star.click()
        assert overflow(page) == []
        dress(page, 1280, "light")
        assert overflow(page) == []
        assert violations(page) == []
        page = made.open("my-programme.html")
        expect(page.get_by_role("link", name="First Knots")).to_be_visible()
