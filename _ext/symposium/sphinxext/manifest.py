"""The manifest: what a build has written, and what from.

There is one for each builder and output folder. It is stored when a build has ended; a mark that
stands meanwhile makes the build after one that did not end make everything again.

What is known of each task lies in a file of its own: a build in which nothing changed reads none of
it, as long as no folder has changed either.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from symposium.export.outputs import DerivedPages
from symposium.pages.urls import Urls
from symposium.sphinxext.scope import scope_of
from symposium.sphinxext.stored_values import store, stored

VERSION = 5
SITE = ".site"
"""Suffix of the file that tells which site a manifest belongs to."""
TASKS = ".tasks"
"""Suffix of the file of what is known of each task."""
TICK = 50_000_000
"""Nanoseconds within which a folder may change twice and have one time."""

STORED = ("inputs", "navigation", "sources", "documents", "frames", "files", "folders", "top",
          "tasks")  # fmt: skip
"""What is stored of a manifest in its first file."""

Entry = int | list[Any] | None
"""What is known of a task: its number if it made the one file that its output says, else the number
and the paths; ``None`` is the number of a task that is done in every build."""


@dataclass(slots=True)
class Manifest:
    """What an output folder holds of ours."""

    path: Path
    outdir: Path
    inputs: str = ""
    """Digest of what every page's frame is made of, but for the entries of the header."""
    navigation: str = ""
    """Digest of the entries of the header."""
    sources: str = ""
    """Digest of all that was read, and of what the documents say."""
    documents: dict[str, str] = field(default_factory=dict)
    """Page of a document to the digest of what it shows of records."""
    frames: list[Any] = field(default_factory=list)
    """The frames of the theme, which stay the same as long as ``inputs`` do."""
    files: dict[str, str] = field(default_factory=dict)
    """Other files of ours, by path, to a digest of what they were made from."""
    folders: dict[str, int] = field(default_factory=dict)
    """Folders below that of the site, to when a file was last added or removed there."""
    top: list[str] = field(default_factory=list)
    """Names of the files of ours that lie in no such folder."""
    tasks: str = ""
    """Digest of what is known of each task; empty if nothing is."""
    known: dict[str, dict[str, Entry]] | None = None
    """What is known of each task, once somebody has asked."""
    interrupted: bool = False
    """Whether the last build did not end."""
    left: set[str] = field(default_factory=set)
    """Pages that earlier builds may have left here for documents."""
    fresh: bool = False
    """Whether everything must be made again."""
    meanwhile: list[Callable[[], object]] = field(default_factory=list)
    """What to wait for at the end of the build."""
    unchanged: bool = False
    """Whether nothing that any page is made of has changed."""

    @classmethod
    def load(cls, app: Sphinx) -> Manifest:
        """Return the manifest of the last build into a folder; an empty one if unreadable."""
        outdir = Path(app.outdir, scope_of(app).layout.base)
        name = hashlib.sha256(os.fsencode(outdir.resolve())).hexdigest()[:12]
        path = Path(app.doctreedir) / f"symposium-{app.builder.name}-{name}.json"
        manifest = cls(path, outdir)
        known = stored(path)
        if isinstance(known, dict) and known.pop("version", 0) == VERSION:
            for key, value in known.items():
                setattr(manifest, key, value)
        manifest.interrupted = manifest.marker.exists() or not manifest.is_of_site()
        manifest.left = set(manifest.documents).union(stored(manifest.marker) or ())
        return manifest

    @property
    def outputs(self) -> dict[str, dict[str, Entry]]:
        """Name of an output, then of a task, to what is known of it."""
        if self.known is None:
            path = self.path.with_suffix(TASKS)
            self.known = (stored(path, self.tasks) if self.tasks else None) or {}
        return self.known

    @outputs.setter
    def outputs(self, known: dict[str, dict[str, Entry]]) -> None:
        self.known = known

    @property
    def marker(self) -> Path:
        """A file that exists while a build is under way."""
        return self.path.with_suffix(".unfinished")

    def begin(self, pages: Iterable[str]) -> None:
        """Mark that a build is under way: the next one makes all again if this one does not end.

        It then knows by their names which pages of documents this one may have written.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        store(self.marker, sorted(self.left.union(pages)))

    def finish(self, *, changed: bool) -> None:
        """Store the manifest if it changed, then take the mark away."""
        if changed:
            self.tasks = store(self.path.with_suffix(TASKS), self.outputs)
            store(self.path, {"version": VERSION} | {name: getattr(self, name) for name in STORED})
        store(self.path.with_suffix(SITE), self._written())
        self.marker.unlink(missing_ok=True)

    def give_up(self) -> None:
        """Take the mark of a build away that has nothing to make."""
        self.marker.unlink(missing_ok=True)

    def is_of_site(self) -> bool:
        """Tell whether the site that is there is the one that this tells of.

        Somebody may have brought back either from elsewhere.
        """
        return not self.tasks or stored(self.path.with_suffix(SITE)) == self._written()

    def _written(self) -> int:
        """Return the second in which the site was written; Sphinx writes this file at the end."""
        try:
            return int((self.outdir / ".buildinfo").stat().st_mtime)
        except OSError:
            return 0

    def is_untouched(self) -> bool:
        """Tell whether no file was removed since the last build, as far as folders can tell."""
        try:
            same = all(_changed(self.outdir / name) == at for name, at in self.folders.items())
            there = frozenset(os.listdir(self.outdir))  # noqa: PTH208 - names
            return bool(self.folders) and same and there.issuperset(self.top)
        except OSError:
            return False

    def note_folders(self, urls: Urls) -> None:
        """Remember when the folders of all files that were made have changed.

        That tells nothing where each page has a folder, where one has just changed, and where a
        file system does not note it.
        """
        self.folders, self.top = {}, []
        if urls.style != "html":
            return
        folders: set[str] = set()
        top: set[str] = set()
        for output, tasks in self.outputs.items():
            for task, entry in tasks.items():
                # The file of a page lies where its name says.
                for path in entry[1:] if isinstance(entry, list) else (task,):
                    folder = path.rpartition("/")[0]
                    if folder:
                        folders.add(folder)
                    else:
                        top.update(paths_of(entry, usual_path(output, task, urls)))
        with suppress(OSError):
            times = {name: _changed(self.outdir / name) for name in sorted(folders)}
            settled = max(times.values(), default=0) + TICK < time.time_ns()
            if settled and _changed(self.outdir) // 1_000_000_000 >= self._written():
                self.folders, self.top = times, sorted(path for path in top if "/" not in path)

    @property
    def unsure(self) -> bool:
        """Whether there may be files of ours that are not known here."""
        return self.interrupted or not self.outputs

    def remove(self, paths: Iterable[str]) -> int:
        """Remove files that no longer belong to the site; return how many there were."""
        removed = 0
        for path in sorted(paths):
            with suppress(OSError):
                (self.outdir / path).unlink()
                removed += 1
            with suppress(OSError):  # a folder that still holds something stays
                (self.outdir / path).parent.rmdir()
        return removed


def _changed(folder: Path) -> int:
    """Return when a file was last added to a folder or removed from it."""
    return folder.stat().st_mtime_ns


class Present:
    """Which files are there; each folder is looked at once."""

    def __init__(self, outdir: Path) -> None:
        self._outdir = str(outdir)
        self._folders: dict[str, frozenset[str]] = {}

    def __contains__(self, path: str) -> bool:
        folder, _, name = path.rpartition("/")
        names = self._folders.get(folder)
        if names is None:
            try:
                names = frozenset(os.listdir(f"{self._outdir}/{folder}"))  # noqa: PTH208 - names
            except OSError:
                names = frozenset()
            self._folders[folder] = names
        return name in names


def paths_of(entry: Entry, usual: str) -> Iterator[str]:
    """Yield the paths of the files that a task made; ``usual`` is the one that needs no saying."""
    if isinstance(entry, list):
        yield from entry[1:]
    else:
        yield usual


def usual_path(output: str, task: str, urls: Urls) -> str:
    """Return the path that a task makes if nothing else is known of it: pages are the most."""
    return urls.file(task) if output == DerivedPages.name else task


def all_paths(manifest: Manifest, urls: Urls) -> Iterator[str]:
    """Yield the paths of all files that are ours according to the manifest."""
    for output, tasks in manifest.outputs.items():
        for name, entry in tasks.items():
            yield from paths_of(entry, usual_path(output, name, urls))
    yield from map(urls.file, manifest.documents)


def is_complete(manifest: Manifest, urls: Urls) -> bool:
    """Tell whether everything that was made is still there."""
    present = Present(manifest.outdir)
    return bool(manifest.outputs) and all(
        path in present
        for name, tasks in manifest.outputs.items()
        for task, entry in tasks.items()
        for path in paths_of(entry, usual_path(name, task, urls))
    )
