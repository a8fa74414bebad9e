"""Names by our own index and full text by Pagefind, as one: in a real browser."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from support.browser import visit
from support.builds import clean, differences
from support.project import MakeProject, Project
from support.real_site import serve
from support.search_reader import Reader, unpacked
from support.sites import SITE
from symposium.export.pagefind_pages import MARK
from symposium.sphinxext import search

REFS = (
    SITE["refs.bib"]
    + """
@article{tides2017,
  author = {Roth, Zo{\\"e}}, title = {Tides}, year = 2017, journal = {Waters},
  abstract = {Volunteers & <b>hammocks</b> were preempted.}
}
"""
)
FILES = {
    **SITE,
    "refs.bib": REFS,
    "guide.md": "---\norphan:\n---\n# How to Begin\n\nTake your umbrella along.\n",
    "secret.md": "---\norphan:\nnosearch:\n---\n# Secret\n\nNo umbrella.\n",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = Project(tmp_path_factory.mktemp("search") / "project")
    conf = 'project = "Test"\nauthor = "S"\nextensions = ["symposium"]\nsymposium_site = True\nsymposium_search = "auto"\n'
    made.write({"conf.py": conf, "index.md": "# Home\n", **FILES})
    return made.build(parallel=0).outdir


@pytest.fixture(scope="module")
def page(site: Path, browser: Browser) -> Iterator[Page]:
    with serve(site) as root, visit(browser, root) as made:
        yield made.open("search.html")


def ask(page: Page, query: str, **options: Any) -> Any:
    return page.evaluate(
        """async ([query, options]) => {
          const { open } = await import("./_static/symposium-index.js");
          const address = new URL("search/root.bin", location.href);
          const index = await open(address, { engine: "pagefind" });
          const { total, kinds, corrected, facets, load } = await index.search(query, options);
          const results = await load(0, 10);
          return { total, kinds, corrected, results, facets: await facets() };
        }""",
        [query, options],
    )


def titles(answer: Any) -> list[str]:
    return [result["title"] for result in answer["results"]]


def test_the_table_tells_the_record_of_each_page(site: Path):
    files = (path for path in (site / "search").rglob("*.bin"))
    found = Reader((path.relative_to(site).as_posix(), path.read_bytes()) for path in files)
    table = unpacked((site / "pagefind" / "pages.bin").read_bytes())
    assert table["digest"] == found.root["digest"]
    named = {}
    for path in (site / "pagefind" / "fragment").iterdir():
        data = json.loads(gzip.decompress(path.read_bytes())[len(MARK) :])
        named[path.stem] = data["meta"]["title"]
    assert set(filter(None, table["pages"])) == set(named), (
        "every page that is indexed has a record"
    )
    for number, name in enumerate(table["pages"]):
        if name:
            assert re.sub(r"[$^]", "", found.row(number)[0]) == named[name]


@pytest.mark.browser
def test_names_and_full_text_are_found_as_one(page: Page):
    answer = ask(page, "hammocks")
    assert titles(answer) == ["Tides"]
    (tides,) = answer["results"]
    assert (tides["kind"], tides["year"], tides["venue"]) == ("paper", "2017", "Waters")
    assert "".join(part["text"] for part in tides["parts"]).count("<b>hammocks</b>") == 1
    assert [part["text"] for part in tides["parts"] if part.get("mark")]
    assert answer["facets"]["venue"] == [["Waters", 1]]
    named = ask(page, "tides")
    assert (named["results"][0]["title"], named["results"][0]["parts"]) == ("Tides", [])
    assert titles(ask(page, "umbrella")) == ["How to Begin"]
    assert titles(ask(page, '"umbrella along"')) == ["How to Begin"]
    assert titles(ask(page, '"along umbrella"')) == []


@pytest.mark.browser
def test_a_name_is_found_where_it_is_told_of_and_not_in_lists(page: Page):
    answer = ask(page, "bazinska")
    found = [(result["kind"], result["title"]) for result in answer["results"]]
    assert found[0] == ("person", "Julia Bazińska")
    assert sorted(found[1:]) == [
        ("paper", "Fast Reading of $O(n^2)$ Slow Books"),
        ("topic", "Reading"),
    ]
    assert answer["facets"]["kind"] == [["paper", 1], ["person", 1], ["topic", 1]]
    for shared in ("printed names alone", "cited here", "bibtex"):
        assert ask(page, shared)["total"] == 0, "many pages have it"


@pytest.mark.browser
def test_filters_and_order_hold_for_full_text_too(page: Page):
    assert ask(page, "hammocks", filters={"year": ["2016"]})["total"] == 0
    assert ask(page, "hammocks", filters={"venue": ["Waters"]})["total"] == 1
    assert ask(page, "hammocks", text=False)["total"] == 0


@pytest.mark.browser
def test_words_are_left_out_of_full_text_too(page: Page):
    assert titles(ask(page, "volunteers")) == ["Tides"]
    for query in ("volunteers -hammocks", 'volunteers NOT "were preempted"'):
        assert titles(ask(page, query)) == [], query
    assert titles(ask(page, 'volunteers -"preempted were"')) == ["Tides"]
    assert set(titles(ask(page, "hammocks OR umbrella"))) == {"Tides", "How to Begin"}
    (either,) = ask(page, "hammocks OR qqqq")["results"]
    assert [part["text"] for part in either["parts"] if part.get("mark")] == ["<b>hammocks</b>"]
    assert titles(ask(page, "title:hammocks")) == []


@pytest.mark.browser
def test_a_slip_is_forgiven_unless_the_word_is_on_a_page(page: Page):
    answer = ask(page, "bazinksa")
    assert titles(answer)[0] == "Julia Bazińska"
    assert answer["corrected"] == [["bazinksa", "bazinska"]]
    assert ask(page, "umbrella")["corrected"] == []
    assert titles(ask(page, "umbrellaed")) == ["How to Begin"]
    assert titles(ask(page, "uqqqqqq")) == [], "a word is not found by its first letter"


@pytest.mark.browser
def test_names_are_found_where_full_text_cannot_be_had(site: Path, browser: Browser):
    with serve(site) as root, visit(browser, root) as made:
        made.context.route("**/pagefind/**", lambda route: route.abort())
        found = made.open("search.html")
        assert titles(ask(found, "bazinska"))[0] == "Julia Bazińska"
        assert titles(ask(found, "bazinksa"))[0] == "Julia Bazińska"
        assert titles(ask(found, "hammocks")) == []
        made.errors.clear()  # those of what was not let through


def test_a_record_more_makes_the_table_anew(project: MakeProject, monkeypatch: pytest.MonkeyPatch):
    made = project(SITE, 'html_theme = "basic"\nsymposium_search = "pagefind"\n')
    made.build()
    made.write({"refs.bib": REFS})
    assert differences(made.build().files(), clean(made)) == []
    monkeypatch.setattr(search, "pagefind_files", lambda _: pytest.fail("it is made again"))
    assert made.build().warnings == ""
