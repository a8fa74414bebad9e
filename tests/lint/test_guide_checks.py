"""What the guide says of codes: the wrong form of each example has the problem, the right one none.

The pages are ``guide/checks/*.md``, one for each letter. A code has its part there, with its name as
an anchor. The files of its example are the code blocks with a caption; in those of the language
``diff``, lines with ``-`` are wrong, and those with ``+`` are right. A caption that begins with
``in`` is that of a piece, around which `AROUND` has the rest of the file. Where a file is more than
its text, a comment on the line before the block says so: ``% encoding: latin-1``, or ``% symbolic
link`` where the text is what the link leads to.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import guide_tables
import pytest
from support.guide_blocks import CHECKS, example, part_of, parts, write_block
from symposium.cli import main
from symposium.model.problems import Code

CODES = pytest.mark.parametrize("code", Code, ids=lambda code: code.code)


BUILT = {Code.PAGE_WARNED: ["--pages"]}
"""What needs an option to be found."""


def check(code: Code, form: str, root: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """What `symposium check` finds in the project of an example, as data."""
    files = example(part_of(code), form)
    assert files, "the example has no file"
    for block in files:
        write_block(block, root)
    main(["check", "--format", "json", *BUILT.get(code, []), str(root)])
    return json.loads(capsys.readouterr().out)


@CODES
def test_a_part_says_what_the_code_means_and_how_severe_it_is(code):
    lines = part_of(code).split("\n")
    assert lines[0] == f"## {code.code}: {code.meaning.removesuffix('.')}"
    assert lines[2].startswith(f"*{code.severity.name.capitalize()}.* ")


@CODES
def test_the_wrong_example_has_the_problem(code, tmp_path, capsys):
    problems = check(code, "Wrong", tmp_path, capsys)
    assert code.code in [one["code"] for one in problems], problems


@CODES
def test_the_right_example_has_no_problem(code, tmp_path, capsys):
    problems = check(code, "Right", tmp_path, capsys)
    assert code.code not in [one["code"] for one in problems], problems
    assert [one for one in problems if one["severity"] != "notice"] == []


def test_the_pages_have_the_codes_of_their_letters_in_order():
    pages = {guide_tables.page_of(letter): letter for letter in guide_tables.CODES}
    assert {path.name for path in CHECKS.iterdir()} == set(pages)
    for page, letter in pages.items():
        codes = sorted(code.code.lower() for code in Code if code.code[0] == letter)
        assert list(parts(page)) == codes
        title = f"\n# Codes {letter}: {guide_tables.CODES[letter]}\n"
        assert title in (CHECKS / page).read_text(encoding="utf-8")
