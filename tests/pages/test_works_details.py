"""What the file of a work adds to its page: versions, licence, roles of authors, what is shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from symposium.knowledge import NO_MENTIONS, KnowledgeBase, build
from symposium.model.problems import Problem
from symposium.pages import Pages, Urls
from symposium.reading.folder import read_project

REFS = "".join(
    f"@article{{{key}, title={{On {key}}}, author={{Gray, Ella and Sol, Mira}}, year={year},"
    "journal={Coasts}}\n"
    for key, year in (("err", 2022), ("pre", 2020), ("art", 2021), ("alone", 2021))
)
FILES = {
    "papers/art.md": "replaces: pre\nlicense: CC-BY-4.0\nopen_access: gold\n"
    "links: {pdf: files/a.pdf, video: 'https://youtu.be/abcdefghijk', other: 'https://tube.org/x'}\n"
    "contributions: [{name: Ella Gray, roles: [software, writing-review-editing]}]\n"
    "thumbnail: files/a.png\nalt: A",
    "papers/err.md": "corrects: art",
}


def made(root: Path, **changes: str) -> tuple[KnowledgeBase, list[Problem]]:
    (root / "refs.bib").write_text(REFS)
    (root / "files").mkdir(exist_ok=True)
    for name in ("a.pdf", "a.png"):
        (root / "files" / name).write_bytes(b"x")
    for name, text in {**FILES, **changes}.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(f"---\n{text}\n---\n")
    records, problems = read_project(root)
    kb, found = build(records)
    return kb, [*problems, *found]


def page(kb: KnowledgeBase, name: str) -> str:
    return str(Pages(kb, NO_MENTIONS, Urls(base="https://coasts.org/")).render(name))


def test_a_chain_has_the_earliest_first_wherever_one_begins(tmp_path: Path) -> None:
    kb, problems = made(tmp_path)
    assert problems == []
    chain = ("pre", "art", "err")
    assert kb.relations.versions == dict.fromkeys(chain, chain)
    chain_shown = page(kb, "papers/pre").partition('"sy-versions"')[2].partition("</nav>")[0]
    shown = re.findall(r"<li>(.*?)</li>", chain_shown)
    assert shown == [
        '<strong aria-current="page">Article, Coasts, 2020</strong>',
        '<a href="../papers/art.html">Article, Coasts, 2021</a>',
        '<a href="../papers/err.html">Erratum, Coasts, 2022</a>',
    ]
    assert "sy-versions" not in page(kb, "papers/alone")


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("replaces: art", "W014", '"pre" replaces what came after it'),
        ("corrects: err", "W014", '"pre" corrects what came after it'),
        ("replaces: pre", "W014", '"pre" replaces what came after it'),
        ("replaces: none", "R001", 'no entry has the key "none"'),
        ("contributions: [{name: E. Gray, roles: [software]}]", "W015",
         "E. Gray is not among the authors of pre"),
        ("contributions: [{name: Ella Gray, roles: [cooking]}]", "F008", ""),
    ],
)  # fmt: skip
def test_what_is_wrong_is_reported_at_its_place(
    tmp_path: Path, text: str, code: str, message: str
) -> None:
    kb, problems = made(tmp_path, **{"papers/pre.md": text})
    (found,) = problems
    assert found.code.code == code
    assert message in found.message
    assert found.place.path == "papers/pre.md"
    assert kb.relations.versions["art"] == ("pre", "art", "err")


def test_a_licence_open_access_and_roles_are_on_the_page(tmp_path: Path) -> None:
    kb, _ = made(tmp_path)
    found = page(kb, "papers/art")
    assert 'rel="license" href="https://spdx.org/licenses/CC-BY-4.0.html">CC-BY-4.0</a>' in found
    assert "Open access" in found
    assert "in an open journal" in found
    assert 'contributor-roles/writing-review-editing/">Writing – review &amp; editing</a>' in found
    assert '"license":"https://spdx.org/licenses/CC-BY-4.0.html"' in found
    assert '"isAccessibleForFree":true' in found
    kb, _ = made(tmp_path, **{"papers/art.md": "open_access: closed\nlicense: as printed"})
    found = page(kb, "papers/art")
    assert "Open access" not in found
    assert "Licence: as printed" in found


def test_what_is_shown_in_place_is_named_and_not_loaded(tmp_path: Path) -> None:
    kb, _ = made(tmp_path)
    found = page(kb, "papers/art")
    assert re.findall(r'data-sy-embed="(.*?)"', found) == [
        "", "https://www.youtube-nocookie.com/embed/abcdefghijk",
    ]  # fmt: skip
    assert "loads from youtube-nocookie.com" in found
    assert not re.search(r'(?:src|data)="https?:', found)
