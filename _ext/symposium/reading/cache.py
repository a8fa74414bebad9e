"""The cache of bibliographies that were read before, by the digest of their text.

The cache is a *pack*: a file of long parts, then rows by key, which refer to long parts by offset
and size. It ends with the digest of this package's code and the version of Python, the offset of
the rows, and a checksum; a file with another end is no pack.

The pack is written again, as a whole, only after much was new; a little is read again the next
time. Nothing here raises: a cache that cannot be read or written makes reading slower.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import sys
import zlib
from collections.abc import Callable
from functools import cached_property, lru_cache
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from symposium.model.gate import open_file

PACK, PARTIAL = "entries.pack", ".partial"
REWRITE_SHARE = 100
"""A pack is written again if more than one in this many of its rows is new."""
CHUNK = 1 << 20
"""Bytes that are checked at once."""
END = 16 + 8 + 4
"""Bytes of the end of a pack."""

Plain = tuple[Any, ...]
"""A part of a row: texts, numbers, truth values, ``None``, and tuples of these."""


class Store:
    """Texts in bytes, each found by its offset and size, in a file or in memory.

    Reading does not move any file position, so that forked processes may read at the same time.
    """

    __slots__ = ("file", "size", "texts")

    def __init__(self, file: int | None = None) -> None:
        self.file = file
        self.size = 0
        self.texts: dict[int, bytes] = {}
        """Without a file, the texts by their offsets."""

    def add(self, data: bytes) -> int:
        """Keep ``data`` in memory; return its offset."""
        offset = self.size
        self.texts[offset] = data
        self.size += len(data)
        return offset

    def read(self, offset: int, size: int) -> bytes:
        """Return the text at an offset."""
        return self.texts[offset] if self.file is None else os.pread(self.file, size, offset)

    def __del__(self, close: Callable[[int], None] = os.close) -> None:
        if self.file is not None:  # at the end of a process modules may be gone
            close(self.file)


@lru_cache(maxsize=1)
def version() -> bytes:
    """Return the digest of our code and of Python's version: rows depend on both."""
    digest = blake2b(f"{sys.version} {marshal.version}".encode(), digest_size=16)
    for names in ("kinds/paper.py", "model/*.py", "reading/*.py"):
        for file in sorted(Path(__file__).parents[1].glob(names)):
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.digest()


class Pack(NamedTuple):
    """Rows by their keys, each with the offsets and sizes of its long parts."""

    rows: dict[bytes, tuple[Any, tuple[int, ...]]]
    store: Store


CachedRow = tuple[Any, tuple[int, ...], Store]
"""A row, the offset and size of each of its long parts, and the store that holds them."""


class Cache:
    """The stored pack of a folder, if there is a folder, and a pack of new rows."""

    def __init__(self, folder: Path | None) -> None:
        # Forked processes can share a file only by positioned reads.
        self.folder = folder if hasattr(os, "pread") else None
        self.fresh = Pack({}, Store())
        self.used: set[bytes] = set()

    @cached_property
    def stored(self) -> Pack:
        """The pack of the folder, loaded when a row is first asked for."""
        return _load(self.folder / PACK) if self.folder else Pack({}, Store())

    def get(self, key: bytes) -> CachedRow | None:
        """Return the row of a key, or ``None``."""
        for pack in (self.stored, self.fresh):
            stored = pack.rows.get(key)
            if stored is not None:
                self.used.add(key)
                return *stored, pack.store
        return None

    def put(self, key: bytes, row: Any, long: list[bytes]) -> CachedRow:
        """Add a row with its long parts, and return it as `get` does."""
        self.used.add(key)
        store = self.fresh.store
        extents = tuple(chain.from_iterable([(store.add(part), len(part)) for part in long]))
        self.fresh.rows[key] = (row, extents)
        return row, extents, store

    def close(self) -> None:
        """Write the rows that were used, if many are new; their long parts leave the memory."""
        rows, store = self.fresh
        if self.folder is None or len(rows) * REWRITE_SHARE <= len(self.used):
            return
        for key, (row, extents) in self.stored.rows.items():
            if key in self.used:
                pairs = zip(extents[::2], extents[1::2], strict=True)
                self.put(key, row, [self.stored.store.read(*pair) for pair in pairs])
        place = store.add(marshal.dumps((b"".join(rows), list(rows.values()))))
        checksum = 0
        for text in store.texts.values():
            checksum = zlib.crc32(text, checksum)
        store.add(_end(place, checksum))
        partial = self.folder / (os.urandom(8).hex() + PARTIAL)
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            with partial.open("xb") as file:
                file.writelines(store.texts.values())
            # Opened before its name is the common one, under which another build may put its own.
            store.file = open_file(partial)
            store.texts.clear()
            partial.replace(self.folder / PACK)
        with contextlib.suppress(OSError):
            for path in self.folder.glob(f"*{PARTIAL}"):  # on a full disk, or of a killed build
                path.unlink()


def _end(place: int, checksum: int) -> bytes:
    """Return the end of a pack with rows from offset ``place``, after bytes with this checksum."""
    head = version() + place.to_bytes(8, "big")
    return head + zlib.crc32(head, checksum).to_bytes(4, "big")


def _load(path: Path) -> Pack:
    """Return the pack in a file; an empty one if it is missing, damaged or of another version."""
    try:
        store = Store(file := open_file(path))
        size = os.fstat(file).st_size - END
        end, checksum = os.pread(file, END, size), 0
        for offset in range(0, size, CHUNK):
            checksum = zlib.crc32(os.pread(file, min(CHUNK, size - offset), offset), checksum)
    except OSError:
        return Pack({}, Store())
    place = int.from_bytes(end[16:24], "big")
    if end != _end(place, checksum):
        return Pack({}, Store())
    keys, rows = marshal.loads(store.read(place, size - place))  # noqa: S302 - checked above
    split_keys = (keys[start : start + 16] for start in range(0, len(keys), 16))
    return Pack(dict(zip(split_keys, rows, strict=True)), store)
