"""The files of a project as bytes and as text, with exact places for problems and edits."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from symposium.model.encodings import RE_CONTROL, decode_file, with_line_feeds
from symposium.model.gate import read_file
from symposium.model.problems import Code, Edit, Place, Problem

MARK = b"\xef\xbb\xbf"
PAIR = "\ud80d"
"""The sign for ``\\r\\n`` in `SourceText.raw`: half of a character, which no UTF-8 can hold."""

Change = tuple[int, int, str]
"""Begin and end of a change in `SourceText.text`, and the new text between them."""


@dataclass(frozen=True)
class SourceText:
    """The content of a file in UTF-8.

    ``text`` is as readers see it: without a byte order mark, with line feeds as line ends. ``raw``
    has the line ends of the file, those of two characters as `PAIR`. So both have the same offsets.
    """

    mark: bytes
    """The byte order mark, if there is one."""
    raw: str
    text: str

    @classmethod
    def of(cls, data: bytes) -> SourceText | None:
        """Return the source of a file with this content, or ``None`` if it is not in UTF-8."""
        rest = data.removeprefix(MARK).removeprefix(MARK)  # readers remove two marks as well
        try:
            raw = rest.decode().replace("\r\n", PAIR)
        except UnicodeDecodeError:
            return None
        text = RE_CONTROL.sub(" ", raw.replace(PAIR, "\n").replace("\r", "\n"))
        return cls(data[: len(data) - len(rest)], raw, text)

    @cached_property
    def starts(self) -> Sequence[int]:
        """The offsets of the lines of ``text``."""
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def offset(self, place: Place) -> int | None:
        """Return the offset of a place in ``text``, or ``None`` if its line is too short."""
        if not 1 <= place.line <= len(self.starts) or place.column < 1:
            return None
        offset = self.starts[place.line - 1] + place.column - 1
        end = self.starts[place.line] if place.line < len(self.starts) else len(self.text) + 1
        return offset if offset < end else None

    def change(self, edit: Edit) -> Change | None:
        """Return the change that an edit makes, or ``None`` if ``old`` is not at its place."""
        start = self.offset(edit.place)
        if start is None or not self.text.startswith(edit.old, start):
            return None
        return start, start + len(edit.old), edit.new

    def line_of(self, offset: int) -> int:
        """Return the number (from 0) of the line at an offset of ``text``."""
        return bisect_right(self.starts, offset) - 1

    def raw_slice(self, start: int, end: int) -> str:
        """Return the content of the file between two offsets of ``text``."""
        return self.raw[start:end].replace(PAIR, "\r\n")

    def changed(self, changes: Sequence[Change]) -> bytes:
        """Return the new content of the file; changes are in order and do not overlap."""
        return self.mark + "".join(self._pieces(changes)).encode()

    def with_ends(self, new: str, offset: int) -> str:
        """Return the text ``new`` with the line ends of the file near an offset."""
        if "\n" not in new:
            return new
        at = self.text.find("\n", offset)
        at = at if at >= 0 else self.text.rfind("\n", 0, offset)
        return new.replace("\n", self.raw_slice(at, at + 1) if at >= 0 else "\n")

    def _pieces(self, changes: Sequence[Change]) -> Iterator[str]:
        start = 0
        for first, last, new in changes:
            yield self.raw_slice(start, first)
            yield self.with_ends(new, first)
            start = last
        yield self.raw_slice(start, len(self.text))


RE_ASSIGNED = re.compile(r"[^\s\"#%'(),={}]+\s*=\s*[{\"]?")
"""The name of a field of BibTeX, up to its value."""

FieldChange = tuple[int, str, str]
"""The offset of a change in the value of a field, the old text there, and the new text."""


class Texts:
    """The files of a project as readers see them: with line feeds as line ends, without a mark."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._read: dict[str, tuple[SourceText, list[Problem]]] = {}

    def text_of(self, path: str) -> str:
        """Return the text of a file; an empty one if it cannot be read."""
        return self._known(path)[0].text

    def problems_of(self, path: str) -> Sequence[Problem]:
        """Return the problems of the encoding of a file."""
        return self._known(path)[1]

    def offset(self, place: Place) -> int | None:
        """Return the offset of a place in the text of its file, or ``None``."""
        return self._known(place.path)[0].offset(place)

    def find(self, place: Place, text: str) -> Place | None:
        """Return the place of the first ``text`` within 20,000 characters after ``place``."""
        start = self.offset(place)
        if not text or start is None:
            return None
        offset = self.text_of(place.path).find(text, start, start + 20_000)  # a long abstract
        return self.place_at(place.path, offset) if offset >= 0 else None

    def edits(self, place: Place, old: str, new: str) -> tuple[Edit, ...]:
        """Return the change of ``old`` into ``new``, at a place or after a quote there."""
        start = self.find(place, old)
        is_near = start and start.line == place.line and start.column - place.column <= 1
        return (Edit(start, old, new),) if start and is_near else ()

    def edits_of_field(self, place: Place, value: str, *changes: FieldChange) -> tuple[Edit, ...]:
        """Return changes within the value of the BibTeX field at a place.

        There are none if the file does not have ``value`` as a whole: it may be an abbreviation.
        """
        content, at_place = self.text_of(place.path), self.offset(place)
        begin = RE_ASSIGNED.match(content, at_place) if at_place is not None else None
        if not begin or not content.startswith(value, start := begin.end()):
            return ()
        if any(not value.startswith(old, at) for at, old, _ in changes):
            return ()
        path = place.path
        return tuple([Edit(self.place_at(path, start + at), old, new) for at, old, new in changes])

    def place_at(self, path: str, offset: int) -> Place:
        """Return the place of an offset in the text of a file."""
        source, _ = self._known(path)
        line = source.line_of(offset)
        return Place(path, line + 1, offset - source.starts[line] + 1)

    def _known(self, path: str) -> tuple[SourceText, list[Problem]]:
        if path not in self._read:
            try:
                data = read_file(self.root / path)
            except OSError:
                data = b""
            text, problems = decode_file(data, path, Code.FILE_ENCODING)
            text = with_line_feeds(text)
            self._read[path] = SourceText(b"", text, text), problems
        return self._read[path]
