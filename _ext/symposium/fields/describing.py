"""Descriptions of fields, kept beside the attributes of a record.

A record is a frozen dataclass. `field` describes one of its attributes; from the descriptions come
how front matter is read, its errors, the JSON Schemas, the API, lists and filters, and the guide.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Mapping
from typing import Any

from symposium.fields.compound_types import Field, FieldGroup
from symposium.fields.field_types import FieldType, Prose

_KEY = "described"


def field(
    type_: FieldType, help_: str, /, *, required: bool = False, default: Any = ..., **more: Any
) -> Any:
    """Return a field of a dataclass with its description.

    Args:
        type_: What values it takes.
        help_: What it holds, in a sentence.
        required: Whether front matter must have it. The record then has no default for it.
        default: The value of a record without it; else what the type has for that.
        more: What else `symposium.fields.compound_types.Field` says of it.
    """
    options: dict[str, Any] = {"metadata": {_KEY: Field(type_, help_, required, **more)}}
    empty = type_.empty if default is ... else default
    if isinstance(empty, Mapping):
        options["default_factory"] = dict
    elif not required or default is not ...:
        options["default"] = empty
    return dataclasses.field(**options)


def again(said: Field, /, **changes: Any) -> Any:
    """Return a field of a dataclass with a description that several records share."""
    values = said._asdict() | changes
    return field(values.pop("type"), values.pop("help"), **values)


def fields_of(record: type) -> dict[str, Field]:
    """Return what front matter takes for a dataclass: the fields by their names there."""
    return {
        said.written or name: said
        for name, said in attributes_of(record).items()
        if not isinstance(said.type, Body)
    }


def attributes_of(record: type) -> dict[str, Field]:
    """Return the described attributes of a dataclass: its own, then those of each base."""
    described = {one.name: one.metadata.get(_KEY) for one in dataclasses.fields(record)}
    found: dict[str, Field] = {}
    for base in reversed(record.__mro__):
        names = inspect.get_annotations(base)
        own = {name: said for name in names if (said := described.get(name))}
        found = {**{n: s for n, s in own.items() if n not in found}, **found}
    return {name: said._replace(attribute=name) for name, said in found.items()}


class Body(Prose):
    """The Markdown below the front matter."""

    empty = ""


def group_of(
    record: type,
    name: str,
    shorthand: str = "",
    make: Callable[..., Any] | None = None,
    **options: Any,
) -> FieldGroup:
    """Return the type of a value that is made of the described fields of a dataclass."""
    return FieldGroup(make or record, fields_of(record), name=name, shorthand=shorthand, **options)
