"""What a build says of records, settings and references to them, ``symposium check`` names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from support.chosen import chosen
from support.guide_blocks import example, part_of, write_block
from symposium.cli import main
from symposium.model.problems import Code

CODES = [one for one in Code if one.code[0] not in "DSW" and one != Code.PLUGIN]
"""Those that a build may have something to say about. It stops at C002, a plugin that cannot
be used: `tests/plugins` compares the places."""
EXAMPLES = [
    *((code, "Wrong") for code in CODES),
    *((code, "Right") for code in CODES if code.code[0] in "CFPR"),
]
"""Of records, a build says what their readers do: what is right is asked elsewhere."""

RE_WARNING = re.compile(
    r"^(?P<path>[^\s:][^:\n]*?)(?::(?P<line>\d+))?: (?:WARNING|ERROR): "
    r"[^\n]* \[(?P<type>[\w.-]+)\]$",
    re.MULTILINE,
)
RE_OURS = re.compile(r"symposium\.([A-Z]\d+|unknown-id|settings?)|bibtex\.key_not_found")
"""What check names without a build."""
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

    def judge(made) -> Verdicts:
        capsys.readouterr()
        status = main(["check", "--strict", str(made.root)])
        out = capsys.readouterr().out.replace(f"{made.root}/", "")
        found = {(path, int(line)) for path, line, _ in RE_FOUND.findall(out)}
        built = made.build("dummy")
        places = [
            (one["path"], int(one["line"] or 1))
            for one in RE_WARNING.finditer(built.warnings)
            if RE_OURS.fullmatch(one["type"])
        ]
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


@pytest.mark.parametrize(
    ("code", "form"),
    chosen(EXAMPLES, *EXAMPLES[::4]),
    ids=[f"{code.code}-{form}" for code, form in EXAMPLES],
)
def test_check_and_build_agree_on_the_examples_of_the_guide(code, form, project, judged):
    made = project({})
    (made.root / "index.md").unlink()
    for block in example(part_of(code), form):
        (made.root / block.caption).unlink(missing_ok=True)
        write_block(block, made.root)
    if not (made.root / "index.md").exists():
        made.write({"index.md": "# Home\n"})
    agree(judged(made), made.root)


BIB = "@misc{a, title = {A}, author = {Doe, Jane}, year = 2021, howpublished = {x}}\n"


def index(*lines: str) -> dict[str, str]:
    return {"index.md": "\n".join(["# Home", "", *lines, ""])}


def person(*lines: str, body: str = "") -> dict[str, str]:
    front = "\n".join(["---", "name: Jane Doe", *lines, "---", body, ""])
    return {"people/jane-doe.md": front}


BROKEN: dict[str, dict[str, str | bytes]] = {
    "unknown key in a biography": person(body="By {cite:t}`nothing`."),
    "broken front matter": {"index.md": "---\nx: [\n---\n# Home\n"},
    "front matter of MyST": {"index.md": "---\nmyst:\n  substitutions:\n    x: y\n---\n# Home\n"},
    "not UTF-8": {"index.md": "# Home ü\n".encode("latin-1")},
    "control characters": {"index.md": "# Home\n\n\x00\x1b\n"},
    "unknown field": person("nmae: X"),
    "damaged entry": {"refs.bib": "@misc{a, title = {A\n"},
    "event without a file": {"events/x/y.md": "---\ntitle: A\n---\n"},
    "event with a wrong slot": {
        "events/x/index.md": "---\ntitle: X\ndate: 2021-01-01\nslots:\n  - talk: nothing\n---\n"
    },
    "record in reStructuredText": {"people/x.rst": "X\n=\n"},
    "earlier address of a page": {"index.md": "---\nwas: 1\n---\n# Home\n"},
    "index of a kind": {"people/index.md": "# People\n\n{person}`nobody`\n"},
    "bib that is not there": {"conf.py": 'extensions = ["symposium"]\nsymposium_site = True\nsymposium_bibfiles = ["no.bib"]\n'},
    "header without its page": {"conf.py": 'extensions = ["symposium"]\nsymposium_site = True\nsymposium_navigation = [\n    ("index#top", "Top"), ("events/index", "Events"), ("venue#rooms", "Rooms"),\n]\n'},
}  # fmt: skip
"""Sites with one fault each, by its name."""


@pytest.mark.parametrize("name", BROKEN)
def test_check_and_build_agree_on_a_broken_site(name, project, judged):
    made = project({"refs.bib": BIB, **BROKEN[name]})
    agree(judged(made), made.root)


SETTINGS = """\
extensions = ["myst_parser", "symposium"]
symposium_site = "maybe"
symposium_trust = "ja"
symposium_search = "lunr"
symposium_markdown = "never"
symposium_api = "no"
symposium_citation_files = "many"
symposium_citation_styles = ["iee"]
symposium_jobs = 0
symposium_executor = "os"
symposium_identity = 3
symposium_pages = ["papers"]
symposium_forge = "github.com/a/b"
symposium_root = "../x"
symposium_accent = "teal"
symposium_logo = "logo.svg"
symposium_naviagtion = []
symposium_navigation = ["People"]
"""


def test_both_name_every_wrong_setting_with_its_line(project, judged):
    made = project({"conf.py": SETTINGS})
    verdicts = judged(made)
    wrong = {("conf.py", line) for line in range(2, SETTINGS.count("\n") + 1)}
    assert verdicts.named == wrong
    assert wrong <= set(verdicts.refused)
    assert "there is no such setting: did you mean symposium_navigation?" in verdicts.warnings
