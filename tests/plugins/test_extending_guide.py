"""The page "Extending" of the guide: its examples work as it says, and its tables are complete."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from support.guide_blocks import blocks
from support.paths import GUIDE, ROOT
from support.project import CONF as BASE
from support.project import Built, Project
from support.sites import SITE
from symposium import plugin
from symposium.cli import main

PAGE = GUIDE / "extending.md"
BLOCKS = blocks(PAGE)
SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>'
FILES = {
    **SITE,
    "people/ann-adams.md": "---\nname: Ann Adams\nwatch: day\n---\n",
    "papers/doe2020fast.md": "---\naward_money: 100 crowns\n---\n",
    "watches.md": "# Watches\n\n```{listing} people\n:watch: night\n```\n",
    "index.md": "# Home\n\n```{toctree}\nwatches\n```\n",
    "files/logo.svg": SVG,
    "refs.bib": SITE["refs.bib"]
    + '@misc{loud, author = {Doe, Jane and Gr{\\"o}{\\ss}e, Karl}, title = {LOUD}, year = 2011}\n',
    **{block.caption: block.text for block in BLOCKS if block.name and not block.piece},
}
CONF = "".join(block.text for block in BLOCKS if block.piece)


def api(built: Built, name: str) -> list[dict[str, Any]]:
    return json.loads((built.outdir / f"api/v1/{name}.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Built]:
    made = Project(tmp_path_factory.mktemp("extending"))
    made.write({"conf.py": BASE + CONF, **FILES})
    yield made.build()
    sys.modules.pop("harbour_plugin", None)


def test_the_examples_make_up_a_site_without_a_warning(built: Built):
    assert built.warnings == ""
    assert "#7a1f5c" in (built.outdir / "_static/symposium-accent.css").read_text("utf-8")
    paper = built.html("papers/doe2020fast")
    assert paper.index('id="abstract"') < paper.index('id="how-to-cite"')
    assert b"\r\nloud,2011,LOUD\r\n" in (built.outdir / "papers.csv").read_bytes()
    person = built.html("people/jane-doe")
    assert '<section id="often-with"' in person
    assert 'href="#often-with"' in person
    assert 'id="often-with"' not in built.html("people/ann-adams")


def test_the_fields_of_the_page_appear_where_it_says(built: Built):
    assert "<span>Watch: night</span>" in built.html("people/karl-grosse")
    assert "Watch" not in built.html("people/jane-doe")
    assert "<span>Prize money: 100 crowns</span>" in built.html("papers/doe2020fast")
    chosen = built.html("watches").partition("<h1>Watches")[2]
    assert re.findall(r'href="people/([\w-]+)\.html"', chosen) == ["karl-grosse"]
    assert '"name":"watch","label":"Watch","values":["day","night"]' in built.html("people/index")
    (paper,) = [one for one in api(built, "papers") if one["id"] == "doe2020fast"]
    assert paper["added"] == {"award_money": "100 crowns"}
    assert "added" not in api(built, "people")[0]


def test_the_commands_of_the_page_do_what_it_shows(built: Built, monkeypatch, capfdbinary):
    monkeypatch.chdir(built.app.srcdir)
    (session,) = [block for block in BLOCKS if block.language == "console"]
    for command, output in session.commands():
        assert main(shlex.split(command)[1:]) == 0
        assert output.encode() in capfdbinary.readouterr().out
    assert main(["check", "--plugin", "harbour_plugin:PLUGIN", "--explain", "HARB001"]) == 0
    assert b"hard to read" in capfdbinary.readouterr().out


def test_the_rule_of_the_page_finds_what_it_says(built: Built, monkeypatch, capsys):
    monkeypatch.chdir(built.app.srcdir)
    assert main(["check", "--strict", "--plugin", "harbour_plugin:PLUGIN", "--select", "HARB"]) == 1
    assert "HARB001 The title is in capitals: write it as a sentence" in capsys.readouterr().out


def test_every_door_is_in_the_table():
    page = PAGE.read_text(encoding="utf-8")
    doors = {name for name in plugin.__all__ if name not in {"Plugin", "Finding"}}
    assert doors == set(re.findall(r"^\| `(\w+)` \| .* \| ", page, re.MULTILINE))


def test_the_variables_that_are_promised_are_those_of_the_style_sheet():
    sheet = next(ROOT.glob("_ext/symposium/*/static/symposium.css")).read_text(encoding="utf-8")
    tokens = set(re.findall(r"^  (--sy-[\w-]+):", sheet.partition("/* 2 page")[0], re.MULTILINE))
    assert tokens - {"--sy-thread"} == set(re.findall(r"--sy-[\w-]+", PAGE.read_text("utf-8")))
