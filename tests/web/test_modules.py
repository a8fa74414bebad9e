"""The table of scripts and styles in ``web/README.md`` says what the files are."""

from __future__ import annotations

import re

import pytest
from symposium.web import GUEST, SERVE, STATIC, WEB, WORKER

FILES = {path.name: path for path in (*STATIC.iterdir(), *GUEST.iterdir(), SERVE, WORKER)}
ROWS = {
    cells[0].strip(" `"): cells[1:]
    for line in (WEB / "README.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| `") and len(cells := line.strip("|").split("|")) == 5
}
RE_EXPORT = re.compile(r"^export (?:async )?(?:function|const|let|class) (\w+)", re.MULTILINE)
RE_IMPORT = re.compile(r'(?:from|import|import\() ?"\./([\w.-]+)"')
RE_GLOBAL = re.compile(r"^(?:const |globalThis\.)?(symposium\w*(?:\.\w+)?) =", re.MULTILINE)


def named(cell: str) -> set[str]:
    return set(re.findall(r"`([^`]+)`", cell))


def text_of(name: str) -> str:
    return FILES[name].read_text(encoding="utf-8")


def scripts() -> list[str]:
    return sorted(name for name in FILES if name.endswith(".js"))


def test_the_table_has_each_file_once_and_no_other() -> None:
    assert sorted(ROWS) == sorted(FILES)


@pytest.mark.parametrize("name", scripts())
def test_the_table_says_what_a_script_gives(name: str) -> None:
    text = text_of(name)
    assert named(ROWS[name][-1]) == {*RE_EXPORT.findall(text), *RE_GLOBAL.findall(text)}


@pytest.mark.parametrize("name", scripts())
def test_the_table_says_which_scripts_import_a_module(name: str) -> None:
    importing = {other for other in scripts() if name in RE_IMPORT.findall(text_of(other))}
    assert importing <= {one for one in named(ROWS[name][1]) if one in FILES}
    assert {one for one in named(ROWS[name][1]) if one in FILES} - importing <= {"symposium.js"}


@pytest.mark.parametrize("name", scripts())
def test_a_script_asks_for_the_attributes_and_objects_that_it_needs_by_the_table(name: str) -> None:
    text = text_of(name)
    for need in named(ROWS[name][2]):
        if need.startswith("data-"):
            name_there = re.sub(
                r"-(\w)", lambda found: found[1].upper(), need.removeprefix("data-")
            )
            assert need in text or name_there in text
        elif need.startswith("symposium"):
            assert re.search(rf"\b{need.rpartition('.')[2]}\b", text)
