"""The search of pages finds what its table of cases says; its stems are those of the build."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from ask import Answer, ask, node
from support.paths import ROOT
from support.search_site import need_node, write_index
from symposium.knowledge import KnowledgeBase, build
from symposium.reading.folder import read_project
from symposium.search.terms import script, stem_of, words

TABLE = json.loads(Path(__file__).with_name("search_cases.json").read_text(encoding="utf-8"))
CASES = TABLE["cases"]
FOLDERS = {"people": "person", "papers": "paper", "venues": "venue", "years": "year"}
by_name = pytest.mark.parametrize("case", CASES, ids=lambda case: case["says"])


def entry(fields: dict[str, Any]) -> str:
    said = ", ".join(f"{name} = {{{value}}}" for name, value in fields.items() if name != "key")
    return f"@article{{{fields['key']}, {said}}}\n"


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("same")
    text = "".join(map(entry, TABLE["entries"]))
    (folder / "refs.bib").write_text(text, encoding="utf-8")
    return build(read_project(folder)[0])[0]


@pytest.fixture(scope="module")
def answers(kb: KnowledgeBase, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Answer]:
    need_node()
    site = tmp_path_factory.mktemp("site")
    write_index(kb, site)
    queries = [case["query"] for case in CASES]
    return dict(zip(queries, ask(site, queries), strict=True))


@by_name
def test_pages_find_it(answers: dict[str, Answer], case: dict[str, Any]) -> None:
    answer = answers[case["query"]]
    found = [url.removesuffix(".html").split("/") for url in answer.urls]
    shown = [f"{FOLDERS[folder]}/{name}" for folder, name in found]
    assert shown[: len(case["first"])] == case["first"]
    assert bool(answer.total) == bool(case["first"])


def test_a_word_that_all_have_in_many_places_is_found(tmp_path: Path) -> None:
    """A record that has it in title, name and venue is counted thrice: that is more than all."""
    need_node()
    made = {
        "title": "Canary",
        "author": "Canary, Jo",
        "journal": "Canary Press",
        "abstract": "Canary.",
    }
    text = "".join(entry({"key": f"c{number}", **made}) for number in range(3))
    (tmp_path / "refs.bib").write_text(text, encoding="utf-8")
    kb = build(read_project(tmp_path)[0])[0]
    write_index(kb, tmp_path / "site")
    [answer] = ask(tmp_path / "site", ["canary"])
    assert answer.total > 3


def test_the_library_and_the_script_have_the_same_stems(tmp_path: Path) -> None:
    need_node()
    text = (ROOT / "guide" / "publishing.md").read_text(encoding="utf-8")
    given = sorted({*words(text), "international", "internals", "interfering", "generically"})
    (tmp_path / "stem.mjs").write_text(script("en"), encoding="utf-8")
    code = (
        "const { stem } = await import(process.argv[1]);"
        "console.log(JSON.stringify(JSON.parse(process.argv[2]).map(stem)));"
    )
    done = subprocess.run(
        [str(node()), "--input-type=module", "-e", code, str(tmp_path / "stem.mjs"), json.dumps(given)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout) == [stem_of("en")(one) for one in given]
