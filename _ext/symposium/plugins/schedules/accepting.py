"""What our own reader would refuse is left out of a file before it is written, and told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from symposium.fields.nodes import ListNode, MapNode, Node
from symposium.fields.yaml_writing import Value, document
from symposium.kinds import BY_NAME
from symposium.kinds.kind import Page
from symposium.model.problems import Code, Place, Problem, Severity
from symposium.plugins.schedules.reading.values import Finding, Path
from symposium.reading.frontmatter import read

MAX_ROUNDS = 50
"""How often a file is read again: what is left out may uncover something else."""


class Document(NamedTuple):
    """A file that is to be written."""

    kind: str
    path: str
    fields: dict[str, Any]
    texts: tuple[str, ...] = ()
    origin: Path = ()
    """Where in the schedule it comes from."""


def accepted(wanted: Document) -> tuple[str, list[Finding]]:
    """Return the text of a file that our reader accepts, and what was left out for that."""
    fields = {name: value for name, value in wanted.fields.items() if value}
    found: dict[str, Finding] = {}
    for _ in range(MAX_ROUNDS):
        text = document(fields, wanted.texts)
        problems, tree = _read(wanted, text)
        if not problems:
            break
        ways = {_way(tree, one.place): one for one in problems}
        # From the end, so that places in lists stay what they are.
        for way in sorted(ways, key=lambda one: [str(step).rjust(9, "0") for step in one],
                          reverse=True):  # fmt: skip
            what = _leave(fields, way)
            found.setdefault(what, Finding(wanted.origin, what, ways[way].message))
    return text, [*found.values()]


def _read(wanted: Document, text: str) -> tuple[list[Problem], MapNode | None]:
    tree, parts, problems = read(text, wanted.path)
    page = Page(wanted.path, "x", parts.body, "x" if wanted.kind == "talk" else None)
    more = BY_NAME[wanted.kind].read(tree, page)[1] if tree else []
    every = [one for one in (*problems, *more) if one.severity >= Severity.WARNING]
    return every, None if any(one.code is Code.YAML_TOO_LARGE for one in every) else tree


def _way(tree: MapNode | None, place: Place) -> Path:
    """Return the names and numbers that lead to the value which a problem is about."""
    way: list[str | int] = []
    node: Node | None = tree
    while isinstance(node, MapNode | ListNode):
        inside: list[tuple[str | int, int, int, Node]] = (
            [(key.text, key.line, key.column, value) for key, value in node.entries]
            if isinstance(node, MapNode)
            else [(number, one.line, one.column, one) for number, one in enumerate(node.items)]
        )
        before = [one for one in inside if one[1:3] <= (place.line, place.column)]
        if not before:
            break
        way.append(before[-1][0])
        node = before[-1][3]
    return tuple(way)


def _leave(fields: dict[str, Any], way: Path) -> str:
    """Take a value out of fields; return what to say of it."""
    if not way:
        return _shorten(fields)
    if way[0] == "title":
        fields["title"] = " ".join(str(fields["title"]).split())[:200] if len(
            fields["title"]) > 200 else "Without a title"  # fmt: skip
        return "the title is written otherwise"
    inside: Any = fields
    for step in way[:-1]:
        inside = inside[step]
    name = ".".join(str(one) for one in way if isinstance(one, str))
    known = way[-1] in inside if isinstance(inside, Mapping) else way[-1] < len(inside)  # type: ignore[operator]
    if known:
        del inside[way[-1]]
    if not inside:
        fields.pop(str(way[0]), None)
    return f"`{name}` is left out"


def _shorten(fields: dict[str, Any]) -> str:
    """Take the second half of the longest field away: a file must not be too large."""
    longest = max(fields, key=lambda name: len(repr(fields[name])))
    value: Value = fields[longest]
    half = len(value) // 2
    if isinstance(value, Mapping):
        fields[longest] = dict([*value.items()][:half])
    else:
        fields[longest] = value[:half]
    return f"the second half of `{longest}` is left out"
