"""Tests ask for states; a test that waits for some time fails on a busy machine, and lies on a quick one."""

from __future__ import annotations

import re

import pytest
from support.paths import ROOT

RE_TIMES = re.compile(r"wait_for_timeout|networkidle|\bsleep\(")
FILES = [
    path
    for path in sorted((ROOT / "tests").rglob("*.py"))
    if "playwright" in path.read_text(encoding="utf-8")
]
"""All that is asked of a browser."""


@pytest.mark.parametrize("text", ["page.wait_for_timeout(100)", "time.sleep(1)", "'networkidle'"])
def test_times_are_found(text: str) -> None:
    assert RE_TIMES.search(text)


def test_no_test_waits_for_some_time() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in FILES
        if path.name != "test_waiting.py"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if RE_TIMES.search(line)
    ]
    assert not found, "ask for a state, as `support.browser.ready` does"
