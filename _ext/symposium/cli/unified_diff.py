"""The changes of a file as a unified diff, for people and for ``git apply``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from symposium.lint.source_texts import Change, SourceText, lines_of

CONTEXT = 3
"""Unchanged lines around a change."""
MANY = 2_000
"""Lines between the first and the last difference from which on they are not compared."""


RE_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


class Stretch(NamedTuple):
    """Lines ``first`` to ``end`` (from 0, the last one excluded) become ``new``."""

    first: int
    end: int
    new: list[str]


def difference(path: str, source: SourceText, changes: Sequence[Change]) -> str:
    """Return the unified diff of changes that are in order and do not overlap."""
    stretches = [_trimmed(source, one) for one in _stretches(source, changes)]
    return _diff(f"a/{path}", f"b/{path}", source, [one for one in stretches if one])


def replacement(path: str, source: SourceText | None, text: str) -> str:
    """Return the unified diff of a file that becomes ``text``; it may not be there yet."""
    old = source or SourceText(b"", "", "")
    before, after = lines_of(old.raw), lines_of(text)
    whole = _trimmed(old, Stretch(0, len(before), after))
    stretches = list(_compared(before, whole)) if whole else []
    return _diff(f"a/{path}" if source else "/dev/null", f"b/{path}", old, stretches)


def _compared(before: list[str], whole: Stretch) -> Iterator[Stretch]:
    """Yield the parts of a stretch that differ; a long one is not taken apart."""
    first, end, new = whole
    if end - first > MANY or len(new) > MANY:
        yield whole
        return
    matcher = SequenceMatcher(None, before[first:end], new, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag != "equal":
            yield Stretch(first + a, first + b, new[c:d])


def _stretches(source: SourceText, changes: Sequence[Change]) -> Iterator[Stretch]:
    """Yield the lines that change; changes in one line are one stretch."""
    group: list[Change] = []
    first = end = 0
    for change in changes:
        begins, ends = source.line_of(change[0]), source.line_of(change[1]) + 1
        if group and begins >= end:
            yield _stretch(source, first, end, group)
            group = []
        first = first if group else begins
        end = max(end, ends)
        group.append(change)
    if group:
        yield _stretch(source, first, end, group)


def _stretch(source: SourceText, first: int, end: int, changes: Sequence[Change]) -> Stretch:
    new = source.changed_slice(*_extent(source, first, end), changes)
    return Stretch(first, end, lines_of(new))


def _extent(source: SourceText, first: int, end: int) -> tuple[int, int]:
    """Return where lines begin and end in the text of a source."""
    starts = source.starts
    return starts[first], starts[end] if end < len(starts) else len(source.text)


def _old(source: SourceText, first: int, end: int) -> list[str]:
    return lines_of(source.raw_slice(*_extent(source, first, end))) if first < end else []


def _trimmed(source: SourceText, stretch: Stretch) -> Stretch | None:
    """Return a stretch without the lines at its ends that stay as they are."""
    first, end, new = stretch
    old = _old(source, first, end)
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    if head == len(old) == len(new):
        return None
    return Stretch(first + head, first + len(old) - tail, new[head : len(new) - tail])


def _diff(old: str, new: str, source: SourceText, stretches: Sequence[Stretch]) -> str:
    total = len(source.starts) - (not source.text or source.text.endswith("\n"))
    hunks: list[list[Stretch]] = []
    for stretch in stretches:
        if hunks and stretch.first - hunks[-1][-1].end <= 2 * CONTEXT:
            hunks[-1].append(stretch)
        else:
            hunks.append([stretch])
    moved = 0
    lines = [f"--- {old}\n", f"+++ {new}\n"] if hunks else []
    for hunk in hunks:
        first = max(hunk[0].first - CONTEXT, 0)
        end = min(hunk[-1].end + CONTEXT, total)
        grown = sum(len(one.new) - (one.end - one.first) for one in hunk)
        header = f"-{_range(first, end - first)} +{_range(first + moved, end - first + grown)}"
        lines += [f"@@ {header} @@\n", *_hunk(source, hunk, first, end)]
        moved += grown
    return "".join(map(_shown, lines))


def _hunk(source: SourceText, hunk: Sequence[Stretch], first: int, end: int) -> Iterator[str]:
    for stretch in hunk:
        yield from (f" {line}" for line in _old(source, first, stretch.first))
        yield from (f"-{line}" for line in _old(source, stretch.first, stretch.end))
        yield from (f"+{line}" for line in stretch.new)
        first = stretch.end
    yield from (f" {line}" for line in _old(source, first, end))


def _range(first: int, count: int) -> str:
    """Return the lines of a hunk as its header gives them.

    >>> _range(4, 3), _range(4, 1), _range(0, 0)
    ('5,3', '5', '0,0')
    """
    return f"{first + 1}" if count == 1 else f"{first + 1 if count else first},{count}"


def _shown(line: str) -> str:
    r"""Return a line of a diff without characters that would steer a terminal.

    >>> _shown("+a\x1b[1m\r\n"), _shown("-a\r"), _shown("-a")
    ('+a\\x1b[1m\r\n', '-a\n', '-a\n\\ No newline at end of file\n')
    """
    text = line.rstrip("\r\n")
    end = line[len(text) :]
    text = RE_STEERING.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
    if not end:
        return f"{text}\n\\ No newline at end of file\n"
    return text + ("\n" if end == "\r" else end)
