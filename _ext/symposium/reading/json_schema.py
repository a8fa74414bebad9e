"""The JSON Schemas of front matter, for editors.

Groups of fields that stand in several places are written once, under ``$defs``.
"""

from __future__ import annotations

import re
from typing import Any

from symposium.fields.field_types import Json
from symposium.kinds import BY_NAME

DIALECT = "http://json-schema.org/draft-07/schema#"
"""The newest dialect that all of the editors and checkers know."""


def json_schema(kind: str) -> Json:
    """Return the JSON Schema of the front matter of a kind, as editors use it."""
    group = BY_NAME[kind].group
    definitions: Json = {}
    whole = {name: _shared(value, definitions) for name, value in group.json_schema().items()}
    return {
        "$schema": DIALECT,
        "$id": f"urn:symposium:schema:{kind}",
        **whole,
        "title": f"Front matter of {group.name}",
        **({"$defs": dict(sorted(definitions.items()))} if definitions else {}),
    }


def _shared(schema: Any, definitions: Json) -> Any:
    """Return a schema whose groups of fields are references to ``definitions``."""
    if isinstance(schema, list):
        return [_shared(item, definitions) for item in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: _shared(value, definitions) for name, value in schema.items()}
    if not isinstance(inner.get("title"), str):
        return inner
    name = re.sub(r"^an? ", "", inner["title"]).replace(" ", "-")
    definitions[name] = inner
    return {"$ref": f"#/$defs/{name}"}
