"""The programme of ScaDL 2021 against its document: every printed line is in the project, once.

The document is read here by a small parser that shares nothing with the project. What the project
holds is turned back into what was printed (by undoing the corrections it lists) and compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest
from support.paths import DOCUMENTS, ROOT
from symposium.kinds.base import Correction
from symposium.kinds.paper import Paper
from symposium.kinds.participants import Participant
from symposium.kinds.records import Records
from symposium.kinds.talk import Talk
from symposium.model.dates import Date
from symposium.model.ids import sources_of
from symposium.model.names import fold_name
from symposium.model.problems import Problem
from symposium.reading.folder import read_project

DOCUMENT = DOCUMENTS / "002_a0d309d696152497.txt"
SOURCE = "scadl-2021-programme"
UNMARKED_BIOGRAPHY = "Rosa M. Badia holds a PhD"
"""How the one biography begins that the document does not introduce by ``Bio:``."""

RE_SLOT = re.compile(r"(\d{1,2}:\d\d) - (\d{1,2}:\d\d) (.+)")
RE_GROUP = re.compile(r"([^()]+) \(([^()]+), (\w+)\)")
RE_SPEAKER = re.compile(r"(?:Invited Talk )?by (\w+\. [\w ]+), (.+)")
RE_PLACE = re.compile(r"(.+?),? (\w+)")

Affiliated = tuple[str, str, str]
"""A printed name, an organisation and its country."""

needs_document = pytest.mark.skipif(
    not DOCUMENT.exists(), reason=f"the programme's document is not here: {DOCUMENT.name}"
)


@dataclass(frozen=True)
class Printed:
    """A line of the printed programme with what stands below it."""

    start: str
    end: str
    title: str
    people: str = ""
    abstract: tuple[str, ...] = ()
    biography: tuple[str, ...] = ()


def split_document(lines: list[str]) -> tuple[list[str], list[Printed]]:
    """Return the lines above the programme, and its slots."""
    starts = [number for number, line in enumerate(lines) if RE_SLOT.fullmatch(line)]
    ends = [*starts[1:], len(lines)]
    slots = [printed_slot(lines[start:end]) for start, end in zip(starts, ends, strict=True)]
    return lines[: starts[0]], slots


def printed_slot(lines: list[str]) -> Printed:
    found = RE_SLOT.fullmatch(lines[0])
    assert found
    start, end, title = found.groups()
    paragraphs = lines[2:]
    biography = next(
        (
            number
            for number, text in enumerate(paragraphs)
            if text.startswith(("Bio: ", UNMARKED_BIOGRAPHY))
        ),
        len(paragraphs),
    )
    return Printed(
        start=start.zfill(5), end=end.zfill(5), title=title, people="".join(lines[1:2]),
        abstract=tuple(text.removeprefix("Abstract: ") for text in paragraphs[:biography]),
        biography=tuple(text.removeprefix("Bio: ") for text in paragraphs[biography:]),
    )  # fmt: skip


def printed_people(line: str) -> Iterator[Affiliated]:
    """Read a line of speakers or authors: each name with each of its affiliations."""
    if speaker := RE_SPEAKER.fullmatch(line):
        for place in speaker[2].split(" and "):
            found = RE_PLACE.fullmatch(place)
            assert found, place
            yield speaker[1], found[1], found[2]
        return
    groups = RE_GROUP.findall(line)
    if not groups:
        names, organization, country = line.rsplit(", ", 2)
        groups = [(names, organization, country)]
    for names, organization, country in groups:
        for name in re.split(r",| and ", names):
            if name.strip():
                yield name.strip(), organization, country


def document_lines() -> list[str]:
    text = DOCUMENT.read_text(encoding="utf-8")
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


@cache
def project() -> tuple[Records, list[Problem]]:
    return read_project(ROOT)


def entity(kind: str, identifier: str) -> Any:
    return next(item for item in project()[0].entities[kind] if item.id == identifier)


def slots_with_talks() -> list[tuple[Any, Talk | None]]:
    event = entity("event", "scadl-2021")
    return [
        (slot, entity("talk", f"scadl-2021/{slot.talk}") if slot.talk else None)
        for slot in event.slots
    ]


def talks() -> list[Talk]:
    return [talk for _, talk in slots_with_talks() if talk]


def paper_of(talk: Talk) -> Paper | None:
    return next((paper for paper in project()[0].papers if paper.key == talk.paper), None)


def papers() -> list[Paper]:
    return [paper for talk in talks() if (paper := paper_of(talk))]


def corrections(talk: Talk) -> tuple[Correction, ...]:
    of_works = entity("source", SOURCE).corrections
    return talk.corrections + tuple(
        one for one in of_works if talk.paper and one.paper == talk.paper
    )


def as_printed(text: str | None, field: str, listed: Iterable[Correction]) -> str:
    """Undo the corrections of a field; each must be found exactly once."""
    text = text or ""
    for item in listed:
        if item.field == field:
            assert text.count(item.corrected) == 1, item
            text = text.replace(item.corrected, item.printed)
    return text


def paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in text.split("\n\n") if part.strip())


def affiliated(people: Iterable[Participant]) -> list[Affiliated]:
    return [
        (person.name.text, place.organization, place.country or "")
        for person in people
        for place in person.affiliations
    ]


def restored(slot: Any, talk: Talk | None) -> Printed:
    """Return what was printed for a slot, made from the records alone."""
    if talk is None:
        return Printed(slot.start, slot.end, slot.title)
    paper, listed = paper_of(talk), corrections(talk)
    title = paper.title if paper else talk.title
    abstract = paper.abstract if paper else talk.abstract
    biography = "\n\n".join(person.bio or "" for person in talk.speakers)
    biography = re.sub(r"\{\w+\}`([^<`]+?)\s*<[^`]+>`", r"\1", biography)  # the words of roles
    return Printed(
        start=slot.start,
        end=slot.end,
        title=as_printed(title, "title", listed),
        abstract=paragraphs(as_printed(abstract, "abstract", listed)),
        biography=paragraphs(as_printed(biography, "bio", listed)),
    )


@needs_document
def test_every_slot_restores_to_what_was_printed() -> None:
    _, slots = split_document(document_lines())
    ours = [restored(slot, talk) for slot, talk in slots_with_talks()]
    for printed, mine in zip(slots, ours, strict=True):
        assert mine == replace(printed, people="")


@needs_document
def test_names_affiliations_and_countries_are_as_printed() -> None:
    _, slots = split_document(document_lines())
    for printed, (_, talk) in zip(slots, slots_with_talks(), strict=True):
        if talk is None:
            assert not printed.people
        else:
            people = talk.speakers if talk.kind == "invited" else talk.authors
            assert affiliated(people) == list(printed_people(printed.people))


@needs_document
def test_what_stands_above_the_programme_is_on_the_event() -> None:
    above, _ = split_document(document_lines())
    text = (ROOT / "events" / "scadl-2021" / "index.md").read_text(encoding="utf-8")
    assert above == ["All times are in Pacific Daylight Time (PDT)."]
    assert above[0] in text


def test_what_the_document_does_not_say_is_inferred_or_absent() -> None:
    event = entity("event", "scadl-2021")
    assert event.date == Date(2021)
    assert (event.timezone, event.utc_offset) == ("America/Los_Angeles", "-07:00")
    assert {"title", "series", "date", "timezone"} <= set(event.inferred)
    assert sources_of(event.sources) == (SOURCE,)
    assert (event.location, event.organizers, event.links) == (None, (), {})
    source = entity("source", SOURCE)
    assert (source.date, source.links, source.inferred) == ("undated", {}, ("title",))


def test_papers_are_the_talks_papers() -> None:
    assert len(papers()) == 6
    for talk in talks():
        paper = paper_of(talk)
        if paper is None:
            continue
        assert talk.speakers == ()
        assert talk.abstract is None
        assert [fold_name(author.name.text) for author in paper.authors] == [
            fold_name(author.name.text) for author in talk.authors
        ]
        assert (paper.year, paper.venue, sources_of(paper.sources)) == (
            2021,
            "ScaDL 2021",
            (SOURCE,),
        )
        assert paper.inferred == ("year", "booktitle")
        assert (paper.doi, paper.arxiv, paper.links) == (None, None, {})
