"""The description of a kind: its names, its record, and how its files are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, NamedTuple

from symposium.fields.compound_types import Field, FieldGroup, ListOf, attributes_of, fields_of
from symposium.fields.field_types import Form, Log, MapNode
from symposium.fields.link_types import Image, LinkType, LocatorType
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
    """Why a page is gone."""

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
        """The name of its page, seen from that folder."""
        return self.path.removesuffix(".md").removeprefix(self.base)

    @property
    def title(self) -> str:
        """A title made from the id, if there is no better one."""
        words = self.id.rpartition("/")[2].replace("-", " ")
        return words[:1].upper() + words[1:]


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of thing: its role and its template have its name, its pages lie in its folder."""

    name: str
    folder: str
    """Where its files and its pages are."""
    record: type
    title: str
    """Heading of its index page."""
    one: str = ""
    """How a message calls one of them: "a person"."""
    front_matter: type | None = None
    """The class that its files become, if that is not the record itself."""
    fallbacks: Mapping[str, Callable[[Page], Any]] = field(
        default_factory=lambda: {"title": lambda page: page.title}
    )
    """Values that replace a missing required field."""
    complete: Callable[[dict[str, Any], Page], None] | None = None
    """Adds to the values what a file says other than by fields."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """What else holds for its fields: `symposium.fields.compound_types.FieldGroup`."""
    said_anew: Mapping[str, Field] = field(default_factory=dict)
    """Common fields that have another meaning in this kind."""
    always_listed: bool = False
    """Whether its index page is there even where there are no records."""
    schema_org: str = "CreativeWork"
    """The type of schema.org that its records are."""
    cited_as: str = ""
    """The type of an entry that cites a record, as in ``@dataset``; empty if none is cited."""
    has_feed: bool = True
    """Whether the page of a record that lists works has a feed of them."""
    newest_first: bool = False
    """Whether lists show the newest first, by ``date``, and the index of all has a feed."""
    nouns: tuple[str, str] = ("", "")
    """What one of them and several are called, if not like the kind and its folder."""
    added: Mapping[str, Field] = field(default_factory=dict)
    """Fields that plugins add, whose values a record holds in ``added``."""
    own_relations: bool = False
    """Whether the knowledge base knows its relations by rules of their own; else they follow from
    the fields that name persons and records."""

    @cached_property
    def fields(self) -> Mapping[str, Field]:
        """The fields of its front matter, by name."""
        return {**fields_of(self.front_matter or self.record), **self.said_anew, **self.added}

    @cached_property
    def further(self) -> Mapping[str, Field]:
        """Fields of which all that is shown, found and compared follows from their description.

        They are those that plugins add, and texts of entries with a label.
        """
        texts = {
            name: one for name, one in attributes_of(self.record).items() if one.entry and one.label
        }
        return texts | {**self.added}

    @cached_property
    def facets(self) -> tuple[Field, ...]:
        """The fields by which readers can narrow lists."""
        return tuple(said for said in self.fields.values() if said.facet)

    @property
    def counted(self) -> tuple[str, str]:
        """How a text says how many there are: one, and more."""
        one, many = self.called
        return f"{{count}} {one}", f"{{count}} {many}"

    @property
    def called(self) -> tuple[str, str]:
        """What one of them is called, and several."""
        return self.nouns if all(self.nouns) else (self.name, self.folder)

    @cached_property
    def people(self) -> Mapping[str, str]:
        """The attributes that name persons, each with what these are."""
        return {one.attribute: one.role for one in self.fields.values() if one.role}

    @cached_property
    def people_inside(self) -> tuple[tuple[str, str, str], ...]:
        """The lists whose items name persons: list, attribute of an item, and what these are."""
        return tuple([
            (name, by, inner.role)
            for name, by, inner in fields_inside(self.fields)
            if inner.role and isinstance(inner.type, PeopleField)
        ])  # fmt: skip

    def named_people(self, record: Any) -> Iterator[tuple[str, str, Any]]:
        """Yield the persons whom a record names by fields: path, what they are, and each one."""
        for name, role in self.people.items():
            for index, one in enumerate(getattr(record, name)):
                yield f"{name}.{index}", role, one
        for name, inner, role in self.people_inside:
            for at, item in enumerate(getattr(record, name)):
                for index, one in enumerate(getattr(item, inner)):
                    yield f"{name}.{at}.{inner}.{index}", role, one

    def with_people(self, record: Any, change: Callable[[tuple[Any, ...]], Any]) -> Any:
        """Return a record in which each list of persons is what ``change`` makes of it."""
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
    def references(self) -> Mapping[str, Field]:
        """The attributes that name records of a kind, with their descriptions."""
        return {one.attribute: one for one in self.fields.values() if one.refers}

    @cached_property
    def group(self) -> FieldGroup:
        """Its front matter as a whole."""
        return FieldGroup(
            self.front_matter or self.record,
            {**self.fields, "gone": GONE},
            name=self.one or self.name,
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
        elif wanted := [*self.fallbacks, *self.group.any_of]:
            name = wanted[0]
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
        if found := {name: values.pop(name) for name in self.added if name in values}:
            values["added"] = found
        if hasattr(self.record, "body"):
            values["body"] = page.body.strip()
        if self.complete:
            self.complete(values, page)
        record = self.group.record(id=page.id, origin=origin, document=page.document, **values)
        return record, log.problems


def fields_inside(fields: Mapping[str, Field]) -> Iterator[tuple[str, str, Field]]:
    """Yield the fields of the items of lists: the list, the attribute of an item, and the field."""
    for known in fields.values():
        if isinstance(known.type, ListOf) and isinstance(known.type.item, FieldGroup):
            for name, inner in known.type.item.fields.items():
                yield known.attribute, inner.attribute or name, inner


def sourced(record: type) -> Sequence[str]:
    """Return the lists of a record whose items may have their own source."""
    return _known(record)[0]


def linking(record: type) -> Sequence[tuple[str, str]]:
    """Return the lists of a record whose items may link to a file or show one, and by what."""
    return _known(record)[1]


@cache
def _known(record: type) -> tuple[Sequence[str], Sequence[tuple[str, str]]]:
    inside = list(fields_inside(attributes_of(record)))
    sources = [name for name, _, inner in inside if isinstance(inner.type, LocatorType)]
    links = [(name, by) for name, by, inner in inside if isinstance(inner.type, LinkType | Image)]
    return list(dict.fromkeys(sources)), links


def located_items(record: Any) -> Iterator[tuple[str, Any]]:
    """Yield the items of a record that have their own source, each with its path."""
    for name in sourced(type(record)):
        for index, one in enumerate(getattr(record, name)):
            if one.source:
                yield f"{name}.{index}", one
