"""Search in a built site: which index it has, and our own index in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import (
    MakeVisit,
    dress,
    in_context,
    overflow,
    ready,
    type_in,
    violations,
    visit,
)
from support.palette_site import FILES, HOSTILE
from support.project import MakeProject, Outcome
from support.search_reader import Reader
from support.shared_site import SharedSite
from symposium.sphinxext.search import has_index


def index_of(outdir: Path) -> Reader:
    files = (path for path in (outdir / "search").rglob("*.bin"))
    return Reader((path.relative_to(outdir).as_posix(), path.read_bytes()) for path in files)


# Which index


SMALL = {
    "refs.bib": "@book{one, author = {Smith, John}, title = {Odd Keys Considered}, year = 2019}\n"
}


def test_every_site_has_the_same_index_unless_it_has_none(project: MakeProject):
    made = project(SMALL)
    built = made.build(symposium_search="auto")
    assert re.findall('data-index="(.*?)"', built.html("search")) == ["search/root.bin"]
    assert (built.outdir / "search" / "root.bin").is_file()
    assert has_index(made.build("dummy", symposium_search="pagefind").app)
    built = made.build(symposium_search="0")  # as the command line gives it
    assert built.app.config.symposium_search is False
    assert "data-index" not in built.html("search")
    assert not [path for path in built.files() if path.startswith("search/")]


def test_a_changed_title_is_found_and_the_old_one_is_not(project: MakeProject):
    made = project(SMALL)
    built = made.build(symposium_search="shards")
    assert index_of(built.outdir).search("considered")
    made.write({"refs.bib": SMALL["refs.bib"].replace("Considered", "Rethought")})
    built = made.build(symposium_search="shards")
    assert not index_of(built.outdir).search("considered")
    assert index_of(built.outdir).search("rethought")
    fresh = made.build(symposium_search="shards", out="fresh")
    assert {path: data for path, data in built.files().items() if path.startswith("search/")} == {
        path: data for path, data in fresh.files().items() if path.startswith("search/")
    }


def test_other_pages_are_found_by_title_unless_they_say_otherwise(project: MakeProject):
    files = {
        "guide.md": "---\norphan:\n---\n# How to *Begin*\n\n% hushed\n\nUse **umbrellas**.\n",
        "secret.md": "---\norphan:\nnosearch:\n---\n# Begin in Secret\n",
        "people/jane-doe.md": "---\nname: Jane Doe\nnosearch: true\n---\n",
    }
    built = project(files).build(symposium_search="shards")
    found = index_of(built.outdir)
    assert found.titles(found.search("begin")) == ["How to Begin"]
    assert found.titles(found.search("umbrellas", text=True)) == ["How to Begin"]
    assert not found.search("hushed", text=True)
    assert not found.search("doe")


# In the browser


@pytest.fixture(scope="module")
def site(shared_site: SharedSite) -> Outcome:
    return shared_site(FILES, symposium_search="auto")


def titles(page: Page) -> list[str]:
    ready(page)
    expect(page.locator("#sy-search-status")).to_have_text(re.compile("results?$|Nothing found"))
    return page.locator(".sy-result-title").all_inner_texts()


FAST = "Fast Reading of $O(n^2)$ Slow Books"


FOUND = (
    ("bazinska", "Julia Bazińska"),
    ("BAZIŃSKA", "Julia Bazińska"),
    ("grosse", "Karl Größe"),
    ("größ", "Karl Größe"),
    ("uber", "Über die Größe"),
    ("doe 2020", FAST),
    ("doe fast rea", FAST),
    ("the reading of slow books", FAST),
    ("jok 2018", "Journal of Keys"),
    ("10.1145/3458817.3476181", HOSTILE.replace("\\", "")),
    ("https://doi.org/10.1145%2F3458817.3476181", HOSTILE.replace("\\", "")),
    ("https://arxiv.org/abs/2101.08734v3", HOSTILE.replace("\\", "")),
    ("smith:a/b.c+d", "Odd Keys Considered"),
    ("doe2020fast", FAST),
    ("preemptible volunteers", HOSTILE.replace("\\", "")),
    ("the meeting", "The Meeting"),
    ("reading", FAST),  # before the topic of that name
    ("2019", "2019"),
)


@pytest.mark.browser
def test_queries_find_first_what_they_mean(visiting: MakeVisit):
    with visiting() as made:
        page = made.open("search.html")
        box = page.get_by_role("searchbox", name=re.compile("Names"))
        found = []
        for query, _ in FOUND:
            type_in(box, query)
            expect(page).to_have_url(re.compile(re.escape(urlencode({"q": query})) + "$"))
            found.append((query, titles(page)[0]))
        assert found == list(FOUND)


@pytest.mark.browser
def test_a_first_search_asks_for_one_script_and_few_files(root: str, browser: Browser):
    with visit(browser, root) as made:
        asked: list[str] = []
        made.context.on("request", lambda one: asked.append(one.url.removeprefix(made.root)))
        page = ready(made.open("search.html?q=reading"))
        expect(page.locator(".sy-result-title").first).to_be_visible()
    scripts = [one for one in asked if re.match(r"_static/symposium-[\w-]+\.js", one)]
    assert sum("symposium-search" in one or "symposium-index" in one for one in scripts) == 1
    assert len([one for one in asked if one.startswith("search/")]) <= 11


@pytest.mark.browser
def test_a_hostile_title_is_shown_as_it_is_and_does_not_run(visiting: MakeVisit):
    with visiting() as made:
        page = made.open("search.html?q=hostile2017")
        assert titles(page) == [HOSTILE.replace("\\", "")]
        results = page.locator("#sy-search-results")
        assert results.locator("img, script, b").count() == 0
        expect(results.locator(".sy-result-line").first).to_contain_text("<b>Eve</b> Evil")
        results.locator(".sy-result-title").click()
        page.wait_for_url("**/papers/hostile2017.html")


@pytest.mark.browser
def test_a_result_shows_where_its_words_are_and_says_which_it_lacks(visiting: MakeVisit):
    with visiting() as made:
        page = made.open("search.html?q=volunteer machine")
        excerpt = page.locator(".sy-result", has_text=HOSTILE.replace("\\", "")).locator(
            ".sy-result-excerpt"
        )
        expect(excerpt).to_have_text("Preemptible machines of volunteers.")
        assert excerpt.locator("mark").all_inner_texts() == ["machines", "volunteers"]
        type_in(page.get_by_role("searchbox", name=re.compile("Names")), "odd keys volunteers")
        keys = page.get_by_role("listitem").filter(has_text="Odd Keys Considered")
        expect(keys.get_by_text("Without: volunteers", exact=True)).to_be_visible()
        assert violations(page) == []


@pytest.mark.browser
def test_results_stand_in_groups_and_a_group_can_be_opened(visiting: MakeVisit):
    with visiting() as made:
        page = made.open("search.html?q=many")
        status = page.locator("#sy-search-status")
        expect(status).to_have_text("27 results")  # with "Mel Many" and "A Book of Many"
        headings = page.locator(".sy-result-group > h2")
        assert headings.all_inner_texts() == ["People 1", "Papers 26"]
        assert len(titles(page)) == 3
        page.get_by_role("link", name="All 26 papers").click()
        expect(page).to_have_url(re.compile(r"\?q=many&kind=paper$"))
        expect(status).to_have_text("26 results")
        expect(page.locator(".sy-result-title")).to_have_count(20)
        expect(page.locator(".sy-result-title").first).to_be_focused()
        more = page.get_by_role("button", name="More results")
        more.click()
        expect(page.locator(".sy-result")).to_have_count(26)
        expect(more).to_have_count(0)
        expect(page.locator(".sy-result-title").nth(20)).to_be_focused()
        page.go_back()
        expect(status).to_have_text("27 results")


@pytest.mark.browser
def test_filters_narrow_and_the_address_has_them(visiting: MakeVisit):
    with visiting() as made:
        page = made.open("search.html?q=many")
        status = page.locator("#sy-search-status")
        show = page.get_by_role("group", name="Year").get_by_role("button", name="Show all")
        show.click()
        page.get_by_role("checkbox", name=re.compile("^2003")).check()
        expect(status).to_have_text("1 result")
        expect(page).to_have_url(re.compile(r"\?q=many&year=2003$"))
        expect(page.get_by_role("checkbox", name=re.compile("^2003"))).to_be_focused()
        page.get_by_role("checkbox", name=re.compile("^2004")).check()
        expect(status).to_have_text("2 results")
        assert titles(page) == ["Number 14 of Many", "Number 13 of Many"]
        page.reload()
        expect(status).to_have_text("2 results")
        expect(page.get_by_role("checkbox", name=re.compile("^2004"))).to_be_checked()
        page.go_back()
        expect(status).to_have_text("1 result")


EDGES = """() => [document.activeElement.getBoundingClientRect().bottom,
  document.getElementById("sy-search-back").getBoundingClientRect().top]"""


@pytest.mark.browser
def test_on_a_phone_filters_are_a_sheet_over_what_they_leave(visiting: MakeVisit):
    with visiting(width=390, has_touch=True, is_mobile=True) as made:
        page = made.open("search.html?q=many")
        sheet = page.get_by_role("region", name="Filters")
        expect(sheet).to_be_hidden()
        opener = page.get_by_role("button", name="Filter and sort", exact=True)
        opener.tap()
        expect(sheet.get_by_label("Sort by")).to_be_visible()
        page.get_by_role("checkbox", name=re.compile("^2010")).tap()
        button = page.get_by_role("button", name="Show 1 result", exact=True)
        expect(button).to_be_in_viewport(ratio=1)  # however long the filters are
        page.get_by_role("checkbox").filter(visible=True).last.focus()
        below, above = page.evaluate(EDGES)
        assert below <= above
        button.tap()
        expect(sheet).to_be_hidden()
        expect(page.get_by_role("button", name="Filter and sort (1)")).to_be_focused()
        expect(page.locator(".sy-result-title")).to_be_in_viewport()
    with visiting() as made:
        page = made.open("search.html?q=many")
        expect(page.locator(".sy-result-title").first).to_be_visible()
        expect(page.locator("#sy-search-back")).to_be_hidden()
        expect(page.locator("#sy-search-filter")).to_be_hidden()


@pytest.mark.browser
def test_the_next_stop_of_the_keyboard_after_the_field_is_the_first_result(visiting: MakeVisit):
    with visiting() as made:
        page = made.open("search.html?q=many")
        first = page.locator(".sy-result-title").first
        expect(first).to_be_visible()
        expect(page.get_by_role("checkbox", name=re.compile("^Papers"))).to_be_visible()
        page.get_by_role("searchbox", name=re.compile("Names")).press("Tab")
        expect(first).to_be_focused()
        last = page.locator("#sy-search-results a").last
        last.press("Tab")
        expect(page.get_by_label("Sort by")).to_be_focused()


@pytest.mark.browser
def test_what_is_chosen_can_be_taken_back(visiting: MakeVisit):
    with visiting() as made:
        page = made.open("search.html?q=many&year=2003&year=2004&kind=paper")
        chosen = page.get_by_role("list", name="Chosen filters")
        expect(chosen.get_by_role("button")).to_have_count(4)
        chosen.get_by_role("button", name="Remove filter Year: 2003").click()
        expect(page.locator("#sy-search-status")).to_have_text("1 result")
        expect(chosen.get_by_role("button").nth(1)).to_be_focused()
        chosen.get_by_role("button", name="Clear all").click()
        expect(page.locator("#sy-search-status")).to_have_text("27 results")
        expect(chosen).to_be_hidden()
        expect(page.locator("#sy-search-input")).to_be_focused()
        expect(page).to_have_url(re.compile(r"\?q=many$"))


@pytest.mark.browser
def test_results_are_sorted_by_year(visiting: MakeVisit):
    with visiting() as made:
        page = made.open("search.html?q=many&kind=paper")
        page.get_by_label("Sort by").select_option("oldest")
        expect(page).to_have_url(re.compile("&sort=oldest$"))
        expect(page.locator(".sy-result-title").first).to_have_text("Number 0 of Many")
        page.get_by_label("Sort by").select_option("newest")
        expect(page.locator(".sy-result-title").first).to_have_text("Number 24 of Many")
        page.get_by_label("Sort by").select_option("relevance")
        expect(page).to_have_url(re.compile("kind=paper$"))


@pytest.mark.browser
def test_what_is_not_there_is_said_not_to_be_there(visiting: MakeVisit):
    with visiting() as made:
        page = made.open("search.html")
        box = page.get_by_role("searchbox", name=re.compile("Names"))
        for query in ("xyzzy", "&&&", "10.1/xyzzy", "%", "\\", "="):
            type_in(box, "doe")
            expect(page.locator(".sy-result").first).to_be_visible()
            type_in(box, query)
            expect(page.locator("#sy-search-status")).to_have_text("Nothing found.")
        hints = page.locator("#sy-search-fewer")
        expect(hints).to_contain_text("Use fewer words")
        lists = page.locator("#sy-search-fallback")
        expect(lists.get_by_role("link", name="Years")).to_be_visible()
        box.fill("many xyzzy")
        expect(page.get_by_role("status").get_by_text("Left out: “xyzzy”")).to_be_visible()


@pytest.mark.browser
def test_the_search_page_fits_and_everybody_can_read_it(visiting: MakeVisit):
    with visiting() as made:
        page = made.open("search.html?q=reading&kind=paper&kind=topic&kind=event")
        assert titles(page)
        boxes = page.get_by_role("checkbox")
        dress(page, 1280, "light")
        expect(page.get_by_role("checkbox", name=re.compile("^Papers"))).to_be_visible()
        assert overflow(page) == []
        assert violations(page) == []
        dress(page, 390, "dark")
        expect(boxes.filter(visible=True)).to_have_count(0)
        assert overflow(page) == []
        page.get_by_role("button", name="Filter and sort").click()
        expect(page.get_by_role("checkbox", name=re.compile("^Papers"))).to_be_visible()
        assert overflow(page) == []
        assert violations(page) == []


@pytest.mark.browser
def test_a_file_of_the_index_that_is_lost_is_asked_for_again(visiting: MakeVisit):
    with visiting() as made:
        made.context.route("**/search/records/*/*", lambda route: route.abort(), times=1)
        page = made.open("search.html?q=many")
        expect(page.locator("#sy-search-status")).to_have_text("27 results")
        expect(page.get_by_role("checkbox", name=re.compile("^Papers"))).to_be_visible()
        made.errors.clear()  # the lost file


@pytest.mark.browser
def test_an_index_that_cannot_be_had_leaves_the_lists(visiting: MakeVisit):
    with visiting() as made:
        made.context.route("**/search/root.bin", lambda route: route.fulfill(status=200, body="no"))
        page = made.open("search.html?q=reading")
        expect(page.locator("#sy-search-fallback")).to_be_visible()
        expect(page.locator("#sy-search-why")).to_contain_text("could not be loaded")
        expect(page.locator(".sy-result")).to_have_count(0)


@pytest.mark.browser
def test_a_server_that_names_the_compression_does_no_harm(visiting: MakeVisit, site: Outcome):
    def named(route):
        path = site.outdir / "search" / route.request.url.partition("/search/")[2].partition("?")[0]
        route.fulfill(body=path.read_bytes(), headers={"content-encoding": "gzip"})

    with visiting() as made:
        made.context.route("**/search/**/*.bin*", named)
        page = made.open("search.html?q=bazinska")
        assert titles(page)[0] == "Julia Bazińska"


@pytest.mark.browser
def test_a_page_that_is_opened_as_a_file_says_what_is_missing(site: Outcome, browser: Browser):
    with in_context(browser) as context:
        page = context.new_page()
        page.goto((site.outdir / "search.html").as_uri())
        expect(page.locator("#sy-search-why")).to_contain_text("needs a web server")
        lists = page.locator("#sy-search-fallback")
        expect(lists.get_by_role("link", name="People")).to_be_visible()


@pytest.mark.browser
def test_without_scripts_the_page_says_why_it_does_not_search(root: str, browser: Browser):
    with visit(browser, root, java_script_enabled=False) as made:
        page = made.open("search.html?q=doe")
        expect(page.get_by_text("Searching needs JavaScript")).to_be_visible()
        expect(page.locator(".sy-search-form")).to_be_hidden()
        for name in ("People", "Papers", "Events", "Topics", "Venues", "Years"):
            expect(
                page.locator("#sy-search-fallback").get_by_role("link", name=name)
            ).to_be_visible()
        made.errors.clear()  # after some seconds: the index was preloaded and nobody has used it
