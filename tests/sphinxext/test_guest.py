"""Symposium as a guest: of somebody's documentation nothing changes, and our pages are added."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.chosen import chosen
from support.guest_plans import CHOSEN
from support.guest_site import (
    Guest,
    assets,
    guest,
    head_of,
    inventory,
    leads_to,
    links,
    new_warnings,
    search_terms,
    soup,
    text_of,
    words_of,
)
from support.hosts import HOSTS
from support.markup import broken_links

DIFFERENT = {
    "objects.inv": "lists our pages too; a test below compares what was there",
    "searchindex.js": "finds our pages too; a test below compares what was there",
    ".buildinfo": "is a digest of all settings, ours among them",
}
"""Files that may differ, and why. Pages with citations are compared by what they show."""
SETTINGS = {"extensions": "names us"}
"""Settings that may differ, and why."""
NEW_MARKDOWN = {
    "source_suffix": "Markdown is read for our records, where nobody read it before",
    "exclude_patterns": "keeps out the other files in Markdown; a test below looks at them",
}
"""The same where the host reads no Markdown."""
MAY_WARN = {
    "pydata": "symposium_root"  # it has pages of its own in papers/
}
"""Hosts in which one warning may say what to set, and what it names."""

WEBER = "Gauges That Survive the Winter"
SOL = "Mira Sol"
OUR_PAGES = {
    "papers/weber2024gauges.html": WEBER,
    "papers/sol2025tides.html": "Tides of Small Harbours",
    "people/mira-sol.html": SOL,  # has a file in most hosts
    "people/hans-muller.html": "Hans Müller",  # has none
}
WORDS = {
    "weber2024gauges": "gauges",
    "sol2025tides": "tides",
    "mueller2020third": "third",
    "sol2025weirs": "weirs",
}
"""A word of the title of each paper that no other has."""
ALONE = "alone/page.html"
"""A page of the host that is in no table of contents, in a folder like ours."""


@pytest.fixture(scope="module", params=chosen(HOSTS, "alabaster", "notebooks"))
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Guest:
    return guest(request.param, tmp_path_factory)


def test_the_build_ends_well_and_no_warning_is_new(made: Guest) -> None:
    assert (made.before.status, made.after.status) == (0, 0), made.after.warnings
    new = new_warnings(made.before, made.after)
    allowed = MAY_WARN.get(made.name)
    if allowed and new:
        assert [allowed in one for one in new] == [True], new
    else:
        assert new == []
    assert new_warnings(made.after, made.before) == []


def test_no_setting_of_others_is_changed(made: Guest) -> None:
    before, after = made.before.config, made.after.config
    changed = {
        name: (value, after.get(name))
        for name, value in before.items()
        # A theme notes in its options where the logo is, seen from the page that came last.
        if after.get(name, "").replace("../", "") != value.replace("../", "")
    }
    allowed = SETTINGS if made.host.markdown else SETTINGS | NEW_MARKDOWN
    assert {name: both for name, both in changed.items() if name not in allowed} == {}


def test_nothing_is_lost_and_what_shows_nothing_of_ours_is_the_same_byte_for_byte(
    made: Guest,
) -> None:
    assert sorted(made.before.files.keys() - made.after.files.keys()) == []
    different = {name for name, data in made.before.files.items() if made.after.files[name] != data}
    assert sorted(different - DIFFERENT.keys() - {*made.host.citing}) == []


def test_the_index_and_the_inventory_keep_all_they_had(made: Guest) -> None:
    before, after = (inventory(one.files["objects.inv"]) for one in (made.before, made.after))
    assert sorted(before - after) == []
    assert made.before.titles().items() <= made.after.titles().items()
    words = search_terms(made.after)
    lost = {
        (word, page)
        for word, pages in search_terms(made.before).items()
        for page in pages - words.get(word, set())
    }
    # What was in pieces may be one word now: "M", "ü", "ller".
    whole = {(part, page) for part, page in lost if page in words.get("terms müller", ())}
    assert lost - whole == set()


def test_pages_that_cite_read_as_before(made: Guest) -> None:
    for page in made.host.citing:
        assert text_of(made.after.text(page)) == text_of(made.before.text(page)), page


def test_citations_lead_to_the_pages_of_papers_and_no_other_link_changes(made: Guest) -> None:
    for page in made.host.citing:
        before, after = links(made.before, page), links(made.after, page)
        gone, new = before - after, after - before
        assert all("#" in one for one in gone), (page, gone)
        assert all(one.startswith(("papers/", "#")) for one in new), (page, new)
        assert broken_links(made.after.outdir, page) == []
    papers = ("weber2024gauges", "sol2025tides", "mueller2020third", "sol2025weirs")
    assert {f"papers/{one}.html" for one in papers} <= links(made.after, "guide/citing.html").keys()


def test_each_link_to_a_paper_leads_to_the_one_that_it_names(made: Guest) -> None:
    """Two bibliographies number their entries alike, each on its own page."""
    asked = 0
    for page in made.host.citing:
        for link in soup(made.after.text(page))("a", href=re.compile(r"\.html$")):
            paper = Path(leads_to(page, str(link["href"]))).stem
            said = f"{link.get('title', '')} {words_of(link)}".lower()
            if paper in WORDS and any(word in said for word in WORDS.values()):
                assert WORDS[paper] in said, (page, link)
                asked += 1
    assert asked > 3


def test_the_page_of_a_paper_says_where_it_is_cited(made: Guest) -> None:
    page = "papers/weber2024gauges.html"
    found, around = links(made.after, page), links(made.after, ALONE)
    assert found["guide/citing.html"] > around["guide/citing.html"]
    assert "Gauges fail in winter" in text_of(made.after.text(page))


def test_our_pages_are_pages_of_the_host(made: Guest) -> None:
    alone = made.after.text(ALONE)
    around = soup(alone).select_one(made.host.navigation)
    assert around is not None
    assert words_of(around)
    leading = links(made.after, ALONE, made.host.navigation)
    for name, title in OUR_PAGES.items():
        page = made.after.text(name)
        here = soup(page)
        navigation = here.select_one(made.host.navigation)
        assert navigation is not None, name
        assert words_of(navigation) == words_of(around)
        assert links(made.after, name, made.host.navigation) == leading
        assert title in " ".join(map(words_of, here("h1")))
        assert head_of(page) == head_of(alone).replace("Alone", title)
        loaded = assets(page)
        assert [one for one in assets(alone) if one not in loaded] == []
        assert any("symposium" in one for one in loaded)
        assert broken_links(made.after.outdir, name) == []


def test_our_assets_are_loaded_where_something_of_ours_is_shown(made: Guest) -> None:
    for name in made.after.pages() - made.ours - {*made.host.citing}:
        assert not [one for one in assets(made.after.text(name)) if "symposium" in one], name


def test_the_hosts_search_knows_our_pages(made: Guest) -> None:
    titles = made.after.titles()
    found = {name: titles.get(name.removesuffix(".html")) for name in OUR_PAGES}
    assert found == OUR_PAGES


def test_a_second_build_writes_no_document_and_nothing_of_ours(made: Guest) -> None:
    """Sphinx itself writes its lists and some of its static files each time."""
    if made.name not in CHOSEN:
        return
    built = made.built("again")
    assert built.status == 0
    assert built.read == ()
    watched = {f"{name}.html" for name in made.after.titles()}
    watched |= made.after.files.keys() - made.before.files.keys()
    again = built.times
    assert sorted(name for name in watched if again[name] != made.after.times[name]) == []
    assert built.files.keys() == made.after.files.keys()
    assert built.titles() == made.after.titles()
    assert search_terms(built) == search_terms(made.after)


def test_what_the_host_puts_around_its_pages_is_around_ours(made: Guest) -> None:
    signs = {
        "furo": "An <em>own</em> announcement",
        "rtd": '<p id="own-footer">Own footer</p>',
        "alabaster": "Own words",
    }
    if made.name in signs:
        for name in OUR_PAGES:
            assert signs[made.name] in made.after.text(name)
    if made.name == "rtd":
        assert '<meta name="own" content="people/mira-sol">' in made.after.text(
            "people/mira-sol.html"
        )


def test_markdown_that_was_nobodys_document_becomes_none(made: Guest) -> None:
    if made.host.markdown:
        return
    strays = [name for name in made.after.files if re.search("readme|drafts", name.lower())]
    assert strays == []
    assert "more/taken.md" in made.after.files
