"""The place of the cursor in front matter that is still being written.

Lines and their indentation tell enough: the fields around the cursor, and whether the name of a
field or its value is being written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

RE_EDGE = re.compile(r"(?:---|\.\.\.)\s*")
RE_LINE = re.compile(r"(?P<indent>\s*(?:-\s+)*)(?:(?P<key>[\w.-]+):(?:\s+|$))?(?P<value>.*)")
RE_FLOW_KEY = re.compile(r"\s*([\w.-]+)\s*:\s*(.*)", re.DOTALL)
RE_STATED = re.compile(r"(?:^|[{,])\s*([\w.-]+)\s*:")


class CursorContext(NamedTuple):
    """What is being written."""

    path: tuple[str, ...]
    """The names of the fields around it, the outermost first."""
    value: bool
    """Whether it is the value of the last of them; else it is the name of a field in there."""
    typed: str
    """The text before the cursor."""
    stated: frozenset[str] = frozenset()
    """The other fields of the same group."""


def front_matter(lines: Sequence[str]) -> range:
    """Return the numbers of the lines of front matter, without the lines ``---``."""
    start = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    if start == len(lines) or lines[start].rstrip() != "---":
        return range(0)
    for end in range(start + 1, len(lines)):
        if RE_EDGE.fullmatch(lines[end]):
            return range(start + 1, end)
    return range(start + 1, len(lines))


def spot_at(lines: Sequence[str], line: int, column: int) -> CursorContext | None:
    """Return what is being written at a place of front matter; line and column count from 0.

    >>> spot_at(["---", "name: A", "links:", "  home", "---"], 3, 6)
    Spot(path=('links',), value=False, typed='home', stated=frozenset())
    >>> spot_at(["---", "role: ph", "---"], 1, 8)[:3]
    (('role',), True, 'ph')
    """
    inside = front_matter(lines)
    if line not in inside:
        return None
    found = RE_LINE.fullmatch(lines[line][:column])
    if not found:
        return None
    depth = len(found["indent"].expandtabs(2))
    above = _above(lines, inside, line, depth)
    if found["key"]:
        above = (*above, found["key"])
    flow = _in_flow(found["value"])
    if flow:
        return CursorContext((*above, *flow.path), flow.value, flow.typed, flow.stated)
    if found["key"] or (found["value"] and found["value"][0] in "\"'"):
        return CursorContext(above, value=True, typed=found["value"])
    return CursorContext(
        above, value=False, typed=found["value"], stated=_beside(lines, inside, line, depth)
    )


def _above(lines: Sequence[str], inside: range, line: int, depth: int) -> tuple[str, ...]:
    """Return the names of the fields that lines above open, the outermost first."""
    names: list[str] = []
    for at in range(line - 1, inside.start - 1, -1):
        found = RE_LINE.fullmatch(lines[at])
        if not lines[at].strip() or not found or not found["key"]:
            continue
        here = len(found["indent"].expandtabs(2))
        if here < depth:
            names.insert(0, found["key"])
            depth = here
    return tuple(names)


def _beside(lines: Sequence[str], inside: range, line: int, depth: int) -> frozenset[str]:
    """Return the names of the fields of the group that a line is in."""
    names = set()
    for step in (-1, 1):
        at = line if step < 0 else line + 1
        while at in inside:
            found = RE_LINE.fullmatch(lines[at])
            here = len(found["indent"].expandtabs(2)) if found else 0
            begins = bool(found and "-" in found["indent"] and here == depth)
            if lines[at].strip() and (here < depth or (begins and step > 0)):
                break
            if found and found["key"] and here == depth:
                names.add(found["key"])
            if begins:
                break
            at += step
    return frozenset(names)


def _in_flow(text: str) -> CursorContext | None:
    """Return what is being written between brackets that are still open in a value.

    >>> _in_flow("{name: A, person: a")
    Spot(path=('person',), value=True, typed='a', stated=frozenset({'name'}))
    >>> _in_flow("[a, b"), _in_flow("[a]")
    (Spot(path=(), value=True, typed='b', stated=frozenset()), None)
    """
    frames: list[tuple[str, int]] = []
    starts: list[int] = []
    path: list[tuple[str, ...]] = []
    quote = ""
    for at, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'" and (not text[:at].strip() or text[:at].rstrip()[-1] in "{[,:"):
            quote = char
        elif char in "{[":
            inner = RE_FLOW_KEY.match(text, starts[-1], at) if starts else None
            path.append((inner[1],) if inner and frames[-1][0] == "{" else ())
            frames.append((char, at + 1))
            starts.append(at + 1)
        elif char in "}]" and frames:
            del frames[-1], starts[-1], path[-1]
        elif char == "," and frames:
            starts[-1] = at + 1
    if not frames:
        return None
    names = tuple(name for names in path for name in names)
    typed = text[starts[-1] :].lstrip()
    if frames[-1][0] == "[":
        return CursorContext(names, value=True, typed=typed)
    stated = frozenset(RE_STATED.findall(text[frames[-1][1] - 1 : starts[-1]]))
    found = RE_FLOW_KEY.fullmatch(typed)
    if found:
        return CursorContext((*names, found[1]), value=True, typed=found[2], stated=stated)
    return CursorContext(names, value=False, typed=typed, stated=stated)
