"""A facet of a plugin: search results can be narrowed by it, like by ours."""

from __future__ import annotations

import json
import re
import zlib

import pytest
from playwright.sync_api import Browser, expect
from support.browser import visit
from support.real_site import serve
from support.shared_site import SharedSite
from support.sites import SITE
from symposium.kinds.facet_names import FACETS

PLUGIN = """
from symposium.plugin import Plugin, SearchFacet

def lengths(kb, kind, record):
    return ["long" if len(record.title) > 20 else "short"] if kind == "paper" else []

PLUGIN = Plugin("lengths", facets=(SearchFacet("length", "Length", lengths),))
"""
FILES = {**SITE, "lengths_plugin.py": PLUGIN}
CONF = 'symposium_plugins = ["lengths_plugin:PLUGIN"]\nsymposium_search = "shards"\n'


def test_the_index_has_the_values_of_a_facet_of_a_plugin(shared_site: SharedSite):
    built = shared_site(FILES, conf=CONF)
    table = json.loads(zlib.decompress((built.outdir / "search/facets.bin").read_bytes(), 31))
    assert [value for value, _ in table["length"]] == ["long", "short"]
    assert list(table)[:5] == ["venue", "topic", "has", "award", "source"]


def test_scripts_hear_of_it_and_of_all_kinds_from_the_root_of_the_index(shared_site: SharedSite):
    built = shared_site(FILES, conf=CONF)
    root = json.loads(zlib.decompress((built.outdir / "search/root.bin").read_bytes(), 31))
    assert root["facets"] == [*map(list, FACETS.items()), ["length", "Length"]]
    assert root["kinds"]["person"] == ["person", "People", ["{count} person", "{count} people"]]
    assert {one for one, _, _ in root["segments"]} <= root["kinds"].keys()
    assert root["things"]["pdf"] == "Pdf"


@pytest.mark.browser
def test_results_are_narrowed_by_a_facet_of_a_plugin(shared_site: SharedSite, browser: Browser):
    built = shared_site(FILES, conf=CONF)
    with serve(built.outdir) as root, visit(browser, root) as made:
        page = made.open("search.html?kind=paper")
        expect(page.locator("#sy-search-status")).to_have_text("4 results")
        page.locator("summary", has_text="Length").click()
        page.get_by_role("checkbox", name=re.compile("^short")).check()
        expect(page.locator("#sy-search-status")).to_have_text("3 results")
        expect(page).to_have_url(re.compile(r"\?kind=paper&length=short$"))
        expect(page.locator("#sy-search-chips")).to_contain_text("Length short")
