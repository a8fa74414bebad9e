"""Kinds that say all of themselves by their fields: datasets, projects, and one from outside."""

from __future__ import annotations

import json
from dataclasses import make_dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from support.files import knowledge_of
from support.project import MakeProject
from symposium.export.api import api_files
from symposium.fields.compound_types import Body, MapOf, attributes_of, field
from symposium.fields.field_types import TextType
from symposium.kinds import BY_NAME
from symposium.kinds.kind import Kind
from symposium.kinds.paper import Paper
from symposium.kinds.participants import AFFILIATIONS, PeopleField
from symposium.kinds.talk import Talk
from symposium.knowledge import NO_MENTIONS, KnowledgeBase, build
from symposium.model.problems import Problem
from symposium.pages import Pages, Urls
from symposium.query import fields
from symposium.query.options import parse
from symposium.query.selection import faults_of, select
from symposium.reading.folder import read_project

FILES = {
    "refs.bib": "@article{doe2020, title={Data}, author={Doe, Jane}, year=2020}\n",
    "people/jane-doe.md": "---\nname: Jane Doe\n---\n",
    "datasets/pixels.md": "---\ntitle: Pixels\ncreators: [Jane Doe, {name: Bo Ko, role: curator}]\n"
    "date: 2019-03-28\npublisher: Zenodo\nlicense: CC-BY-4.0\npapers: [doe2020]\n"
    "topics: [vision]\n---\nMany pixels.\n",
    "datasets/sounds.md": "---\ntitle: Sounds\npublisher: Figshare\n---\n",
    "datasets/words.md": "---\ntitle: Words\npublisher: Zenodo\n---\n",
    "datasets/maps.md": "---\ntitle: Maps\npublisher: Zenodo\n---\n",
    "projects/sea.md": "---\ntitle: Deep sea\npeople: [{name: Jane Doe, role: lead}]\nstart: 2021\n"
    "end: 2024\nfunder: EuroHPC\ndatasets: [pixels]\n---\n",
}


def knowledge(root: Path, **more: str) -> tuple[KnowledgeBase, list[Problem]]:
    return knowledge_of(root, {**FILES, **more})


def page(kb: KnowledgeBase, name: str) -> str:
    made = Pages(kb, NO_MENTIONS, Urls()).render(name)
    return made.header + made.sections


def tables(kb: KnowledgeBase) -> dict[str, Any]:
    files = dict(api_files(kb, NO_MENTIONS, Urls()))
    return {Path(path).stem: json.loads(content) for path, content in files.items()}


def test_people_papers_and_topics_of_a_dataset_show_it(tmp_path):
    kb, problems = knowledge(tmp_path)
    assert problems == []
    link = '<a href="../datasets/pixels.html">Pixels</a>'
    for name in ("people/jane-doe", "people/bo-ko", "papers/doe2020", "topics/vision"):
        assert link in page(kb, name), name
    assert link in page(kb, "projects/sea")
    assert '<a href="../projects/sea.html">Deep sea</a>' in page(kb, "datasets/pixels")
    shown = page(kb, "datasets/pixels")
    assert all(text in shown for text in ("Bo Ko", "curator", "Zenodo", "CC-BY-4.0", "28 March"))


def test_readers_can_narrow_the_list_of_datasets(tmp_path):
    kb, _ = knowledge(tmp_path)
    assert '"label":"Publisher","values":["Zenodo","Figshare"]' in page(kb, "datasets/index")


def test_the_api_has_every_field_of_a_dataset(tmp_path):
    kb, _ = knowledge(tmp_path)
    found = tables(kb)
    pixels = next(one for one in found["datasets"] if one["id"] == "pixels")
    said = {"title", "creators", "date", "version", "publisher", "license", "doi", "papers"}
    assert said | {"description", "topics", "links", "sources", "url"} <= pixels.keys()
    assert pixels["creators"] == [
        {"person": "jane-doe", "name": "Jane Doe", "role": None},
        {"person": "bo-ko", "name": "Bo Ko", "role": "curator"},
    ]
    assert pixels["papers"] == ["doe2020"]
    assert found["schema"]["$defs"]["dataset"]["required"] == list(pixels)


def test_ids_that_name_nothing_are_reported_and_left_out(tmp_path):
    text = FILES["projects/sea.md"].replace("[pixels]", "[pixel, sounds]")
    kb, problems = knowledge(tmp_path, **{"projects/sea.md": text})
    assert [one.message for one in problems] == ['no dataset has the id "pixel"']
    assert problems[0].hint == "did you mean pixels?"
    assert problems[0].place.line == 7
    assert kb.entities["project"]["sea"].datasets == ("sounds",)


def test_a_dataset_that_was_renamed_is_found_by_its_earlier_id(tmp_path):
    text = "---\ntitle: Pictures\nwas: pixels\n---\n"
    knowledge(tmp_path, **{"datasets/pictures.md": text})
    (tmp_path / "datasets" / "pixels.md").unlink()
    kb, _ = build(read_project(tmp_path)[0])
    assert kb.entities["project"]["sea"].datasets == ("pictures",)


def test_a_former_name_is_not_shown_on_a_dataset(tmp_path):
    person = "---\nname: Jane Roe\nformer_names: [Jane Doe]\n---\n"
    kb, _ = knowledge(tmp_path, **{"people/jane-doe.md": person})
    assert "Jane Doe" not in page(kb, "datasets/pixels")
    assert "Jane Roe" in page(kb, "datasets/pixels")


def test_datasets_and_projects_can_be_listed_by_their_fields(tmp_path):
    kb, _ = knowledge(tmp_path)
    for what, options, found in (
        ("datasets", {"publisher": "zenodo", "license": "no"}, ("maps", "words")),
        ("datasets", {"creator": "bo-ko", "date": "/2019", "topic": "vision"}, ("pixels",)),
        ("projects", {"funder": "yes", "dataset": "pixels", "start": "2021/"}, ("sea",)),
    ):
        asked, wrong = parse(what, options)
        assert asked is not None, wrong
        assert faults_of(kb, asked) == ()
        assert select(kb, asked).ids == found


def test_a_site_shows_datasets_and_their_role(project: MakeProject):
    listing = "```{listing} datasets\n:publisher: Zenodo\n:person: jane-doe\n:view: table\n```\n"
    made = project({**FILES, "index.md": f"# Home\n\nSee {{dataset}}`pixels`.\n\n{listing}"})
    built = made.build()
    assert built.warnings == ""
    assert 'href="datasets/pixels.html"' in (built.outdir / "index.html").read_text("utf-8")
    home = (built.outdir / "index.html").read_text("utf-8")
    assert "CC-BY-4.0" in home
    assert "Words" not in home
    assert "Mentioned on" in (built.outdir / "datasets" / "pixels.html").read_text("utf-8")


def test_a_text_of_entries_is_shown_found_and_compared_by_its_description(tmp_path, monkeypatch):
    field = attributes_of(Paper)["note"]._replace(label="Remark", filter=True, search=True)
    monkeypatch.setitem(BY_NAME["paper"].__dict__, "further", {"note": field})
    entry = "@article{a, title={T}, author={Doe, Jane}, year=2020, note={Quite new}}\n"
    kb, _ = knowledge(tmp_path, **{"refs.bib": FILES["refs.bib"] + entry})
    fields._fields.cache_clear()
    query, _ = parse("papers", {"note": "quite new"})
    assert query
    assert select(kb, query).ids == ("a",)
    fields._fields.cache_clear()
    assert "Remark: Quite new" in " ".join(page(kb, "papers/a").split())


def test_a_labelled_field_of_any_kind_is_shown_and_compared():
    remark = field(TextType(), "A remark.", label="Remark", filter=True)
    record = make_dataclass("Talk", [("remark", str, remark)], bases=(Talk,), frozen=True)
    kind = replace(BY_NAME["talk"], record=record)
    assert list(kind.further) == ["remark"]
    assert "remark" in fields._fields(kind)


@pytest.mark.parametrize(
    ("type_", "effective", "keyword", "value"),
    [
        (AFFILIATIONS, {}, "label", "Where"),
        (MapOf(TextType()), {}, "filter", True),
        (Body(), {}, "search", True),
        (PeopleField(), {"role": "guest"}, "label", "Guests"),
        (TextType(), {"refers": "paper"}, "filter", True),
        (TextType(), {}, "facet", True),
        (TextType(), {}, "item", True),
        (TextType(), {"label": "Part"}, "heading", "Parts"),
        (TextType(), {"api": False}, "sparse", True),
    ],
)
def test_a_keyword_without_effect_is_refused_when_a_kind_is_made(type_, effective, keyword, value):
    def kind(**keywords: Any) -> Kind:
        attributes = [("id", str), ("part", Any, field(type_, "A part.", **keywords))]
        return Kind("thing", "things", make_dataclass("Thing", attributes), "Things")

    assert kind(**effective).name == "thing"
    with pytest.raises(ValueError, match=rf"^\w+\.Thing\.part: {keyword}= has no effect"):
        kind(**effective, **{keyword: value})
