"""Items of the lists of a record: those with their own source, and those that name files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from symposium.fields.compound_types import FieldGroup, ListOf
from symposium.fields.describing import attributes_of
from symposium.fields.link_types import Image, LinkType, LocatorType


def sourced(record: type) -> tuple[str, ...]:
    """Return the lists of a record whose items may have their own source."""
    return _known(record)[0]


def linking(record: type) -> tuple[tuple[str, str], ...]:
    """Return the lists of a record whose items may link to a file or show one, and by what."""
    return _known(record)[1]


@cache
def _known(record: type) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    inside = [
        (name, inner)
        for name, said in attributes_of(record).items()
        if isinstance(said.type, ListOf) and isinstance(said.type.item, FieldGroup)
        for inner in said.type.item.fields.values()
    ]
    sources = (name for name, inner in inside if isinstance(inner.type, LocatorType))
    links = [one for one in inside if isinstance(one[1].type, LinkType | Image)]
    return (
        tuple(dict.fromkeys(sources)),
        tuple([(name, inner.attribute) for name, inner in links if inner.attribute]),
    )


def located_items(record: Any) -> Iterator[tuple[str, Any]]:
    """Yield the items of a record that have their own source, each with its path."""
    for name in sourced(type(record)):
        for index, one in enumerate(getattr(record, name)):
            if one.source:
                yield f"{name}.{index}", one
