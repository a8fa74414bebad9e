"""The example: a site of its own, which shows all that a programme can be, and stays apart."""

from __future__ import annotations

import json
import re
import shutil
from html import unescape

import pytest
from playwright.sync_api import Browser, expect
from support.browser import dress, overflow, violations, visit
from support.example_site import EXAMPLE, example_site
from support.markup import all_broken_links
from support.paths import ROOT
from support.project import Outcome, Project
from support.real_site import serve
from support.shared_site import SharedSite
from symposium.cli import main
from symposium.knowledge import KnowledgeBase
from symposium.project import read as load

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
    assert all_broken_links(built.outdir) == []


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


def test_the_site_of_this_repository_knows_nothing_of_it() -> None:
    found = load(ROOT)
    assert not set(EVENTS) & found.kb.events.keys()
    assert not [one for one in found.problems if "docs" in str(one.place)]
    published = (ROOT / "permalinks.txt").read_text(encoding="utf-8")
    assert not re.search("kites|bela-placeholder|^docs/", published, re.MULTILINE)


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
