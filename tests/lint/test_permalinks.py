"""``permalinks.txt``: what was published stays, moves or is said to be gone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.paths import ROOT
from support.project import MakeProject
from support.sites import SITE
from symposium.cli import main
from symposium.kinds.records import Records
from symposium.knowledge import build
from symposium.lint import permalinks
from symposium.lint.permalinks import (
    HEAD,
    NAME,
    compare,
    damages,
    line_of,
    missing,
    read_permalinks,
    updated,
)
from symposium.model.problems import Code, Problem

PAGES = st.sampled_from([
    "index", "papers/doe2020fast", "papers/doe2020-fast", "people/jane-doe", "people/jane-doe/cv",
    "events/meet/index", "events/meet/ray", "talks/jane-doe-2020-x", "years/2020", "topics/index",
    "guide/my page", "guide/über", "people/Jane Doe", "a.b", "x/y/z/w",
])  # fmt: skip


def listed(*pages: str) -> str:
    return HEAD + "".join(f"{line}\n" for line in sorted(map(line_of, set(pages))))


# The format


@given(st.sets(PAGES), st.sets(PAGES))
def test_what_is_listed_stays_and_what_is_made_is_added(before: set[str], made: set[str]) -> None:
    text = updated(listed(*before), map(line_of, made))
    assert text == listed(*before, *made)
    assert list(damages(text)) == []
    assert [page for _, page in missing(text, {line_of(page) for page in made})] == [
        line.partition(".html")[0] for line in sorted(map(line_of, before - made))
    ]


@given(st.text(alphabet="ab/.html# <>=\t-", max_size=60), st.sets(PAGES))
def test_mending_loses_no_word_and_needs_no_second_time(text: str, made: set[str]) -> None:
    lines = [line_of(page) for page in made]
    mended = updated(text, lines)
    assert updated(mended, lines) == mended
    assert list(damages(mended)) == []
    for line in text.split("\n"):
        if line.strip() and not line.startswith(permalinks.MARKERS):
            page = permalinks.page_of(line)
            kept = line_of(page) if page and not line.startswith("#") else line.strip()
            assert kept in mended


@given(st.sets(PAGES, min_size=1), st.sets(PAGES), st.sets(PAGES))
def test_branches_that_both_add_lines_are_joined_by_sorting(
    base: set[str], ours: set[str], theirs: set[str]
) -> None:
    one, two = listed(*base, *ours), listed(*base, *theirs)
    union = f"<<<<<<< ours\n{one}=======\n{two}>>>>>>> theirs\n"
    assert len(list(damages(union))) == 1
    assert updated(union, ()) == listed(*base, *ours, *theirs)


DAMAGED = {
    "out of order": ("b.html  page b\na.html  page a\n", 1),
    "twice": ("a.html  page a\na.html  page a\n", 2),
    "one space": ("a.html page a\n", 1),
    "another kind": ("papers/a.html  person a\n", 1),
    "no path": ("a.html  page a\nhello\n", 2),
    "a merge": ("<<<<<<< HEAD\na.html  page a\n=======\nb.html  page b\n>>>>>>> x\n", 1),
    "space at the end": ("a.html  page a \n", 1),
}


@pytest.mark.parametrize(("text", "line"), DAMAGED.values(), ids=DAMAGED)
def test_damage_is_told_by_its_first_line(text: str, line: int) -> None:
    (problem,) = damages(text)
    assert (problem.code, problem.place.line) == (Code.PERMALINK_FILE, line)
    assert list(damages(updated(text, ()))) == []


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbfa.html  page a\r\nb.html  page b\r\n",
        b"a.html  page a\rb.html  page b",
        b"",
        b"# nothing\n\n",
    ],
)
def test_ends_of_lines_and_a_mark_are_no_damage(data: bytes, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(data)
    text, problems = read_permalinks(tmp_path)
    assert [*problems, *problems_of(text or "", {"a", "b"})] == []


def problems_of(text: str, pages: set[str]) -> list[Problem]:
    kb, _ = build(Records())
    return list(compare(text, kb, (), set(map(line_of, pages))))


def test_many_addresses_that_are_gone_are_counted() -> None:
    data = listed(*(f"papers/x{n}" for n in range(250)))
    found = problems_of(data, set())
    assert len(found) == 101
    assert found[-1].message.startswith("150 more addresses")


@pytest.mark.parametrize(("page", "was"), [
    ("people/marco-bianchi", "marco-bianchi"),
    ("events/w/closing", "w/closing"),
    ("talks/ada-2020-hi", "talks/ada-2020-hi"),
    ("guide/old", "/guide/old"),
])  # fmt: skip
def test_a_page_without_a_likely_heir_has_three_ways_out(page: str, was: str) -> None:
    found = problems_of(listed(page), set())
    [line] = [n for n, one in enumerate(listed(page).split("\n"), 1) if one.startswith(page)]
    said = (
        f"if it moved, write was: {was} into the file of the page that replaces it; if it was "
        f"removed, write gone: and the reason into {page}.md; if it was never published, delete "
        f"line {line} of permalinks.txt"
    )
    assert [one.hint for one in found] == [said]


# In a project


def check(root: Path, capsys: pytest.CaptureFixture[str], *options: str) -> list[dict[str, Any]]:
    main(["check", "--format", "json", "--select", "P", *options, str(root)])
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return found


def test_the_check_lists_what_a_build_makes(
    project: MakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    made = project({
        **SITE,
        "people/ada.md": "---\nname: Ada\ncv: true\ntalks: [{title: Hi, date: 2020}]\n---\n",
        "guide/a.md": "---\norphan:\n---\n# A\n",
        "guide/b.rst": ":orphan:\n\nB\n=\n",
        "README.md": "# Not a page\n",
        "drafts/a.md": "# Not a page\n",
    }, conf='exclude_patterns = ["drafts"]\n')  # fmt: skip
    assert check(made.root, capsys) == []
    assert not (made.root / NAME).exists()
    check(made.root, capsys, "--fix")
    text = (made.root / NAME).read_text(encoding="utf-8")
    built = made.build()
    assert built.warnings == ""
    pages = {path for path in built.pages() if not path.startswith("_static")}
    paths = {line.partition("  ")[0] for line in text.split("\n") if line and line[0] != "#"}
    assert pages - paths == {"search.html", "404.html", "people/janed.html"}, (
        "no pages, and a redirect"
    )
    assert paths <= pages
    assert check(made.root, capsys) == []


def test_a_page_that_is_gone_fails_the_build_until_it_has_an_heir(
    project: MakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    made = project({"refs.bib": "@misc{doe2019fast, title = {T}, year = 2020}\n"})
    check(made.root, capsys, "--fix")
    before = (made.root / NAME).read_bytes()
    line = before.decode().split("\n").index("papers/doe2019fast.html  paper doe2019fast") + 1
    made.write({"refs.bib": "@misc{doe2020fast, title = {T}, year = 2020}\n"})
    message = (
        f"permalinks.txt:{line}: ERROR: papers/doe2019fast.html is listed as published, and no longer "
        "exists: if it is doe2020fast now, write was: doe2019fast into papers/doe2020fast.md; if it "
        "was removed, write gone: and the reason into papers/doe2019fast.md; if it was never "
        f"published, delete line {line} of permalinks.txt [symposium.P001]"
    )
    for _ in range(2):  # a build in which nothing changed says the same
        built = made.build()
        assert message in built.warnings
        assert built.statuscode == 1
    found = check(made.root, capsys)
    assert [(one["code"], one["line"]) for one in found] == [("P002", 1), ("P001", line)]
    assert "papers/doe2020fast.html" in found[0]["message"]
    check(made.root, capsys, "--fix")
    after = (made.root / NAME).read_bytes()
    assert set(before.split(b"\n")) < set(after.split(b"\n")), "no line is removed"
    made.write({"papers/doe2020fast.md": "---\nwas: doe2019fast\n---\n"})
    built = made.build()
    assert built.warnings == ""
    assert built.statuscode == 0
    assert check(made.root, capsys) == []


def test_a_build_compares_and_writes_nothing(project: MakeProject) -> None:
    made = project({NAME: listed("index")})
    built = made.build()
    assert built.warnings == ""
    assert (made.root / NAME).read_text(encoding="utf-8") == listed("index")
    made.write({NAME: listed("index", "guide/old")})
    assert "guide/old.html is listed as published, and no longer exists" in made.build().warnings
    made.write({"guide/new.md": "---\norphan:\nwas: guide/old\n---\n# New\n"})
    assert made.build().warnings == ""
    made.remove("guide/new.md")
    assert "guide/old.html is listed as published" in made.build("dirhtml").warnings
    (made.root / NAME).unlink()
    assert made.build().warnings == ""


def test_an_earlier_page_that_is_there_today_is_reported(
    project: MakeProject, capsys: pytest.CaptureFixture[str]
) -> None:
    made = project({
        "people/ada.md": "---\nname: Ada\nwas: [/people/bob, /people/eve]\n---\n",
        "people/bob.md": "---\nname: Bob\n---\n",
        "refs.bib": "@misc{a, title = {T}}\n",
        "papers/a.md": "---\nwas: /guide\n---\n",
        "guide.md": "---\norphan:\nwas: [index, before]\n---\n# Guide\n",
    })  # fmt: skip
    main(["check", "--format", "json", "--select", "I004", str(made.root)])
    found = [
        (one["path"], one["line"], one["message"]) for one in json.loads(capsys.readouterr().out)
    ]
    end = "exists, so it cannot redirect here"
    assert [(path.removeprefix(f"{made.root}/"), line, text) for path, line, text in found] == [
        ("guide.md", 1, f"The page index.html {end}"),
        ("papers/a.md", 2, f"The page guide.html {end}"),
        ("people/ada.md", 3, f"The page people/bob.html {end}"),
    ]


def test_this_repository_keeps_its_addresses(capsys: pytest.CaptureFixture[str]) -> None:
    """New pages are listed when they are published."""
    assert (ROOT / NAME).is_file()
    assert [one for one in check(ROOT, capsys) if one["code"] != "P002"] == []


def test_a_new_project_has_published_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["new", str(tmp_path / "site")])
    capsys.readouterr()
    path = tmp_path / "site" / NAME
    assert path.read_text(encoding="utf-8") == HEAD
    assert check(tmp_path / "site", capsys) == []
    check(tmp_path / "site", capsys, "--fix")
    assert "index.html  page index" in path.read_text(encoding="utf-8")
    assert "merge=union" in (tmp_path / "site/.gitattributes").read_text(encoding="utf-8")
