"""The page of a source says what the document leaves unsaid."""

from __future__ import annotations

from symposium.kinds.cv import Metric
from symposium.kinds.person import Person
from symposium.kinds.records import Records
from symposium.kinds.source import Source
from symposium.knowledge import NO_MENTIONS, build
from symposium.model.names import parse_name
from symposium.pages import Pages, Urls

METRICS = (Metric("h-index", "42", "page", "undated"), Metric("ai-score", "57", "page", "undated"))


def test_metrics_without_a_definition_are_named_there_and_on_the_page_of_the_person() -> None:
    person = Person("jane-doe", parse_name("Jane Doe"), metrics=METRICS)
    source = Source("page", "Page", "tracker", "undated", undefined=("ai-score", "score"))
    kb, _ = build(Records((), entities={"person": (person,), "source": (source,)}))
    pages = Pages(kb, NO_MENTIONS, Urls())
    said = "Printed there without an explanation: AI score, Score."
    assert said in pages.render("sources/page").header
    rows = pages.render("people/jane-doe").sections.split("<tr")
    notes = ["does not say what this measures" in row for row in rows if "page.html" in row]
    assert notes == [False, True]
