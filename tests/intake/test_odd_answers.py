"""Answers of services with one part of an odd form: works are read, or the answer is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from symposium_import.formats import csl_json, openalex, orcid
from symposium_import.works import Answer, IntakeError, paper_of

ODD = (None, True, -1, 1.5, "", "x", "²", "\ud800", [], [5], [None], [[1]], {}, {"x": 1}, 10**30)
ID = {"external-id": [{"external-id-type": "doi", "external-id-value": "10.1234/a"}]}
CSL = {
    "type": "book", "title": ["Tides"], "DOI": "10.1234/a", "URL": "https://example.org/a",
    "author": [{"family": "Doe", "given": "Jane", "suffix": "Jr."}, {"literal": "A Group"}],
    "issued": {"date-parts": [[2001, 2]]}, "created": {"raw": "2001-02"}, "page": "1-2",
    "container-title": "Waves",
}  # fmt: skip
OPENALEX = {"results": [{
    "id": "https://openalex.org/W1", "title": "Tides", "type": "article", "biblio": {"volume": "1"},
    "doi": "https://doi.org/10.1234/a", "authorships": [{"author": {"display_name": "J. Doe"}}],
    "publication_date": "2001-02-03", "abstract_inverted_index": {"High": [0], "tides": [1]},
    "primary_location": {"source": {"display_name": "Waves"}, "landing_page_url": "https://a.b"},
}], "meta": {"next_cursor": "x"}}  # fmt: skip
LISTED = {"group": [{"external-ids": ID, "work-summary": [{
    "put-code": 5, "display-index": "1", "title": {"title": {"value": "Tides"}},
    "external-ids": ID}]}]}  # fmt: skip
WORK = {
    "title": {"title": {"value": "Tides"}, "subtitle": {"value": "High"}}, "type": "book",
    "citation": {"citation-type": "BIBTEX", "citation-value": "@book{a, title={Tides}, doi={x}}"},
    "publication-date": {"year": {"value": "2001"}, "month": {"value": "02"}}, "external-ids": ID,
    "contributors": {"contributor": [{"credit-name": {"value": "Jane Doe"}}]},
}  # fmt: skip
PERSON = {
    "name": {"given-names": {"value": "Jane"}, "family-name": {"value": "Doe"}},
    "other-names": {"other-name": [{"content": "J. Doe"}]}, "biography": {"content": "She wrote."},
    "researcher-urls": {"researcher-url": [{"url-name": "home", "url": {"value": "https://a.b"}}]},
    "keywords": {"keyword": [{"content": "tides"}]},
}  # fmt: skip


def changed(value: Any) -> Iterator[Any]:
    """Yield a value with each of its parts made odd."""
    yield from ODD
    if isinstance(value, dict):
        for name, one in value.items():
            yield from ({**value, name: odd} for odd in changed(one))
    if isinstance(value, list):
        for at, one in enumerate(value):
            yield from ([*value[:at], odd, *value[at + 1 :]] for odd in changed(one))


@pytest.mark.parametrize(("read", "sample"), [
    (csl_json.read, CSL), (openalex.read, OPENALEX), (orcid.listed, LISTED), (orcid.work, WORK),
    (orcid.person, PERSON),
])  # fmt: skip
def test_any_part_may_be_odd(read, sample):
    found = read(json.dumps(sample), "a.json")
    assert found
    for value in changed(sample):
        try:
            found = read(json.dumps(value), "a.json")
        except IntakeError:
            continue
        if isinstance(found, Answer):
            for work in found.works:
                paper_of(work, "key")
