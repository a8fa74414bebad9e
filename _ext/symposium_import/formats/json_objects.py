"""JSON of services and YAML of sites, looked into without trusting their form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from symposium_import.works import IntakeError


def parsed(text: str, path: str) -> Any:
    """Return what JSON says.

    Raises:
        IntakeError: if it is no JSON.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        line = f":{error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise IntakeError(f"{path}{line}: this is not JSON: {error}") from error


def text_in(group: Any, *names: str) -> str:
    """Return the first of these values of a group that is a text or a number, as text."""
    for name in names if isinstance(group, dict) else ():
        value = group.get(name)
        if isinstance(value, str | int) and str(value).strip():
            return str(value).strip()
    return ""


def part(item: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return a group in another one; an empty one where there is none."""
    value = item.get(name)
    return value if isinstance(value, dict) else {}


def groups(value: Any) -> list[Mapping[str, Any]]:
    """Return the groups in a list."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def parts(item: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    """Return the groups of a list in a group."""
    return groups(item.get(name))
