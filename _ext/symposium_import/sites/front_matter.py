"""Front matter as other generators read it: YAML, every value as a text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml
from symposium.model.dates import Date, parse_date

from symposium_import.formats.json_objects import parts, text_in

RE_YAML = re.compile(
    r"\A\ufeff?---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE
)
RE_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?(?![\d:])")
LONGEST = 10_000_000
"""Characters of front matter, or of a file of data, that are read."""


@dataclass(frozen=True, slots=True)
class OtherFile:
    """A file with front matter."""

    path: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    body: str = ""
    fault: str = ""
    """Why its front matter cannot be read."""

    def text(self, *names: str) -> str:
        """Return the first of these fields that has a text."""
        for name in names:
            value = self.fields.get(name)
            if isinstance(value, str) and value.strip() and value.strip() not in {"~", "null"}:
                return value.strip()
        return ""

    def texts(self, *names: str) -> list[str]:
        """Return the texts of the first of these fields that has some; commas separate, too."""
        for name in names:
            value = self.fields.get(name)
            if isinstance(value, list) and (found := [one for one in map(_named, value) if one]):
                return found
            if isinstance(value, str) and value.strip():
                return [one.strip() for one in value.split(",") if one.strip()]
        return []

    def items(self, name: str) -> list[Mapping[str, Any]]:
        """Return the groups in a list."""
        return parts(self.fields, name)

    def is_true(self, name: str) -> bool:
        """Tell whether a switch is on."""
        return self.text(name).lower() in {"true", "yes", "on", "1"}

    def date(self, *names: str) -> Date | None:
        """Return the date in the first of these fields that has one."""
        return date_of(self.text(*names))


def _named(value: Any) -> str:
    if isinstance(value, dict):
        return text_in(value, "name", "title", "slug")
    return value.strip() if isinstance(value, str) else ""


def date_of(text: str) -> Date | None:
    """Return the date that a text begins with, without the time of day.

    >>> str(date_of("2024-01-05T00:00:00Z")), str(date_of("2024-1-5")), date_of("soon")
    ('2024-01-05', '2024-01-05', None)
    """
    found = RE_DATE.match(text.strip())
    if not found:
        return parse_date(text.strip()) if text.strip() else None
    year, month, day = found.groups()
    parts = [year, *(one.rjust(2, "0") for one in (month, day) if one)]
    return parse_date("-".join(parts))


def split(text: str, path: str) -> OtherFile:
    """Return a file taken apart; one without front matter is all body."""
    if head := RE_YAML.match(text):
        fields, fault = data_of(head[1])
        fields = fields if isinstance(fields, dict) else {}
        return OtherFile(path, fields, text[head.end() :], fault)
    return OtherFile(path, {}, text.removeprefix("\ufeff"))


def data_of(text: str) -> tuple[Any, str]:
    """Return what YAML holds, every value as it is typed, and why there is nothing."""
    if len(text) > LONGEST:
        return {}, f"it is longer than {LONGEST:,} characters"
    try:
        return yaml.load(text, yaml.CBaseLoader), ""  # noqa: S506 - it makes nothing but texts
    except (yaml.YAMLError, RecursionError) as error:
        return {}, f"it is not YAML: {getattr(error, 'problem', '') or error}"
