"""Edits of lists and groups by position: what is not edited keeps its bytes."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from symposium.fields.yaml_writing import Value, field_of, item_of, key, scalar
from symposium.merging.positions import Group, Spanned
from symposium.merging.positions import Sequence as ListNode

Edit = tuple[int, int, str]
"""Where a change begins and ends, and what is there after it."""


class Member(NamedTuple):
    """An item of a list, or a field of a group: from its hyphen or name to its end."""

    start: int
    end: int
    value: Spanned


class Addition(NamedTuple):
    """What is put into a list or group; an item of a list has no name."""

    name: str | None
    value: Value


def members(text: str, node: ListNode | Group) -> list[Member]:
    """Return what is in a list or group, with the places of hyphens and names."""
    if isinstance(node, Group):
        return [Member(one.start, one.value.end, one.value) for one in node.entries]
    if node.flow:
        return [Member(one.start, one.end, one) for one in node.items]
    starts = [max(text.rfind("-", 0, one.start), 0) for one in node.items]
    return [Member(at, one.end, one) for at, one in zip(starts, node.items, strict=True)]


def flowing(value: Value) -> str:
    r"""Return a value as it is between brackets or braces.

    >>> flowing({"name": "A, B", "of": ["x", "y\nz"]})
    '{name: "A, B", of: [x, "y\\nz"]}'
    """
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key(name)}: {flowing(one)}' for name, one in value.items())}}}"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False) if "\n" in value else scalar(value, flow=True)
    return f"[{', '.join(map(flowing, value))}]"


def _replaced(text: str, member: Member, name: str | None, value: Value, *, flow: bool) -> Edit:
    """Return the edit that gives a member another value; ``name`` is that of its field."""
    node = member.value
    if flow or node.start == member.start:
        # An empty value is where its colon ends.
        space = " " * (node.start == node.end and text[node.start - 1 : node.start] == ":")
        return node.start, node.end, space + flowing(value)
    start = len(text[: node.start].rstrip())
    made = _block(text, member.start, Addition(name and "k", value))
    return start, node.end, made[2 if name else 1 :]


def _block(text: str, at: int, added: Addition) -> str:
    """Return the lines of an addition; all but the first are indented as what is at ``at``."""
    indent = " " * (at - (text.rfind("\n", 0, at) + 1))
    name, value = added
    lines = item_of(value) if name is None else field_of(name, value)
    return "\n".join([lines[0], *(f"{indent}{one}" if one else "" for one in lines[1:])])


def _flow(added: Addition) -> str:
    name, value = added
    return flowing(value) if name is None else f"{key(name)}: {flowing(value)}"


class Container:
    """A list or group of which members go, and to which others are added."""

    def __init__(self, text: str, node: ListNode | Group) -> None:
        self.text, self.node = text, node
        self.members = members(text, node)

    def extent(self, index: int) -> tuple[int, int]:
        """Return from where to where something goes if a member goes."""
        start, end, _ = self.members[index]
        if not self.node.flow:
            return start, self._line_end(end)
        before, after = self.members[:index], self.members[index + 1 :]
        return (
            before[-1].end if before else self.node.start,
            after[0].start if after else self.node.end,
        )

    def removals(self, gone: Collection[int]) -> Iterator[tuple[int, int]]:
        """Yield what is taken out with the members that go; if all go, the whole of them."""
        left = [index for index in range(len(self.members)) if index not in gone]
        if not left:
            if self.members:
                yield self.members[0].start, self.members[-1].end
            return
        for index in sorted(gone):
            one = self.members[index]
            after = next((n for n in left if n > index), None)
            if not self.node.flow and not self.text[self._line(one.start) : one.start].strip():
                yield self._line(one.start), min(self._line_end(one.end) + 1, len(self.text))
            elif after is not None:
                yield one.start, self.members[index + 1].start
            else:
                # All that stay are in front of it.
                yield (self.members[index - 1].end, one.end)

    def edits(
        self, gone: Collection[int], added: Mapping[int, Sequence[Addition]]
    ) -> Iterator[Edit]:
        """Yield the edits; ``added`` are what comes after each member that stays, or first (-1)."""
        every = [one for index in sorted(added) for one in added[index]]
        left = [index for index in range(len(self.members)) if index not in gone]
        if not left:
            yield from self._anew(every)
            return
        for start, end in self.removals(gone):
            yield start, end, ""
        for index in sorted(added):
            if self.node.flow:
                made = [_flow(one) for one in added[index]]
                if index < 0:
                    at = self.members[left[0]].start
                    yield at, at, "".join(f"{one}, " for one in made)
                else:
                    at = self.members[index].end
                    yield at, at, "".join(f", {one}" for one in made)
            else:
                yield self._lines(left[0] if index < 0 else index, added[index], first=index < 0)

    def _lines(self, index: int, added: Sequence[Addition], *, first: bool) -> Edit:
        start = self.members[index].start
        indent = " " * (start - self._line(start))
        made = [_block(self.text, start, one) for one in added]
        if first:
            return start, start, "".join(f"{one}\n{indent}" for one in made)
        # Below the line: the end of the line may go with what is in it.
        at = self._line_end(self.members[index].end) + 1
        return at, at, "".join(f"{indent}{one}\n" for one in made)

    def _anew(self, added: Sequence[Addition]) -> Iterator[Edit]:
        """Yield the edit of a list or group in which nothing stays as it was."""
        flow = self.node.flow or not added
        inside = ", ".join(map(_flow, added))
        if not self.members:
            if self.node.flow:
                at = self.node.start + 1
                yield at, at, inside
            else:
                at = self.node.start
                yield at, at, "".join(f"{_block(self.text, at, one)}\n" for one in added)
            return
        start, end = self.members[0].start, self.members[-1].end
        if flow and not self.node.flow:
            inside = "{}" if isinstance(self.node, Group) else "[]"
        elif not flow:
            indent = " " * (start - self._line(start))
            inside = f"\n{indent}".join(_block(self.text, start, one) for one in added)
        yield start, end, inside

    def _line(self, at: int) -> int:
        return self.text.rfind("\n", 0, at) + 1

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return end if end >= 0 else len(self.text)


class Spot(NamedTuple):
    """Where a value is: a member of a list or group."""

    container: Container
    place: int
    name: str | None = None

    @property
    def node(self) -> Spanned:
        """The value in the file."""
        return self.container.members[self.place].value

    @property
    def start(self) -> int:
        """Where it begins, with its name or hyphen."""
        return self.container.members[self.place].start

    def edit(self, value: Value) -> Edit:
        """Return the edit that puts another value there."""
        container = self.container
        member = container.members[self.place]
        return _replaced(container.text, member, self.name, value, flow=container.node.flow)
