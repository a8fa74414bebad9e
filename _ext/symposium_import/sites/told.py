"""Data of other sites as Markdown: what no field takes is told on a page, and is not lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from symposium_import.sites.front_matter import said

NO_TEXT = frozenset({"", "~", "null", "false", "true"})
NAMES = ("title", "name", "label", "position", "degree", "bullet")
"""Fields that say what a group is about."""
VALUES = ("value", "details", "year", "date")
"""Fields whose values stand behind that."""
INNER = frozenset({"value", "details", "items", "contents", "description", "summary", "highlights"})
"""Fields whose names say nothing: only their values are told."""
QUIET = frozenset({"type", "icon", "fluency_icon", "display", "image", "color", "weight"})
"""Fields about looks."""
RE_ADDRESS = re.compile(r"https?://[^\s<>]+")
RE_WORD_BREAK = re.compile(r"[_-]+|(?<=[a-z])(?=[A-Z])")


def told(value: Any, indent: str = "") -> str:
    r"""Return a value as a Markdown list; nothing if it says nothing.

    >>> told([{"label": "Languages", "details": "German"}, {"year": "2024", "items": ["A"]}])
    '- **Languages**: German\n- 2024\n  - A'
    """
    rows = value if isinstance(value, list) else [value]
    return "\n".join(line for row in rows for line in _lines(row, indent))


def facts(group: dict[str, Any]) -> str:
    """Return the fields of a group, each with its name, as a Markdown list."""
    rows = ([{"label": label(name), "details": value}] for name, value in group.items())
    return "\n".join(filter(None, (told(row) for row in rows)))


def label(name: str) -> str:
    """Return what a field is called in a text.

    >>> label("course_id"), label("startDate")
    ('Course id', 'Start date')
    """
    words = RE_WORD_BREAK.sub(" ", name).strip().lower()
    return f"{words[:1].upper()}{words[1:]}"


def _lines(row: Any, indent: str) -> Iterator[str]:
    if isinstance(row, str):
        text = _linked(row)
        yield from [f"{indent}- {text}"] if text.lower() not in NO_TEXT else []
    elif isinstance(row, list):
        yield from told(row, indent).splitlines()
    elif isinstance(row, dict):
        yield from _group(row, indent)


def _group(row: dict[str, Any], indent: str) -> Iterator[str]:
    name = next((one for one in NAMES if said(row, one)), "")
    value = next((one for one in VALUES if said(row, one)), "")
    head = said(row, name) if name == "bullet" or not name else f"**{said(row, name)}**"
    line = ": ".join(filter(None, [head, _linked(said(row, value)) if value else ""]))
    if line:
        yield f"{indent}- {line}"
    deeper = f"{indent}  " if line else indent
    for key, inner in row.items():
        if key in {name, value, *QUIET} or str(inner).lower() in NO_TEXT:
            continue
        yield from _lines(
            inner if key in INNER else {"label": label(key), "details": inner}, deeper
        )


def _linked(text: str) -> str:
    """Return a text in one line; an address is a link."""
    text = " ".join(text.split())
    return f"<{text}>" if RE_ADDRESS.fullmatch(text) else text
