"""The SQLite export: every kind and relation, keys that lead somewhere, and the guide's queries."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.guide_blocks import blocks
from support.paths import GUIDE, ROOT
from symposium import kinds
from symposium.export.api import table_ids
from symposium.export.sqlite import EXAMPLES, sqlite_files
from symposium.export.sqlite_tables import table_of
from symposium.knowledge import NO_MENTIONS, KnowledgeBase
from symposium.pages.urls import Urls
from symposium.project import read

QUERIES = {one.caption: one.text for one in blocks(GUIDE / "api.md") if one.language == "sql"}


@pytest.fixture(scope="module")
def kb() -> KnowledgeBase:
    return read(ROOT / "examples" / "conference").kb


def opened(content: bytes) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.deserialize(content)
    return connection


@pytest.fixture(scope="module")
def files(kb) -> dict[str, bytes]:
    return dict(sqlite_files(kb, NO_MENTIONS, Urls()))


@pytest.fixture(scope="module")
def facts(files) -> Iterator[sqlite3.Connection]:
    connection = opened(files["symposium.db"])
    yield connection
    connection.close()


def count(facts: sqlite3.Connection, table: str) -> int:
    (found,) = facts.execute(f'select count(*) from "{table}"').fetchone()  # noqa: S608
    return found


def test_every_kind_is_a_table_with_a_row_for_each_record(kb, facts):
    for name, (_, ids) in table_ids(kb).items():
        if name not in {"papers", "posters"}:
            assert count(facts, name) == len(ids)
    assert count(facts, "papers") == len(kb.works)


def test_every_key_leads_to_a_row_and_the_file_is_sound(facts):
    assert facts.execute("pragma foreign_key_check").fetchall() == []
    assert facts.execute("pragma integrity_check").fetchall() == [("ok",)]


def test_relations_are_rows_with_the_ids_of_both(kb, facts):
    rows = facts.execute("select paper, person from papers_authors order by paper, position")
    expected = [(one, author) for one in sorted(kb.works) for author in kb.authors_of(one)]
    assert rows.fetchall() == expected
    assert expected


def test_words_are_found_in_whatever_form(facts):
    found = facts.execute(
        "select papers.id from papers_fts join papers on papers.rowid = papers_fts.rowid "
        "where papers_fts match 'knot'"
    )
    assert ("placeholder2024knots",) in found.fetchall()


def test_the_same_facts_are_the_same_bytes(kb, files):
    assert dict(sqlite_files(kb, NO_MENTIONS, Urls())) == files


@pytest.mark.parametrize("title", EXAMPLES)
def test_the_queries_of_the_guide_have_answers(title, facts):
    assert QUERIES[title].strip() == EXAMPLES[title]
    assert facts.execute(EXAMPLES[title], {"words": "knots"}).fetchall()


def test_all_that_the_metadata_describes_is_there(files, facts):
    (said,) = json.loads(files["metadata.json"])["databases"].values()
    for name, table in said["tables"].items():
        columns = {row[1] for row in facts.execute(f'pragma table_info("{name}")')}
        assert set(table["columns"]) <= columns
        assert table["description"]
    assert {one["sql"] for one in said["queries"].values()} == set(EXAMPLES.values())


def test_an_id_that_names_no_record_leaves_no_key(tmp_path: Path):
    (tmp_path / "software").mkdir()
    text = "---\ntitle: Engine\npapers: [nobody2020]\nsources: [nowhere]\n---\n"
    (tmp_path / "software" / "engine.md").write_text(text, encoding="utf-8")
    made = dict(sqlite_files(read(tmp_path).kb, NO_MENTIONS, Urls()))
    facts = opened(made["symposium.db"])
    assert count(facts, "software") == 1
    assert count(facts, "software_papers") == 0
    assert facts.execute("pragma foreign_key_check").fetchall() == []
    facts.close()


def test_every_kind_has_a_table_of_its_own_whose_columns_are_called_once():
    for kind in kinds.KINDS:
        todo = [table_of(kind)]
        while todo:
            table = todo.pop()
            todo += [inner for _, inner in table.lists]
            names = [one.name.lower() for one in table.columns]
            names += [table.owner.name.lower(), table.position.lower()] if table.owner else []
            names += [table.key.lower()] if table.key else []
            assert len(set(names)) == len(names), table.name
