"""The cache of what was read before, by the digest of its text.

The cache is a folder of *packs*. A pack is written once: a file of rows (``….rows``), found by
their keys, and a file of long parts (``….long``) that rows refer to by offset and size. A file of
rows begins with the digest of this package's code and the version of Python, and with checksums
of all that follows in both files; a pack of which any of that does not hold is no pack.

A reading that had to read something anew adds a pack and takes over the packs that are not much
larger than it, so that there are never more than a few; when most of what is kept is of no use
any more, all are taken over. Nothing here raises: a cache that cannot be read or written makes
the reading slower.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import sys
import time
import zlib
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from symposium.model.gate import read_file
from symposium.reading.paper_codec import Plain, Store, created, opened

MAGIC = b"symposium rows 1\n"
ROWS, LONG, PARTIAL = ".rows", ".long", ".partial"
ABANDONED = 3600.0
"""Seconds after which a file that belongs to no pack is removed; until then it may become one."""

Found = tuple[Plain, tuple[int, ...], Store]
"""A row, the offset and size of each of its long parts, and where these are."""


@lru_cache(maxsize=1)
def version() -> bytes:
    """Return the digest of whatever rows depend on, beside what is read: our code and Python."""
    made = blake2b(f"{sys.version} {marshal.version}".encode(), digest_size=16)
    for package in ("model", "reading"):
        for file in sorted((Path(__file__).parents[1] / package).glob("*.py")):
            made.update(file.name.encode() + b"\0" + file.read_bytes())
    return made.digest()


class Pack(NamedTuple):
    """Rows by their keys, each with the extents of its long parts."""

    name: str
    rows: dict[bytes, tuple[Plain, tuple[int, ...]]]
    store: Store


class Cache:
    """The packs of a folder and what is new; without a folder, only what is new."""

    def __init__(self, folder: Path | None, *, load: bool = True) -> None:
        # Without positioned reads a file could not be shared with forked processes.
        self.folder = folder if hasattr(os, "pread") else None
        self.packs: list[Pack] = []
        self.used: set[bytes] = set()
        self.fresh = self._begin()
        if load:
            self.load()

    def _begin(self) -> Pack:
        name = os.urandom(8).hex()
        if self.folder is None:
            return Pack(name, {}, Store())
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
        return Pack(name, {}, created(self.folder / (name + LONG)))

    def load(self) -> None:
        """Load the packs that are not loaded yet."""
        if self.folder is None:
            return
        known = {pack.name for pack in self.packs}
        for name in sorted(_names(self.folder, ROWS) - known):
            pack = _load(self.folder, name)
            if pack:
                self.packs.append(pack)

    def get(self, key: bytes) -> Found | None:
        """Return what is known under a key."""
        for pack in (self.fresh, *self.packs):
            found = pack.rows.get(key)
            if found is not None:
                self.used.add(key)
                return *found, pack.store
        return None

    def known(self, key: bytes) -> Found:
        """Return what is known under a key that was just read or put."""
        found = self.get(key)
        if found is None:
            raise LookupError("nothing is kept under this key")
        return found

    def put(self, key: bytes, row: Plain, long: list[bytes]) -> None:
        """Keep a row with its long parts."""
        self.used.add(key)
        self.fresh.rows[key] = (row, _extents(self.fresh.store, long))

    def save(self) -> bool:
        """Write what is new; tell whether that was possible."""
        return self.folder is not None and _write(self.folder, self.fresh)

    def close(self) -> None:
        """Write what is new, and remove what is of no use any more."""
        if self.folder is None:
            return
        total = sum(len(pack.rows) for pack in self.packs)
        mostly_dead = total > 2 * sum(key in self.used for pack in self.packs for key in pack.rows)
        if self.fresh.rows or mostly_dead:
            taken = []
            for pack in sorted(self.packs, key=lambda pack: len(pack.rows)):
                # As in a binary counter, so that a row is copied a few times in its life at most.
                if mostly_dead or len(pack.rows) <= 2 * len(self.fresh.rows):
                    self._take_over(pack)
                    taken.append(pack)
            if self.save():
                self.packs = [pack for pack in self.packs if pack not in taken]
                self.packs.append(self.fresh)
            _tidy(self.folder, {pack.name for pack in (*self.packs, self.fresh)})
        else:
            _remove(self.folder, self.fresh.name)

    def _take_over(self, pack: Pack) -> None:
        """Copy the rows that were used."""
        for key, (row, extents) in pack.rows.items():
            if key in self.used and key not in self.fresh.rows:
                pairs = zip(extents[::2], extents[1::2], strict=True)
                long = [pack.store.read(offset, size) for offset, size in pairs]
                self.fresh.rows[key] = (row, _extents(self.fresh.store, long))


def _extents(store: Store, long: list[bytes]) -> tuple[int, ...]:
    return tuple(chain.from_iterable([(store.add(part), len(part)) for part in long]))


def _names(folder: Path, suffix: str) -> set[str]:
    try:
        with os.scandir(folder) as scan:
            return {e.name.removesuffix(suffix) for e in scan if e.name.endswith(suffix)}
    except OSError:
        return set()


def _write(folder: Path, pack: Pack) -> bool:
    """Write a pack whose long parts are in their file; tell whether that was possible."""
    store = pack.store
    store.flush()
    if not store.complete:
        return False
    content = (b"".join(pack.rows), list(pack.rows.values()), store.size, store.checksum)
    data = marshal.dumps(content)
    head = MAGIC + version() + zlib.crc32(data).to_bytes(4, "big")
    partial = folder / (pack.name + PARTIAL)
    try:
        partial.write_bytes(head + data)
        partial.replace(folder / (pack.name + ROWS))
    except OSError:
        return False
    return True


def _load(folder: Path, name: str) -> Pack | None:
    """Return a pack, or ``None`` if it is damaged or of another version."""
    try:
        data = read_file(folder / (name + ROWS), sys.maxsize)
    except OSError:
        return None
    head = MAGIC + version()
    content = memoryview(data)[len(head) + 4 :]
    checksum = zlib.crc32(content).to_bytes(4, "big")
    if not data.startswith(head) or data[len(head) : len(head) + 4] != checksum:
        return None
    try:
        keys, values, size, checksum_of_long = marshal.loads(content)  # noqa: S302 - checked above
    except (EOFError, TypeError, ValueError):
        return None
    store = opened(folder / (name + LONG), size, checksum_of_long)
    if store is None:
        return None
    each = (keys[start : start + 16] for start in range(0, len(keys), 16))
    return Pack(name, dict(zip(each, values, strict=True)), store)


def _remove(folder: Path, name: str) -> None:
    for suffix in (ROWS, PARTIAL, LONG):
        with contextlib.suppress(OSError):
            (folder / (name + suffix)).unlink()


def _tidy(folder: Path, alive: set[str]) -> None:
    """Remove every pack but those in use, and what a reading left that was killed."""
    for name in _names(folder, ROWS) - alive:
        _remove(folder, name)
    for path in _left_over(folder, alive):
        with contextlib.suppress(OSError):
            if path.stat().st_mtime < time.time() - ABANDONED:
                path.unlink()


def _left_over(folder: Path, alive: set[str]) -> Iterator[Path]:
    for suffix in (LONG, PARTIAL):
        for name in _names(folder, suffix) - alive:
            yield folder / (name + suffix)
