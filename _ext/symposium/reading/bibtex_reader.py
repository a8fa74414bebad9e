r"""A reader of ``.bib`` files: text to raw entries, each with its place, and nothing lost.

Well-formed entries, nearly all of them, are read by a few regular expressions; the others by the
careful reader of `symposium.reading.bibtex_repair`, which repairs or reports. An entry ends at the
latest where a line begins with ``@word{``. So one unclosed brace damages one entry, never the rest
of the file, and reading takes linear time.

As in BibTeX, text between entries is ignored, ``@string`` abbreviations are case-insensitive and
defined before their use, and braces count even after a backslash. As in biber, an ``@comment``
is skipped with its braces, and ``%`` before an ``@`` on a line outside of entries comments it out.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from symposium.model.dates import MONTHS
from symposium.model.encodings import with_line_feeds
from symposium.model.names import RE_BRACE
from symposium.model.problems import Code, Place, Problem
from symposium.reading.bibtex_repair import MAX_EXPANDED, MAX_FIELDS, Careful

GROUP = r"\{([^{}]*+(?:\{[^{}]*+(?:\{[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*+\}[^{}]*+)*+\}[^{}]*+)*+)\}"
"""A value in braces with up to three levels inside, matched without backtracking."""

RE_HEAD = re.compile(r"@[ \t]*([^\W\d][\w-]*)\s*([{(])")
RE_KEY = re.compile(r"\s*([^\s,{}()=\"#%~\\]+)\s*,")
RE_FIELD = re.compile(
    r"\s*([A-Za-z][^\s\"#%'(),={}]*)\s*=\s*"
    rf"(?:{GROUP}|(\d+)|\"([^\"{{}}\\]*)\"|([A-Za-z][^\s\"#%'(),={{}}]*))\s*(,?)\s*(\}}?)"
)
RE_LIKELY = re.compile(r"\s*[^\s,{}()=\"]+\s*,\s*(?:[A-Za-z][^\s\"#%'(),={}]*\s*=|[})])")
RE_START = re.compile(r"\n[ \t]*@[ \t]*[^\W\d][\w-]*\s*(?:\{|\((?=\s*[^\s,()=@][^\s,()=]*\s*[,=]))")
"""The certain beginning of an entry, after a line feed: an open brace does no damage beyond it."""

PREDEFINED = {month[:3]: month.capitalize() for month in MONTHS}
"""Abbreviations of the months, as every BibTeX style defines them."""


class RawEntry(NamedTuple):
    """An entry as written in its file.

    ``fields`` are in the order of the file, repeated ones too: names in lower case, values as
    LaTeX without their delimiters, abbreviations expanded. ``places`` are the 1-based line and
    column of each field.
    """

    type: str
    key: str
    fields: tuple[tuple[str, str], ...]
    place: Place
    places: tuple[tuple[int, int], ...] = ()

    def values(self) -> dict[str, str]:
        """Return the values of the fields by name; of a repeated field the first."""
        values = dict(self.fields)
        return values if len(values) == len(self.fields) else dict(reversed(self.fields))


def parse(text: str, path: str) -> tuple[list[RawEntry], list[Problem]]:
    """Return the entries of a ``.bib`` file and the problems in it.

    Of two entries with one cite key the first is returned and the second is reported.
    """
    reader = Reader(with_line_feeds(text), path)
    reader.run()
    first: dict[str, RawEntry] = {}
    for entry in reader.entries:
        other = first.setdefault(entry.key, entry)
        if other is not entry:
            reader.problems.append(duplicate(entry.key, other.place.line, entry.place))
    return list(first.values()), reader.problems


def duplicate(key: str, line: int, place: Place) -> Problem:
    """Return the problem of an entry with the key of an earlier one, in ``line`` of its file."""
    message = f'The key "{key}" is already in line {line}; this entry is left out'
    hint = "give one of them another key, or remove it"
    return Problem(Code.BIB_DUPLICATE_KEY, message, place, hint)


class Reader:
    """The state of reading one text.

    ``strings`` are abbreviations defined before the text, ``defined`` those defined in it.
    ``unclosed`` is true after a comment that did not close.
    """

    def __init__(self, text: str, path: str, strings: Mapping[str, str] = PREDEFINED) -> None:
        self.text = text
        self.path = path
        self.entries: list[RawEntry] = []
        self.problems: list[Problem] = []
        self.strings = strings
        self.defined: dict[str, str] = {}
        self.unclosed = False
        self.line = 1
        self.line_start = self.position = 0
        starts = RE_START.finditer(text) if text.count("@") > 1 else ()
        self.starts = [*(match.start() + 1 for match in starts), len(text)]

    def run(self) -> None:
        """Read the whole text."""
        position = 0
        while head := RE_HEAD.search(self.text, position):
            position = self.block(head, position)

    def block(self, head: re.Match[str], position: int) -> int:
        """Read the block at ``head``, the first after ``position``; return its end."""
        start, kind = head.start(), head[1].lower()
        line = self.text[max(self.text.rfind("\n", position, start) + 1, position) : start]
        if "%" in line:
            return head.end()
        if kind == "comment":
            return self.comment(head)
        limit = self.starts[bisect_right(self.starts, start)]
        if kind not in {"string", "preamble"}:
            end = self.well_formed(head, limit) if head[2] == "{" else 0
            if end:
                return end
            before = line.rstrip()
            if before and before[-1] not in "})" and not RE_LIKELY.match(self.text, head.end()):
                return head.end()  # "write to me@home (Zurich)": text between entries
        careful = Careful(self.text, head, limit, self.expansion)
        end = careful.read()
        for problem in careful.problems:
            self.report(*problem)
        for entry in careful.entries:
            self.add(head, *entry)
        self.defined |= careful.defined
        return end

    def comment(self, head: re.Match[str]) -> int:
        """Return the end of a comment in braces; one that does not close ends at its head."""
        if head[2] == "{" and not self.unclosed:
            depth = 1
            for brace in RE_BRACE.finditer(self.text, head.end()):
                depth += 1 if brace[0] == "{" else -1
                if not depth:
                    return brace.end()
            self.unclosed = True
        return head.end()

    def well_formed(self, head: re.Match[str], limit: int) -> int:
        """Read a faultless entry; return its end, or 0 to leave it to the careful reader."""
        text = self.text
        key_match = RE_KEY.match(text, head.end(), limit)
        if not key_match:
            return 0
        key, match = key_match[1], RE_FIELD.match
        fields: list[tuple[str, str]] = []
        offsets: list[int] = []
        position, left = key_match.end(), MAX_EXPANDED
        while field := match(text, position, limit):
            name, braced, number, quoted, macro, comma, close = field.groups()
            if macro is not None:
                value = self.expansion(macro)
                if value is None or (left := left - len(value)) < 0:
                    return 0
            else:
                value = braced if braced is not None else number or quoted or ""
            fields.append((name.lower(), value))
            offsets.append(field.start(1))
            position = field.end()
            if close:
                self.add(head, key, fields, offsets)
                return position
            if not comma or len(fields) > MAX_FIELDS:
                return 0
        return 0

    def expansion(self, name: str) -> str | None:
        """Return the text of an abbreviation."""
        name = name.lower()
        return self.defined.get(name, self.strings.get(name))

    def add(
        self, head: re.Match[str], key: str, fields: list[tuple[str, str]], offsets: list[int]
    ) -> None:
        """Add an entry; ``offsets`` are those of its fields."""
        first, *places = self.lines_and_columns([head.start(), *offsets])
        place = Place(self.path, *first)
        self.entries.append(RawEntry(head[1].lower(), key, tuple(fields), place, tuple(places)))

    def lines_and_columns(self, offsets: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Yield the 1-based lines and columns of offsets; fast near the last one asked for."""
        text, position = self.text, self.position
        for offset in offsets:
            if offset < position:
                if lines := text.count("\n", offset, position):
                    self.line -= lines
                    self.line_start = text.rfind("\n", 0, offset) + 1
            elif lines := text.count("\n", position, offset):
                self.line += lines
                self.line_start = text.rfind("\n", position, offset) + 1
            position = self.position = offset
            yield self.line, offset - self.line_start + 1

    def report(self, code: Code, message: str, offset: int, hint: str = "") -> None:
        """Add a problem at an offset."""
        ((line, column),) = self.lines_and_columns([offset])
        self.problems.append(Problem(code, message, Place(self.path, line, column), hint))
