"""What a check says of pages without a build: of their heads, and of the records that they name."""

from __future__ import annotations

import pytest
from support.lint_cases import found
from support.project import CONF
from support.sites import SITE

ABOVE = "---\norphan: true\n---\n# Page\n\n"


def page(body):
    return {**SITE, "index.md": f"{ABOVE}{body}\n"}


REFERENCES = {
    "See {cite:t}`doe2020fats`.": (
        "R001 1:14", 'no entry has the key "doe2020fats"', "did you mean doe2020fast?",
    ),
    "See {cite}`doe2020fast, nobody1999`.": (
        "R001 1:25", 'no entry has the key "nobody1999"', "add the entry, or correct the key",
    ),
    "{cite:p}`{see}doe2020fast{p. 3},\nsmith`": (
        "R001 2:1", 'no entry has the key "smith"', "add the entry, or correct the key",
    ),
    "{footcite:t}`nobody`": ("R001 1:14", 'no entry has the key "nobody"', None),
    "{CITE}`nobody`": ("R001 1:8", 'no entry has the key "nobody"', None),
    "- x\n\n  > {person}`jane-do`": (
        "R008 3:14", 'no person has the id "jane-do"', "did you mean jane-doe?",
    ),
    ":::{note}\n{kb:talk}`Words <keynot>`\n:::": (
        "R008 2:18", 'no talk has the id "keynot"', "did you mean keynote?",
    ),
    "{venue}`xyz`": (
        "R008 1:9", 'no venue has the id "xyz"', "correct the id, or write the words without a role",
    ),
}  # fmt: skip


@pytest.mark.parametrize("body", REFERENCES)
def test_what_a_page_names_is_there(tmp_path, body):
    (problem,) = found(tmp_path, page(body), "R")
    where, message, hint = REFERENCES[body]
    place = problem.place
    assert f"{problem.code.code} {place.line - 5}:{place.column}" == where
    assert problem.message == message
    assert hint in {problem.hint, None}


@pytest.mark.parametrize(
    "body",
    [
        "{cite:t}`doe2020fast` {footcite}`smith:a/b.c+d` {cite}`{cf.}größe2018{p. 1}, adams2001book`",
        "{person}`jane-doe` {person}`J. <janed>` {person}`julia-bazinska` {talk}`keynote`",
        "{person}`!nobody` ``{person}`nobody` `` \\{person}`nobody`",
        "{event}`meet-2021` {topic}`Slow Books` {venue}`keys` {source}`programme`",
    ],
)
def test_what_is_right_is_not_reported(tmp_path, body):
    assert found(tmp_path, page(body), "R", "S") == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("---\norphan: [\n---\n# N\n", "F001"),
        ("---\norphan: true\nwas: [../x]\n---\n# N\n", "F008"),
        ("---\norphan: true\n---\n# N \x0b\n", "F009"),
    ],
)
def test_the_head_of_a_page_is_checked_as_that_of_a_record(tmp_path, text, code):
    (problem, *_) = found(tmp_path, {"conf.py": CONF, "index.md": "# Home\n", "note.md": text}, "F")
    assert (problem.code.code, problem.place.path) == (code, "note.md")
