"""Small pictures of pages, and how far two of them differ."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

BLOCK = 8
"""Pictures are compared in squares of so many pixels."""
LEVELS = 14
"""From so many levels of 255 on, a square differs."""


@dataclass(frozen=True)
class Picture:
    """The rows of a picture, three bytes a pixel."""

    width: int
    rows: tuple[bytes, ...]


def read(png: bytes) -> Picture:
    """Read a PNG as browsers write it: eight bits a colour, no interlacing."""
    width, height, bits, kind = struct.unpack(">IIBB", png[16:26])
    assert bits == 8
    size = {2: 3, 6: 4}[kind]
    at, data = 8, b""
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    raw, line = zlib.decompress(data), width * size + 1
    before, rows = bytes(line - 1), []
    for number in range(height):
        before = _plain(
            raw[number * line], raw[number * line + 1 : (number + 1) * line], before, size
        )
        rows.append(before if size == 3 else _without_alpha(before))
    return Picture(width, tuple(rows))


def _without_alpha(row: bytes) -> bytes:
    return b"".join(row[at : at + 3] for at in range(0, len(row), 4))


def _plain(how: int, line: bytes, above: bytes, size: int) -> bytes:
    """Undo the filter of a row (PNG specification, 9.2)."""
    made = bytearray(line)
    for at, value in enumerate(line):
        left, up = (made[at - size] if at >= size else 0), above[at]
        corner = above[at - size] if at >= size else 0
        guess = left + up - corner
        near = min((left, up, corner), key=lambda one: abs(guess - one))
        made[at] = (value + (0, left, up, (left + up) // 2, near)[how]) & 255
    return bytes(made)


def difference(one: Picture, other: Picture) -> float:
    """Return which share of the squares differs; everything, if the sizes do."""
    if (one.width, len(one.rows)) != (other.width, len(other.rows)):
        return 1.0
    a, b = _squares(one), _squares(other)
    return sum(abs(x - y) > LEVELS for x, y in zip(a, b, strict=True)) / len(a)


def _squares(one: Picture) -> list[float]:
    """Return the mean of each colour in each square."""
    step, found = 3 * BLOCK, []
    for top in range(0, len(one.rows), BLOCK):
        rows = one.rows[top : top + BLOCK]
        for left in range(0, 3 * one.width, step):
            cut = b"".join(row[left : left + step] for row in rows)
            found += [sum(cut[colour::3]) / len(cut) * 3 for colour in range(3)]
    return found
