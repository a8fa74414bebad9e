"""Style sheets serve languages of both directions: they name no side but where one is meant."""

from __future__ import annotations

import re

import pytest
from symposium.web import STATIC

SHEETS = sorted(STATIC.glob("*.css"))
RE_SIDE = re.compile(
    r"(?<![\w-])(?:float: (?:left|right)|"
    r"(?:(?:margin|padding|border)-(?:left|right)(?:-\w+)?|left|right): ?[^;]*);"
)
RE_FOUR = re.compile(r"(?<![\w-])(?:margin|padding|inset): ([^;{}]+);")
MEANT = "/* physical"
"""Begins the remark behind a side that is meant."""


def parts(value: str) -> list[str]:
    """Return the values of a shorthand; brackets hold one together."""
    return re.findall(r"(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+", value)


def faults(text: str) -> list[str]:
    lines = [line for line in text.splitlines() if MEANT not in line]
    found = [match[0] for line in lines for match in RE_SIDE.finditer(line)]
    for line in lines:
        for match in RE_FOUR.finditer(line):
            sides = parts(match[1].removesuffix("!important"))
            found += [match[0]] if len(sides) == 4 and sides[1] != sides[3] else []
    return found


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_a_sheet_names_no_side(sheet):
    assert faults(sheet.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    ["padding: 0 1rem 0 0;", "margin-left: 1rem;", "float: right;", "left: 0;", "right: 1px;"],
)
def test_a_side_is_found(line):
    assert faults(f"  {line}") == [line]
    assert faults(f"  {line} {MEANT}: of the screen */") == []


def test_both_sides_alike_are_no_fault():
    assert faults("padding: 0 calc(1px + var(--a, 2px)) 0 calc(1px + var(--a, 2px));") == []
