"""Files to cite from, beside the pages of a site."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pytest
from support.project import CONF, Built, Project
from symposium.cli import main
from symposium.pages.citing.forms import FORMS, Form

BIB = """
@article{tides, title = {Tides}, author = {Lee, Ann and Doe, Jane}, journal = {Sea}, year = 2020,
  month = {July}, keywords = {water}, pdf = {files/tides.pdf}}
@article{waves, title = {Waves}, author = {Lee, Ann and Doe, Jane}, journal = {Sea}, year = 2021,
  keywords = {water}}
@article{wind, title = {Wind}, author = {Roe, Max}, journal = {Air}, year = 2021}
"""
FILES = {
    "conf.py": CONF + 'html_baseurl = "https://example.org/kb/"\n',
    "index.md": "# Home\n",
    "refs.bib": BIB,
    "files/tides.pdf": b"%PDF",
    "people/ann-lee.md": "---\nname: Ann Lee\n---\n",
    "topics/water.md": "---\ntitle: water\n---\n",
    "venues/sea.md": "---\nname: Sea\n---\n",
    "events/meeting/index.md": "---\ntitle: Meeting\ndate: 2021-05-01\n---\n",
    "events/meeting/one.md": "---\ntitle: One\npaper: tides\n---\n",
    "events/meeting/two.md": "---\ntitle: Two\npaper: wind\n---\n",
}
ENDINGS = [form.ending for form in FORMS]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = Project(tmp_path_factory.mktemp("citing"))
    made.write(FILES)
    return made


@pytest.fixture(scope="module")
def first(project: Project) -> Built:
    """The build that others follow."""
    return project.build()


@pytest.fixture(scope="module")
def built(first: Built) -> Built:
    """What the first build has made, kept from those that follow."""
    return replace(first, outdir=copytree(first.outdir, first.outdir.parents[1] / "_kept"))


def paths(built: Built) -> set[str]:
    return {
        path for path in built.files() if path.endswith((".bib", ".ris", ".csl.json", ".markdown"))
    }


def keys(built: Built, stem: str) -> set[str]:
    """Return the keys of a CSL-JSON file."""
    return {one["id"] for one in json.loads((built.outdir / f"{stem}.csl.json").read_text("utf-8"))}


def test_each_work_and_each_record_with_a_file_has_files_beside_its_page(built: Built):
    found = paths(built)
    for stem in ("people/ann-lee", "venues/sea", "topics/water", "events/meeting/index"):
        assert {f"{stem}.{ending}" for ending in ENDINGS} <= found
    for key in ("tides", "waves", "wind"):
        assert {f"papers/{key}.{one.ending}" for one in FORMS} <= found
    assert not [path for path in found if path.startswith(("people/max-roe.", "people/jane-doe."))]
    assert keys(built, "people/ann-lee") == keys(built, "venues/sea") == {"tides", "waves"}
    assert keys(built, "events/meeting/index") == {"tides", "wind"}


def test_lists_keep_their_addresses_and_have_every_form(built: Built):
    for stem in ("listings/papers/index", "listings/years/2021"):
        assert {f"{stem}.{ending}" for ending in ENDINGS} <= paths(built)
    assert keys(built, "listings/papers/index") == {"tides", "waves", "wind"}
    html = built.html("years/2021")
    assert 'href="../listings/years/2021.bib"' in html
    assert 'href="../listings/years/2021.csl.json"' in html


def test_pages_link_to_their_files(built: Built):
    for page in ("people/ann-lee", "venues/sea", "topics/water"):
        name = page.partition("/")[2]
        assert all(f'href="../{page}.{ending}"' in built.html(page) for ending in ENDINGS), name
    assert "max-roe.ris" not in built.html("people/max-roe")


def test_a_file_of_the_site_has_its_address_in_what_is_copied(built: Built):
    text = (built.outdir / "papers" / "tides.bib").read_text("utf-8")
    assert "pdf      = {https://example.org/kb/files/tides.pdf}" in text
    assert "month    = jul" in text


def test_a_change_makes_again_only_the_files_that_it_is_in_and_a_large_site_has_lists_alone(
    project: Project, first: Built, built: Built
):
    before = {path: (first.outdir / path).stat().st_mtime_ns for path in paths(built)}
    project.write({"refs.bib": BIB.replace("{Wind}", "{Storm}")})
    again = project.build()
    project.write({"refs.bib": BIB})
    changed = {
        path.rpartition("/")[2].partition(".")[0]
        for path in paths(again)
        if (again.outdir / path).stat().st_mtime_ns != before.get(path)
    }
    assert changed == {"wind", "index", "2021"}
    large = project.build(symposium_citation_files=2)
    assert "listings/papers/index.bib" in paths(large)
    assert all(
        path.startswith("listings/") and path.count(".") == 1 and path.endswith(".bib")
        for path in paths(large)
    )
    assert ".csl.json" not in large.html("years/2021")
    assert "ann-lee.ris" not in large.html("people/ann-lee")
    grown = project.build(symposium_citation_files=3)
    assert "people/ann-lee.ris" in paths(grown)
    assert "ann-lee.ris" in grown.html("people/ann-lee")


def export(project: Project, *arguments: str) -> int:
    return main(["export", *arguments, str(project.root)])


@pytest.mark.parametrize("form", FORMS, ids=lambda one: one.name)
def test_what_a_large_site_has_not_is_exported_on_demand(
    project: Project, built: Built, tmp_path: Path, form: Form
):
    assert export(project, "--format", form.name, "--each", "-o", str(tmp_path)) == 0
    for key in ("waves", "wind"):
        path = f"papers/{key}.{form.ending}"
        assert (tmp_path / path).read_bytes() == (built.outdir / path).read_bytes()


def test_only_what_a_manuscript_cites_is_exported(
    project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    manuscript = tmp_path / "paper.tex"
    manuscript.write_text("As \\cite{wind} says,\nand \\citep{tides}.\n", "utf-8")
    arguments = ("--format", "csl-json", "--cited-in", str(manuscript))
    assert export(project, *arguments) == 0
    assert [one["id"] for one in json.loads(capsys.readouterr().out)] == ["wind", "tides"]
    manuscript.write_text("As \\cite{wind} says,\nand \\citep{tydes}.\n", "utf-8")
    assert export(project, *arguments) == 1
    out, err = capsys.readouterr()
    assert [one["id"] for one in json.loads(out)] == ["wind"]
    assert err == f'{manuscript}:2: No entry has the key "tydes"; did you mean "tides"?\n'
    manuscript.write_text("\\nocite{*}", "utf-8")
    assert export(project, *arguments) == 0
    assert len(json.loads(capsys.readouterr().out)) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--format", "json", "--cited-in", "x.tex"), "json is not a format for works"),
        (("--format", "ris", "--cited-in", "absent.tex"), "absent.tex cannot be read"),
        (("--format", "ris", "--each"), "ris makes several files: name a folder with -o"),
    ],
)
def test_a_command_that_cannot_be_followed_says_why(
    project: Project, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
):
    assert export(project, *arguments) == 2
    assert said in capsys.readouterr().err
