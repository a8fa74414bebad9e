"""The manifest: what a build has written, and what from.

There is one for each builder and output folder, stored when a build has ended.

What is known of each task lies in a file of its own: a build in which nothing changed reads none of
it, as long as the same files are there.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from sphinx.application import Sphinx

from symposium.export.outputs import PAGES
from symposium.kinds import BY_FOLDER
from symposium.pages.urls import Urls
from symposium.sphinxext.scope import scope_of
from symposium.sphinxext.stored_values import digest, store, stored

VERSION = 6
SEARCH_ROOT = "search/root.bin"
"""The file that our own index begins with."""
TASKS = ".tasks"
"""Suffix of the file of what is known of each task."""
STORED = ("inputs", "navigation", "sources", "documents", "frames", "files", "names")
"""What is stored of a manifest in its first file."""

Entry = int | list[Any] | None
"""What is known of a task: its number if it made the one file that its output says, else the number
and the paths; ``None`` is the number of a task that is done in every build."""


@dataclass
class Manifest:
    """What an output folder holds of ours."""

    path: Path
    outdir: Path
    inputs: str = ""
    """Digest of what every page's frame is made of, but for the entries of the header."""
    navigation: str = ""
    """Digest of the entries of the header."""
    sources: str = ""
    """Digest of all that was read, of what the documents say, and of the last commit."""
    documents: dict[str, str] = field(default_factory=dict)
    """Page of a document to the digest of what it shows of records."""
    frames: list[Any] = field(default_factory=list)
    """The frames of the theme, which stay the same as long as ``inputs`` do."""
    files: dict[str, str] = field(default_factory=dict)
    """Other files of ours, by path, to a digest of what they were made from."""
    names: str = ""
    """Digest of the names of all files that were there after the last build."""
    interrupted: bool = False
    """Whether the last build did not end."""
    left: frozenset[str] = frozenset()
    """Pages that the last build has left here for documents."""
    fresh: bool = False
    """Whether everything must be made again."""
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
        manifest.left = frozenset(manifest.documents)
        return manifest

    @cached_property
    def outputs(self) -> dict[str, dict[str, Entry]]:
        """Name of an output, then of a task, to what is known of it."""
        return stored(self.path.with_suffix(TASKS)) or {}

    def finish(self, *, changed: bool) -> None:
        """Store the manifest if it changed."""
        if changed:
            store(self.path.with_suffix(TASKS), self.outputs)
            store(self.path, {"version": VERSION} | {name: getattr(self, name) for name in STORED})

    def is_untouched(self) -> bool:
        """Tell whether the folder of the site holds the files that it held after the last build."""
        return bool(self.names) and self.names == _names_in(self.outdir)

    def note_names(self) -> None:
        """Remember which files are there now; others may have put some of theirs there."""
        before, self.names = self.names, _names_in(self.outdir)
        self.unchanged = self.unchanged and self.names == before

    @property
    def unsure(self) -> bool:
        """Whether there may be files of ours that are not known here."""
        return self.interrupted or not self.outputs

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
    # A file that is written anew may come elsewhere in its folder.
    found = sorted(f"{folder}\0{'/'.join(sorted(names))}" for folder, _, names in os.walk(outdir))
    return digest("\0".join(found).encode("utf-8", "surrogateescape"))


def paths_of(entry: Entry, usual: str) -> Iterator[str]:
    """Yield the paths of the files that a task made; ``usual`` is the one that needs no saying."""
    if isinstance(entry, list):
        yield from entry[1:]
    else:
        yield usual


def usual_path(output: str, task: str, urls: Urls) -> str:
    """Return the path that a task makes if nothing else is known of it: pages are the most."""
    return urls.file(task) if output == PAGES.name else task


def all_paths(manifest: Manifest, urls: Urls) -> Iterator[str]:
    """Yield the paths of all files that are ours according to the manifest."""
    for output, tasks in manifest.outputs.items():
        for name, entry in tasks.items():
            yield from paths_of(entry, usual_path(output, name, urls))
    yield from map(urls.file, manifest.documents)


def is_complete(manifest: Manifest, urls: Urls) -> bool:
    """Tell whether everything that was made is still there."""
    return bool(manifest.outputs) and present_in(manifest.outdir).issuperset(
        all_paths(manifest, urls)
    )


FOLDERS = ("years", "api/v1", "search", "listings")
"""Folders of a site in which all is ours."""
SUFFIXES = (
    ".html", ".pdf", ".json", ".bin", ".bib", ".ics", ".ris", ".markdown", ".atom", ".md",
)  # fmt: skip
"""What we write there."""


def orphaned_outputs(outdir: Path, alive: Container[str]) -> Iterator[str]:
    """Yield the paths of files that look as if they were ours, but for those that are ``alive``."""
    before = len(f"{outdir}/")
    for ours in (*BY_FOLDER, *FOLDERS):
        for folder, _, names in os.walk(f"{outdir}/{ours}"):
            inside = folder[before:].replace(os.sep, "/")
            for name in names:
                path = f"{inside}/{name}"
                if name.endswith(SUFFIXES) and path not in alive:
                    yield path
