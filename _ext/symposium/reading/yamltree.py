"""YAML as a tree of text in which every node has its place.

Values stay as typed (``7:10``, ``no`` and ``2021-05-17`` are text; the schema of a field gives
them a meaning), so that the types of YAML 1.1 do no harm. Anchors, aliases and tags are refused,
depth is bounded, and a syntax error costs no more than the field it is in.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import yaml

from symposium.fields import yaml_repair
from symposium.fields.field_types import ListNode, MapNode, Node, Scalar
from symposium.model.problems import Code, Edit, Place, Problem

MAX_DEPTH = 20
MAX_REPAIRS = 20
"""Attempts to repair one field; each reads the field again."""
MAX_PROBLEMS = 100
"""Problems of one file that are kept."""

LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""The C parser is fifteen times faster; it is missing where PyYAML was built without libyaml."""
ENDS = (yaml.MappingEndEvent, yaml.SequenceEndEvent)

RE_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")
"""Characters that YAML forbids, among them halves of surrogate pairs and stray byte order marks."""
RE_ESCAPED = re.compile("[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
"""Characters that YAML allows as escapes in double quotes, and that no page may hold."""
RE_OTHER_BREAK = re.compile("[\x85\u2028\u2029]")
"""Line breaks for YAML, but not for editors: they would shift every line number after them."""
RE_FIELD = re.compile(r"[^\s#\-\[\]{}\"'][^:\s]*[ \t]*:|\"[^\"]*\"[ \t]*:|'[^']*'[ \t]*:")
RE_NO_SPACE = re.compile(r"(\w[\w.-]*):(\S.*)", re.DOTALL)


class _RefusedError(Exception):
    """The tree is too deep to be built."""


class _Builder:
    """Turns YAML text into a tree and collects the problems on the way."""

    def __init__(self, path: str, first_line: int) -> None:
        self.path = path
        self.first_line = first_line
        self.problems: list[Problem] = []
        self.has_refused = False

    def report(
        self, code: Code, line: int, column: int, message: str, hint: str = "", *edits: Edit
    ) -> None:
        """Add a problem; ``line`` and ``column`` are those of the file."""
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(
                Problem(code, message, Place(self.path, line, column), hint, edits)
            )

    def forget(self, count: int) -> None:
        """Remove all problems but the first ``count``: the text will be read again."""
        del self.problems[count:]
        self.has_refused = any(problem.code is Code.YAML_ALIAS for problem in self.problems)

    def build(self, text: str, offset: int = 0) -> Node | None:
        """Return the tree of ``text``, which begins ``offset`` lines below the first line.

        Raises:
            yaml.MarkedYAMLError: if ``text`` is not YAML.
            _RefusedError: if the tree is too deep.
        """
        base = self.first_line + offset
        loader = LOADER(text)
        next_event: Callable[[], Any] = loader.get_event
        tree = None
        try:
            while (kind := type(event := next_event())) is not yaml.StreamEndEvent:
                if issubclass(kind, yaml.NodeEvent):
                    tree = tree or self._node(event, next_event, base)
                elif tree and kind is yaml.DocumentStartEvent:
                    self.report(
                        Code.YAML_SYNTAX, base + event.start_mark.line, 1,
                        "A line that begins with --- ends the front matter",
                        "put a value that begins with --- in quotes",
                    )  # fmt: skip
        finally:
            loader.dispose()
        return tree

    def _node(self, event: Any, following: Callable[[], Any], base: int, depth: int = 1) -> Node:
        """Return the node that begins with ``event``; ``following`` yields the events inside."""
        kind, mark = type(event), event.start_mark
        line, column = base + mark.line, mark.column + 1
        if kind is yaml.AliasEvent:
            self._refuse("*", line, column)
            return Scalar(f"*{event.anchor}", line, column)
        if event.anchor or event.tag:
            self._refuse("&" if event.anchor else "!", line, column)
        if kind is yaml.ScalarEvent:
            text = event.value
            if event.style == '"' and (match := RE_ESCAPED.search(text)):
                self.report_character(match[0], line, column)
                text = RE_ESCAPED.sub(" ", text)
            return Scalar(text, line, column, not event.style)
        if depth > MAX_DEPTH:
            message = f"The front matter is nested deeper than {MAX_DEPTH} levels"
            self.report(Code.YAML_TOO_LARGE, line, column, message)
            raise _RefusedError
        children = []
        while type(inner := following()) not in ENDS:
            children.append(self._node(inner, following, base, depth + 1))
        if kind is yaml.SequenceStartEvent:
            return ListNode(tuple(children), line, column)
        return self._map(children, line, column, flow=event.flow_style)

    def report_character(self, character: str, line: int, column: int) -> None:
        """Report a character that no page may hold."""
        message = f"The character U+{ord(character):04X} is not allowed in front matter"
        self.report(Code.YAML_SYNTAX, line, column, message, "remove it")

    def _refuse(self, sign: str, line: int, column: int) -> None:
        """Report an anchor, alias or tag, once per file."""
        if not self.has_refused:
            self.has_refused = True
            what = {"*": "An alias", "&": "An anchor", "!": "A tag"}[sign]
            self.report(
                Code.YAML_ALIAS, line, column, f"{what} is not accepted here",
                f"if the value is text that begins with {sign}, put it in quotes",
            )  # fmt: skip

    def _map(self, children: list[Node], line: int, column: int, *, flow: bool) -> MapNode:
        pairs = zip(children[::2], children[1::2], strict=True)
        entries: list[tuple[Scalar, Node]] = []
        for key, value in pairs:
            if not isinstance(key, Scalar):
                self.report(
                    Code.YAML_SYNTAX, key.line, key.column, "The name of a field must be text",
                    "put a value that begins with a bracket in quotes",
                )  # fmt: skip
            elif not (flow and self._is_split_by_comma(key, value, entries)):
                entries.append((key, value))
        return MapNode(self.unique(entries), line, column)

    def _is_split_by_comma(
        self, key: Scalar, value: Node, entries: list[tuple[Scalar, Node]]
    ) -> bool:
        """Repair and report ``{title: A, B and C}``, where YAML sees a field ``B and C``."""
        lone = isinstance(value, Scalar) and value.is_null and value.line == key.line
        if not (lone and key.plain and value.column <= key.column + len(key.text) and entries):
            return False
        before, text = entries[-1]
        if not isinstance(text, Scalar) or len(text.text) > 1_000:
            return False
        joined = f"{text.text}, {key.text}"
        self.report(
            Code.YAML_SYNTAX, key.line, key.column,
            "A comma between { and } begins a field, "
            f"and {yaml_repair.shown(key.text)} has no value",
            f"put the value in quotes: {before.text}: "
            f"{yaml_repair.quoted(yaml_repair.shortened(joined, 100))}",
        )  # fmt: skip
        entries[-1] = (before, text._replace(text=joined))
        return True

    def unique(self, entries: list[tuple[Scalar, Node]]) -> tuple[tuple[Scalar, Node], ...]:
        """Return the first entry of every name; report the others."""
        if len({key.text for key, _ in entries}) == len(entries):
            return tuple(entries)
        first: dict[str, tuple[Scalar, Node]] = {}
        for key, value in entries:
            earlier = first.setdefault(key.text, (key, value))[0]
            if earlier is not key:
                self.report(
                    Code.YAML_DUPLICATE_KEY, key.line, key.column,
                    f"The field {yaml_repair.shown(key.text)} is repeated",
                    f"line {earlier.line} has it already, and that value is used",
                )  # fmt: skip
        return tuple(first.values())

    def salvage(self, text: str) -> Node | None:
        """Return the fields of ``text``, read one by one; report faulty ones."""
        entries: list[tuple[Scalar, Node]] = []
        for offset, lines in _fields(text.split("\n")):
            tree = self._mended(lines, offset)
            if isinstance(tree, MapNode):
                entries += tree.entries
            elif isinstance(tree, Scalar):
                entries += self.as_map(tree).entries
            elif tree is None and (match := RE_FIELD.match(lines[0])):
                name = match[0].rstrip(": \t").strip("\"'")
                line = self.first_line + offset
                broken = Scalar("", line, match.end() + 1, broken=True)
                entries.append((Scalar(name, line, 1), broken))
        return MapNode(self.unique(entries), self.first_line, 1)

    def _mended(self, lines: list[str], offset: int) -> Node | None:
        """Return the tree of one field, with usual mistakes in its lines repaired.

        A line that cannot be repaired is removed, and faults that follow from it are not reported.
        """
        lines, mended, silent = list(lines), set[int](), False
        repairs: list[tuple[int, Edit]] = []
        for _ in range(MAX_REPAIRS):
            reported = len(self.problems)
            try:
                tree = self.build("\n".join(lines), offset)
            except _RefusedError:
                return None
            except yaml.MarkedYAMLError as error:
                self.forget(reported)
                slip = yaml_repair.explain(error, lines)
                if not silent and slip.line not in mended:
                    line = self.first_line + offset + slip.line
                    if slip.certain and len(self.problems) < MAX_PROBLEMS:
                        edit = slip.edit(Place(self.path, line), lines[slip.line])
                        repairs.append((len(self.problems), edit))
                    self.report(Code.YAML_SYNTAX, line, slip.column + 1, slip.message, slip.hint)
                better = None if slip.line in mended else slip.mended
                if slip.line == 0 and better is None:
                    return None
                mended.add(slip.line)
                silent = silent or better is None
                lines[slip.line] = better or ""
            else:
                # Edits are offered only if all repairs were certain.
                if len(repairs) == len(mended) and not silent:
                    for index, edit in repairs:
                        self.problems[index] = replace(self.problems[index], edits=(edit,))
                return tree
        return None

    def as_map(self, tree: Node) -> MapNode:
        """Return ``tree`` as a group of fields; report and repair anything else."""
        if isinstance(tree, MapNode):
            return tree
        match = isinstance(tree, Scalar) and RE_NO_SPACE.fullmatch(tree.text)
        if isinstance(tree, Scalar) and match:
            name, value = match.groups()
            space = Edit(Place(self.path, tree.line, tree.column), f"{name}:", f"{name}: ")
            self.report(
                Code.YAML_SYNTAX, tree.line, tree.column + len(name),
                "A space is missing after the colon",
                f"write {name}: {yaml_repair.shortened(value)}",
                *(() if value.startswith("//") else (space,)),
            )  # fmt: skip
            key = Scalar(name, tree.line, tree.column)
            place = tree.column + len(name) + 1
            return MapNode(((key, Scalar(value, tree.line, place, broken=True)),), 1, 1)
        what = "A list" if isinstance(tree, ListNode) else yaml_repair.shown(tree.text)
        self.report(
            Code.YAML_SYNTAX, tree.line, tree.column, f"{what} is not a field",
            "write the name of the field, a colon, a space and its value",
        )  # fmt: skip
        return MapNode((), tree.line, tree.column)


def compose(text: str, path: str, first_line: int = 1) -> tuple[MapNode | None, list[Problem]]:
    """Return the fields in ``text``, ``None`` if there are none, and the problems met.

    ``first_line`` is the line of the file in which ``text`` begins.
    """
    builder = _Builder(path, first_line)
    text = RE_OTHER_BREAK.sub(" ", text)
    if match := RE_UNPRINTABLE.search(text):
        line = text.count("\n", 0, match.start())
        column = match.start() - text.rfind("\n", 0, match.start())
        builder.report_character(match[0], first_line + line, column)
        text = RE_UNPRINTABLE.sub(" ", text)
    reported = len(builder.problems)
    try:
        tree = builder.build(text)
    except _RefusedError:
        return None, builder.problems
    except yaml.MarkedYAMLError:
        builder.forget(reported)
        tree = builder.salvage(text)
    if tree is None or (isinstance(tree, Scalar) and tree.is_null):
        return None, builder.problems
    return builder.as_map(tree), builder.problems


def _fields(lines: list[str]) -> list[tuple[int, list[str]]]:
    """Split the lines of front matter into fields; each part has the index of its first line."""
    lines = [line if line.strip() else "" for line in lines]
    starts = [index for index, line in enumerate(lines) if RE_FIELD.match(line)]
    if any(lines[: starts[0] if starts else None]):
        starts = sorted({0, *starts})
    ends = [*starts[1:], len(lines)]
    return [(start, lines[start:end]) for start, end in zip(starts, ends, strict=False)]
