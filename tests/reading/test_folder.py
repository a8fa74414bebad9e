"""The folder: which files are records, and what is said of those that cannot be."""

import os

import pytest
from support.files import write
from symposium.model.encodings import WESTERN_HINT
from symposium.model.problems import Code
from symposium.reading.folder import read_project

SOURCE = b"---\ntitle: CV\nkind: cv\ndate: undated\n---\n"


@pytest.fixture
def project(tmp_path):
    """Write files, given by their paths, and read them as a project."""

    def make(files, **options):
        records, problems = read_project(write(tmp_path, files), **options)
        return records, [str(problem) for problem in problems]

    return make


def person(name):
    return f"---\nname: {name}\n---\n"


def ids(records, kind):
    return [record.id for record in records.entities[kind]]


def test_a_whole_project(project):
    records, problems = project(
        {
            "refs.bib": "@misc{b2, title={B}}\n@misc{a1, title={A}}\n",
            "people/rosa-badia.md": person("Rosa M. Badia"),
            "people/ada.md": person("Ada"),
            "people/index.md": "# People\n",
            "papers/a1.md": "",
            "events/x-2021/index.md": "---\ntitle: X\n---\n",
            "events/x-2021/one.md": "---\npaper: a1\nspeakers: [{person: ada}, {person: no-file}, B C]\n---\n",
            "events/index.md": "# Events\n",
            "topics/io.md": "---\ntitle: I/O\n---\n",
            "venues/sc.md": "---\nname: SC\n---\n",
            "sources/cv.md": SOURCE,
            "software/tool.md": "---\ntitle: Tool\n---\n",
            "datasets/soil.md": "---\ntitle: Soil\n---\n",
            "projects/eo.md": "---\ntitle: EO\n---\n",
            "files/a/b.PDF": b"",
            "files/c.html": b"",
            "files/.d.pdf": b"",
            "guide.md": "---\nanything: goes\n---\n",
        }
    )
    assert problems == []
    assert [paper.key for paper in records.papers] == ["b2", "a1"]
    assert [note.id for note in records.notes] == ["a1"]
    assert {kind: ids(records, kind) for kind in records.entities} == {
        "person": ["ada", "rosa-badia"], "event": ["x-2021"], "talk": ["x-2021/one"],
        "topic": ["io"], "venue": ["sc"], "source": ["cv"], "software": ["tool"],
        "dataset": ["soil"], "project": ["eo"], "volume": [], "series": [], "organization": [], "news": [],
    }  # fmt: skip
    talk = records.entities["talk"][0]
    assert [one.name.text for one in talk.speakers] == ["Ada", "No File", "B C"]
    assert talk.document == "events/x-2021/one"
    assert records.entities["event"][0].document == "events/x-2021/index"
    assert records.files == {"files/a/b.PDF"}


def test_names_that_are_no_ids_are_read_and_reported(project):
    records, problems = project(
        {
            "people/Tal Ben-Nun.md": person("Tal Ben-Nun"),
            "people/grönquist.md": person("Peter Grönquist"),
            "events/SC 2021/index.md": "---\ntitle: SC\n---\n",
        }
    )
    assert ids(records, "person") == ["gronquist", "tal-ben-nun"]
    assert ids(records, "event") == ["sc-2021"]
    assert problems == [
        'events/SC 2021:1:1: F010 The name "SC 2021" cannot be an id: rename it to sc-2021',
        'people/Tal Ben-Nun.md:1:1: F010 The name "Tal Ben-Nun.md" cannot be an id: rename it to tal-ben-nun.md',
        'people/grönquist.md:1:1: F010 The name "grönquist.md" cannot be an id: rename it to gronquist.md',
    ]


def test_two_files_that_lead_to_one_id_are_named(project):
    records, problems = project({"people/Ada.md": person("Other"), "people/ada.md": person("Ada")})
    assert [one.name.text for one in records.entities["person"]] == ["Ada"]
    assert problems == [
        "people/Ada.md:1:1: I003 people/Ada.md and people/ada.md have the same id, ada: rename one of them"
    ]


def test_files_in_a_wrong_place_are_reported(project):
    records, problems = project(
        {
            "people/alumni/ada.md": person("Ada"),
            "people/media/ada.png": b"",
            "events/lone.md": "---\ntitle: X\n---\n",
            "events/no-index/one.md": "---\ntitle: One\n---\n",
            "events/x/index.md": "---\ntitle: X\n---\n",
            "events/x/deep/one.md": "",
            "talks/one.md": "",
        }
    )
    assert problems == [
        "events/lone.md:1:1: F010 An event has a folder of its own: move the file to events/lone/index.md",
        "events/no-index:1:1: R005 The event no-index has no file of its own: write events/no-index/index.md",
        "events/x/deep:1:1: F010 The files of this folder are not read: put them into events/x/",
        "people/alumni:1:1: F010 The files of this folder are not read: put them into people/",
        "talks/one.md:1:1: F010 A talk has no file in this folder: put it into the folder of its event, or into talks: of the speaker's file",
    ]
    assert ids(records, "event") == ["no-index", "x"]
    assert records.entities["event"][0].title == "No index"
    assert ids(records, "talk") == ["no-index/one"]


def test_other_encodings_are_reported_where_they_show_and_read_as_well_as_can_be(project):
    records, problems = project(
        {
            "people/latin.md": "---\nrole: phd\nname: Böhringer\n---\n".encode("latin-1"),
            "people/wide.md": person("Bazińska").encode("utf-16"),
            "people/mark.md": b"\xef\xbb\xbf" + person("Bö").encode(),
            "people/zero.md": b"\x00\xff\xfe\x00",
        }
    )
    assert problems[:2] == [
        f"people/latin.md:3:8: F009 The file is not UTF-8 and is read as Windows-1252: {WESTERN_HINT}",
        "people/wide.md:1:1: F009 The file is not UTF-8 and is read as UTF-16: convert it: iconv -f UTF-16 -t UTF-8",
    ]
    assert all(problem.startswith("people/zero.md:1:") for problem in problems[2:])
    assert [one.name.text for one in records.entities["person"]] == [
        "Böhringer", "Bö", "Bazińska", "Zero",
    ]  # fmt: skip


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="this system has no symbolic links")
def test_links_out_of_the_project_are_not_followed(tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.md").write_text(person("Secret"))
    (outside / "secret.pdf").write_bytes(b"")
    root = tmp_path_factory.mktemp("site")
    for folder in ("people", "files/real"):
        (root / folder).mkdir(parents=True)
    (root / "files/real/a.pdf").write_bytes(b"")
    (root / "people/secret.md").symlink_to(outside / "secret.md")
    (root / "people/nowhere.md").symlink_to("gone.md")
    (root / "files/secret.pdf").symlink_to(outside / "secret.pdf")
    (root / "files/all").symlink_to(outside)
    (root / "files/loop").symlink_to(root / "files")
    (root / "files/copy.pdf").symlink_to("real/a.pdf")
    (root / "topics").symlink_to(outside)
    (root / "refs.bib").symlink_to(outside / "secret.pdf")
    records, problems = read_project(root)
    assert records.files == {"files/real/a.pdf", "files/copy.pdf"}
    assert ids(records, "person") == ids(records, "topic") == []
    assert [(problem.code, problem.place.path) for problem in problems] == [
        (Code.FILE_UNREADABLE, path)
        for path in (
            "files/all", "files/loop", "files/secret.pdf", "people/nowhere.md", "people/secret.md",
            "refs.bib", "topics",
        )
    ]  # fmt: skip


def test_what_may_not_be_read_is_reported(project, monkeypatch):
    def refuse(path, *_, **__):
        raise PermissionError(13, "Permission denied", str(path))

    def open_file(path, flags, *rest, opened=os.open):
        return refuse(path) if str(path).endswith(".md") else opened(path, flags, *rest)

    def list_folder(path, scandir=os.scandir):
        return refuse(path) if str(path).endswith("topics") else scandir(path)

    monkeypatch.setattr(os, "open", open_file)
    monkeypatch.setattr(os, "scandir", list_folder)
    assert project({"people/ada.md": person("Ada"), "topics/io.md": ""})[1] == [
        "people/ada.md:1:1: F011 The file cannot be read: Permission denied",
        "topics:1:1: F011 The folder cannot be read: Permission denied",
    ]


@pytest.mark.parametrize(
    ("patterns", "left"),
    [
        (["people/a.md"], ["b", "c-d"]),
        (["people/*"], []),
        (["*.md"], ["a", "b", "c-d"]),
        (["**/?.md"], ["c-d"]),
        (["**"], []),
        (["_build", "people/c[-]d.md"], ["a", "b"]),
    ],
)
def test_excluded_files_are_left_out(project, patterns, left):
    files = {f"people/{name}.md": person(name) for name in ("a", "b", "c-d")}
    assert ids(project(files, exclude=patterns)[0], "person") == left


def test_entries_of_several_bibliographies_know_each_other(project):
    files = {
        "a.bib": "@inproceedings{x, title={X}, crossref={p}}\n@misc{k, title={K}}",
        "b.bib": "@proceedings{p, title={Proc}}\n@misc{k, title={Again}}",
    }
    records, problems = project(files, bibfiles=["a.bib", "b.bib"])
    assert next((paper.key, paper.venue) for paper in records.papers) == ("x", "Proc")
    assert next(problem for problem in problems if "B002" in problem).startswith("b.bib:2:")


def test_other_markup_in_the_folder_of_a_kind_is_reported(project):
    _, problems = project({"papers/k.rst": "K\n=\n"})
    (problem,) = problems
    assert problem.startswith("papers/k.rst:1:1: F010 Records are described in Markdown")
