"""An event that is there: what the last import wrote of it, and what has become of that since."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from symposium.cli.wrong_use import WrongUseError
from symposium.merging.alignment import ItemRule
from symposium.merging.documents import Manner, RefusedFile, Remembered, parsed
from symposium.merging.files import FileMerge, MergedFiles
from symposium.merging.memory import Memory, read_memory
from symposium.merging.remarks import Prefer
from symposium.merging.tree_merge import Rules
from symposium.model.gate import read_file
from symposium.plugins.schedules.events import Made
from symposium.plugins.schedules.known import known_talks
from symposium.plugins.schedules.ordering import Line, in_order, sessions
from symposium.plugins.schedules.reading.values import Item
from symposium.plugins.schedules.times import SlotTime

PERSONS = ItemRule((("name", "affiliation"), ("name",), ("person",)), short="name")
RULES: Rules = {
    "": ItemRule(units=(("timezone", "utc_offset"),)),
    "rooms": ItemRule((("name",),), short="name"),
    "speakers": PERSONS,
    "chair": PERSONS,
    "slots": ItemRule(
        (
            ("talk", "day", "time", "room"), ("talk", "day", "time"), ("talk", "day"), ("talk",),
            ("title", "day", "time", "room"), ("title", "day", "room"), ("title", "day"),
            ("title",),
        ),
        places=(("time", "day", "room", "kind"), ("time", "day", "room")),
        units=(("day", "time", "utc_offset"),),
        ordered=False,
    ),
}  # fmt: skip
"""How lines, rooms and persons are found again."""
ZONE, CODE = "--timezone", "code of "
"""What an import notes for itself, besides options of its own: the zone, and codes of sessions."""


def memory_path(event_id: str) -> str:
    """Return where it is kept what the last import wrote."""
    return f"sources/{event_id}-schedule.import.json"


@dataclass(slots=True)
class Existing:
    """The files of an event."""

    id: str
    root: Path
    exists: bool = False
    begun: bool = False
    """Whether there is an ``index.md`` alone that has no programme yet: an import adds it."""
    memory: Memory | None = None
    """What the last import wrote; ``None`` if that is not known."""
    damaged: bool = False
    """Whether there is a memory that cannot be used."""
    fields: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """What files say now, by their paths."""

    @classmethod
    def of(cls, root: Path, event_id: str) -> Existing:
        """Return what is there of an event.

        Raises:
            WrongUseError: if one of its files cannot be read.
        """
        folder = root / "events" / event_id
        made = cls(event_id, root, folder.exists() or folder.is_symlink())
        kept, broken = root / memory_path(event_id), False
        for path in (kept, *sorted(folder.glob("*.md"))):
            try:
                data = read_file(path)
                text = "" if path == kept else data.decode("utf-8-sig").replace("\r\n", "\n")
            except FileNotFoundError:
                continue
            except (OSError, ValueError) as error:
                raise WrongUseError(f"{path} cannot be read: correct it first: {error}") from error
            if path == kept:
                made.memory = read_memory(data)
                made.damaged = made.memory is None
                continue
            name = path.relative_to(root).as_posix()
            found = parsed(text, name)
            broken = isinstance(found, RefusedFile)
            made.fields[name] = {} if isinstance(found, RefusedFile) else found.fields
        if not made.exists:
            made.memory = Memory()
        elif not kept.exists() and [*made.fields] == [index := f"events/{event_id}/index.md"]:
            empty = not broken and not made.fields[index]  # nothing can be merged into it
            made.begun = not empty and "slots" not in made.fields[index]
        if made.begun:  # as if an import had written an empty file: what is there is an edit
            made.memory = Memory({index: Remembered()})
        return made

    @property
    def timezone(self) -> str:
        """The zone of the event, unless it is the one that the schedule had."""
        here = str(self._now("index").get("timezone", ""))
        if self.memory is None:
            return here
        before = str(self._before("index").get("timezone", ""))
        return here if here and here != before else self.given(ZONE)

    def given(self, option: str, field: str = "") -> str:
        """Return what an option was at the last import, where it was given.

        Before the first one, what the field of the event says is as good.
        """
        said = self._now("index").get(field) if self.begun and field else ""
        known = self.memory.known if self.memory else {}
        return known.get(option, "") or (said if isinstance(said, str) else "")

    @property
    def reserved(self) -> set[str]:
        """The ids of talks that are there, or have been."""
        return {*self._ids(self.fields), *self._ids(self.memory.files if self.memory else ())}

    def taken(self, timed: Iterable[tuple[Item, SlotTime]]) -> dict[str, str]:
        """Return the ids of talks by what identifies their sessions."""
        known = self.memory.known if self.memory else {}
        codes = {name.removeprefix(CODE): one for name, one in known.items() if CODE in name}
        files = self.memory.files if self.memory else self.fields
        talks = {one: self._before(one) for one in self._ids(files)}
        return known_talks(timed, talks, self._before("index").get("slots", ()), codes)

    def merge(self, made: Made, options: Mapping[str, str], prefer: Prefer) -> MergedFiles:
        """Return what becomes of the files of an event; ``options`` are for the next import."""
        known = {f"{CODE}{one.id}": one.item.code for one in made.drafts.values() if one.item.code}
        known |= {name: given for name, given in options.items() if given}
        merge = FileMerge(
            self.root, self.memory, Manner(RULES, prefer, in_order, {"status": "cancelled"})
        )
        done = merge.merge(made.files, known)
        for path, why in done.refused:
            raise WrongUseError(f"{path}:{why.line}: {why.reason}: mend it first")
        if self.memory is not None or not done.conflicts:
            text = done.memory.written().encode()
            path = memory_path(self.id)
            if not (self.root / path).exists() or (self.root / path).read_bytes() != text:
                # The last: should the import be stopped, the next one does the rest.
                done.contents[path] = text
        return done

    def misplaced(self, made: Made, done: MergedFiles) -> Iterator[str]:
        """Yield lines of the programme that are on another day now, because of those above."""
        path = f"events/{made.id}/index.md"
        if self.exists and path in done.contents:
            before = (self.root / path).read_bytes().decode("utf-8-sig")
            yield from misplaced(made, before, done.contents[path].decode("utf-8-sig"))

    def doubt(self) -> Iterator[str]:
        """Yield why nothing is known of what the last import wrote."""
        if self.memory is None:
            what = "cannot be used" if self.damaged else "is not there"
            yield (
                f"{memory_path(self.id)} {what}: nobody knows what the last import wrote, "
                "so every difference is a question\n"
            )

    def _ids(self, paths: Iterable[str]) -> Iterator[str]:
        folder = f"events/{self.id}/"
        for path in paths:
            name = path.removeprefix(folder).removesuffix(".md")
            if path.startswith(folder) and name != "index":
                yield name

    def _now(self, name: str) -> Mapping[str, Any]:
        return self.fields.get(f"events/{self.id}/{name}.md", {})

    def _before(self, name: str) -> Mapping[str, Any]:
        """Return what the last import wrote into a file, or what it says if that is not known."""
        if self.memory is None:
            return self._now(name)
        one = self.memory.files.get(f"events/{self.id}/{name}.md")
        return one.fields if one else {}


Days = dict[str, date]
"""The days of lines, by all that they say."""


def misplaced(made: Made, before: str, after: str) -> Iterator[str]:
    """Yield what has to be mended in the file of an event, in one line each."""
    wanted = _dayless(sessions(before)) | {
        _key(slot): when.day
        for slot, (_, when, _) in zip(made.index.get("slots") or (), made.lines, strict=True)
        if not slot["day"] and when.day
    }
    path = f"events/{made.id}/index.md"
    for slot, session in sessions(after):
        day = wanted.get(_key(slot))
        if not slot.get("day") and day and session.day != day:
            what = slot.get("talk") or slot.get("title") or slot.get("time", "")
            now = f"was on {day}, and is on {session.day or 'none'} now"
            yield f"conflict: {path}: slots: {what}: the line has no day: it {now}: write day:\n"


def _key(slot: Mapping[str, Any]) -> str:
    return repr(sorted((name, value) for name, value in slot.items() if value))


def _dayless(lines: list[Line]) -> Days:
    return {_key(slot): one.day for slot, one in lines if not slot.get("day") and one.day}
