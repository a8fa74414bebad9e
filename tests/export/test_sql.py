"""The guide's way to SQL: sqlite-utils makes tables of the files of the API."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from sqlite_utils import Database
from support.guide_blocks import blocks
from support.paths import GUIDE, ROOT
from symposium.cli import main

RECIPE = [one.text for one in blocks(GUIDE / "api.md") if "sqlite-utils insert" in one.text]
QUERIES = [one.text for one in blocks(GUIDE / "api.md") if one.language == "sql"]


def test_the_recipe_of_the_guide_makes_tables_that_its_query_reads(tmp_path: Path) -> None:
    facts = tmp_path / "facts"
    assert main(["export", "--format", "json", "-o", str(facts), str(ROOT)]) == 0
    ((line,),) = [
        [one[2:] for one in text.splitlines() if "sqlite-utils" in one] for text in RECIPE
    ]
    tool = f"{sys.executable} -m sqlite_utils"
    subprocess.run(
        ["sh", "-ec", line.replace("sqlite-utils", tool)], cwd=tmp_path, check=True, timeout=600
    )
    (query,) = QUERIES
    names = [row["name"] for row in Database(tmp_path / "facts.db").query(query)]
    assert len(names) == 20
    assert "Nikoli Dryden" in names
