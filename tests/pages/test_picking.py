"""Readers pick works out of lists with Zotero, which reads COinS there."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from symposium.export.build_work import BuildWork
from symposium.export.feeds import FEEDS
from symposium.kinds.person import Person
from symposium.kinds.records import Records
from symposium.knowledge import NO_MENTIONS, KnowledgeBase, build
from symposium.model.names import parse_name
from symposium.pages import Pages, Urls
from symposium.reading.bibliography_files import to_papers
from symposium.reading.bibtex_reader import parse

RE_SPAN = re.compile(r'<span class="Z3988" title="([^"]*)"></span>')
ENTRIES = """
@article{one, title = {Tides & $n$ = 1}, author = {Doe, Jane and van der Berg, Jan and {Sea Team}},
  journal = {Journal of Seas}, year = 2020, month = 3, doi = {10.1234/a(b)}}
@inproceedings{two, title = {Waves}, author = {Doe, Jane}, booktitle = {Proc. of Seas},
  year = 2021, url = {https://example.org/?a=1&b=2}}
@phdthesis{three, title = {深度 seas}, author = {Doe, Jane}, school = {MIT}, year = 2019}
@misc{four, title = {Preprint}, author = {Doe, Jane}, eprint = {2101.00001}, eprinttype = {arxiv}}
@article{many, title = {Many}, author = {%s}, journal = {Journal of Seas}, year = 2018,
  doi = {10.1234/m}}
@misc{vast, title = {Vast}, author = {%s}, year = 2018}
""".replace(
    "%s", " and ".join(["Doe, Jane", *(f"Doe, J{chr(97 + n % 26)}{n // 26}" for n in range(50))])
)


def read_as_zotero(span: str) -> dict[str, Any]:
    """Return what Zotero's translator of COinS takes from the title of a span."""
    item: dict[str, Any] = {"type": "", "creators": []}
    pairs = [one.split("=") for one in span.split("&")]
    assert all(len(pair) == 2 for pair in pairs)
    if ["rft_val_fmt", "info%3Aofi%2Ffmt%3Akev%3Amtx%3Adc"] in pairs:
        item["type"] = "webpage"
    for name, value in pairs:
        text = unquote(re.sub(r"\+|%2B", " ", value, flags=re.IGNORECASE))
        if name == "rft_id":
            if text.startswith("info:doi"):
                item["DOI"] = text[9:]
            elif re.match("https?://", text):
                item["url"] = text
        elif name == "rft.title":
            in_container = item["type"] in {"journalArticle", "bookSection", "conferencePaper"}
            item["publication" if in_container else "title"] = text
        elif name == "rft.creator":
            family, comma, given = text.rstrip(" .,").partition(", ")
            assert "," in text or " " not in text, "would be split at its last space"
            item["creators"].append((family, given) if comma else (family,))
        elif name == "rft.date":
            item["date"] = text
        elif name == "rft.source" and item["type"] not in {"thesis", "patent"}:
            item["publication"] = text
        elif name == "rft.type":
            item["type"] = text
    return item


@pytest.fixture(scope="module")
def pages() -> Pages:
    return Pages(knowledge(), NO_MENTIONS, Urls(base="https://kb.example.org/"))


def knowledge(*people: Person) -> KnowledgeBase:
    return build(Records(to_papers(parse(ENTRIES, "refs.bib")[0])[0], entities={"person": people}))[
        0
    ]


def picked(pages: Pages, page: str) -> list[dict[str, Any]]:
    shown = pages.render(page)
    return [read_as_zotero(unescape(one)) for one in RE_SPAN.findall(shown.header + shown.sections)]


def test_a_list_offers_each_work_once_with_its_type_people_and_identifier(pages: Pages) -> None:
    found = {one["title"]: one for one in picked(pages, "people/jane-doe")}
    assert len(picked(pages, "people/jane-doe")) == len(found) == 5
    assert found["Tides & $n$ = 1"] == {
        "type": "journalArticle", "title": "Tides & $n$ = 1", "date": "2020/03",
        "creators": [("Doe", "Jane"), ("van der Berg", "Jan"), ("Sea Team",)],
        "publication": "Journal of Seas", "DOI": "10.1234/a(b)",
        "url": "https://kb.example.org/papers/one.html",
    }  # fmt: skip
    waves, thesis, preprint = found["Waves"], found["深度 seas"], found["Preprint"]
    assert (waves["type"], waves["publication"]) == ("conferencePaper", "Proc. of Seas")
    assert waves["url"] == "https://example.org/?a=1&b=2"
    assert (thesis["type"], preprint["type"]) == ("thesis", "preprint")
    assert preprint["url"] == "https://arxiv.org/abs/2101.00001"


def test_zotero_asks_for_many_authors_by_the_doi(pages: Pages) -> None:
    (many,) = [one for one in picked(pages, "people/jane-doe") if one["title"] == "Many"]
    assert (many["creators"], many["DOI"]) == ([], "10.1234/m")


def test_files_of_a_person_leave_out_works_of_many_which_have_their_own() -> None:
    kb = knowledge(Person("jane-doe", parse_name("Jane Doe")))
    work = BuildWork(kb, NO_MENTIONS, Urls(identity="x", most_cited=9), Path())
    jane = work.listed["people/jane-doe.bib"]
    assert set(jane) == {"one", "two", "three", "four"}
    assert work.listed["papers/vast.bib"] == ("vast",)
    shown = work.pages.render("people/jane-doe").sections
    assert "(those of more than 50 authors on their own pages)" in shown
    (feed,) = [content for _path, content in FEEDS.make(work, "people/jane-doe.atom")]
    assert feed.count(b"<author>") == 1 + 50 + 50 + 1 + 1 + 3


def test_every_list_of_works_offers_them_and_a_work_nothing_but_itself(pages: Pages) -> None:
    for page in pages.table.by_page:
        works = picked(pages, page)
        titles = [one["title"] for one in works]
        assert len(titles) == len(set(titles))
        if page.startswith(("years/2", "venues/", "papers/index")):
            assert bool(works) == (page not in {"years/index", "venues/index"})
        if page.startswith("papers/") and page != "papers/index":
            assert not works
