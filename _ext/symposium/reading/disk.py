"""The files of a project: in order, within limits, and never from outside it."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from pathlib import Path

from symposium.fields.link_types import FILE_SUFFIXES
from symposium.model.problems import Code, Place, Problem
from symposium.reading.encodings import decode_file
from symposium.reading.path_patterns import folder_matcher

MAX_BYTES = 8_000_000
"""The longest Markdown file that is read."""


class Disk:
    """The files of a project, and the problems met with them."""

    def __init__(self, root: Path, exclude: Sequence[str]) -> None:
        self.root = root
        self.real_root = os.path.realpath(root)
        self.excluded = folder_matcher(exclude)
        self.problems: list[Problem] = []

    def report(self, code: Code, path: str, message: str, hint: str = "") -> None:
        """Add a problem of a whole file."""
        self.problems.append(Problem(code, message, Place(path), hint))

    def entries_of(self, folder: str) -> list[tuple[str, bool]]:
        """Return the names in a folder, each with whether it is a folder, in order.

        Left out are hidden and excluded ones, and symbolic links that lead out of the project.
        """
        found = []
        if self.leads_out(folder):
            return []
        try:
            with os.scandir(self.root / folder) as scan:
                for entry in scan:
                    path = f"{folder}/{entry.name}"
                    if entry.name.startswith(".") or self.excluded(path):
                        continue
                    if entry.is_symlink() and self.leads_out(path):
                        message = "A symbolic link leads out of the project or nowhere"
                        self.report(
                            Code.FILE_UNREADABLE, path, message, "put the file in its place"
                        )
                    elif entry.is_dir() or entry.is_file():
                        found.append((entry.name, entry.is_dir()))
                    else:
                        message = "It is neither a file nor a folder"
                        self.report(Code.FILE_UNREADABLE, path, message, "put a file in its place")
        except FileNotFoundError:
            return []
        except OSError as error:
            reason = error.strerror or "the system gives no reason"
            self.report(Code.FILE_UNREADABLE, folder, f"The folder cannot be read: {reason}")
        return sorted(found)

    def leads_out(self, path: str, within: str = "") -> bool:
        """Tell whether a path is a symbolic link out of a folder of the project, and report it."""
        full = self.root / path
        if not full.is_symlink():
            return False
        real = os.path.realpath(full)
        home = os.path.join(self.real_root, within).rstrip(os.sep)  # noqa: PTH118 - as above
        if real.startswith(home + os.sep) and Path(real).exists():
            return False
        message = f"A symbolic link leads out of {within or 'the project'} or nowhere"
        self.report(Code.FILE_UNREADABLE, path, message, "put the file in its place")
        return True

    def bytes_of(self, path: str, limit: int) -> bytes | None:
        """Return what is in a file, or report why it cannot be read."""
        try:
            with open(f"{self.root}/{path}", "rb", 0, opener=_open) as file:
                found = os.fstat(file.fileno())
                if not stat.S_ISREG(found.st_mode):
                    reason = "it is a pipe or a device"
                elif found.st_size <= limit:
                    return file.read()
                else:
                    reason = f"it is longer than {limit:,} bytes"
        except OSError as error:
            reason = error.strerror or "the system gives no reason"
        self.report(Code.FILE_UNREADABLE, path, f"The file cannot be read: {reason}")
        return None

    def text_of(self, path: str) -> str | None:
        """Return the text of a Markdown file; one that is not UTF-8 is guessed and reported."""
        data = self.bytes_of(path, MAX_BYTES)
        if data is None:
            return None
        text, problems = decode_file(data, path, Code.FILE_ENCODING)
        self.problems += problems
        return text

    def files(self, base: str = "") -> frozenset[str]:
        """Return what may be published: listed types below ``files/``, none of them hidden.

        The folder lies in ``base``, and the paths are seen from there.
        """
        found: list[str] = []
        home = f"{base}files"
        folders = [home]
        while folders:
            folder = folders.pop()
            for name, is_folder in self.entries_of(folder):
                path = f"{folder}/{name}"
                if self.leads_out(path, home):
                    continue
                if not is_folder and name.rpartition(".")[2].lower() in FILE_SUFFIXES:
                    if os.access(self.root / path, os.R_OK):
                        found.append(path.removeprefix(base))
                    else:
                        message = "The file cannot be read: Permission denied"
                        self.report(Code.FILE_UNREADABLE, path, message, "let others read it")
                elif is_folder and not (self.root / path).is_symlink():
                    folders.append(path)
        return frozenset(found)


def _open(path: str, flags: int) -> int:
    """Open a file; a pipe that nobody writes into is not waited for."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
