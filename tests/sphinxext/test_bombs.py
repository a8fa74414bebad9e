"""Small projects that a careless reader takes for ever for: they end, soon and with a word."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from support.chosen import chosen
from support.cost_of import costs
from support.project import CONF, MakeProject, Project
from support.time_limits import ends_in_time
from symposium.knowledge import build
from symposium.pages.small_texts import prose
from symposium.reading.folder import read_project
from symposium.sphinxext import bibliography_directive

MEGABYTES = 260
"""Three times what is promised: tests run on machines that do other things too."""
BUILT = ("maths-deep", "brackets", "fences")
LONG = {"filter", "title", "authors", "fields"}
"""What even a careful reader is not soon done with."""


Files = dict[str, str]


def entry(fields: str, key: str = "k") -> str:
    return f"@article{{{key}, title = {{T}}, year = 2020, {fields}}}\n"


def bib(text: str) -> Files:
    return {"refs.bib": text}


def person(text: str) -> Files:
    return {"people/ada.md": text}


def body(text: str) -> Files:
    return {"index.md": f"# Home\n\n{text}\n", "people/ada.md": f"---\nname: A\n---\n{text}\n"}


def lines(count: int, make: Callable[[int], str]) -> str:
    return "".join(make(number) for number in range(count))


MEGA = 1_000_000
STRINGS = '@string{s0 = "xxxxxxxxxx"}\n' + lines(
    60, lambda n: f"@string{{s{n + 1} = s{n} # s{n}}}\n"
)
LAUGHS = "a0: &a0 [x, x]\n" + lines(60, lambda n: f"a{n + 1}: &a{n + 1} [*a{n}, *a{n}]\n")


BOMBS: Mapping[str, Callable[[], Files]] = {
    "braces": lambda: bib(entry(f"note = {{{'{' * 40_000}{'}' * 40_000}}}")),
    "open-braces": lambda: bib(entry("note = " + "{" * 40_000)),
    "strings-double": lambda: bib(STRINGS + entry("note = s60")),
    "title": lambda: bib(f"@article{{k, title = {{{'Long title ' * MEGA}}}, year = 2020}}\n"),
    "authors": lambda: bib(f"@article{{k, title = {{T}}, year = 2020, author = {{{' and '.join(f'A{n} B' for n in range(MEGA))}}}}}\n"),
    "collaboration": lambda: bib(entry(f"author = {{{' and '.join(f'A{n} B' for n in range(1_500))}}}")),
    "fields": lambda: bib("@article{k, title = {T}, " + lines(MEGA, lambda n: f"f{n} = {{x}},") + "}\n"),
    "keywords": lambda: bib(entry(f"keywords = {{{', '.join(f'w{n}' for n in range(40_000))}}}")),
    "xdata-fan": lambda: bib(lines(200, lambda n: f"@xdata{{x{n}, xdata = {{{','.join(f'x{m}' for m in range(200))}}}}}\n") + entry("xdata = {x0}")),
    "year": lambda: bib(entry(f"month = {'9' * MEGA}, volume = {{{'9' * MEGA}}}, pages = {{{'9' * 40_000}--{'9' * 40_000}}}, date = {{{'9' * 40_000}}}")),
    "spaces": lambda: bib(f"@article{{k,{' ' * MEGA}title{' ' * MEGA}= {{T}}{' ' * MEGA}, year = 2020}}\n{' ' * MEGA}@"),
    "percents": lambda: bib(f"@article{{k,{'%' * MEGA}\n title = {{T}}, year = 2020}}\n{'% @a{' * 80_000}"),
    "maths-deep": lambda: bib(entry(f"abstract = {{${(chr(92) + 'frac{') * 300}a{'}{b}' * 300}$ ${'{' * 900}x{'}' * 900}$ ${'x^{' * 400}{'}' * 400}$}}")),
    "yaml-aliases": lambda: person(f"---\nname: A\n{LAUGHS}---\n"),
    "yaml-deep": lambda: person(f"---\nname: A\ntopics: {'[' * 40_000}{']' * 40_000}\n---\n"),
    "yaml-deep-block": lambda: person("---\nname: A\n" + lines(2_000, lambda n: f"{' ' * n}a:\n") + "---\n"),
    "yaml-long": lambda: person(f"---\nname: {'x' * 400_000}\n---\n"),
    "link-long": lambda: person(f"---\nname: A\nlinks:\n  x: {'a.' * 160_000}\n  y: 10.1234/{'x' * 160_000} y\n---\n"),
    "blockquotes": lambda: body("> " * 5_000 + "x"),
    "list-line": lambda: body("- " * 5_000 + "x"),
    "brackets": lambda: body("[" * 10_000),
    "emphasis-closed": lambda: body("*" * 20_000 + "x" + "*" * 20_000),
    "headings": lambda: body(lines(1_500, lambda n: f"## H {n}\n\n")),
    "fences": lambda: body(lines(300, lambda n: "`" * (303 - n) + "{note}\n") + "x"),
    "filter": lambda: {
        "refs.bib": entry("note = {" + "a" * 40 + "!}"),
        "index.md": '# Home\n\n```{bibliography}\n:filter: note % "(a|aa)+$"\n```\n',
    },
    "filter-deep": lambda: body("```{bibliography}\n:filter: " + "(" * 5_000 + "\n```"),
}  # fmt: skip
"""What makes the files of a bomb, by its name: some are large."""


def run(command: str, name: str, folder: Path) -> None:
    """Run a command on a bomb, and assert that it was cheap and had no fault."""
    made = Project(folder / name)
    made.write({"conf.py": CONF + 'html_theme = "basic"\n', "index.md": "# Home\n"})
    made.write(BOMBS[name]())
    (cost,) = costs(command, [made.root])
    figures = f"{name}: {command}: {cost.seconds:.1f} s, {cost.megabytes:.0f} MB"
    sys.stdout.write(f"{figures}\n")
    said = f"{figures}, ended with {cost.code}: {cost.text[-500:]}"
    assert cost.code in {0, 1}, said
    assert "Traceback" not in cost.text, said
    assert "xception" not in cost.text, said
    assert cost.megabytes < MEGABYTES, said


@pytest.mark.parametrize("name", chosen(BOMBS, *(BOMBS.keys() - LONG)))
def test_a_check_ends(name: str, tmp_path: Path) -> None:
    run("check", name, tmp_path)


@pytest.mark.parametrize("name", BUILT)
def test_a_build_ends(name: str, tmp_path: Path) -> None:
    run("build", name, tmp_path)


PROSE = {
    "nested": "*" * 20_000 + "x" + "*" * 20_000,
    "fences": "```a\n" * 50_000,
    "comments": "<!--" * 50_000,
    "links": "[a](b" * 50_000,
    "backticks": "`a``b" * 30_000,
    "roles": "{a}`" * 50_000,
    "brackets": "[" * 100_000,
}


@pytest.mark.parametrize("name", PROSE)
def test_prose_ends(name: str, tmp_path: Path) -> None:
    kb = build(read_project(tmp_path)[0])[0]
    with ends_in_time():
        prose(kb, PROSE[name])


def test_a_filter_that_takes_for_ever_is_reported(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bibliography_directive, "MAX_SECONDS", 0.2)
    made = project(BOMBS["filter"]())
    with ends_in_time():
        built = made.build("dummy")
    assert "index.md:3: WARNING: the :filter: of a bibliography cannot be used" in built.warnings
    assert "it takes too long" in built.warnings


def test_what_is_left_out_is_reported(tmp_path: Path) -> None:
    names = " and ".join(f"A{number} B" for number in range(10_001))
    fields = ",".join(f"f{number} = {{x}}" for number in range(10_001))
    (tmp_path / "refs.bib").write_text(
        f"@misc{{a, title = {{T}}, author = {{{names}}}}}\n@misc{{b, title = {{T}}, {fields}}}\n"
        f"@misc{{c, title = {{T}}, year = 2020, keywords = {{{','.join(f'w{n}' for n in range(1_001))}}}}}\n",
        encoding="utf-8",
    )
    records, problems = read_project(tmp_path)
    assert [len(paper.authors) for paper in records.papers] == [10_000, 0, 0]
    assert records.papers[0].et_al
    assert [len(paper.topics) for paper in records.papers] == [0, 0, 1_000]
    texts = [str(problem) for problem in problems]
    assert any("only the first 10,000 names are read" in text for text in texts)
    assert any("more than 10,000 fields" in text for text in texts)
    assert any(text.startswith("refs.bib:3:") and "first 1,000 keywords" in text for text in texts)
