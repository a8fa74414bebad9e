"""What pages say of themselves as JSON-LD: true, in terms that schema.org has, and only data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import every_field
from support.pages_site import HOSTILE, MENTIONS, known, site_kb
from symposium import kinds
from symposium.knowledge import NO_MENTIONS
from symposium.pages import Pages, Urls
from symposium.pages.citing.work_types import OF_ENTRIES
from symposium.pages.linked_data import PAGES

BASE = "https://kb.example.org/"
VALUES = "https://schema.org/"
"""Of addresses that stand for the values of a property: ``EventCancelled``."""
TERMS = json.loads((Path(__file__).parents[1] / "support/schema_org.json").read_text("utf-8"))
TEXTS = {"Text", "URL", "Date", "DateTime", "Time", "Integer", "Number", "Boolean"}
SCRIPT = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)

ENTRY = (
    "@{type}{{{type}, title={{A {type}}}, author={{Doe, Jane and {{The Group}}}}, year=2020, "
    "editor={{Roe, Rick and {{The Board}}}}, journal={{J}}, booktitle={{B}}, volume=1, number=2, pages={{3--4, 9}}, "
    "series={{S}}, publisher={{P}}, institution={{I}}, isbn={{9783161484100}}, issn={{1234-5678}}, "
    "edition={{2}}, pagetotal={{300}}, version={{1}}, doi={{10.1234/{type}}}, abstract={{Yes.}}, "
    "keywords={{k}}, award={{Best}}, status={{corrected}}, langid={{german}}, pdf={{files/x.pdf}}, "
    "code={{https://example.org/c}}, url={{https://example.org/{type}}}, type={{mathesis}}}}\n"
)


JANE = "---\nname: Jane Doe\npositions: [{title: Reader, organization: ETH, start: 2010, end: present}]\n---\n"


def data(pages: Pages, page: str) -> list[dict[str, Any]]:
    """Return the things that the script of a page describes."""
    (script,) = SCRIPT.findall(pages.render(page).head)
    made = json.loads(script)
    assert made["@context"] == "https://schema.org"
    graph: list[dict[str, Any]] = made["@graph"]
    return graph


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> list[Pages]:
    works = "".join(ENTRY.format(type=one) for one in sorted(OF_ENTRIES))
    described = known(tmp_path_factory.mktemp("every"), every_field.project())
    files = {"refs.bib": works, "files/x.pdf": "x", "people/jane-doe.md": JANE}
    cited = known(tmp_path_factory.mktemp("works"), files)
    urls = Urls(base=BASE)
    return [
        Pages(site_kb(), MENTIONS, urls),
        Pages(described, NO_MENTIONS, urls),
        Pages(cited, NO_MENTIONS, urls),
    ]


def things(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every thing in some data, those in others too."""
    if isinstance(value, dict):
        yield value
    for one in value.values() if isinstance(value, dict) else value:
        if isinstance(one, (dict, list)):
            yield from things(one)


def kinds_of(type_: str) -> set[str]:
    """Return a type with all that it is."""
    return {type_}.union(*map(kinds_of, TERMS["types"][type_]))


def faults(thing: dict[str, Any]) -> Iterator[str]:
    """Yield what schema.org does not have, or not so."""
    type_ = thing.get("@type")
    if type_ is None:
        assert set(thing) == {"@id"}  # it is described elsewhere
        return
    if type_ not in TERMS["types"]:
        yield f"there is no type {type_}"
        return
    for name, value in thing.items():
        if name in {"@type", "@id"}:
            continue
        said = TERMS["properties"].get(name)
        if said is None:
            yield f"there is no property {name}"
        elif kinds_of(type_).isdisjoint(said["of"]):
            yield f"{type_} has no {name}"
        else:
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, dict):
                    if "@type" in one and kinds_of(one["@type"]).isdisjoint(said["is"]):
                        yield f"{name} is not a {one['@type']}"
                elif TEXTS.isdisjoint(said["is"]) and not str(one).startswith((BASE, VALUES)):
                    yield f"{name} is not a text: {one}"


def test_pages_use_what_schema_org_has(sites: list[Pages]) -> None:
    found, used = set(), set()
    for pages in sites:
        for page, _, _ in pages.table.names():
            for thing in things(data(pages, page)):
                found.update(faults(thing))
                used.update(thing)
                used.add(thing.get("@type"))
                assert all(value for value in thing.values()), thing
    assert not found
    listed = {*TERMS["types"], *TERMS["properties"]}
    above = {one for ups in TERMS["types"].values() for one in ups}
    assert listed - above - used == set(), "tools/schema_org_terms.py names terms that none uses"


def test_every_kind_says_what_it_is(sites: list[Pages]) -> None:
    for page, kind, name in sites[1].table.names():
        first = data(sites[1], page)[0]
        if name in {"flakes", "grains"}:
            assert first["@type"] == "WebPage"  # datasets without a description
        elif kind in PAGES:
            assert first["@type"] == PAGES[kind]
        elif kind in kinds.BY_NAME and kind != "paper":
            assert first["@type"] == kinds.BY_NAME[kind].schema_org


def test_the_type_of_a_work_is_that_of_its_entry(sites: list[Pages]) -> None:
    for type_ in OF_ENTRIES:
        found = data(sites[2], f"papers/{type_}")[0]
        assert found["@type"] == OF_ENTRIES[type_].schema_org
        assert found["@id"] == f"{BASE}papers/{type_}.html"
        assert found["author"][1] == {
            "@type": "Organization", "name": "The Group", "url": f"{BASE}people/the-group.html"
        }  # fmt: skip


def test_an_article_lies_in_an_issue_of_a_volume_of_a_journal(sites: list[Pages]) -> None:
    issue = data(sites[2], "papers/article")[0]["isPartOf"]
    assert issue == {
        "@type": "PublicationIssue", "issueNumber": "2", "isPartOf": {
            "@type": "PublicationVolume", "volumeNumber": "1", "isPartOf": {
                "@type": "Periodical", "name": "J", "issn": "1234-5678",
            },
        },
    }  # fmt: skip


def test_an_event_names_its_talks_and_a_talk_its_event(sites: list[Pages]) -> None:
    event = data(sites[0], "events/scadl-2021/index")[0]
    parts = {one["workFeatured"]["@id"] for one in event["subEvent"]}
    assert f"{BASE}events/scadl-2021/workflows.html" in parts
    talk = data(sites[0], "events/scadl-2021/workflows")[0]
    assert talk["recordedAt"]["@id"] == event["@id"]


def test_what_search_engines_ask_for_is_said(sites: list[Pages]) -> None:
    event = data(sites[0], "events/dated-2022/index")[0]
    for one in (event, *event["subEvent"]):
        assert one["location"]
        assert one["eventStatus"] == "https://schema.org/EventScheduled"
    article = data(sites[2], "papers/article")[0]
    assert article["headline"] == article["name"]
    assert [one["name"] for one in article["contributor"]] == ["The Board"]
    assert data(sites[2], "papers/dataset")[0]["description"] == "Yes."
    for page, image in (
        ("people/nikoli-dryden", "files/photo.png"),
        ("people/index", "_static/symposium-card.png"),
    ):
        assert f'property="og:image" content="{BASE}{image}"' in sites[0].render(page).head


def test_no_text_can_end_the_script() -> None:
    kb = site_kb()
    pages = Pages(kb, MENTIONS, Urls(base=BASE))
    hostile = [page for page, kind, name in pages.table.names()
               if kind in kb.entities and HOSTILE[:8] in kb.title_of(kind, name)]  # fmt: skip
    assert hostile
    for page in hostile:
        (script,) = SCRIPT.findall(pages.render(page).head)
        assert not set("<>&") & set(script)
        assert "<script>alert(1)</script>" in json.dumps(json.loads(script))
