"""Where records lie: at the top of a site, below a folder, or in folders that a host may have."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import files
from symposium.project import read as load
from symposium.reading.folder import read_project
from symposium.reading.layout import Layout, layout_of

PERSON = "---\nname: Ann Bee\n---\nShe.\n"


def write(root: Path, *texts: tuple[str, str]) -> Path:
    return files.write(root, dict(texts))


@pytest.mark.parametrize(
    ("files", "own"),
    [
        ((("people/ann.md", PERSON),), {"people/ann.md"}),
        ((("people/ann.md", PERSON), ("people/read.md", "Text.\n")), {"people/ann.md"}),
        ((("people/ann.rst", "Ann\n===\n"), ("people/more/ann.md", PERSON)), set()),
        ((("people/ann.md", "---\nname: Ann\nkernelspec:\n  name: python3\n---\n"),), set()),
        ((("people/ann.md", "\ufeff---\r\nname: Ann\r\n---\r\n"),), {"people/ann.md"}),
        ((("software/x.md", "---\ntitle: X\ndescription: Y\n---\n"),), set()),
        (
            (
                ("events/meet/index.md", "---\ntitle: Meet\ntimezone: UTC\n---\n"),
                ("events/meet/talk.md", "---\ntitle: T\nspeakers: [Ann Bee]\n---\n"),
                ("events/meet/notes.md", "---\ntitle: Notes\n---\n"),
            ),
            {"events/meet/index.md", "events/meet/talk.md"},
        ),
    ],
)
def test_a_file_of_a_host_is_a_record_only_if_its_front_matter_says_what_no_other_page_says(
    tmp_path: Path, files: tuple[tuple[str, str], ...], own: set[str]
) -> None:
    layout = layout_of(write(tmp_path, *files), {}, ())
    assert layout.records == own
    records, _ = read_project(tmp_path, (), (), layout)
    read = {f"{one.document}.md" for table in records.entities.values() for one in table}
    assert {one for one in read if (tmp_path / one).exists()} == own


def test_in_a_site_and_below_a_folder_all_is_ours(tmp_path: Path) -> None:
    write(tmp_path, ("people/ann.rst", "Ann\n===\n"))
    assert layout_of(tmp_path, {"symposium_site": True}, ()) == Layout()
    assert layout_of(tmp_path, {"symposium_root": "kb"}, ()) == Layout("kb/")


def test_below_a_folder_pages_and_files_are_named_from_there_and_problems_from_the_top(
    tmp_path: Path,
) -> None:
    write(
        tmp_path,
        ("kb/people/ann-bee.md", PERSON.replace("She", "x")),
        ("kb/people/cy.md", "---\nnmae: Cy\n---\n"),
        ("kb/events/meet/index.md", "---\ntitle: Meet\n---\n"),
        ("kb/events/meet/talk.md", "---\ntitle: Talk\n---\n"),
        ("kb/files/a.png", "png"),
        ("people/host.md", PERSON),
    )
    records, problems = read_project(tmp_path, (), (), Layout("kb/"))
    documents = [one.document for table in records.entities.values() for one in table]
    assert sorted(documents) == [
        "events/meet/index", "events/meet/talk", "people/ann-bee", "people/cy",
    ]  # fmt: skip
    assert records.files == {"files/a.png"}
    assert {one.place.path for one in problems} == {"kb/people/cy.md"}


def test_a_check_of_somebody_elses_documentation_looks_at_records_and_bibliography(
    tmp_path: Path,
) -> None:
    write(
        tmp_path,
        ("conf.py", 'extensions = ["symposium"]\nsymposium_root = "kb"\n'),
        ("index.rst", "Host\n====\n"),
        ("people/host.md", "# The host's own\n"),
        ("kb/people/ann-bee.md", PERSON),
        ("kb/refs.bib", "@misc{a, title = {A}, author = {Bee, Ann}}"),
    )
    project = load(tmp_path)
    assert project.hosted
    assert project.problems == ()
    assert list(project.kb.people) == ["ann-bee"]
    assert list(project.kb.works) == ["a"]


def test_an_abbreviation_of_one_bibliography_serves_those_after_it(tmp_path: Path) -> None:
    write(
        tmp_path,
        ("names.bib", '@string{jcs = "Journal of Coasts"}\n'),
        ("more.bib", "@string{jct = jcs # { and Tides}}\n@comment{x}\n"),
        ("refs.bib", "@article{a, title = {A}, journal = jct}\n"),
    )
    found = [
        read_project(tmp_path, files, cache=tmp_path / "cache")
        for files in (("names.bib", "more.bib", "refs.bib"), ("refs.bib", "names.bib"))
        for _ in range(2)
    ]
    venues = [records.papers[0].venue for records, _ in found]
    assert venues == ["Journal of Coasts and Tides"] * 2 + ["jct"] * 2
    assert [len(problems) for _, problems in found] == [0, 0, 1, 1]
