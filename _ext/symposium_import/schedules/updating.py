"""Updates of an imported event: merge changes of its source with those made by people."""

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
from symposium.fields.date_types import TimeZone
from symposium.fields.field_types import WrongValue
from symposium.fields.yaml_repair import fields_of
from symposium.model.gate import read_file
from symposium.model.names import fold_name
from symposium.reading.frontmatter import read

from symposium_import.schedules.events import ImportedEvent, dollars_escaped, identity_of, title_of
from symposium_import.schedules.values import Item, SlotTime

ABOUT = (
    "What symposium import wrote last. Commit this file and leave it as it is: without it, "
    "--update cannot tell what people have changed from what its source has changed."
)
SIDES = {"": (), "file": ("--ours",), "source": ("--theirs",)}
"""Options of git for each side that may prevail in a conflict."""
CANCELLED = "status: cancelled"
"""Line added to a talk that has vanished from the source."""
RE_MARKER = re.compile(r"^<{7} ", re.MULTILINE)
CLOSING = "\n---\n"


@dataclass(slots=True)
class Memory:
    """Results of an import, kept for the next one."""

    files: dict[str, str] = field(default_factory=dict)
    """Texts written, by path."""
    codes: dict[str, str] = field(default_factory=dict)
    """Codes of sessions by the ids of their talks."""

    def as_json(self) -> str:
        """Return the memory as JSON with a line for each line of text, so that git can merge it."""
        files = {path: text.split("\n") for path, text in sorted(self.files.items())}
        content = {"about": ABOUT, "codes": self.codes, "files": files}
        return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def read_memory(path: Path) -> Memory | None:
    """Return the memory in a file; ``None`` if it is damaged."""
    try:
        value = json.loads(read_file(path))
        files = {path: "\n".join(lines) for path, lines in value["files"].items()}
        return Memory(files, dict(value["codes"]))
    except (OSError, ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return None


@dataclass(slots=True)
class MergedFiles:
    """Result of an import."""

    contents: dict[str, bytes] = field(default_factory=dict)
    """Changed files, in the order to write them."""
    notes: list[str] = field(default_factory=list)
    """A line about each file."""
    conflicts: list[str] = field(default_factory=list)
    """A line about each conflict, with its place."""


def merged_text(path: str, texts: Mapping[str, str], source: str, prefer: str) -> str:
    """Return a text merged by git, with markers at conflicts."""
    with TemporaryDirectory() as folder:
        for name, text in texts.items():
            Path(folder, name).write_text(text, encoding="utf-8", newline="")
        labels = ("-L", "here", "-L", "the last import", "-L", source)
        try:
            process = subprocess.run(  # noqa: S603 - fixed arguments
                ["git", "-c", "merge.conflictStyle=merge",  # noqa: S607 - whichever there is
                  "merge-file", "-p", *SIDES[prefer], *labels, *texts],
                cwd=folder, capture_output=True, check=False,
            )  # fmt: skip
        except FileNotFoundError as error:
            raise WrongUseError("git is not there, which merges files: install it") from error
    if process.returncode > 127:
        raise WrongUseError(f"{path}: git cannot merge it: {process.stderr.decode().strip()}")
    return process.stdout.decode()


def text_of(path: Path, name: str) -> str | None:
    """Return the text of a file, or ``None`` if there is none; raises as `ExistingEvent.merge`."""
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
    """Return the ids of existing talks, by `identity_of` the sessions that match them.

    ``talks``, ``slots`` and ``codes`` are those of the last import. Talks and sessions match by
    code, else by title and time, else by title; several with the same title match in order.
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
        new.setdefault(identity_of(item), _signs(item.code, dollars_escaped(title_of(item)), start))
    talk_ids: dict[str, str] = {}
    for rank in range(SIGNS):
        for name, signs in old.items():
            alike = (key for key in new if key not in talk_ids and new[key][rank] == signs[rank])
            if signs[rank] and name not in talk_ids.values() and (identity := next(alike, "")):
                talk_ids[identity] = name
    return talk_ids


SIGNS = 5
"""Number of the features by which sessions are compared, the most certain first."""


def _signs(code: str, title: Any, start: str) -> list[object]:
    """Return the features of a session, with ``None`` for each that it lacks."""
    name = fold_name(title) if isinstance(title, str) else ""
    by_code = [(code, name, start), (code, name), code] if code else [None] * 3
    return [*by_code, *([(name, start), name] if name else [None] * 2)]


def _start(day: str, time: str) -> str:
    return f"{day} {time.partition('-')[0]}"


def memory_path(event_id: str) -> str:
    """Return the path of the memory of an event."""
    return f"sources/{event_id}-schedule.import.json"


@dataclass(slots=True)
class ExistingEvent:
    """An event in the project before an import."""

    id: str
    root: Path
    exists: bool = False
    """Whether its ``index.md`` is there, which a first import writes after its other files."""
    begun: bool = False
    """Whether it is only an ``index.md`` without a programme, which an import then adds."""
    memory: Memory | None = None
    """Memory of the last import; ``None`` if it is lost."""
    fields: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """Present front matter of its files, by path."""

    @classmethod
    def of(cls, root: Path, event_id: str) -> ExistingEvent:
        """Return an event as it exists in the project.

        Raises:
            WrongUseError: if one of its files cannot be read.
        """
        folder = root / "events" / event_id
        existing = cls(event_id, root, (folder / "index.md").exists())
        for path in sorted(folder.glob("*.md")):
            name = path.relative_to(root).as_posix()
            existing.fields[name] = fields_in(text_of(path, name) or "", name)
        index = existing.fields.get(f"events/{event_id}/index.md")
        kept = root / memory_path(event_id)
        if kept.exists():
            existing.memory = read_memory(kept)
        elif not existing.fields:
            existing.memory = Memory()
        elif index and len(existing.fields) == 1 and "slots" not in index:
            existing.begun, existing.memory = True, Memory()
        return existing

    def text(self, field: str) -> str:
        """Return the text in a field of the event, or an empty one."""
        value = self.fields.get(self._path("index"), {}).get(field)
        return value if isinstance(value, str) else ""

    @property
    def timezone(self) -> str:
        """The time zone in its file; empty if there is none of this name."""
        name = self.text("timezone")
        return "" if isinstance(TimeZone().convert(name), WrongValue) else name

    @property
    def reserved(self) -> set[str]:
        """Ids of present and past talks."""
        return {*self._ids(self.fields), *self._ids(self.memory.files if self.memory else ())}

    def taken(self, timed: Iterable[tuple[Item, SlotTime]]) -> dict[str, str]:
        """Return the ids of talks by `identity_of` their sessions."""
        memory = self.memory or Memory()
        # An import that was interrupted has written files of which its memory knows nothing.
        paths = dict.fromkeys((*memory.files, *self.fields))
        talks = {name: self._last_fields(name) for name in self._ids(paths)}
        return known_talks(timed, talks, self._last_fields("index").get("slots", ()), memory.codes)

    def merge(self, event: ImportedEvent, source: str, prefer: str = "") -> MergedFiles:
        """Return the files of an event merged with those of an import.

        Without a memory, every difference is a conflict. ``source`` names the source in messages;
        ``prefer`` is the side that prevails in conflicts, a key of `SIDES`.

        Raises:
            WrongUseError: if a file cannot be read or is broken, or git is missing.
        """
        merged, before = MergedFiles(), self.memory.files if self.memory else {}
        codes = {draft.id: draft.item.code for draft in event.drafts.values() if draft.item.code}
        memory = Memory({**before}, codes)
        gone = {
            path: text.replace(CLOSING, f"\n{CANCELLED}{CLOSING}", 1)
            for path, text in before.items()
            if path not in event.files and (self.root / path).is_file()
            and f"\n{CANCELLED}\n" not in text
        }  # fmt: skip
        for path, text in {**event.files, **gone}.items():
            here, base = text_of(self.root / path, path), before.get(path)
            begun = self.begun and path == self._path("index")
            is_own = here not in {None, text} and base is None and self.memory is not None
            if is_own and not begun:
                merged.notes.append(f"note: {path}: the file was here before: it stays as it is")
                continue
            memory.files[path] = text
            if here is None and (base is None or not self.exists):
                merged.notes.append(f"new: {path}")
                merged.contents[path] = text.encode()
            elif here is None and base != text:
                merged.notes.append(f"note: {path}: the file was deleted here, and stays so")
            elif here is not None and begun:
                missing = {name: value for name, value in event.index.items()
                           if name not in self.fields[path]}  # fmt: skip
                rows = "".join(f"\n{row}" for row in fields_of(missing))
                merged.contents[path] = here.replace(CLOSING, f"{rows}{CLOSING}", 1).encode()
                merged.notes.append(f"changed: {path}")
            elif here is not None and here != text:
                texts = {"here": here, "base": base or "", "there": text}
                after = marked = merged_text(path, texts, source, "")
                if prefer:
                    after = merged_text(path, texts, source, prefer)
                if after != here:
                    ending = "\r\n" if b"\r\n" in read_file(self.root / path) else "\n"
                    merged.contents[path] = after.replace("\n", ending).encode()
                    lost = f": {source} does not have it any more" if path in gone else ""
                    merged.notes.append(f"changed: {path}{lost}")
                for marker in RE_MARKER.finditer(after):
                    line = after.count("\n", 0, marker.start()) + 1
                    merged.conflicts.append(
                        f"conflict: {path}:{line}: both have changed these lines"
                    )
                if prefer and RE_MARKER.search(marked):
                    side = source if prefer == "source" else "the file"
                    merged.notes.append(f"note: {path}: where both changed lines, {side} is right")
        data, path = memory.as_json().encode(), memory_path(self.id)
        if not (self.root / path).exists() or (self.root / path).read_bytes() != data:
            # Written last: if the import is interrupted, the next one completes it.
            merged.contents[path] = data
        return merged

    def _path(self, name: str) -> str:
        return f"events/{self.id}/{name}.md"

    def _ids(self, paths: Iterable[str]) -> Iterator[str]:
        folder = f"events/{self.id}/"
        for path in paths:
            if path.startswith(folder) and path != self._path("index"):
                yield path.removeprefix(folder).removesuffix(".md")

    def _last_fields(self, name: str) -> Mapping[str, Any]:
        """Return the fields that the last import wrote to a file, or else the present ones."""
        path = self._path(name)
        if self.memory is None or path not in self.memory.files:
            return self.fields.get(path, {})
        return fields_in(self.memory.files[path], path)


def fields_in(text: str, path: str) -> dict[str, Any]:
    """Return the fields of a text as plain texts, lists and maps; empty if it is broken."""
    _, parts, problems = read(text, path)
    return {} if problems else yaml.load(parts.text, yaml.BaseLoader) or {}  # noqa: S506 - texts
