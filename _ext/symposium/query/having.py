"""``has``: what a record may have: a field with a value, or a link."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from symposium.query.fields import Fields, Type, attribute
from symposium.query.query_context import KINDS, QueryContext

LINKS = (
    "blog", "code", "data", "demo", "github", "homepage", "html", "notice", "openreview", "pdf",
    "poster", "preprint", "recording", "scholar", "slides", "supp", "talk", "url", "video",
    "website",
)  # fmt: skip
"""Names of links that are no slips, whether a record has such a link or not."""

PARTS: Mapping[str, Mapping[str, str]] = {
    "papers": {"thumbnail": "thumbnail", "notes": "notes", "links": "links", "related": "related",
               "corrections": "corrections"},
    "people": {"photo": "photo", "biography": "body", "cv": "cv", "links": "links",
               "education": "education", "positions": "positions", "teaching": "teaching",
               "advising": "advising", "service": "service", "software": "software",
               "metrics": "metrics", "names": "names"},
    "events": {"links": "links", "programme": "slots", "timezone": "timezone",
               "corrections": "corrections"},
    "talks": {"links": "links", "start": "start", "end": "end", "corrections": "corrections"},
}  # fmt: skip
"""What else a record may have: the name of it, and the attribute of the record."""


def having(context: QueryContext, what: str, name: str, fields: Fields) -> Callable[[str], bool]:
    """Return what tells whether a record has something."""
    tests: list[Callable[[str], bool]] = []
    field = fields.get(name)
    if field is not None and field.type is not Type.FLAG:
        read = field.values(context)
        tests.append(lambda one: any(map(bool, read(one))))
    if name in PARTS[what]:
        part = attribute(KINDS[what], PARTS[what][name])(context)
        tests.append(lambda one: any(map(bool, part(one))))
    if what == "papers" and name == "poster":
        tests.append(context.kb.relations.posters_of_paper.__contains__)
    links = attribute(KINDS[what], "links")(context)

    def linked(one: str) -> bool:
        return any(name in found for found in links(one))

    tests.append(linked)
    return tests[0] if len(tests) == 1 else lambda one: any(test(one) for test in tests)


def link_names(context: QueryContext, what: str) -> Collection[str]:
    """Return the names of all links that the records of a kind have."""
    kb = context.kb
    table: Mapping[str, Any] = kb.entities[KINDS[what]]
    if what == "people":
        table = kb.identity.people.described
    return {name for record in table.values() for name in record.links}
