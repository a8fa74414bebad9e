r"""The roles in a page of Markdown, found by a plain scan.

A build reads Markdown as it is; here it is enough not to take code, comments and formulas for text.
What is doubtful is left out: a build says what is wrong with it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

RE_FENCE = re.compile(
    r"(?:[ \t>]|[-*+] |\d{1,9}[.)] )*(?P<mark>`{3,}(?=[^`]*$)|~{3,}|:{3,})\s*(?P<info>.*)"
)
RE_DIRECTIVE = re.compile(
    r"\{(?!code|sourcecode|literal|math|raw|eval-rst|bibliography|mermaid|graphviz|digraph|graph\})"
)
"""Begins what a fence says that stands around text; around anything else it is code."""

RE_MATHS = re.compile(r"^[ \t]*\$\$.*?\$\$", re.MULTILINE | re.DOTALL)
RE_TICKS = re.compile(r"`+")
RE_ROLE_NAME = re.compile(r"\{([a-zA-Z0-9_\-+:]{1,36})\}")
LONGEST_NAME = 38
"""Characters of a name with its braces."""
RE_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)]|:|\[\^[^\]\s]+\]:)\s")
"""Begins an item of a list, a definition or a footnote, in which an indentation makes no code."""
RE_BEGINS = re.compile(r"\s*(?:#{1,6}\s|\|)")
"""Begins a heading or the row of a table."""
RE_COMMENT = re.compile(r" {0,3}%")
RE_INDENTED = re.compile(r" {4}| {0,3}\t")


class Role(NamedTuple):
    """``{name}`text` ``."""

    name: str
    text: str
    start: int
    """Where ``text`` begins in the page."""


def roles_in(page: str) -> Iterator[Role]:
    r"""Yield the roles in a page, in order; front matter must be hidden.

    >>> [one[:2] for one in roles_in("See {person}`ada`, not `{person}`b`` nor \\{person}`c`.")]
    [('person', 'ada')]
    """
    if "}`" not in page:
        return
    text = RE_MATHS.sub(lambda found: re.sub(r"[^\n]", "$", found[0]), without_code(page))
    for start, end in _paragraphs(text):
        yield from _in_paragraph(text, start, end)


def without_code(page: str) -> str:
    """Return Markdown without its blocks of code and without the fences of its directives."""
    lines, fences, is_code = page.split("\n"), list[str](), False
    for index, line in enumerate(lines):
        found = RE_FENCE.match(line)
        if found and fences and not found["info"] and found["mark"].startswith(fences[-1]):
            fences.pop()
            is_code = False
        elif found and not is_code:
            fences.append(found["mark"])
            is_code = not (found["mark"][0] == ":" and not found["info"].startswith("{")) and (
                not RE_DIRECTIVE.match(found["info"])
            )
        elif not is_code:
            continue
        lines[index] = " " * len(line)
    return "\n".join(lines)


def blanked(found: re.Match[str]) -> str:
    """Return spaces in the place of a text, so that what follows stands where it stood."""
    return re.sub(r"[^\n]", " ", found[0])


def _paragraphs(page: str) -> Iterator[tuple[int, int]]:
    """Yield where each run of lines begins and ends in which a role may span several of them."""
    begun, end, is_in_list, after_blank = -1, 0, False, True
    for line in page.split("\n"):
        start, end = end, end + len(line) + 1
        is_item = RE_ITEM.match(line) is not None
        is_blank = not line.strip() or RE_COMMENT.match(line) is not None
        if after_blank and not is_blank and not line[0].isspace():
            is_in_list = False
        is_in_list = is_in_list or is_item
        is_code = after_blank and not is_in_list and RE_INDENTED.match(line) is not None
        if begun >= 0 and (is_blank or is_code or is_item or RE_BEGINS.match(line)):
            yield begun, start
            begun = -1
        if begun < 0 and not is_blank and not is_code:
            begun = start
        # What follows code is code, too, as long as it is indented.
        after_blank = is_blank or is_code
    if begun >= 0:
        yield begun, len(page)


def _in_paragraph(page: str, start: int, end: int) -> Iterator[Role]:
    """Yield the roles in a paragraph: a run of backticks is closed by the next one as long."""
    runs = [found.span() for found in RE_TICKS.finditer(page, start, end)]
    closing: dict[int, list[int]] = defaultdict(list)
    for first, last in runs:
        closing[last - first].append(first)
    done = start
    for opened, after in runs:
        if opened < done:
            continue
        first = opened + _is_escaped(page, opened, start)
        ends = closing[after - first] if after > first else []
        at = bisect_right(ends, opened)
        if at == len(ends):
            continue
        name = page[max(start, first - LONGEST_NAME) : first].rpartition("{")
        role = RE_ROLE_NAME.fullmatch(f"{{{name[2]}")
        if name[1] and role and not name[0].endswith("\\"):
            yield Role(role[1].lower(), page[after : ends[at]], after)
        done = ends[at] + 1


def _is_escaped(page: str, at: int, start: int) -> bool:
    before = at
    while before > start and page[before - 1] == "\\":
        before -= 1
    return (at - before) % 2 == 1
