"""Fields of listings: their types, and how their values are found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from itertools import chain
from typing import Any

from symposium.query.query_context import QueryContext, Reader

Values = Callable[[QueryContext], Reader]
Having = Callable[[QueryContext, str], Iterable[str]]


class Type(Enum):
    """What the values of a field are, and which operators compare them."""

    def __init__(self, words: str, operators: str) -> None:
        self.words = words
        self.operators = tuple(operators.split(","))

    TEXT = ("a text", "=,!=,~,in,not in")
    WORD = ("a word", "=,!=,~,in,not in")
    """A text of which there are few: one that no record has is a slip."""
    CODE = ("an identifier", "=,!=,~,in,not in")
    """A DOI and the like, with or without the address that leads there."""
    RECORD = ("a record", "=,!=,~,in,not in")
    NUMBER = ("a number", "=,!=,<,<=,>,>=,in,not in")
    NAME = ("a name", "=,!=,~,in,not in")
    """A name of a person, in which punctuation plays no part."""
    DATE = ("a date", "=,!=,<,<=,>,>=,in,not in")
    FLAG = ("yes or no", "=,!=")
    HAS = ("something to have", "=,!=,in,not in")


RANGES = frozenset({Type.NUMBER, Type.DATE})
"""Types whose values have a first and a last."""
ORDERS = ("<", "<=", ">", ">=")
"""Operators that compare what is less and more."""


def unread(_context: QueryContext) -> Reader:
    """Stand for what reads the record itself, until a field is registered."""
    return lambda _record_id: ()


@dataclass(frozen=True, eq=False)
class QueryField:
    """A field of the records of one kind."""

    name: str
    type: Type
    help: str
    """What it is, as the guide says it."""
    values: Values = unread
    """Returns what returns the values of a record by its id: texts, ids, numbers, dates or flags.
    Without it, they are read from the record."""
    kind: str = ""
    """Of the records that are its values."""
    having: Having | None = None
    """Returns the ids that have a value, where a relation knows them."""
    keys: Callable[[QueryContext], Iterable[Any]] | None = None
    """Returns all values, where a relation knows them."""
    read: Callable[[Any], Any] | None = None
    """Returns the value of a record, several in a tuple, or ``None``. Without it, it is the
    attribute that has the name of the field."""
    known: tuple[str, ...] = ()
    """Words that may be no record's, and are no slips."""
    closed: bool = False
    """Whether ``known`` are all."""
    groups: bool = False
    """Whether records can be grouped by it."""
    slow: bool = False
    """Whether its values take long to read, and relations tell sooner who has one."""
    counts: bool = False
    """Whether it sorts by how many values there are, not by the first."""
    repeats: bool = False
    """Whether a value that is there twice counts twice."""
    several: bool = False
    """Whether ``<`` and ``>`` compare how many values there are; those that count do, too."""

    @property
    def operators(self) -> tuple[str, ...]:
        """The operators that compare its values, or how many these are."""
        more = ORDERS if self.counts or self.several else ()
        return (*self.type.operators, *more)

    def number(self, values: Iterable[Any]) -> int:
        """Return how many values these are."""
        return len(tuple(values) if self.repeats else set(values))

    def compares_number(self, operator: str) -> bool:
        """Tell whether an operator compares how many values there are, not what they are."""
        return operator in ORDERS and operator not in self.type.operators


def of_record(kind: str, read: Callable[[Any], Any]) -> Values:
    """Return what reads a value of a record, several from a tuple, or none where it has none."""

    def values(context: QueryContext) -> Reader:
        table = context.table(kind)

        def reader(record_id: str) -> Iterable[Any]:
            record = table.get(record_id)
            found = None if record is None else read(record)
            if found is None:
                return ()
            return found if isinstance(found, tuple) else (found,)

        return reader

    return values


def attribute(kind: str, name: str) -> Values:
    """Return what reads an attribute of a record, which some records may not have."""
    return of_record(kind, lambda record: getattr(record, name, None))


def by_id(read: Callable[[QueryContext, str], Iterable[Any]]) -> Values:
    """Return what reads values with a function of the context and the id of a record."""
    return lambda context: partial(read, context)


def linked(kind: str, name: str, other: str) -> Values:
    """Return what reads the ids in an attribute of a record, as far as there are such records."""

    def values(context: QueryContext) -> Reader:
        read, others = attribute(kind, name)(context), context.table(other)
        return lambda record_id: [one for one in read(record_id) if one in others]

    return values


def related(*names: str) -> Values:
    """Return what reads ids from relations that are kept by id."""

    def values(context: QueryContext) -> Reader:
        tables = [getattr(context.kb.relations, name) for name in names]
        if len(tables) == 1:
            table = tables[0]
            return lambda record_id: table.get(record_id, ())
        return lambda record_id: [one for table in tables for one in table.get(record_id, ())]

    return values


def inverse(*names: str) -> Having:
    """Return what returns the ids that relations keep under a value."""

    def having(context: QueryContext, value: str) -> Iterable[str]:
        rows = [getattr(context.kb.relations, name).get(value, ()) for name in names]
        return rows[0] if len(rows) == 1 else tuple(chain.from_iterable(rows))

    return having


def topics(kind: str) -> Values:
    """Return what reads the topics of a record."""
    words = attribute(kind, "topics")

    def values(context: QueryContext) -> Reader:
        read, topic_of = words(context), context.kb.relations.topic_of_text
        return lambda record_id: [topic_of[text] for text in read(record_id) if text in topic_of]

    return values


def people(kind: str, *names: str) -> Values:
    """Return what reads the persons that a record prints in some of its fields."""

    def values(context: QueryContext) -> Reader:
        table, person_of = context.table(kind), context.kb.person_of
        return lambda record_id: [
            person_of(one) for name in names for one in getattr(table[record_id], name)
        ]

    return values


def printing(kind: str, *names: str) -> Having:
    """Return what returns the records of a kind that print a person in some of their fields."""

    def having(context: QueryContext, person: str) -> Iterable[str]:
        read = people(kind, *names)(context)
        rows = context.kb.relations.named_in.get(person, ())
        return [one for other, one in rows if other == kind and person in read(one)]

    return having


def resting_on(kind: str) -> Having:
    """Return what returns the records of a kind that rest on a source."""

    def having(context: QueryContext, source: str) -> Iterable[str]:
        rows = context.kb.relations.records_of_source.get(source, ())
        return [one for other, one in rows if other == kind]

    return having


def itself(kind: str, help: str, name: str = "id") -> QueryField:  # noqa: A002
    """Return the field of the record itself."""
    return QueryField(
        name, Type.RECORD, help, lambda _: lambda one: (one,), kind=kind,
        having=lambda _, value: (value,),
    )  # fmt: skip


def source_field(kind: str) -> QueryField:
    """Return the field of the sources of a record."""
    return QueryField(
        "source", Type.RECORD, "A source of its facts.",
        by_id(lambda context, one: context.kb.sources_of(kind, one)),
        kind="source", having=resting_on(kind), groups=True,
    )  # fmt: skip


def topic_field(kind: str, having: Having | None = None) -> QueryField:
    """Return the field of the topics in the file of a record."""
    return QueryField(
        "topic", Type.RECORD, "A topic in its file.", topics(kind), kind="topic", having=having,
        groups=True, several=True,
    )  # fmt: skip


def person_field(kind: str, name: str, help: str, *names: str) -> QueryField:  # noqa: A002
    """Return a field of persons that a record prints, found by the records that name them."""
    return QueryField(
        name, Type.RECORD, help, people(kind, *names), kind="person",
        having=printing(kind, *names), groups=True, several=True,
    )  # fmt: skip
