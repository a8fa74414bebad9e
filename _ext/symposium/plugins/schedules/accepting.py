"""What our own reader would refuse is left out of a file before it is written, and told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from symposium.fields.yaml_writing import Value, document
from symposium.kinds import BY_NAME
from symposium.kinds.kind import Page
from symposium.merging.positions import Group, Leaf, Spanned, spanned
from symposium.model.problems import Code, Problem, Severity
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
        problems, group = _read(wanted, text)
        if not problems:
            break
        ways = {_way(group, text, one): one for one in problems}
        # From the end, so that places in lists stay what they are.
        for way in sorted(ways, key=lambda one: [str(step).rjust(9, "0") for step in one],
                          reverse=True):  # fmt: skip
            what = _leave(fields, way)
            found.setdefault(what, Finding(wanted.origin, what, ways[way].message))
    return text, [*found.values()]


def _read(wanted: Document, text: str) -> tuple[list[Problem], Group]:
    tree, parts, problems = read(text, wanted.path)
    page = Page(wanted.path, "x", parts.body, "x" if wanted.kind == "talk" else None)
    more = BY_NAME[wanted.kind].read(tree, page)[1] if tree else []
    every = [one for one in (*problems, *more) if one.severity >= Severity.WARNING]
    large = any(one.code is Code.YAML_TOO_LARGE for one in every)
    return every, Group((), 0, 0, flow=False) if large else spanned(parts.text, len("---\n"))


def _way(group: Group, text: str, problem: Problem) -> Path:
    """Return the names and numbers that lead to the value which a problem is about."""
    lines = text.split("\n")[: problem.place.line - 1]
    at = sum(len(line) + 1 for line in lines) + problem.place.column - 1
    way: list[str | int] = []
    node: Spanned = group
    while not isinstance(node, Leaf):
        inside: list[tuple[str | int, int, Spanned]] = (
            [(one.key, one.start, one.value) for one in node.entries]
            if isinstance(node, Group)
            else [(index, one.start, one) for index, one in enumerate(node.items)]
        )
        step = next((one for one in reversed(inside) if one[1] <= at <= one[2].end), None)
        if step is None:
            break
        way.append(step[0])
        node = step[2]
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
