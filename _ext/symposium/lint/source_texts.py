"""A file as bytes and as text; edits of the text are made in the bytes."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from symposium.model.encodings import RE_CONTROL
from symposium.model.problems import Edit, Place

MARK = b"\xef\xbb\xbf"
RE_BREAK = re.compile(r"\r\n?")
RE_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")

Change = tuple[int, int, str]
"""Where in the text of readers a change begins and ends, and what stands there after it."""


@dataclass(frozen=True)
class SourceText:
    """The content of a file in UTF-8.

    Readers see ``text``: without a byte order mark, every line ended by a line feed. In ``raw``
    the lines end as they do in the file.
    """

    mark: bytes
    """The byte order mark, if there is one."""
    raw: str
    text: str

    @classmethod
    def of(cls, data: bytes) -> SourceText | None:
        """Return the source of a file with this content, or ``None`` if it is not in UTF-8."""
        rest = data.removeprefix(MARK).removeprefix(MARK)  # as often as readers take one away
        try:
            raw = rest.decode()
        except UnicodeDecodeError:
            return None
        text = RE_CONTROL.sub(" ", RE_BREAK.sub("\n", raw) if "\r" in raw else raw)
        return cls(data[: len(data) - len(rest)], raw, text)

    @cached_property
    def starts(self) -> Sequence[int]:
        """Where each line of ``text`` begins."""
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    @cached_property
    def pairs(self) -> Sequence[int]:
        """The line feeds of ``text`` that are two characters in ``raw``."""
        found = re.finditer("\r\n", self.raw)
        return [pair.start() - before for before, pair in enumerate(found)]

    def offset(self, place: Place) -> int | None:
        """Return where a place is in ``text``, or ``None`` if its line is not so long."""
        if not 1 <= place.line <= len(self.starts) or place.column < 1:
            return None
        found = self.starts[place.line - 1] + place.column - 1
        end = self.starts[place.line] if place.line < len(self.starts) else len(self.text) + 1
        return found if found < end else None

    def change(self, edit: Edit) -> Change | None:
        """Return the change that an edit makes, or ``None`` if ``old`` is not at its place."""
        start = self.offset(edit.place)
        if start is None or not self.text.startswith(edit.old, start):
            return None
        return start, start + len(edit.old), edit.new

    def line_of(self, offset: int) -> int:
        """Return the number of the line (from 0) in which an offset of ``text`` is."""
        return bisect_right(self.starts, offset) - 1

    def raw_slice(self, start: int, end: int) -> str:
        """Return the text of the file between two offsets of ``text``."""
        return self.raw[self._in_raw(start) : self._in_raw(end)]

    def changed(self, changes: Sequence[Change]) -> bytes:
        """Return the content of the file after changes that are in order and do not overlap."""
        return self.mark + "".join(self._pieces(changes, 0, len(self.text))).encode()

    def changed_slice(self, start: int, end: int, changes: Sequence[Change]) -> str:
        """Return the changed text between two offsets of ``text``."""
        return "".join(self._pieces(changes, start, end))

    def with_ends(self, new: str, offset: int) -> str:
        """Return a text whose lines end as those of the file do around an offset."""
        if "\n" not in new:
            return new
        at = self.text.find("\n", offset)
        at = at if at >= 0 else self.text.rfind("\n", 0, offset)
        return new.replace("\n", self.raw_slice(at, at + 1) if at >= 0 else "\n")

    def _pieces(self, changes: Sequence[Change], start: int, end: int) -> Iterator[str]:
        for first, last, new in changes:
            yield self.raw_slice(start, first)
            yield self.with_ends(new, first)
            start = last
        yield self.raw_slice(start, end)

    def _in_raw(self, offset: int) -> int:
        return offset + bisect_left(self.pairs, offset)


def lines_of(raw: str) -> list[str]:
    r"""Return the lines of a text with their ends, whatever these are.

    >>> lines_of("a\r\nb\rc\n\nd")
    ['a\r\n', 'b\r', 'c\n', '\n', 'd']
    """
    return RE_LINE.findall(raw)
