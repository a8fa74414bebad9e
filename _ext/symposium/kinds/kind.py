"""The description of a kind: its names, its record, and how its files are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, NamedTuple

from symposium.fields.compound_types import (
    Body,
    Field,
    FieldGroup,
    ListOf,
    attributes_of,
    fields_of,
)
from symposium.fields.date_types import TimeRange
from symposium.fields.field_types import FieldType, Flag, Form, Log, MapNode, TextType
from symposium.fields.link_types import Identifier, Image, LinkType, LocatorType, PersonName
from symposium.kinds.base import Gone, Origin
from symposium.kinds.participants import PeopleField
from symposium.model.problems import Code, Place, Problem

PASSED_ON = {
    "orphan": "The page is in no table of contents, on purpose.",
    "nosearch": "The page is not found by searching.",
    "no-search": "The page is not found by searching.",
    "tocdepth": "How many levels of headings the table of contents of the page shows.",
    "html_theme.sidebar_primary.remove": "The page has no left sidebar.",
    "html_theme.sidebar_secondary.remove": "The page has no right sidebar.",
}
"""The fields of Sphinx and the theme that a document of any kind may have, with their help."""


class Reason(Form):
    """The type of the reason why a page is gone."""

    expected = "a reason, in a sentence"

    def convert(self, text: str) -> Any:
        """Return the reason."""
        if text.lower() in {"true", "false", "yes", "no"}:
            return self.wrong(text, "write in a sentence why the page is gone")
        return super().convert(text)


GONE = Field(Reason(), "Why the page was removed. Nothing else in the file is shown then.")


class Page(NamedTuple):
    """The file that a record is read from."""

    path: str
    id: str
    body: str = ""
    event: str | None = None
    """The event of a talk."""
    base: str = ""
    """The folder that all records lie in."""

    @property
    def document(self) -> str:
        """Its docname, relative to that folder."""
        return self.path.removesuffix(".md").removeprefix(self.base)

    @property
    def title(self) -> str:
        """A title made from the id, if there is no better one."""
        words = self.id.rpartition("/")[2].replace("-", " ")
        return words[:1].upper() + words[1:]


def is_plain(type_: FieldType) -> bool:
    """Tell whether the values of a type can be shown as text and compared, or are lists of such."""
    item = type_.item if isinstance(type_, ListOf) else type_
    return isinstance(item, TextType | Flag) and not isinstance(item, Body | PersonName | TimeRange)


def ineffective(field: Field) -> list[str]:
    """Return the keywords of a description that have no effect.

    A field that names persons or records is shown by their names, and listings always compare it.
    """
    is_shown = is_plain(field.type) and not (field.role or field.refers)
    effective = {
        "label": is_shown, "filter": is_shown, "facet": is_shown and field.label,
        "item": is_shown and field.label, "search": is_plain(field.type),
        "heading": field.refers, "sparse": field.api,
    }  # fmt: skip
    return [name for name, condition in effective.items() if getattr(field, name) and not condition]


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of record: its role and its template have its name, its pages lie in its folder.

    Raises:
        ValueError: if a keyword in the description of a field has no effect.
    """

    name: str
    folder: str
    """The folder of its files and its pages."""
    record: type
    title: str
    """Heading of its index page."""
    one: str = ""
    """A record of the kind in messages: "a person"."""
    front_matter: type | None = None
    """The class that its files are read into, if it is not ``record``."""
    fallbacks: Mapping[str, Callable[[Page], Any]] = field(
        default_factory=lambda: {"title": lambda page: page.title}
    )
    """Values that replace a missing required field."""
    complete: Callable[[dict[str, Any], Page], None] | None = None
    """Adds the values that a file gives other than by fields, such as in its name."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Further arguments of its `symposium.fields.compound_types.FieldGroup`."""
    overrides: Mapping[str, Field] = field(default_factory=dict)
    """Common fields that have another meaning in this kind."""
    always_listed: bool = False
    """Whether its index page exists even without records."""
    schema_org: str = "CreativeWork"
    """The schema.org type of its records."""
    cited_as: str = ""
    """The type of an entry that cites a record, as in ``@dataset``; empty if none is cited."""
    has_feed: bool = True
    """Whether the page of a record that lists works has a feed of them."""
    newest_first: bool = False
    """Whether lists show the newest first, by ``date``, and the index of all has a feed."""
    nouns: tuple[str, str] = ("", "")
    """Its noun in the singular and the plural, if not the names of the kind and its folder."""
    added: Mapping[str, Field] = field(default_factory=dict)
    """Fields that plugins add, whose values a record holds in ``added``."""
    own_relations: bool = False
    """Whether the knowledge base has special rules for its relations; else these follow from the
    fields that name persons and records."""

    def __post_init__(self) -> None:
        """Check the descriptions of its fields."""
        for record in filter(None, (self.record, self.front_matter)):
            for name, described in attributes_of(record).items():
                for keyword in ineffective(described):
                    where = f"{record.__module__}.{record.__name__}.{name}"
                    raise ValueError(f"{where}: {keyword}= has no effect on such a field")

    @cached_property
    def fields(self) -> Mapping[str, Field]:
        """The fields of its front matter, by name."""
        return {**fields_of(self.front_matter or self.record), **self.overrides, **self.added}

    @cached_property
    def further(self) -> Mapping[str, Field]:
        """Fields whose display, search and comparison follow from their description alone.

        They are those that plugins add, and those with a label: of kinds whose pages do not list
        all labelled fields of their files anyway, or of texts of entries.
        """
        fields = attributes_of(self.record).items()
        own_page = self.own_relations
        labelled = {name: field for name, field in fields if field.label}
        shown = {name: field for name, field in labelled.items() if own_page or field.entry}
        return shown | {**self.added}

    @cached_property
    def facets(self) -> tuple[Field, ...]:
        """The fields by which readers can narrow lists."""
        return tuple(field for field in self.fields.values() if field.facet)

    @property
    def counted(self) -> tuple[str, str]:
        """Texts for a number of records, in the singular and the plural."""
        singular, plural = self.called
        return f"{{count}} {singular}", f"{{count}} {plural}"

    @property
    def called(self) -> tuple[str, str]:
        """Its noun in the singular and the plural."""
        return self.nouns if all(self.nouns) else (self.name, self.folder)

    @cached_property
    def people(self) -> Mapping[str, str]:
        """The attributes that name persons, each with their role."""
        return {field.attribute: field.role for field in self.fields.values() if field.role}

    @cached_property
    def people_inside(self) -> tuple[tuple[str, str, str], ...]:
        """The lists whose items name persons: list, attribute of an item, and role."""
        return tuple([
            (name, by, inner.role)
            for name, by, inner in fields_inside(self.fields)
            if inner.role and isinstance(inner.type, PeopleField)
        ])  # fmt: skip

    def named_people(self, record: Any) -> Iterator[tuple[str, str, Any]]:
        """Yield the persons that a record names by fields: path, role, and person."""
        for name, role in self.people.items():
            for index, person in enumerate(getattr(record, name)):
                yield f"{name}.{index}", role, person
        for name, inner, role in self.people_inside:
            for at, item in enumerate(getattr(record, name)):
                for index, person in enumerate(getattr(item, inner)):
                    yield f"{name}.{at}.{inner}.{index}", role, person

    def with_people(self, record: Any, change: Callable[[tuple[Any, ...]], Any]) -> Any:
        """Return a record with ``change`` applied to each of its lists of persons."""
        changes = {name: change(getattr(record, name)) for name in self.people}
        for name, inner, _ in self.people_inside:
            changes[name] = tuple([
                replace(item, **{inner: change(getattr(item, inner))})
                for item in changes.get(name, getattr(record, name))
            ])  # fmt: skip
        return replace(record, **changes)

    @cached_property
    def said_to_machines(self) -> Mapping[str, Field]:
        """Fields by their property in schema.org."""
        every = (*attributes_of(self.record).values(), *self.added.values())
        return {field.schema_org: field for field in every if field.schema_org}

    @cached_property
    def identifiers(self) -> Mapping[str, Identifier]:
        """The attributes that hold identifiers of a record, with their types."""
        fields = attributes_of(self.record).items()
        return {name: field.type for name, field in fields if isinstance(field.type, Identifier)}

    @cached_property
    def references(self) -> Mapping[str, Field]:
        """The attributes that refer to records, with their fields."""
        return {field.attribute: field for field in self.fields.values() if field.refers}

    @cached_property
    def group(self) -> FieldGroup:
        """The group of all fields of its front matter."""
        return FieldGroup(
            self.front_matter or self.record,
            {**self.fields, "gone": GONE},
            expected=self.one or self.name,
            instead="gone",
            ignored=PASSED_ON,
            **self.options,
        )

    def read(self, tree: MapNode | None, page: Page) -> tuple[Any, list[Problem]]:
        """Return the record of a page and the problems of its fields; there is always a record."""
        log = Log(page.path)
        values: dict[str, Any] = {}
        if tree:
            values, _ = self.group.read_fields(tree, "", log)
        elif required := [*self.fallbacks, *self.group.any_of]:
            name = required[0]
            log.report(
                Code.FIELD_MISSING, None, f"`{name}` and all other front matter are missing",
                f"begin the file with three lines: ---, {name}: …, ---",
            )  # fmt: skip
        origin = Origin(Place(page.path), log.places)
        if reason := values.get("gone"):
            title = values.get("title") or values.get("name")
            gone = Gone(
                self.name, page.id, reason, str(getattr(title, "text", title)) if title else None,
                values.get("key"), was=values.get("was", ()), origin=origin, document=page.document,
            )  # fmt: skip
            return gone, log.problems
        for name, fallback in self.fallbacks.items():
            values.setdefault(name, fallback(page))
        if added := {name: values.pop(name) for name in self.added if name in values}:
            values["added"] = added
        if hasattr(self.record, "body"):
            values["body"] = page.body.strip()
        if self.complete:
            self.complete(values, page)
        record = self.group.record(id=page.id, origin=origin, document=page.document, **values)
        return record, log.problems


def fields_inside(fields: Mapping[str, Field]) -> Iterator[tuple[str, str, Field]]:
    """Yield the fields of the items of lists: the list, the attribute of an item, and the field."""
    for outer in fields.values():
        if isinstance(outer.type, ListOf) and isinstance(outer.type.item, FieldGroup):
            for name, inner in outer.type.item.fields.items():
                yield outer.attribute, inner.attribute or name, inner


def sourced(record: type) -> Sequence[str]:
    """Return the names of a record's lists whose items may have a source of their own."""
    return _lists(record)[0]


def linking(record: type) -> Sequence[tuple[str, str]]:
    """Return the lists of a record whose items may link to or show a file, and that attribute."""
    return _lists(record)[1]


@cache
def _lists(record: type) -> tuple[Sequence[str], Sequence[tuple[str, str]]]:
    inside = list(fields_inside(attributes_of(record)))
    sources = [name for name, _, inner in inside if isinstance(inner.type, LocatorType)]
    links = [(name, by) for name, by, inner in inside if isinstance(inner.type, LinkType | Image)]
    return list(dict.fromkeys(sources)), links


def located_items(record: Any) -> Iterator[tuple[str, Any]]:
    """Yield the items of a record that have a source of their own, each with its path."""
    for name in sourced(type(record)):
        for index, item in enumerate(getattr(record, name)):
            if item.source:
                yield f"{name}.{index}", item
