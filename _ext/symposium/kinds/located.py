"""Located items: the items of a record that have their own source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symposium.fields.compound_types import FieldGroup, ListOf
from symposium.fields.describing import attributes_of
from symposium.fields.link_types import LocatorType

_SOURCED: dict[type, tuple[str, ...]] = {}


def sourced(record: type) -> tuple[str, ...]:
    """Return the lists of a record whose items may have their own source."""
    found = _SOURCED.get(record)
    if found is None:
        found = _SOURCED[record] = tuple(_sourced(record))
    return found


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
