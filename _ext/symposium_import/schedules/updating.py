"""An event that is there: what the last import wrote of it, and what has become of that since."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from symposium.cli.wrong_use import WrongUseError
from symposium.fields.yaml_writing import fields_of
from symposium.model.gate import read_file
from symposium.model.names import fold_name
from symposium.reading.frontmatter import read

from symposium_import.schedules.events import Made
from symposium_import.schedules.merging import (
    RE_CLOSING,
    Memory,
    MergedFiles,
    merge_files,
    read_memory,
    text_of,
)
from symposium_import.schedules.talks import sign_of, title_of, typed
from symposium_import.schedules.times import SlotTime
from symposium_import.schedules.values import Item


def known_talks(
    timed: Iterable[tuple[Item, SlotTime]],
    talks: Mapping[str, Mapping[str, Any]],
    slots: Iterable[Any],
    codes: Mapping[str, str],
) -> dict[str, str]:
    """Return the ids of the talks that are there, by what identifies their sessions.

    ``talks`` and ``slots`` are what the last import has written, ``codes`` those of its sessions.
    A code tells sessions apart best, then the title with the time, then the title; those of one
    title are told apart by their order.
    """
    starts: dict[str, str] = {}
    for slot in slots:
        if isinstance(slot, Mapping) and "talk" in slot:
            starts.setdefault(slot["talk"], _start(slot.get("day", ""), slot.get("time", "")))
    order = [one for one in starts if one in talks]
    old = {
        name: _signs(codes.get(name, ""), talks[name].get("title"), starts.get(name, ""))
        for name in (*order, *(one for one in talks if one not in starts))
    }
    new: dict[str, tuple[object, ...]] = {}
    for item, when in timed:
        start = _start(when.day.isoformat() if when.day else "", when.time)
        new.setdefault(sign_of(item), _signs(item.code, typed(title_of(item)), start))
    found: dict[str, str] = {}
    for number in range(len(SIGNS)):
        there: dict[object, deque[str]] = defaultdict(deque)
        for sign, signs in new.items():
            if sign not in found:
                there[signs[number]].append(sign)
        for known in [one for one in old if one not in found.values()]:
            if (wanted := old[known][number]) and there.get(wanted):
                found[there[wanted].popleft()] = known
    return found


SIGNS = (("code", "title", "start"), ("code", "title"), ("code",), ("title", "start"), ("title",))
"""What sessions are compared by, the surest first."""


def _signs(code: str, title: Any, start: str) -> tuple[object, ...]:
    """Return a value for each of `SIGNS`; nothing where the first part of it is not there."""
    folded = fold_name(title) if isinstance(title, str) else ""
    said = {"code": code, "title": folded, "start": start}
    return tuple(names and said[names[0]] and tuple(map(said.get, names)) for names in SIGNS)


def _start(day: str, time: str) -> str:
    return f"{day} {time.partition('-')[0]}"


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
    """The fields of files as they are now, by their paths."""

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
            fields = fields_in(text, name)
            broken, made.fields[name] = fields is None, fields or {}
        if not made.exists:
            made.memory = Memory()
        elif not kept.exists() and [*made.fields] == [index := f"events/{event_id}/index.md"]:
            empty = not broken and not made.fields[index]  # nothing can be merged into it
            made.begun = not empty and "slots" not in made.fields[index]
        if made.begun:
            made.memory = Memory()
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

    def merge(
        self, made: Made, options: Mapping[str, str], source: str, prefer: str = ""
    ) -> MergedFiles:
        """Return what becomes of the files of an event; ``options`` are for the next import.

        ``source`` and ``prefer`` are those of `merge_files`.
        """
        files, index, added = dict(made.files), f"events/{self.id}/index.md", {}
        if self.begun:
            text = text_of(self.root / index, index) or ""
            missing = {name: value for name, value in made.index.items()
                       if name not in self.fields[index]}  # fmt: skip
            lines = "\n".join([*fields_of(missing), "---", ""])
            added = {index: RE_CLOSING.sub(lambda _: lines, text, count=1).encode()}
            files.pop(index)
        done = merge_files(self.root, self.memory, files, source, prefer)
        done.contents |= added
        done.memory.files |= {path: made.files[path] for path in added}
        done.notes += [f"changed: {path}" for path in added]
        done.memory.known = {name: given for name, given in options.items() if given} | {
            f"{CODE}{one.id}": one.item.code for one in made.drafts.values() if one.item.code
        }
        data, path = done.memory.written().encode(), memory_path(self.id)
        if not (self.root / path).exists() or (self.root / path).read_bytes() != data:
            # The last: should the import be stopped, the next one does the rest.
            done.contents[path] = data
        return done

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
        path = f"events/{self.id}/{name}.md"
        return fields_in(self.memory.files.get(path, ""), path) or {}


def fields_in(text: str, path: str) -> dict[str, Any] | None:
    """Return the fields of a file as plain texts, lists and maps; ``None`` if it is broken."""
    _, parts, problems = read(text, path)
    return None if problems else yaml.load(parts.text, yaml.BaseLoader) or {}  # noqa: S506 - texts
