"""Roles are found in the text of pages, and not in what a build takes for something else."""

from __future__ import annotations

import pytest
from support.time_limits import ends_in_time
from symposium.reading.page_roles import roles_in


@pytest.mark.parametrize(
    "page",
    [
        "See {paper}`a`.",
        "text\n{paper}`a\nb`",
        "- x\n\n      {paper}`deep in a list`",
        "> ```{note}\n> {paper}`a`\n> ```",
        "````{note}\n```python\n{no}`x`\n```\n{paper}`a`\n````",
        "- it's a ` mark\n- {paper}`a`",
        "```` {no}`x` ```` {paper}`a`",
        "[^1]: x\n\n    {paper}`a`",
    ],
)
def test_a_role_is_found(page):
    (role,) = roles_in(page)
    assert role.name == "paper"
    assert page.startswith(role.text, role.start)


@pytest.mark.parametrize(
    "page",
    [
        "```\n{no}`x`\n```",
        "~~~~python\n```\n{no}`x`\n~~~~",
        "1. ```md\n   {no}`x`\n   ```",
        "text\n\n    {no}`indented`\n\n    {no}`x`\n",
        "`a {no}`x`` and `{no}`",
        "``{no}\n`x` ``",
        "\\{no}`x`",
        "$$\n{no}`x`\n$$",
        "{no} `x`",
        "```\nnever closed\n\n{no}`x`",
    ],
)
def test_no_role_is_found(page):
    assert list(roles_in(page)) == []


@pytest.mark.parametrize("unit", ["` `` ", "\\`", "$$ \n", "```\n", "{a}`", "> - "])
def test_no_page_is_too_long(unit):
    with ends_in_time():
        assert list(roles_in(f"}}`{unit * 100_000}")) is not None
