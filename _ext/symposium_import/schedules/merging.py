"""The merge of the files that an import writes with those that are there, by ``git merge-file``.

What the last import wrote is kept in a small file that is committed with the project. Conflicts are
marked in the files as git marks them.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from symposium.cli.wrong_use import WrongUseError
from symposium.model.gate import read_file
from symposium.reading.frontmatter import read

ABOUT = (
    "What symposium import wrote last. Commit this file and leave it as it is: without it, "
    "--update cannot tell what people have changed from what its source has changed."
)
SIDES = {"": (), "file": ("--ours",), "source": ("--theirs",)}
"""Who is right where both sides have changed something, and what git calls it."""
CANCELLED = "status: cancelled"
"""What a talk gets that the source does not have any more."""
RE_MARKER = re.compile(r"^<{7} ", re.MULTILINE)
RE_CLOSING = re.compile(r"(?<=\n)---\n")


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
    memory: Memory = field(default_factory=Memory)


def merge_files(
    root: Path, memory: Memory | None, new: Mapping[str, str], source: str, prefer: str = ""
) -> MergedFiles:
    """Return what becomes of files; ``new`` are the texts that an import writes now.

    Without a memory, every difference is a conflict. ``source`` is what messages call the source,
    ``prefer`` a key of `SIDES`.

    Raises:
        WrongUseError: if a file cannot be read, is broken, or git is not there.
    """
    made = MergedFiles()
    before = memory.files if memory else {}
    gone = {
        path: RE_CLOSING.sub(f"{CANCELLED}\n---\n", text, count=1)
        for path, text in before.items()
        if path not in new and (root / path).is_file() and f"\n{CANCELLED}\n" not in text
    }
    kept = {path: text for path, text in before.items() if path not in {**new, **gone}}
    made.memory.files |= kept
    for path, text in {**new, **gone}.items():
        here = text_of(root / path, path)
        base = before.get(path)
        made.memory.files[path] = text
        if here is None and base is not None:
            if base != text:
                made.notes.append(f"note: {path}: the file was deleted here, and stays so")
        elif here is None:
            made.notes.append(f"new: {path}")
            made.contents[path] = text.encode()
        elif base is None and memory is not None:
            del made.memory.files[path]
            made.notes.append(f"note: {path}: the file was here before: it stays as it is")
        elif here != text:
            _merge(made, root / path, path, (base or "", here, text), (source, prefer))
            if path in gone and path in made.contents:
                made.notes[-1] += f": {source} does not have it any more"
    return made


def text_of(path: Path, name: str) -> str | None:
    """Return the text of a file, if it is there; raises as `merge_files` does."""
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


def _merge(
    made: MergedFiles, file: Path, path: str, texts: tuple[str, str, str], sides: tuple[str, str]
) -> None:
    """Merge a file; ``texts`` are the last import's, the file's, and the source's now.

    ``sides`` are what messages call the source, and who is right.
    """
    source, prefer = sides
    with TemporaryDirectory() as folder:
        names = [Path(folder, name) for name in ("base", "here", "there")]
        for name, text in zip(names, texts, strict=True):
            name.write_text(text, encoding="utf-8", newline="")
        base, here, there = map(str, names)
        labels = ("-L", "here", "-L", "the last import", "-L", source)
        try:
            done = subprocess.run(  # noqa: S603 - our own arguments
                ["git", "-c", "merge.conflictStyle=merge",  # noqa: S607 - whichever there is
                  "merge-file", "-p", *SIDES[prefer], *labels, here, base, there],
                cwd=folder, capture_output=True, check=False,
            )  # fmt: skip
        except FileNotFoundError as error:
            raise WrongUseError("git is not there, which merges files: install it") from error
    if done.returncode > 127:
        raise WrongUseError(f"{path}: git cannot merge it: {done.stderr.decode().strip()}")
    text = done.stdout.decode()
    if text != texts[1]:
        ending = "\r\n" if b"\r\n" in read_file(file) else "\n"
        made.contents[path] = text.replace("\n", ending).encode()
        made.notes.append(f"changed: {path}")
    for marker in RE_MARKER.finditer(text):
        line = text.count("\n", 0, marker.start()) + 1
        made.conflicts.append(f"conflict: {path}:{line}: both have changed these lines")
