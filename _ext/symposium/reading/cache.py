"""The cache of what was read before, by the digest of its text.

The cache is a *pack*: a file of long parts, then rows, found by their keys, which refer to long
parts by offset and size. It ends with the digest of this package's code and the version of Python,
the place where the rows begin, and a checksum; a file whose end does not fit is no pack.

A reading that had to read much anew writes the whole pack again; of what is little, the next one
reads it again. Nothing here raises: a cache that cannot be read or written makes reading slower.
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

PACK, PARTIAL = "entries.pack", ".partial"
LITTLE = 100
"""A pack is written anew if one of so many of its rows is new."""
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

    rows: dict[bytes, tuple[Any, tuple[int, ...]]]
    store: Store


Found = tuple[Any, tuple[int, ...], Store]
"""A row, the offset and size of each of its long parts, and where these are."""


class Cache:
    """The pack of a folder and what is new; without a folder, only what is new."""

    def __init__(self, folder: Path | None) -> None:
        # Without positioned reads a file could not be shared with forked processes.
        self.folder = folder if hasattr(os, "pread") else None
        self.stored = _load(self.folder / PACK) if self.folder else Pack({}, Store())
        self.used: set[bytes] = set()
        self.partial, self.fresh = _begun(self.folder)

    def get(self, key: bytes) -> Found | None:
        """Return what is known under a key."""
        for pack in (self.stored, self.fresh):
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

    def close(self) -> None:
        """Write what was used, if much of it is new, and remove what is of no use any more."""
        if self.folder is None or self.partial is None:
            return
        rows, store = self.fresh
        write = len(rows) * LITTLE > len(self.used)
        if write:
            for key, (row, extents) in self.stored.rows.items():
                if key in self.used:
                    pairs = zip(extents[::2], extents[1::2], strict=True)
                    self.put(key, row, [self.stored.store.read(*pair) for pair in pairs])
            place = store.add(marshal.dumps((b"".join(rows), list(rows.values()))))
            store.add(_end(place, store.checksum))
        with contextlib.suppress(OSError):
            if write and not store.kept:
                self.partial.replace(self.folder / PACK)
            else:
                self.partial.unlink()
            for path in self.folder.glob(f"*{PARTIAL}"):
                if path.stat().st_mtime < time.time() - 3600:  # its reading was killed
                    path.unlink()


def _begun(folder: Path | None) -> tuple[Path | None, Pack]:
    """Return an empty pack in a new file, or in memory if there can be none."""
    if folder is not None:
        path = folder / (os.urandom(8).hex() + PARTIAL)
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            return path, Pack({}, Store(os.open(path, NEW, 0o644)))
    return None, Pack({}, Store())


def _end(place: int, checksum: int) -> bytes:
    """Return the end of a pack whose rows begin at ``place``, after bytes with this checksum."""
    head = version() + place.to_bytes(8, "big")
    return head + zlib.crc32(head, checksum).to_bytes(4, "big")


def _load(path: Path) -> Pack:
    """Return a pack; an empty one if it is not there, damaged or of another version."""
    try:
        store = Store(file := open_file(path))
        size = os.fstat(file).st_size - END
        end = os.pread(file, END, size)
        for offset in range(0, size, CHUNK):
            data = os.pread(file, min(CHUNK, size - offset), offset)
            store.checksum = zlib.crc32(data, store.checksum)
    except OSError:
        return Pack({}, Store())
    place = int.from_bytes(end[16:24], "big")
    if end != _end(place, store.checksum):
        return Pack({}, Store())
    keys, rows = marshal.loads(store.read(place, size - place))  # noqa: S302 - checked above
    each = (keys[start : start + 16] for start in range(0, len(keys), 16))
    return Pack(dict(zip(each, rows, strict=True)), store)
