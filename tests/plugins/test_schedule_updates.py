"""A schedule changes while people edit what was imported: nothing of either is lost unseen."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from random import Random
from shutil import copytree
from unittest.mock import ANY

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.chosen import examples
from support.conference_schedule import ChangingSchedule, Json
from support.edits_by_hand import RE_HAND, Hand
from support.guide_project import BLOCKS
from symposium.cli import main
from symposium.cli.writing_files import write_all
from symposium.merging.files import MergedFiles
from symposium.merging.remarks import Prefer
from symposium.plugins.schedules.events import KnownIds, make_event
from symposium.plugins.schedules.reading import read_schedule
from symposium.plugins.schedules.reading.zones import zone_of
from symposium.plugins.schedules.updating import Existing, memory_path

EVENT = "owlcon-2026"
MEMORY = memory_path(EVENT)
INDEX = f"events/{EVENT}/index.md"
PREFERRED = {12: ("--prefer", "file"), 21: ("--prefer", "schedule")}
"""What somebody answers to all questions on some days."""
RE_WORD = re.compile(r"from\d+|\d\d?:\d\d-\d\d?:\d\d")


def merged(root: Path, schedule: Json, prefer: Prefer = Prefer.ASK) -> MergedFiles:
    """Return what an update would write, without the rest of the command."""
    programme = read_schedule(json.dumps(schedule)).programme
    existing = Existing.of(root, EVENT)
    zone = zone_of(programme, existing.timezone)
    ids = KnownIds({}, existing.taken, existing.reserved)
    return existing.merge(make_event(programme, zone, EVENT, ids), {}, prefer)


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


def said(done: MergedFiles) -> str:
    return "\n".join(f"{one.text('it')} {one.here} {one.now}" for one in done.remarks)


class TestAnyEdits:
    """Any edits by hand, and any changes of a schedule."""

    @given(st.integers(0), st.integers(0, 10), st.integers(0, 6))
    @settings(max_examples=examples(60))
    def test_nothing_is_lost_unreported(self, tmp_path_factory, seed, edits, changes):
        random = Random(seed)  # noqa: S311 - no secrets
        root = tmp_path_factory.mktemp("any")
        schedule, hand = ChangingSchedule(random), Hand(random)
        first = schedule.export()
        write_all(root, merged(root, first).contents)
        for _ in range(edits):
            path = random.choice([INDEX, INDEX, *pages(root)])
            if random.random() < 0.05 and path != INDEX:
                (root / path).unlink()
            else:
                text = (root / path).read_text("utf-8")
                (root / path).write_text(hand.edit(text), "utf-8")
        for _ in range(changes):
            schedule.change()
        new = schedule.export()
        before = pages(root)
        done = merged(root, new)
        write_all(root, done.contents)
        after, told = pages(root), said(done)
        everything = "\n".join(after.values()) + told
        assert {*RE_HAND.findall("\n".join(before.values()))} <= {*RE_HAND.findall(everything)}
        assert comments(before) == comments(after)
        files = {one.path for one in done.remarks if not one.line}
        gone = {word for path in files - after.keys() for word in words(new)}
        assert words(new) - words(first) - gone <= {*RE_WORD.findall(everything)}
        again = merged(root, new)
        assert not again.contents
        assert len(again.conflicts) == len(done.conflicts)
        if not edits:
            assert not done.conflicts
            fresh = tmp_path_factory.mktemp("fresh")
            write_all(fresh, merged(fresh, new).contents)
            assert after[INDEX].count("\n") == pages(fresh)[INDEX].count("\n")


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


def test_a_month_of_edits_and_a_changing_schedule(desk, tmp_path):
    random = Random(23)  # noqa: S311 - no secrets
    schedule, hand = ChangingSchedule(random, talks=12), Hand(random)
    status, told = desk.update(schedule.export())
    assert status == 0, told
    conflicts = 0
    for day in range(30):
        for _ in range(random.randrange(7)):
            path = random.choice([INDEX, INDEX, *pages(desk.root)])
            text = hand.edit((desk.root / path).read_text("utf-8"))
            (desk.root / path).write_text(text, "utf-8")
        if day % 3:
            continue
        known = words(schedule.export())
        for _ in range(random.randrange(3, 9)):
            schedule.change()
        new = schedule.export()
        options = ("--update", *PREFERRED.get(day, ()))
        before, files = pages(desk.root), desk.files()
        desk.update(new, *options, "--diff")
        assert desk.files() == files
        shown, copy = desk.out, copytree(desk.root, tmp_path / f"copy{day}")
        status, told = desk.update(new, *options)
        conflicts += told.count("conflict: ")
        assert ("conflict: " in told) <= (status == 1), told
        after = pages(desk.root)
        everything = "\n".join(after.values()) + told
        assert {*RE_HAND.findall("\n".join(before.values()))} <= {*RE_HAND.findall(everything)}
        if "schedule" not in options:
            assert comments(before) == comments(after)
        assert words(new) - known <= {*RE_WORD.findall(everything)}
        assert patched(copy, shown, desk.root) == desk.files()
        files = desk.files()
        desk.update(new, "--update")
        assert desk.files() == files
        assert "changed: " not in desk.out
    assert conflicts > 1
    assert hand.count > 20


def patched(copy: Path, shown: str, root: Path) -> dict[str, bytes]:
    """Return the files of a copy after the changes that ``--diff`` has shown."""
    diff = shown.replace(f"a/{root}/", "a/").replace(f"b/{root}/", "b/")
    if diff:
        subprocess.run(["git", "init", "-q"], cwd=copy, check=True)
        subprocess.run(["git", "apply", "-"], cwd=copy, input=diff.encode(), check=True)
    found = (path for path in copy.rglob("*") if path.is_file() and ".git" not in path.parts)
    return {path.relative_to(copy).as_posix(): path.read_bytes() for path in found}


def small(**more: str) -> Json:
    """Return a schedule of one talk and a break."""
    talk = {"title": "Tides", "code": "A1", "type": "Talk", "persons": [{"name": "Lena Brandt"}]}
    talk |= {"day": "2026-06-03", "room": "Harbour", "start": "09:30", "abstract": "One.\n\nTwo."}
    schedule = ChangingSchedule(Random(1), 0)  # noqa: S311 - no secrets
    lunch = {"title": "Lunch", "day": "2026-06-03", "room": "Harbour", "start": "12:00"}
    schedule.sessions = [talk | more, lunch]
    return schedule.export()


TALK = f"events/{EVENT}/tides.md"
LINE = "{day: 2026-06-03, time: 9:30-9:31, kind: talk, room: Harbour, talk: tides}"


class TestMessages:
    """What the command says, and how it ends."""

    def test_a_conflict_has_both_values_until_it_is_decided(self, desk):
        desk.update(small())
        desk.edit(INDEX, "time: 9:30-9:31, kind: talk", "time: 9:45-9:55, kind: keynote")
        later = small(start="10:00", room="Pier")
        said = (
            f"conflict: {INDEX}:10: slots: tides: here day: 2026-06-03, time: 9:45-9:55; in the "
            "schedule day: 2026-06-03, time: 10:00-10:01 (before: day: 2026-06-03, time: 9:30-9:31)"
        )
        for _ in range(2):
            status, _ = desk.update(later, "--update")
            assert status == 1
            assert said in desk.err
            assert "1 conflict: nothing of it is changed" in desk.err
        text = desk.files()[INDEX].decode()
        line = "{day: 2026-06-03, time: 9:45-9:55, kind: keynote, room: Pier, talk: tides}"
        assert line in text
        status, told = desk.update(later, "--update", "--prefer", "file")
        assert status == 0, told
        assert desk.files()[INDEX].decode() == text
        assert desk.update(later, "--update")[0] == 0
        assert "conflict" not in desk.err

    def test_the_schedule_may_be_right(self, desk):
        desk.update(small())
        desk.edit(TALK, "title: Tides", "title: Waves")
        status, told = desk.update(small(title="Ebbs"), "--update", "--prefer", "schedule")
        assert status == 0
        assert f"changed: {TALK}:2: title: here Waves; as in the schedule, it is Ebbs now" in told
        assert "title: Ebbs\n" in desk.files()[TALK].decode()

    def test_texts_are_merged_by_paragraph(self, desk):
        desk.update(small())
        desk.edit(TALK, "Two.", "Two.\n\nWritten by hand.")
        assert desk.update(small(abstract="One.\n\nThree."), "--update")[0] == 0
        assert desk.files()[TALK].decode().endswith("\nOne.\n\nThree.\n\nWritten by hand.\n")
        desk.edit(TALK, "One.", "Number one.")
        assert desk.update(small(abstract="Uno.\n\nThree."), "--update")[0] == 1
        assert ": text: here Number one.; in the schedule Uno. (before: One.)\n" in desk.err

    def test_what_was_deleted_stays_so(self, desk):
        desk.update(small())
        desk.edit(INDEX, f"  - {LINE}\n", "")
        (desk.root / TALK).unlink()
        status, told = desk.update(small(start="11:00", title="Ebbs"), "--update")
        assert f"note: {TALK}: the file was deleted here, and stays so" in told
        assert "slots: tides: it was deleted here, and stays so; the schedule now says day" in told
        assert status == 0
        assert TALK not in desk.files()

    def test_a_line_that_moved_is_put_where_its_time_belongs(self, desk):
        desk.update(small())
        desk.edit(INDEX, f"  - {LINE}\n", f"  # By train.\n  - {LINE}  # late\n")
        assert desk.update(small(start="14:00"), "--update") == (0, ANY)
        moved = LINE.replace("9:30-9:31", "14:00-14:01")
        assert (
            desk.files()[INDEX]
            .decode()
            .endswith(f"title: Lunch}}\n  # By train.\n  - {moved}  # late\n---\n")
        )

    def test_a_talk_that_was_dropped_is_cancelled_until_it_is_back(self, desk):
        desk.update(small())
        text = desk.files()[TALK]
        schedule = small()
        (day, _) = schedule["schedule"]["conference"]["days"]
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
        files = desk.files()
        status, _ = desk.update(small(room="Pier"), "--update")
        assert status == 1
        what = "is not there" if data is None else "cannot be used"
        assert f"{MEMORY} {what}: nobody knows what the last import wrote" in desk.err
        assert f"conflict: {TALK}:3: kind: here keynote; in the schedule talk\n" in desk.err
        assert "slots: tides: room: here Harbour; in the schedule Pier\n" in desk.err
        assert desk.files() == files
        assert desk.update(small(room="Pier"), "--update", "--prefer", "file")[0] == 0
        assert {path for path, text in desk.files().items() if files.get(path) != text} == {MEMORY}
        assert desk.update(small(room="Pier"), "--update")[0] == 0

    def test_a_file_that_cannot_be_read_is_named(self, desk):
        desk.update(small())
        (desk.root / TALK).write_bytes(b"\xff\xfe")
        assert desk.update(small(room="Pier"), "--update")[0] == 2
        assert desk.err.startswith(
            f"symposium: {desk.root / TALK} cannot be read: correct it first"
        )

    def test_a_preview_names_the_files(self, desk):
        desk.update(small())
        desk.update(small(title="Ebbs"), "--update", "--dry-run")
        assert re.findall(r"would be written: (.*)", desk.out) == [TALK, MEMORY]

    def test_a_line_without_a_day_that_would_be_on_another_one_is_told(self, desk):
        desk.update(small(day="2026-06-04"))
        desk.edit(INDEX, "slots:\n", "series: A\nslots:\n")
        desk.edit(INDEX, "talk: tides}\n", "talk: tides}\n  - {time: 19:00, title: Dinner}\n")
        assert desk.update(small(), "--update")[0] == 1
        assert "slots: Dinner: the line has no day: it was on 2026-06-04" in desk.err


def test_the_example_of_the_guide(desk):
    blocks = [one for one in BLOCKS if one.page == "importing.md"]
    schedule = next(one.text for one in blocks if one.name == "schedule.json")
    shown = {one.caption: one.text for one in blocks}
    path, edited = "events/tides-2026/index.md", shown["Your lines"]
    assert desk.update(json.loads(schedule))[0] == 0
    text = desk.files()[path].decode()
    slots = text[text.index("slots:") : text.rindex("---")]
    assert slots.replace("kind: talk", "kind: keynote") == edited.replace(
        "  # Lena arrives by the night train.\n", ""
    )
    desk.edit(path, slots, edited)
    later = json.loads(schedule.replace("T09:30", "T10:00").replace('"09:30"', '"10:00"'))
    (day,) = later["schedule"]["conference"]["days"]
    day["rooms"]["Pier"] = [day["rooms"]["Harbour"].pop(0)]
    status, told = desk.update(later, "--update")
    assert status == 0, told
    assert shown["After the update"] in desk.files()[path].decode()
