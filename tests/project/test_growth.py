"""Twice as many of anything are about twice the work: to read, to check and to publish.

Work is counted, not timed: lines of our code that run, and calls of all functions from there. From
one number to the next twice as large, it grows by so much; from that to the next one by twice as
much, if it is linear, and by four times as much, if each thing is compared with each. What has a
limit is counted with a low one, beyond which nothing more may be done.
"""

from __future__ import annotations

import cProfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from support.chosen import chosen
from support.every_field import FILES, REFS, leaves, pair_of, project, put, trees, written
from support.frames import Bare
from support.project import CONF, Project
from symposium.cli.check import subject_of
from symposium.cli.fix import changed_files
from symposium.export.build_work import BuildWork
from symposium.export.outputs import OUTPUTS
from symposium.fields import field_types, link_types
from symposium.fields.compound_types import FieldGroup, ListOf, MapOf
from symposium.fields.field_types import FieldType
from symposium.kinds import BY_NAME, participants
from symposium.knowledge import NO_MENTIONS, KnowledgeBase
from symposium.knowledge.checks import sorted_problems
from symposium.lint.rules import lint
from symposium.lint.source_texts import SourceText
from symposium.lint.wanted_problems import read_settings
from symposium.pages import Urls
from symposium.project import read as load

Files = dict[str, str]
Make = Callable[[int], Files]
"""Returns a project with so many of a thing."""

NUMBERED = (field_types.TextType, link_types.PersonName, field_types.Prose)
"""Types whose values may have any number at their end."""


def lists(count: int) -> Files:
    """Return a project with a record for each list of each kind, in which that has many items."""
    files, entries = {}, [REFS]
    for name, (kind, file) in FILES.items():
        for field, top in BY_NAME[kind].group.fields.items():
            for path, one in many(top.type, (field,)):
                own = f"{kind}{len(files)}"
                where = (
                    f"events/{own}/index.md" if kind == "event" else f"{Path(file).parent}/{own}.md"
                )
                files[where] = with_list(name, path, one, count)
                if kind == "paper":
                    entries.append(f"@misc{{{own}, title = {{T {own}}}, year = 2020}}")
    return {"refs.bib": "\n".join(entries), **files}


def many(one: FieldType, path: tuple[str | int, ...]) -> Iterator[tuple[Any, FieldType]]:
    """Yield the paths of all lists within a value of a type, each with the type of its items."""
    match one:
        case FieldGroup():
            for name, field in one.fields.items():
                yield from many(field.type, (*path, name))
        case ListOf():
            yield path, one.item
            yield from many(one.item, (*path, 0))
        case MapOf():
            yield path, one
        case participants.PeopleField():
            yield from many(ListOf(participants.PARTICIPANT), path)


def with_list(name: str, path: Any, one: FieldType, count: int) -> str:
    """Return a record in which a list has so many items, and as little else as may be."""
    kind = FILES[name][0]
    group, tree = BY_NAME[kind].group, dict[str, Any]()
    for top, leaf in leaves(group):
        required = len(top) == 1 and group.fields[str(top[0])].required
        if required or top[: len(path)] == path[: len(top)]:
            put(tree, top, pair_of(kind, top, leaf)[0])
    for number in range(count):
        if isinstance(one, MapOf):
            put(tree, (*path, f"l{number}"), f"https://example.org/{number}")
            continue
        for end, leaf in leaves(one):
            value = pair_of(kind, (*path, 0, *end), leaf)[0]
            if type(leaf) in NUMBERED:
                value = f"{value} {number}"
            elif not end:
                value = f"{value}-{number}"
            put(tree, (*path, number, *end), value)
    return written(tree, kind)


def records(count: int) -> Files:
    """Return so many records of each kind that differ in their ids alone, all fields set."""
    files = project()
    for kind, (_, file) in FILES.items():
        tree = {name: value for name, value in trees()[kind].items() if name not in {"gone", "was"}}
        for number in range(count):
            own = f"{kind.replace(' ', '-')}-{number}"
            where = f"events/{own}/index.md" if kind == "event" else f"{Path(file).parent}/{own}.md"
            files[where] = written(tree, kind)
    return files


def entries(count: int) -> Files:
    """Return so many entries with each of `ENTRIES`, which is told the own number and the next."""
    made = [
        f"@article{{k{case}x{n}, title = {{Title {n}}}, year = 2020, {field.format(n, n + 1, case)}}}"
        for case, field in enumerate(ENTRIES.values())
        for n in range(count)
    ]
    return {"refs.bib": "\n".join(made)}


def repeated(before: str, text: str, after: str, count: int) -> str:
    """Return a text so many times, between two others."""
    return before + "".join(text.format(n, n + 1) for n in range(count)) + after


def texts(count: int) -> Files:
    """Return the files of `TEXTS`, with so many of each; those of one path follow each other."""
    files: Files = {}
    for path, *parts in TEXTS.values():
        files[path] = files.get(path, "") + repeated(*parts, count) + "\n"
    return files


def heads(count: int) -> Files:
    """Return people whose files have so many lines of each of `HEADS`."""
    return {f"people/p{case}.md": f"---\nname: A\n{repeated('', text, '', count)}---\n"
            for case, text in enumerate(HEADS.values())}  # fmt: skip


def bodies(count: int) -> Files:
    """Return pages with so many of each of `BODIES`."""
    return {"refs.bib": REFS} | {
        f"page{case}.md": f"# Page\n\n{repeated(*parts, count)}\n"
        for case, parts in enumerate(BODIES.values())
    }


def folders(count: int) -> Files:
    """Return so many files of each of `FOLDERS`."""
    files = {"refs.bib": REFS}
    for path, text in FOLDERS.values():
        files |= {path.format(n, n + 1): text.format(n, n + 1) for n in range(count)}
    return files


def programmes(count: int) -> Files:
    """Return an event with so many lines for each of `LINES`."""
    head = "---\ntitle: Big\ndate: 2024-05-06/2024-05-08\ntimezone: Europe/Zurich\nslots:\n"
    return {
        f"events/big{case}/index.md": repeated(head, line, "---\n", count)
        for case, line in enumerate(LINES.values())
    }


ENTRIES = {
    "one author": "author = {{Best, Bea}}",
    "short names": "author = {{Smith{0}, Ada and A. Smith{0} and Cole, C{0}}}",
    "similar names": "author = {{Smith, Ada{0} and Smith, A.}}",
    "one venue": "journal = {{Journal of Keys}}",
    "one topic": "keywords = {{reading}}",
    "one doi": "doi = {{10.1000/one}}",
    "cites the next": "cites = {{k{2}x{1}}}",
    "cites what is not there": "cites = {{q{1}}}",
    "crossref": "crossref = {{k{2}x{1}}}",
    "xdata": "xdata = {{k{2}x{1}}}",
    "unknown fields": "titel{0} = {{x}}",
    "abstracts": "abstract = {{Zebra quagga {0} of keys. We use $x$.}}",
    "volumes": "booktitle = {{Proceedings of the {0}th Meeting on Keys}}",
    "to be mended": "title = {{On DNA of <i>K{0}</i>}}, year = 2020, doi = {{https://doi.org/10.1234/{0}}}",
    "persons by id": 'author = {{Best, B}}, author+an:person = {{1="best-{0}"}}',
}
TEXTS: dict[str, tuple[str, str, str, str]] = {
    "strings": ("refs.bib", '@string{{s0 = "x"}}\n', "@string{{s{1} = s{0} # {{x}}}}\n", ""),
    "keywords": ("refs.bib", "@misc{a, title = {T}, keywords = {", "w{0}, ", "}}"),
    "authors": ("refs.bib", "@misc{a, title = {T}, author = {A B", " and A{0} B{0}", "}}"),
    "a collaboration": (
        "refs.bib",
        "@string{all = {A B",
        " and A{0} B{0}",
        (
            "}}\n@misc{c, title = {T}, year = 2020, author = all}\n"
            "@misc{d, title = {U}, year = 2020, author = all}\n"
        ),
    ),
    "annotations": ("refs.bib", "@misc{a, title = {T}, author+an = {", "{0}=equal;", "}}"),
    "fields": ("refs.bib", "@misc{a, title = {T}", ", f{0} = {{x}}", "}"),
    "one key": ("refs.bib", "", "@misc{{a, title = {{T {0}}}}}\n", ""),
    "permalinks": ("permalinks.txt", "", "people/a{0}.html\n", ""),
    "ignored by file": (
        "pyproject.toml",
        "[tool.symposium.check.per-file-ignores]\n",
        '"**/a{0}*" = ["W001"]\n',
        "",
    ),
    "unknown settings": ("pyproject.toml", "[tool.symposium.check]\n", "k{0} = 1\n", ""),
    "patterns": ("conf.py", "exclude_patterns = [", '"**/a{0}/***b*",', "]"),
}
HEADS = {"unknown": "k{0}: x\n", "one": "orcid: x{0}\n", "colons": "k{0}: a: b\n"}
BODIES: dict[str, tuple[str, str, str]] = {
    "citations": ("", "See {{cite:t}}`main` and {{cite:p}}`side`. ", ""),
    "unknown citations": ("", "See {{cite:t}}`q{0}`. ", ""),
    "keys of a citation": ("{cite:p}`", "main,", "side`"),
    "persons": ("", "{{person}}`bea-best` and {{person}}`b{0}`. ", ""),
    "lists": ("", "- x\n", ""),
    "links": ("", "[a{0}](b{0}.md) ", ""),
    "footnotes": ("", "x[^{0}]\n\n[^{0}]: y\n\n", ""),
    "headings": ("", "## H {0}\n\n", ""),
    "emphasis": ("", "*a **b ", ""),
    "fences": ("", "```{{note}}\nx\n```\n\n", ""),
    "listings": ("", "```{{listing}} papers\n:year: 2020\n```\n\n", ""),
    "columns": ("", "|a", "|\n"),
    "contents": ("```{toctree}\n", "a{0}\n", "```\n"),
    "values": ("```{listing} papers\n:year: 2020\n:topic: a", ", b{0}", "\n```\n"),
    "options": ("```{listing} papers\n", ":q{0}: x\n", "```\n"),
    "targets": ("", "(t{0})=\n## H {0}\n\n{{ref}}`t{0}`\n\n", ""),
    "maths": ("", "$x^{{{0}}}$ ", ""),
}
FOLDERS: dict[str, tuple[str, str]] = {
    "persons of one name": ("people/p{0}.md", "---\nname: Bea Best\n---\n"),
    "papers with notes": ("papers/k{0}.md", "---\ntopics: [reading]\n---\n"),
    "organizations": ("organizations/o{0}.md", "---\ntitle: O{0}\nparent: o{1}\n---\n"),
    "talks in one place": (
        "events/big/t{0}.md",
        "---\ntitle: T{0}\nspeakers: [Bea Best]\nstart: '9:00'\n---\n",
    ),
    "unknown fields": ("software/s{0}.md", "---\ntitle: S{0}\npapres: [a]\n---\n"),
    "pages": ("p{0}.md", "# P {0}\n\nSee {{paper}}`k{0}`, {{cite}}`q{0}` and [x](p{1}.md).\n"),
    "bibliographies": ("b{0}.bib", "@misc{{k{0}, title = {{T {0}}}, crossref = {{k{1}}}}}\n"),
}

LINES = {
    "talks in a day": "  - {{time: '9:00-9:20', title: A{0}, room: R}}\n",
    "rooms": "  - {{time: '9:00-9:20', title: A{0}, room: R{0}}}\n",
    "unknown talks": "  - {{time: '9:00-9:20', talk: t{0}}}\n",
}


PROJECTS: Mapping[str, Make] = {
    one.__name__: one
    for one in (lists, records, entries, texts, heads, bodies, folders, programmes)
}

COUNTS = (5, 10, 20, 40)
MOST = 2.5
"""Times that the work may grow by, from one doubling to the next."""
NOISE = 100
"""Steps that do not matter: tables are made, caches are full."""

LIMITS: dict[str, int] = {
    "symposium.knowledge.base.MANY_AUTHORS": 3,
    "symposium.export.appointments.MANY_AUTHORS": 3,
    "symposium.export.feeds.MANY_AUTHORS": 3,
    "symposium.pages.citing.forms.MANY": 2,
    "symposium.pages.citing.forms.MANY_AUTHORS": 3,
    "symposium.pages.citing.tags.MANY_AUTHORS": 3,
    "symposium.pages.charts.networks.MANY_AUTHORS": 3,
    "symposium.model.spelling.COMPARED": 3,
    "symposium.model.spelling.NEIGHBOURS": 1,
    "symposium.lint.likeness.MAX_BUCKET": 3,
    "symposium.lint.persons.MAX_TEAM": 3,
    "symposium.pages.views.gathering.MANY_TOPICS": 3,
    "symposium.pages.pagination.SHOWN": 3,
    "symposium.lint.likeness.MAX_ALIKE": 3,
    "symposium.knowledge.identity.MOST_NAMED": 3,
    "symposium.query.selection.REPORTED": 3,
    "symposium.reading.yamltree.MAX_REPAIRS": 2,
    "symposium.reading.yamltree.MAX_PROBLEMS": 3,
    "symposium.fields.field_types.MAX_PROBLEMS": 3,
    "symposium.lint.programme_lines.MAX_COMPARED": 3,
}
"""Limits that are higher than the counts of these tests, and how low they are here."""


Work = Callable[[Path], object]


def check(root: Path) -> KnowledgeBase:
    """Read and check a project, and mend what can be mended."""
    project = load(root)
    subject = subject_of(project)
    problems = sorted_problems((*lint(subject), *project.problems))
    changed_files(problems, lambda path: SourceText.of((root / path).read_bytes()) or "")
    read_settings(root)
    return project.kb


def publish(root: Path) -> None:
    """Read and check a project, and make all outputs of it but what Sphinx makes."""
    weigh(root)


def weigh(root: Path) -> Counter[str]:
    """Publish a project; return the bytes of what is made, by output and ending."""
    urls = Urls(base="https://example.org/", identity="x", most_cited=10_000, searched=True)
    work = BuildWork(check(root), NO_MENTIONS, urls, root, Bare(), markdown=True)
    sizes: Counter[str] = Counter()
    for output in OUTPUTS:
        for task, _ in output.tasks(work) if not output.threaded else ():
            for path, content in output.make(work, task):
                sizes[f"bytes of {output.name}, *{Path(path).suffix}"] += len(content)
    return sizes


def calls(work: Work, root: Path) -> Counter[str]:
    """Return how often each function is called for a project, those in C by their name.

    What the work returns is counted, too.
    """
    profile = cProfile.Profile()
    returned = profile.runcall(work, root)
    found = returned if isinstance(returned, Counter) else Counter[str]()
    for one in profile.getstats():
        code = one.code
        where = code if isinstance(code, str) else f"{code.co_filename}:{code.co_firstlineno}"
        found[where] += one.callcount
    return found


@pytest.fixture(autouse=True)
def _low_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, low in LIMITS.items():
        monkeypatch.setattr(name, low)


def made(folder: Path, files: Files) -> Path:
    """Write a project; return its folder."""
    project = Project(folder)
    project.write({"conf.py": CONF, "index.md": "# Home\n"})
    project.write({**files, "conf.py": CONF + files.get("conf.py", "")})
    return folder


LARGE = (3, 6, 12)
"""Counts for projects that are large by themselves."""
CHECKED = [(one, check, LARGE if one in {"lists", "records"} else COUNTS) for one in PROJECTS]
PUBLISHED = [(one, weigh if one == "texts" else publish, COUNTS) for one in PROJECTS]
ASKED = [one for one in CHECKED if one[0] in {"records", "entries", "bodies", "programmes"}]
ASKED += [one for one in PUBLISHED if one[1] is weigh]


# What it costs to publish entries, `test_cost` counts.
@pytest.mark.parametrize(("name", "work", "counts"), chosen([*CHECKED, *PUBLISHED], *ASKED))
def test_twice_as_many_are_about_twice_the_work(
    name: str, work: Work, counts: tuple[int, ...], tmp_path: Path
) -> None:
    roots = [made(tmp_path / str(count), PROJECTS[name](count)) for count in counts]
    work(roots[0])  # what is loaded once is loaded now
    seen = [calls(work, root) for root in roots]
    faults = []
    for where in seen[-1]:
        of = [one[where] for one in seen]
        more = [after - before for before, after in pairwise(of)]
        # Of what begins with a certain number nothing is known but that it is there.
        grows = [before > 0 and after > MOST * before + NOISE for before, after in pairwise(more)]
        if all(grows):
            faults.append(f"{where} {of}")
    assert not faults, "\n".join(faults)
