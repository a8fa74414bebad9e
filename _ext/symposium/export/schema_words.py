"""Building blocks of the JSON Schema of ``api/v1/``."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any, Final

Schema = dict[str, Any]

LOCAL_TIME: Final = r"\d{2}:\d{2}"
DATE: Final = r"\d{4}(-\d{2}(-\d{2})?|-(spring|summer|autumn|winter))?"
OFFSET: Final = r"[+-]\d{2}:\d{2}"
MOMENT: Final = rf"\d{{4}}-\d{{2}}-\d{{2}}T\d{{2}}:\d{{2}}:\d{{2}}({OFFSET})?"
AN_ID: Final = "[a-z0-9]+(-[a-z0-9]+)*"

TEXT, OBJECT = {"type": "string"}, {"type": "object"}
ID, TALK_ID = {"pattern": f"^{AN_ID}$"}, {"pattern": f"^{AN_ID}/{AN_ID}$"}
SOME_ID, SOME_TEXT = ({**TEXT, "description": about} for about in ("An id.", "A text."))

SORTS: Mapping[str, tuple[Schema, str, Schema]] = {
    "text": (TEXT, "", {}),
    "id": (TEXT, "", ID),
    "talk": (TEXT, "", TALK_ID),
    "flag": ({"type": "boolean"}, "", {}),
    "integer": ({"type": "integer"}, "", {}),
    "number": (
        {"type": ["number", "string"]},
        " A number; a text where a number would not show it as printed.", {},
    ),
    "date": (
        {"type": ["string", "null"]},
        " A year, month, day (ISO 8601) or season (2016-summer), or present.",
        {"pattern": f"^({DATE}|present)$"},
    ),
    "time": (
        {"type": ["string", "null"]},
        (" ISO 8601 with offset (without where the zone is not known); local time (07:10) where "
         "the day is not known; a date where the time is not known."),
        {"pattern": f"^({MOMENT}|{LOCAL_TIME}|{DATE}|present)$"},
    ),
    "texts": ({"type": "array", "items": SOME_TEXT}, "", {}),
    "ids": ({"type": "array", "items": {**SOME_ID, **ID}}, "", {"uniqueItems": True}),
    "talks": ({"type": "array", "items": {**SOME_ID, **TALK_ID}}, "", {"uniqueItems": True}),
    "links": (OBJECT, "", {"additionalProperties": {
        **TEXT, "description": "An address, or the path of a file of the site.",
        "pattern": "^(https?://|mailto:|files/)",
    }}),
    "texts by name": (OBJECT, "", {"additionalProperties": SOME_TEXT}),
}  # fmt: skip
"""Sorts of values: what the schema of one has before and after its description, and what each
description adds. Dates and times may be null."""


def schema_of(sort: str, about: str, **more: Any) -> Schema:
    """Return the schema of a value of one of `SORTS`; with a question mark it may be null."""
    before, added, after = SORTS[sort.removesuffix("?")]
    schema = {**before, "description": f"{about}{added}", **after, **more}
    return maybe(schema) if sort.endswith("?") else schema


def maybe(schema: Schema) -> Schema:
    """Return a schema that also takes null: the value is not known."""
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return {**schema, "type": list(dict.fromkeys([*types, "null"]))}


def record(about: str, optional: Container[str] = (), /, **fields: Schema) -> Schema:
    """Return the schema of an object that has exactly these fields, but for optional ones."""
    return {
        "type": "object",
        "description": about,
        "properties": fields,
        "required": [name for name in fields if name not in optional],
        "additionalProperties": False,
    }


def many(items: Schema, about: str, **more: Any) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items, "description": about, **more}


def ref(name: str) -> Schema:
    """Return a reference to a definition of the schema."""
    return {"$ref": f"#/$defs/{name}"}
