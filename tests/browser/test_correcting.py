"""Suggesting a correction: a link without scripts, a form with them, and nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import Visit, focused, overflow, violations, visit
from support.project import CONF, Project
from support.real_site import serve

pytestmark = pytest.mark.browser

BIB = """
@article{ada, author = {Lovelace, Ada}, title = {On {Keis}}, year = 1843, abstract = {Of keys.}}
"""
FILES: dict[str, str | bytes] = {
    "index.md": "# Home\n",
    "refs.bib": BIB,
    "people/ada-lovelace.md": "---\nname: Ada Lovelace\nlinks: {homepage: 'https://a.example/x'}\n---\nI am.\n",
}


def sites(folder: Path, more: str = "", builder: str = "html", **files: str) -> Any:
    made = Project(folder)
    conf = f'{CONF}symposium_forge = "https://github.com/ada/notes"\n{more}'
    made.write(FILES | {"conf.py": conf} | files)
    return serve(made.build(builder).outdir)


@pytest.fixture(scope="module", params=["html", "dirhtml"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with sites(tmp_path_factory.mktemp("correcting"), builder=request.param) as address:
        yield address


def open_form(page: Page) -> None:
    page.locator(".sy-correct").focus()
    assert focused(page)["ring"]  # type: ignore[index]
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()


def end_of(root: str, made: Visit) -> str:
    answer = made.context.request.get(f"{root}papers/ada.html")
    return ".html" if answer.ok else "/"


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_a_reader_corrects_an_entry(browser: Browser, site: str, width: int, scheme: str) -> None:
    allowed = ["clipboard-read", "clipboard-write"]
    with visit(browser, site, width=width, scheme=scheme, permissions=allowed) as made:
        page = made.open(f"papers/ada{end_of(site, made)}")
        loaded: list[str] = []
        page.on("request", lambda one: loaded.append(one.url))
        open_form(page)
        assert [one for one in loaded if "/api/" in one] == [], "the entry is on the page"
        fields = page.get_by_label("What is wrong").locator("option").all_text_contents()
        assert fields == ["author", "title", "year", "abstract", "Something else"]
        expect(page.get_by_text("Nothing is changed yet.")).to_be_visible()
        page.get_by_label("What is wrong").select_option("title")
        text = page.get_by_label("What it should be")
        expect(text).to_have_value("On {Keis}")
        text.fill("On {Keys} & locks")
        assert page.locator(".sy-correct-diff").inner_text().split("\n")[:2] == [
            "- title = {On {Keis}}",
            "+ title = {On {Keys} & locks}",
        ]
        assert violations(page) == []
        assert overflow(page) == []
        issue = urlsplit(page.get_by_role("link", name="Open an issue").get_attribute("href") or "")
        asked = parse_qs(issue.query)
        assert (
            f"{issue.scheme}://{issue.netloc}{issue.path}"
            == "https://github.com/ada/notes/issues/new"
        )
        assert asked["title"] == ["Correction: On Keis, title"]
        (body,) = asked["body"]
        for part in (
            f"Page: {page.url}",
            "File: refs.bib, line 2",
            "Field: title",
            "+ title = {On {Keys} & locks}",
        ):
            assert part in body
        page.get_by_role("button", name="Copy the diff").click()
        expect(page.get_by_text("Copied", exact=True)).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()").startswith("- title = {On {Keis}}\n")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert page.evaluate("document.activeElement.className") == "sy-correct"


def test_what_is_too_long_for_an_address_is_copied(browser: Browser, site: str) -> None:
    with visit(browser, site) as made:
        page = made.open(f"papers/ada{end_of(site, made)}")
        open_form(page)
        page.get_by_label("What is wrong").select_option("abstract")
        page.get_by_label("What it should be").fill("ä" * 2000)
        expect(page.get_by_text("This is long: copy the diff, and paste it there.")).to_be_visible()
        href = page.get_by_role("link", name="Open an issue").get_attribute("href") or ""
        assert len(href) < 1000
        assert "Please%20paste%20the%20copied%20diff" in href


def test_a_reader_corrects_a_person_with_facts_of_the_api(browser: Browser, site: str) -> None:
    with visit(browser, site) as made:
        page = made.open(f"people/ada-lovelace{end_of(site, made)}")
        open_form(page)
        fields = page.get_by_label("What is wrong").locator("option").all_text_contents()
        assert {"name", "links.homepage"} <= {*fields}
        assert {"id", "url", "state", "papers"} & {*fields} == set()
        page.get_by_label("What is wrong").select_option("links.homepage")
        page.get_by_label("What it should be").fill("https://a.example/y")
        shown = page.locator(".sy-correct-diff").inner_text()
        assert "- links.homepage: https://a.example/x" in shown
        page.get_by_label("What is wrong").select_option("Something else")
        page.get_by_label("What it should be").fill("<b>No</b>")
        assert page.locator(".sy-correct-diff").inner_text().strip() == "+ <b>No</b>"


def test_without_scripts_the_link_leads_to_the_editor(browser: Browser, site: str) -> None:
    with visit(browser, site, java_script_enabled=False) as made:
        for page, href in (
            ("papers/ada", "edit/main/refs.bib#L2"),
            ("people/ada-lovelace", "edit/main/people/ada-lovelace.md"),
        ):
            link = made.open(f"{page}{end_of(site, made)}").get_by_text("Suggest a correction")
            assert link.get_attribute("href") == f"https://github.com/ada/notes/{href}"


def test_a_mail_and_german_without_the_api(browser: Browser, tmp_path: Path) -> None:
    conf = 'language = "de"\nsymposium_api = False\nsymposium_forge = "mailto:ada@example.org"\n'
    with sites(tmp_path, conf) as address, visit(browser, address, width=390) as made:
        page = made.open("people/ada-lovelace.html")
        open_form(page)
        made.errors.clear()  # a browser reports that there is no API
        page.get_by_label("Was es heißen sollte").fill("Ada King & Co.")
        link = page.get_by_role("link", name="Mail schreiben")
        href = link.get_attribute("href") or ""
        assert href.startswith("mailto:ada@example.org?subject=Korrektur")
        assert "%2B%20Ada%20King%20%26%20Co." in href
        assert "people%2Fada-lovelace.md" in href
        assert violations(page) == []
