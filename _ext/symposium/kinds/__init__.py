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
BUILT_IN = tuple(one.KIND for one in MODULES)

KINDS: list[Kind] = []
"""The kinds of the project at hand, in the order in which a site shows them."""
BY_NAME: dict[str, Kind] = {}
BY_FOLDER: dict[str, Kind] = {}
BY_RECORD: dict[type, Kind] = {}
"""Kinds by the class of their records, and by that of their front matter."""


def use(
    more: Iterable[Kind] = (), added: Mapping[str, Mapping[str, Field]] = MappingProxyType({})
) -> None:
    """Know the kinds that are built in and those of plugins, and no others.

    ``added`` are fields that kinds have besides, by the name of the kind and their own.

    Raises:
        ValueError: if two kinds have one name or folder.
    """
    known = [*BUILT_IN, *more]
    known = [replace(one, added=added[one.name]) if one.name in added else one for one in known]
    names, folders = {one.name: one for one in known}, {one.folder: one for one in known}
    for found in (names, folders):
        if len(found) < len(known):
            twice = next(one for one in known if one not in found.values())
            raise ValueError(f"two kinds are called {twice.name} or lie in {twice.folder}/")
    KINDS[:] = known
    for table, found in ((BY_NAME, names), (BY_FOLDER, folders)):
        table.clear()
        table.update(found)
    BY_RECORD.clear()
    BY_RECORD.update({one.record: one for one in known})
    BY_RECORD.update({one.front_matter: one for one in known if one.front_matter})


def described() -> list[Kind]:
    """Return the kinds whose relations follow from their fields."""
    return [one for one in KINDS if not one.own_relations]


use()
