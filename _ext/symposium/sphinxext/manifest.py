"""The manifest: what was written, remembered outside the environment, per builder and folder."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from sphinx.application import Sphinx

VERSION = 1


@dataclass(slots=True)
class Manifest:
    """Digests of what an output folder holds of ours, and of what its documents show."""

    path: Path
    outdir: Path
    inputs: str = ""
    """Digest of what every page's frame is made of."""
    files: dict[str, str] = field(default_factory=dict)
    """Path below the output folder, to the digest of its bytes."""
    documents: dict[str, str] = field(default_factory=dict)
    """Docname to the digest of what the document shows of records."""
    made_from: dict[str, str] = field(default_factory=dict)
    """Path of a file that is slow to make, to the digest of all that it was made from."""
    interrupted: bool = False
    """Whether the last build did not end."""
    changed: set[str] = field(default_factory=set)
    """Files that this build wrote or removed."""

    @classmethod
    def load(cls, app: Sphinx) -> Manifest:
        """Return the manifest of the last build into a folder; an empty one if unreadable."""
        outdir = Path(app.outdir)
        name = hashlib.sha256(os.fsencode(outdir.resolve())).hexdigest()[:12]
        path = Path(app.doctreedir) / f"symposium-{app.builder.name}-{name}.json"
        manifest = cls(path, outdir)
        with suppress(OSError, ValueError, TypeError, KeyError):
            stored = json.loads(path.read_text(encoding="utf-8"))
            if stored["version"] == VERSION:
                manifest.inputs = str(stored["inputs"])
                manifest.files = dict(stored["files"])
                manifest.documents = dict(stored["documents"])
                manifest.made_from = dict(stored.get("made_from", {}))
        manifest.interrupted = manifest.marker.exists()
        return manifest

    @property
    def marker(self) -> Path:
        """A file that exists while a build is under way."""
        return self.path.with_suffix(".unfinished")

    def begin(self) -> None:
        """Mark that a build is under way: the next one rewrites all if this one does not end."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.marker.touch()

    def finish(self) -> None:
        """Store the manifest, then take the mark away."""
        text = json.dumps(
            {
                "version": VERSION,
                "inputs": self.inputs,
                "files": self.files,
                "documents": self.documents,
                "made_from": self.made_from,
            },
            indent=0,
            sort_keys=True,
        )
        write_atomically(self.path, text.encode())
        self.marker.unlink(missing_ok=True)

    def write(self, path: str, content: bytes) -> None:
        """Write a file below the output folder, unless it is there as it should be."""
        known = digest(content)
        target = self.outdir / path
        if self.interrupted or self.files.get(path) != known or not target.exists():
            write_atomically(target, content)
            self.changed.add(path)
        self.files[path] = known

    def write_made(self, path: str, source: bytes, make: Callable[[], bytes]) -> None:
        """Write a file that is slow to make, unless it was made from the same ``source``."""
        known = digest(source)
        there = path in self.files and (self.outdir / path).exists()
        if self.interrupted or self.made_from.get(path) != known or not there:
            self.write(path, make())
            self.made_from[path] = known

    def note(self, path: str) -> None:
        """Take a file that Sphinx wrote for one of ours, to be removed when its source is gone."""
        self.files[path] = digest((self.outdir / path).read_bytes())

    def remove_all_but(self, kept: set[str]) -> None:
        """Remove files of ours that no longer belong to the site."""
        for path in sorted(set(self.files) - kept):
            (self.outdir / path).unlink(missing_ok=True)
            with suppress(OSError):  # a folder that still holds something stays
                (self.outdir / path).parent.rmdir()
            del self.files[path]
            self.made_from.pop(path, None)
            self.changed.add(path)


def digest(content: bytes) -> str:
    """Return a short digest of ``content``."""
    return hashlib.blake2b(content, digest_size=12).hexdigest()


def write_atomically(target: Path, content: bytes) -> None:
    """Write a file so that a reader sees the old or the new one, never a part."""
    # A process writes one file at a time; the name of the file itself may have the longest length.
    temporary = target.with_name(f".{os.getpid()}.tmp")
    try:
        temporary.write_bytes(content)
    except FileNotFoundError:
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(content)
    temporary.replace(target)
