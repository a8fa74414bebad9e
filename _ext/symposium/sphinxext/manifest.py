"""The manifest: what a build has written, and what from.

There is one for each builder and output folder. It is stored when a build has ended; a mark that
stands meanwhile makes the build after one that did not end make everything again.
"""

from __future__ import annotations

import hashlib
import os
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

VERSION = 4
SITE = ".site"
"""Suffix of the file that tells which site a manifest belongs to."""

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
    outputs: dict[str, dict[str, Entry]] = field(default_factory=dict)
    """Name of an output, then of a task, to what is known of it."""
    documents: dict[str, str] = field(default_factory=dict)
    """Page of a document to the digest of what it shows of records."""
    frames: list[Any] = field(default_factory=list)
    """The frames of the theme, which stay the same as long as ``inputs`` do."""
    files: dict[str, str] = field(default_factory=dict)
    """Other files of ours, by path, to a digest of what they were made from."""
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
            names = ("inputs", "navigation", "sources", "outputs", "documents", "frames", "files")
            store(self.path, {"version": VERSION} | {name: getattr(self, name) for name in names})
        store(self.path.with_suffix(SITE), self._written())
        self.marker.unlink(missing_ok=True)

    def give_up(self) -> None:
        """Take the mark of a build away that has nothing to make."""
        self.marker.unlink(missing_ok=True)

    def is_of_site(self) -> bool:
        """Tell whether the site that is there is the one that this tells of.

        Somebody may have brought back either from elsewhere.
        """
        return not self.outputs or stored(self.path.with_suffix(SITE)) == self._written()

    def _written(self) -> int:
        """Return the second in which the site was written; Sphinx writes this file at the end."""
        try:
            return int((self.outdir / ".buildinfo").stat().st_mtime)
        except OSError:
            return 0

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


def present_in(outdir: Path) -> set[str]:
    """Return the paths of all files below a folder."""
    found, top = set[str](), len(str(outdir)) + 1
    for folder, _, names in os.walk(outdir):
        start = f"{folder}/"[top:]
        found.update([start + name for name in names])
    return found


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
    present = present_in(manifest.outdir)
    return all(
        path in present
        for name, tasks in manifest.outputs.items()
        for task, entry in tasks.items()
        for path in paths_of(entry, usual_path(name, task, urls))
    )
