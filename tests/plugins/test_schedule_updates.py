"""A schedule changes while people edit what was imported: nothing of either is lost unseen."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from unittest.mock import ANY

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.chosen import examples
from support.conference_schedule import ChangingSchedule, Json
from support.guide_blocks import forms
from support.guide_project import BLOCKS
from symposium.cli import main
from symposium.cli.files import write_all
from symposium_import.schedules.events import KnownIds, make_event
from symposium_import.schedules.schedule_file import read_schedule
from symposium_import.schedules.times import zone_of
from symposium_import.schedules.updating import Existing, MergedFiles, memory_path

EVENT = "owlcon-2026"
MEMORY = memory_path(EVENT)
INDEX = f"events/{EVENT}/index.md"
RE_WORD = re.compile(r"from\d+|\d\d?:\d\d-\d\d?:\d\d")


def merged(root: Path, schedule: Json) -> MergedFiles:
    """Return what an update would write, without the rest of the command."""
    programme, _ = read_schedule(json.dumps(schedule))
    existing = Existing.of(root, EVENT)
    zone = zone_of(programme, existing.said("timezone"))
    ids = KnownIds({}, existing.taken, existing.reserved)
    return existing.merge(make_event(programme, zone, EVENT, ids), "the schedule")


def pages(root: Path) -> dict[str, str]:
    """Return the files that people edit."""
    paths = (*root.glob("events/*/*.md"), *root.glob("sources/*.md"))
    return {path.relative_to(root).as_posix(): path.read_bytes().decode() for path in paths}


def words(schedule: Json) -> set[str]:
    """Return the words that a schedule has, and that some page should have."""
    text = json.dumps([*schedule["schedule"]["conference"]["days"]])
    return {*re.findall(r"from\d+", re.sub(r'"code": "\w+"', "", text))}


def comments(texts: Mapping[str, str]) -> list[str]:
    return sorted(one for text in texts.values() for one in re.findall(r"# hand\d+", text))


RE_SIDES = re.compile(r"^(?:<{7} .*|={7}|>{7} .*)\n", re.MULTILINE)


class TestAnyEdits:
    """Any edits by hand, and any changes of a schedule."""

    @given(st.integers(0), st.integers(0, 10), st.integers(0, 6))
    @settings(max_examples=examples(60))
    def test_nothing_is_lost(self, tmp_path_factory, seed, edits, changes):
        random = Random(seed)  # noqa: S311 - no secrets
        root = tmp_path_factory.mktemp("any")
        schedule = ChangingSchedule(random)
        first = schedule.export()
        write_all(root, merged(root, first).contents)
        for number in range(edits):
            path = root / random.choice([INDEX, INDEX, *pages(root)])
            lines = path.read_text("utf-8").split("\n")
            lines.insert(random.randrange(2, len(lines)), f"# hand{number}")
            if random.random() < 0.5:
                place = random.randrange(2, len(lines))
                lines[place] += f"  # hand{number}" if ": " in lines[place] else ""
            path.write_text("\n".join(lines), "utf-8")
        for _ in range(changes):
            schedule.change()
        new = schedule.export()
        before = pages(root)
        done = merged(root, new)
        write_all(root, done.contents)
        after = pages(root)
        assert comments(before) == comments(after)
        everything = "\n".join(after.values())
        assert words(new) - words(first) <= {*RE_WORD.findall(everything)}
        marked = {path for path, text in after.items() if RE_SIDES.search(text)}
        assert marked == {one.split(": ")[1].partition(":")[0] for one in done.conflicts}
        if not done.conflicts:
            assert not merged(root, new).contents
        if not edits:
            assert not done.conflicts
            fresh = tmp_path_factory.mktemp("fresh")
            write_all(fresh, merged(fresh, new).contents)
            assert after[INDEX].count("\n") == pages(fresh)[INDEX].count("\n")  # ids stay


class Desk:
    """A project, the schedule beside it, and the commands that somebody types."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.root, self.capsys = root, capsys
        self.file = root.parent / "schedule.json"
        self.out = self.err = ""

    def update(self, schedule: Json, *options: str) -> tuple[int, str]:
        """Import a schedule; return how the command ends, and what it says."""
        self.file.write_text(json.dumps(schedule), "utf-8")
        self.capsys.readouterr()
        status = main(["import", "schedule", str(self.file), str(self.root), *options])
        self.out, self.err = self.capsys.readouterr()
        return status, f"{self.out}{self.err}"

    def edit(self, path: str, old: str, new: str) -> None:
        """Change something by hand."""
        text = (self.root / path).read_text("utf-8")
        assert text.count(old) == 1, text
        (self.root / path).write_text(text.replace(old, new), "utf-8")

    def files(self) -> dict[str, bytes]:
        """Return all files of the project."""
        every = (path for path in self.root.rglob("*") if path.is_file())
        return {path.relative_to(self.root).as_posix(): path.read_bytes() for path in every}


@pytest.fixture
def desk(project, capsys) -> Desk:
    """An empty project."""
    return Desk(project({}).root, capsys)


def small(**more: str) -> Json:
    """Return a schedule of one talk and a break."""
    talk = {"title": "Tides", "code": "A1", "type": "Talk", "persons": [{"name": "Lena Brandt"}]}
    talk |= {"day": "2026-06-03", "room": "Harbour", "start": "09:30", "abstract": "One.\n\nTwo."}
    schedule = ChangingSchedule(Random(1), 0)  # noqa: S311 - no secrets
    lunch = {"title": "Lunch", "day": "2026-06-03", "room": "Harbour", "start": "12:00"}
    schedule.sessions = [talk | more, lunch]
    return schedule.export()


TALK = f"events/{EVENT}/tides.md"
LINES = """\
  - day: 2026-06-03
    time: 9:30-9:31
    kind: talk
    room: Harbour
    talk: tides
"""


class TestMessages:
    """What the command says, and how it ends."""

    def test_a_conflict_is_marked_until_it_is_settled(self, desk, tmp_path, monkeypatch):
        (tmp_path / "config").write_text("[merge]\nconflictStyle = diff3\n", "utf-8")
        monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "config"))
        desk.update(small())
        desk.edit(INDEX, "time: 9:30-9:31\n    kind: talk", "time: 9:45-9:55\n    kind: keynote")
        status, _ = desk.update(small(start="10:00"), "--update")
        assert status == 1
        marked = (
            "        assert desk.err.startswith(
            f"symposium: {desk.root / TALK} cannot be read: correct it first"
        )


def test_the_example_of_the_guide(desk):
    blocks = [one for one in BLOCKS if one.page == "importing.md"]
    schedule = next(one.text for one in blocks if one.name == "schedule.json")
    (shown,) = [forms(one) for one in blocks if one.language == "diff"]
    path, edited = "events/tides-2026/index.md", shown["Wrong"]
    assert desk.update(json.loads(schedule))[0] == 0
    text = desk.files()[path].decode()
    slots = text[text.index("slots:") : text.rindex("---")]
    assert slots == edited.replace("  # Lena arrives by the night train.\n", "")
    desk.edit(path, slots, edited)
    later = json.loads(schedule)
    (day,) = later["schedule"]["conference"]["days"]
    day["rooms"]["Pier"] = [day["rooms"]["Harbour"].pop(0)]
    status, told = desk.update(later, "--update")
    assert status == 0, told
    assert shown["Right"] in desk.files()[path].decode()
