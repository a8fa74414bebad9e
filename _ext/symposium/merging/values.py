"""Plain values of front matter, and how they are remembered: what is long by its digest."""

from __future__ import annotations

from collections.abc import Mapping

from symposium.fields.yaml_writing import Value
from symposium.model.ids import digest

LONGEST = 100
"""Characters of a text that is remembered as it is."""
SIGN = "sha256:"


def mark(text: str) -> str:
    """Return a text as it is remembered.

    >>> mark("9:00-9:30"), mark("a" * 101)[:15]
    ('9:00-9:30', 'sha256:9d079339')
    """
    if len(text) <= LONGEST and not text.startswith(SIGN):
        return text
    return f"{SIGN}{digest_of(text)}"


def digest_of(text: str) -> str:
    """Return what tells a text from others."""
    return digest(text, 32)


def marked(value: Value) -> Value:
    """Return a value as it is remembered."""
    if isinstance(value, str):
        return mark(value)
    if isinstance(value, list):
        return [marked(one) for one in value]
    return {name: marked(one) for name, one in value.items()}


def lifted(value: Value, short: str) -> Value:
    """Return an item of a list as a group; ``short`` is the field that text alone stands for.

    >>> lifted("Ada", "name"), lifted({"name": "Ada"}, "name"), lifted("a", "")
    ({'name': 'Ada'}, {'name': 'Ada'}, 'a')
    """
    return {short: value} if short and isinstance(value, str) else value


def lowered(value: Value, short: str) -> Value:
    """Return an item as text alone, where it says no more.

    >>> lowered({"name": "Ada"}, "name")
    'Ada'
    """
    only = isinstance(value, Mapping) and [*value] == [short]
    return value[short] if only and isinstance(value, Mapping) else value


def as_text(value: Value | None) -> str:
    """Return a value as a message names it, on one line.

    >>> as_text({"day": "2025-01-01", "rooms": ["A", "B"]}), as_text(None), as_text("")
    ('day: 2025-01-01, rooms: [A, B]', 'nothing', 'nothing')
    """
    if not value:
        return "nothing"
    if isinstance(value, str):
        return "a longer text" if value.startswith(SIGN) else value.replace("\n", "\\n")
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {as_text(one)}" for name, one in value.items())
    return f"[{', '.join(map(as_text, value))}]"
