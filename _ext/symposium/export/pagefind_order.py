"""Pagefind's files in order: the same pages give the same bytes, and the same names of files.

Pagefind writes the values of a filter in whatever order a table of hashes has them in this run, and
names files by what is in them. So the values are sorted here, and what follows from that is made
again: the names of the filters' files, the list of them (``.pf_meta``), its name, and the entry.

A file is gzip'd: `MARK`, then CBOR of which whole numbers, texts and arrays are used.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import Any

Files = dict[str, bytes]

MARK = b"pagefind_dcd"
ENTRY = "pagefind-entry.json"
INT, NEGATIVE, TEXT, ARRAY = 0, 1, 3, 4
"""Kinds of values in CBOR."""


def ordered(files: Mapping[str, bytes]) -> Files:
    """Return the files of an index, put in order.

    Raises:
        ValueError: if they are not as they should be, as those of another version may be.
    """
    found = dict(files)
    renamed = dict(_order_filters(found))
    entry = json.loads(found[ENTRY])
    for language in entry["languages"].values():
        meta = decode(opened(found.pop(f"pagefind.{language['hash']}.pf_meta")))
        filters = [[name, renamed[old]] for name, old in meta[3]]
        content = _closed(encode([*meta[:3], sorted(filters), *meta[4:]]))
        language["hash"] = _name(language["hash"], content)
        found[f"pagefind.{language['hash']}.pf_meta"] = content
    entry["languages"] = dict(sorted(entry["languages"].items()))
    found[ENTRY] = json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode()
    return found


def _order_filters(files: Files) -> Iterator[tuple[str, str]]:
    """Put the values of filters in order; yield the old and the new name of each."""
    for path in [path for path in files if path.endswith(".pf_filter")]:
        old = path.removeprefix("filter/").removesuffix(".pf_filter")
        name, values = decode(opened(files.pop(path)))
        content = _closed(encode([name, sorted(values)]))
        new = _name(old, content)
        files[f"filter/{new}.pf_filter"] = content
        yield old, new


def opened(content: bytes) -> bytes:
    """Return what stands in a file behind the mark.

    Raises:
        ValueError: if it is not compressed, or has no mark.
    """
    try:
        data = gzip.decompress(content)
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError("a file of the search index is not compressed as it should be") from error
    if not data.startswith(MARK):
        raise ValueError("a file of the search index does not begin as it should")
    return data[len(MARK) :]


def _closed(data: bytes) -> bytes:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, 31)  # 31: a header of gzip, no date
    return squeeze.compress(MARK + data) + squeeze.flush()


def _name(old: str, content: bytes) -> str:
    """Return a name made from a content, for the language that the old name begins with."""
    return f"{old.rpartition('_')[0]}_{blake2b(content, digest_size=5).hexdigest()}"


def encode(value: Any) -> bytes:
    """Return a value in CBOR.

    >>> encode(["a", [0, 24, -1]]).hex(" ")
    '82 61 61 83 00 18 18 20'
    """
    if isinstance(value, int):
        return _head(INT, value) if value >= 0 else _head(NEGATIVE, -1 - value)
    if isinstance(value, str):
        text = value.encode()
        return _head(TEXT, len(text)) + text
    return _head(ARRAY, len(value)) + b"".join(map(encode, value))


def _head(kind: int, number: int) -> bytes:
    if number < 24:
        return bytes([kind << 5 | number])
    for code, size in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if number < 1 << (8 * size):
            return bytes([kind << 5 | code]) + number.to_bytes(size, "big")
    raise ValueError("a number of the search index is too large")


def decode(data: bytes) -> Any:
    """Return the value that stands in CBOR.

    Raises:
        ValueError: if there is anything but one value of the kinds that are used.

    >>> decode(bytes.fromhex("82 61 61 83 00 18 18 20"))
    ['a', [0, 24, -1]]
    """
    value, end = _decode(data, 0)
    if end != len(data):
        raise ValueError("a file of the search index is longer than it should be")
    return value


def _decode(data: bytes, start: int) -> tuple[Any, int]:
    """Return a value and where the next one begins."""
    if start >= len(data):
        raise ValueError("a file of the search index is shorter than it should be")
    kind, number, at = data[start] >> 5, data[start] & 31, start + 1
    if 24 <= number <= 27:
        size = 1 << (number - 24)
        number, at = int.from_bytes(data[at : at + size], "big"), at + size
    elif number > 27:
        raise ValueError("a file of the search index holds a value of unknown length")
    if kind == INT:
        return number, at
    if kind == NEGATIVE:
        return -1 - number, at
    if kind == TEXT:
        return data[at : at + number].decode(), at + number
    if kind != ARRAY:
        raise ValueError("a file of the search index holds a value of an unknown kind")
    values = []
    for _ in range(number):
        value, at = _decode(data, at)
        values.append(value)
    return values, at
