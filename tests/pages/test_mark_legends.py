"""Legends of authors' marks, and what kind of work a paper is called."""

from __future__ import annotations

import dataclasses

from support.pages_site import RECORDS
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.source import Source
from symposium.knowledge import KnowledgeBase, build
from symposium.model.dates import Date
from symposium.model.names import parse_name
from symposium.pages.vocabulary import legend_of, work_kind


def paper(name: str, **fields: object) -> Paper:
    student = (Contributor(parse_name("Ada Able"), marks=("student",)),)
    made = Paper(id=name, key=name, type="inproceedings", title=name, authors=student)
    return dataclasses.replace(made, date=Date(2020), **fields)


def site(*papers: Paper) -> KnowledgeBase:
    source = Source("vita", "A CV", "cv", "undated", marks={"student": "Student back then"})
    entities = {**RECORDS.entities, "source": (source,)}
    return build(dataclasses.replace(RECORDS, papers=papers, entities=entities))[0]


def test_a_mark_has_the_words_of_its_source() -> None:
    kb = site(paper("one", sources=("vita#p1",)), paper("two", sources=("vita",)))
    assert legend_of(kb, kb.works.values()) == [("†", "Student back then")]


def test_a_note_on_a_mark_is_in_every_legend_that_has_the_work() -> None:
    kb = site(paper("one", marks_note="Once alone."), paper("two"))
    assert legend_of(kb, kb.works.values())[1:] == [("", "Once alone.")]
    assert legend_of(kb, [kb.works["two"]])[1:] == []


def test_a_paper_of_a_workshop_is_called_so() -> None:
    assert work_kind(paper("a", venue="Workshop on Tides @ SEA")) == "Workshop paper"
    assert work_kind(paper("b", details=(("entrysubtype", "workshop"),))) == "Workshop paper"
    assert work_kind(paper("c", venue="Conference on Tides")) == "Conference paper"
