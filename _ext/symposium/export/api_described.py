"""JSON objects of kinds that follow from the descriptions of their fields, with their schema.

Object and schema are made of the descriptions of the fields, one type of value at a time. The end
of each object is the same for all kinds: what was inferred and mended, sources, address.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from symposium.export import schema_words as words
from symposium.export.api_values import Context, Json, corrections, iso, participant
from symposium.export.schema_words import Schema
from symposium.fields.compound_types import Field, FieldGroup, ListOf, MapOf
from symposium.fields.date_types import DateField, YearType
from symposium.fields.describing import Body, attributes_of
from symposium.fields.field_types import FieldType, Flag
from symposium.kinds.kind import Kind
from symposium.kinds.participants import PeopleField
from symposium.model.dates import Date

TAIL = ("was", "inferred", "corrections", "sources")
"""Attributes that stand at the end, or nowhere."""


def described(context: Context, kind: Kind, record: Any) -> Json:
    """Return a record as an object."""
    made: Json = {"id": record.id}
    for name, said in own_attributes(kind.record).items():
        made[_name(name, said)] = value_of(context, said, getattr(record, name))
    if hasattr(record, "inferred"):
        made["inferred"] = list(record.inferred)
        made["corrections"] = corrections(context.kb, record.corrections)
    made["sources"] = list(getattr(record, "sources", ()))
    made["url"] = context.url(kind.name, record.id)
    return made


def added(context: Context, kind: Kind, record: Any) -> Json:
    """Return the fields of a record that plugins add, as far as they are exported."""
    fields = {name: said for name, said in kind.added.items() if said.api}
    made = {name: value_of(context, said, said.of(record)) for name, said in fields.items()}
    return {"added": made} if fields else {}


def with_added(kind: Kind, schema: Schema) -> Schema:
    """Return the schema of records of a kind, with the fields that plugins add."""
    fields = {name: schema_of(said) for name, said in kind.added.items() if said.api}
    if not fields:
        return schema
    more = words.record("Fields that plugins add.", **fields)
    return {
        **schema,
        "properties": {**schema["properties"], "added": more},
        "required": [*schema["required"], "added"],
    }


def schema_of_kind(kind: Kind) -> Schema:
    """Return the schema of these objects."""
    fields = {"id": words.an_id("Id.")}
    for name, said in own_attributes(kind.record).items():
        fields[_name(name, said)] = schema_of(said)
    if "inferred" in {one.name for one in dataclasses.fields(kind.record)}:
        fields |= {"inferred": words.inferred(), "corrections": words.corrections()}
    fields |= {"sources": words.sources(), "url": words.url()}
    about = (kind.record.__doc__ or kind.title).partition("\n")[0]
    return words.record(about, **fields)


def own_attributes(record: type) -> dict[str, Field]:
    """Return the described attributes that only this record has."""
    return {name: said for name, said in attributes_of(record).items() if name not in TAIL}


def _name(name: str, said: Field) -> str:
    return "description" if isinstance(said.type, Body) else name


def value_of(context: Context, said: Field, value: Any) -> Any:
    """Return the value of a field as JSON."""
    if said.refers == "topic":
        return [topic.id for topic in context.kb.topics_of(value)]
    if isinstance(said.type, PeopleField):
        return [participant(context.kb, one) for one in value]
    if isinstance(said.type, ListOf) and isinstance(said.type.item, FieldGroup):
        return [_group(context, one, person=bool(said.role)) for one in value]
    return _plain(context, said.type, value)


def _plain(context: Context, type_: FieldType, value: Any) -> Any:
    if value is None:
        return None
    if isinstance(type_, ListOf):
        return [_plain(context, type_.item, one) for one in value]
    if isinstance(type_, FieldGroup):
        return _group(context, value)
    if isinstance(type_, MapOf):
        return dict(sorted(value.items()))
    if isinstance(value, Date):
        return iso(value)
    return value or None if isinstance(type_, Body) else value


def _group(context: Context, one: Any, *, person: bool = False) -> Json:
    """Return a value that is made of several; of a person it has the id, too."""
    made: Json = {"person": context.kb.person_of(one), "name": one.name.text} if person else {}
    for name, said in attributes_of(type(one)).items():
        if name not in made:
            made[name] = value_of(context, said, getattr(one, name))
    return made


def schema_of(said: Field) -> Schema:
    """Return the schema of the value of a field."""
    type_, about = said.type, said.help
    if isinstance(type_, PeopleField):
        return words.many(words.ref("participant"), about)
    if isinstance(type_, ListOf):
        if isinstance(type_.item, FieldGroup):
            return words.many(_schema_of_group(type_.item, person=bool(said.role)), about)
        return words.ids(about) if said.refers else words.texts(about)
    if isinstance(type_, MapOf):
        return words.links(about)
    if isinstance(type_, FieldGroup):
        return words.maybe(_schema_of_group(type_))
    if isinstance(type_, DateField):
        return words.date(about)
    if isinstance(type_, Flag):
        return {"type": "boolean", "description": about}
    if isinstance(type_, YearType):
        return words.maybe({"type": "integer", "description": about})
    made = words.an_id(about) if said.refers else words.text(about)
    return made if said.required else words.maybe(made)


def _schema_of_group(group: FieldGroup, *, person: bool = False) -> Schema:
    fields: dict[str, Schema] = {}
    if person:
        fields = {
            "person": words.an_id("Id of the person."),
            "name": words.text("The name as printed."),
        }
    made = group.fields.items()
    fields |= {name: schema_of(said) for name, said in made if name not in fields}
    return words.record(f"{group.name[0].upper()}{group.name[1:]}.", **fields)
