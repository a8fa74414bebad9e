"""A schedule changes while people edit what was imported: nothing of either is lost unseen."""

from __future__ import annotations

import json
import re
import shutil
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
from symposium_import.schedules.events import make_event
from symposium_import.schedules.schedule_file import read_schedule
from symposium_import.schedules.updating import ExistingEvent, MergedFiles, memory_path
from symposium_import.schedules.values import zone_of

EVENT = "owlcon-2026"
MEMORY = memory_path(EVENT)
INDEX = f"events/{EVENT}/index.md"
RE_WORD = re.compile(r"from\d+|\d\d?:\d\d-\d\d?:\d\d")


def merged(root: Path, schedule: Json) -> MergedFiles:
    """Return what an update would write, without the rest of the command."""
    programme, _ = read_schedule(json.dumps(schedule))
    existing = ExistingEvent.of(root, EVENT)
    zone = zone_of(programme, existing.timezone)
    return existing.merge(make_event(programme, zone, existing, {}, {}), "the schedule")


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
        ended = shutil.copytree(root, tmp_path_factory.mktemp("ended") / "half-way")
        write_all(ended, dict([*done.contents.items()][: random.randrange(len(done.contents) + 1)]))
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
            write_all(ended, merged(ended, new).contents)
            assert pages(ended) == after
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
            "<<<<<<< here\n    time: 9:45-9:55\n    kind: keynote\n=======\n"
            "    time: 10:00-10:01\n    kind: talk\n>>>>>>> the schedule\n"
        )
        text = desk.files()[INDEX].decode()
        line = text[: text.index(marked)].count("\n") + 1
        assert f"conflict: {INDEX}:{line}: both have changed these lines\n" in desk.err
        assert "1 conflict: keep what is right between" in desk.err
        assert main(["check", str(desk.root)]) == 1
        said = desk.capsys.readouterr().out
        assert f"{INDEX}:{line}:1: F001 A conflict of two versions is not settled" in said
        assert said.count(INDEX) == 1  # the first side is read
        assert desk.update(small(start="10:00"), "--update")[0] == 2
        assert f"{INDEX}:{line}: A conflict of two versions is not settled" in desk.err
        desk.edit(
            INDEX, "=======\n", "||||||| base\n    kind: lost\n=======\n"
        )  # as others' git marks
        assert main(["check", str(desk.root)]) == 1
        assert desk.capsys.readouterr().out.count(INDEX) == 1
        desk.edit(INDEX, "||||||| base\n    kind: lost\n", "")
        desk.edit(INDEX, marked, "    time: 10:00-10:01\n    kind: keynote\n")
        assert desk.update(small(start="10:00"), "--update") == (0, ANY)
        assert desk.update(small(start="11:00"), "--update") == (1, ANY)

    @pytest.mark.parametrize(("side", "title"), [("schedule", "Ebbs"), ("file", "Waves")])
    def test_one_side_may_be_right(self, desk, side, title):
        desk.update(small())
        desk.edit(TALK, "title: Tides", "title: Waves")
        status, told = desk.update(small(title="Ebbs"), "--update", "--prefer", side)
        assert status == 0
        assert f"note: {TALK}: where both changed lines, the {side} is right\n" in told
        assert f"title: {title}\n" in desk.files()[TALK].decode()

    def test_line_ends_stay(self, desk):
        desk.update(small())
        desk.edit(TALK, "Two.", "Two.\n\nWritten by hand.")
        path = desk.root / TALK
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
        assert desk.update(small(abstract="Uno.\n\nTwo."), "--update")[0] == 0
        assert desk.files()[TALK].endswith(b"\r\nUno.\r\n\r\nTwo.\r\n\r\nWritten by hand.\r\n")

    def test_without_git_nothing_is_written(self, desk, monkeypatch):
        desk.update(small())
        desk.edit(TALK, "title: Tides", "title: Waves")
        files = desk.files()
        monkeypatch.setenv("PATH", "")
        assert desk.update(small(start="10:00"), "--update")[0] == 2
        assert "git is not there, which merges files: install it" in desk.err
        assert desk.files() == files

    def test_what_was_deleted_stays_so(self, desk):
        desk.update(small())
        (desk.root / TALK).unlink()
        status, told = desk.update(small(title="Ebbs"), "--update")
        assert f"note: {TALK}: the file was deleted here, and stays so" in told
        assert status == 1  # the programme names a talk that is not there
        assert TALK not in desk.files()

    def test_a_line_that_moved_is_where_its_time_belongs(self, desk):
        desk.update(small())
        assert desk.update(small(start="14:00"), "--update") == (0, ANY)
        moved = LINES.replace("9:30-9:31", "14:00-14:01")
        assert desk.files()[INDEX].decode().endswith(f"title: Lunch\n{moved}---\n")

    def test_a_talk_that_was_dropped_is_cancelled_until_it_is_back(self, desk):
        desk.update(small())
        text = desk.files()[TALK]
        schedule = small()
        (day, *_) = schedule["schedule"]["conference"]["days"]
        talk = day["rooms"]["Harbour"].pop(0)
        for _ in range(2):
            assert desk.update(schedule, "--update") == (0, ANY)
            cancelled = text.replace(b"\n---\n", b"\nstatus: cancelled\n---\n")
            assert desk.files()[TALK] == cancelled
        day["rooms"]["Harbour"].insert(0, talk)
        assert desk.update(schedule, "--update") == (0, ANY)
        assert desk.files()[TALK] == text

    @pytest.mark.parametrize("data", [None, b"{", b"", b"\xff"])
    def test_without_its_memory_every_difference_is_a_question(self, desk, data):
        desk.update(small())
        desk.edit(TALK, "kind: talk", "kind: keynote")
        if data is None:
            (desk.root / MEMORY).unlink()
        else:
            (desk.root / MEMORY).write_bytes(data)
        status, _ = desk.update(small(room="Pier"), "--update", "--diff")
        assert status == 1
        assert f"{MEMORY} is damaged, or not there: nobody knows what the last import" in desk.err
        assert f"conflict: {TALK}:3: both have changed these lines\n" in desk.err
        assert f"conflict: {INDEX}:" in desk.err
        assert desk.update(small(room="Pier"), "--update", "--prefer", "file")[0] == 0
        assert "kind: keynote\n" in desk.files()[TALK].decode()
        assert desk.update(small(room="Pier"), "--update")[0] == 0

    def test_a_mistyped_zone_stays_and_is_no_conflict(self, desk):
        schedule = small(code="A\ud800")
        schedule["schedule"]["conference"]["time_zone_name"] = "Europe/Zurich"
        desk.update(schedule)
        desk.edit(INDEX, "timezone: Europe/Zurich", "timezone: Europe/Zurch")
        _, said = desk.update(schedule, "--update")
        assert "conflict" not in said
        assert "did you mean Europe/Zurich?" in said

    def test_a_file_that_cannot_be_read_is_named(self, desk):
        desk.update(small())
        (desk.root / TALK).write_bytes(b"\xff\xfe")
        assert desk.update(small(room="Pier"), "--update")[0] == 2
        assert desk.err.startswith(f"symposium: {TALK} cannot be read: correct it first")


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
