"""The page of the guide on listings: its expressions are tried, its messages are those printed."""

from __future__ import annotations

import re
from functools import cache
from textwrap import dedent

import pytest
from support.guide_blocks import blocks
from support.guide_project import example_files, write
from support.paths import GUIDE
from symposium.cli.project import load
from symposium.kinds import KINDS
from symposium.knowledge import KnowledgeBase
from symposium.query import caret, faults_of, grammar, groups_of, parse, select
from symposium.query.field_tables import FIELDS, listable

PAGE = GUIDE / "listings.md"
TEXT = PAGE.read_text(encoding="utf-8")
RE_TABLE = re.compile(r"^\| expression \| (\w+) \|\n\|[-|]+\n((?:\|.*\n)+)", re.MULTILINE)
ROWS = [
    (table[1], expression)
    for table in RE_TABLE.finditer(TEXT)
    for expression in re.findall(r"^\| `([^`]+)` \|", table[2], re.MULTILINE)
]
FEW = {
    "events",
    "talks",
    "people",
    "software",
    "datasets",
    "projects",
    "volumes",
    "series",
    "organizations",
    "news",
}
"""Of these the guide has so few that an expression may find them all."""
MESSAGES = [block for block in blocks(PAGE) if " S008 " in block.text]


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    return load(write(tmp_path_factory.mktemp("guide"), example_files(pieces=True))).kb


def test_every_kind_of_which_the_guide_has_a_record_has_expressions(kb):
    assert {what for what, _ in ROWS} == {one.folder for one in KINDS if kb.entities.get(one.name)}
    assert len(ROWS) > 40
    assert len(MESSAGES) > 5


@pytest.mark.parametrize(("what", "where"), ROWS)
def test_an_expression_of_the_guide_finds_something_but_not_all(what, where, kb):
    query, faults = parse(what, {"where": where})
    assert faults == ()
    assert query is not None
    assert faults_of(kb, query) == ()
    everything, _ = parse(what, {})
    assert everything is not None
    found = select(kb, query).ids
    assert len(found) > 0
    assert set(found) != set(select(kb, everything).ids) or what in FEW


@pytest.mark.parametrize("block", MESSAGES, ids=lambda block: f"line {block.line}")
def test_a_message_of_the_guide_is_the_one_that_is_printed(block, kb):
    first, *excerpt = block.text.rstrip("\n").split("\n")
    where = excerpt[0].strip()
    query, faults = parse("papers", {"where": where})
    fault = (faults if query is None else faults_of(kb, query))[0]
    place = f"notes/our-harbours.md:4:{len(':where: ') + fault.start + 1}"
    assert first == f"{place}: S008 {fault.message}: {fault.hint}"
    assert dedent("\n".join(excerpt)) == caret(where, fault)


def test_the_grammar_is_that_of_the_parser():
    shown = re.sub(r" +-> \w+", "", re.sub(r"^[?!]+", "", grammar.RULES, flags=re.MULTILINE))
    assert f"```text\n{shown.strip()}\n```" in TEXT


@cache
def documented() -> set[str]:
    return set(re.findall(r"`([a-z_]+)`", TEXT))


@pytest.mark.parametrize("what", listable())
def test_what_can_be_written_is_documented(what):
    assert set(FIELDS[what]) <= documented()
    assert set(groups_of(what)) - {"decade"} <= documented()
