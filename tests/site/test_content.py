"""What two documents say, looked up in the API of the built site.

`test_cv` and `test_programme` compare each line of the documents with the sources; here it is shown
that nothing of it is lost on the way to the site.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from support.markup import read_page
from support.paths import DOCUMENTS, ROOT
from support.real_site import Site
from symposium.model.names import fold_name
from symposium.reading.folder import read_project

CV = DOCUMENTS / "000_be9661cafabf0ce8.txt"
PROGRAMME = DOCUMENTS / "002_a0d309d696152497.txt"
CV_SOURCE, PROGRAMME_SOURCE = "cv-dryden", "scadl-2021-programme"
TOPICS = ("distributed-deep-learning", "graph-learning-and-analytics", "weather-and-climate")


def needs(path: Path) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not path.is_file(), reason=f"the document {path.name} is not here")


def of_source(records: list[dict[str, Any]], source: str) -> list[dict[str, Any]]:
    return [record for record in records if source in record["sources"]]


def normal(text: str) -> str:
    return " ".join(text.split())


def mended(path: Path, site: Site, source: str) -> str:
    """The document in one line, with the corrections of works and talks applied to it."""
    text = normal(path.read_text("utf-8"))
    listed = [
        (one["printed"], one["corrected"], one["source"])
        for work in of_source([*site.api("papers"), *site.api("posters")], source)
        for one in work["corrections"]
    ]
    # The API promises the corrections of works; those of talks are in their files.
    for talk in read_project(ROOT)[0].entities["talk"]:
        if source == PROGRAMME_SOURCE:
            listed += [(one.printed, one.corrected, one.source) for one in talk.corrections]
    for printed, corrected, named in listed:
        if named in (source, None):
            assert normal(printed) in text, printed
            text = text.replace(normal(printed), normal(corrected), 1)
    return text


def test_the_works_and_talks_of_the_two_documents_are_there(real_site: Site) -> None:
    papers, posters, talks = (real_site.api(name) for name in ("papers", "posters", "talks"))
    assert len(of_source(papers, CV_SOURCE)) == 27
    assert len(of_source(papers, PROGRAMME_SOURCE)) == 6
    assert len(posters) == len(of_source(posters, CV_SOURCE)) == 9
    assert len([talk for talk in talks if talk["event"] is None]) == 11
    kinds = Counter(talk["kind"] for talk in talks if talk["event"])
    assert kinds == {"invited": 6, "paper": 6}
    assert real_site.api("index")["counts"]["papers"] == len(papers) == 81


def test_the_programme_has_sixteen_slots_with_their_times(real_site: Site) -> None:
    (event,) = real_site.api("events")
    slots = event["slots"]
    assert len(slots) == 16
    assert [slot["start"] for slot in slots][:3] == ["07:00", "07:10", "07:50"]
    for one, following in pairwise(slots):
        assert one["start"] < one["end"] <= following["start"]
    assert (event["timezone"], event["utc_offset"]) == ("America/Los_Angeles", "-07:00")
    assert {"title", "date"} <= set(event["inferred"])
    talks = {talk["id"]: talk for talk in real_site.api("talks")}
    for slot in slots:
        assert bool(slot["talk"]) == (slot["kind"] in ("invited", "paper"))
        if slot["talk"]:
            talk = talks[slot["talk"]]
            assert (talk["start"], talk["end"]) == (slot["start"], slot["end"])
            assert talk["title"] == slot["title"]


@needs(PROGRAMME)
def test_the_times_are_those_of_the_document(real_site: Site) -> None:
    printed = re.findall(r"(?m)^(\d{1,2}:\d\d) - (\d{1,2}:\d\d) ", PROGRAMME.read_text("utf-8"))
    (event,) = real_site.api("events")
    assert [(slot["start"], slot["end"]) for slot in event["slots"]] == [
        (start.zfill(5), end.zfill(5)) for start, end in printed
    ]


@needs(CV)
def test_every_mark_of_the_document_is_on_an_author(real_site: Site) -> None:
    text = CV.read_text("utf-8")
    part = text.split("at time of writing.", 1)[1].split("\nPOSTERS\n")[0]
    part = re.sub(r"\*X\*|\*\*(.+?)\*\*", r"\1", part)  # italics and bold of the copy
    papers = of_source(real_site.api("papers"), CV_SOURCE)
    marks = Counter(mark for one in papers for author in one["authors"] for mark in author["marks"])
    assert marks == {"student": part.count("†"), "equal": part.count("*")}
    assert marks["equal"] == 6


def test_awards_are_on_their_papers(real_site: Site) -> None:
    awarded = {paper["id"]: paper["awards"] for paper in real_site.api("papers") if paper["awards"]}
    assert awarded == {"ivanov2021data": ["Outstanding paper"], "wang2018neural": ["Best paper"]}
    page = read_page(real_site.outdir / "papers" / "wang2018neural.html")
    assert "Best paper" in page.all("main")[0].text


@needs(PROGRAMME)
def test_every_abstract_and_biography_is_that_of_the_document(real_site: Site) -> None:
    papers = of_source(real_site.api("papers"), PROGRAMME_SOURCE)
    talks = [talk for talk in real_site.api("talks") if talk["event"]]
    text = mended(PROGRAMME, real_site, PROGRAMME_SOURCE)
    texts = [paper["abstract"] for paper in papers]
    texts += [talk["abstract"] for talk in talks if talk["kind"] == "invited"]
    texts += [one["bio"] for talk in talks for one in talk["speakers"]]
    assert len(texts) == 6 + 6 + 6
    for one in texts:
        assert one
        assert normal(one) in text, one[:80]


@needs(CV)
def test_every_title_and_author_of_the_curriculum_vitae_stands_in_it(real_site: Site) -> None:
    works = [*real_site.api("papers"), *real_site.api("posters")]
    text = fold_name(mended(CV, real_site, CV_SOURCE))
    for work in of_source(works, CV_SOURCE):
        assert fold_name(work["title"]) in text, work["id"]
        for author in work["authors"]:
            assert fold_name(author["name"]) in text, author


def test_everybody_on_the_programme_has_a_page(real_site: Site) -> None:
    people = {person["id"]: person for person in real_site.api("people")}
    talks = [talk for talk in real_site.api("talks") if talk["event"]]
    named = [one for talk in talks for one in (*talk["speakers"], *talk["authors"])]
    assert len(named) > 40
    for one in named:
        person = people[one["person"]]
        assert (real_site.outdir / person["url"]).is_file()
        assert one["affiliations"], one["name"]
        assert all(place["organization"] and place["country"] for place in one["affiliations"])


def test_speakers_of_invited_talks_have_files(real_site: Site) -> None:
    people = {person["id"]: person for person in real_site.api("people")}
    invited = [
        talk for talk in real_site.api("talks") if talk["kind"] == "invited" and talk["event"]
    ]
    assert len(invited) == 6
    for talk in invited:
        assert [people[one["person"]]["state"] for one in talk["speakers"]] == ["described"]


def test_works_cited_on_pages_of_topics_say_so(real_site: Site) -> None:
    works = {work["id"]: work for name in ("papers", "posters") for work in real_site.api(name)}
    for topic in TOPICS:
        page = f"topics/{topic}.html"
        links = [url for _, url in read_page(real_site.outdir / page).links()]
        cited = [
            work
            for work in works.values()
            if any(one["url"].split("#")[0] == page for one in work["cited_on"])
        ]
        assert len(cited) >= 3, topic
        for work in cited:
            assert f"../{work['url']}" in links
            shown = read_page(real_site.outdir / work["url"])
            assert "cited-on" in shown.ids(), work["id"]
            for one in work["cited_on"]:
                assert one["context"], one
                assert normal(one["context"]) in normal(shown.all("main")[0].text)


def test_nothing_that_the_documents_do_not_say_is_there(real_site: Site) -> None:
    for paper in real_site.api("papers"):
        printed = {"doi", "arxiv", *paper["links_from_abstract"]}
        assert paper["links"].keys() <= printed, paper["id"]
        links = [paper["links"][name] for name in paper["links_from_abstract"]]
        assert all(link in paper["abstract"] for link in links), paper["id"]
        if not {CV_SOURCE, PROGRAMME_SOURCE}.isdisjoint(paper["sources"]):
            assert not paper["et_al"], paper["id"]
    assert all(person["orcid"] is None for person in real_site.api("people"))
    (event,) = real_site.api("events")
    assert (event["start"], event["end"]) == ("2021", "2021"), "the day is not known"
