"""All fields, by what is listed: those of the kinds of this project, and those added to them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields as attributes_of
from dataclasses import replace
from typing import TypeVar

from symposium.fields.date_types import DateField
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

HAS = QueryField("has", Type.HAS, "What it has: the name of a link or of a field.")

LINKS = (
    "blog", "code", "data", "demo", "github", "homepage", "html", "notice", "openreview", "pdf",
    "poster", "preprint", "recording", "scholar", "slides", "supp", "talk", "url", "video",
    "website",
)  # fmt: skip
"""Names of links that are no slips, whether a record has such a link or not."""

USUAL = frozenset({"series", "kind"})
"""Attributes that can be compared in whatever kind they are."""

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
    ['id', 'title', 'series', 'source']
    """
    of = BY_FOLDER[what]
    kind, record = of.name, of.record
    known, parts_known = FIELDS.setdefault(what, {}), PARTS.setdefault(what, {})
    if not known and not any(one.name in {"id", "key"} for one in fields):
        there = {one.name for one in attributes_of(record)}
        fields = (*_usual(of), *fields)
        parts = (*parts, *({"links"} & there))
    for one in fields:
        read = of_record(kind, one.read) if one.read else attribute(kind, one.name)
        known[one.name] = replace(one, values=read) if one.values is unread else one
    for part in parts:
        name, _, attribute_name = part.partition("=")
        parts_known[name] = attribute_name or name


def _usual(kind: Kind) -> list[QueryField]:
    """Return the fields of a kind that brings none: what its records are, and say of themselves."""
    name = kind.name
    found = [
        itself(name, "The record itself: its id or its title."),
        QueryField("title", Type.TEXT, "The title or the name.",
                   by_id(lambda context, one: (context.kb.title_of(name, one),))),
    ]  # fmt: skip
    if kind.people:
        found.append(person_field(name, "person", "Somebody whom it names.", *kind.people))
    for said in kind.fields.values():
        if said.refers == "topic":
            found.append(topic_field(name))
        elif said.refers == "source":
            found.append(source_field(name))
        elif said.refers:
            values = linked(name, said.attribute, said.refers)
            found.append(
                QueryField(
                    said.refers, Type.RECORD, said.help, values, kind=said.refers, several=True
                )
            )
        elif said.filter or said.attribute in USUAL:
            type_ = Type.DATE if isinstance(said.type, DateField) else Type.WORD
            found.append(QueryField(said.attribute, type_, said.help, groups=type_ is Type.WORD))
    return found


def listable() -> tuple[str, ...]:
    """Return what can be listed: the folders of all kinds."""
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


register("papers", *PAPERS, parts=("thumbnail", "notes", "links", "related", "corrections"))
register(
    "people", *PEOPLE,
    parts=("photo", "biography=body", "cv", "links", "education", "positions", "teaching",
           "advising", "service", "software", "metrics", "names"),
)  # fmt: skip
register("events", *EVENTS, parts=("links", "programme=slots", "timezone", "corrections"))
register("talks", *TALKS, parts=("links", "start", "end", "corrections"))
register(
    "software",
    QueryField("repository", Type.TEXT, "An address of its code.",
               read=lambda software: software.repositories),
    QueryField("start", Type.DATE, "When it began."),
    QueryField("end", Type.DATE, "When it ended."),
)  # fmt: skip
