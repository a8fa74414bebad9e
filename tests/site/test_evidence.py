"""What this project says is printed is printed: in its source, and on the lines it names."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from support.paths import DOCUMENTS, ROOT
from symposium.kinds.kind import located_items
from symposium.knowledge.build import build
from symposium.knowledge.evidence import lines_of
from symposium.model.ids import locator, source_of
from symposium.model.names import fold_text
from symposium.pages.urls import docname
from symposium.reading.folder import read_project

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.real_site import Site
    from symposium.knowledge import KnowledgeBase

ORIGINALS = {
    "cv-dryden": "000_be9661cafabf0ce8.txt",
    "page-dryden": "001_3011fb8868c543fb.txt",
    "scadl-2021-programme": "002_a0d309d696152497.txt",
    "page-ben-nun": "003_3dd1a653302f25cc.txt",
    "page-bhatele": "004_e17d1e599e2dfd62.txt",
}


@cache
def kb() -> KnowledgeBase:
    found, problems = build(read_project(ROOT)[0])
    assert problems == []
    return found


def plain(text: str) -> str:
    """Words alone, in lower case: what two ways to print a name or a title share."""
    return " ".join(re.sub(r"[\W_]+", " ", fold_text(text)).split())


@cache
def text_of(source: str) -> str:
    return plain("\n".join(kb().sources[source].lines))


@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the documents are not on this machine")
@pytest.mark.parametrize("source", ORIGINALS)
def test_the_texts_are_those_of_the_documents(source: str) -> None:
    original = (DOCUMENTS / ORIGINALS[source]).read_bytes()
    assert (ROOT / "sources" / f"{source}.txt").read_bytes() == original
    assert set(ORIGINALS) == set(kb().sources)


def test_a_person_rests_on_the_sources_that_print_the_name_and_on_no_others() -> None:
    wrong = []
    for person in kb().people.values():
        forms = {person.name.text, *person.names, *kb().printed_forms(person.id)}
        for source in kb().sources:
            named = any(plain(form) in text_of(source) for form in forms)
            if named != (source in kb().sources_of("person", person.id)):
                wrong.append((person.id, source, named))
    assert wrong == []
    assert kb().sources_of("person", "william-gropp") == ("cv-dryden",)
    assert len(kb().sources_of("person", "torsten-hoefler")) == 4


def test_every_page_leads_to_each_line_that_its_facts_come_from(real_site: Site) -> None:
    """It is two clicks away: one opens what stands about the page, one follows the link there."""
    missing, count = [], 0
    for (kind, record_id), texts in kb().relations.evidence.items():
        html = (real_site.outdir / f"{docname(kind, record_id)}.html").read_text("utf-8")
        about = html.partition('<details id="about"')[2].partition("</details>")[0]
        for at in filter(None, map(locator, texts)):
            count += 1
            if f"sources/{at.source}.html#L{at.first}" not in about:
                missing.append((kind, record_id, at))
    assert missing == []
    assert count >= 900


def bare(text: str) -> str:
    """Letters and digits alone: words of a title may have run into what is around them."""
    return plain(text).replace(" ", "")


def printed_at(text: str, record: Any) -> str:
    """What the lines of a locator print, mended as the record says, its letters and digits."""
    printed = " ".join(" ".join(lines_of(kb().sources, text)).split())
    listed = [*record.corrections, *kb().sources[source_of(text)].corrections]
    listed += getattr(kb().people["nikoli-dryden"], "corrections", ())
    for one in listed:
        if one.printed in printed:
            printed = printed.replace(one.printed, one.corrected)
    return bare(printed)


def located() -> Iterator[tuple[str, str, Any]]:
    """Yield each record, with each of its locators of a text."""
    for kind, table in kb().entities.items():
        for record in table.values():
            for text in getattr(record, "sources", ()):
                yield kind, text, record


def test_the_title_of_a_record_is_on_the_lines_of_each_source_that_it_claims() -> None:
    missing = []
    for kind, text, record in located():
        if kind in {"paper", "talk", "software"}:
            assert "#L" in text, (record.id, text)
            title = bare(record.title)
            if title not in printed_at(text, record):
                missing.append((record.id, text))
    assert missing == []


VALUES = ("degree", "title", "organization", "course", "name", "venue", "role", "thesis", "minor",
          "honors", "description", "students", "note", "value", "committee")  # fmt: skip
"""Fields of the items of a person that a source prints."""
AROUND = {"advising": {"organization"}, "metrics": {"name", "note"}, "talks": {"venue"}}
"""Fields that are printed elsewhere, such as in the heading of a list, or that are our own."""


def test_the_values_of_an_item_are_on_its_lines() -> None:
    missing, count = [], 0
    for person in kb().people.values():
        for path, item in located_items(person):
            name = path.partition(".")[0]
            if name == "corrections":
                continue
            printed = printed_at(item.source, person)
            for field in VALUES:
                value = getattr(item, field, None)
                if not value or field in AROUND.get(name, ()):
                    continue
                count += 1
                for text in value if isinstance(value, tuple) else (value,):
                    words = bare(text.removesuffix("."))
                    if words not in printed:
                        missing.append((person.id, path, field, item.source))
            date = getattr(item, "date", None) or getattr(item, "start", None)
            if date and date.year:
                count += 1
                if str(date.year) not in printed:
                    missing.append((person.id, path, "date", item.source))
    assert missing == []
    assert count >= 200


def test_what_a_correction_mends_is_on_its_line() -> None:
    wrong = []
    for table in kb().entities.values():
        for record in table.values():
            for one in getattr(record, "corrections", ()):
                if one.source:
                    lines = " ".join(" ".join(lines_of(kb().sources, one.source)).split())
                    if " ".join(one.printed.split()) not in lines:
                        wrong.append((record.id, one.source, one.printed))
    assert wrong == []


def test_a_listing_has_its_title_and_its_date_on_its_lines() -> None:
    for paper in kb().works.values():
        for one in paper.listings:
            assert "#L" in one.source
            assert bare(paper.title) in printed_at(one.source, paper), (paper.id, one.source)
            head = bare(lines_of(kb().sources, one.source)[0])
            day = re.search(r"(\d+)$", one.date)
            assert day is not None
            assert str(int(day[1])) in head, (one.source, one.date)
            assert one.category.lower() in head


def test_a_slot_has_its_times_and_its_title_on_its_line() -> None:
    event = kb().events["scadl-2021"]
    for slot in event.slots:
        talk = kb().talks[slot.talk] if slot.talk else None
        printed = printed_at(slot.source, talk or event)
        for time in (slot.start, slot.end):
            assert bare(time.lstrip("0")) in printed
        assert bare(talk.title if talk else slot.title) in printed
