"""An event that is there: what the last import wrote of it, and what has become of that since."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from symposium.fields.yaml_writing import fields_of
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
    order = {name: at for at, name in enumerate(starts)}
    old = {
        name: _signs(codes.get(name, ""), talks[name].get("title"), starts.get(name, ""))
        for name in sorted(talks, key=lambda one: order.get(one, len(order)))
    }
    new: dict[str, tuple[object, ...]] = {}
    for item, when in timed:
        start = _start(when.day.isoformat() if when.day else "", when.time)
        new.setdefault(sign_of(item), _signs(item.code, typed(title_of(item)), start))
    found: dict[str, str] = {}
    for number in range(SIGNS):
        there: dict[object, list[str]] = {}
        for sign, signs in reversed(new.items()):
            if sign not in found:
                there.setdefault(signs[number], []).append(sign)
        for name, signs in [*old.items()]:
            if signs[number] and there.get(signs[number]):
                found[there[signs[number]].pop()] = name
                del old[name]
    return found


SIGNS = 5
"""What sessions are compared by, the surest first."""


def _signs(code: str, title: Any, start: str) -> tuple[object, ...]:
    """Return what a session is recognised by; nothing in place of what it lacks."""
    name = fold_name(title) if isinstance(title, str) else ""
    by_code = ((code, name, start), (code, name), code) if code else (None,) * 3
    by_name = ((name, start), name) if name else (None,) * 2
    return (*by_code, *by_name)


def _start(day: str, time: str) -> str:
    return f"{day} {time.partition('-')[0]}"


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
        for path in sorted(folder.glob("*.md")):
            name = path.relative_to(root).as_posix()
            made.fields[name] = fields_in(text_of(path, name) or "", name)
        index = made.fields.get(f"events/{event_id}/index.md")
        kept = root / memory_path(event_id)
        if kept.exists():
            made.memory = read_memory(kept)
        elif not made.exists:
            made.memory = Memory()
        elif index and len(made.fields) == 1 and "slots" not in index:
            made.begun, made.memory = True, Memory()
        return made

    def said(self, field: str) -> str:
        """Return what the event says in a field."""
        value = self._now("index").get(field)
        return value if isinstance(value, str) else ""

    @property
    def reserved(self) -> set[str]:
        """The ids of talks that are there, or have been."""
        return {*self._ids(self.fields), *self._ids(self.memory.files if self.memory else ())}

    def taken(self, timed: Iterable[tuple[Item, SlotTime]]) -> dict[str, str]:
        """Return the ids of talks by what identifies their sessions."""
        codes = self.memory.codes if self.memory else {}
        files = self.memory.files if self.memory else self.fields
        talks = {one: self._before(one) for one in self._ids(files)}
        return known_talks(timed, talks, self._before("index").get("slots", ()), codes)

    def merge(self, made: Made, source: str, prefer: str = "") -> MergedFiles:
        """Return what becomes of the files of an event; ``source`` as for `merge_files`."""
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
        done.memory.codes = {one.id: one.item.code for one in made.drafts.values() if one.item.code}
        data, path = done.memory.written().encode(), memory_path(self.id)
        if not (self.root / path).exists() or (self.root / path).read_bytes() != data:
            # The last: should the import be stopped, the next one does the rest.
            done.contents[path] = data
        return done

    def doubt(self) -> Iterator[str]:
        """Yield why nothing is known of what the last import wrote."""
        if self.memory is None:
            yield (
                f"{memory_path(self.id)} is damaged, or not there: nobody knows what the last "
                "import wrote, so every difference is a question\n"
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
        return fields_in(self.memory.files.get(path, ""), path)


def fields_in(text: str, path: str) -> dict[str, Any]:
    """Return the fields of a file as plain texts, lists and maps; none if it is broken."""
    _, parts, problems = read(text, path)
    return {} if problems else yaml.load(parts.text, yaml.BaseLoader) or {}  # noqa: S506 - texts
