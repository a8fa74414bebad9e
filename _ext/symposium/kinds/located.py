"""Items of the lists of a record: those with their own source, and those that name files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symposium.fields.compound_types import FieldGroup, ListOf
from symposium.fields.describing import attributes_of
from symposium.fields.link_types import Image, LinkType, LocatorType

_SOURCED: dict[type, tuple[str, ...]] = {}


def sourced(record: type) -> tuple[str, ...]:
    """Return the lists of a record whose items may have their own source."""
    found = _SOURCED.get(record)
    if found is None:
        found = _SOURCED[record] = tuple(_sourced(record))
    return found


def linking(record: type) -> tuple[tuple[str, str], ...]:
    """Return the lists of a record whose items may link to a file or show one, and by what."""
    return tuple([
        (name, inner.attribute)
        for name, said in attributes_of(record).items()
        if isinstance(said.type, ListOf) and isinstance(said.type.item, FieldGroup)
        for inner in said.type.item.fields.values()
        if isinstance(inner.type, LinkType | Image) and inner.attribute
    ])  # fmt: skip


def _sourced(record: type) -> Iterator[str]:
    return (
        name
        for name, said in attributes_of(record).items()
        if isinstance(said.type, ListOf)
        and isinstance(said.type.item, FieldGroup)
        and isinstance(getattr(said.type.item.fields.get("source"), "type", None), LocatorType)
    )


def located_items(record: Any) -> Iterator[tuple[str, Any]]:
    """Yield the items of a record that have their own source, each with its path."""
    for name in sourced(type(record)):
        for index, one in enumerate(getattr(record, name)):
            if one.source:
                yield f"{name}.{index}", one
