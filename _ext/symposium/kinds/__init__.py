"""The kinds of things that have pages: one module for each, with its record and its fields.

A new kind is one module here, or in a plugin, and one template (``<name>.html``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from symposium.fields.compound_types import Field
from symposium.kinds import (
    dataset,
    event,
    news,
    organization,
    paper,
    person,
    project,
    series,
    software,
    source,
    talk,
    topic,
    venue,
    volume,
)  # fmt: skip
from symposium.kinds.kind import Kind

MODULES = (
    person, paper, event, talk, topic, venue, source, software, dataset, project, volume, series,
    organization, news,
)  # fmt: skip
BUILT_IN = tuple(module.KIND for module in MODULES)

KINDS: list[Kind] = []
"""The kinds of the project at hand, in the order in which a site shows them."""
BY_NAME: dict[str, Kind] = {}
BY_FOLDER: dict[str, Kind] = {}
BY_RECORD: dict[type, Kind] = {}
"""Kinds by the class of their records, and by the class of their front matter."""


def use(
    more: Iterable[Kind] = (), added: Mapping[str, Mapping[str, Field]] = MappingProxyType({})
) -> None:
    """Set the kinds of the project: those that are built in, and ``more`` of plugins.

    ``added`` holds additional fields of kinds, by the name of the kind and by their own.

    Raises:
        ValueError: if two kinds have one name or folder.
    """
    kinds = [
        replace(kind, added=added[kind.name]) if kind.name in added else kind
        for kind in (*BUILT_IN, *more)
    ]
    names, folders = {kind.name: kind for kind in kinds}, {kind.folder: kind for kind in kinds}
    for index in (names, folders):
        if len(index) < len(kinds):
            twice = next(kind for kind in kinds if kind not in index.values())
            raise ValueError(f"two kinds are called {twice.name} or lie in {twice.folder}/")
    KINDS[:] = kinds
    for table, index in ((BY_NAME, names), (BY_FOLDER, folders)):
        table.clear()
        table.update(index)
    BY_RECORD.clear()
    BY_RECORD.update({kind.record: kind for kind in kinds})
    BY_RECORD.update({kind.front_matter: kind for kind in kinds if kind.front_matter})


def described() -> list[Kind]:
    """Return the kinds whose relations follow from their fields."""
    return [kind for kind in KINDS if not kind.own_relations]


use()
