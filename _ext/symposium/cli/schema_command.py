"""``symposium schema``: print the JSON Schemas of front matter and of the API."""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

from symposium.cli.files import write_file
from symposium.cli.project import add_plugins
from symposium.cli.wrong_use import WrongUseError
from symposium.export.api import schema as api_schema
from symposium.fields.field_types import Json
from symposium.kinds import BUILT_IN, BY_NAME
from symposium.plugin.loading import load_plugins

API = "api"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument(
        "kind", nargs="?", metavar="KIND",
        help=f"{', '.join(kind.name for kind in BUILT_IN)}, {API} or a kind of a plugin "
        "(default: all, in one object)",
    )  # fmt: skip
    add_plugins(command)
    command.add_argument(
        "-o", "--output", type=Path, metavar="DIR", help="write DIR/KIND.json instead"
    )


def run(arguments: argparse.Namespace) -> bool:
    """Print or write one schema or all of them; return false, as there are no problems to find.

    Raises:
        WrongUseError: if the kind is unknown, or a plugin cannot be used.
    """
    _, problems = load_plugins(Path(), trusted=arguments.plugin)
    if problems:
        raise WrongUseError(problems[0].text)
    names = [*BY_NAME, API]
    if arguments.kind and arguments.kind not in names:
        raise WrongUseError(f"there is no kind {arguments.kind}: there are {', '.join(names)}")
    kinds = [arguments.kind] if arguments.kind else names
    schemas = {kind: api_schema() if kind == API else json_schema(kind) for kind in kinds}
    if arguments.output:
        for kind, schema in schemas.items():
            write_file(arguments.output / f"{kind}.json", _dump(schema).encode())
    else:
        sys.stdout.write(_dump(schemas[arguments.kind] if arguments.kind else schemas))
    return False


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def json_schema(kind: str) -> Json:
    """Return the JSON Schema of the front matter of a kind, for editors.

    Groups of fields are defined once, under ``$defs``.
    """
    group = BY_NAME[kind].group
    definitions: Json = {}
    whole = {name: _shared(value, definitions) for name, value in group.json_schema().items()}
    return {
        # The newest dialect that all common editors and validators support.
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": f"urn:symposium:schema:{kind}",
        **whole,
        "title": f"Front matter of {group.expected}",
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
