"""Listings in a real browser: words, facets, order, addresses, files; by keyboard, phone, on paper."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from support.browser import COLOURS, MakeVisit, dress, focused, overflow, violations
from support.listing_site import SITE
from support.project import Outcome
from support.shared_site import SharedSite

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def site(shared_site: SharedSite) -> Outcome:
    return shared_site(SITE)


def listing(page: Page, name: str) -> Locator:
    return page.locator(f'[data-sy-listing="{name}"]')


def shown(one: Locator) -> list[str]:
    """Return the titles that a listing shows."""
    rows = one.locator(".sy-item-title > a, .sy-list > li > a, th[scope=row] > a")
    return [row.inner_text() for row in rows.all() if row.is_visible()]


def choose(one: Locator, facet: str, value: str) -> None:
    """Open a facet, if it is not, and choose a value."""
    opener = one.get_by_role("button", name=facet, exact=True)
    if opener.get_attribute("aria-expanded") == "false":
        opener.click()
    one.get_by_role("group", name=facet, exact=True).get_by_label(re.compile(f"^{value}")).click()


ENGINES, SIGNS, WORDS, ZEBRAS, LETTER = (
    "Notes on Engines", 'More <b>Notes</b> & "Signs"', "Compiling Größe", "Zebras of", "A Letter",
)  # fmt: skip


def test_words_are_found_without_diacritics_and_in_any_order(visiting: MakeVisit) -> None:
    with visiting() as made:
        page = made.open("two.html")
        one, other = listing(page, "listing-1"), listing(page, "other")
        one.get_by_role("searchbox").fill("bazinska GROSSE")
        assert shown(one) == [WORDS]
        assert len(shown(other)) == 5  # the other list is left alone
        expect(one.get_by_role("status")).to_have_text("1 of 5 papers.")
        headings = one.locator("h2")
        assert [h.inner_text() for h in headings.all() if h.is_visible()] == ["2020 1 of 2"]
        one.get_by_role("searchbox").fill("bnotes")
        assert shown(one) == [SIGNS]  # More <b>Notes</b>: punctuation plays no part
        one.get_by_role("searchbox").fill("groesse")
        assert shown(one) == [WORDS]
        one.get_by_role("searchbox").fill("nobody wrote this")
        expect(one.get_by_role("status")).to_have_text("No papers fit.")
        one.get_by_role("button", name="Clear").click()
        assert len(shown(one)) == 5
        assert page.evaluate("location.search") == ""
        assert focused(page)["what"].startswith("<input")  # type: ignore[index]


def test_facets_count_what_choosing_them_would_give(visiting: MakeVisit) -> None:
    with visiting() as made:
        one = listing(made.open("two.html"), "listing-1")
        choose(one, "Year", "2020")
        assert sorted(shown(one)) == sorted([SIGNS, WORDS])
        one.get_by_role("button", name="Venue", exact=True).click()
        venues = one.get_by_role("group", name="Venue", exact=True).locator("label")
        assert sorted(label.inner_text() for label in venues.all()) == [
            "Conference on Engines\n1", "Journal of Words\n1",
        ]  # fmt: skip
        choose(one, "Year", "2021")  # either year, and the venue
        choose(one, "Venue", "Journal")
        assert len(shown(one)) == 2
        one.get_by_role("button", name="Remove Year: 2021").click()
        assert shown(one) == [WORDS]


def test_an_address_brings_back_what_was_chosen_and_back_undoes_it(visiting: MakeVisit) -> None:
    with visiting() as made:
        page = made.open("two.html?keep=1")
        one, other = listing(page, "listing-1"), listing(page, "other")
        choose(one, "Venue", "Conference")
        other.get_by_role("searchbox").fill("lette")
        other.get_by_role("searchbox").fill("letter")
        expect(page).to_have_url(re.compile(r"other\.q=letter$"))  # the browser tells of it later
        address = page.url
        assert "keep=1" in address
        assert "listing-1.venue=Conference+on+Engines" in address
        again = made.open(address.removeprefix(made.root))
        assert sorted(shown(listing(again, "listing-1"))) == sorted([ENGINES, SIGNS])
        assert shown(listing(again, "other")) == [LETTER]
        page.go_back()  # all that was typed is one step
        expect(other.get_by_role("status")).to_be_empty()
        assert len(shown(one)) == 2
        page.go_back()
        expect(one.get_by_role("status")).to_be_empty()
        page.go_forward()
        expect(one.get_by_role("status")).to_have_text("2 of 5 papers.")
        hostile = "two.html?listing-1.year=1815&listing-1.sort=__proto__&other.q=%3Cimg%20src=x%3E"
        page.goto(made.root + hostile)
        assert len(shown(one)) == 5
        assert shown(other) == []
        assert one.get_by_label("Order of papers").input_value() == ""


def test_columns_are_sorted_and_say_so(visiting: MakeVisit) -> None:
    with visiting() as made:
        page = made.open("two.html")
        table = listing(page, "other")
        year = table.get_by_role("columnheader", name="Year")
        year.get_by_role("button").click()
        expect(year).to_have_attribute("aria-sort", "ascending")
        assert [one[:6] for one in shown(table)] == [
            "Notes ", "More <", "Compil", "Zebras", "A Lett",
        ]  # fmt: skip
        year.get_by_role("button").click()
        expect(year).to_have_attribute("aria-sort", "descending")
        assert shown(table)[0][:6] == "Zebras"
        assert shown(table)[-1][:6] == "A Lett"  # what has none stays last
        expect(page).to_have_url(re.compile(r"other\.sort=-year"))
        table.get_by_role("columnheader", name="Authors").get_by_role("button").click()
        assert year.get_attribute("aria-sort") is None
        assert shown(table)[0].startswith("Zebras")  # Bazińska
        order = listing(page, "listing-1").get_by_label("Order of papers")
        order.select_option("oldest")
        assert shown(listing(page, "listing-1"))[0] == ENGINES
        order.select_option("")
        assert listing(page, "listing-1").locator("h2").first.is_visible()


def test_the_bibtex_of_what_is_shown_is_cut_out_of_the_file(visiting: MakeVisit) -> None:
    with visiting() as made:
        page = made.open("two.html")
        one = listing(page, "listing-1")
        assert not one.get_by_role("button", name="BibTeX of the").is_visible()
        choose(one, "Topic", "notes")
        one.get_by_text("Export", exact=True).click()
        with page.expect_download() as download:
            one.get_by_role("button", name="BibTeX of the 2 shown").click()
        text = Path(download.value.path()).read_text(encoding="utf-8")
        assert re.findall(r"^@\w+\{([^,]*),", text, re.MULTILINE) == ["ada:2020/b", "ada2019"]
        assert download.value.suggested_filename == "two-1-shown.bib"
        with page.expect_download() as whole:
            one.get_by_role("link", name="BibTeX of 5 works").click()
        assert Path(whole.value.path()).read_text(encoding="utf-8").count("\n}\n") == 5


def test_a_keyboard_is_enough(visiting: MakeVisit) -> None:
    with visiting() as made:
        page = made.open("papers/index.html")
        field = page.get_by_role("searchbox", name="Filter works")
        field.focus()
        page.keyboard.press("Tab")
        found = focused(page)
        assert found
        assert found["ring"]
        page.keyboard.press("Enter")  # opens the first facet
        expect(page.get_by_role("group", name="Year", exact=True)).to_be_visible()
        page.keyboard.press("Tab")  # what it opens comes next, not the other facets
        assert "checkbox" in str(focused(page))
        page.keyboard.press("Space")
        expect(page.locator(".sy-listed-status")).to_have_text("2 of 6 works.")
        page.keyboard.press("Escape")
        expect(page.get_by_role("group", name="Year", exact=True)).to_be_hidden()
        assert page.evaluate("document.activeElement.textContent") == "Year"


def test_a_phone_has_room_for_all_and_nobody_is_left_out(visiting: MakeVisit) -> None:
    with visiting(**PHONE) as made:
        page = made.open("two.html?listing-1.year=2020&other.sort=year")
        listing(page, "listing-1").get_by_role("button", name="Topic", exact=True).tap()
        assert overflow(page) == []
        assert violations(page) == []
        dress(page, 390, "dark")
        assert violations(page, *COLOURS) == []
        sizes = page.evaluate(
            "[...document.querySelectorAll('.sy-listed :is(button, select, input[type=search], label)')]"
            ".filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().height)"
        )
        assert min(sizes) >= 24
        page.set_viewport_size({"width": 320, "height": 700})
        assert overflow(page) == []


def test_without_a_script_all_is_there(visiting: MakeVisit) -> None:
    with visiting(java_script_enabled=False) as made:
        page = made.open("two.html?listing-1.year=2020")
        assert len(shown(listing(page, "listing-1"))) == 5
        assert page.locator(".sy-listed-files > a[download]").count() == 2
        assert page.locator("[data-sy-listing] :is(button, input, select)").count() == 0
