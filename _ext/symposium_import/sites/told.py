"""Data of other sites as Markdown: what no field takes is told on a page, and is not lost."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from symposium_import.sites.front_matter import said

NO_TEXT = frozenset({"", "~", "null", "false", "true"})
NAMES = ("title", "name", "label", "position", "role", "degree", "studyType", "bullet")
"""Fields that say what a group is about."""
PLACES = ("institution", "organization", "company", "area", "location", "awarder", "publisher")
DATES = ("date", "year", "start_date", "startDate", "date_start", "end_date", "endDate", "date_end",
         "releaseDate")  # fmt: skip
ENDS = frozenset({"end_date", "endDate", "date_end"})
INNER = ("items", "contents", "value", "details", "description", "summary", "highlights")
"""Fields whose names say nothing: only their values are told."""
QUIET = frozenset({"type", "icon", "fluency_icon", "display", "image", "color", "weight"})
"""Fields about looks."""
RE_ADDRESS = re.compile(r"https?://[^\s<>]+")
RE_WORD_BREAK = re.compile(r"[_-]+|(?<=[a-z])(?=[A-Z])")


def told(value: Any, indent: str = "") -> str:
    r"""Return a value as a Markdown list; nothing if it says nothing.

    >>> told([{"label": "Languages", "details": "German"}, {"year": "2024", "items": ["A"]}])
    '- **Languages**: German\n- **2024**\n  - A'
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
    given = {one: said(row, one) for one in DATES if said(row, one)}
    dates = list(dict.fromkeys(date for one, date in given.items() if one not in ENDS))
    ends = [date for one, date in given.items() if one in ENDS]
    when = "–".join([", ".join(dates), *ends]) if dates else ", ".join(ends)
    name = next((one for one in NAMES if said(row, one)), "")
    head = said(row, name) if name else when
    head = head if name == "bullet" or not head else f"**{head}**"
    places = [said(row, one) for one in PLACES if one != name and said(row, one)]
    rest = ", ".join(filter(None, [*places, when if name else ""]))
    inner = [row.get(one) for one in INNER]
    others = {key: value for key, value in row.items()
              if key not in {name, *PLACES, *DATES, *INNER, *QUIET}}  # fmt: skip
    short = [one for one in inner if isinstance(one, str) and one.strip()]
    texts = [_linked(one) for one in short]
    first = texts.pop(0) if texts and not rest else ""
    line = f"{head}: {first}" if head and first else head or first
    line = f"{line}, {rest}" if line and rest else line or rest
    if line:
        yield f"{indent}- {line}"
    deeper = f"{indent}  " if line else indent
    yield from _told_all([*texts, *(one for one in inner if not isinstance(one, str))], deeper)
    for key, value in others.items():
        yield from _lines({"label": label(key), "details": value}, deeper) if value else ()


def _linked(text: str) -> str:
    """Return a text in one line; an address is a link."""
    text = " ".join(text.split())
    return f"<{text}>" if RE_ADDRESS.fullmatch(text) else text


def _told_all(values: Iterable[Any], indent: str) -> Iterator[str]:
    for value in values:
        if value:
            yield from told(value, indent).splitlines()
