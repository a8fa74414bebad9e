"""Checks of what Sphinx stored for this build: damaged files are not used.

Sphinx takes its environment and the documents in it as it finds them. A bit that has changed is
then a wrong page, or a traceback; and after a build that was killed while it was reading, documents
and environment belong to different builds. What is not as it was noted is removed, and read again.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from weakref import WeakKeyDictionary

from sphinx.application import ENV_PICKLE_FILENAME, Sphinx
from sphinx.builders import Builder
from sphinx.config import Config

from symposium.model.gate import read_file
from symposium.sphinxext.stored_values import digest, store, stored

NAME = "symposium-doctrees.json"
"""Name of the file with the digest of each file, by its path."""

_noted: WeakKeyDictionary[Sphinx, dict[str, tuple[os.stat_result, str]]] = WeakKeyDictionary()
"""What was there when a build began: the state of each file and its digest."""


def setup(app: Sphinx) -> None:
    """Check before Sphinx reads what it has stored, and note when it has stored it again."""
    app.connect("config-inited", check, priority=2)  # after the folder was locked
    app.connect("write-started", note)


def check(app: Sphinx, config: Config) -> None:
    """Remove what is not as it was noted."""
    del config
    folder = Path(app.doctreedir)
    known = stored(folder / NAME)
    digests: dict[str, str] = known if isinstance(known, dict) else {}
    found = _noted[app] = {}
    for name, path in _files(folder):
        try:
            now = digest(read_file(path))
        except OSError:
            now = ""
        if now and digests.get(name) == now:
            found[name] = path.stat(), now
        elif path.is_dir():
            shutil.rmtree(path)
        else:
            with suppress(OSError):
                path.unlink()


def note(app: Sphinx, builder: Builder) -> None:
    """Note the digests of all that is stored by now."""
    del builder
    folder = Path(app.doctreedir)
    before, digests = _noted.pop(app, {}), {}
    for name, path in _files(folder):
        state, known = before.get(name, (None, ""))
        same = state is not None and _same(state, path.stat())
        digests[name] = known if same else digest(read_file(path))
    store(folder / NAME, dict(sorted(digests.items())))


def _same(one: os.stat_result, other: os.stat_result) -> bool:
    return (one.st_ino, one.st_mtime_ns, one.st_size) == (
        other.st_ino,
        other.st_mtime_ns,
        other.st_size,
    )


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files of the environment and of the documents, each with its relative path."""
    for path in [*folder.rglob("*")]:
        if path.suffix == ".doctree" or path.name == ENV_PICKLE_FILENAME:
            yield path.relative_to(folder).as_posix(), path
