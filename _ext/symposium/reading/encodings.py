"""Bytes to text: UTF-8, or else a guess that is reported; without control characters."""

from __future__ import annotations

import re

from symposium.model.problems import Code, Place, Problem

BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")
"""What a file in UTF-16 begins with."""

SAMPLE = 4_096
"""Bytes by which UTF-16 without a mark is recognised."""

RE_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f\ufffe\uffff]")
"""Characters that neither HTML nor XML may hold; a form feed is white space to all readers."""


def decode(data: bytes) -> tuple[str, str]:
    r"""Return the text of a file, and what its encoding seems to be if it is not UTF-8.

    >>> decode("\ufeffü".encode()), decode("ü".encode("latin-1")), decode("ü".encode("utf-16"))
    (('ü', ''), ('ü', 'Windows-1252'), ('ü', 'UTF-16'))
    """
    if data.startswith(BYTE_ORDER_MARKS):
        return data.decode("utf-16", "replace"), "UTF-16"
    if b"\0" in data[:SAMPLE] and (unmarked := _wide(data[:SAMPLE])):
        return data.decode(unmarked, "replace"), "UTF-16"
    try:
        return data.decode("utf-8-sig"), ""
    except UnicodeDecodeError:
        pass
    try:
        return data.decode("cp1252"), "Windows-1252"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "Windows-1252"


def _wide(sample: bytes) -> str:
    """Return which UTF-16 without a mark a text seems to be: every other byte is mostly 0."""
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if max(even, odd) * 10 < len(sample) * 3 or min(even, odd) * 10 > max(even, odd):
        return ""
    return "utf-16-be" if even > odd else "utf-16-le"


def decode_file(data: bytes, path: str, code: Code) -> tuple[str, list[Problem]]:
    """Return the text of a file, and a problem of this code if it is not plain text in UTF-8."""
    text, guess = decode(data)
    if not guess:
        found = RE_CONTROL.search(text)
        if found is None:
            return text, []
        line = text.count("\n", 0, found.start()) + 1
        column = found.start() - text.rfind("\n", 0, found.start())
        message = f"The file holds the control character U+{ord(found[0]):04X}, read as a space"
        problem = Problem(code, message, Place(path, line, column), "remove it")
        return RE_CONTROL.sub(" ", text), [problem]
    place = Place(path) if guess == "UTF-16" else _first_wrong_byte(data, path)
    message = f"The file is not UTF-8 and is read as {guess}"
    return RE_CONTROL.sub(" ", text), [Problem(code, message, place, "save it as UTF-8")]


def _first_wrong_byte(data: bytes, path: str) -> Place:
    """Return the place of the first byte that is not UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Place(path, line, error.start - data.rfind(b"\n", 0, error.start))
    return Place(path)
