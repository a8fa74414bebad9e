"""Suggesting a correction: a link without scripts, a form with them, and nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import focused, violations, visit, wrong_by_night_and_day
from support.chosen import chosen
from support.reader_site import PERSON, reading
from support.real_site import serve
from support.shared_site import SharedSite

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module", params=chosen(["html", "dirhtml"], "html"))
def site(request: pytest.FixtureRequest, shared_site: SharedSite) -> Iterator[tuple[str, str]]:
    """The address of a site, and what the addresses of its pages end in."""
    with reading(shared_site, request.param) as found:
        yield found


def open_form(page: Page) -> None:
    page.locator(".sy-correct").focus()
    assert focused(page)["ring"]  # type: ignore[index]
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_reader_corrects_an_entry(browser: Browser, site: tuple[str, str]) -> None:
    root, end = site
    allowed = ["clipboard-read", "clipboard-write"]
    with visit(browser, root, width=390, scheme="dark", permissions=allowed) as made:
        page = made.open(f"papers/ada{end}")
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
        assert wrong_by_night_and_day(page) == []
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


def test_what_is_too_long_for_an_address_is_copied(browser: Browser, site: tuple[str, str]) -> None:
    root, end = site
    with visit(browser, root) as made:
        page = made.open(f"papers/ada{end}")
        open_form(page)
        page.get_by_label("What is wrong").select_option("abstract")
        page.get_by_label("What it should be").fill("ä" * 2000)
        expect(page.get_by_text("This is long: copy the diff, and paste it there.")).to_be_visible()
        href = page.get_by_role("link", name="Open an issue").get_attribute("href") or ""
        assert len(href) < 1000
        assert "Please%20paste%20the%20copied%20diff" in href


@pytest.mark.parametrize("site", ["html", "dirhtml"], indirect=True)
def test_a_reader_corrects_a_person_with_facts_of_the_api(
    browser: Browser, site: tuple[str, str]
) -> None:
    root, end = site
    with visit(browser, root) as made:
        page = made.open(f"people/ada-lovelace{end}")
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


def test_without_scripts_the_link_leads_to_the_editor(
    browser: Browser, site: tuple[str, str]
) -> None:
    root, end = site
    with visit(browser, root, java_script_enabled=False) as made:
        for page, href in (
            ("papers/ada", "edit/main/refs.bib#L2"),
            ("people/ada-lovelace", "edit/main/people/ada-lovelace.md"),
        ):
            link = made.open(f"{page}{end}").get_by_text("Suggest a correction")
            assert link.get_attribute("href") == f"https://github.com/ada/notes/{href}"


def test_a_mail_and_german_without_the_api(browser: Browser, shared_site: SharedSite) -> None:
    forge = "mailto:ada@example.org"
    files = {"people/ada-lovelace.md": PERSON}
    built = shared_site(files, language="de", symposium_api=False, symposium_forge=forge)
    with serve(built.outdir) as address, visit(browser, address, width=390) as made:
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
