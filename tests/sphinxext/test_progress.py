"""Progress: long work is seen on a terminal and in a log, and nothing else changes."""

from __future__ import annotations

import io
import re

import pytest
from support.project import MakeProject
from symposium.cli import main
from symposium.model import progress
from symposium.model.progress import Reporter


class Clock:
    """A clock that goes on when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Screen(io.StringIO):
    """A terminal: what is written over is gone."""

    def isatty(self) -> bool:
        return True

    def lines(self) -> list[str]:
        """Return what can be read."""
        shown = []
        for line in re.sub(r"\x1b\[[0-9;]*[mK]", "", self.getvalue()).split("\n"):
            cells: list[str] = []
            for part in line.split("\r"):
                cells[: len(part)] = part
            shown.append("".join(cells).rstrip())
        return shown


def pages(reporter: Reporter, clock: Clock, count: int, each: float) -> None:
    """Make pages that take some time each."""
    for done in range(count):
        reporter("making pages", done, count)
        clock.now += each


def test_a_log_has_a_plain_line_every_ten_seconds() -> None:
    clock, written = Clock(), list[str]()
    reporter = Reporter(written.append, terminal=False, clock=clock)
    pages(reporter, clock, 2_000, 1 / 64)
    assert written == [
        "making pages... [ 32%] 640 of 2,000\n",
        "making pages... [ 64%] 1,280 of 2,000\n",
        "making pages... [ 96%] 1,920 of 2,000\n",
    ]


def test_a_terminal_shows_one_line_that_is_written_over() -> None:
    clock, screen = Clock(), Screen()
    reporter = Reporter(screen.write, terminal=True, clock=clock)
    reporter("a stage that takes less")
    assert screen.getvalue() == ""
    clock.now += 1
    reporter("a stage with a rather long name that nobody counts")
    assert screen.lines() == ["a stage with a rather long name that nobody counts..."]
    pages(reporter, clock, 192, 1 / 64)
    assert screen.lines() == ["making pages... [ 95%] 182 of 192"]
    assert screen.getvalue().count("making pages") == 15, "five times a second"
    reporter.finish()
    assert screen.lines() == [""]


SITE = {
    "refs.bib": "@misc{a, author = {Doe, Jane}, title = {A Paper}, year = 2020}\n",
    "people/jane-doe.md": "---\nname: Jane Doe\ncv: {}\n---\nA person.\n",
    "events/meet/index.md": "---\ntitle: Meet\ndate: 2020-01-01\n---\n",
}
STAGES = (
    "reading entries", "reading files", "resolving names and references",
    "asking git when files changed", "comparing pages", "planning pages and files", "making pages",
    "making the API", "making calendars", "making lists of works", "making the search index",
    "making CVs as PDF",
)  # fmt: skip


@pytest.fixture
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have everything shown at once."""
    for name in ("SELDOM", "SOON", "OFTEN"):
        monkeypatch.setattr(progress, name, 0.0)


@pytest.mark.usefixtures("talkative")
def test_a_log_of_a_build_shows_the_stages_in_their_order(project: MakeProject) -> None:
    made = project(SITE, conf='symposium_search = "auto"\nsymposium_jobs = 1\n').build()
    lines = made.status.splitlines()
    told = [line.partition("...")[0] for line in lines]
    assert [one for one in dict.fromkeys(told) if one in STAGES] == list(STAGES)
    assert "making pages... [ 92%] 12 of 13" in lines
    assert not any(f"\r{stage}" in made.status for stage in STAGES)  # as Sphinx writes in colours
    assert sorted(made.read()) == ["events/meet/index", "index", "people/jane-doe"]


def test_a_small_build_says_no_more_than_sphinx(project: MakeProject) -> None:
    made = project(SITE)
    for _ in range(2):
        told = {line.partition("...")[0] for line in made.build().status.splitlines()}
        assert not told.intersection(STAGES)
        assert "pickling environment" in told or "no targets are out of date." in told


@pytest.mark.parametrize("terminal", [True, False])
@pytest.mark.parametrize("command", [["check"], ["export", "--format", "ics"]])
def test_commands_report_on_standard_error_alone(
    project: MakeProject,
    capsysbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    command: list[str],
    *,
    terminal: bool,
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    made = project({**SITE, "people/odd.md": "---\nname: [\n---\n"})
    monkeypatch.chdir(made.root)
    if "ics" in command:
        command = [*command, "-o", "out"]

    def run() -> tuple[int, bytes, str, list[str]]:
        screen = Screen() if terminal else io.StringIO()
        monkeypatch.setattr("sys.stderr", screen)
        status = main(command)
        text = screen.getvalue()
        shown = screen.lines() if isinstance(screen, Screen) else text.split("\n")
        return status, capsysbinary.readouterr().out, text, shown

    status, out, text, lines = run()
    request.getfixturevalue("talkative")
    again, same, told, shown = run()
    assert (again, same) == (status, out) == (1, out)
    assert "resolving names and references..." in told
    assert "resolving names and references..." not in text
    if terminal:
        assert shown == lines, "what was shown is wiped away"
    else:
        assert [line for line in shown if "..." not in line] == lines
        assert not set(told) & {"\r", "\x1b"}
