"""What an enemy writes runs nowhere: not in any output, not on any page in a browser."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

import pytest
from support.chosen import chosen
from support.frames import Bare
from support.hostile import FEW, MADE, PAYLOADS, SIZES
from support.hostile_site import build_hostile, scripts_in
from support.judges import judge, judge_html, words_in
from support.project import CONF, Project
from symposium.export.build_work import BuildWork, Output
from symposium.export.outputs import OUTPUTS
from symposium.kinds import KINDS
from symposium.knowledge import NO_MENTIONS, build
from symposium.pages import Urls
from symposium.reading.folder import read_project

TEXT = "Inert."


@pytest.fixture(scope="module", params=chosen(SIZES, FEW))
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project and its site."""
    return build_hostile(tmp_path_factory, request.param)


@pytest.fixture(scope="module")
def output(folder: Path) -> str:
    """What the build printed."""
    return (folder / "output.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def site(folder: Path) -> Mapping[str, bytes]:
    """The files of the site."""
    home = folder / "html"
    return {
        path.relative_to(home).as_posix(): path.read_bytes()
        for path in sorted(home.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def harmless(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """The files of a site in which nobody wrote anything."""
    made = Project(tmp_path_factory.mktemp("harmless"))
    made.write({"conf.py": CONF, "index.md": f"# Home\n\n{TEXT}\n", "refs.bib": ""})
    return made.build(symposium_search="shards").files()


@pytest.fixture(scope="module")
def scripts(harmless: Mapping[str, bytes]) -> frozenset[str]:
    """The scripts that the theme writes into pages."""
    found: set[str] = set()
    for path, content in harmless.items():
        if path.endswith(".html") and "_static" not in path:
            found |= scripts_in(content)
    return frozenset(found)


@pytest.fixture(scope="module")
def work(folder: Path) -> BuildWork:
    """What the outputs are made from."""
    records, _ = read_project(folder / "project")
    kb, _ = build(records)
    urls = Urls(base="https://example.org/", most_cited=1000, searched=True)
    return BuildWork(kb, NO_MENTIONS, urls, folder / "project", Bare(), markdown=True)


# The outputs


def test_a_build_of_it_ends_and_says_what_it_refused(output: str) -> None:
    assert output.startswith("1\n"), output[-3000:]
    assert "Traceback" not in output
    assert "xception" not in output.replace("canary", ""), output[-3000:]
    for code in ("F008", "R007", "B001", "safety"):
        assert f"[symposium.{code}]" in output, code


@pytest.mark.parametrize("output", OUTPUTS, ids=lambda output: output.name)
def test_what_an_output_makes_is_harmless(
    output: Output, work: BuildWork, harmless: Mapping[str, bytes]
) -> None:
    paths = []
    for task, _ in output.tasks(work):
        for path, content in output.make(work, task):
            paths.append(path)
            found = [] if harmless.get(path) == content else judge(path, content)
            assert found == [], f"{output.name}: {path}"
    assert paths or output.name == "plugins"  # of which there is none


def test_every_file_of_the_site_is_harmless(
    site: Mapping[str, bytes], harmless: Mapping[str, bytes], scripts: frozenset[str]
) -> None:
    for path, content in site.items():
        if path in harmless and content == harmless[path]:
            continue
        assert not path.startswith("_static/"), path
        if path.endswith(".html"):
            assert judge_html(content, scripts) == [], path
            shown = re.sub(rb"<script.*?</script>", b"", content, flags=re.DOTALL)
            assert words_in(shown, MADE) == [], path
        elif path not in {"searchindex.js", ".buildinfo"}:
            assert judge(path, content) == [], path


def test_only_what_may_be_published_is_published(
    site: Mapping[str, bytes], harmless: Mapping[str, bytes]
) -> None:
    mine = {"files/a.png", "files/a.txt", "_images/a.png"}
    assert {path for path in site if path.startswith(("files/", "_images/"))} == mine
    known = mine | set(harmless)
    assert not any(path.endswith((".svg", ".txt", ".png")) for path in site if path not in known)


def test_the_site_is_there(site: Mapping[str, bytes], work: BuildWork) -> None:
    """The suite would praise an empty site."""
    for kind, records in work.kb.entities.items():
        assert len(records) >= 2, kind
    assert len(work.kb.works) > len(PAYLOADS)
    pages = [path for path in site if path.endswith(".html")]
    assert len(pages) > 150
    for path in ("people/all.html", "papers/all.html", "events/all/all.html", "people/all/cv.pdf"):
        assert path in site, path
    assert b"&lt;x-evil&gt;" in site["papers/all.html"]
    assert b"x-evil" in site["api/v1/papers.json"]


def test_every_field_of_every_kind_is_read(work: BuildWork) -> None:
    """What no reader takes would test nothing."""
    unset = set()
    for kind in KINDS:
        record = work.kb.entities[kind.name]["all/all" if kind.name == "talk" else "all"]
        unset |= {
            f"{kind.name}.{one.name}"
            for one in fields(record)
            if one.name != "added" and not getattr(record, one.name)
        }
    assert unset == {
        "paper.et_al", "paper.poster", "talk.description", "talk.venue",
        "paper.related", "paper.replaces", "paper.corrects",  # name works that there are not
        "paper.counts",  # come from a file of their own
    }  # fmt: skip
    paper = work.kb.works["all"]
    assert paper.authors[0].marks
    assert paper.doi.endswith("<x-evil>")
