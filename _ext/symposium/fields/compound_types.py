"""Types made of others: lists, maps, and groups of named fields that describe a record."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from symposium.fields.field_types import (
    FieldType,
    Json,
    ListNode,
    Log,
    MapNode,
    Node,
    Prose,
    Scalar,
    alternatives,
    label,
    nearest,
    or_null,
    refuse,
)
from symposium.fields.yaml_repair import shortened
from symposium.model.problems import Code
from symposium.model.spelling import one_letter_apart


@dataclasses.dataclass(frozen=True)
class ListOf(FieldType):
    """A list; a single value stands for a list of one."""

    empty = ()

    item: FieldType
    separators: str = ""
    """Characters that separate the items of a list that is written as one text."""

    @property
    def expected(self) -> str:  # type: ignore[override]
        """The type of the items."""
        return f"a list of {self.item.expected.removeprefix('a ').removeprefix('an ')}"

    def read(self, node: Node, at: str, log: Log) -> Any:
        """Return the items that can be read."""
        if isinstance(node, Scalar) and node.broken and not node.text:
            return None
        values: list[Any] = []
        for item in node.items if isinstance(node, ListNode) else self._single(node, at, log):
            path = f"{at}.{len(values)}"
            value = self.item.read(item, path, log)
            if value is not None:
                log.places[path] = (item.line, item.column)
                values.append(value)
        return tuple(values)

    def _single(self, node: Node, at: str, log: Log) -> list[Node]:
        if not isinstance(node, Scalar):
            return [node]
        if node.plain and re.match(r"-\S", node.text):
            hint = "write each item on a line of its own, after a hyphen and a space"
            log.report(Code.FIELD_TYPE, node, f"{label(at)} is not a list", hint)
            return []
        if self.separators:
            parts = re.split(f"[{re.escape(self.separators)}]", node.text)
            return [node._replace(text=part) for part in parts if part.strip()]
        return [node]

    def json_schema(self) -> Json:
        """Return the schema of the list, or of one item."""
        item = self.item.json_schema()
        return {"anyOf": [{"type": "array", "items": item}, *alternatives(item)]}


@dataclasses.dataclass(frozen=True)
class MapOf(FieldType):
    """A map of freely chosen names to values of one type."""

    empty = MappingProxyType[str, Any]({})

    item: FieldType

    @property
    def expected(self) -> str:  # type: ignore[override]
        """The type of the values."""
        return f"names, each with {self.item.expected}"

    def read(self, node: Node, at: str, log: Log) -> Any:
        """Return the values that can be read, by name."""
        if not isinstance(node, MapNode):
            return refuse(node, at, log, self.expected, "write one to a line: name, colon, value")
        values = {}
        for key, item in node.entries:
            path = f"{at}.{key.text}"
            value = self.item.read(item, path, log)
            if value is not None:
                log.places[path] = (item.line, item.column)
                values[" ".join(key.text.split())] = value
        return values

    def json_schema(self) -> Json:
        """Return the schema of an object with any fields of one type."""
        return {"type": "object", "additionalProperties": self.item.json_schema()}


class Field(NamedTuple):
    """A field of a group: its type, a sentence about its contents, and whether it is required."""

    type: FieldType
    help: str
    required: bool = False
    written: str = ""
    """Its name in front matter, if that is not the name of the attribute."""
    attribute: str = ""
    """The attribute of the record that holds its value."""
    role: str = ""
    """The role of the persons that it names: "author", "developer"."""
    refers: str = ""
    """The kind of the records that it names, by their ids or cite keys."""
    heading: str = ""
    """The heading of the list of these records on a page; else the title of their kind."""
    label: str = ""
    """Its label in lists and on pages; else its name."""
    filter: bool = False
    """Whether ``{listing}`` can compare it."""
    facet: bool = False
    """Whether readers can narrow lists by its values."""
    item: bool = False
    """Whether lists of records show it."""
    search: bool = False
    """Whether a search for its words finds the record."""
    api: bool = True
    """Whether the API has it."""
    sparse: bool = False
    """Whether the API leaves it out if it is empty."""
    schema_org: str = ""
    """Its property of schema.org in the metadata of pages: "license"."""
    entry: str = ""
    """The field of a bibliography entry that holds its text."""
    added: bool = False
    """Whether a plugin adds it: records then hold its value in ``added``."""

    def of(self, record: Any) -> Any:
        """Return the value of the field in a record."""
        if self.added:
            return record.added.get(self.attribute, self.type.empty)
        return getattr(record, self.attribute)


@dataclasses.dataclass(frozen=True)
class FieldGroup(FieldType):
    """Named fields that make a record."""

    record: Callable[..., Any]
    """Makes the record from the values by name."""
    fields: Mapping[str, Field]
    expected: str = "a group of fields"
    shorthand: str = ""
    """The field that a single value is short for."""
    any_of: tuple[str, ...] = ()
    """Fields of which at least one is required."""
    needs: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Fields that require another one."""
    instead: str = ""
    """If this field is present, no other is required."""
    ignored: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Fields that are accepted but ignored, with their help."""

    def read(self, node: Node, at: str, log: Log) -> Any:
        """Return the record, or ``None`` if a required field is missing."""
        if isinstance(node, Scalar) and self.shorthand:
            if node.broken and not node.text:
                return None
            # "name:x" is a field without the space after its colon, not a name.
            if not (node.plain and node.text.partition(":")[0] in self.fields):
                key = node._replace(text=self.shorthand)
                node = MapNode(((key, node),), node.line, node.column)
        if not isinstance(node, MapNode):
            return refuse(
                node, at, log, self.expected, f"write fields such as {next(iter(self.fields))}: …"
            )
        values, missing = self.read_fields(node, at, log)
        return None if missing else self.record(**values)

    def read_fields(self, node: MapNode, at: str, log: Log) -> tuple[dict[str, Any], list[str]]:
        """Return the values that can be read, and the required fields without one."""
        values: dict[str, Any] = {}
        stated = set()
        for key, item in node.entries:
            field = self.fields.get(key.text)
            if not field:
                self._report_unknown(key, node, log)
                continue
            if isinstance(item, Scalar) and item.is_null:
                continue
            stated.add(key.text)
            path = f"{at}.{key.text}" if at else key.text
            log.places[path] = (item.line, item.column)
            value = field.type.read(item, path, log)
            if value is not None:
                values[key.text] = value
        if self.instead in stated:
            return values, []
        required = [name for name, field in self.fields.items() if field.required]
        for name in required:
            if name not in stated:
                log.report(
                    Code.FIELD_MISSING, node, f"The field `{name}` is missing", self._hint(name)
                )
        if self.any_of and not stated.intersection(self.any_of):
            names = ", ".join(f"`{name}`" for name in self.any_of)
            message = f"At least one of {names} is required"
            log.report(Code.FIELD_MISSING, node, message, "add one of them")
        for name, other in self.needs.items():
            if name in stated and other not in stated:
                message = f"The field `{other}` is missing: `{name}` needs it"
                log.report(Code.FIELD_MISSING, node, message, self._hint(other))
        return values, [name for name in required if name not in values]

    def _hint(self, name: str) -> str:
        return f"add {name}: {self.fields[name].type.expected}"

    def _report_unknown(self, key: Scalar, node: MapNode, log: Log) -> None:
        if key.text in self.ignored or log.is_full:
            return  # looking for the nearest name takes time
        hint = nearest(key.text, self.fields)
        log.report(
            Code.FIELD_UNKNOWN, key, f"The field `{shortened(key.text)}` is not known here",
            hint or f"the known fields are {', '.join(self.fields)}", self._meant(key.text, node),
        )  # fmt: skip

    def _meant(self, text: str, node: MapNode) -> str:
        """Return the field that a misspelt name must mean, if only one is possible."""
        near = [name for name in self.fields if one_letter_apart(text, name)]
        keys = [key.text for key, _ in node.entries]
        if len(near) != 1 or len(text) < 4:  # of fewer letters, each makes another word
            return ""
        same = [key for key in keys if key == near[0] or one_letter_apart(key, near[0])]
        return near[0] if same == [text] else ""

    def json_schema(self) -> Json:
        """Return the schema of an object with these fields; optional ones may be empty."""
        properties: Json = {}
        for name, field in self.fields.items():
            schema = field.type.json_schema()
            if not field.required:
                schema = or_null(schema)
            properties[name] = {"description": field.help, **schema}
            item_type = field.type.item if isinstance(field.type, ListOf) else field.type
            if item_type.example:
                properties[name]["examples"] = [item_type.example]
        properties |= {name: {"description": text} for name, text in self.ignored.items()}
        schema = {
            "title": self.expected,
            "type": "object",
            "properties": properties,
            "additionalProperties": False,
        }
        required = [name for name, field in self.fields.items() if field.required]
        if choices := [[*required, name] for name in self.any_of] or [required][: len(required)]:
            choices += [[self.instead]] if self.instead else []
            schema |= _any_of(choices) if choices != [required] else {"required": required}
        if self.needs:
            needs = {name: [other] for name, other in self.needs.items()}
            either = {"anyOf": [{"dependencies": needs}, *_any_of([[self.instead]])["anyOf"]]}
            schema |= {"allOf": [either]} if self.instead else {"dependencies": needs}
        if self.shorthand:
            short = self.fields[self.shorthand].type.json_schema()
            return {"anyOf": [schema, *alternatives(short)]}
        return schema


def _any_of(choices: list[list[str]]) -> Json:
    """Return the schema of an object with all fields of at least one of the choices."""
    present = {"not": {"type": "null"}}
    return {
        "anyOf": [
            {"required": names, "properties": dict.fromkeys(names, present)} for names in choices
        ]
    }


# Descriptions of fields, kept beside the attributes of a record, which is a frozen dataclass. The
# reading of front matter and its errors, the JSON Schemas, the API, lists and filters, and the
# guide follow from them.

_KEY = "described"


def field(
    type_: FieldType, help_: str, /, *, required: bool = False, default: Any = ..., **more: Any
) -> Any:
    """Return a field of a dataclass with its description.

    Args:
        type_: The type of its values.
        help_: A sentence about its contents.
        required: Whether front matter must have it. The record then has no default for it.
        default: The value in a record without it; if not given, ``empty`` of the type.
        more: Further arguments of `symposium.fields.compound_types.Field`.
    """
    options: dict[str, Any] = {"metadata": {_KEY: Field(type_, help_, required, **more)}}
    empty = type_.empty if default is ... else default
    if isinstance(empty, Mapping):
        options["default_factory"] = dict
    elif not required or default is not ...:
        options["default"] = empty
    return dataclasses.field(**options)


def again(shared: Field, /, **changes: Any) -> Any:
    """Return a field of a dataclass with a description that several records share."""
    values = shared._asdict() | changes
    return field(values.pop("type"), values.pop("help"), **values)


def fields_of(record: type) -> dict[str, Field]:
    """Return the fields that front matter takes for a dataclass, by their names there."""
    return {
        field.written or name: field
        for name, field in attributes_of(record).items()
        if not isinstance(field.type, Body)
    }


def attributes_of(record: type) -> dict[str, Field]:
    """Return the described attributes of a dataclass: its own, then those of each base."""
    described = {f.name: f.metadata.get(_KEY) for f in dataclasses.fields(record)}
    fields: dict[str, Field] = {}
    for base in reversed(record.__mro__):
        names = inspect.get_annotations(base)
        own = {name: field for name in names if (field := described.get(name))}
        fields = {**{n: s for n, s in own.items() if n not in fields}, **fields}
    return {name: field._replace(attribute=name) for name, field in fields.items()}


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
    """Return the type of values that are made from the described fields of a dataclass."""
    return FieldGroup(make or record, fields_of(record), name, shorthand, **options)
