"""Changes of a programme out of a real repository, on the page of its event."""

from __future__ import annotations

import os
import re
import subprocess
from datetime import date
from functools import partial
from pathlib import Path

import pytest
from cost import steps
from support.calendar_cases import knowledge
from support.chosen import chosen
from support.project import MakeProject, Project
from symposium.kinds.event import Event, Slot
from symposium.knowledge.programme_changes import SHOWN
from symposium.knowledge.programme_versions import Naming, Version, changes_of
from symposium.sphinxext import programme_history

INDEX, RAY, SEA = "events/meet/index.md", "events/meet/ray.md", "events/meet/sea.md"
OF_ALL = "---\ntitle: Meet\ndate: 2021-06-20/2021-06-21\nutc_offset: '+01:00'\nslots:\n{}---\n"


def programme(*lines: str) -> str:
    return OF_ALL.format("".join(f"  - {{day: {line}}}\n" for line in lines))


def talk(title: str, speaker: str) -> str:
    return f"---\ntitle: {title}\nspeakers: [{speaker}]\n---\n"


RAY_AT = "2021-06-20, time: '9:00-9:30', talk: ray, room: {}"
COFFEE = "2021-06-20, time: '10:00-10:30', kind: break, title: Coffee"
SEA_AT = "2021-06-{}, time: '{}', talk: sea"
AS_MOVED = SEA_AT.format(21, "9:00-9:45")
DAYS: tuple[tuple[str, dict[str, str]], ...] = (
    # Nothing is new where all is; of a day, the end counts.
    ("2021-06-01T08", {RAY: talk("Rays", "Ann Formerly"), INDEX: programme(RAY_AT.format("Hall"))}),
    ("2021-06-01T20", {INDEX: programme(RAY_AT.format("Hall"), COFFEE)}),
    ("2021-06-02T12", {INDEX: "---\nslots: [\n"}),  # cannot be read
    ("2021-06-03T12", {
        INDEX: programme(RAY_AT.format("Loft"), COFFEE, SEA_AT.format(20, "11:00-12:00")),
        SEA: talk("<i>Sea</i>", "Bob"),
    }),
    ("2021-06-04T12", {
        INDEX: programme(RAY_AT.format("Loft"), AS_MOVED),
        RAY: talk("Rays", "Ann Onym"),  # the same person
    }),
    ("2021-06-05T12", {"other.md": "# Other\n"}),
    ("2021-06-06T12", {
        INDEX: programme(RAY_AT.format("Loft"), f"{AS_MOVED}, status: cancelled"),
        SEA: talk("<i>Sea</i>", "Cleo"),
    }),
)  # fmt: skip
CHANGES = [
    "6 June 2021 Sea – Cancelled",
    "6 June 2021 Sea – Speakers: Cleo",  # nobody here is called Bob any more
    "4 June 2021 Sea – Moved: ~Sun 20 June, 11:00–12:00~ Mon 21 June, 09:00–09:45",
    "4 June 2021 Coffee – No longer in the programme",
    "3 June 2021 Rays – Room: ~Hall~ Loft",
    "3 June 2021 Sea – New: Sun 20 June, 11:00–12:00",
]


def git(root: Path, *arguments: str, when: str = "2021-06-01T08") -> None:
    own = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    stamp = f"{when}:00:00Z"
    env = {**os.environ, "GIT_COMMITTER_DATE": stamp, "GIT_AUTHOR_DATE": stamp}
    subprocess.run(["git", *own, *arguments], cwd=root, env=env, check=True, capture_output=True)


def listed(html: str) -> list[str]:
    """Return what the page lists, what held before between ``~``."""
    found = []
    for row in re.findall(r"<li><time.*?</li>", html.partition('id="changes"')[2], re.DOTALL):
        marked = re.sub(r"</?del>", "~", row)
        found.append(
            " ".join(
                re.sub(r"<[^>]*>", "", marked)
                .replace("&lt;i&gt;", "")
                .replace("&lt;/i&gt;", "")
                .split()
            )
        )
    return found


def commit(made: Project, when: str, files: dict[str, str]) -> None:
    made.write(files)
    git(made.root, "add", "-A")
    git(made.root, "commit", "-q", "-m", when, when=when)


@pytest.fixture
def made(project: MakeProject) -> Project:
    """Return a project in a folder of a repository."""
    person = "---\nname: Ann Onym\nformer_names: [Ann Formerly]\n---\n"
    made = project({"people/ann-onym.md": person, ".gitignore": "/_*\n"}, root="all/site")
    git(made.root.parent, "init", "-q", "-b", "main")
    for when, files in DAYS:
        commit(made, when, files)
    return made


def test_the_page_of_an_event_lists_what_git_knows_of_its_programme(made: Project) -> None:
    html = made.build().html("events/meet/index")
    assert listed(html) == CHANGES
    assert "<h2>Changed since 1 June 2021 <" in html
    assert "ormerly" not in html
    # What is not committed is not dated; a commit changes no source, and the page.
    later = programme(RAY_AT.format("Loft"), AS_MOVED)
    made.write({INDEX: later})
    assert listed(made.build().html("events/meet/index")) == CHANGES
    commit(made, "2021-06-07T12", {})
    again = ["7 June 2021 Sea – Takes place after all", *CHANGES]
    assert listed(made.build().html("events/meet/index")) == again
    # Once the event is over, its record is mended.
    commit(made, "2021-06-22T12", {INDEX: programme(RAY_AT.format("Hall"))})
    after = made.build().html("events/meet/index")
    assert [row.split(" – ")[1] for row in listed(after)] == [row.split(" – ")[1] for row in again]
    made.write({INDEX: later.replace("slots:", "changes: false\nslots:")})
    assert 'id="changes"' not in made.build().html("events/meet/index")


DEPTHS = [(1, 0), (2, 2), (4, 4), (100, len(CHANGES))]


@pytest.mark.parametrize(("depth", "count"), chosen(DEPTHS, DEPTHS[1]))
def test_a_clone_shows_the_changes_that_it_has(
    made: Project, tmp_path: Path, depth: int, count: int
) -> None:
    clone = Project(tmp_path / "clone" / "site")
    origin = made.root.parent.as_uri()
    git(tmp_path, "clone", "-q", f"--depth={depth}", origin, str(clone.root.parent))
    assert listed(clone.build().html("events/meet/index")) == CHANGES[:count]


def test_of_many_changes_the_newest_are_shown(made: Project) -> None:
    lines = [f"2021-06-21, time: '{i}:00-{i}:10', title: Line {i}" for i in range(24)]
    commit(made, "2021-06-07T12", {INDEX: programme(RAY_AT.format("Loft"), AS_MOVED, *lines)})
    html = made.build().html("events/meet/index")
    assert len(listed(html)) == SHOWN
    assert "Changed since 6 June 2021 <" in html
    assert f"{25 - SHOWN} more</p>" in html


def test_without_a_programme_git_is_not_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def edits(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(programme_history, "edits", edits)
    without = {INDEX: "---\ntitle: Meet\n---\n", RAY: talk("Rays", "Ann Onym")}
    kb = knowledge(tmp_path, without)
    assert programme_history.with_changes(kb, tmp_path) is kb


def test_lines_of_one_name_are_compared_in_one_go() -> None:
    """Twice as many are twice the work, however alike they are called."""

    def version(day: int, count: int) -> Version:
        slots = (Slot(start=f"{9 + day}:00", title="Tea", room=f"R{i}") for i in range(count))
        return Version(date(2026, 1, day), Event("e", "E", slots=tuple(slots)), {})

    naming = Naming(lambda talk: talk, lambda one: one.name.text)
    found = {n: [version(2, n), version(1, n)] for n in (200, 400)}
    work = {n: steps(partial(changes_of, both, naming)) for n, both in found.items()}
    assert work[400] <= 2.5 * work[200]
