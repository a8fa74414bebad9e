"""All fields, by what is listed."""

from __future__ import annotations

from collections.abc import Mapping

from symposium.query.event_fields import EVENTS
from symposium.query.fields import Fields, QueryField, Type, itself
from symposium.query.having import PARTS
from symposium.query.paper_fields import PAPERS
from symposium.query.person_fields import PEOPLE
from symposium.query.talk_fields import TALKS

FIELDS: Mapping[str, Fields] = {
    "papers": PAPERS,
    "people": PEOPLE,
    "events": EVENTS,
    "talks": TALKS,
}
"""What can be listed, and its fields, in the order of the guide."""

HAS = QueryField(Type.HAS, "What it has: the name of a link or of a field.", itself)

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


def field_name(what: str, name: str) -> str | None:
    """Return the name of a field, for itself or another name of it; nothing if it is unknown.

    >>> field_name("papers", "authors"), field_name("papers", "id"), field_name("talks", "id")
    ('author', 'key', 'id')
    """
    fields = FIELDS[what]
    if name in fields or name == "has":
        return name
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
