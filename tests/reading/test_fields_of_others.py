"""Entries as other tools for homepages have them: their fields are understood, none is lost."""

import pytest
from support.files import knowledge_of
from symposium.model.problems import Severity
from symposium.pages.citing.bibtex import shown_entry
from symposium.reading.bibliography_files import to_papers
from symposium.reading.bibtex_reader import parse
from symposium.reading.contributors import read_names
from symposium.reading.entry_facts import DETAILS, KEYWORDS, LANGUAGE, LISTS, TEXTS
from symposium.reading.entry_fields import READ
from symposium.reading.entry_links import LINK_FIELDS
from symposium.reading.folder import read_project

ENTRY = """
@inproceedings{doe2024tides,
  abbr = {COAST},
  author = {Doe*, Jane and Roe$^{*\\dagger}$, Tim and Poe, Ed},
  title = {Tides},
  booktitle = {Proceedings of the Workshop on Coasts},
  year = 2024,
  arxiv = {2404.06474v2},
  preview = {tides.png},
  pdf = {tides.pdf},
  supp = {/assets/pdf/more.pdf},
  poster = {true},
  slides = {talks/tides.pdf},
  hal = {hal-01234567},
  award_name = {Best Paper},
  award = {For its plain words},
  additional_info = {Also at the fair},
  annotation = {* Equal contribution},
  altmetric = {true},
  bibtex_show = {true},
  selected = {true}
}
"""


def read(text):
    (paper,), problems = to_papers(parse(text, "refs.bib")[0], "refs.bib")
    return paper, problems


def test_fields_of_homepages_are_understood():
    paper, problems = read(ENTRY)
    assert problems == []
    assert (paper.arxiv, paper.thumbnail, paper.selected) == ("2404.06474", "files/tides.png", True)
    assert paper.links == {
        "pdf": "files/tides.pdf", "supp": "files/pdf/more.pdf", "slides": "files/talks/tides.pdf",
        "hal": "https://hal.science/hal-01234567",
    }  # fmt: skip
    assert [(one.name.text, one.marks) for one in paper.authors] == [
        ("Jane Doe", ("*",)), ("Tim Roe", ("*", "†")), ("Ed Poe", ()),
    ]  # fmt: skip
    assert paper.marks_note == "* Equal contribution"
    assert paper.awards == ("Best Paper",)
    assert [paper.detail(name) for name in ("abbr", "award", "additional_info")] == [
        "COAST", "For its plain words", "Also at the fair",
    ]  # fmt: skip


def test_a_picture_of_another_site_is_reported():
    paper, (problem,) = read(ENTRY.replace("tides.png", "https://example.org/tides.png"))
    assert paper.thumbnail is None
    assert (problem.place.line, problem.code.code) == (9, "B014")
    assert problem.hint.startswith("put a png")


def test_an_entry_to_copy_has_plain_names_and_standard_fields():
    shown = shown_entry(read(ENTRY)[0], base="https://example.org/")
    assert "author" in shown
    assert "Doe, Jane and Roe, Tim and Poe, Ed" in shown
    assert "= {2404.06474}" in shown.split("eprint", 1)[1]
    assert "https://example.org/files/tides.pdf" in shown
    assert "arxiv " not in shown


def project(folder, files):
    return knowledge_of(folder, {**dict.fromkeys(files, b""), "refs.bib": ENTRY})


def test_a_file_is_found_by_its_name(tmp_path):
    there = ["files/a/tides.pdf", "files/b/tides.png", "files/more.pdf", "files/talks/tides.pdf"]
    kb, problems = project(tmp_path, there)
    paper = kb.works["doe2024tides"]
    assert paper.thumbnail == "files/b/tides.png"
    assert (paper.links["supp"], paper.links["slides"]) == (
        "files/more.pdf",
        "files/talks/tides.pdf",
    )
    # Two files have this name, so nobody can tell which is meant.
    assert [(one.message, one.severity) for one in problems] == [
        ("there is no files/tides.pdf", Severity.WARNING)
    ]
    assert problems[0].place.line == 10


def test_a_bibliography_of_another_name_is_named(tmp_path):
    (tmp_path / "papers.bib").write_text(ENTRY, encoding="utf-8")
    (problem,) = read_project(tmp_path)[1]
    assert str(problem) == (
        "refs.bib:1:1: F011 There is no refs.bib, and papers.bib is not read: rename it, or write "
        'symposium_bibfiles = ["papers.bib"] in conf.py'
    )
    assert problem.severity is Severity.WARNING


def test_the_guide_lists_all_that_is_read():
    names = {*DETAILS, *TEXTS, *LISTS, *LANGUAGE, *KEYWORDS, *LINK_FIELDS}
    assert names - {name for listed in READ for name in listed.split()} == set()


@pytest.mark.parametrize(
    "raw",
    ["Doe*, Jane", "Doe, Jane*", "*Doe, Jane", "Jane Doe $^{*}$", r"Jane Doe\textsuperscript{*}",
     "Jane Doe{*}", r"Jane Doe$^\ast$", "∗Doe, Jane"],
)  # fmt: skip
def test_signs_are_no_part_of_a_name(raw):
    ((one,), _, faults) = read_names(raw)
    assert (one.name.text, one.name.family, one.marks, faults) == ("Jane Doe", "Doe", ("*",), ())
