"""The linkset of a site has the links of all its records, in one file or in parts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from support.pages_site import MENTIONS, site_kb
from symposium.export import linksets
from symposium.export.build_work import BuildWork
from symposium.pages import Urls

BASE = "https://kb.example.org/"


def files(urls: Urls) -> dict[str, Any]:
    """Return the files that are made of the test site."""
    work = BuildWork(site_kb(), MENTIONS, urls, Path())
    output = linksets.Linksets()
    return {
        path: json.loads(content)
        for task, _ in output.tasks(work)
        for path, content in output.make(work, task)
    }


def test_a_record_has_the_links_of_its_page() -> None:
    made = files(Urls(base=BASE))
    assert list(made) == ["linkset.json"]
    contexts = {one["anchor"]: one for one in made["linkset.json"]["linkset"]}
    paper = contexts[f"{BASE}papers/dryden2021clairvoyant.html"]
    assert paper["cite-as"] == [{"href": "https://doi.org/10.1145/3458817.3476181"}]
    assert paper["author"] == [{"href": "https://orcid.org/0000-0002-1825-0097"}]
    assert {"href": "https://schema.org/ScholarlyArticle"} in paper["type"]
    head = BuildWork(site_kb(), MENTIONS, Urls(base=BASE), Path()).pages
    shown = head.render("papers/dryden2021clairvoyant").head
    links = set(re.findall(r'<link rel="([a-z-]+)" href="(http[^"]*)" />', shown))
    named = {(rel, one["href"]) for rel, ones in paper.items() if rel != "anchor" for one in ones}
    assert links == named
    assert 'rel="linkset" type="application/linkset+json" href="../linkset.json"' in shown


def test_a_calendar_is_another_form_of_its_page() -> None:
    contexts = files(Urls(base=BASE))["linkset.json"]["linkset"]
    found = {one["anchor"]: one["alternate"] for one in contexts if "alternate" in one}
    assert found
    for page, links in found.items():
        ics = page.removesuffix("html") + "ics"
        assert links == [{"href": ics, "type": "text/calendar"}]


def test_a_large_linkset_is_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = files(Urls(base=BASE))["linkset.json"]["linkset"]
    monkeypatch.setattr(linksets, "MOST", 2)
    made = files(Urls(base=BASE))
    (first,) = made.pop("linkset.json")["linkset"]
    assert [one["href"].removeprefix(BASE) for one in first["linkset"]] == list(made)
    assert [one for part in made.values() for one in part["linkset"]] == whole
    assert len(made) == (len(whole) + 1) // 2


@pytest.mark.parametrize("urls", [Urls(), Urls(base=BASE, hosted=True)])
def test_there_is_none_without_an_address_and_none_in_documentation_of_others(urls: Urls) -> None:
    assert files(urls) == {}
