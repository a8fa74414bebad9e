"""What ``symposium check`` accepts builds without a warning; what a build warns of, check names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from support.guide_blocks import blocks_in, write_block
from support.paths import ROOT
from symposium.cli import main

PAGES = [
    path
    for path in sorted((ROOT / "guide" / "checks").glob("*.md"))
    if not path.name.startswith(("d", "w"))
]
"""Those of codes that a build may have something to say about."""

RE_WARNING = re.compile(
    r"^(?P<path>[^\s:][^:\n]*?)(?::(?P<line>\d+))?: (?:WARNING|ERROR): ", re.MULTILINE
)
RE_FOUND = re.compile(r"^([^:\n]+):(\d+):\d+: ([A-Z]\d{3}) ", re.MULTILINE)


class Verdicts(NamedTuple):
    """What both say of a project."""

    accepted: bool
    """By ``symposium check --strict``."""
    named: set[tuple[str, int]]
    """The places that check names."""
    warnings: str
    """Of the build."""
    refused: list[tuple[str, int]]
    """The places that the build names."""


@pytest.fixture
def judged(capsys):
    """Return a function that checks and builds a project."""

    def judge(made, builder: str = "dummy") -> Verdicts:
        capsys.readouterr()
        status = main(["check", "--strict", str(made.root)])
        out = capsys.readouterr().out.replace(f"{made.root}/", "")
        found = {(path, int(line)) for path, line, _ in RE_FOUND.findall(out)}
        built = made.build(builder)
        places = [
            (one["path"], int(one["line"] or 1)) for one in RE_WARNING.finditer(built.warnings)
        ]
        warned = bool(built.warnings.strip()) or built.statuscode != 0
        assert warned is bool(places), f"a warning without a place: {built.warnings}"
        return Verdicts(not status, found, built.warnings, places)

    return judge


def agree(verdicts: Verdicts, root: Path) -> None:
    missing = [place for place in verdicts.refused if not is_named(place, verdicts.named, root)]
    assert not missing, f"check does not name {missing}:\n{verdicts.warnings}"
    assert not (verdicts.accepted and verdicts.refused), verdicts.warnings


def is_named(place: tuple[str, int], named: set[tuple[str, int]], root: Path) -> bool:
    """Whether check names a place: its line, or one of the same paragraph or directive."""
    path, line = place
    if place in named:
        return True
    if not (root / path).is_file():
        return False
    lines = ["", *(root / path).read_bytes().decode("utf-8", "replace").splitlines()]
    return any(
        where == path and all(one.strip() for one in lines[min(line, at) : max(line, at) + 1])
        for where, at in named
    )


@pytest.mark.parametrize("section", ["Wrong", "Right"])
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_check_and_build_agree_on_the_examples_of_the_guide(page, section, project, judged):
    text = page.read_text(encoding="utf-8").partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    made = project({})
    (made.root / "index.md").unlink()
    for block in blocks_in(text, page.stem):
        if block.caption:
            (made.root / block.caption).unlink(missing_ok=True)
            write_block(block, made.root)
    if not (made.root / "index.md").exists():
        made.write({"index.md": "# Home\n"})
    agree(judged(made), made.root)


BIB = "@misc{a, title = {A}, author = {Doe, Jane}, year = 2021, howpublished = {x}}\n"
PNG = b"\x89PNG\r\n\x1a\n"


def index(*lines: str) -> dict[str, str]:
    return {"index.md": "\n".join(["# Home", "", *lines, ""])}


def person(*lines: str, body: str = "") -> dict[str, str]:
    front = "\n".join(["---", "name: Jane Doe", *lines, "---", body, ""])
    return {"people/jane-doe.md": front}


BROKEN: dict[str, dict[str, str | bytes]] = {
    # roles and citations
    "unknown role": index("A {rle}`x`."),
    "unknown role of a domain": index("A {kb:planet}`x`."),
    "unknown person": index("A {person}`nobody`."),
    "unknown person with a text": index("A {person}`the one <nobody>`."),
    "unknown paper": index("{paper}`nothing`"),
    "unknown event": index("{event}`nothing`"),
    "unknown talk": index("{talk}`nothing/x`"),
    "unknown topic": index("{topic}`nothing`"),
    "unknown venue": index("{venue}`nothing`"),
    "unknown key": index("{cite:t}`nothing`"),
    "unknown key among known": index("{cite:p}`a,nothing`"),
    "unknown key in a footnote": index("{footcite}`nothing`", "", "```{footbibliography}", "```"),
    "unknown key in a biography": person(body="By {cite:t}`nothing`."),
    "unknown key in a list": index("- one", "- two {cite:t}`nothing`"),
    "unknown key in a table": index("| a | b |", "|---|---|", "| c | {cite:t}`nothing` |"),
    "unknown key in an admonition": index("```{note}", "See {cite:t}`nothing`.", "```"),
    "unknown key in a quote": index("> {cite:t}`nothing`"),
    "unknown key in a heading": index("## {cite:t}`nothing`"),
    "unknown key over lines": index("Long text", "and {cite:t}`nothing` and", "more {rle}`x`."),
    "unknown document": index("{doc}`nothing`"),
    "unknown reference": index("{ref}`nothing`"),
    "unknown term": index("{term}`nothing`"),
    "unknown numbered figure": index("{numref}`nothing`"),
    "unknown reference of Python": index("{py:func}`nothing`"),
    "empty role": index("{person}``"),
    "a role without a goal": index("{download}`nothing.zip`"),
    "an equation that is none": index("{eq}`nothing`"),
    # links and pictures
    "dead page": index("[x](nothing.md)"),
    "dead page in a folder": index("[x](people/nothing.md)"),
    "dead anchor": index("[x](#nothing)"),
    "dead anchor of a page": {**index("[x](other.md#nothing)"), "other.md": "---\norphan: true\n---\n# O\n"},
    "dead reference": index("[x][y] and [z](<nothing>)"),
    "dead scheme": index("[x](project:nothing.md)"),
    "dead autolink": index("<project:#nothing>"),
    "dead link with an angle": index("[x](<no thing.md>)"),
    "javascript": index("[x](javascript:alert(1))"),
    "missing picture": index("![x](nothing.png)"),
    "missing picture of a figure": index("```{figure} nothing.png", "x", "```"),
    "missing picture of a directive": index("```{image} nothing.png", "```"),
    "missing picture in a paper": {"refs.bib": BIB, "papers/a.md": "---\nkey: a\n---\n![x](no.png)\n"},
    "picture in raw HTML": index('<img src="nothing.png">'),
    # directives
    "unknown directive": index("```{nothing}", "x", "```"),
    "unknown directive with colons": index(":::{nothing}", "x", ":::"),
    "directive that is off": index("```{raw} html", "<b>x</b>", "```"),
    "include": {**index("```{include} other.txt", "```"), "other.txt": "x"},
    "include of nothing": index("```{include} nothing.txt", "```"),
    "literalinclude": index("```{literalinclude} conf.py", "```"),
    "eval-rst": index("```{eval-rst}", ".. raw:: html", "", "   x", "```"),
    "csv-table with a file": index("```{csv-table}", ":file: conf.py", "```"),
    "directive without its argument": index("```{figure}", "```"),
    "directive with a wrong option": index("```{note}", ":nothing: x", "", "x", "```"),
    "directive with a wrong value": index("```{code-block} python", ":lineno-start: x", "", "x", "```"),
    "code in an unknown language": index("```{code-block} nothing", "x", "```"),
    "code that is not of its language": index("```json", "{x", "```"),
    "fence in an unknown language": index("```nothing", "x", "```"),
    "listing of nothing": index("```{listing} planets", "```"),
    "listing with a wrong field": index("```{listing} papers", ":where: planet = x", "```"),
    "listing with a wrong order": index("```{listing} papers", ":sort: planet", "```"),
    "listing with a wrong view": index("```{listing} papers", ":view: planet", "```"),
    "schedule of nothing": index("```{schedule} nothing", "```"),
    "directive that does not close": index("```{note}", "x"),
    "nested directive": index("````{note}", "```{nothing}", "x", "```", "````"),
    "bibliography with a wrong option": index("```{bibliography}", ":nothing: x", "```"),
    "bibliography with a wrong filter": index("```{bibliography}", ":filter: 1 +", "```"),
    "toctree of nothing": index("```{toctree}", "nothing", "```"),
    "toctree with a wrong option": index("```{toctree}", ":nothing:", "```"),
    "toctree that globs nothing": index("```{toctree}", ":glob:", "nothing/*", "```"),
    "toctree with one page twice": {
        **index("```{toctree}", "other", "other", "```"), "other.md": "# O\n"
    },
    # headings and pages
    "heading levels": index("### Deep"),
    "heading levels further down": index("## Two", "", "#### Four"),
    "no heading": {"index.md": "Text\n"},
    "first heading too deep": {"index.md": "## Two\n"},
    "several titles": index("# Another"),
    "page that nothing leads to": {"other.md": "# Other\n"},
    "page in a folder that nothing leads to": {"more/other.md": "# Other\n"},
    "page without a title": {**index("```{toctree}", "other", "```"), "other.md": "Text\n"},
    "empty page": {**index("```{toctree}", "other", "```"), "other.md": ""},
    "heading in a biography": person(body="# One\n\n### Three"),
    "label twice": index("(x)=", "## A", "", "(x)=", "## B"),
    "heading twice": index("## A", "", "## A"),
    # Markdown itself
    "footnote without text": index("x[^a]"),
    "footnote that nothing leads to": index("[^a]: x"),
    "footnote twice": index("x[^a]", "", "[^a]: x", "[^a]: y"),
    "definition twice": index("[x]", "", "[x]: https://a.org", "[x]: https://b.org"),
    "substitution": index("{{ nothing }}"),
    "attributes": index("{#x .y}", "Text"),
    "html": index("<script>alert(1)</script>"),
    "comment that does not close": index("<!-- x"),
    "tab": index("\tcode"),
    "maths": index("$\\nothing$", "", "$$", "\\frac{", "$$"),
    "maths with a label twice": index("$$", "x", "$$ (e)", "", "$$", "y", "$$ (e)"),
    # front matter
    "broken front matter": {"index.md": "---\nx: [\n---\n# Home\n"},
    "unclosed front matter": {"index.md": "---\norphan: true\n\n# Home\n"},
    "front matter of MyST": {"index.md": "---\nmyst:\n  substitutions:\n    x: y\n---\n# Home\n"},
    "not UTF-8": {"index.md": "# Home ü\n".encode("latin-1")},
    "control characters": {"index.md": "# Home\n\n\x00\x1b\n"},
    "body not UTF-8": {"people/jane-doe.md": "---\nname: Jane\n---\nü\n".encode("latin-1")},
    # records
    "unknown field": person("nmae: X"),
    "unknown file": person("links:", "  cv: files/nothing.pdf"),
    "damaged entry": {"refs.bib": "@misc{a, title = {A\n"},
    "key twice": {"refs.bib": BIB + BIB},
    "event without a file": {"events/x/y.md": "---\ntitle: A\n---\n"},
    "event with a wrong slot": {
        "events/x/index.md": "---\ntitle: X\ndate: 2021-01-01\nslots:\n  - talk: nothing\n---\n"
    },
    "notes without an entry": {"papers/a.md": "---\ntopics: [x]\n---\n"},
    "record in reStructuredText": {"people/x.rst": "X\n=\n"},
    "picture in an odd place": index("```{image} x.png", ":align: planet", ":alt: x", "```"),
    "table of contents with an odd depth": index("```{toctree}", ":maxdepth: x", "```"),
    "earlier address of a page": {"index.md": "---\nwas: 1\n---\n# Home\n"},
    "index of a kind": {"people/index.md": "# People\n\n{person}`nobody`\n"},
    "bib that is not there": {"conf.py": 'extensions = ["symposium"]\nsymposium_site = True\nsymposium_bibfiles = ["no.bib"]\n'},
}  # fmt: skip
"""Sites with one fault each, by its name; some of them are none."""


HTML = {
    "code in an unknown language", "code that is not of its language", "fence in an unknown language",
    "maths", "missing picture", "dead page",
}  # fmt: skip
"""What only a build of pages could find out, and a few others to compare."""


@pytest.mark.parametrize("name", BROKEN)
def test_check_and_build_agree_on_a_broken_site(name, project, judged):
    made = project({"refs.bib": BIB, **BROKEN[name]})
    agree(judged(made, "html" if name in HTML else "dummy"), made.root)
