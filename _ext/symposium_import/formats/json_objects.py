"""JSON as services answer it: read in one way, and looked into without trusting its form."""

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


def said(item: Mapping[str, Any], name: str) -> str:
    """Return a text or a number in an object as text; nothing where there is none."""
    found = item.get(name)
    return str(found).strip() if isinstance(found, str | int) else ""


def part(item: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return an object in another one; an empty one where there is none."""
    found = item.get(name)
    return found if isinstance(found, dict) else {}


def parts(item: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    """Return the objects of a list in an object."""
    found = item.get(name)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
