"""The manifest: what a build has written, and what from.

There is one for each builder and output folder, stored when a build has ended.

What is known of each task lies in a file of its own: a build in which nothing changed reads none of
it, as long as the same files are there.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from sphinx.application import Sphinx

from symposium.export.file_writing import write_if_changed
from symposium.sphinxext.scope import scope_of
from symposium.sphinxext.stored_values import digest, store, stored

VERSION = 8
SEARCH_ROOT = "search/root.bin"
"""The file that our own index begins with."""
TASKS = ".tasks"
"""Suffix of the file of what is known of each task."""
RECORDS = ".records"
"""Suffix of the file of the fingerprints of all records, which no build but a verbose one reads."""
STORED = ("frame", "sources", "documents", "frames", "names", "inputs")
"""What is stored of a manifest in its first file."""

Known = dict[str, dict[str, list[Any]]]
"""Name of an output, then of a task, to its number, which is ``None`` if it is done in every build,
and the paths of the files that it made."""


@dataclass
class Manifest:
    """What an output folder holds of ours."""

    path: Path
    outdir: Path
    frame: str = ""
    """Digest of what every page's frame is made of."""
    sources: str = ""
    """Digest of all that was read, of what the documents say, and of the last commit."""
    documents: dict[str, str] = field(default_factory=dict)
    """Page of a document to the digest of what it shows of records."""
    frames: list[Any] = field(default_factory=list)
    """The frames of the theme, which stay the same as long as ``frame`` does."""
    names: str = ""
    """Digest of the names of all files that were there after the last build."""
    inputs: dict[str, dict[str, str]] = field(default_factory=dict)
    """What every page's frame was made of, by kind of input and name."""
    interrupted: bool = False
    """Whether the last build did not end."""
    reads: frozenset[str] = frozenset()
    """Documents that are read in this build."""
    left: frozenset[str] = frozenset()
    """Pages that the last build has left here for documents that are no more."""
    fresh: bool = False
    """Whether everything must be made again."""
    reasons: Any = None
    """Why pages are made again, in a verbose build (`symposium.sphinxext.reasons`)."""
    unchanged: bool = False
    """Whether nothing that any page is made of has changed."""

    @classmethod
    def load(cls, app: Sphinx) -> Manifest:
        """Return the manifest of the last build into a folder; an empty one if unreadable."""
        path = path_of(app)
        manifest = cls(path, _outdir(app))
        known = stored(path)
        if isinstance(known, dict) and known.pop("version", 0) == VERSION:
            for key, value in known.items():
                setattr(manifest, key, value)
        else:
            manifest.outputs = {}
        return manifest

    @cached_property
    def outputs(self) -> Known:
        """What is known of all tasks."""
        return stored(self.path.with_suffix(TASKS)) or {}

    def store(self, records: bytes) -> None:
        """Store the manifest, with the fingerprints of records and the names of all files."""
        self.names = _names_in(self.outdir)
        write_if_changed(str(self.path.with_suffix(RECORDS)), records)
        store(self.path.with_suffix(TASKS), self.outputs)
        store(self.path, {"version": VERSION} | {name: getattr(self, name) for name in STORED})

    def is_right(self) -> bool:
        """Tell whether nothing must be made: the files are there that were after the last build."""
        return self.unchanged and self.names == _names_in(self.outdir)

    def remove(self, paths: Iterable[str]) -> None:
        """Remove files that no longer belong to the site.

        Those that others are found by come first: no page asks for what is gone already.
        """
        for path in sorted(paths, key=lambda path: (path != SEARCH_ROOT, path)):
            with suppress(OSError):
                (self.outdir / path).unlink()
            with suppress(OSError):  # a folder that still holds something stays
                (self.outdir / path).parent.rmdir()


manifests: WeakKeyDictionary[Sphinx, Manifest] = WeakKeyDictionary()
"""The manifests of the builds that are under way."""


def path_of(app: Sphinx) -> Path:
    """Return the file of the manifest of a builder and an output folder."""
    name = hashlib.sha256(os.fsencode(_outdir(app).resolve())).hexdigest()[:12]
    return Path(app.doctreedir) / f"symposium-{app.builder.name}-{name}.json"


def _outdir(app: Sphinx) -> Path:
    return Path(app.outdir, scope_of(app).layout.base)


def present_in(outdir: Path) -> set[str]:
    """Return the paths of all files below a folder."""
    found, top = set[str](), len(str(outdir)) + 1
    for folder, _, names in os.walk(outdir):
        start = f"{folder}/"[top:]
        found.update([start + name for name in names])
    return found


def _names_in(outdir: Path) -> str:
    """Return a digest of the names of all files below a folder."""
    found = []
    for folder, folders, names in os.walk(outdir):
        # A file that is written anew may come elsewhere in its folder.
        found.append(f"{folder}\0{'/'.join(sorted(names))}")
        folders[:] = [name for name in folders if name[0] != "."]  # what Sphinx stores for itself
    return digest("\0".join(sorted(found)).encode("utf-8", "surrogateescape"))


def paths_of(known: Known) -> set[str]:
    """Return the paths of the files that tasks made."""
    return {path for tasks in known.values() for _, *paths in tasks.values() for path in paths}
