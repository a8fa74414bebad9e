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
