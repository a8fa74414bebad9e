"""Changing some fields of existing front matter."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from symposium.plugins.schedules.front_matter import Value, field_of
from symposium.reading.frontmatter import read

RE_BETWEEN = re.compile(r"\s*(?:#.*)?")
"""A line between two fields."""


class RefusedField(NamedTuple):
    """Why front matter is not changed."""

    line: int
    reason: str


def with_fields(text: str, path: str, fields: Mapping[str, Value | None]) -> str | RefusedField:
    r"""Return a file with these fields; one without a value is taken out.

    Other fields, comments between fields, and all below the front matter stay as they are.

    >>> text = "---\ntitle: A\n# when\ndate: 2020\nlocation: Rome\n---\nText\n"
    >>> print(with_fields(text, "a.md", {"date": "2021", "rooms": ["B"], "location": None}), end="")
    ---
    title: A
    # when
    date: 2021
    rooms: [B]
    ---
    Text
    """
    ends = "\r\n" if "\r\n" in text else "\n"
    whole = text.replace("\r\n", "\n")
    tree, parts, problems = read(whole, path)
    if problems:
        return RefusedField(problems[0].place.line, problems[0].message)
    if tree is None or any(key.column != 1 for key, _ in tree.entries):
        return RefusedField(1, "the front matter is not one field to a line")
    lines = parts.text.split("\n")[:-1]
    starts = [key.line - parts.first_line for key, _ in tree.entries]
    head = lines[: starts[0]] if starts else lines
    made = list(head)
    left = dict(fields)
    for (key, _), start, end in zip(tree.entries, starts, [*starts[1:], len(lines)], strict=True):
        block = lines[start:end]
        if key.text not in left:
            made += block
            continue
        value = left.pop(key.text)
        made += [*(field_of(key.text, value) if value else ()), *_after(block)]
    for name, value in left.items():
        made += field_of(name, value) if value else []
    before = "\n".join(whole.split("\n")[: parts.first_line - 1])
    below = whole.split("\n")[parts.first_line - 1 + len(lines) :]
    return "\n".join([before, *made, *below]).replace("\n", ends)


def _after(block: list[str]) -> list[str]:
    """Return the lines that stand below a field: comments on the next one."""
    end = len(block)
    while end > 1 and RE_BETWEEN.fullmatch(block[end - 1]) and block[end - 1][:1] != " ":
        end -= 1
    return block[end:]
