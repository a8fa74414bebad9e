"""Objects of the API: each value is defined once, with its JSON Schema and its getter.

Both are derived from the description of a field in `symposium.kinds`. Computed values, such as the
address of a page, are defined in `symposium.export.api_tables`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from symposium.export.api_values import Context, Json, Make, number
from symposium.fields.compound_types import Body, Field, FieldGroup, ListOf, MapOf
from symposium.fields.date_types import DateField, YearType
from symposium.fields.field_types import FieldType, Flag, PrintedNumber
from symposium.fields.link_types import LocatorType, PersonName
from symposium.kinds.base import CORRECTIONS
from symposium.kinds.participants import AFFILIATION, PeopleField
from symposium.knowledge.mentions import piece_text, pieces_of_text
from symposium.model.ids import source_of

Schema = dict[str, Any]

LOCAL_TIME: Final = r"\d{2}:\d{2}"
DATE: Final = r"\d{4}(-\d{2}(-\d{2})?|-(spring|summer|autumn|winter))?"
OFFSET: Final = r"[+-]\d{2}:\d{2}"
MOMENT: Final = rf"\d{{4}}-\d{{2}}-\d{{2}}T\d{{2}}:\d{{2}}:\d{{2}}({OFFSET})?"
ID_PATTERN: Final = "[a-z0-9]+(-[a-z0-9]+)*"

TEXT, OBJECT = {"type": "string"}, {"type": "object"}
ID, TALK_ID = {"pattern": f"^{ID_PATTERN}$"}, {"pattern": f"^{ID_PATTERN}/{ID_PATTERN}$"}
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
"""Sorts of values: the schema's keys before the description, a text to append to the description,
and the keys after it. Dates and times may be null."""


def schema_of(sort: str, about: str, **more: Any) -> Schema:
    """Return the schema of a value of a sort from `SORTS`; ``text?`` is a text that may be null."""
    before, added, after = SORTS[sort.removesuffix("?")]
    schema = {**before, "description": f"{about}{added}", **after, **more}
    return nullable(schema) if sort.endswith("?") else schema


def nullable(schema: Schema) -> Schema:
    """Return a schema that also accepts null, for a value that is not known."""
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return {**schema, "type": list(dict.fromkeys([*types, "null"]))}


def object_schema(about: str, optional: Container[str] = (), /, **fields: Schema) -> Schema:
    """Return the schema of an object with these fields and no others; some may be optional."""
    return {
        "type": "object",
        "description": about,
        "properties": fields,
        "required": [name for name in fields if name not in optional],
        "additionalProperties": False,
    }


def list_schema(items: Schema, about: str, **more: Any) -> Schema:
    """Return the schema of a list of such items."""
    return {"type": "array", "items": items, "description": about, **more}


def ref(name: str) -> Schema:
    """Return a reference to a definition of the schema."""
    return {"$ref": f"#/$defs/{name}"}


class Value(NamedTuple):
    """A value of an object: its schema, and how to get it from a record."""

    schema: Schema
    make: Make | None = None
    """Converts the result of ``get``; without it, that result is the value."""
    get: Callable[[Any], Any] | None = None
    """Gets an attribute of the record; without it, ``make`` gets the whole record."""
    sparse: bool = False
    """Whether an object omits the value if it is null."""


NOTHING: Mapping[str, Value] = MappingProxyType({})


def value(sort: str, about: str, how: str | Make, **more: Any) -> Value:
    """Return a value of a sort from `SORTS`; ``how`` is an attribute's name or a function."""
    schema = schema_of(sort, about, **more)
    return Value(schema, get=attrgetter(how)) if isinstance(how, str) else Value(schema, how)


@dataclass(frozen=True)
class Shape:
    """The values of one sort of object, in their order."""

    about: str
    values: Mapping[str, Value]
    name: str = ""
    """Its name in ``$defs`` of the schema, or empty if the schema is written in place."""

    def write(self, context: Context, record: Any) -> Json:
        """Return the object of a record, or of a part of one."""
        values = {
            name: make(context, get(record) if get else record) if make else get(record)
            for name, make, get in self._steps
        }
        for name in self._sparse:
            if values[name] is None:
                del values[name]
        return values

    def write_all(self, context: Context, records: Iterable[Any]) -> list[Json]:
        """Return the objects of several records."""
        return [self.write(context, record) for record in records]

    @cached_property
    def _steps(self) -> Sequence[tuple[str, Make | None, Any]]:
        return [(name, value.make, value.get) for name, value in self.values.items()]

    @cached_property
    def _sparse(self) -> Sequence[str]:
        return [name for name, value in self.values.items() if value.sparse]

    def schema(self) -> Schema:
        """Return the schema of the objects."""
        values = {name: value.schema for name, value in self.values.items()}
        return object_schema(self.about, self._sparse, **values)


def objects(of: Shape, about: str, how: str | Make = "") -> Value:
    """Return a value that is a list of objects; ``how`` gets their records, as for `value`."""
    schema = list_schema(ref(of.name) if of.name else of.schema(), about)
    if isinstance(how, str):
        return Value(schema, of.write_all, attrgetter(how) if how else None)
    return Value(schema, lambda context, record: of.write_all(context, how(context, record)))


def an_object(of: Shape, make: Make) -> Value:
    """Return a value that is an object or null."""
    return Value(nullable(of.schema()), lambda context, record: (
        (part := make(context, record)) and of.write(context, part)
    ))  # fmt: skip


def shape(
    about: str,
    fields: Mapping[str, Field],
    more: Mapping[str, Value] = NOTHING,
    order: str = "",
    name: str = "",
) -> Shape:
    """Return a shape of the described fields, and of more values that may replace some of them.

    ``order`` lists the names that come first, separated by spaces.
    """
    values = {
        key: value_of(field)._replace(get=attrgetter(field.attribute or key), sparse=field.sparse)
        for key, field in fields.items()
        if field.api
    } | {**more}
    if isinstance(getattr(fields.get("source"), "type", None), LocatorType):
        values["locator"] = WITHIN
    names = dict.fromkeys((*order.split(), *values))
    return Shape(about, {key: values[key] for key in names if key in values}, name)


WITHIN = Value(
    schema_of("text", "Lines or pages of the source: L57, L57-L60, p3."),
    lambda _, text: (text or "").partition("#")[2] or None,
    attrgetter("source"),
    sparse=True,
)


def group(
    made_of: FieldType, more: Mapping[str, Value] = NOTHING, order: str = "", name: str = ""
) -> Shape:
    """Return the shape of a group of fields, or of the items of a list of such groups."""
    item = made_of.item if isinstance(made_of, ListOf) else made_of
    assert isinstance(item, FieldGroup)  # noqa: S101  # kinds set it, not users
    return shape(f"{item.expected[0].upper()}{item.expected[1:]}.", item.fields, more, order, name)


def _person(context: Context, contributor: Any) -> str:
    return context.kb.identity.resolve(contributor.name.text, contributor.person)


def somebody(
    about: str = "The name as printed.", person: Make = _person, name: str | Make = "name.text"
) -> dict[str, Value]:
    """Return the two values of any record that names a person: the person's id and the name."""
    return {"person": value("id", "Id of the person.", person), "name": value("text", about, name)}


def value_of(field: Field) -> Value:
    """Return the value that the description of a field defines."""
    type_, about = field.type, field.help
    if field.refers == "topic":
        return value("ids", "Ids of topics.", lambda context, texts: [
            topic.id for topic in context.kb.topics_of(texts)
        ])  # fmt: skip
    if isinstance(type_, PeopleField):
        return objects(PARTICIPANT, about)
    if isinstance(type_, FieldGroup):
        return an_object(group(type_), lambda _, part: part)
    if isinstance(type_, ListOf) and isinstance(type_.item, FieldGroup):
        person_values = somebody() if field.role else NOTHING
        return objects(group(type_.item, person_values, "person name"), about)
    if field.refers or field.role or isinstance(type_, LocatorType):  # behind a colon: how to write
        about = f"{about.partition(':')[0]}: {'ids' if isinstance(type_, ListOf) else 'an id'}."
    if not isinstance(type_, ListOf):
        return _single(field, about)
    if field.role:
        return value("ids", about, lambda context, names: list(
            dict.fromkeys(map(context.kb.identity.resolve, names))
        ))  # fmt: skip
    make = _single(field._replace(type=type_.item), about).make
    return value("ids" if field.refers else "texts", about, lambda context, items: [
        make(context, item) if make else item for item in items
    ])  # fmt: skip


SINGLE: tuple[tuple[type[FieldType], str, Make | None], ...] = (
    (PrintedNumber, "number", lambda _, text: number(text)),
    (DateField, "date", lambda _, date: date.iso if date else None),
    (YearType, "integer", None),
    (Flag, "flag", None),
    (MapOf, "links", lambda _, values: dict(sorted(values.items())) if values else {}),
    (PersonName, "text", lambda _, name: name.text),
    (LocatorType, "text", lambda _, text: text and source_of(text)),
    (Body, "text?", lambda _, text: text or None),
    (FieldType, "text", None),
)
"""Types of fields, each with the sort of its values and the conversion of them, if any."""


def _single(field: Field, about: str) -> Value:
    """Return the value of a field that is not a list."""
    _type, sort, make = next(row for row in SINGLE if isinstance(field.type, row[0]))
    if field.refers:
        sort, make = "id", None
    never_null = field.required or field.sparse or field.type.empty is not None
    schema = schema_of(sort, about)
    return Value(schema if never_null else nullable(schema), make)


def _part(about: str, attribute: str) -> Value:
    """Return a part of a contributor's name; null for an organisation, whose name has no parts."""
    get = attrgetter(f"name.{attribute}")
    return value(
        "text?", about, lambda _, author: None if author.name.corporate else get(author) or None
    )


CONTRIBUTOR = Shape("An author or editor.", {
    **dict(reversed(somebody("The name as printed on the work.").items())),
    "marks": Value(
        list_schema(
            schema_of("text", "equal (equal contribution), student, …"),
            "Marks that the work puts on the name.",
        ),
        lambda _, author: list(author.marks),
    ),
    "family": _part("Family name, without particle.", "family"),
    "given": _part("Given names.", "given"),
    "particle": _part("What stands before the family name, such as van der.", "prefix"),
    "suffix": _part("What stands behind the name, such as Jr.", "suffix"),
    "literal": value(
        "text?", "The whole name, where it has no parts: of organisations.",
        lambda _, author: author.name.text if author.name.corporate else None,
    ),
}, "contributor")  # fmt: skip
PRINTED = {name: AFFILIATION.fields[name] for name in ("organization", "country")}
PARTICIPANT = Shape("Somebody on a programme.", {
    **somebody("The name as printed in the programme."),
    "affiliations": objects(
        shape("An affiliation.", PRINTED), "Affiliations as printed in the programme.",
        "affiliations",
    ),
    "bio": value("text?", "The biography printed in the programme.", lambda context, speaker: (
        speaker.bio
        and "".join(piece_text(context.kb, piece) for piece in pieces_of_text(speaker.bio))
    )),
}, "participant")  # fmt: skip
CORRECTION = group(CORRECTIONS.type, name="correction")
DEFINED = (CONTRIBUTOR, PARTICIPANT, CORRECTION)
"""The shapes that have an entry of their own in ``$defs`` of the schema."""
