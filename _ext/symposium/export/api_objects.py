"""Objects of the API: each value with its schema and with what gets it, side by side.

Both come from the description of a field in `symposium.kinds`. What is worked out, such as the
address of a page, stands in `symposium.export.api_tables`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from symposium.export import schema_words as words
from symposium.export.api_values import Context, Json, corrections, iso, number, words_of
from symposium.export.schema_words import Schema
from symposium.fields.compound_types import Field, FieldGroup, ListOf, MapOf
from symposium.fields.date_types import DateField, DayType, YearType
from symposium.fields.describing import Body
from symposium.fields.field_types import FieldType, Flag, PrintedNumber
from symposium.fields.link_types import LocatorType, PersonName
from symposium.kinds.base import CORRECTIONS
from symposium.kinds.participants import AFFILIATION, PeopleField
from symposium.model.locators import source_of, sources_of

Make = Callable[[Context, Any], Any]
"""Makes a value of a record, or of an attribute."""


class Value(NamedTuple):
    """A value of an object: what it is, and where it comes from."""

    schema: Schema
    make: Make | None = None
    """Makes it of what is got; else that is the value."""
    get: Callable[[Any], Any] | None = None
    """Gets an attribute of the record; else the value is made of the record."""

    sparse: bool = False
    """Whether an object lacks it where it is null."""

    def at(self, attribute: str) -> Value:
        """Return the value of an attribute."""
        return self._replace(get=attrgetter(attribute))


Steps = tuple[tuple[str, Make | None, Any], ...]

NOTHING: Mapping[str, Value] = MappingProxyType({})


@dataclass(frozen=True)
class Shape:
    """What objects of one sort hold, in their order."""

    about: str
    values: Mapping[str, Value]
    name: str = ""
    """Its name among the definitions of the schema, if it has one."""

    def write(self, context: Context, one: Any) -> Json:
        """Return an object."""
        return self.write_all(context, (one,))[0]

    def write_all(self, context: Context, many: Sequence[Any]) -> list[Json]:
        """Return objects."""
        if not many:
            return []  # as most often
        steps, sparse = self._steps
        found = [
            {
                name: make(context, get(one) if get else one) if make else get(one)
                for name, make, get in steps
            }
            for one in many
        ]
        for name, make, get in sparse:
            for written, one in zip(found, many, strict=True):
                value = make(context, get(one) if get else one) if make else get(one)
                if value is not None:
                    written[name] = value
        return found

    @cached_property
    def _steps(self) -> tuple[Steps, Steps]:
        """Those of all objects, and those of values that an object may lack."""
        made = [(name, one.make, one.get, one.sparse) for name, one in self.values.items()]
        always = tuple([(name, make, get) for name, make, get, sparse in made if not sparse])
        return always, tuple([(name, make, get) for name, make, get, sparse in made if sparse])

    def schema(self) -> Schema:
        """Return the schema of the objects."""
        sparse = [name for name, one in self.values.items() if one.sparse]
        values = {name: one.schema for name, one in self.values.items()}
        return words.record(self.about, sparse, **values)


class Table(NamedTuple):
    """What is peculiar to the objects of a kind."""

    about: str = ""
    """What one of them is; else the record says so."""
    order: str = ""
    """The promised names, in their order; a new field of the record comes after them."""
    more: Mapping[str, Value] = NOTHING
    """What is worked out, or is in place of what the record's fields describe."""
    last: tuple[str, ...] = ()
    """Fields of the record that come after all that."""


def shape(
    about: str,
    fields: Mapping[str, Field],
    more: Mapping[str, Value] = NOTHING,
    order: Iterable[str] = (),
    name: str = "",
) -> Shape:
    """Return what objects hold: the described fields, and more, which may be in place of some.

    ``order`` has the names that come first.
    """
    found = {
        one: value_of(said).at(said.attribute or one)._replace(sparse=said.sparse)
        for one, said in fields.items()
        if said.api
    } | {**more}
    if isinstance(getattr(fields.get("source"), "type", None), LocatorType):
        found["locator"] = WITHIN.at("source")
    names = dict.fromkeys((*order, *found))
    return Shape(about, {one: found[one] for one in names if one in found}, name)


WITHIN = Value(
    words.text("Lines or pages of the source: L57, L57-L60, p3."),
    lambda _, text: (text or "").partition("#")[2] or None,
    sparse=True,
)


def group(
    made_of: FieldType, more: Mapping[str, Value] = NOTHING, order: str = "", name: str = ""
) -> Shape:
    """Return what objects hold that are made of a group of fields; or those of a list of them."""
    one = made_of.item if isinstance(made_of, ListOf) else made_of
    assert isinstance(one, FieldGroup)  # noqa: S101  # said by kinds, not by users
    about = one.described or f"{one.name[0].upper()}{one.name[1:]}."
    return shape(about, one.fields, more, order.split(), name)


def objects(of: Shape, about: str, rows: Make | None = None) -> Value:
    """Return a value that is a list of objects, each made of one of the rows."""
    schema = words.many(words.ref(of.name) if of.name else of.schema(), about)
    if rows is None:
        return Value(schema, of.write_all)
    return Value(schema, lambda context, one: of.write_all(context, rows(context, one)))


def an_object(of: Shape, make: Make) -> Value:
    """Return a value that is an object, or null."""
    return Value(
        words.maybe(of.schema()),
        lambda context, one: (found := make(context, one)) and of.write(context, found),
    )


def related(relation: str, schema: Schema) -> Value:
    """Return a value that is a list of ids, from the relations of the knowledge base."""
    return Value(
        schema, lambda context, one: list(getattr(context.kb.relations, relation).get(one.id, ()))
    )


def somebody(about: str = "The name as printed.") -> dict[str, Value]:
    """Return the values of whatever names a person."""
    return {
        "person": Value(words.an_id("Id of the person."), _person),
        "name": Value(words.text(about)).at("name.text"),
    }


def value_of(said: Field) -> Value:
    """Return the value that a description makes of what is in a field."""
    type_, about = said.type, said.described or said.help
    if said.refers == "topic":
        return Value(words.ids(about), _topics)
    if isinstance(type_, PeopleField):
        return objects(PARTICIPANT, about)
    if isinstance(type_, FieldGroup):
        return an_object(group(type_), lambda _, one: one)
    if not isinstance(type_, ListOf):
        return _single(said, about)
    if isinstance(type_.item, FieldGroup):
        named = somebody() if said.role else NOTHING
        return objects(group(type_.item, named, "person name"), about)
    if said.role:
        return Value(words.ids(about), _persons)
    schema = words.ids(about) if said.refers else words.texts(about)
    return Value(schema, _list_of(_single(said._replace(type=type_.item), about).make))


SINGLE: tuple[tuple[type[FieldType], Callable[[str], Schema], Make | None], ...] = (
    (PrintedNumber, words.number, lambda _, text: number(text)),
    (DayType, words.text, None),
    (DateField, words.date, lambda _, date: iso(date)),
    (YearType, words.integer, None),
    (Flag, words.flag, None),
    (MapOf, words.links, lambda _, values: dict(sorted(values.items())) if values else {}),
    (PersonName, words.text, lambda _, name: name.text),
    (LocatorType, words.text, lambda _, text: text and source_of(text)),
    (Body, lambda about: words.maybe(words.text(about)), lambda _, text: text or None),
    (FieldType, words.text, None),
)
"""Types of fields, each with the schema of its values and what makes these, if anything does."""


def _single(said: Field, about: str) -> Value:
    if said.refers:
        schema, make = words.an_id(about), None
    else:
        found = next(one for one in SINGLE if isinstance(said.type, one[0]))
        schema, make = found[1](about), found[2]
    known = said.required or said.sparse or said.type.empty is not None
    return Value(schema if known else words.maybe(schema), make)


def _list_of(make: Make | None = None) -> Make:
    if make:
        return lambda context, items: [make(context, item) for item in items]
    return lambda _, items: list(items)


def _topics(context: Context, texts: tuple[str, ...]) -> list[str]:
    return [one.id for one in context.kb.topics_of(texts)]


def _person(context: Context, one: Any) -> str:
    return context.kb.identity.resolve(one.name.text, one.person)


def _persons(context: Context, names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(map(context.kb.identity.resolve, names)))


def _part_of_name(attribute: str) -> Make:
    """Return what gets a part of a contributor's name; a name that is given whole has none."""
    get = attrgetter(attribute)
    return lambda _, one: None if one.name.corporate else get(one.name) or None


def _whole_name(_: Context, one: Any) -> str | None:
    return one.name.text if one.name.corporate else None


CONTRIBUTOR = Shape(
    "An author or editor.",
    {
        "name": somebody("The name as printed on the work.")["name"],
        "person": somebody()["person"],
        "marks": Value(
            words.many(
                words.text("equal (equal contribution), student, …"),
                "Marks that the work puts on the name.",
            ),
            _list_of(),
        ).at("marks"),
        **{
            part: Value(words.maybe(words.text(about)), _part_of_name(attribute))
            for part, attribute, about in (
                ("family", "family", "Family name, without particle."),
                ("given", "given", "Given names."),
                ("particle", "prefix", "What stands before the family name, such as van der."),
                ("suffix", "suffix", "What stands behind the name, such as Jr."),
            )
        },
        "literal": Value(
            words.maybe(words.text("The whole name, where it has no parts: of organisations.")),
            _whole_name,
        ),
    },
    "contributor",
)


def contributors(about: str, attribute: str) -> Value:
    """Return a value that is a list of contributors, each of them written once for all works."""

    def make(context: Context, people: Sequence[Any]) -> list[Json]:
        known, found = context.contributors, []
        for one in people:
            written = known.get(id(one))
            if written is None:
                written = known[id(one)] = CONTRIBUTOR.write(context, one)
            found.append(written)
        return found

    return Value(words.many(words.ref(CONTRIBUTOR.name), about), make).at(attribute)


PLACE = {name: AFFILIATION.fields[name] for name in ("organization", "country")}
PARTICIPANT = Shape(
    "Somebody on a programme.",
    {
        **somebody("The name as printed in the programme."),
        "affiliations": objects(
            shape("An affiliation.", PLACE), "Affiliations as printed in the programme."
        ).at("affiliations"),
        "bio": Value(
            words.maybe(words.text("The biography printed in the programme.")),
            lambda context, one: one.bio and words_of(context.kb, one.bio),
        ),
    },
    "participant",
)
CORRECTION = group(CORRECTIONS.type, name="correction")
DEFINED = (CONTRIBUTOR, PARTICIPANT, CORRECTION)
"""What has a name of its own among the definitions of the schema."""

COMMON: Mapping[str, Value] = {
    "corrections": objects(
        CORRECTION,
        "What was mended in the printed text.",
        lambda context, rows: corrections(context.kb, rows),
    ).at("corrections"),
    "sources": Value(
        words.texts("Ids of the sources that the record rests on."),
        lambda _, texts: list(sources_of(texts)),
        attrgetter("sources"),
    ),
}
"""Fields of all sorts of records, in place of what their descriptions would make."""
