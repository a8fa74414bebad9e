"""The pages of codes: their wrong example has the problem, their right one has none.

A page is ``guide/checks/<code>.md``. The files of an example are the code blocks with a caption; a
block without one, in ``text``, is what `symposium check` prints of them. Where a file is more than
its text, a comment on the line before the block says so: ``% encoding: latin-1``, or
``% symbolic link`` where the text is what the link leads to.
"""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from support.guide_blocks import RE_FENCE, Block, blocks_in, write_block
from support.paths import ROOT
from symposium.cli import main
from symposium.model.problems import Code

PAGES = ROOT / "guide" / "checks"
CODES = pytest.mark.parametrize("code", Code, ids=lambda code: code.code)


@cache
def page_of(code: Code) -> str:
    path = PAGES / f"{code.code.lower()}.md"
    assert path.is_file(), f"write guide/checks/{path.name}"
    return path.read_text(encoding="utf-8")


def section(code: Code, title: str) -> list[Block]:
    """The code blocks under a heading of the page of a code."""
    page = page_of(code)
    # Headings in the examples are none of the page.
    plain = RE_FENCE.sub(lambda found: re.sub(r"^#", " ", found[0], flags=re.MULTILINE), page)
    starts = [found.start() for found in re.finditer(r"^## ", plain, re.MULTILINE)]
    parts = [page[start:end] for start, end in pairwise([*starts, len(page)])]
    found = [part for part in parts if part.startswith(f"## {title}\n")]
    assert len(found) == 1, f"## {title} must be there once"
    return blocks_in(found[0], f"{code.code} {title}")


BUILT = {Code.PAGE_WARNED: ["--pages"]}
"""What needs an option to be found."""


def check(code: Code, title: str, root: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """What `symposium check` finds in the project of an example, as data."""
    found = section(code, title)
    files = [block for block in found if block.caption]
    assert files, "the example has no file"
    for block in files:
        write_block(block, root)
    main(["check", "--format", "json", *BUILT.get(code, []), str(root)])
    return json.loads(capsys.readouterr().out)


@CODES
def test_a_page_says_what_the_code_means_and_how_severe_it_is(code):
    lines = page_of(code).split("\n")
    assert lines[0] == f"# {code.code}: {code.meaning.removesuffix('.')}"
    assert lines[2] == f"Severity: {code.severity.name.lower()}"


@CODES
def test_the_wrong_example_has_the_problem(code, tmp_path, capsys):
    found = section(code, "Wrong")
    problems = check(code, "Wrong", tmp_path, capsys)
    assert code.code in [one["code"] for one in problems], problems
    main(["check", *BUILT.get(code, []), str(tmp_path)])
    printed = capsys.readouterr().out.replace(f"{tmp_path}/", "").splitlines()
    for block in found:
        if block.language == "text" and not block.caption:
            for line in block.text.splitlines():
                assert line in printed, "\n".join([line, "is not printed, but:", *printed])


@CODES
def test_the_right_example_has_no_problem(code, tmp_path, capsys):
    problems = check(code, "Right", tmp_path, capsys)
    assert code.code not in [one["code"] for one in problems], problems
    assert [one for one in problems if one["severity"] != "notice"] == []


def test_every_page_is_that_of_a_code():
    assert {path.stem.upper() for path in PAGES.glob("*.md")} == {code.code for code in Code}


@pytest.mark.parametrize(
    ("remark", "data"),
    [("", "ü\n".encode()), ("% encoding: latin-1\n", b"\xfc\n")],
)
def test_a_file_is_written_as_the_page_says(remark, data, tmp_path):
    page = f"{remark}```{{code-block}} markdown\n:caption: people/a b.md\n\nü\n```\n"
    (block,) = blocks_in(page, "page")
    write_block(block, tmp_path)
    assert (tmp_path / "people" / "a b.md").read_bytes() == data


def test_a_link_is_made_where_the_page_says_so(tmp_path):
    (block,) = blocks_in("% symbolic link\n```text\n:caption: a.md\n\n../b\n```\n", "page")
    write_block(block, tmp_path)
    assert (tmp_path / "a.md").readlink() == Path("../b")
