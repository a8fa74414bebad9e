"""What a build makes again: every field of every record is changed, and nothing may be stale.

A page, or any other file, is made again if its number has changed. So where the bytes of a file
are others than before the change, its number must be another one, too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ask import search_files
from support import every_field
from support.builds import apply, clean, differences
from support.chosen import MANY, chosen
from support.every_field import Change
from support.project import MakeProject
from symposium.export import api
from symposium.export.build_work import BuildWork
from symposium.export.outputs import BY_NAME, CV_PDFS, OUTPUTS
from symposium.knowledge import Mention, Mentions, build
from symposium.knowledge.base import MANY_AUTHORS
from symposium.knowledge.mentions import TextPiece
from symposium.pages import Urls, pagination
from symposium.pages.frame import Fragment
from symposium.pages.template_environment import FOLDER
from symposium.reading import frontmatter
from symposium.reading.folder import read_project
from symposium.search import postings

Task = tuple[str, str]
"""The name of an output, and that of what it makes."""
Grouped = Callable[[Iterable[Change]], dict[str, list[Change]]]
MOST_SHOWN = ("person", "paper", "event", "talk")
ALL_KINDS = tuple(every_field.FILES)
URLS = Urls("html", "https://example.org/", files=True, searched=True)


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
    sentence = tuple(
        TextPiece("", kind, (one,), role="t" if kind == "paper" else "") for kind, one in named
    )
    rows = [Mention("note", "A note", "", "", kind, one, sentence) for kind, one in named]
    rows.append(Mention("papers/main", "Main", "", "", "person", "bea-best", sentence))
    return Mentions({"note": tuple(rows[:-1]), "papers/main": tuple(rows[-1:])})


class Site:
    """What a project publishes: each file with its number, made when somebody asks for it."""

    def __init__(self, root: Path, templates: tuple[str, ...] = (), related: Any = ()) -> None:
        self.records = read_project(root)[0]
        kb, _ = build(self.records)
        self.work = BuildWork(kb, mentions(), URLS, root, frames=Plain(), templates=templates)
        self.work.related = related
        self.numbers: dict[Task, int | None] = {
            (output.name, task): known
            for output in OUTPUTS
            if output is not CV_PDFS  # its number is that of all that it is made from
            for task, known in output.tasks(self.work)
        }
        self._made: dict[Task, list[tuple[str, bytes]]] = {}
        self.at_each_build: set[Task] = set()
        """Pages that were seen to show what is beyond their reach."""

    def made(self, task: Task) -> list[tuple[str, bytes]]:
        """Return the files of a task."""
        if task not in self._made:
            self._made[task] = list(BY_NAME[task[0]].make(self.work, task[1]))
            if task[0] == "pages" and self.work.pages.beyond_reach(task[1]):
                self.at_each_build.add(task)
        return self._made[task]


def stale(before: Site, after: Site, tasks: Iterable[Task]) -> list[Task]:
    """Return what an incremental build would leave as it was, though it is something else now."""
    return [
        task
        for task in tasks
        if before.numbers[task] is not None
        and after.numbers.get(task) == before.numbers[task]
        and before.made(task) != after.made(task)
        and task not in before.at_each_build
    ]


def write(root: Path, files: Mapping[str, str]) -> None:
    """Write files."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


class Changing:
    """A project, and what is stale in its site after changes.

    A site is soon read, and its numbers soon told; to make all that it publishes takes longer. So
    each group of changes is made alone to see which numbers it changes. Then, for each file, all
    those are made at once that leave its number alone: it must be as it was.
    """

    def __init__(
        self, root: Path, files: Mapping[str, str], templates: tuple[str, ...] = ()
    ) -> None:
        self.root, self.files, self.templates = root, files, templates
        write(root, files)
        self.before = Site(root, templates)
        self.tasks = [task for task, number in self.before.numbers.items() if number is not None]

    def after(self, changes: Iterable[Change]) -> Site:
        """Return the site after changes."""
        new = every_field.changed(self.files, changes)
        write(self.root, new)
        site = Site(self.root, self.templates, self.before.work.shows.related)
        write(self.root, {path: self.files[path] for path in new})
        return site

    def faults(self, groups: Mapping[str, list[Change]], parts: int = 1_000_000) -> list[str]:
        """Return what is stale after each group of changes, and which groups say nothing.

        Files that hardly anything changes are looked at in so many parts, not each alone.
        """
        found = []
        touched: dict[Task, set[str]] = {task: set() for task in self.tasks}
        for name, changes in groups.items():
            site = self.after(changes)
            if repr(site.records) == repr(self.before.records):
                found.append(f"{name}: the test changes it, and the record says the same")
            kept = self.root / ".kept" / "search"
            if [*search_files(site.work.kb, kept=kept)] != [*search_files(site.work.kb)]:
                found.append(f"{name}: the search still has what an earlier build kept")
            for task in self.tasks:
                if site.numbers.get(task) != self.before.numbers[task]:
                    touched[task].add(name)
        alike: dict[frozenset[str], list[Task]] = {}
        few = [task for task in self.tasks if 0 < len(touched[task]) < 3]
        for part in range(min(parts, len(few))):
            some = few[part::parts]
            alike[frozenset().union(*(touched[task] for task in some))] = some
        for task in self.tasks:
            if task not in few:
                alike.setdefault(frozenset(touched[task]), []).append(task)
        for names, tasks in alike.items():
            found += self.narrowed([one for one in groups if one not in names], tasks, groups)
        return found

    def narrowed(
        self, names: list[str], tasks: list[Task], groups: Mapping[str, list[Change]]
    ) -> list[str]:
        """Return what of some files is stale after groups of changes, and after which of them."""
        if not names:
            return []
        site = self.after(change for name in names for change in groups[name])
        wrong = stale(self.before, site, tasks)
        hidden = [task for task in tasks if site.numbers.get(task) != self.before.numbers[task]]
        found: list[str] = []
        if (wrong or hidden) and len(names) > 1:
            middle = len(names) // 2
            for half in (names[:middle], names[middle:]):
                found += self.narrowed(half, [*wrong, *hidden], groups)
        return found or [f"{', '.join(names)}: stale: {' '.join(task)}" for task in wrong]


def each(changes: Iterable[Change]) -> dict[str, list[Change]]:
    """Return changes by their names."""
    return {change.name: [change] for change in changes}


def by_field(changes: Iterable[Change]) -> dict[str, list[Change]]:
    """Return changes by the fields of records that they are within."""
    found: dict[str, list[Change]] = {}
    for change in changes:
        found.setdefault(change.group, []).append(change)
    return found


@pytest.fixture(autouse=True)
def _files_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have front matter that is not changed read only once: it is most of the work."""
    monkeypatch.setattr(frontmatter, "read", cache(frontmatter.read))
    monkeypatch.setattr(postings, "RUN", 1)  # so that the search keeps each record by itself


@pytest.mark.parametrize(
    ("kinds", "grouped"),
    chosen([(MOST_SHOWN, by_field), (ALL_KINDS, each)], (MOST_SHOWN, by_field)),
)
def test_no_page_or_file_is_stale_after_a_change_of_any_field_of_front_matter(
    tmp_path: Path, kinds: tuple[str, ...], grouped: Grouped
) -> None:
    changes = [one for wanted in kinds for one in every_field.changes(wanted)]
    assert Changing(tmp_path, every_field.project()).faults(grouped(changes)) == []


@pytest.mark.parametrize(
    ("grouped", "parts"), chosen([(by_field, 3), (each, 1_000)], (by_field, 3))
)
def test_no_page_or_file_is_stale_after_a_change_of_any_field_of_an_entry(
    tmp_path: Path, grouped: Grouped, parts: int
) -> None:
    site = Changing(tmp_path, every_field.bib_project())
    changes = [*every_field.bib_changes()][:: 1 if MANY else 2]
    assert site.faults(grouped(changes), parts) == []


def test_no_part_of_an_index_page_or_of_a_year_is_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pagination, "BUDGET", 900)
    monkeypatch.setattr(pagination, "LEAST", 300)
    shown = {f"entry.{name}" for name in ("author", "title", "year", "doi", "award", "status")}
    entries = [one for one in every_field.bib_changes() if one.name in shown]
    for name, files, groups in (
        ("people", every_field.project(), by_field(every_field.changes("person"))),
        ("works", every_field.bib_project(), each(entries)),
    ):
        site = Changing(tmp_path / name, files)
        site.tasks = [task for task in site.tasks if task[1][-1:].isdigit()]
        assert {("pages", "people/index/2"), ("pages", "years/2020/2")} <= {*site.tasks}
        assert site.faults(groups) == []


BYLINE = "{{ names(record.authors, record.et_al) }}"
ORCID = "{% for one in record.authors %} {{ kb.people[kb.person_of(one)].orcid }}{% endfor %}"


def replaced(name: str, old: str, new: str) -> str:
    """Return one of our templates in which something is replaced."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize("files", [every_field.project, every_field.bib_project])
def test_our_own_templates_and_views_stay_within_the_reach_of_each_page(
    tmp_path: Path, files: Callable[[], dict[str, str]]
) -> None:
    (tmp_path / "own").mkdir()
    write(tmp_path, files())
    pages = Site(tmp_path, (str(tmp_path / "own"),)).work.pages
    for page, kind, _ in pages.table.names():
        if kind in {"paper", "person", "topic", "venue"}:
            assert pages.render(page)
            assert (page, pages.beyond_reach(page)) == (page, set())


NOTE = "---\norphan:\n---\n# A note\n\n{cite:t}`main` and {person}`ada-able` say so.\n"


# Above, every field of every kind is changed; here, how Sphinx's documents take part in it.
@pytest.mark.parametrize("wanted", chosen(["person", "paper", "event", "talk", "dataset"], "paper"))
def test_a_build_after_a_change_of_all_fields_writes_the_bytes_of_a_clean_one(
    project: MakeProject, wanted: str
) -> None:
    files = every_field.project()
    made = project({**files, "note.md": NOTE}, 'html_theme = "basic"\nsymposium_search = True\n')
    assert made.build().warnings == ""
    made.write(every_field.changed(files, every_field.all_changed(wanted)))
    assert differences(made.build().files(), clean(made)) == []


def test_a_build_after_a_work_becomes_one_of_many_writes_the_bytes_of_a_clean_one(
    project: MakeProject,
) -> None:
    few = " and ".join(f"A{number} Bee" for number in range(MANY_AUTHORS))
    entry = "@misc{{k{}, title = {{T {}}}, year = 2020, author = {{{}}}}}\n"
    cited = " and ".join(f"{{cite:t}}`k{number}`" for number in range(40))
    one = {
        "refs.bib": "".join(entry.format(n, n, few if n < 2 else "A0 Bee") for n in range(40)),
        "note.md": f"---\norphan:\n---\n# A note\n\nSee {cited} for more.\n",
    }
    made = project(one, 'html_theme = "basic"\nsymposium_search = True\n')
    made.build()
    other = {"refs.bib": one["refs.bib"].replace(few, f"{few} and Zoe Last", 1)}
    for files in (other, {**one, "note.md": one["note.md"].replace("`k20` and", "`k20` or")}):
        made.write(files)
        assert differences(made.build().files(), clean(made)) == []


ONE = "---\norphan:\n---\n(target)=\n# One\n\n(inner)=\n## Part\n\n```{glossary}\nZinc\n  A metal.\n```\n"
LINKING = """
See {doc}`one`, [](one.md), [](one.md#inner), {ref}`target`, [](#inner), {any}`inner`, {term}`zinc`,
[](../papers/main.md) and [](../people/bea-best.md).
"""


def test_a_page_is_made_again_if_what_its_links_lead_to_is_gone_or_back_or_renamed(
    project: MakeProject,
) -> None:
    files = {**every_field.OTHERS, "notes/one.md": ONE, "notes/two.md": NOTE + LINKING}
    made = project(files, 'html_theme = "basic"\n')
    made.build()
    gone = {"notes/one.md": None, "people/bea-best.md": None}
    back = {"notes/one.md": ONE.replace("One", "Uno").replace("Part", "Share")}
    for change in (gone, back | {"papers/main.md": "---\nstatus: retracted\n---\n"}):
        apply(made, change)
        assert differences(made.build().files(), clean(made)) == []


EDITS = (
    ("refs.bib", "title = {On Zinc}", "title = {On Zinc and Keys}"),
    ("refs.bib", "@misc{cut", "@misc{new, title={New Keys}, author={Best, Bea}}\n@misc{cut"),
    ("refs.bib", "crossref = {volume}", "crossref = {tome}"),
    ("refs.bib", "cites = {main}", "cites = {fourth}"),
    ("refs.bib", "@phdthesis", "@comment"),
    ("people/cyd-cole.md", "name: Cyd Cole", "name: Cyd Cole\nnames: [Ada Former]"),
    ("people/bea-best.md", "She read.", "She wrote."),
    ("topics/writing.md", "title: Writing", "title: Writing\nwas: [penning]"),
    ("events/meet/second.md", "paper: third", "paper: fourth"),
    ("events/forum/index.md", "title: Forum", "gone: true"),
    ("note.md", "{cite:t}`main`", "{cite:t}`side` and {event}`fair`"),
)


@pytest.mark.parametrize("seed", chosen(range(12), 3))
def test_builds_after_edits_at_random_write_the_bytes_of_clean_ones(
    project: MakeProject, seed: int
) -> None:
    files = {**every_field.OTHERS, "note.md": NOTE}
    made = project(files, 'html_theme = "basic"\nsymposium_search = True\n')
    made.build()
    edits = random.Random(seed).sample(EDITS, 9)  # noqa: S311 - nothing secret
    for at in (0, 3, 6):
        for path, before, after in edits[at : at + 3]:
            files[path] = files[path].replace(before, after)
        made.write(files)
        assert differences(made.build().files(), clean(made)) == []


FAR = '{{ kb.people["cyd-cole"].orcid }}'
IN_LISTS = "{{ names(paper.authors[:SHOWN], paper.et_al) }}"


SHOWN = [
    ("papers/main", "paper.html", BYLINE, FAR),
    ("papers/main", "paper.html", BYLINE, "{% for one in kb.people.values() %}{{ one.orcid }}{% endfor %}"),
    ("papers/main", "paper.html", BYLINE, "{{ site.kb.people['cyd-cole'].orcid }}"),
    # Of people with a file all works are shown at length, by another macro.
    ("people/bea-best", "macros/works.html", "{{ names_of(people) }}", FAR),
    ("papers/index", "macros/works.html", IN_LISTS, ORCID.replace("record", "paper")),
]  # fmt: skip
CYD = "0000-0002-1825-0097"
OF_CYD = {"people/cyd-cole.md": f"---\nname: Cyd Cole\norcid: {CYD}\n---\n"}
SITE = {**every_field.OTHERS, "papers/fourth.md": "---\nawards: [Best]\n---\nWell.\n"}


@pytest.mark.parametrize(("page", "template", "old", "shown"), chosen(SHOWN, SHOWN[-1]))
def test_a_template_of_a_project_may_show_anything_and_no_page_is_stale(
    tmp_path: Path, page: str, template: str, old: str, shown: str
) -> None:
    write(tmp_path / "own", {template: replaced(template, old, old + shown)})
    own, root = (str(tmp_path / "own"),), tmp_path / "project"
    write(root, SITE)
    before = Site(root, own)
    write(root, OF_CYD)
    after = Site(root, own)
    assert stale(before, after, before.numbers) == []
    assert CYD in repr(after.made(("pages", page)))


def test_what_shows_a_text_is_made_again_if_a_record_changes_that_the_text_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "MAX_RECORDS", 1)
    bea = "---\nname: Bea Best\n---\nShe was at {event}`fair`.\n"
    news = "---\ndate: 2020-01-01\npeople: [Zed Zorn]\n---\nHe was at {event}`fair`.\n"
    write(tmp_path, {**SITE, "people/bea-best.md": bea, "news/one.md": news})
    before = Site(tmp_path)
    write(tmp_path, {"events/fair/index.md": "---\ntitle: Fair of Keys\ndate: 2021-06-01\n---\n"})
    after = Site(tmp_path, related=before.work.shows.related[:1])  # from a file that was damaged
    tasks = before.numbers.keys() - {("pages", "people/bea-best")}  # Sphinx writes it
    assert stale(before, after, tasks) == []
    assert any("She was at Fair of Keys" in repr(after.made(task)) for task in tasks)
