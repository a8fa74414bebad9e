"""Pagefind's index: the same files for the same pages, never a mixture of two."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.builds import clean, differences
from support.project import MakeProject
from support.sites import REFS, SITE
from symposium.export import pagefind
from symposium.export.pagefind import ENTRY, PagefindError, pagefind_files

PAGE = (
    '<html lang="en"><body><div data-pagefind-body><h1>Page {0}</h1>'
    "<p>Words of page {0}, which is of kind {1}.</p></div></body></html>"
)


def pages(folder: Path, count: int = 40) -> Path:
    for number in range(count):
        page = folder / f"pages/{number % 7}/p{number}.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(PAGE.format(number, number % 9), encoding="utf-8")
    return folder


def test_the_same_pages_give_the_same_files_in_whatever_order_a_disk_lists_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = pagefind_files(pages(tmp_path))
    walk = os.walk

    def shuffled(top: Path) -> Iterator[tuple[str, list[str], list[str]]]:
        for folder, folders, names in walk(top):
            random.Random(1).shuffle(folders)  # noqa: S311 - any order will do
            random.Random(2).shuffle(names)  # noqa: S311 - as above
            yield folder, folders, names

    monkeypatch.setattr(os, "walk", shuffled)
    for _ in range(3):
        assert differences(pagefind_files(tmp_path), first) == []


def test_an_index_after_changes_is_that_of_a_clean_build(project: MakeProject) -> None:
    made = project(SITE, 'html_theme = "basic"\n')
    made.build(symposium_search="pagefind")
    made.write({"refs.bib": REFS.replace("Fast", "Quick").replace("2001", "2002")})
    made.remove("people/jane-doe.md")
    new = clean(made, symposium_search="pagefind")
    assert differences(made.build(symposium_search="pagefind").files(), new) == []


@pytest.mark.parametrize("name", [ENTRY, "pagefind.js"])
def test_a_damaged_index_is_made_again(project: MakeProject, name: str) -> None:
    made = project({"refs.bib": REFS}, 'html_theme = "basic"\nsymposium_search = "pagefind"\n')
    built = made.build()
    before = built.files()
    (built.outdir / "pagefind" / name).unlink()
    (built.outdir / "pagefind" / "more.txt").write_text("of somebody else")
    fragment = next((built.outdir / "pagefind" / "fragment").iterdir())
    fragment.write_bytes(b"")
    assert differences(made.build().files(), before) == []


def test_an_index_that_is_right_is_not_made_again(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = project({"refs.bib": REFS}, 'html_theme = "basic"\nsymposium_search = "pagefind"\n')
    made.build()
    monkeypatch.setattr(pagefind, "executable", lambda: pytest.fail("it is asked"))
    assert made.build().warnings == ""


@pytest.mark.parametrize("program", ["/bin/true", "/bin/cat", "/nowhere/pagefind"])
def test_a_program_that_is_not_pagefind_is_reported(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.setattr(pagefind, "executable", lambda: program)
    with pytest.raises(PagefindError):
        pagefind_files(Path())
    made = project({"refs.bib": REFS}, 'html_theme = "basic"\nsymposium_search = "pagefind"\n')
    built = made.build()
    assert "the search index cannot be made: Pagefind: " in built.warnings
