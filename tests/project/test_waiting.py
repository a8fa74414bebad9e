"""Tests ask for states, not times: a time that passes here is too short on a busy machine."""

from __future__ import annotations

import re

from support.paths import ROOT

RE_TIMES = re.compile(r"wait_for_timeout|networkidle|\bsleep\(|process_time\(|perf_counter\(")
ALLOWED = {"support/time_limits.py", "support/fuzzing.py", "support/faults.py"}
"""The one limit of time, the search for inputs that take long, and kills at random moments."""


def test_no_test_waits_or_takes_the_time() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if path.name != "test_waiting.py"
        if path.relative_to(ROOT / "tests").as_posix() not in ALLOWED
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if RE_TIMES.search(line)
    ]
    assert not found, "ask for a state, as `support.browser.ready` does, or use `ends_in_time`"
