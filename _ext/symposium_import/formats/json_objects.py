"""Access to JSON of services and YAML of sites that tolerates any shape."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from symposium_import.works import IntakeError


def parsed(text: str, path: str) -> Any:
    """Return the value of a JSON text.

    Raises:
        IntakeError: if it is not JSON.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        line = f":{error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise IntakeError(f"{path}{line}: this is not JSON: {error}") from error


def text_in(group: Any, *names: str) -> str:
    """Return the first value in a mapping under these names that is a text or number, as text."""
    for name in names if isinstance(group, dict) else ():
        value = group.get(name)
        if isinstance(value, str | int) and str(value).strip():
            return str(value).strip()
    return ""


def part(item: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return the mapping under a name in another one, empty if there is none."""
    value = item.get(name)
    return value if isinstance(value, dict) else {}


def groups(value: Any) -> list[Mapping[str, Any]]:
    """Return the mappings in a list."""
    return [group for group in value if isinstance(group, dict)] if isinstance(value, list) else []


def parts(item: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    """Return the mappings in the list under a name."""
    return groups(item.get(name))
