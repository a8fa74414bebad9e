"""The simple types of fields: each reads a node of YAML and gives its JSON Schema.

Types made of others are in `compound_types`, those of ids, links and dates in `link_types` and
`date_types`.

If there is no usable value, ``read`` reports why and returns ``None``; a bad field does not affect
the others.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from symposium.fields.yaml_repair import quoted, shortened, shown
from symposium.model import spelling
from symposium.model.problems import Code, Edit, Place, Problem

MAX_PROBLEMS = 100
"""The most problems of one file that are reported."""

RE_NOUN = re.compile(r"[,:]| or ")
"""The end of the name of a type in its description."""
RE_INDEX = re.compile(r"[0-9]{1,6}")

SCALAR = ["string", "number", "boolean"]
"""The types that a JSON Schema may see in text without quotes."""

Json = dict[str, Any]


class WrongValue(NamedTuple):
    """The reason why a text is not a value of its type."""

    message: str
    hint: str = ""
    code: Code = Code.FIELD_VALUE


@dataclass(slots=True)
class Log:
    """The problems and places that are gathered while a file is read."""

    path: str
    problems: list[Problem] = field(default_factory=list)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Dotted path of a field to its line and column."""

    @property
    def is_full(self) -> bool:
        """Whether no further problem is reported."""
        return len(self.problems) >= MAX_PROBLEMS

    def report(
        self, code: Code, node: Node | None, message: str, hint: str = "", mended: str = ""
    ) -> None:
        """Add a problem at ``node``, or at the head of the file.

        ``mended`` is the corrected text of the node, if there is no doubt about it.
        """
        if not self.is_full:
            place = Place(self.path, node.line, node.column) if node else Place(self.path)
            edits: tuple[Edit, ...] = ()
            if mended and isinstance(node, Scalar) and node.plain:
                edits = (Edit(place, node.text, mended),)
            self.problems.append(Problem(code, message, place, hint, edits))


class FieldType(ABC):
    """A type of value."""

    expected = "a value"
    """The type in words, for messages and the guide."""
    example = ""
    """A valid value, for editors."""
    empty: Any = None
    """The value in a record without the field."""

    @abstractmethod
    def read(self, node: Node, at: str, log: Log) -> Any:
        """Return the value of ``node``, or ``None``; ``at`` is its dotted path."""

    @abstractmethod
    def json_schema(self) -> Json:
        """Return the JSON Schema of the value."""


def label(at: str) -> str:
    """Return the name of the field at a dotted path for messages.

    >>> label("affiliations.0.country"), label("topics.1")
    ('`country`', 'item 2 of `topics`')
    """
    before, _, last = at.rpartition(".")
    if RE_INDEX.fullmatch(last):
        return f"item {int(last) + 1} of {label(before)}"
    return f"`{shortened(last)}`"


@dataclass(frozen=True)
class TextType(FieldType):
    """A line of text; any run of white space is one space."""

    expected = "text"
    lenient = True
    """Whether the readable part of a value with a syntax error is used."""
    pattern = ""
    """The form of its texts for a JSON Schema, if there is one."""
    schema: ClassVar[Json] = {}
    """Further keywords of its JSON Schema."""

    def read(self, node: Node, at: str, log: Log) -> Any:
        """Return the text, converted."""
        if not isinstance(node, Scalar):
            hint = _colon_hint(node) if isinstance(node, MapNode) else "write a single value"
            return refuse(node, at, log, self.expected, hint)
        if node.broken and not (self.lenient and node.text):
            return None
        text = node.text.strip()
        if not text or node.is_null:
            log.report(
                Code.FIELD_VALUE, node, f"{label(at)} is empty", f"write {self.expected} here"
            )
            return None
        value = self.convert(text)
        if isinstance(value, WrongValue):
            log.report(value.code, node, f"{label(at)}: {value.message}", value.hint)
            return None
        return value

    def convert(self, text: str) -> Any:
        """Return the value of a text that is not empty, or a `WrongValue`."""
        return " ".join(text.split())

    def wrong(self, text: str, hint: str = "", code: Code = Code.FIELD_VALUE) -> WrongValue:
        """Return the fault that a text is not of this type, with a hint."""
        return WrongValue(f"{shown(text)} is not {RE_NOUN.split(self.expected)[0]}", hint, code)

    def json_schema(self) -> Json:
        """Return the schema of a text of the pattern, or else of any with a visible character."""
        texts: Json = {"type": "string", "pattern": self.pattern}
        return (texts if self.pattern else {"type": SCALAR, "pattern": r"\S"}) | self.schema


def _colon_hint(node: MapNode) -> str:
    """Return a hint for a list item such as ``- Roles: a study``, which YAML takes as a field."""
    key, value = node.entries[0] if node.entries else (None, None)
    if key and isinstance(value, Scalar):
        return f"put it in quotes: {quoted(shortened(f'{key.text}: {value.text}', 100))}"
    return "write a single value"


class Prose(TextType):
    """Text whose lines and paragraphs are kept."""

    expected = "text, of several paragraphs if need be"

    def convert(self, text: str) -> Any:
        """Return the text without white space at the ends of lines."""
        return "\n".join(line.rstrip() for line in text.split("\n"))


class Keyword(TextType):
    """A word of an open vocabulary, in lower case."""

    expected = "a word"

    def convert(self, text: str) -> Any:
        """Return the word in lower case."""
        return " ".join(text.lower().split())


class Form(TextType):
    """A text of a certain form; a value with a syntax error is not used at all."""

    lenient = False


class PrintedNumber(TextType):
    """A number as it is printed; in the API a number, if that loses nothing of the text."""


class Flag(FieldType):
    """``true`` or ``false``."""

    expected = "true or false"
    empty: bool | None = False

    def read(self, node: Node, at: str, log: Log) -> Any:
        """Return the truth value."""
        if isinstance(node, Scalar):
            if node.broken:
                return None
            if node.plain and node.text in ("true", "True", "TRUE", "false", "False", "FALSE"):
                return node.text.lower() == "true"
        message = f"{label(at)} must be {self.expected}"
        log.report(Code.FIELD_TYPE, node, message, "write it in lower case and without quotes")
        return None

    def json_schema(self) -> Json:
        """Return the schema of a truth value."""
        return {"type": "boolean"}


class Stated(Flag):
    """``true``, ``false``, or ``None`` if a record does not have the field."""

    empty = None


@dataclass(frozen=True)
class OneOf(Form):
    """One of a few words."""

    words: tuple[str, ...]

    @property
    def expected(self) -> str:  # type: ignore[override]
        """The words."""
        return f"one of {', '.join(self.words)}"

    def convert(self, text: str) -> Any:
        """Return the word."""
        if text in self.words:
            return text
        return WrongValue(f"{shown(text)} is not {self.expected}", nearest(text, self.words))

    def json_schema(self) -> Json:
        """Return the schema of the words."""
        return {"enum": list(self.words)}


def or_null(schema: Json) -> Json:
    """Return a schema that also accepts null.

    >>> or_null({"type": "string"}), or_null({"enum": ["a"]})
    ({'type': ['string', 'null']}, {'anyOf': [{'enum': ['a']}, {'type': 'null'}]})
    """
    if "type" not in schema or "title" in schema:
        return {"anyOf": [*alternatives(schema), {"type": "null"}]}
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return {**schema, "type": [*kinds, "null"]}


def alternatives(schema: Json) -> list[Json]:
    """Return the alternatives of a schema; if it has none, the schema itself.

    >>> alternatives({"anyOf": [{"type": "string"}, {"type": "null"}]})
    [{'type': 'string'}, {'type': 'null'}]
    """
    return list(schema["anyOf"]) if set(schema) == {"anyOf"} else [schema]


def nearest(text: str, words: Iterable[str]) -> str:
    """Return "did you mean …?" with the word that ``text`` may mean, or an empty text."""
    word = spelling.nearest(text.lower(), words) if len(text) < 50 else None
    return f"did you mean {word}?" if word else ""


def refuse(node: Node, at: str, log: Log, expected: str, hint: str) -> None:
    """Report a value of the wrong form, unless its syntax error has been reported."""
    if isinstance(node, Scalar) and node.broken:
        return
    what = {Scalar: "text", ListNode: "a list", MapNode: "a group of fields"}[type(node)]
    log.report(Code.FIELD_TYPE, node, f"{label(at)} must be {expected}, not {what}", hint)


# The tree of front matter: texts, lists and groups, each with its place.

NULLS = frozenset({"", "~", "null", "Null", "NULL"})


class Scalar(NamedTuple):
    """A single value, as typed."""

    text: str
    line: int
    column: int
    plain: bool = False
    """Whether it is without quotes and not a block of text."""
    broken: bool = False
    """Whether it is the rest of a value with a syntax error, which has been reported."""

    @property
    def is_null(self) -> bool:
        """Whether the field was left empty."""
        return self.plain and self.text in NULLS


class ListNode(NamedTuple):
    """A list."""

    items: tuple[Node, ...]
    line: int
    column: int


class MapNode(NamedTuple):
    """A group of fields; every key occurs once."""

    entries: tuple[tuple[Scalar, Node], ...]
    line: int
    column: int

    def get(self, name: str) -> Node | None:
        """Return the value of the field ``name``."""
        return next((value for key, value in self.entries if key.text == name), None)


Node = Scalar | ListNode | MapNode
