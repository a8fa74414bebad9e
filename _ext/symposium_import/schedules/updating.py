"""An event that is there: what the last import wrote of it, and what has become of that since."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from symposium.cli.wrong_use import WrongUseError
from symposium.fields.yaml_repair import fields_of
from symposium.model.gate import read_file
from symposium.model.names import fold_name
from symposium.reading.frontmatter import read

from symposium_import.schedules.events import Made, sign_of, title_of, typed
from symposium_import.schedules.values import Item, SlotTime

ABOUT = (
    "What symposium import wrote last. Commit this file and leave it as it is: without it, "
    "--update cannot tell what people have changed from what its source has changed."
)
SIDES = {"": (), "file": ("--ours",), "source": ("--theirs",)}
"""Who is right where both sides have changed something, and what git calls it."""
CANCELLED = "status: cancelled"
"""What a talk gets that the source does not have any more."""
RE_MARKER = re.compile(r"^<{7} ", re.MULTILINE)
CLOSING = "\n---\n"


@dataclass(slots=True)
class Memory:
    """What an import remembers until the next one."""

    files: dict[str, str] = field(default_factory=dict)
    """The texts that it has written, by path."""
    codes: dict[str, str] = field(default_factory=dict)
    """The codes of sessions by the ids of their talks."""

    def written(self) -> str:
        """Return the memory as a file: a line of a text to a line, so that git can merge it."""
        files = {path: text.split("\n") for path, text in sorted(self.files.items())}
        made = {"about": ABOUT, "codes": self.codes, "files": files}
        return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def read_memory(path: Path) -> Memory | None:
    """Return what is remembered; ``None`` if the file is damaged."""
    try:
        value = json.loads(read_file(path))
        files = {path: "\n".join(lines) for path, lines in value["files"].items()}
        return Memory(files, dict(value["codes"]))
    except (OSError, ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return None


@dataclass(slots=True)
class MergedFiles:
    """What comes of an import."""

    contents: dict[str, bytes] = field(default_factory=dict)
    """The files that change, in the order in which they are written."""
    notes: list[str] = field(default_factory=list)
    """A line for each file about what has become of it."""
    conflicts: list[str] = field(default_factory=list)
    """What somebody has to decide, each with its place."""


def merged_text(path: str, texts: Mapping[str, str], source: str, prefer: str) -> str:
    """Return a text merged by git, with markers where both sides have changed it."""
    with TemporaryDirectory() as folder:
        for name, text in texts.items():
            Path(folder, name).write_text(text, encoding="utf-8", newline="")
        labels = ("-L", "here", "-L", "the last import", "-L", source)
        try:
            done = subprocess.run(  # noqa: S603 - our own arguments
                ["git", "-c", "merge.conflictStyle=merge",  # noqa: S607 - whichever there is
                  "merge-file", "-p", *SIDES[prefer], *labels, *texts],
                cwd=folder, capture_output=True, check=False,
            )  # fmt: skip
        except FileNotFoundError as error:
            raise WrongUseError("git is not there, which merges files: install it") from error
    if done.returncode > 127:
        raise WrongUseError(f"{path}: git cannot merge it: {done.stderr.decode().strip()}")
    return done.stdout.decode()


def text_of(path: Path, name: str) -> str | None:
    """Return the text of a file, if it is there; raises as `Existing.merge` does."""
    try:
        text = read_file(path).decode("utf-8-sig").replace("\r\n", "\n")
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise WrongUseError(f"{name} cannot be read: correct it first: {error}") from error
    _, _, problems = read(text, name)
    if problems:
        first = problems[0]
        raise WrongUseError(f"{name}:{first.place.line}: {first.message}: mend it first")
    return text


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
    old = {
        name: _signs(codes.get(name, ""), talks[name].get("title"), starts.get(name, ""))
        for name in sorted(talks, key=[*starts, *talks].index)
    }
    new: dict[str, list[object]] = {}
    for item, when in timed:
        start = _start(when.day.isoformat() if when.day else "", when.time)
        new.setdefault(sign_of(item), _signs(item.code, typed(title_of(item)), start))
    known: dict[str, str] = {}
    for surest in range(SIGNS):
        for name, signs in old.items():
            alike = (one for one in new if one not in known and new[one][surest] == signs[surest])
            if signs[surest] and name not in known.values() and (sign := next(alike, "")):
                known[sign] = name
    return known


SIGNS = 5
"""What sessions are compared by, the surest first."""


def _signs(code: str, title: Any, start: str) -> list[object]:
    """Return what a session is recognised by; nothing in place of what it lacks."""
    name = fold_name(title) if isinstance(title, str) else ""
    by_code = [(code, name, start), (code, name), code] if code else [None] * 3
    return [*by_code, *([(name, start), name] if name else [None] * 2)]


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

    def text(self, field: str) -> str:
        """Return the text of a field of the event."""
        value = self.fields.get(self._path("index"), {}).get(field)
        return value if isinstance(value, str) else ""

    @property
    def reserved(self) -> set[str]:
        """The ids of talks that are there, or have been."""
        return {*self._ids(self.fields), *self._ids(self.memory.files if self.memory else ())}

    def taken(self, timed: Iterable[tuple[Item, SlotTime]]) -> dict[str, str]:
        """Return the ids of talks by what identifies their sessions."""
        memory = self.memory or Memory()
        files = memory.files if self.memory else self.fields
        talks = {name: self._before(name) for name in self._ids(files)}
        return known_talks(timed, talks, self._before("index").get("slots", ()), memory.codes)

    def merge(self, made: Made, source: str, prefer: str = "") -> MergedFiles:
        """Return what becomes of the files of an event.

        Without a memory, every difference is a conflict. ``source`` is what messages call the
        source, ``prefer`` who is right where both have changed something: a key of `SIDES`.

        Raises:
            WrongUseError: if a file cannot be read, is broken, or git is not there.
        """
        done, before = MergedFiles(), self.memory.files if self.memory else {}
        codes = {one.id: one.item.code for one in made.drafts.values() if one.item.code}
        memory = Memory({**before}, codes)
        gone = {
            path: text.replace(CLOSING, f"\n{CANCELLED}{CLOSING}", 1)
            for path, text in before.items()
            if path not in made.files and (self.root / path).is_file()
            and f"\n{CANCELLED}\n" not in text
        }  # fmt: skip
        for path, text in {**made.files, **gone}.items():
            here, base = text_of(self.root / path, path), before.get(path)
            begun = self.begun and path == self._path("index")
            if here is not None and base is None and self.memory is not None and not begun:
                done.notes.append(f"note: {path}: the file was here before: it stays as it is")
                continue
            memory.files[path] = text
            if here is None and base is None:
                done.notes.append(f"new: {path}")
                done.contents[path] = text.encode()
            elif here is None and base != text:
                done.notes.append(f"note: {path}: the file was deleted here, and stays so")
            elif here is not None and begun:
                missing = {name: value for name, value in made.index.items()
                           if name not in self.fields[path]}  # fmt: skip
                rows = "".join(f"\n{row}" for row in fields_of(missing))
                done.contents[path] = here.replace(CLOSING, f"{rows}{CLOSING}", 1).encode()
                done.notes.append(f"changed: {path}")
            elif here is not None and here != text:
                texts = {"here": here, "base": base or "", "there": text}
                after = merged_text(path, texts, source, prefer)
                if after != here:
                    ending = "\r\n" if b"\r\n" in read_file(self.root / path) else "\n"
                    done.contents[path] = after.replace("\n", ending).encode()
                    lost = f": {source} does not have it any more" if path in gone else ""
                    done.notes.append(f"changed: {path}{lost}")
                for marker in RE_MARKER.finditer(after):
                    line = after.count("\n", 0, marker.start()) + 1
                    done.conflicts.append(f"conflict: {path}:{line}: both have changed these lines")
        data, path = memory.written().encode(), memory_path(self.id)
        if not (self.root / path).exists() or (self.root / path).read_bytes() != data:
            # The last: should the import be stopped, the next one does the rest.
            done.contents[path] = data
        return done

    def _path(self, name: str) -> str:
        return f"events/{self.id}/{name}.md"

    def _ids(self, paths: Iterable[str]) -> Iterator[str]:
        folder = f"events/{self.id}/"
        for path in paths:
            if path.startswith(folder) and path != self._path("index"):
                yield path.removeprefix(folder).removesuffix(".md")

    def _before(self, name: str) -> Mapping[str, Any]:
        """Return what the last import wrote into a file, or what it says if that is not known."""
        path = self._path(name)
        if self.memory is None:
            return self.fields.get(path, {})
        return fields_in(self.memory.files.get(path, ""), path)


def fields_in(text: str, path: str) -> dict[str, Any]:
    """Return the fields of a file as plain texts, lists and maps; none if it is broken."""
    _, parts, problems = read(text, path)
    return {} if problems else yaml.load(parts.text, yaml.BaseLoader) or {}  # noqa: S506 - texts
