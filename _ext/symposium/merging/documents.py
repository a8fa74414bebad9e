"""The three-way merge of a Markdown file with front matter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

from symposium.fields.yaml_writing import Value
from symposium.lint.source_texts import SourceText
from symposium.merging.alignment import ItemRule
from symposium.merging.decisions import Decisions
from symposium.merging.editing import Edit
from symposium.merging.paragraphs import merge_text, paragraphs
from symposium.merging.positions import Group, comments, plain, spanned
from symposium.merging.positions import Sequence as ListNode
from symposium.merging.remarks import Prefer, Remark, Sort
from symposium.merging.tree_merge import Rules, TreeMerge
from symposium.merging.values import digest_of, mark, marked
from symposium.reading.frontmatter import FrontMatter, read


@dataclass(slots=True)
class Remembered:
    """What an import has written into a file; long texts by their digests."""

    digest: str = ""
    """That of the whole text; none where a part of it was not written."""
    fields: dict[str, Any] = field(default_factory=dict)
    text: list[str] = field(default_factory=list)
    """The paragraphs."""


class RefusedFile(NamedTuple):
    """Why a file cannot be merged."""

    line: int
    reason: str


@dataclass(slots=True)
class MergedFile:
    """A file after a merge."""

    remarks: list[Remark]
    base: Remembered
    content: bytes


class Manner(NamedTuple):
    """How files are merged."""

    rules: Rules
    prefer: Prefer = Prefer.ASK
    in_order: Callable[[str, str], list[Edit]] = lambda *_: []
    """Returns the edits that order a text, by what it was before the merge and is after it."""
    vanished: Mapping[str, str] = MappingProxyType({})
    """The fields that a file gets when its source does not have it any more."""


class Parsed(NamedTuple):
    """A file taken apart."""

    group: Group
    parts: FrontMatter
    start: int
    """Where its front matter begins."""
    below: int
    """Where the text below it begins."""

    @property
    def fields(self) -> dict[str, Value]:
        """The fields without their places."""
        return {one.key: plain(one.value) for one in self.group.entries}


def parsed(text: str, path: str) -> Parsed | RefusedFile:
    """Return what is in a file, unless our reader finds a fault in its YAML."""
    _, parts, problems = read(text, path)
    if problems:
        return RefusedFile(problems[0].place.line, problems[0].message)
    below = len(text) - len(parts.body)
    lines = text.splitlines(keepends=True)[: max(parts.first_line - 1, 0)]
    start = sum(map(len, lines))
    return Parsed(spanned(parts.text, start), parts, start, below)


def remembered(text: str, path: str) -> Remembered:
    """Return what is remembered of a file that an import writes.

    Raises:
        ValueError: if our reader does not read it, which no import writes.
    """
    found = parsed(text, path)
    if isinstance(found, RefusedFile):
        raise ValueError(found.reason)  # noqa: TRY004 - it is the text that is wrong
    body = [mark(one.text) for one in paragraphs(found.parts.body)]
    return Remembered(digest_of(text), {k: marked(v) for k, v in found.fields.items()}, body)


def merge_file(
    path: str, base: Remembered | None, content: bytes, new: str, manner: Manner
) -> MergedFile | RefusedFile:
    """Merge what an import writes now into a file.

    Without a base, every difference is left to a person. Everything is read again: should it say
    anything but what was meant, nothing is changed, and every difference is left to a person.
    """
    source = SourceText.of(content)
    if source is None:
        return RefusedFile(1, "The file is not UTF-8")
    merged = _merge(path, base, source, new, manner, ask=base is None)
    if merged is None:
        kept = Prefer.FILE if manner.prefer is Prefer.FILE else Prefer.ASK
        merged = _merge(path, base, source, new, manner._replace(prefer=kept), ask=True)
    assert merged is not None  # noqa: S101 - without a change there is nothing to go wrong
    return merged


def _merge(
    path: str, base: Remembered | None, source: SourceText, new: str, manner: Manner, *, ask: bool
) -> MergedFile | RefusedFile | None:
    known = base or Remembered()
    here, wanted = parsed(source.text, path), parsed(new, path)
    if isinstance(here, RefusedFile):
        return here
    if isinstance(wanted, RefusedFile):
        return wanted
    signs = comments(source.text, here.group, here.start, here.start + len(here.parts.text))
    decisions = Decisions(source.text, path, manner.prefer, ask, signs)
    tree = TreeMerge(source.text, decisions, manner.rules)
    top = manner.rules.get("", ItemRule())
    fields = tree.group((), known.fields, here.group, wanted.fields, top)
    body = merge_text(known.text, here.parts.body, here.below, wanted.parts.body, decisions)
    edits = sorted((*tree.edits, *body.edits), key=lambda one: one[:2])
    if known.digest == digest_of(source.text) and not decisions.ask:
        # Nobody has changed anything: the file is as if it were imported anew.
        edits = [(0, len(source.text), new)] if source.text != new else []
        decisions.remarks = [one.made() for one in decisions.remarks]
    elif not _is_made(source, edits, path, fields.value, body.paragraphs):
        return None
    open_ = any(one.sort is Sort.CONFLICT for one in decisions.remarks)
    memory = Remembered("" if open_ else digest_of(new), fields.base, body.base)
    content = source.changed(edits)
    if edits and (made := SourceText.of(content)):
        content = made.changed(manner.in_order(source.text, made.text))
    return MergedFile(_with_lines(decisions.remarks, content, path), memory, content)


def _with_lines(remarks: list[Remark], content: bytes, path: str) -> list[Remark]:
    """Return remarks, those of added fields and items of lists with the lines that these have."""
    after = SourceText.of(content) if any(one.sort is Sort.ADDED for one in remarks) else None
    found = parsed(after.text, path) if after else None
    if after is None or not isinstance(found, Parsed):
        return remarks
    starts: dict[tuple[str, str], list[int]] = {}
    for key, start, _, value in reversed(found.group.entries):
        starts[key, repr(plain(value))] = [start]
        for item in reversed(value.items if isinstance(value, ListNode) else ()):
            starts.setdefault((f"{key}: ", repr(plain(item))), []).append(item.start)
    made = []
    for one in remarks:
        name, inside, _ = one.field.partition(": ")
        there = starts.get((name + inside, repr(one.now))) if one.sort is Sort.ADDED else None
        line = after.text.count("\n", 0, there.pop()) + 1 if there else one.line
        made.append(one._replace(line=line))
    return made


def _is_made(
    source: SourceText, edits: list[Edit], path: str, fields: Mapping[str, Value], body: list[str]
) -> bool:
    """Tell whether edits make what is wanted, as our reader reads it."""
    if any(first[1] > second[0] for first, second in pairwise(edits)):
        return False
    after = SourceText.of(source.changed(edits))
    found = parsed(after.text, path) if after else None
    if found is None or isinstance(found, RefusedFile):
        return False
    return found.fields == fields and [one.text for one in paragraphs(found.parts.body)] == body
