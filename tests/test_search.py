"""Search in a built site: which index it has, and our own index in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest
from browser import Visit, chromium, overflow, violations, visit
from conftest import MakeProject, Project
from playwright.sync_api import Page, expect
from real_site import serve
from search_reader import Reader
from sites import SITE
from sphinx.errors import ConfigError
from symposium.export.search_terms import words
from symposium.model.names import LETTERS
from symposium.sphinxext import search

MakeVisit = Callable[..., AbstractContextManager[Visit]]

HOSTILE = r"<img src=x onerror=fail()> <script>fail()</script> \& Co."
REFS = SITE["refs.bib"] + rf"""
@article{{hostile2017,
  author = {{Evil, <b>Eve</b>}}, title = {{{HOSTILE}}}, year = 2017, doi = {{10.1145/3458817.3476181}},
  eprint = {{2101.08734}}, eprinttype = {{arxiv}},
  abstract = {{Preemptible machines of volunteers.}}
}}
""" + "".join(
    f"@article{{many{n}, author = {{Many, Mel}}, title = {{Number {n} of Many}}, year = {1990 + n}}}\n"
    for n in range(25)
)  # fmt: skip


def index_of(outdir: Path) -> Reader:
    files = (path for path in (outdir / "search").rglob("*.bin"))
    return Reader((path.relative_to(outdir).as_posix(), path.read_bytes()) for path in files)


# Which index


def test_a_small_site_has_pagefind_and_a_large_one_shards(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
):
    made = project(SITE)
    monkeypatch.setattr(search, "MOST", 4)
    engines = []
    for works in (4, 5):
        more = "@misc{more, title = {More}, author = {A. Doe}, year = 2020}\n" * (works - 4)
        made.write({"refs.bib": SITE["refs.bib"] + more})
        built = made.build(symposium_search="auto")
        page = built.html("search")
        engines.append(re.findall('data-engine="(.*?)" data-index="(.*?)"', page))
        assert (built.outdir / "pagefind" / "pagefind.js").exists() == (works == 4)
        assert (built.outdir / "search" / "root.bin").exists()
        assert (built.outdir / "search" / "text.bin").exists() == (works == 5)
    assert engines == [[("pagefind", "pagefind/pagefind.js")], [("shards", "search/root.bin")]]
    built = made.build(symposium_search=False)
    assert "data-engine" not in built.html("search")
    assert not [path for path in built.files() if path.startswith(("pagefind/", "search/"))]


def test_the_command_line_switches_it_off(project: MakeProject):
    built = project(SITE).build(symposium_search="0")
    assert built.app.config.symposium_search is False
    assert "data-engine" not in built.html("search")


@pytest.mark.parametrize("value", [True, "auto", "pagefind"])
def test_what_else_means_pagefind(project: MakeProject, value: object):
    built = project(SITE).build(symposium_search=value)
    assert (built.outdir / "pagefind" / "pagefind.js").exists()


def test_another_word_for_an_index_is_refused(project: MakeProject):
    with pytest.raises(ConfigError, match=r"'lunr' is no search index: write .auto., "):
        project(SITE).build(symposium_search="lunr")


def test_a_changed_title_is_found_and_the_old_one_is_not(project: MakeProject):
    made = project(SITE)
    built = made.build(symposium_search="shards")
    assert index_of(built.outdir).search("considered")
    made.write({"refs.bib": SITE["refs.bib"].replace("Odd Keys Considered", "Odd Keys Rethought")})
    built = made.build(symposium_search="shards")
    assert not index_of(built.outdir).search("considered")
    assert index_of(built.outdir).search("rethought")
    fresh = made.build(symposium_search="shards", out="fresh")
    assert {path: data for path, data in built.files().items() if path.startswith("search/")} == {
        path: data for path, data in fresh.files().items() if path.startswith("search/")
    }


def test_other_pages_are_found_by_title_unless_they_say_otherwise(project: MakeProject):
    files = {
        "guide.md": "---\norphan:\n---\n# How to *Begin*\n",
        "secret.md": "---\norphan:\nnosearch:\n---\n# Begin in Secret\n",
        "people/jane-doe.md": "---\nname: Jane Doe\nnosearch: true\n---\n",
    }
    built = project(files).build(symposium_search="shards")
    found = index_of(built.outdir)
    assert found.titles(found.search("begin")) == ["How to Begin"]
    assert not found.search("doe")


# In the browser


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = Project(tmp_path_factory.mktemp("search") / "project")
    conf = (
        'project = "Test"\nauthor = "S"\nextensions = ["symposium"]\nsymposium_search = "shards"\n'
    )
    made.write({"conf.py": conf, "index.md": "# Home\n", **SITE, "refs.bib": REFS})
    return made.build(parallel=0).outdir


@pytest.fixture(scope="module")
def visiting(site: Path) -> Iterator[MakeVisit]:
    with serve(site) as root, chromium() as browser:
        yield partial(visit, browser, root)


def titles(page: Page) -> list[str]:
    expect(page.locator("#sy-search-status")).not_to_have_text("")
    if page.locator("#sy-search-status").inner_text() == "Nothing found.":
        return []
    links = page.locator("#sy-search-results > li > a")
    expect(links.first).to_be_visible()
    return links.all_inner_texts()


FAST = "Fast Reading of $O(n^2)$ Slow Books"


@pytest.mark.browser
@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("bazinska", "Julia Bazińska"),
        ("BAZIŃSKA", "Julia Bazińska"),
        ("grosse", "Karl Größe"),
        ("größ", "Karl Größe"),
        ("uber", "Über die Größe"),
        ("doe 2020", FAST),
        ("doe fast rea", FAST),
        ("the reading of slow books", FAST),
        ("jok 2018", "Über die Größe"),
        ("10.1145/3458817.3476181", HOSTILE.replace("\\", "")),
        ("https://doi.org/10.1145%2F3458817.3476181", HOSTILE.replace("\\", "")),
        ("https://arxiv.org/abs/2101.08734v3", HOSTILE.replace("\\", "")),
        ("smith:a/b.c+d", "Odd Keys Considered"),
        ("doe2020fast", FAST),
        ("preemptible volunteers", HOSTILE.replace("\\", "")),
        ("the meeting", "The Meeting"),
        ("on reading", "On Reading"),
        ("reading", "Reading"),
        ("2019", "2019"),
    ],
)
def test_a_query_finds_first(visiting: MakeVisit, query: str, first: str):
    with visiting() as made:
        page = made.open("search.html")
        page.get_by_role("searchbox", name=re.compile("Names")).fill(query)
        assert titles(page)[0] == first


TEXTS = (
    "Julia Bazińska, Øyvind Łukasz Größe & O’Neil-Smith",
    "ﬁne e\u0301te\u0301 ÉTÉ İstanbul ΣΊΣΥΦΟΣ ẞ ı Ħ ŋ ə ﷺ Ǆ",
    "𝐀ttention ℋ ² ½ Ⅳ ｆｕｌｌ １２",
    "模型 model モデル ガ 모델 เครื่องมือ हिन्दी العَرَبِيَّة עִבְרִית",
    "snake_case a--b 10.1145/3458817 C++ \u200d \u00ad 👩‍🔬 " + "ab" * 40,
)


@pytest.mark.browser
@pytest.mark.parametrize("text", TEXTS)
def test_the_browser_folds_and_splits_as_the_build_does(visiting: MakeVisit, text: str):
    with visiting() as made:
        found = made.open("search.html").evaluate(
            """async ([text, letters]) => {
              const { words } = await import("./_static/symposium-search-terms.js");
              return words(text, { ...letters, "ς": "σ" });
            }""",
            [text, LETTERS],
        )
    assert found == words(text)


@pytest.mark.browser
def test_a_hostile_title_is_shown_as_it_is_and_does_not_run(visiting: MakeVisit):
    with visiting() as made:
        page = made.open("search.html?q=hostile2017")
        assert titles(page) == [HOSTILE.replace("\\", "")]
        assert (
            page.locator(
                "#sy-search-results img, #sy-search-results script, #sy-search-results b"
            ).count()
            == 0
        )
        expect(page.locator("#sy-search-results p")).to_have_text("<b>Eve</b> Evil · arXiv")
        page.locator("#sy-search-results > li > a").click()
        page.wait_for_url("**/papers/hostile2017.html")


@pytest.mark.browser
def test_results_appear_while_a_name_is_typed(visiting: MakeVisit):
    with visiting() as made:
        page = made.open("search.html")
        page.get_by_role("searchbox", name=re.compile("Names")).press_sequentially("bazi")
        assert titles(page)[0] == "Julia Bazińska"
        assert page.url.endswith("?q=bazi")


@pytest.mark.browser
def test_facets_narrow_and_more_results_follow(visiting: MakeVisit):
    with visiting() as made:
        page = made.open("search.html?q=many")
        status = page.locator("#sy-search-status")
        expect(status).to_have_text("27 results")  # with "Mel Many" and "A Book of Many"
        assert len(titles(page)) == 10
        more = page.get_by_role("button", name="More results")
        more.click()
        more.click()
        expect(page.locator("#sy-search-results > li")).to_have_count(27)
        expect(more).to_be_hidden()
        page.get_by_role("checkbox", name=re.compile("^2003")).check()
        expect(status).to_have_text("1 result")
        expect(page).to_have_url(re.compile(r"\?q=many&year=2003$"))
        page.get_by_role("checkbox", name=re.compile("^2004")).check()
        expect(status).to_have_text("2 results")
        assert titles(page) == ["Number 14 of Many", "Number 13 of Many"]
        page.reload()
        expect(status).to_have_text("2 results")
        expect(page.get_by_role("checkbox", name=re.compile("^2004"))).to_be_checked()
        page.go_back()
        expect(status).to_have_text("1 result")


@pytest.mark.browser
@pytest.mark.parametrize("query", ["xyzzy", "many xyzzy", "&&&", "10.1/none", "%", "\\", "="])
def test_what_is_not_there_is_said_not_to_be_there(visiting: MakeVisit, query: str):
    with visiting() as made:
        page = made.open("search.html")
        page.get_by_role("searchbox", name=re.compile("Names")).fill(query)
        expect(page.locator("#sy-search-status")).to_have_text("Nothing found.")


@pytest.mark.browser
def test_the_search_page_fits_and_everybody_can_read_it(visiting: MakeVisit):
    with visiting(width=390) as made:
        page = made.open("search.html?q=reading")
        assert titles(page)
        assert overflow(page) == []
        assert violations(page) == []


@pytest.mark.browser
def test_the_box_of_the_header_leads_to_the_results(visiting: MakeVisit):
    with visiting() as made:
        page = made.open("people/jane-doe.html")
        box = page.locator("header .sy-search-box input").first
        box.fill("bazinska")
        box.press("Enter")
        page.wait_for_url("**/search.html?q=bazinska")
        assert titles(page)[0] == "Julia Bazińska"


@pytest.mark.browser
def test_an_index_that_cannot_be_had_leaves_the_lists(visiting: MakeVisit):
    with visiting() as made:
        made.context.route("**/search/root.bin", lambda route: route.fulfill(status=200, body="no"))
        page = made.open("search.html?q=reading")
        expect(page.locator("#sy-search-fallback")).to_be_visible()
        expect(page.locator("#sy-search-results > li")).to_have_count(0)


@pytest.mark.browser
def test_a_server_that_names_the_compression_does_no_harm(visiting: MakeVisit, site: Path):
    def named(route):
        path = site / "search" / route.request.url.partition("/search/")[2].partition("?")[0]
        route.fulfill(body=path.read_bytes(), headers={"content-encoding": "gzip"})

    with visiting() as made:
        made.context.route("**/search/**/*.bin*", named)
        page = made.open("search.html?q=bazinska")
        assert titles(page)[0] == "Julia Bazińska"
