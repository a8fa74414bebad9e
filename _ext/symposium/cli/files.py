"""Files that commands write: each completely or not at all, and none until all are complete."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Mapping
from contextlib import suppress
from difflib import unified_diff
from io import StringIO
from pathlib import Path

from symposium.cli.wrong_use import WrongUseError
from symposium.lint.permalinks import NAME, permalinks_mended
from symposium.lint.subject import Subject
from symposium.model.gate import read_file

RE_PARTIAL = re.compile(r"\..+\.\d+\.part")
"""Names of files that `write_file` renames when they are complete; a killed command leaves them."""
RE_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def write_file(path: Path, content: bytes) -> None:
    """Write a file completely or not at all, and the folders that it needs.

    An existing file keeps its permissions.

    Raises:
        WrongUseError: if it cannot be written.
    """
    _write({path: content})


def write_all(root: Path, files: Mapping[str, bytes]) -> None:
    """Write several files, given by their paths in a project; none if one has no room or place.

    The contents of all are on the disk before the first file is replaced.

    Raises:
        WrongUseError: if one cannot be written.
    """
    # Resolved, so that a symbolic link within the project is not replaced by a file.
    _write({(root / path).resolve(): content for path, content in files.items()})


def _write(files: Mapping[Path, bytes]) -> None:
    """Write the contents beside the files, then replace the files; sweep what killed runs left."""
    partials: dict[Path, Path] = {}
    try:
        for path in {path.parent for path in files}:
            for left in path.glob(".*.part"):
                if RE_PARTIAL.fullmatch(left.name):
                    left.unlink(missing_ok=True)
        for path, content in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and not path.is_file():
                # A device such as /dev/stdout, or a pipe, cannot be replaced.
                path.write_bytes(content)
                continue
            partials[path] = path.with_name(f".{path.name}.{os.getpid()}.part")
            partials[path].write_bytes(content)
            if path.exists():
                shutil.copymode(path, partials[path])
        for path, partial in partials.items():
            partial.replace(path)
    except OSError as error:
        for partial in partials.values():
            with suppress(OSError):
                partial.unlink(missing_ok=True)
        raise WrongUseError(f"{path} cannot be written: {error.strerror or error}") from error


def check_places(root: Path, paths: Iterable[str]) -> None:
    """Check that no path leads out of the project through a symbolic link, or to a folder.

    Raises:
        WrongUseError: if one does.
    """
    home = os.path.realpath(root)
    for path in paths:
        real = os.path.realpath(root / path)
        if not real.startswith(home + os.sep):
            raise WrongUseError(f"{root / path} leads out of the project: nothing is written")
        if Path(real).is_dir():
            raise WrongUseError(f"{root / path} is a folder: nothing is written")


def content_of(path: Path) -> bytes | None:
    """Return the content of a file, or ``None`` if it does not exist.

    Raises:
        WrongUseError: if it cannot be read.
    """
    try:
        return read_file(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise WrongUseError(f"{path} cannot be read: {error.strerror or error}") from error


def differences(root: Path, files: Mapping[str, bytes]) -> str:
    """Return unified diffs between files and their new content."""
    return "".join(
        difference(os.path.normpath(root / path).replace(os.sep, "/"), content_of(root / path), new)
        for path, new in files.items()
    )


def difference(path: str, before: bytes | None, after: bytes) -> str:
    """Return the unified diff of a file, or of a new file, in the format of ``git apply``."""
    texts = ((content or b"").decode(errors="replace") for content in (before, after))
    old, new = (list(StringIO(text, newline="")) for text in texts)
    name = "/dev/null" if before is None else f"a/{path}"
    return "".join(map(_shown, unified_diff(old, new, name, f"b/{path}")))


def _shown(line: str) -> str:
    r"""Return a line of a diff with the control characters of terminals escaped.

    >>> _shown("+a\x1b[1m\r\n"), _shown("-a\r"), _shown("-a")
    ('+a\\x1b[1m\r\n', '-a\n', '-a\n\\ No newline at end of file\n')
    """
    text = line.rstrip("\r\n")
    end = line[len(text) :]
    text = RE_STEERING.sub(lambda match: match[0].encode("unicode_escape").decode(), text)
    if not end:
        return f"{text}\n\\ No newline at end of file\n"
    return text + ("\n" if end == "\r" else end)


def list_new_pages(subject: Subject) -> list[str]:
    """Add new pages to a project's ``permalinks.txt``, if it has one; return the paths written."""
    path, text = subject.root / NAME, permalinks_mended(subject)
    if text is None or content_of(path) in {None, text.encode()}:
        return []
    write_all(subject.root, {NAME: text.encode()})
    return [NAME]
