"""What two documents say, looked up in the API of the built site.

`test_cv` and `test_programme` compare each line of the documents with the sources; here it is shown
that nothing of it is lost on the way to the site.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from support.markup import read_page
from support.real_site import Site

CV_SOURCE, PROGRAMME_SOURCE = "cv-dryden", "scadl-2021-programme"
TOPICS = ("distributed-deep-learning", "graph-learning-and-analytics", "weather-and-climate")


def of_source(records: list[dict[str, Any]], source: str) -> list[dict[str, Any]]:
    return [record for record in records if source in record["sources"]]


def normal(text: str) -> str:
    return " ".join(text.split())


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
