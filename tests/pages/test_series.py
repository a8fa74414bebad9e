"""Series of events: from what events print, and from files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from symposium.export.api import api_files
from symposium.knowledge import NO_MENTIONS, KnowledgeBase, build
from symposium.pages import Pages, Urls
from symposium.reading.folder import read_project

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

    def knowledge(**files: str) -> KnowledgeBase:
        for name, text in {"refs.bib": REFS, **EVENTS, **files}.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        records, problems = read_project(tmp_path)
        kb, found = build(records)
        assert [*problems, *found] == []
        return kb

    return knowledge


FILE = {"series/tides.md": "---\ntitle: Meeting on Tides\nnames: [MoT]\n---\nAll about *tides*.\n"}


def page(kb: KnowledgeBase, name: str) -> str:
    made = Pages(kb, NO_MENTIONS, Urls()).render(name)
    return made.header + made.sections


def test_events_of_one_series_have_a_page_newest_first_whatever_the_accents(read):
    kb = read()
    assert kb.relations.events_of_series == {
        "meeting-on-tides": ("tides-2021", "tides-2019"),
        "mot": ("tides-2020",),
    }
    made = page(kb, "series/meeting-on-tides")
    assert made.index("Tides 2021") < made.index("Tides 2019")
    assert "2 events" in made
    assert "2019–2021" in made


def test_a_file_joins_the_forms_that_events_print(read):
    kb = read(**FILE)
    assert kb.relations.events_of_series == {"tides": ("tides-2021", "tides-2020", "tides-2019")}
    assert kb.find("series", "tides") == "tides"


def test_the_series_and_the_venue_of_its_name_lead_to_each_other(read):
    kb = read()
    assert '<a href="../venues/meeting-on-tides.html">' in page(kb, "series/meeting-on-tides")
    assert '<a href="../series/meeting-on-tides.html">' in page(kb, "venues/meeting-on-tides")
    assert "venues/" not in page(kb, "series/mot")


def test_each_event_leads_to_its_series(read):
    link = '<a href="../../series/meeting-on-tides.html">Meeting on Tidés</a>'
    assert link in page(read(), "events/tides-2021/index")


def test_the_api_has_the_events_and_the_feed_is_of_the_page(read):
    kb = read(**FILE)
    files = {Path(path).stem: content for path, content in api_files(kb, NO_MENTIONS, Urls())}
    (one,) = json.loads(files["series"])
    assert one["events"] == ["tides-2021", "tides-2020", "tides-2019"]
    assert (one["venue"], one["description"]) == ("meeting-on-tides", "All about *tides*.")
    made = Pages(kb, NO_MENTIONS, Urls("html", "https://example.org/")).render("series/tides")
    assert "meeting-on-tid" in made.head
    assert ".atom" in made.head


def test_a_site_without_series_has_no_page_of_them(tmp_path):
    (tmp_path / "refs.bib").write_text(REFS)
    kb, _ = build(read_project(tmp_path)[0])
    pages = {name for name, _, _ in Pages(kb, NO_MENTIONS, Urls()).table.names()}
    assert not [name for name in pages if name.startswith(("series/", "volumes/"))]
