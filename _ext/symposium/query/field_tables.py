"""The tables of fields that listings can compare, by kind."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from symposium.fields.compound_types import Field
from symposium.fields.date_types import DateField, DatesField, YearType
from symposium.fields.field_types import Flag
from symposium.kinds import BY_FOLDER
from symposium.kinds.kind import Kind
from symposium.query.fields import (
    QueryField,
    Type,
    attribute,
    by_id,
    itself,
    linked,
    of_record,
    person_field,
    source_field,
    topic_field,
    unread,
)
from symposium.query.paper_fields import PAPERS
from symposium.query.person_fields import PEOPLE
from symposium.query.programme_fields import EVENTS, TALKS

Row = TypeVar("Row")


class Tables(dict[str, dict[str, Row]]):
    """A table for each kind that can be listed; one that has brought nothing gets what is usual."""

    def __missing__(self, what: str) -> dict[str, Row]:
        register(what)
        return self[what]


FIELDS: Tables[QueryField] = Tables()
"""What can be listed, and its fields by name, in the order of the guide. See `register`."""

PARTS: Tables[str] = Tables()
"""What else a record may have: the name of it behind ``has``, and the attribute of the record."""

MADE_FOR: dict[str, Kind] = {}
"""What each table was made for: a kind that another project may have in another form."""

OWN: Mapping[str, tuple[tuple[QueryField, ...], tuple[str, ...]]] = {
    "papers": (PAPERS, ("thumbnail", "notes", "links", "related", "corrections")),
    "people": (
        PEOPLE,
        ("photo", "biography=body", "cv", "links", "education", "positions", "teaching",
         "advising", "service", "software", "metrics", "names"),
    ),
    "events": (EVENTS, ("links", "programme=slots", "timezone", "corrections")),
    "talks": (TALKS, ("links", "start", "end", "corrections")),
}  # fmt: skip
"""Fields and parts of the kinds that bring their own, not what is usual."""

TYPES: Mapping[type, Type] = {
    DateField: Type.DATE, DatesField: Type.DATE, Flag: Type.FLAG, YearType: Type.NUMBER,
}  # fmt: skip
"""How values of these types are compared; others are words."""

HAS = QueryField("has", Type.HAS, "Something that it has: the name of a link or of a field.")

LINKS = (
    "blog", "code", "data", "demo", "github", "homepage", "html", "notice", "openreview", "pdf",
    "poster", "preprint", "recording", "scholar", "slides", "supp", "talk", "url", "video",
    "website",
)  # fmt: skip
"""Names of links that are no slips, whether a record has such a link or not."""

ALIASES: Mapping[str, str] = {
    "affiliations": "affiliation", "authors": "author", "awards": "award",
    "categories": "category", "coauthors": "coauthor", "countries": "country",
    "editors": "editor", "keyword": "topic", "keywords": "topic", "names": "name",
    "organizers": "organizer", "organiser": "organizer", "organisers": "organizer",
    "references": "cites", "sources": "source", "speakers": "speaker", "topics": "topic",
    "titles": "title", "venues": "venue", "years": "year", "booktitle": "venue",
    "journal": "venue", "orcids": "orcid", "rooms": "room", "tracks": "track",
    "editor_of": "editor", "organization": "affiliation", "id": "key", "key": "id",
}  # fmt: skip
"""Other names of fields: those of lists in front matter, of the API and of entries."""


def register(what: str, *fields: QueryField, parts: Collection[str] = ()) -> None:
    """Let records be listed, and chosen by fields besides those that every kind has.

    ``what`` is the folder of a kind (`symposium.kinds`); ``parts`` are what records may have
    besides: attributes, or ``name=attribute``. A field that is there already is replaced.

    >>> list(FIELDS["venues"])  # which has brought none
    ['id', 'title', 'short', 'series', 'source']
    """
    kind = BY_FOLDER[what]
    known, parts_known = FIELDS.setdefault(what, {}), PARTS.setdefault(what, {})
    if not known:
        MADE_FOR[what] = kind
        first, first_parts = OWN.get(what) or (_usual(kind), {"links"} & kind.fields.keys())
        added = filter(None, map(_of_field, kind.added.values()))
        fields, parts = (*first, *added, *fields), (*first_parts, *parts)
    for one in fields:
        read = of_record(kind.name, one.read) if one.read else attribute(kind.name, one.name)
        known[one.name] = replace(one, values=read) if one.values is unread else one
    for part in parts:
        name, _, attribute_name = part.partition("=")
        parts_known[name] = attribute_name or name


def _usual(kind: Kind) -> Iterator[QueryField]:
    """Yield the fields of a kind that brings none, as its record describes them."""
    name = kind.name
    yield itself(name, "The record itself: its id or its title.")
    title = by_id(lambda context, one: (context.kb.title_of(name, one),))
    yield QueryField("title", Type.TEXT, "The title or the name.", title)
    for said in kind.fields.values():
        if said.attribute == "topics":
            yield topic_field(name)
        elif said.attribute == "sources":
            yield source_field(name)
        elif said.role:
            yield person_field(name, said.role, said.help, said.attribute)
        elif said.refers:
            ids = linked(name, said.attribute, said.refers)
            yield QueryField(said.refers, Type.RECORD, said.help, ids, said.refers, several=True)
        elif made := _of_field(said):
            yield made
    if kind.people:
        yield person_field(name, "person", "A person whom it names.", *kind.people)


def _of_field(said: Field) -> QueryField | None:
    """Return the field of listings that a field of a record is, if it says that it is one."""
    if not said.filter:
        return None
    type_ = next((one for kind, one in TYPES.items() if isinstance(said.type, kind)), Type.WORD)
    read = said.of if said.added else None
    return QueryField(said.attribute, type_, said.help, groups=type_ is Type.WORD, read=read)


def listable() -> tuple[str, ...]:
    """Return what can be listed: the folders of all kinds."""
    for what in [what for what, kind in MADE_FOR.items() if BY_FOLDER.get(what) is not kind]:
        # Another project has other plugins.
        del FIELDS[what], PARTS[what], MADE_FOR[what]
    return tuple(dict.fromkeys(("papers", "people", "events", "talks", *BY_FOLDER)))


def field_name(what: str, name: str) -> str | None:
    """Return the name of a field, for itself or another name of it; nothing if it is unknown.

    >>> field_name("papers", "authors"), field_name("papers", "id"), field_name("talks", "id")
    ('author', 'key', 'id')
    """
    fields = FIELDS[what]
    if name in fields or name == "has":
        return str(name)
    other = ALIASES.get(name, "")
    return other if other in fields else None


def had_name(what: str, name: str) -> str:
    """Return the name of what records may have: a part of them, a field, or a link.

    >>> had_name("people", "names"), had_name("people", "awards"), had_name("papers", "code")
    ('names', 'award', 'code')
    """
    return name if name in PARTS[what] else field_name(what, name) or name


def field_of(what: str, name: str) -> QueryField:
    """Return a field by its name, which must be known."""
    return HAS if name == "has" else FIELDS[what][name]
