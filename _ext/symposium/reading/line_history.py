"""When the lines of programmes were last changed: the file of an event has many, with one date."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from symposium.fields.nodes import ListNode, MapNode
from symposium.model.gate import read_file
from symposium.reading import frontmatter
from symposium.reading.git_history import is_shallow, line_changes

FILES = 50
"""Programmes that git is asked about, those changed last: each takes a process."""
OF_ALL = ("title", "location", "timezone", "utc_offset", "date", "rooms")
"""The fields of an event that every line depends on."""


def changed_lines(
    root: Path, paths: Iterable[str], last: Mapping[str, int]
) -> Mapping[str, tuple[int, ...]]:
    """Return when each line of programmes was last changed, by the paths of events.

    Times are seconds since 1970, and 0 where git does not know: what was not committed, or before
    a shallow clone begins. ``last`` says when files were changed.
    """
    times = {}
    shallow = is_shallow(root)
    for path in sorted(last.keys() & paths, key=lambda path: (-last[path], path))[:FILES]:
        text = read_file(root / path).decode("utf-8-sig", "replace")
        tree, *_ = frontmatter.read(text, path)
        slots = tree.get("slots") if tree else None
        changes = line_changes(root, path, shallow=shallow)
        if tree and isinstance(slots, ListNode) and changes:
            times[path] = _of_slots(tree, slots, changes)
    return times


def _of_slots(tree: MapNode, slots: ListNode, changes: list[int]) -> tuple[int, ...]:
    """Return when each line of a programme was changed, from when each line of the file was."""
    begins = sorted([*(key.line for key, _ in tree.entries), *(item.line for item in slots.items)])
    ends = dict(zip(begins, [*begins[1:], begins[-1] + 1], strict=True))

    def changed(line: int) -> list[int]:
        return changes[line - 1 : ends[line] - 1]

    common = [time for key, _ in tree.entries if key.text in OF_ALL for time in changed(key.line)]
    times = [[*changed(item.line), *common] for item in slots.items]
    return tuple([max(of_line) if all(of_line) else 0 for of_line in times])
