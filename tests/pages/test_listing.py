"""Listings: what a page shows of a selection, its file, and what is wrong with one."""

from __future__ import annotations

import json
import re

import pytest
from support.listing_site import SITE
from support.markup import read_page
from support.project import CONF, Built, MakeProject, Outcome, Project
from support.shared_site import SharedSite
from symposium.kinds.paper import Paper
from symposium.kinds.records import Records
from symposium.knowledge import KnowledgeBase, build
from symposium.pages.citing.bibtex import shown_entry
from symposium.pages.listings.derived import LARGEST, MOST_VALUES, facets_of, works_listed
from symposium.pages.small_texts import json_in_html
from symposium.reading.bibtex_reader import parse
from symposium.reading.folder import read_project

RE_DATA = re.compile(r'<script type="application/json">(.*?)</script>')


@pytest.fixture(scope="module")
def built(shared_site: SharedSite) -> Outcome:
    """A project with listings of every kind and view."""
    return shared_site(SITE)


@pytest.fixture(scope="module")
def kb(built: Outcome) -> KnowledgeBase:
    """What the project knows."""
    return build(read_project(built.outdir.parents[1])[0])[0]


def listings(built: Outcome, page: str = "lists") -> list[str]:
    """Return the HTML of each listing of a page."""
    return built.html(page).split('<div class="sy-section sy-listing">')[1:]


def links(html: str) -> list[str]:
    """Return where the titles of a listing lead."""
    return re.findall(r'(?:title"|<li|scope="row"[^>]*)><a href="([^"#]*)"', html)


def keys(built: Outcome, path: str) -> list[str]:
    """Return the keys of a bibliography of the site, which must be sound."""
    text = (built.outdir / "listings" / path).read_text(encoding="utf-8")
    return re.findall(r"^@\w+\{([^,]*),", text, re.MULTILINE)


class TestViews:
    def test_a_build_with_listings_of_all_kinds_has_nothing_to_say(self, built: Outcome) -> None:
        assert built.warnings == ""
        for page in ("lists", "papers/index", "people/ada-lovelace", "people/index", "years/2020"):
            read_page(built.path(page))

    def test_a_list_has_a_line_for_each_record_in_its_order(self, built: Outcome) -> None:
        shown = listings(built)[0]
        assert links(shown) == [
            f"papers/{one}.html"
            for one in ("julia2021", "ada-2020-b", "grace2020", "ada2019", "undated")
        ]
        assert '<h2 class="sy-listing-heading">Everything <span class="sy-count">5' in shown

    def test_a_table_is_one_with_a_caption_and_heads(self, built: Outcome) -> None:
        shown = listings(built)[1]
        assert re.findall(r"<h4>(\d+) ", shown) == ["2021", "2020"]  # below the h3 of its section
        assert re.findall(r'<th scope="col"[^>]*>(\w+)', shown) == 2 * [
            "Year", "Title", "Authors", "Venue",
        ]  # fmt: skip
        assert shown.count('<th scope="row"') == 3
        assert "<caption>" in shown
        assert "&lt;b&gt;Notes&lt;/b&gt;" in shown
        assert 'data-label="Venue"' in shown

    def test_other_views_show_the_same_records(self, built: Outcome) -> None:
        cards, compact = listings(built)[2:4]
        assert links(cards) == ["papers/ada-2020-b.html", "papers/ada2019.html"]
        assert links(compact) == ["papers/julia2021.html", "papers/ada-2020-b.html"]
        assert "Bazińska, Journal of Words, 2021" in compact

    def test_what_is_left_out_is_counted_and_found(self, built: Outcome) -> None:
        assert 'and 3 more: <a href="papers/index.html">all 5 papers</a>' in listings(built)[3]

    def test_people_events_and_talks_have_columns_of_their_own(self, built: Outcome) -> None:
        people, _, events, talks, compact, nothing = listings(built)[4:]
        heads = [re.findall(r'<th scope="col"[^>]*>(\w+)', one) for one in (people, events, talks)]
        assert heads == [
            ["Name", "Affiliation", "Role", "Papers"],
            ["Date", "Title", "Place", "Talks"],
            ["Date", "Title", "Speakers", "Event"],
        ]
        assert "Ada Lovelace, Engine Days, 30 May 2021" in compact
        assert "No papers match this selection." in nothing

    def test_a_record_may_list_in_its_own_text(self, built: Outcome) -> None:
        (shown,) = listings(built, "people/ada-lovelace")
        assert "../papers/ada2019.html" in shown
        assert keys(built, "people/ada-lovelace-1.bib") == ["ada:2020/b", "ada2019", "undated"]

    def test_assets_are_loaded_where_there_is_something_to_narrow(self, built: Outcome) -> None:
        for page in ("lists", "papers/index", "years/2020"):
            assert "symposium-listing.js" in built.html(page)
        for page in ("index", "papers/ada2019", "people/grace-hopper", "events/engines/first"):
            assert "symposium-listing" not in built.html(page)


class TestData:
    def test_what_the_script_reads_stands_beside_the_rows(self, built: Outcome) -> None:
        data = json.loads(RE_DATA.findall(listings(built)[0])[0])
        facets = {one["name"]: one for one in data["facets"]}
        assert list(facets) == ["year", "venue", "topic", "type", "has"]
        assert facets["year"]["values"] == ["2021", "2020", "2019"]
        assert facets["year"]["rows"] == "0 1 1 2 -"
        assert "</script><b>" in facets["topic"]["values"]
        assert data["keys"] == ["", "ada:2020/b", "", "", ""]

    def test_few_rows_and_an_author_who_says_so_need_no_data(self, built: Outcome) -> None:
        assert [bool(RE_DATA.search(one)) for one in listings(built)] == [True] + 9 * [False]

    def test_a_facet_with_one_value_is_none(self, kb: KnowledgeBase) -> None:
        assert facets_of(kb, [("paper", "ada2019")]) == []
        two = facets_of(kb, [("paper", "ada2019"), ("paper", "ada-2020-b")])
        assert [one["name"] for one in two] == ["year", "topic", "has"]

    def test_a_facet_offers_its_most_frequent_values(self) -> None:
        papers = [Paper(f"p{i}", f"p{i}", "misc", "T", topics=("all", f"t{i}")) for i in range(400)]
        kb, _ = build(Records(papers=tuple(papers)))
        (facet,) = facets_of(kb, [("paper", one.id) for one in papers])
        assert len(facet["values"]) == MOST_VALUES
        assert facet["values"][0] == "all"
        assert json_in_html({"a": "<&>"}) == '{"a":"\\u003c\\u0026\\u003e"}'


class TestFiles:
    def test_the_file_has_all_that_fits_shown_or_not(self, built: Outcome) -> None:
        assert keys(built, "lists-4.bib") == keys(built, "lists-1.bib")
        assert keys(built, "lists-3.bib") == ["ada:2020/b", "ada2019"]
        assert keys(built, "lists-8.bib") == ["ada2019"]  # the papers of talks
        assert sorted(keys(built, "years/2021.bib")) == ["julia2021", "poster"]
        assert len(keys(built, "papers/index.bib")) == 6
        assert not (built.outdir / "listings" / "lists-10.bib").exists()

    def test_the_entries_are_those_of_the_papers_pages(
        self, built: Outcome, kb: KnowledgeBase
    ) -> None:
        text = (built.outdir / "listings" / "papers" / "index.bib").read_text(encoding="utf-8")
        entries, problems = parse(text, "again.bib")
        works = [kb.works[one] for one in kb.relations.newest]
        assert not problems
        assert [one.key for one in entries] == [one.key for one in works]
        assert text == "\n".join(map(shown_entry, works))
        assert "abstract" not in text

    def test_everybody_s_papers_are_written_once(self, built: Outcome, kb: KnowledgeBase) -> None:
        assert 'href="../listings/papers/index.bib"' in built.html("people/index")
        assert len(works_listed(kb, "index", "papers")) <= LARGEST
        assert works_listed(kb, "year", "2019") == ("ada2019",)


class TestChanges:
    def test_a_page_is_written_again_only_when_what_it_shows_changes(
        self, project: MakeProject
    ) -> None:
        listed = {"lists.md": "---\norphan:\n---\n# L\n\n```{listing} papers\n:year: 2020\n```\n"}
        site = project({"refs.bib": SITE["refs.bib"], **listed})
        first = site.build()
        before = first.path("lists").stat().st_mtime_ns
        refs = SITE["refs.bib"]
        site.write({"refs.bib": refs.replace("A Letter", "Another Letter")})
        assert site.build().path("lists").stat().st_mtime_ns == before
        joined = refs + "\n@misc{new2020, title = {New}, year = 2020}\n"
        site.write({"refs.bib": joined})
        second = site.build()
        assert second.read() == []
        assert "papers/new2020.html" in second.html("lists")
        assert "new2020" in keys(second, "lists-1.bib")
        clean = site.build(out="_clean")
        assert clean.files()["lists.html"] == second.files()["lists.html"]
        two = site.build(out="_two", parallel=2)
        assert two.files()["listings/lists-1.bib"] == second.files()["listings/lists-1.bib"]
        site.write({"lists.md": "---\norphan:\n---\n# L\n"})
        assert not (site.build().outdir / "listings" / "lists-1.bib").exists()


def test_other_builders_have_the_address_of_the_page(shared_site: SharedSite) -> None:
    made = shared_site(SITE, "text", html_baseurl="https://example.org/")
    assert made.warnings == ""
    text = (made.outdir / "lists.txt").read_text(encoding="utf-8")
    assert "https://example.org/lists.html" in text
    assert "Compiling Größe" not in text


WRONG = {
    "value": (":year: x20", "write 2024"),
    "field": (":yaer: 2020", "year"),
    "topic": (":topic: nots", "notes"),
    "view": (":view: tabel", "table"),
}


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A project whose listings are all wrong, built once."""
    made = Project(tmp_path_factory.mktemp("wrong"))
    pages = {
        f"{name}.md": f"---\norphan:\n---\n# W\n\n```{{listing}} papers\n:heading: H\n{option}\n```\n"
        for name, (option, _) in WRONG.items()
    }
    made.write({"conf.py": CONF, "index.md": "# Home\n", "refs.bib": SITE["refs.bib"], **pages})
    return made.build()


@pytest.mark.parametrize("name", WRONG)
def test_a_fault_is_told_at_its_listing(wrong: Built, name: str) -> None:
    start = f"{name}.md:6: WARNING: "
    (line,) = [one for one in wrong.warnings.splitlines() if one.startswith(start)]
    assert WRONG[name][1] in line
    assert "This list cannot be shown" in wrong.html(name)


def test_large_selections_show_what_fits(project: MakeProject) -> None:
    entries = [
        f"@misc{{e{i}, title = {{A title of the usual length with the number {i}}},"
        f" author = {{Doe, Jane and Roe, Richard}}, year = 2020}}"
        for i in range(900)
    ]
    lists = [
        f"```{{listing}} papers\n:view: {view}\n```\n" for view in ("list", "table", "compact")
    ]
    built = project(
        {"refs.bib": "\n".join(entries), "index.md": "# Home\n\n" + "\n".join(lists)}
    ).build()
    assert built.path("index").stat().st_size < 200_000
    assert built.html("index").count('">all 900 papers</a>') == 3
    assert len(keys(built, "index-3.bib")) == 900


def test_every_kind_can_be_listed_in_every_view(project: MakeProject) -> None:
    lists = [
        f"```{{listing}} {what}\n:view: {view}\n:sort: -title\n```\n"
        for what in ("software", "topics", "venues", "sources")
        for view in ("list", "table", "cards", "compact")
    ]
    built = project(
        {
            "software/waves.md": "---\ntitle: Waves\nstart: 2019\npeople: [Ada Sol]\n"
            "topics: [tides]\nlinks: {docs: 'https://example.org'}\nsources: [cv]\n---\n",
            "software/shore.md": "---\ntitle: Shore\nrepositories: [https://example.org/s]\n---\n",
            "topics/tides.md": "---\ntitle: Tides\n---\n",
            "venues/docks.md": "---\nname: The Docks\nseries: Docks\n---\n",
            "sources/cv.md": "---\ntitle: A Vita\nkind: cv\ndate: undated\n---\n",
            "index.md": "# Home\n\n" + "\n".join(lists),
        }
    ).build()
    assert built.warnings == ""
    read_page(built.path("index"))
    shown = listings(built, "index")
    for index, pages in enumerate(("software/waves software/shore", "topics/tides", "venues/docks",
                                   "sources/cv")):  # fmt: skip
        for one in shown[4 * index : 4 * index + 4]:
            assert [link for link in links(one) if link.split("/")[0] == pages.split("/")[0]] == [
                f"{page}.html" for page in pages.split()
            ]
    table, cards = shown[1:3]
    assert re.findall(r'<th scope="col"[^>]*>(.*?)</th>', table)[:3] == ["Title", "People", "Links"]
    assert "Ada Sol" in table
    assert "Ada Sol" in cards
