"""Series of events: from what events print, and from files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.pages_site import known, shown
from symposium.export.api import api_files
from symposium.knowledge import NO_MENTIONS
from symposium.pages import Pages, Urls

REFS = """@inproceedings{a, title={A}, author={Doe, Jane}, booktitle={Meeting on Tides}, year=2020}
@inproceedings{b, title={B}, author={Doe, Jane}, booktitle={Tin Weekly}, year=2020}
"""
EVENTS = {
    f"events/tides-{year}/index.md": f"---\ntitle: Tides {year}\nseries: {series}\ndate: {year}\n---\n"
    for year, series in ((2019, "Meeting on Tides"), (2021, "Meeting on Tidés"), (2020, "MoT"))
}


@pytest.fixture
def read(tmp_path: Path):
    """Return what makes a knowledge base of events, and of files besides."""
    return lambda **files: known(tmp_path, {"refs.bib": REFS, **EVENTS, **files})


FILE = {"series/tides.md": "---\ntitle: Meeting on Tides\nnames: [MoT]\n---\nAll about *tides*.\n"}


def test_events_of_one_series_have_a_page_newest_first_whatever_the_accents(read):
    kb = read()
    assert kb.relations.events_of_series == {
        "meeting-on-tides": ("tides-2021", "tides-2019"),
        "mot": ("tides-2020",),
    }
    made = shown(kb, "series/meeting-on-tides")
    assert made.index("Tides 2021") < made.index("Tides 2019")
    assert "2 events" in made
    assert "2019–2021" in made


def test_the_series_and_the_venue_of_its_name_lead_to_each_other(read):
    kb = read()
    assert '<a href="../venues/meeting-on-tides.html">' in shown(kb, "series/meeting-on-tides")
    assert '<a href="../series/meeting-on-tides.html">' in shown(kb, "venues/meeting-on-tides")
    assert "venues/" not in shown(kb, "series/mot")


def test_the_api_has_the_events_and_the_feed_is_of_the_page(read):
    kb = read(**FILE)
    files = {Path(path).stem: content for path, content in api_files(kb, NO_MENTIONS, Urls())}
    (one,) = json.loads(files["series"])
    assert one["events"] == ["tides-2021", "tides-2020", "tides-2019"]
    assert (one["venue"], one["description"]) == ("meeting-on-tides", "All about *tides*.")
    made = Pages(kb, NO_MENTIONS, Urls("html", "https://example.org/")).render("series/tides")
    assert "meeting-on-tid" in made.head
    assert ".atom" in made.head
