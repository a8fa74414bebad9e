"""Objects of the API: each value with its schema and with what gets it, side by side.

Both come from the description of a field in `symposium.kinds`. What is worked out, such as the
address of a page, stands in `symposium.export.api_tables`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
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


class Value(NamedTuple):
    """A value of an object: what it is, and where it comes from."""

    schema: Schema
    make: Make | None = None
    """Makes it of what is got; else that is the value."""
    get: Callable[[Any], Any] | None = None
    """Gets an attribute of the record; else the value is made of the record."""
    sparse: bool = False
    """Whether an object lacks it where it is null."""


NOTHING: Mapping[str, Value] = MappingProxyType({})


def value(sort: str, about: str, how: str | Make, **more: Any) -> Value:
    """Return a value of one of `SORTS`, and how it is had: an attribute, or what makes it."""
    schema = schema_of(sort, about, **more)
    return Value(schema, get=attrgetter(how)) if isinstance(how, str) else Value(schema, how)


@dataclass(frozen=True)
class Shape:
    """What objects of one sort hold, in their order."""

    about: str
    values: Mapping[str, Value]
    name: str = ""
    """Its name among the definitions of the schema, if it has one."""

    def write(self, context: Context, one: Any) -> Json:
        """Return an object."""
        made = {
            name: make(context, get(one) if get else one) if make else get(one)
            for name, make, get in self._steps
        }
        for name in self._sparse:
            if made[name] is None:
                del made[name]
        return made

    def write_all(self, context: Context, every: Sequence[Any]) -> list[Json]:
        """Return objects."""
        return [self.write(context, one) for one in every]

    @cached_property
    def _steps(self) -> Sequence[tuple[str, Make | None, Any]]:
        return [(name, one.make, one.get) for name, one in self.values.items()]

    @cached_property
    def _sparse(self) -> Sequence[str]:
        return [name for name, one in self.values.items() if one.sparse]

    def schema(self) -> Schema:
        """Return the schema of the objects."""
        values = {name: one.schema for name, one in self.values.items()}
        return record(self.about, self._sparse, **values)


def objects(of: Shape, about: str, how: str | Make = "") -> Value:
    """Return a value that is a list of objects, and how their rows are had: see `value`."""
    schema = many(ref(of.name) if of.name else of.schema(), about)
    if isinstance(how, str):
        return Value(schema, of.write_all, attrgetter(how) if how else None)
    return Value(schema, lambda context, one: of.write_all(context, how(context, one)))


def an_object(of: Shape, make: Make) -> Value:
    """Return a value that is an object, or null."""
    return Value(
        maybe(of.schema()),
        lambda context, one: (found := make(context, one)) and of.write(context, found),
    )


def shape(
    about: str,
    fields: Mapping[str, Field],
    more: Mapping[str, Value] = NOTHING,
    order: str = "",
    name: str = "",
) -> Shape:
    """Return what objects hold: the described fields, and more, which may be in place of some.

    ``order`` has the names that come first.
    """
    found = {
        one: value_of(said)._replace(get=attrgetter(said.attribute or one), sparse=said.sparse)
        for one, said in fields.items()
        if said.api
    } | {**more}
    if isinstance(getattr(fields.get("source"), "type", None), LocatorType):
        found["locator"] = WITHIN
    names = dict.fromkeys((*order.split(), *found))
    return Shape(about, {one: found[one] for one in names if one in found}, name)


WITHIN = Value(
    schema_of("text", "Lines or pages of the source: L57, L57-L60, p3."),
    lambda _, text: (text or "").partition("#")[2] or None,
    attrgetter("source"),
    sparse=True,
)


def group(
    made_of: FieldType, more: Mapping[str, Value] = NOTHING, order: str = "", name: str = ""
) -> Shape:
    """Return what objects hold that are made of a group of fields; or those of a list of them."""
    one = made_of.item if isinstance(made_of, ListOf) else made_of
    assert isinstance(one, FieldGroup)  # noqa: S101  # said by kinds, not by users
    return shape(f"{one.name[0].upper()}{one.name[1:]}.", one.fields, more, order, name)


def _person(context: Context, one: Any) -> str:
    return context.kb.identity.resolve(one.name.text, one.person)


def somebody(
    about: str = "The name as printed.", person: Make = _person, name: str | Make = "name.text"
) -> dict[str, Value]:
    """Return the values of whatever names a person."""
    return {"person": value("id", "Id of the person.", person), "name": value("text", about, name)}


def value_of(said: Field) -> Value:
    """Return the value that a description makes of what is in a field."""
    type_, about = said.type, said.help
    if said.refers == "topic":
        return value("ids", "Ids of topics.", lambda context, texts: [
            one.id for one in context.kb.topics_of(texts)
        ])  # fmt: skip
    if isinstance(type_, PeopleField):
        return objects(PARTICIPANT, about)
    if isinstance(type_, FieldGroup):
        return an_object(group(type_), lambda _, one: one)
    if isinstance(type_, ListOf) and isinstance(type_.item, FieldGroup):
        named = somebody() if said.role else NOTHING
        return objects(group(type_.item, named, "person name"), about)
    if said.refers or said.role or isinstance(type_, LocatorType):  # behind a colon: how to write
        about = f"{about.partition(':')[0]}: {'ids' if isinstance(type_, ListOf) else 'an id'}."
    if not isinstance(type_, ListOf):
        return _single(said, about)
    if said.role:
        return value("ids", about, lambda context, names: list(
            dict.fromkeys(map(context.kb.identity.resolve, names))
        ))  # fmt: skip
    make = _single(said._replace(type=type_.item), about).make
    return value("ids" if said.refers else "texts", about, lambda context, items: [
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
"""Types of fields, each with the sort of its values and what makes these, if anything does."""


def _single(said: Field, about: str) -> Value:
    """Return the value that is no list."""
    _type, sort, make = next(one for one in SINGLE if isinstance(said.type, one[0]))
    if said.refers:
        sort, make = "id", None
    known = said.required or said.sparse or said.type.empty is not None
    schema = schema_of(sort, about)
    return Value(schema if known else maybe(schema), make)


def _part(about: str, attribute: str) -> Value:
    """Return a part of a contributor's name; a name that is given whole has none."""
    get = attrgetter(attribute)
    return value(
        "text?", about, lambda _, one: None if one.name.corporate else get(one.name) or None
    )


CONTRIBUTOR = Shape(
    "An author or editor.",
    {
        **dict(reversed(somebody("The name as printed on the work.").items())),
        "marks": Value(
            many(
                schema_of("text", "equal (equal contribution), student, …"),
                "Marks that the work puts on the name.",
            ),
            lambda _, one: list(one.marks),
        ),
        "family": _part("Family name, without particle.", "family"),
        "given": _part("Given names.", "given"),
        "particle": _part("What stands before the family name, such as van der.", "prefix"),
        "suffix": _part("What stands behind the name, such as Jr.", "suffix"),
        "literal": value(
            "text?",
            "The whole name, where it has no parts: of organisations.",
            lambda _, one: one.name.text if one.name.corporate else None,
        ),
    },
    "contributor",
)
PARTICIPANT = Shape(
    "Somebody on a programme.",
    {
        **somebody("The name as printed in the programme."),
        "affiliations": objects(
            shape(
                "An affiliation.",
                {name: AFFILIATION.fields[name] for name in ("organization", "country")},
            ),
            "Affiliations as printed in the programme.",
            "affiliations",
        ),
        "bio": value(
            "text?",
            "The biography printed in the programme.",
            lambda context, one: (
                one.bio
                and "".join(piece_text(context.kb, piece) for piece in pieces_of_text(one.bio))
            ),
        ),
    },
    "participant",
)
CORRECTION = group(CORRECTIONS.type, name="correction")
DEFINED = (CONTRIBUTOR, PARTICIPANT, CORRECTION)
"""What has a name of its own among the definitions of the schema."""
