"""Items of the lists of a record: those with their own source, and those that name files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symposium.fields.compound_types import FieldGroup, ListOf
from symposium.fields.describing import attributes_of
from symposium.fields.link_types import Image, LinkType, LocatorType

_KNOWN: dict[type, tuple[tuple[str, ...], tuple[tuple[str, str], ...]]] = {}
"""What `sourced` and `linking` return for a record: it is asked of every record of a site."""


def sourced(record: type) -> tuple[str, ...]:
    """Return the lists of a record whose items may have their own source."""
    return (_KNOWN.get(record) or _known(record))[0]


def linking(record: type) -> tuple[tuple[str, str], ...]:
    """Return the lists of a record whose items may link to a file or show one, and by what."""
    return (_KNOWN.get(record) or _known(record))[1]


def _known(record: type) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    groups = {
        name: said.type.item.fields
        for name, said in attributes_of(record).items()
        if isinstance(said.type, ListOf) and isinstance(said.type.item, FieldGroup)
    }
    found = _KNOWN[record] = (
        tuple([
            name
            for name, fields in groups.items()
            if isinstance(getattr(fields.get("source"), "type", None), LocatorType)
        ]),
        tuple([
            (name, inner.attribute)
            for name, fields in groups.items()
            for inner in fields.values()
            if isinstance(inner.type, LinkType | Image) and inner.attribute
        ]),
    )  # fmt: skip
    return found


def located_items(record: Any) -> Iterator[tuple[str, Any]]:
    """Yield the items of a record that have their own source, each with its path."""
    for name in sourced(type(record)):
        for index, one in enumerate(getattr(record, name)):
            if one.source:
                yield f"{name}.{index}", one
