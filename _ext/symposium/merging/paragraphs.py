"""The three-way merge of text below front matter, paragraph by paragraph."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from symposium.merging.decisions import Decisions
from symposium.merging.editing import Edit
from symposium.merging.remarks import Prefer, Sort
from symposium.merging.values import mark

RE_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,}|:{3,})")
TEXT = ("text",)
"""What messages call it."""


class Paragraph(NamedTuple):
    """Lines between empty ones; of a block between fences all lines."""

    text: str
    start: int
    end: int


def paragraphs(text: str, offset: int = 0) -> list[Paragraph]:
    r"""Return the paragraphs of a text that begins at an offset of its file.

    >>> [one.text for one in paragraphs("a\nb\n\n\n```\nc\n\nd\n```\n")]
    ['a\nb', '```\nc\n\nd\n```']
    """
    found: list[Paragraph] = []
    fence, start, end, at = "", -1, 0, offset
    for line in text.splitlines(keepends=True):
        words = line.rstrip()
        if words or fence:
            start = at if start < 0 else start
            end = at + len(words) if words else end
        elif start >= 0:
            found.append(Paragraph(text[start - offset : end - offset], start, end))
            start = -1
        if mark_ := RE_FENCE.match(line):
            closes = fence and mark_[1].startswith(fence) and words.endswith(mark_[1])
            fence = "" if closes else fence or mark_[1]
        at += len(line)
    if start >= 0:
        found.append(Paragraph(text[start - offset : end - offset], start, end))
    return found


class Chunk(NamedTuple):
    """Where three texts differ: from where to where in the base, in the file, in the new one."""

    base: slice
    here: slice
    new: slice


def chunks(base: Sequence[str], here: Sequence[str], new: Sequence[str]) -> Iterator[Chunk]:
    """Yield what lies between the paragraphs that all three have.

    >>> [one.base for one in chunks("abc", "aXbc", "abY")]
    [slice(1, 1, None), slice(2, 3, None)]
    """
    ours, theirs = _matches(base, here), _matches(base, new)
    at = (0, 0, 0)
    for index in (*(one for one in ours if one in theirs), len(base)):
        end = (index, ours.get(index, len(here)), theirs.get(index, len(new)))
        if any(first < last for first, last in zip(at, end, strict=True)):
            yield Chunk(*(slice(first, last) for first, last in zip(at, end, strict=True)))
        at = (end[0] + 1, end[1] + 1, end[2] + 1)


def _matches(base: Sequence[str], other: Sequence[str]) -> dict[int, int]:
    blocks = SequenceMatcher(None, base, other, autojunk=False).get_matching_blocks()
    return {a + n: b + n for a, b, size in blocks for n in range(size)}


class TextMerge(NamedTuple):
    """A text after a merge."""

    paragraphs: list[str]
    base: list[str]
    """What is remembered of its source."""
    edits: list[Edit]


def merge_text(
    base: Sequence[str], text: str, offset: int, new: str, decisions: Decisions
) -> TextMerge:
    """Merge the text of a file, which begins at an offset; ``base`` are marks of paragraphs."""
    here, wanted = paragraphs(text, offset), [one.text for one in paragraphs(new)]
    marks, theirs = [mark(one.text) for one in here], [mark(one) for one in wanted]
    made = TextMerge([], [], [])
    at, done = 0, 0
    for chunk in chunks(base, marks, theirs):
        # Between two chunks all sides are the same.
        made.paragraphs.extend(one.text for one in here[at : chunk.here.start])
        made.base.extend(base[done : chunk.base.start])
        at, done = chunk.here.stop, chunk.base.stop
        taken = _taken(chunk, (list(base), marks, theirs), (here, wanted), decisions)
        old = [one.text for one in here[chunk.here]]
        made.paragraphs.extend(old if taken is None else taken)
        if taken is not None and taken != old:
            made.edits.append(_edit(here, chunk.here, taken, offset, text))
        keeps = taken is None and decisions.prefer is Prefer.ASK
        same = theirs[chunk.new] in (base[chunk.base], marks[chunk.here]) or _added(
            base[chunk.base], marks[chunk.here], theirs[chunk.new]
        )
        made.base.extend(base[chunk.base] if keeps and not same else theirs[chunk.new])
    made.paragraphs.extend(one.text for one in here[at:])
    made.base.extend(base[done:])
    return made


def _taken(
    chunk: Chunk, marks: tuple[list[str], list[str], list[str]],
    texts: tuple[list[Paragraph], list[str]], decisions: Decisions,
) -> list[str] | None:  # fmt: skip
    """Return the paragraphs that come into the file, or ``None`` where it stays as it is."""
    base, here, new = (side[part] for side, part in zip(marks, chunk, strict=True))
    if new in (base, here) or _added(base, here, new):
        return None
    ours, theirs = [one.text for one in texts[0][chunk.here]], texts[1][chunk.new]
    start = texts[0][chunk.here.start].start if ours else _place(texts[0], chunk.here.start)
    sides = (_joined(ours), _joined(theirs), _joined(base))
    inside = _inside(here, base)
    if inside is None and (around := _inside(new, base)) is not None:
        # The source has put something around what people have changed.
        made = [*theirs[: around.start], *ours, *theirs[around.stop :]]
    elif inside is not None:
        made = [*ours[: inside.start], *theirs, *ours[inside.stop :]]
        sides = (_joined(ours[inside]), *sides[1:])
    else:
        chosen = decisions.choose(TEXT, start, sides)
        return theirs if chosen is Prefer.SOURCE else None
    sort = Sort.ADDED if sides[0] is None else Sort.REMOVED if sides[1] is None else Sort.CHANGED
    return made if decisions.allow(sort, TEXT, start, sides) is Prefer.SOURCE else None


def _added(base: Sequence[str], here: list[str], new: list[str]) -> bool:
    """Tell whether people and the source have added the same, and people more around it."""
    return not base and _inside(here, new) is not None


def _joined(texts: list[str]) -> str | None:
    return "\n\n".join(texts) or None


def _inside(whole: list[str], part: list[str]) -> slice | None:
    """Return where all of a part is in a whole, to which things were only added."""
    if not part:
        return None if whole else slice(0, 0)
    for at in range(len(whole) - len(part) + 1):
        if whole[at : at + len(part)] == part:
            return slice(at, at + len(part))
    return None


def _place(here: list[Paragraph], index: int) -> int:
    return here[index - 1].end if index else (here[0].start if here else 0)


def _edit(here: list[Paragraph], part: slice, made: list[str], offset: int, text: str) -> Edit:
    """Return the edit that puts paragraphs in the place of others."""
    new = "\n\n".join(made)
    first, last = part.start, part.stop
    if first < last and made:
        return here[first].start, here[last - 1].end, new
    if first < last:
        if last < len(here):
            return here[first].start, here[last].start, ""
        return (here[first - 1].end if first else here[first].start), here[last - 1].end, ""
    if first:
        return here[first - 1].end, here[first - 1].end, f"\n\n{new}"
    if here:
        return here[0].start, here[0].start, f"{new}\n\n"
    end = offset + len(text)
    return end, end, f"\n{new}\n" if not text or text.endswith("\n") else f"\n\n{new}\n"
