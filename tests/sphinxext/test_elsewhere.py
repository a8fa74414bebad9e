"""Citing works of another knowledge base: from a file that the project keeps, without a network."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.project import MakeProject
from support.sites import REFS
from symposium import cli
from symposium.knowledge.elsewhere import path_of, written

ROWS = [
    {"id": "roe2019tides", "key": "Roe:2019", "url": "papers/roe2019tides.html", "title": "Tides",
     "authors": [{"name": "Rae Roe"}, {"name": "Bo Po"}, {"name": "C Q"}, {"name": "D R"}],
     "et_al": False, "year": 2019},
    {"id": "bad", "key": "bad", "url": "javascript:alert(1)", "title": "Bad", "authors": [],
     "et_al": False, "year": None},
]  # fmt: skip
PAGE = (
    "# Notes\n\n{cite:t}`dept:Roe:2019` and {cite:p}`dept:roe2019tides` and {cite:p}`doe2020fast`, "
    "{paper}`dept:Roe:2019`, {paper}`their work <dept:Roe:2019>`.\n"
)
FILES = {
    "refs.bib": REFS,
    "elsewhere/dept.json": written(ROWS).decode(),
    "notes.md": PAGE,
    "index.md": "# Home\n\n```{toctree}\nnotes\n```\n",
}
CONF = 'symposium_elsewhere = {"dept": "https://dept.example.org/kb"}\n'
LINK = 'href="https://dept.example.org/kb/papers/roe2019tides.html"'


def test_a_key_of_another_knowledge_base_leads_to_the_page_there_and_follows_its_file(
    project: MakeProject,
):
    made = project(FILES, conf=CONF)
    built = made.build()
    assert built.warnings == ""
    page = built.html("notes")
    assert page.count(LINK) == 4
    assert "Roe et al. (2019)" in page
    assert "Roe et al., 2019" in page
    assert "their work" in page
    made.write({"elsewhere/dept.json": FILES["elsewhere/dept.json"].replace("2019,", "2020,")
                .replace('"year": 2019', '"year": 2021')})  # fmt: skip
    assert "Roe et al. (2021)" in made.build().html("notes")


def test_an_unknown_key_is_reported_with_the_nearest_right_one(project: MakeProject, capsys):
    notes = "# Notes\n\n{cite:t}`dept:Roe:2018` {paper}`dept:roe2019tide` {cite:t}`dept:bad`\n"
    made = project({**FILES, "notes.md": notes}, conf=CONF)
    warnings = made.build("dummy").warnings
    assert "did you mean dept:Roe:2019?" in warnings
    assert "did you mean dept:roe2019tides?" in warnings
    assert 'no entry has the key "dept:bad"' in warnings, "its address is none"
    cli.main(["check", str(made.root)])
    assert "did you mean dept:Roe:2019?" in capsys.readouterr().out


def test_the_check_knows_what_the_build_knows(project: MakeProject, capsys):
    cli.main(["check", str(project(FILES, conf=CONF).root)])
    assert "dept:" not in capsys.readouterr().out


def test_a_missing_file_is_said_with_what_to_do(project: MakeProject):
    warnings = project({"refs.bib": REFS}, conf=CONF).build("dummy").warnings
    assert "run symposium elsewhere" in warnings


@pytest.mark.parametrize("setting", ['{"Dept": "https://a.org"}', '{"dept": "ftp://a.org"}'])
def test_a_setting_that_is_none_is_said(tmp_path: Path, capsys, setting):
    (tmp_path / "conf.py").write_text(f"symposium_elsewhere = {setting}\n", encoding="utf-8")
    assert cli.main(["elsewhere", str(tmp_path)]) == 2
    assert "symposium_elsewhere" in capsys.readouterr().err


def test_the_command_writes_what_a_build_reads(tmp_path: Path, monkeypatch):
    (tmp_path / "conf.py").write_text(CONF, encoding="utf-8")
    asked = []
    monkeypatch.setattr("symposium.cli.elsewhere.papers_of", lambda a: asked.append(a) or ROWS)
    assert cli.main(["elsewhere", str(tmp_path)]) == 0
    assert asked == ["https://dept.example.org/kb/"]
    assert path_of(tmp_path, "dept").read_bytes() == written(ROWS)
