"""Known directives and roles, and the parts of a directive."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import dedent

from symposium.kinds import BY_NAME

CITATIONS = frozenset({
    "cite",
    *(f"cite:{name}" for name in (
        "alp", "alps", "author", "authorpar", "authorpars", "authors", "cauthor", "cauthors",
        "ct", "cts", "empty", "label", "labelpar", "p", "ps", "t", "ts", "year", "yearpar",
    )),
})  # fmt: skip
"""Roles that cite, with text before and after a key."""

FOOT_CITATIONS = frozenset(
    {"footcite", *(f"footcite:{name}" for name in ("ct", "cts", "p", "ps", "t", "ts"))}
)
"""Roles that cite in a footnote."""


def kind_of_role(role: str) -> str | None:
    """Return the kind of the record that a role names.

    >>> kind_of_role("person"), kind_of_role("kb:talk"), kind_of_role("ref")
    ('person', 'talk', None)
    """
    name = role.removeprefix("kb:")
    return name if name in BY_NAME else None


RE_COMMENT = re.compile(r"\s#.*")
"""A comment behind the plain value of an option."""
RE_QUOTED = re.compile(
    r"(?:'(?P<single>(?:[^']|'')*)'|\"(?P<double>(?:[^\"\\]|\\.)*)\")(?:\s+#.*)?", re.DOTALL
)
"""A whole value in quotes."""
RE_ESCAPED = re.compile(r"\\([\"\\/])")
RE_SCALAR = re.compile(r"[|>][-+]?(?:\s|$)")
"""Begins a value that stands on the lines below."""
QUOTES = ('"', "'", "|", ">")
"""Begin values of options in which no comment can stand."""

BADGE_COLOURS = ("", "primary", "secondary", "success", "info", "warning", "danger", "light",
                 "muted", "dark", "black", "white")  # fmt: skip
BADGES = frozenset(
    "-".join(filter(None, ("bdg", how, colour, line)))
    for how in ("", "link", "ref")
    for colour in BADGE_COLOURS
    for line in (("", "line") if colour else ("",))
)


@dataclass(frozen=True, slots=True)
class Shape:
    """How a directive is written."""

    argument: str = "?"
    """``1``: it must have one; ``?``: it may; ``-``: it has none."""
    content: str = "body"
    """``body``: Markdown; ``inline``: one paragraph of it; ``text``: not Markdown; ``-``: none."""
    options: frozenset[str] = frozenset()
    known: bool = True
    """Whether all of it is known."""

    @property
    def has_options(self) -> bool:
        """Whether a first line ``:name: value`` is an option of it."""
        return bool(self.options) or not self.known


OTHER = Shape(known=False)


@cache
def directives() -> dict[str, Shape]:
    """Return the directives that are known, by name."""
    found = {}
    for name, argument, content, *options in map(str.split, _lines("directives.txt")):
        known = options != ["*"]
        found[name] = Shape(argument, content, frozenset(options if known else ()), known)
    return found


def roles() -> frozenset[str]:
    """Return the names of the roles that are known."""
    return _plain_roles().union(BY_NAME, (f"kb:{kind}" for kind in BY_NAME))


@cache
def _plain_roles() -> frozenset[str]:
    plain = {name for line in _lines("roles.txt") for name in line.split()}
    return frozenset(plain | BADGES | CITATIONS | FOOT_CITATIONS)


def _lines(name: str) -> list[str]:
    text = Path(__file__).with_name(name).read_text("utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]


def shape_of(name: str) -> Shape:
    """Return how a directive is written, whatever its name."""
    return directives().get(name.lower(), OTHER)


def describes_program(name: str) -> bool:
    """Tell whether a directive describes a part of a program."""
    shape = directives().get(name.lower())
    return shape is not None and not shape.known


@dataclass(frozen=True, slots=True)
class DirectiveParts:
    """What stands in a fence, taken apart."""

    argument: str
    options: dict[str, str]
    option_lines: dict[str, int]
    """Where each option stands: lines below the opening line."""
    body: str
    offset: int
    """Lines from the opening line to the first line of the body."""
    plain: bool
    """Whether the options are plain lines, so that all of them are known."""
    twice: dict[str, int]
    """The options that stand there again, with the last line of each."""


def take_apart(shape: Shape, first: str, content: str) -> DirectiveParts:
    r"""Return the parts of a directive, as MyST does.

    >>> parts = take_apart(shape_of("figure"), "files/a.png", ":alt: A\n\nText\n")
    >>> parts.argument, parts.options, parts.body, parts.offset
    ('files/a.png', {'alt': 'A'}, 'Text', 3)
    """
    lines = content.splitlines()
    options: dict[str, str] = {}
    places: dict[str, int] = {}
    twice: dict[str, int] = {}
    offset, plain = 1, True
    if shape.has_options and content.startswith("---"):
        end = next((i for i, line in enumerate(lines[1:], 1) if line.startswith("---")), len(lines))
        block = dedent("\n".join(lines[1:end])).splitlines()
        plain = _read_options(block, 2, options, places, twice)
        lines, offset = lines[end + 1 :], end + 2
    elif shape.has_options and content.lstrip().startswith(":"):
        end = next((i for i, line in enumerate(lines) if not is_option(line)), len(lines))
        block = [line.lstrip()[1:] for line in lines[:end]]
        plain = _read_options(block, 1, options, places, twice)
        lines, offset = lines[end:], end + 1
    argument = first
    if shape.argument == "-":
        argument = ""
        if first.strip():
            lines, offset = [first, *lines], offset - 1
    if lines and not lines[0].strip():
        lines, offset = lines[1:], offset + 1
    return DirectiveParts(argument, options, places, "\n".join(lines), offset, plain, twice)


def is_option(line: str) -> bool:
    """Tell whether a line is read as ``:name: value``; three colons begin a fence.

    >>> is_option(":alt: A"), is_option("::::{note}")
    (True, False)
    """
    line = line.lstrip()
    return line.startswith(":") and not line.startswith(":::")


def _read_options(
    block: list[str],
    first: int,
    options: dict[str, str],
    places: dict[str, int],
    twice: dict[str, int],
) -> bool:
    """Take in ``name: value`` lines; tell whether there was nothing else."""
    plain = True
    last = ""
    for number, line in enumerate(block, first):
        name, colon, value = line.partition(":")
        if line[:1].isspace() and last:
            options[last] = f"{options[last]} {line.strip()}".strip()
        elif colon and name.strip() and (not value or value[0].isspace()):
            last = name.strip()
            quoted = value.strip()[:1] in QUOTES
            options[last] = value.strip() if quoted else RE_COMMENT.sub("", value).strip()
            if last in places:
                twice[last] = number
            places[last] = number  # the last one counts
        elif line.strip() and not line.lstrip().startswith("#"):
            plain = False
    for name, value in options.items():
        options[name], is_closed = _unquoted(value)
        plain = plain and is_closed
    return plain


def _unquoted(value: str) -> tuple[str, bool]:
    r"""Return what the value of an option means, and whether a quote around it is closed.

    >>> _unquoted("'it''s'  # hers"), _unquoted(r'"say \"x\""'), _unquoted('"a" or "b"')
    (("it's", True), ('say "x"', True), ('"a" or "b"', True))
    >>> _unquoted("> two lines"), _unquoted('"a')
    (('two lines', True), ('"a', False))
    """
    if found := RE_QUOTED.fullmatch(value):
        if found["single"] is not None:
            return found["single"].replace("''", "'"), True
        return RE_ESCAPED.sub(r"\1", found["double"]), True
    if value[:1] in {'"', "'"}:
        return value, value.count(value[0]) % 2 == 0
    return RE_SCALAR.sub("", value, count=1), True
