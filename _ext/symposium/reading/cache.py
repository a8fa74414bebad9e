"""The cache of what was read before, by the digest of its text.

The cache is a folder of *packs*. A pack is a file that is written once: long parts, then the rows,
found by their keys, which refer to long parts by offset and size. It ends with the digest of this
package's code and the version of Python, the place where the rows begin, and a checksum; a file
whose end does not fit is no pack.

A reading that had to read something anew adds a pack and takes over the packs that are not much
larger than it, so that there are never more than a few. Nothing here raises: a cache that cannot be
read or written makes the reading slower.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import sys
import time
import zlib
from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from symposium.model.gate import open_file

PACK, PARTIAL = ".pack", ".partial"
NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
CHUNK = 1 << 20
"""Bytes that are checked at once."""
END = 16 + 8 + 4
"""Bytes of the end of a pack."""

Plain = tuple[Any, ...]
"""A part of a row: texts, numbers, truth values, ``None``, tuples of these."""


class Store:
    """Texts in bytes, each found by its offset and size.

    Without a file everything stays in memory. With one, what could not be written (the disk is
    full) stays there too. Reading does not move any file position, so that processes forked from
    this one may read at the same time.
    """

    __slots__ = ("checksum", "file", "kept", "size")

    def __init__(self, file: int | None = None) -> None:
        self.file = file
        self.size = 0
        self.checksum = 0
        self.kept: dict[int, bytes] = {}
        """What is in no file, by its offset."""

    def add(self, data: bytes) -> int:
        """Keep ``data``; return its offset."""
        offset, whole = self.size, False
        self.size += len(data)
        with contextlib.suppress(OSError):
            if self.file is not None and not self.kept:
                whole = os.write(self.file, data) == len(data)
                self.checksum = zlib.crc32(data, self.checksum)
        if not whole:
            self.kept[offset] = data
        return offset

    def read(self, offset: int, size: int) -> bytes:
        """Return what was kept there."""
        if self.file is None or offset in self.kept:
            return self.kept[offset]
        return os.pread(self.file, size, offset)

    def __del__(self, close: Callable[[int], None] = os.close) -> None:
        if self.file is not None:  # at the end of a process modules may be gone
            close(self.file)


@lru_cache(maxsize=1)
def version() -> bytes:
    """Return the digest of whatever rows depend on, beside what is read: our code and Python."""
    made = blake2b(f"{sys.version} {marshal.version}".encode(), digest_size=16)
    for names in ("kinds/paper.py", "model/*.py", "reading/*.py"):
        for file in sorted(Path(__file__).parents[1].glob(names)):
            made.update(file.name.encode() + b"\0" + file.read_bytes())
    return made.digest()


class Pack(NamedTuple):
    """Rows by their keys, each with the extents of its long parts."""

    path: Path | None
    rows: dict[bytes, tuple[Any, tuple[int, ...]]]
    store: Store


Found = tuple[Any, tuple[int, ...], Store]
"""A row, the offset and size of each of its long parts, and where these are."""


class Cache:
    """The packs of a folder and what is new; without a folder, only what is new."""

    def __init__(self, folder: Path | None, *, load: bool = True) -> None:
        # Without positioned reads a file could not be shared with forked processes.
        self.folder = folder if hasattr(os, "pread") else None
        self.packs: list[Pack] = []
        self.used: set[bytes] = set()
        self.fresh = _begun(self.folder)
        if load:
            self.load()

    def load(self) -> None:
        """Load the packs that are not loaded yet."""
        known = {pack.path for pack in self.packs}
        paths = [path for path in _files(self.folder) if path.suffix == PACK and path not in known]
        self.packs += filter(None, map(_load, paths))

    def get(self, key: bytes) -> Found | None:
        """Return what is known under a key."""
        for pack in (self.fresh, *self.packs):
            found = pack.rows.get(key)
            if found is not None:
                self.used.add(key)
                return *found, pack.store
        return None

    def put(self, key: bytes, row: Any, long: list[bytes]) -> Found:
        """Keep a row with its long parts, and return what is known now."""
        self.used.add(key)
        store = self.fresh.store
        extents = tuple(chain.from_iterable([(store.add(part), len(part)) for part in long]))
        self.fresh.rows[key] = (row, extents)
        return row, extents, store

    def save(self) -> bool:
        """Write what is new; tell whether that was possible."""
        path, rows, store = self.fresh
        if path is None:
            return False
        place = store.add(marshal.dumps((b"".join(rows), list(rows.values()))))
        store.add(_end(place, store.checksum))
        self.fresh = self.fresh._replace(path=path.with_suffix(PACK))
        with contextlib.suppress(OSError):
            if not store.kept:
                path.rename(path.with_suffix(PACK))
                return True
        return False

    def close(self) -> None:
        """Write what is new, and remove what is of no use any more."""
        if self.fresh.rows:
            taken = []
            for pack in sorted(self.packs, key=lambda pack: len(pack.rows)):
                # As in a binary counter, so that a row is copied a few times in its life at most.
                if len(pack.rows) <= 2 * len(self.fresh.rows):
                    self._take_over(pack)
                    taken.append(pack)
            if self.save():
                self.packs = [pack for pack in self.packs if pack not in taken]
                self.packs.append(self.fresh)
            self._tidy()
        elif self.fresh.path:
            with contextlib.suppress(OSError):
                self.fresh.path.unlink()

    def _take_over(self, pack: Pack) -> None:
        """Copy the rows that were used."""
        for key, (row, extents) in pack.rows.items():
            if key in self.used and key not in self.fresh.rows:
                pairs = zip(extents[::2], extents[1::2], strict=True)
                self.put(key, row, [pack.store.read(offset, size) for offset, size in pairs])

    def _tidy(self) -> None:
        """Remove every pack but those in use, and what a reading left that was killed."""
        alive = {pack.path for pack in self.packs}
        for path in _files(self.folder):
            with contextlib.suppress(OSError):
                is_old = path.stat().st_mtime < time.time() - 3600  # a newer one may become a pack
                if path not in alive and (path.suffix == PACK or is_old):
                    path.unlink()


def _begun(folder: Path | None) -> Pack:
    """Return an empty pack in a new file, or in memory if there can be none."""
    if folder is not None:
        path = folder / (os.urandom(8).hex() + PARTIAL)
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            return Pack(path, {}, Store(os.open(path, NEW, 0o644)))
    return Pack(None, {}, Store())


def _end(place: int, checksum: int) -> bytes:
    """Return the end of a pack whose rows begin at ``place``, after bytes with this checksum."""
    head = version() + place.to_bytes(8, "big")
    return head + zlib.crc32(head, checksum).to_bytes(4, "big")


def _load(path: Path) -> Pack | None:
    """Return a pack, or ``None`` if it is damaged or of another version."""
    try:
        store = Store(file := open_file(path))
        size = os.fstat(file).st_size - END
        end = os.pread(file, END, size)
        for offset in range(0, size, CHUNK):
            data = os.pread(file, min(CHUNK, size - offset), offset)
            store.checksum = zlib.crc32(data, store.checksum)
    except OSError:
        return None
    place = int.from_bytes(end[16:24], "big")
    if end != _end(place, store.checksum):
        return None
    keys, rows = marshal.loads(store.read(place, size - place))  # noqa: S302 - checked above
    each = (keys[start : start + 16] for start in range(0, len(keys), 16))
    return Pack(path, dict(zip(each, rows, strict=True)), store)


def _files(folder: Path | None) -> list[Path]:
    try:
        return sorted(folder.iterdir()) if folder else []
    except OSError:
        return []
