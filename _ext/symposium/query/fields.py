"""Fields of the selection language: what each is compared with, and how its values are found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import Any

from symposium.query.query_context import QueryContext, Reader


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


ORDERS = ("<", "<=", ">", ">=")
"""Operators that compare what is less and more."""


@dataclass(frozen=True, eq=False)
class QueryField:
    """A field of the records of one kind."""

    type: Type
    help: str
    """What it is, as the guide says it."""
    values: Callable[[QueryContext], Reader]
    """Returns what returns the values of a record: texts, ids, numbers, dates or flags."""
    kind: str = ""
    """Of the records that are its values."""
    having: Callable[[QueryContext, str], Iterable[str]] | None = None
    """Returns the ids that have a value, where a relation knows them."""
    keys: Callable[[QueryContext], Iterable[Any]] | None = None
    """Returns all values, where a relation knows them."""
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
    several: bool = False
    """Whether ``<`` and ``>`` compare how many values there are; those that count do, too."""

    @property
    def operators(self) -> tuple[str, ...]:
        """The operators that compare its values, or how many these are."""
        more = ORDERS if self.counts or self.several else ()
        return (*self.type.operators, *more)

    def compares_number(self, operator: str) -> bool:
        """Tell whether an operator compares how many values there are, not what they are."""
        return operator in ORDERS and operator not in self.type.operators


Fields = Mapping[str, QueryField]


def attribute(kind: str, name: str) -> Callable[[QueryContext], Reader]:
    """Return what reads an attribute that is a value, several in a tuple, or nothing."""

    def values(context: QueryContext) -> Reader:
        table = (
            context.kb.identity.people.described if kind == "person" else context.kb.entities[kind]
        )

        def read(record_id: str) -> Iterable[Any]:
            record = table.get(record_id)
            found = getattr(record, name, None)
            if found is None:
                return ()
            return found if isinstance(found, tuple) else (found,)

        return read

    return values


def related(*names: str) -> Callable[[QueryContext], Reader]:
    """Return what reads ids from relations that are kept by id."""

    def values(context: QueryContext) -> Reader:
        tables = [getattr(context.kb.relations, name) for name in names]
        if len(tables) == 1:
            table = tables[0]
            return lambda record_id: table.get(record_id, ())
        return lambda record_id: [one for table in tables for one in table.get(record_id, ())]

    return values


def inverse(*names: str) -> Callable[[QueryContext, str], Iterable[str]]:
    """Return what returns the ids that relations keep under a value."""

    def having(context: QueryContext, value: str) -> Iterable[str]:
        rows = [getattr(context.kb.relations, name).get(value, ()) for name in names]
        return rows[0] if len(rows) == 1 else tuple(chain.from_iterable(rows))

    return having


def topics(kind: str) -> Callable[[QueryContext], Reader]:
    """Return what reads the topics of a record."""
    words = attribute(kind, "topics")

    def values(context: QueryContext) -> Reader:
        read, topic_of = words(context), context.kb.relations.topic_of_text
        return lambda record_id: [topic_of[text] for text in read(record_id)]

    return values


def people(kind: str, *names: str) -> Callable[[QueryContext], Reader]:
    """Return what reads the persons that a record prints in some of its fields."""

    def values(context: QueryContext) -> Reader:
        table, resolve = context.kb.entities[kind], context.kb.identity.resolve

        def read(record_id: str) -> Iterable[str]:
            record = table[record_id]
            return [
                resolve(one.name.text, one.person)
                for name in names
                for one in getattr(record, name)
            ]

        return read

    return values


def itself(_ground: QueryContext) -> Reader:
    """Return what reads the id of a record."""
    return lambda record_id: (record_id,)


def only_itself(_ground: QueryContext, value: str) -> Iterable[str]:
    """Return the id that is looked for."""
    return (value,)
