"""The exact place in a file of something that a rule has found in a record."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path

from symposium.model.encodings import decode_file
from symposium.model.gate import read_file
from symposium.model.problems import Code, Edit, Place, Problem

NEAR = 20_000
"""Characters after a place in which something is looked for: a long abstract, and more."""
RE_LINE_END = re.compile(r"\n")
RE_ASSIGNED = re.compile(r"[^\s\"#%'(),={}]+\s*=\s*[{\"]?")
"""What stands before the value of a field of BibTeX."""

Change = tuple[int, str, str]


class Texts:
    """The files of a project, as the readers see them: line ends are line feeds, without a mark."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._texts: dict[str, tuple[str, list[int]]] = {}
        self._problems: dict[str, list[Problem]] = {}

    def text_of(self, path: str) -> str:
        """Return the text of a file; an empty one if it cannot be read."""
        return self._known(path)[0]

    def problems_of(self, path: str) -> Sequence[Problem]:
        """Return what is wrong with the encoding of a file."""
        self._known(path)
        return self._problems[path]

    def offset(self, place: Place) -> int | None:
        """Return where a place is in the text of its file."""
        lines = self._known(place.path)[1]
        return lines[place.line - 1] + place.column - 1 if 1 <= place.line <= len(lines) else None

    def find(self, place: Place, text: str) -> Place | None:
        """Return where ``text`` first stands at or after a place, not far from it."""
        content, lines = self._known(place.path)
        if not text or not 1 <= place.line <= len(lines):
            return None
        start = lines[place.line - 1] + place.column - 1
        found = content.find(text, start, start + NEAR)
        return self.place_at(place.path, found) if found >= 0 else None

    def edits(self, place: Place, old: str, new: str) -> tuple[Edit, ...]:
        """Return the change of ``old``, at or after a place, into ``new``, if it is there."""
        found = self.find(place, old)
        return (Edit(found, old, new),) if found else ()

    def edits_of_field(self, place: Place, value: str, *changes: Change) -> tuple[Edit, ...]:
        """Return changes within the value of the BibTeX field at a place.

        A change is where it begins in the value, what stands there, and what it becomes. There
        are none if the file does not say ``value`` in one piece: it may come from an abbreviation.
        """
        content, lines = self._known(place.path)
        if not 1 <= place.line <= len(lines):
            return ()
        begin = RE_ASSIGNED.match(content, lines[place.line - 1] + place.column - 1)
        if not begin or not content.startswith(value, begin.end()):
            return ()
        if any(not value.startswith(old, at) for at, old, _ in changes):
            return ()
        start = begin.end()
        return tuple(
            [Edit(self.place_at(place.path, start + at), old, new) for at, old, new in changes]
        )

    def place_at(self, path: str, offset: int) -> Place:
        """Return the place of an offset in the text of a file."""
        lines = self._known(path)[1]
        line = bisect_right(lines, offset)
        return Place(path, line, offset - lines[line - 1] + 1)

    def _known(self, path: str) -> tuple[str, list[int]]:
        if path not in self._texts:
            try:
                data = read_file(self.root / path)
            except OSError:
                data = b""
            text, self._problems[path] = decode_file(data, path, Code.FILE_ENCODING)
            text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
            starts = [0, *(found.end() for found in RE_LINE_END.finditer(text))]
            self._texts[path] = text, starts
        return self._texts[path]
