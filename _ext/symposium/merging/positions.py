"""Front matter as a tree in which every value knows where it begins and ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import yaml

from symposium.fields.yaml_writing import Value
from symposium.reading.yamltree import LOADER, RE_OTHER_BREAK, RE_UNPRINTABLE

RE_COMMENT = re.compile(r"#[^\n]*")


@dataclass(frozen=True, slots=True)
class Leaf:
    """A single value. All positions are offsets in the text of the file."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list; between brackets if it is ``flow``, else with a hyphen before each item."""

    items: tuple[Spanned, ...]
    start: int
    end: int
    flow: bool


class Entry(NamedTuple):
    """A field of a group."""

    key: str
    start: int
    key_end: int
    value: Spanned


@dataclass(frozen=True, slots=True)
class Group:
    """Fields; between braces if it is ``flow``."""

    entries: tuple[Entry, ...]
    start: int
    end: int
    flow: bool


Spanned = Leaf | Sequence | Group


def plain(node: Spanned) -> Value:
    """Return a tree without its positions."""
    if isinstance(node, Leaf):
        return node.text
    if isinstance(node, Sequence):
        return [plain(one) for one in node.items]
    return {one.key: plain(one.value) for one in node.entries}


def spanned(text: str, offset: int) -> Group:
    """Return the fields in YAML that our reader accepts; it begins at an offset of its file.

    >>> group = spanned("a: [b, 'c']", 4)
    >>> plain(group), group.entries[0].value.items[1]
    ({'a': ['b', 'c']}, Leaf(text='c', start=11, end=14))
    """
    loader = LOADER(RE_UNPRINTABLE.sub(" ", RE_OTHER_BREAK.sub(" ", text)))
    try:
        made = _Builder(loader, text, offset).document()
    finally:
        loader.dispose()
    return made if isinstance(made, Group) else Group((), offset, offset, flow=False)


class _Builder:
    """Builds a tree of the events of a parser."""

    def __init__(self, loader: Any, text: str, offset: int) -> None:
        self.loader, self.text, self.offset = loader, text, offset

    def document(self) -> Spanned | None:
        while not isinstance(event := self.loader.get_event(), yaml.StreamEndEvent):
            if isinstance(event, yaml.NodeEvent):
                return self._node(event)
        return None

    def _node(self, event: Any) -> Spanned:
        start = event.start_mark.index
        if isinstance(event, yaml.MappingStartEvent):
            return self._group(event, start)
        if isinstance(event, yaml.SequenceStartEvent):
            items, end = self._children(yaml.SequenceEndEvent)
            flow = bool(event.flow_style)
            end = end if flow or not items else items[-1].end
            return Sequence(tuple(items), self.offset + start, end, flow)
        # What ends by its indentation is said to end where something else begins.
        end = start + len(self.text[start : event.end_mark.index].rstrip())
        return Leaf(event.value, self.offset + start, self.offset + end)

    def _group(self, event: Any, start: int) -> Group:
        nodes, end = self._children(yaml.MappingEndEvent)
        entries = []
        for key, value in zip(nodes[::2], nodes[1::2], strict=True):
            assert isinstance(key, Leaf)  # noqa: S101 - our reader has refused others
            entries.append(Entry(key.text, key.start, key.end, value))
        flow = bool(event.flow_style)
        end = end if flow or not nodes else nodes[-1].end
        return Group(tuple(entries), self.offset + start, end, flow)

    def _children(self, last: type) -> tuple[list[Spanned], int]:
        nodes = []
        for event in iter(self.loader.get_event, None):
            if isinstance(event, last):
                break
            nodes.append(self._node(event))
        end: Any = event
        return nodes, self.offset + int(end.end_mark.index)


def leaves(node: Spanned) -> Iterator[tuple[int, int]]:
    """Yield where names and single values begin and end."""
    if isinstance(node, Leaf):
        yield node.start, node.end
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from leaves(item)
    else:
        for entry in node.entries:
            yield entry.start, entry.key_end
            yield from leaves(entry.value)


def comments(text: str, group: Group, start: int, end: int) -> list[tuple[int, int]]:
    """Return where the comments of front matter are: signs ``#`` outside of all values."""
    blank = list(text[:end])
    for at, last in leaves(group):
        # A comment may be beside the sign that begins a block of text.
        first = text.index("\n", at) if text[at : at + 1] in {"|", ">"} else at
        blank[first:last] = "·" * (last - first)
    return [found.span() for found in RE_COMMENT.finditer("".join(blank), start)]
