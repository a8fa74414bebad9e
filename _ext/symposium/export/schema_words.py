"""Building blocks of the JSON Schema of ``api/v1/``."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, Final

Schema = dict[str, Any]

LOCAL_TIME: Final = r"\d{2}:\d{2}"
DATE: Final = r"\d{4}(-\d{2}(-\d{2})?|-(spring|summer|autumn|winter))?"
OFFSET: Final = r"[+-]\d{2}:\d{2}"
MOMENT: Final = rf"\d{{4}}-\d{{2}}-\d{{2}}T\d{{2}}:\d{{2}}:\d{{2}}({OFFSET})?"


def record(description: str, optional: Container[str] = (), /, **fields: Schema) -> Schema:
    """Return an object that has exactly these fields; it may lack those that are optional."""
    return {
        "type": "object",
        "description": description,
        "properties": fields,
        "required": [name for name in fields if name not in optional],
        "additionalProperties": False,
    }


def text(description: str, **more: Any) -> Schema:
    """Return the schema of a text."""
    return {"type": "string", "description": description, **more}


def maybe(schema: Schema) -> Schema:
    """Return a schema that also takes null: the value is not known."""
    if "$ref" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return {**schema, "type": list(dict.fromkeys([*types, "null"]))}


def many(items: Schema, description: str, **more: Any) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items, "description": description, **more}


def ref(name: str) -> Schema:
    """Return a reference to a record's schema."""
    return {"$ref": f"#/$defs/{name}"}


def an_id(description: str) -> Schema:
    """Return the schema of an id."""
    return text(description, pattern="^[a-z0-9]+(-[a-z0-9]+)*$")


def talk_id(description: str) -> Schema:
    """Return the schema of a talk's id."""
    return text(description, pattern="^[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*$")


def ids(description: str) -> Schema:
    """Return the schema of a list of ids."""
    return many(an_id("An id."), description, uniqueItems=True)


def talk_ids(description: str) -> Schema:
    """Return the schema of a list of talks' ids."""
    return many(talk_id("An id."), description, uniqueItems=True)


def texts(description: str) -> Schema:
    """Return the schema of a list of texts."""
    return many(text("A text."), description)


def links(description: str) -> Schema:
    """Return the schema of links by name."""
    return {
        "type": "object",
        "description": description,
        "additionalProperties": text(
            "An address, or the path of a file of the site.",
            pattern="^(https?://|mailto:|files/)",
        ),
    }


def texts_by_name(description: str) -> Schema:
    """Return the schema of texts by name."""
    return {"type": "object", "description": description, "additionalProperties": text("A text.")}


def flag(description: str) -> Schema:
    """Return the schema of a truth value."""
    return {"type": "boolean", "description": description}


def integer(description: str) -> Schema:
    """Return the schema of a whole number."""
    return {"type": "integer", "description": description}


def date(description: str) -> Schema:
    """Return the schema of a date, or null."""
    meaning = f"{description} A year, month, day (ISO 8601) or season (2016-summer), or present."
    return maybe(text(meaning, pattern=f"^({DATE}|present)$"))


def time(description: str) -> Schema:
    """Return the schema of a moment, a local time or a date, or null."""
    meaning = (
        f"{description} ISO 8601 with offset (without where the zone is not known); local time "
        "(07:10) where the day is not known; a date where the time is not known."
    )
    return maybe(text(meaning, pattern=f"^({MOMENT}|{LOCAL_TIME}|{DATE}|present)$"))


def number(description: str) -> Schema:
    """Return the schema of a number that may be printed in a way of its own."""
    meaning = f"{description} A number; a text where a number would not show it as printed."
    return {"type": ["number", "string"], "description": meaning}
