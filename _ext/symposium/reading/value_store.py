"""The store of long values of papers, in memory or in a file."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from pathlib import Path

from symposium.model.gate import open_file

CHUNK = 1 << 20
"""Bytes that are written, or checked, at once."""


class Store:
    """Texts in bytes, each found by its offset and size.

    Without a file everything stays in memory. With one, what could not be written (the disk is
    full) stays there too, and ``complete`` tells so. Reading does not move any file position, so
    that processes forked from this one may read at the same time.
    """

    __slots__ = ("checksum", "complete", "file", "pending", "size", "waiting")

    def __init__(self, file: int | None = None, size: int = 0, checksum: int = 0) -> None:
        self.file = file
        self.size = size
        self.checksum = checksum
        self.complete = file is not None
        self.pending: dict[int, bytes] = {}
        self.waiting = 0

    def add(self, data: bytes) -> int:
        """Keep ``data``; return its offset."""
        offset = self.size
        self.pending[offset] = data
        self.size += len(data)
        self.waiting += len(data)
        if self.waiting >= CHUNK and self.complete:
            self.flush()
        return offset

    def read(self, offset: int, size: int) -> bytes:
        """Return what was kept there."""
        if self.pending and offset in self.pending:
            return self.pending[offset]
        if self.file is None:
            raise LookupError(f"nothing is kept at {offset}")
        return os.pread(self.file, size, offset)

    def flush(self) -> None:
        """Write what waits for it."""
        if self.file is None or not self.complete or not self.pending:
            return
        data = memoryview(b"".join(self.pending.values()))
        self.checksum = zlib.crc32(data, self.checksum)
        try:
            while data:
                data = data[os.write(self.file, data) :]
        except OSError:
            self.complete = False
        else:
            self.pending.clear()
            self.waiting = 0

    def __del__(self, close: Callable[[int], None] = os.close) -> None:
        if self.file is not None:  # at the end of a process modules may be gone
            close(self.file)


def created(path: Path) -> Store:
    """Return a store that writes to a new file, or one in memory if that cannot be."""
    try:
        return Store(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644))
    except OSError:
        return Store()


def opened(path: Path, size: int, checksum: int) -> Store | None:
    """Return the store of a file, or ``None`` unless it holds what was written."""
    try:
        store = Store(open_file(path), size, checksum)
    except OSError:
        return None
    return store if store.file is not None and _is_whole(store.file, size, checksum) else None


def _is_whole(file: int, size: int, checksum: int) -> bool:
    found = done = 0
    try:
        while data := os.pread(file, CHUNK, done):
            found = zlib.crc32(data, found)
            done += len(data)
    except OSError:
        return False
    return done == size and found == checksum
