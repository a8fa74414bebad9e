"""What a build makes again: every field of every record is changed, and nothing may be stale.

A page, or any other file, is made again if its number has changed. So where the bytes of a file
are others than before the change, its number must be another one, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from support import every_field
from support.builds import BuiltBefore, clean, differences
from support.every_field import Change
from support.project import MakeProject, Project
from symposium.export.build_work import BuildWork
from symposium.export.outputs import BY_NAME, OUTPUTS, CvPdfs
from symposium.knowledge import Mention, Mentions, build
from symposium.knowledge.mentions import TextPiece
from symposium.pages import Urls, pagination
from symposium.pages.fragment import Fragment
from symposium.pages.template_environment import FOLDER
from symposium.reading.folder import read_project

URLS = Urls("html", "https://example.org/", calendars=True)


class Plain(dict[Any, Any]):
    """Frames that leave a page as it is."""

    def get(self, key: Any, default: Any = None) -> Any:
        """Return a frame for every folder."""
        del key, default
        return self

    def fill(self, made: Fragment, urls: Urls) -> str:
        """Return all that is known of a page."""
        del urls
        return repr(made)


def mentions() -> Mentions:
    """Return what a note says of all that the fields lead to."""
    named = [
        ("person", "ada-able"), ("paper", "main"), ("paper", "side"), ("event", "meet"),
        ("talk", "meet/opening"), ("topic", "reading"), ("venue", "journal-of-keys"),
        ("source", "cv"), ("software", "tool"),
    ]  # fmt: skip
    sentence = tuple(TextPiece("", kind, (one,), cites=kind == "paper") for kind, one in named)
    rows = [Mention("note", "A note", "", "", kind, one, sentence) for kind, one in named]
    rows.append(Mention("papers/main", "Main", "", "", "person", "bea-best", sentence))
    return Mentions({"note": tuple(rows[:-1]), "papers/main": tuple(rows[-1:])})


class Site:
    """What a project publishes: each file with its number, made when somebody asks for it."""

    def __init__(self, root: Path, templates: tuple[str, ...] = ()) -> None:
        self.records = read_project(root)[0]
        kb, _ = build(self.records)
        self.work = BuildWork(kb, mentions(), URLS, root, frames=Plain(), templates=templates)
        self.numbers: dict[tuple[str, str], int | None] = {
            (output.name, task): known
            for output in OUTPUTS
            if output.name != CvPdfs.name  # its number is that of all that it is made from
            for task, known in output.tasks(self.work)
        }
        self._made: dict[tuple[str, str], list[tuple[str, bytes]]] = {}
        self.at_each_build: set[tuple[str, str]] = set()
        """Pages that were seen to show what is beyond their reach."""

    def made(self, task: tuple[str, str]) -> list[tuple[str, bytes]]:
        """Return the files of a task."""
        if task not in self._made:
            self._made[task] = list(BY_NAME[task[0]].make(self.work, task[1]))
            if task[0] == "pages" and self.work.pages.beyond_reach(task[1]):
                self.at_each_build.add(task)
        return self._made[task]


def stale(before: Site, after: Site) -> Iterator[str]:
    """Yield what an incremental build would leave as it was, though it is something else now."""
    for task, number in before.numbers.items():
        if (
            number is not None
            and after.numbers.get(task) == number
            and before.made(task) != after.made(task)
            and task not in before.at_each_build
        ):
            yield " ".join(task)


def write(root: Path, files: Mapping[str, str]) -> None:
    """Write files."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def faults_of(
    root: Path, files: Mapping[str, str], changes: Iterable[Change], templates: tuple[str, ...] = ()
) -> list[str]:
    """Return what is stale after each change, and which changes say nothing."""
    write(root, files)
    before = Site(root, templates)
    found = []
    for change in changes:
        write(root, {change.path: change.text})
        after = Site(root, templates)
        if repr(after.records) == repr(before.records):
            found.append(f"{change.name}: the test changes it, and the record says the same")
        found += [f"{change.name}: stale: {one}" for one in stale(before, after)]
        write(root, {change.path: files[change.path]})
    return found


@pytest.mark.parametrize("wanted", every_field.FILES)
def test_no_page_or_file_is_stale_after_a_change_of_any_field_of_front_matter(
    tmp_path: Path, wanted: str
) -> None:
    files, changes = every_field.project(), every_field.changes(wanted)
    assert faults_of(tmp_path, files, changes) == []


def test_no_page_or_file_is_stale_after_a_change_of_any_field_of_an_entry(tmp_path: Path) -> None:
    files, changes = every_field.bib_project(), every_field.bib_changes()
    assert faults_of(tmp_path, files, changes) == []


def test_no_part_of_an_index_page_or_of_a_year_is_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pagination, "BUDGET", 900)
    monkeypatch.setattr(pagination, "LEAST", 300)
    shown = {f"entry.{name}" for name in ("author", "title", "year", "doi", "award", "status")}
    for name, files, changes in (
        ("people", every_field.project(), every_field.changes("person")),
        ("works", every_field.bib_project(), every_field.bib_changes()),
    ):
        root = tmp_path / name
        write(root, files)
        before = Site(root)
        parts = {one: n for one, n in before.numbers.items() if one[1][-1:].isdigit()}
        assert {("pages", "people/index/2"), ("pages", "years/2020/2")} <= parts.keys()
        before.numbers = parts
        for change in changes:
            if name == "people" or change.name in shown:
                write(root, {change.path: change.text})
                assert list(stale(before, Site(root))) == []
                write(root, {change.path: files[change.path]})


BYLINE = "{{ names(record.authors, record.et_al) }}"
ORCID = "{% for one in record.authors %} {{ kb.people[kb.person_of(one)].orcid }}{% endfor %}"


def replaced(name: str, old: str, new: str) -> str:
    """Return one of our templates in which something is replaced."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new)


def test_pages_of_papers_are_made_again_if_their_template_shows_a_field_of_their_authors(
    tmp_path: Path,
) -> None:
    write(tmp_path / "own", {"paper.html": replaced("paper.html", BYLINE, BYLINE + ORCID)})
    own = (str(tmp_path / "own"),)
    root, files = tmp_path / "project", every_field.project()
    changes = [one for one in every_field.changes("person") if one.name == "person.orcid"]
    assert len(changes) == 1
    write(root, files)
    assert "0000-0002-1825-0097" in repr(Site(root, own).made(("pages", "papers/main")))
    assert faults_of(root, files, changes, own) == []


def test_our_own_templates_and_views_stay_within_the_reach_of_each_page(
    tmp_path: Path,
) -> None:
    (tmp_path / "own").mkdir()
    for number, files in enumerate((every_field.project(), every_field.bib_project())):
        root = tmp_path / f"project{number}"
        write(root, files)
        site = Site(root, (str(tmp_path / "own"),))
        pages = site.work.pages
        for page, kind, _ in pages.table.names():
            if kind in {"paper", "person", "topic", "venue"}:
                assert pages.render(page)
                assert (page, pages.beyond_reach(page)) == (page, set())


@pytest.fixture(scope="module")
def built_before(tmp_path_factory: pytest.TempPathFactory) -> BuiltBefore:
    return BuiltBefore(tmp_path_factory.mktemp("before"))


def built_again(made: Project, change: Change, **config: object) -> list[str]:
    """Return what an incremental build after a change leaves other than a clean build."""
    made.write({change.path: change.text})
    built = made.build(html_theme="basic", **config)
    return differences(built.files(), clean(made, html_theme="basic", **config))


# Above, every field of every kind is changed; here, how Sphinx's documents take part in it.
@pytest.mark.parametrize("wanted", ["person", "paper", "event", "talk", "dataset"])
def test_a_build_after_a_change_of_all_fields_writes_the_bytes_of_a_clean_one(
    built_before: BuiltBefore, wanted: str
) -> None:
    note = "---\norphan:\n---\n# A note\n\n{cite:t}`main` and {person}`ada-able` say so.\n"
    search = {"symposium_search": True}
    made = built_before({**every_field.project(), "note.md": note}, html_theme="basic", **search)
    assert built_again(made, every_field.all_changed(wanted), **search) == []


FAR = '{{ kb.people["cyd-cole"].orcid }}'
IN_LISTS = "{{ names(paper.authors[:40], paper.et_al) }}"


SHOWN = [
    ("papers/main", "paper.html", BYLINE, FAR),
    ("papers/main", "paper.html", BYLINE, "{% for one in kb.people.values() %}{{ one.orcid }}{% endfor %}"),
    ("papers/main", "paper.html", BYLINE, "{{ site.kb.people['cyd-cole'].orcid }}"),
    # Of people with a file all works are shown at length, by another macro.
    ("people/bea-best", "macros/works.html", "{{ names_of(people) }}", FAR),
    ("papers/index", "macros/items.html", IN_LISTS, ORCID.replace("record", "paper")),
]  # fmt: skip
CYD = "0000-0002-1825-0097"
OF_CYD = Change("orcid", "people/cyd-cole.md", f"---\nname: Cyd Cole\norcid: {CYD}\n---\n")
SITE = {**every_field.OTHERS, "papers/fourth.md": "---\nawards: [Best]\n---\nWell.\n"}


@pytest.mark.parametrize(("page", "template", "old", "shown"), SHOWN)
def test_a_template_of_a_project_may_show_anything_and_no_page_is_stale(
    tmp_path: Path, page: str, template: str, old: str, shown: str
) -> None:
    write(tmp_path / "own", {template: replaced(template, old, old + shown)})
    own, root = (str(tmp_path / "own"),), tmp_path / "project"
    write(root, SITE)
    before = Site(root, own)
    write(root, {OF_CYD.path: OF_CYD.text})
    after = Site(root, own)
    assert list(stale(before, after)) == []
    assert CYD in repr(after.made(("pages", page)))


def test_a_page_that_shows_what_is_beyond_its_reach_is_made_again_at_each_build(
    project: MakeProject,
) -> None:
    own = {"_templates/symposium/paper.html": replaced("paper.html", BYLINE, BYLINE + FAR)}
    made = project({**SITE, **own}, conf='templates_path = ["_templates"]\n')
    made.build(html_theme="basic")
    assert built_again(made, OF_CYD) == []
    assert CYD in (made.root / "_build/html/papers/main.html").read_text(encoding="utf-8")
