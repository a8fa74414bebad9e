"""Writing front matter as one would by hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from symposium.fields.yaml_repair import quoted

Value = str | list[Any] | Mapping[str, Any]
"""What front matter holds: text, a list or a group of fields."""

WIDTH = 100
"""Characters of a line that holds a list between brackets."""
LONGEST = 200
"""Characters of a text that stands in the line of its field."""

RE_PLAIN = re.compile(r"[^\W_](?:[\w.()/+’'&;!?=–—*%$ -]|:(?=\S)|,(?=\S))*", re.UNICODE)
"""What needs no quotes: it begins with a letter or digit, and holds no sign that YAML reads."""
RE_FLOW = re.compile(r"[^,:?\[\]{}]*(?::[^,:?\[\]{}\s]+)*")
"""What needs none between braces either."""
NULLS = frozenset({"null", "~", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf"})


def front_matter(fields: Mapping[str, Value | bool | None]) -> str:
    r"""Return fields between two lines ``---``; those without a value are left out.

    >>> print(front_matter({"title": "A: B", "slots": [{"time": "9:00-9:30", "kind": "talk"}]}))
    ---
    title: "A: B"
    slots:
      - time: 9:00-9:30
        kind: talk
    ---
    <BLANKLINE>
    """
    return "\n".join(["---", *fields_of(fields), "---", ""])


def fields_of(fields: Mapping[str, Value | bool | None], indent: str = "") -> list[str]:
    """Return the lines of fields."""
    lines: list[str] = []
    for name, value in fields.items():
        if value:
            lines += [f"{indent}{line}" for line in field_of(name, value)]
    return lines


def field_of(name: str, value: Value | bool) -> list[str]:
    """Return the lines of one field."""
    if isinstance(value, bool):
        return [f"{key(name)}: {str(value).lower()}"]
    if isinstance(value, str):
        if is_long(value):
            return [
                f"{key(name)}: |-",
                *(f"  {line}" if line else "" for line in value.split("\n")),
            ]
        return [f"{key(name)}: {scalar(value)}"]
    if isinstance(value, Mapping):
        return [f"{key(name)}:", *fields_of(value, "  ")]
    short = all(isinstance(one, str) for one in value)
    flow = f"{key(name)}: [{', '.join(scalar(one, flow=True) for one in value)}]" if short else ""
    if flow and len(flow) <= WIDTH:
        return [flow]
    lines = [f"{key(name)}:"]
    for one in value:
        lines += [f"  {line}" for line in item_of(one)]
    return lines


def item_of(value: Value) -> list[str]:
    """Return the lines of one item of a list; of a group a value to a line, which merges well."""
    if isinstance(value, str):
        return [f"- {scalar(value)}"]
    if isinstance(value, Mapping):
        first, *rest = fields_of(value)
        return [f"- {first}", *(f"  {line}" if line else "" for line in rest)]
    return [f"- [{', '.join(scalar(str(one), flow=True) for one in value)}]"]


def is_long(text: str, longest: int = LONGEST) -> bool:
    """Tell whether a text stands in lines of its own."""
    return "\n" in text or len(text) > longest


def key(name: str) -> str:
    """Return the name of a field as YAML."""
    return name if re.fullmatch(r"[A-Za-z][\w -]*", name) and is_bare(name) else quoted(name)


def scalar(text: str, *, flow: bool = False) -> str:
    """Return a line of text as YAML, in quotes where it needs them.

    >>> scalar("7:00-7:10", flow=True), scalar("no"), scalar("a, b", flow=True), scalar("2024")
    ('7:00-7:10', '"no"', '"a, b"', '2024')
    """
    return text if is_bare(text, flow=flow) else quoted(text)


def is_bare(text: str, *, flow: bool = False) -> bool:
    """Tell whether a line of text needs no quotes."""
    return (
        bool(RE_PLAIN.fullmatch(text))
        and text == text.strip()
        and text.lower() not in NULLS
        and " #" not in text
        and not text.endswith(":")
        and (not flow or bool(RE_FLOW.fullmatch(text)))
    )


def document(fields: Mapping[str, Value | bool | None], paragraphs: Iterable[str] = ()) -> str:
    """Return a Markdown file: front matter, and below it what is to be read."""
    body = "\n\n".join(filter(None, paragraphs))
    return front_matter(fields) + (f"\n{body}\n" if body else "")
