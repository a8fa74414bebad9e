"""What is wrong with a field that a plugin adds to a kind."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping

from symposium.fields.compound_types import ListOf
from symposium.fields.date_types import DatesField, TimeRange
from symposium.fields.describing import Body
from symposium.fields.field_types import FieldType, Flag, TextType
from symposium.fields.link_types import PersonName
from symposium.kinds.addresses import PASSED_ON
from symposium.kinds.kind import Kind
from symposium.plugin import AddedField

RE_NAME = re.compile(r"[a-z][a-z0-9_]*")


def fault_of_field(one: AddedField, known: Mapping[str, Kind]) -> str:
    """Return what is wrong with a field, for one of these kinds; nothing if it can be added."""
    kind, said = known.get(one.kind), f"its field {one.name!r} of {one.kind!r}"
    if kind is None:
        return f"{said} is of no kind"
    if not RE_NAME.fullmatch(one.name):
        return f"{said} is not made of small letters, digits and underscores"
    if not _is_plain(one.type):
        return f"{said} takes {one.type!r}: it can take text, a flag, a date, or a list of these"
    if one.facet and not one.label:
        return f"{said} has no label, which its facet needs"
    if one.name in taken(kind):
        return f"{said} is one that the kind has already: give it another name"
    return ""


def _is_plain(type_: FieldType) -> bool:
    one = type_.item if isinstance(type_, ListOf) else type_
    return isinstance(one, (TextType, Flag)) and not isinstance(
        one, (Body, DatesField, PersonName, TimeRange)
    )


def taken(kind: Kind) -> set[str]:
    """Return the names that mean something for a kind: in front matter, records and listings."""
    # Only a plugin that adds fields has to wait for the language of listings to be imported.
    from symposium.query.field_tables import ALIASES, OWN  # noqa: PLC0415

    records = filter(None, (kind.record, kind.front_matter))
    names = {one.name for record in records for one in dataclasses.fields(record)}
    names |= {*kind.fields, *PASSED_ON, *ALIASES, "gone", "has", "person", *kind.people.values()}
    names |= {one.refers for one in kind.references.values()}
    fields, parts = OWN.get(kind.folder, ((), ()))
    return names | {one.name for one in fields} | {one.partition("=")[0] for one in parts}
