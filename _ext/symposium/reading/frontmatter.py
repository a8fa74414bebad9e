"""Front matter: the fields between two lines ``---`` at the head of a Markdown file.

In pages that describe no record, only ``was`` and ``gone`` are read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from symposium.fields.compound_types import Field, ListOf
from symposium.fields.field_types import Log, MapNode, Scalar
from symposium.fields.link_types import PagePath
from symposium.kinds import BY_FOLDER
from symposium.kinds.kind import GONE, PASSED_ON
from symposium.model.encodings import with_line_feeds
from symposium.model.problems import Code, Place, Problem
from symposium.reading.yamltree import compose

MAX_SIZE = 1_000_000
"""Characters of front matter that are read."""

RE_OPENING = re.compile(r"\s*?^---[ \t]*\n", re.MULTILINE)
RE_CLOSING = re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE)
RE_CONFLICT = re.compile(r"(?ms)^<{7} [^\n]*\n(.*?)^(?:\|{7}.*?^)?={7}\n.*?^>{7} [^\n]*\n")
"""A conflict marked by git, and its first side; the common ancestor may follow that side."""


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The front matter and the body of a document, with line feeds as line ends."""

    text: str
    """The YAML, without the lines ``---``."""
    body: str
    """The Markdown below it."""
    first_line: int = 0
    """The line of the file in which ``text`` begins; 0 without front matter."""
    body_line: int = 1
    """The line of the file in which ``body`` begins."""
    closed: bool = True

    @property
    def exists(self) -> bool:
        """Whether the document has front matter."""
        return self.first_line > 0


def split(source: str) -> FrontMatter:
    r"""Split a document into front matter and body.

    A byte order mark and empty lines in front are tolerated. Without a closing line, the front
    matter ends before the first empty line.

    >>> split("---\ntitle: A\n---\nText\n")
    FrontMatter(text='title: A\n', body='Text\n', first_line=2, body_line=4, closed=True)
    """
    source = with_line_feeds(source)
    opening = RE_OPENING.match(source)
    if not opening:
        return FrontMatter("", source)
    first_line = source.count("\n", 0, opening.end()) + 1
    closing = RE_CLOSING.search(source, opening.end())
    if closing:
        end, after = closing.start(), min(closing.end() + 1, len(source))
    else:
        empty = re.compile(r"^[ \t]*$", re.MULTILINE).search(source, opening.end())
        end = after = empty.start() if empty else len(source)
    text = source[opening.end() : end]
    body_line = first_line + source.count("\n", opening.end(), after)
    return FrontMatter(text, source[after:], first_line, body_line, closed=bool(closing))


def read(source: str, path: str) -> tuple[MapNode | None, FrontMatter, list[Problem]]:
    """Return the fields of a document, its parts, and the problems met.

    Of an unresolved conflict that git has marked, the first side is read.
    """
    source = with_line_feeds(source)
    hint = "keep what is right, and remove the lines <<<<<<<, ======= and >>>>>>>"
    conflicts = [
        Problem(
            Code.YAML_SYNTAX, "A conflict of two versions is not settled",
            Place(path, source.count("\n", 0, conflict.start()) + 1, 1), hint,
        )
        for conflict in RE_CONFLICT.finditer(source)
    ]  # fmt: skip
    parts = split(RE_CONFLICT.sub(_first_side, source) if conflicts else source)
    first = Place(path, parts.first_line - 1, 1)
    if not parts.exists:
        return None, parts, conflicts
    if len(parts.text) > MAX_SIZE:
        message = f"The front matter is longer than {MAX_SIZE:,} characters"
        return None, parts, [*conflicts, Problem(Code.YAML_TOO_LARGE, message, first)]
    tree, problems = compose(parts.text, path, parts.first_line)
    if not parts.closed:
        # Its end is a guess, so problems that follow from the guess are not reported.
        message, hint = "The front matter is not closed", "put a line --- below its last field"
        problems = [Problem(Code.YAML_SYNTAX, message, first, hint)]
    return tree, parts, [*conflicts, *problems]


def _first_side(conflict: re.Match[str]) -> str:
    """Return the first side of a conflict, padded to the number of lines of the whole."""
    return f"\n{conflict[1]}" + "\n" * (conflict[0].count("\n") - conflict[1].count("\n") - 1)


def hide(source: str) -> str:
    r"""Return a document with its front matter replaced by as many empty lines.

    No Markdown parser finds front matter in the result: a first line ``---`` that opens none gets
    a space in front, which does not change its meaning.

    >>> hide("---\ntitle: A\n---\nText\n")
    '\n\n\nText\n'
    >>> hide("---\ntitle: A\n\nText\n")
    ' ---\ntitle: A\n\nText\n'
    """
    source = with_line_feeds(source)
    parts = split(source)
    if parts.exists and parts.closed:
        # A closing line that ends the file has no line break of its own.
        return "\n" * (source.count("\n") - parts.body.count("\n")) + parts.body
    return f" {source}" if source.startswith("---") else source


def passed_on(tree: MapNode | None) -> Mapping[str, bool | int]:
    """Return the fields for Sphinx or the theme; a switch that is off is left out."""
    values: dict[str, bool | int] = {}
    for key, value in tree.entries if tree else ():
        if key.text not in PASSED_ON or not isinstance(value, Scalar):
            continue
        text = value.text.strip().lower()
        if key.text == "tocdepth":
            if text.isascii() and text.isdigit() and len(text) < 3:
                values[key.text] = int(text)
        elif value.is_null or text == "true":
            values[key.text] = True
    return values


FIELDS = {
    "was": Field(ListOf(PagePath()), "Earlier pages, whose addresses redirect here: guide/start."),
    "gone": GONE,
}
"""The fields of pages that describe no record."""


class Address(NamedTuple):
    """The earlier paths of a page, and the reason why it is gone, if it is."""

    was: tuple[str, ...] = ()
    gone: str = ""


def address_of(tree: MapNode | None, path: str) -> tuple[Address, list[Problem]]:
    """Return the address fields of a page that describes no record; other fields are ignored."""
    log = Log(path)
    entries = tree.entries if tree else ()
    values = {
        key.text: value
        for key, item in entries
        if key.text in FIELDS
        and (value := FIELDS[key.text].type.read(item, key.text, log)) is not None
    }
    if "gone" in values and _is_index(path):
        message = "The list of a folder is always there: it cannot be gone"
        place = next(Place(path, key.line, key.column) for key, _ in entries if key.text == "gone")
        log.problems.append(Problem(Code.GONE_BUT_THERE, message, place, "remove gone:"))
        del values["gone"]
    return Address(**values), log.problems


def _is_index(path: str) -> bool:
    """Tell whether a page is the list of a folder, which every site has."""
    folder, _, name = path.rpartition("/")
    return name == "index.md" and (folder in BY_FOLDER or folder == "years")
