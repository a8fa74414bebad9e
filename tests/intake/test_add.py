"""``symposium add``: shown first, then written, and nothing that somebody wrote is overwritten."""

from __future__ import annotations

import io
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.services import RECORDINGS, Reply, recorded
from symposium.pages.citing.bibtex import delimited
from symposium.project import load
from symposium.reading.bibtex_reader import parse
from symposium_import import add as command
from symposium_import.bib_editing import BibFile
from symposium_import.formats import atom, csl_json, openalex, ris
from symposium_import.works import IntakeError, paper_of

REFS = """\
% mine
@InProceedings{doe2020fast,
    author    = {Doe, J. and Smith, John},
    title     = {Fast Reading of {B}ooks}, % not "books"
    booktitle = "Proceedings of " # rc,
    year      = 2020
}

@misc{roe2021,
  author = {Roe, Richard}, title = {On Whales}, year = 2021,
  journal = {arXiv preprint arXiv:2101.08734},
  note = {my favourite},
}
"""
ITEMS = [
    {"type": "paper-conference", "title": "Fast reading of books", "DOI": "10.1234/books",
     "author": [{"family": "Doe", "given": "Jane"}, {"family": "Smith", "given": "J."}],
     "issued": {"date-parts": [[2020, 3]]}, "container-title": "Reading Conference", "page": "1-9"},
    {"type": "article-journal", "title": "On whales", "DOI": "10.1234/whales", "volume": "3",
     "author": [{"family": "Roe", "given": "Richard"}], "issued": {"date-parts": [[2022]]},
     "container-title": "Journal of <i>Whales</i>"},
    {"type": "book", "title": "Größe &amp; $\\alpha$-GPUs", "publisher": "P & Q",
     "author": [{"family": "Größe", "given": "Ada", "non-dropping-particle": "von"}],
     "issued": {"date-parts": [[2001]]}, "abstract": "<jats:p>50% of H<sub>2</sub>O.</jats:p>"},
]  # fmt: skip


@pytest.fixture
def refs(project):
    path = project / "refs.bib"
    path.write_bytes(REFS.encode())
    return path


@pytest.fixture
def items(tmp_path):
    path = tmp_path / "zotero.json"
    path.write_text(json.dumps(ITEMS, ensure_ascii=False, indent=1), "utf-8")
    return path


def test_what_would_change_is_shown_and_nothing_is_written(add, refs, items):
    status, said = add(items)
    assert status == 0
    assert 'probably the same as: "doe2020fast" (refs.bib:2): Fast reading of books' in said
    assert "    added: month, pages, doi" in said
    assert 'preprint now published: "roe2021" (refs.bib:9): On whales' in said
    assert "it stays as it is: renew it with --published" in said
    assert "new: grosse2001grosse: Größe & \\alpha-GPUs (Ada von Größe, 2001)" in said
    assert "+  doi = {10.1234/books},\n" in said
    assert "nothing is written: to write 1 file, add --yes" in said
    assert refs.read_bytes() == REFS.encode()


def test_only_missing_fields_are_added_and_every_other_byte_stays(add, refs, items):
    refs.write_bytes(b"\xef\xbb\xbf" + REFS.replace("\n", "\r\n").encode())
    assert add(items, "--yes")[0] == 0
    data = refs.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf% mine\r\n")
    text = data.decode("utf-8-sig")
    assert "\n" not in text.replace("\r\n", "")
    text = text.replace("\r\n", "\n")
    new = text.splitlines()
    assert [line for line in REFS.splitlines() if line not in new] == []
    inserted = "  month = mar,\n  pages = {1--9},\n  doi = {10.1234/books},\n    author "
    assert f"@InProceedings{{doe2020fast,\n{inserted}" in text
    assert text.endswith("""
@book{grosse2001grosse,
  author = {von Größe, Ada},
  title = {Größe \\& $\\alpha$-{GPUs}},
  year = {2001},
  publisher = {P \\& Q},
  abstract = {50\\% of H₂O.},
}
""")
    said = add(items, "--yes")[1]
    assert "1 work is there already, with nothing to add" in said
    assert 'booktitle stays: "Proceedings of rc"; there it is "Reading Conference"' in said
    assert refs.read_bytes() == data
    (book,) = (one for one in load(refs.parent).works.values() if one.type == "book")
    assert (book.title, book.abstract) == ("Größe & $\\alpha$-GPUs", "50% of H₂O.")


def test_a_preprint_becomes_its_publication_if_that_is_wished(add, refs, items):
    add(items, "--yes", "--published")
    paper = load(refs.parent).works["roe2021"]
    assert (paper.type, paper.venue, paper.year) == ("article", "Journal of Whales", 2022)
    assert (paper.doi, paper.arxiv, paper.note) == ("10.1234/whales", "2101.08734", "my favourite")


def test_a_preprint_gives_its_number_to_what_was_published(add, project, tmp_path):
    (project / "refs.bib").write_text(
        "@article{roe2022, author={Roe, R.}, title={On Whales}, journal={J}, year={2022}}\n")  # fmt: skip
    preprint = tmp_path / "a.bib"
    preprint.write_text("@misc{x, author={Richard Roe}, title={On whales}, year=2021,"
                        " eprint={2101.08734}, eprinttype={arxiv}, note={Draft}}")  # fmt: skip
    status, said = add(preprint, "--yes")
    assert (status, 'preprint of: "roe2022" (refs.bib:1)' in said) == (0, True)
    paper = load(project).works["roe2022"]
    assert (paper.arxiv, paper.year, paper.note) == ("2101.08734", 2022, None)


@pytest.mark.parametrize("answer", [("y\n", True), ("n\n", False), ("", False)])
def test_on_a_terminal_it_asks(add, refs, items, monkeypatch, answer):
    typed, written = answer
    monkeypatch.setattr(command, "is_terminal", lambda _: True)
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert "write 1 file? [y/N]" in add(items)[1]
    assert (refs.read_bytes() != REFS.encode()) is written


def test_keys(add, project, tmp_path):
    one = '{"type": "book", "title": "%s", "author": [{"family": "Ó Sé", "given": "A."}]}'
    path = tmp_path / "c.json"
    for title in ("The Sea", "A Sea!", "Sea"):
        path.write_text(one % title)
        add(path, "--yes")
    path.write_text(one % "Of Storms")
    assert "cannot be a cite key: write ab" in add(path, "--key", "a b")[1]
    add(path, "--key", "own:Key", "--yes")
    assert [one.key for one in load(project).papers] == ["osesea", "oseseaa", "oseseab", "own:Key"]
    path.write_text(one % "Calm")
    assert 'another work has "osesea" already' in add(path, "--key", "osesea")[1]


@pytest.mark.parametrize(("words", "reason"), [
    ((), "say what to add"),
    (("doi:10.1/x",), "is not of the form"),
    (("none.bib",), "none.bib cannot be read: No such file"),
    (("--person", "nobody"), "there is no file people/nobody.md"),
    (("orcid:0000-0002-1825-0098",), "has a last digit that does not fit"),
])  # fmt: skip
def test_wrong_use_is_named(add, project, words, reason):
    (project / "people").mkdir()
    (project / "people/ada.md").write_text("---\nname: Ada Lovelace\n---\n")
    status, said = add(*words)
    assert (status, reason in said) == (2, True), said


@pytest.mark.parametrize(("name", "content", "reason"), [
    ("a.json", "{", r"a.json:1: this is not JSON"),
    ("a.json", "[" * 100_000, r"a.json.*: this is not JSON"),
    ("a.ris", "", r"a.ris: this is not RIS"),
    ("a.bib", "no entry", r"a.bib: there is no entry"),
])  # fmt: skip
def test_a_file_that_is_none_is_refused(add, tmp_path, name, content, reason):
    (tmp_path / name).write_text(content)
    status, said = add(tmp_path / name)
    assert status == 2
    assert re.search(reason, said), said


def test_a_bibliography_that_cannot_be_changed_is_left(add, refs, items):
    refs.write_bytes("@misc{a, title={Grün}}".encode("latin-1"))
    assert "refs.bib: the file is not UTF-8" in add(items, "--yes")[1]
    refs.write_bytes(REFS.encode())
    refs.chmod(0o444)
    refs.parent.chmod(0o555)
    try:
        add(items, "--yes")
    finally:
        refs.parent.chmod(0o755)
    assert not list(refs.parent.glob(".*part"))


def test_services_answer_as_they_were_recorded(add, project, services):
    services.otherwise = recorded()
    status, said = add("doi:10.1371/journal.pone.0033693", "https://arxiv.org/abs/1605.08386v1",
                       "openalex:W2099326003", "10.1038/srep16696", "--yes",
                       "--mailto", "a@example.org")  # fmt: skip
    assert status == 0, said
    works = {one.key: one for one in load(project).works.values()}
    assert set(works) == {"sadasivan2012methylphenidate", "stanley2016heat", "akerlof1982labor",
                          "tosatto2015single"}  # fmt: skip
    heat = works["stanley2016heat"]
    assert (heat.arxiv, heat.categories, heat.venue) == ("1605.08386", ("math.CO",), "arXiv")
    assert works["sadasivan2012methylphenidate"].authors[1].name.text == "Brooks B. Pond"
    assert works["akerlof1982labor"].venue == "The Quarterly Journal of Economics"
    assert not load(project).problems
    assert all("mailto:a@example.org" in headers["User-Agent"] for _, headers in services.asked)
    assert "4 works are there already" in add("doi:10.1371/journal.pone.0033693", "1605.08386",
                                              "openalex:W2099326003", "10.1038/srep16696")[1]  # fmt: skip


@pytest.mark.parametrize(
    ("settings", "contact"),
    [
        ('[project]\nauthors = [{name = "A"}, {email = "b@example.org"}]', "b@example.org"),
        ("[project]\nauthors = 5\n[tool]\nsymposium = 1", ""),
        ('[tool.symposium]\nmailto = "ż b@example.org"', "%C5%BC%20b@example.org"),
    ],
)
def test_services_are_told_the_address_of_the_project(add, project, services, settings, contact):
    (project / "pyproject.toml").write_text(settings)
    services.otherwise = recorded()
    status, said = add("10.1038/srep16696")
    assert status == 0, said
    assert all((f"mailto:{contact}" if contact else "symposium/") in headers["User-Agent"]
               for _, headers in services.asked)  # fmt: skip
    assert ("answer better" in said) == (not contact)


def test_the_works_of_a_person(add, project, services):
    answers = recorded()
    services.otherwise = answers
    (project / "people").mkdir()
    (project / "people/peter-binfield.md").write_text(
        "---\nname: Peter Binfield\norcid: 0000-0002-9341-7985\n---\n")  # fmt: skip
    item = {"title": "PeerJ - A case study", "type": "article-journal", "DOI": "10.3233/isu-130714",
            "author": [{"family": "Binfield", "given": "P."}]}  # fmt: skip
    services.says("doi.org/10.3233/ISU-130714", Reply(json.dumps(item).encode()))
    other = {**item, "title": "Reputation", "author": [{"family": "Other", "given": "Ann"}]}
    services.says("doi.org/10.1038/npre.2009.2801",
                  Reply(json.dumps({**other, "DOI": "10.1038/npre.2009.2801"}).encode()))  # fmt: skip
    status, said = add("--person", "peter-binfield", "--yes")
    assert status == 1  # the others cannot be had here
    assert "is left out" in said
    assert "1 work of others left out" in said
    assert [one.key for one in load(project).works.values()] == ["binfieldpeerj"]


def test_what_one_source_lacks_keeps_no_other_back(add, project, services, tmp_path):
    services.otherwise = lambda _: Reply(status=404)
    path = tmp_path / "a.bib"
    path.write_text("@misc{a, title={Tides}, author={Doe, J.}}")
    status, said = add("doi:10.1234/none", path, "--yes")
    assert (status, "404 Not Found: doi:10.1234/none is left out" in said) == (1, True), said
    assert [one.key for one in load(project).papers] == ["a"]
    assert add("doi:10.1234/none", "doi:10.1234/no", "--yes")[0] == 2, "none can be had"


def test_dblp_and_openalex_list_works_of_a_person(add, project, services):
    services.says("dblp.org/pid/12/3456.bib", Reply(
        b"@inproceedings{DBLP:conf/x/Doe20, author={Jane Doe 0001}, title={Tides}, year={2020}}"))  # fmt: skip
    page = {"results": [{"id": "https://openalex.org/W1", "title": "Waves", "type": "article",
            "publication_year": 2021, "authorships": [{"raw_author_name": "Jane Doe"}],
            "abstract_inverted_index": {"We": [0], "float.": [1]}}],
            "meta": {"next_cursor": "abc"}}  # fmt: skip
    last = {"results": [], "meta": {}}
    services.says("api.openalex.org/works", Reply(json.dumps(page).encode()),
                  Reply(json.dumps(last).encode()))  # fmt: skip
    assert add("dblp:12/3456", "openalex:A77", "--yes")[0] == 0
    works = {one.title: one for one in load(project).works.values()}
    assert set(works) == {"Tides", "Waves"}
    assert works["Waves"].abstract == "We float."


@pytest.mark.parametrize("body", [b"{", b"[]", b"null", b"<html>", b"\xff\xfe", b""])
def test_a_malformed_answer_is_an_error_with_its_address(add, project, services, body):
    services.otherwise = lambda _: Reply(body)
    for what in ("doi:10.1234/x", "arxiv:2101.08734", "orcid:0000-0002-1825-0097",
                 "dblp:12/3456", "openalex:W1"):  # fmt: skip
        status, said = add(what, "--yes")
        assert status in {0, 1, 2}
        assert "Traceback" not in said
        assert status == 0 or "https://" in said or "arxiv:" in said
    assert (project / "refs.bib").read_text() == ""


def test_every_recorded_work_is_read_back_the_same():
    if not RECORDINGS.is_dir():
        pytest.skip(f"there are no recordings of services in {RECORDINGS}")
    works = []
    for pattern, read in (("crossref/*.json", csl_json.read), ("arxiv/*.atom", atom.read),
                          ("openalex/*.json", openalex.read)):  # fmt: skip
        for path in sorted(RECORDINGS.glob(pattern)):
            try:
                works += read(path.read_text("utf-8"), path.name).works
            except IntakeError:
                continue
    assert len(works) > 400
    file = BibFile.of("refs.bib", b"")
    for at, one in enumerate(works):
        file.add(one.type, f"k{at}", one.fields)
    text = file.result().decode()  # which compares each entry with what is meant
    assert len(parse(text, "refs.bib")[0]) == len(works)
    shown = [paper.title + (paper.abstract or "") for one in works if (paper := paper_of(one, "k"))]
    assert not [one for one in shown if re.search(r"</?(?:jats|mml):|&(?:amp|lt|gt);", one)]


FIELD = st.text("abAB {}\\$%&#~_^\"'@,=\n-éß", max_size=15)


@given(st.lists(st.tuples(st.sampled_from(["title", "note", "month", "year"]), FIELD), max_size=4),
       st.dictionaries(st.sampled_from(["doi", "volume"]), FIELD, max_size=3),
       st.sampled_from(["extend", "replace", "set"]), st.booleans())  # fmt: skip
def test_edits_say_what_is_meant_or_are_refused(fields, new, what, lines):
    gap = ",\n  " if lines else ", "
    rows = gap.join(f"{name} = {delimited(value)}" for name, value in fields)
    text = f"@misc{{k{gap}{rows}}}\n% end\n@misc{{z, title = {{Z}}}}\n"
    entries, problems = parse(text, "refs.bib")
    if problems or not entries or len(entries[0].fields) != len(fields):
        return
    file = BibFile.of("refs.bib", text.encode())
    try:
        if what == "extend":
            file.extend("k", new)
        elif what == "replace":
            file.replace("k", "book", new)
        else:
            new = {fields[0][0]: "x.pdf"} if fields else {}
            file.set("k", 0, "x.pdf")
        made = file.result().decode()
    except IntakeError:
        return
    again = {one.key: one for one in parse(made, "refs.bib")[0]}
    assert set(again) == {"k", "z"}
    read = dict(reversed(again["k"].fields))
    assert all(read[name].split() == value.split() for name, value in new.items() if value)
    assert made.endswith("\n% end\n@misc{z, title = {Z}}\n")


RIS = """\
TY  - JOUR
AU  - Doe, Jane
AU  - Smith, John, Jr.
TI  - A study of 50% & <i>more</i>
T2  - Journal of Tides
PY  - 2020
DA  - 2020/03/01
SP  - 10
EP  - 19
SN  - 0378-5955
DO  - https://doi.org/10.1234/x
AB  - First line
 goes on
KW  - sea
KW  - tide, high
XX  - unknown
ER  -

TY  - GEN
AU  - Nobody
ER  -
"""


def test_ris():
    answer = ris.read(RIS, "a.ris")
    (work,) = answer.works
    assert work.fields["author"] == "Doe, Jane and Smith, Jr., John"
    assert work.fields["title"] == "A study of 50\\% \\& more"
    assert (work.fields["pages"], work.fields["month"]) == ("10--19", "mar")
    assert work.fields["keywords"] == "sea, tide high"
    assert work.fields["abstract"] == "First line goes on"
    assert [str(one.place) for one in answer.problems] == ["a.ris:19"]


def test_ris_of_newspapers_encyclopedias_and_translations():
    head = "AU  - Doe, Jane\nTI  - Tides\nT2  - Where\nPY  - 2020\n"
    text = f"TY  - NEWS\n{head}ER  -\nTY  - ENCYC\n{head}A4  - Roe, Ann\nER  -\n"
    news, entry = ris.read(text, "a.ris").works
    assert (news.type, news.fields["journal"], news.fields["entrysubtype"]) == (
        "article", "Where", "newspaper"
    )  # fmt: skip
    assert (entry.type, entry.fields["booktitle"], entry.fields["translator"]) == (
        "inreference", "Where", "Roe, Ann"
    )  # fmt: skip


def test_a_name_that_cannot_be_read_is_no_reason_to_stop(add, tmp_path):
    path = tmp_path / "odd.bib"
    path.write_text("@misc{odd, author = {Doe, Jane, Jr, Dr, and , } , title = {Odd}, year = 2020}")
    status, said = add(path)
    assert status == 1
    assert 'author of "odd": a name is empty' in said
    assert "new: odd: Odd" in said
