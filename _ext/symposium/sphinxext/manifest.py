"""The manifest: the files that a build has written, and digests of what it made them from.

Each builder and output folder has one, stored at the end of a build. Its tasks are stored in a file
of their own, which is not read if nothing has changed and all files are still there.
"""

from __future__ import annotations

import hashlib
import os
from array import array
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from sphinx.application import Sphinx

from symposium.export.file_writing import store, stored
from symposium.pages.fingerprints import Fingerprints
from symposium.pages.frame import Frame, Key
from symposium.sphinxext.scope import scope_of
from symposium.sphinxext.stored_values import digest

VERSION = 11
SEARCH_ROOT = "search/root.bin"
"""The file of the search index that leads to its other files."""
TASKS = ".tasks"
"""Suffix of the file of all tasks with the files that they made."""
RECORDS = ".records"
"""Suffix of the file of the fingerprints of all records, which tell why a page is made again."""
RELATED = ".related"
"""Suffix of the file of related papers and their fingerprints, which are kept between builds."""
COPIES = ".copies"
"""Suffix of the file of the paths of what Sphinx copies into the site."""
STORED = ("sources", "documents", "digests", "frames", "names", "inputs")
"""Attributes of a manifest that are stored; tasks have a file of their own."""

KnownTasks = dict[str, dict[str, list[Any]]]
"""Name of an output, then of a task, to a list: the number of the task (``None`` if every build
does it), then the paths of the files that it made."""

Inputs = dict[str, str]
"""Values or digests of settings, files and versions, by name."""


@dataclass
class Manifest:
    """The state of an output folder after the last build, brought up to date during this one."""

    path: Path
    outdir: Path
    sources: str = ""
    """Digest of all sources, of the facts about documents, and of the last commit."""
    documents: dict[str, str] = field(default_factory=dict)
    """Digests of what documents show of records, by page."""
    digests: dict[str, str] = field(default_factory=dict)
    """Digests of the files of the API and of the inventory, by path."""
    frames: list[Any] = field(default_factory=list)
    """Frames that the theme has made; they are valid as long as ``inputs`` stay the same."""
    names: str = ""
    """Digest of the names of all files in the folder after the last build."""
    inputs: Inputs = field(default_factory=dict)
    """All that frames are made from."""
    changed: list[str] = field(default_factory=list)
    """Names of the changed inputs: if there are any, this build makes everything again."""
    interrupted: bool = False
    """Whether the last build did not end."""
    reads: frozenset[str] = frozenset()
    """Names of the documents that this build reads."""
    left: frozenset[str] = frozenset()
    """Pages that the last build wrote for documents that are gone now."""
    unchanged: bool = False
    """Whether all that pages are made from is as in the last build."""

    @classmethod
    def load(cls, app: Sphinx) -> Manifest:
        """Return the manifest of the last build into a folder; an empty one if unreadable."""
        path = path_of(app)
        manifest = cls(path, _outdir(app))
        values = stored(path)
        if values and values.pop("version") == VERSION:
            for key, value in values.items():
                setattr(manifest, key, value)
        else:
            manifest.outputs = {}
        return manifest

    @cached_property
    def outputs(self) -> KnownTasks:
        """All tasks with the files that they made; read from disk when first needed."""
        return stored(self.path.with_suffix(TASKS)) or {}

    def frames_by_key(self) -> dict[Key, Frame | None]:
        """Return the frames by the keys of their pages."""
        return {key: frame and Frame(*frame) for key, frame in self.frames}

    def compare(self, inputs: Inputs) -> None:
        """Bring the inputs up to date, and note which have changed."""
        before, self.inputs = self.inputs, inputs
        names = [name for name in sorted(before | inputs) if before.get(name) != inputs.get(name)]
        self.changed = names if before else ["there was no build before"]
        if self.interrupted:
            self.changed = ["the last build did not end"]

    def numbers(self, suffix: str) -> Sequence[int]:
        """Return the fingerprints that the last build stored in a file; none if unreadable."""
        return array("q", stored(self.path.with_suffix(suffix)) or b"")

    def store(self, shows: Fingerprints) -> None:
        """Store the manifest, with the fingerprints and the names of all files."""
        self.names = _names_in(self.outdir)
        for suffix, numbers in ((RECORDS, shows.record_numbers()), (RELATED, shows.related)):
            store(self.path.with_suffix(suffix), array("q", numbers).tobytes())
        store(self.path.with_suffix(TASKS), self.outputs)
        store(self.path, {"version": VERSION} | {name: getattr(self, name) for name in STORED})

    def is_right(self) -> bool:
        """Tell whether there is nothing to make: sources and names of files are unchanged."""
        return self.unchanged and self.names == _names_in(self.outdir)

    def remove(self, paths: Iterable[str]) -> None:
        """Remove files that no longer belong to the site, without an error if one is missing.

        The root of the search index goes first, so that no page asks for a file that is gone.
        """
        for path in sorted(paths, key=lambda path: (path != SEARCH_ROOT, path)):
            with suppress(OSError):
                (self.outdir / path).unlink()
            with suppress(OSError):  # a folder that still holds something stays
                (self.outdir / path).parent.rmdir()


manifests: WeakKeyDictionary[Sphinx, Manifest] = WeakKeyDictionary()
"""The manifests of the builds that are under way."""


def path_of(app: Sphinx) -> Path:
    """Return the file that the manifest of a build is stored in."""
    name = hashlib.sha256(os.fsencode(_outdir(app).resolve())).hexdigest()[:12]
    return Path(app.doctreedir) / f"symposium-{app.builder.name}-{name}.bin"


def _outdir(app: Sphinx) -> Path:
    return Path(app.outdir, scope_of(app).layout.base)


def present_in(outdir: Path) -> set[str]:
    """Return the paths of all files below a folder."""
    paths, top = set[str](), len(str(outdir)) + 1
    for folder, _, names in os.walk(outdir):
        start = f"{folder}/"[top:]
        paths.update([start + name for name in names])
    return paths


def _names_in(outdir: Path) -> str:
    """Return a digest of the names of all files below a folder."""
    rows = []
    for folder, folders, names in os.walk(outdir):
        # A rewritten file may change its place in the order of its folder.
        rows.append(f"{folder}\0{'/'.join(sorted(names))}")
        folders[:] = [name for name in folders if name[0] != "."]  # Sphinx's own
    return digest("\0".join(sorted(rows)).encode("utf-8", "surrogateescape"))


def paths_of(outputs: KnownTasks) -> set[str]:
    """Return the paths of the files that tasks made."""
    return {path for tasks in outputs.values() for _, *paths in tasks.values() for path in paths}
