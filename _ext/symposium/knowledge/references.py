"""References: the fields of records that name other records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from symposium.kinds import BY_NAME, KINDS
from symposium.knowledge.checks import unknown
from symposium.knowledge.earlier_ids import aliases_of
from symposium.knowledge.entry_index import EntryIndex
from symposium.knowledge.identity import Identity
from symposium.knowledge.relations import values_of
from symposium.model.problems import Code, Problem
from symposium.model.spelling import Spellings

ELSEWHERE = frozenset({"source", "topic"})
"""Kinds whose records are named by locators and keywords."""


def resolve_references(
    tables: Mapping[str, dict[str, Any]], papers: EntryIndex, identity: Identity
) -> list[Problem]:
    """Give records, in place, the ids of today of those that they name; report unknown ones."""
    problems: list[Problem] = []
    spellings = cache(lambda kind: Spellings(identity.names if kind == "person" else tables[kind]))
    find = _finder(tables, papers, identity)
    for kind in KINDS:
        fields = {
            name: f.refers for name, f in kind.references.items() if f.refers not in ELSEWHERE
        }
        table = tables[kind.name]
        for record in list(table.values()) if fields else ():
            changes: dict[str, Any] = {}
            for name, other in fields.items():
                value = getattr(record, name)
                several = isinstance(value, tuple)
                ids: dict[str, None] = {}
                for index, text in enumerate(values_of(record, name)):
                    if known := find(other, text):
                        ids[known] = None
                        continue
                    place = record.origin.at(f"{name}.{index}" if several else name)
                    if other == "paper":
                        problems.append(papers.unknown(text, place))
                        continue
                    file = f"{text}/index.md" if other == "event" else f"{text}.md"
                    hint = spellings(other).hint(text, f"write {BY_NAME[other].folder}/{file}")
                    code = Code.EVENT_UNKNOWN if kind.name == "event" else Code.RECORD_UNKNOWN
                    problems.append(unknown(code, (other, text), place, hint, papers.gone))
                today = tuple(ids) if several else next(iter(ids), None)
                if today != value:
                    changes[name] = today
            if changes:
                table[record.id] = replace(record, **changes)
    return problems


def _finder(
    tables: Mapping[str, Mapping[str, Any]], papers: EntryIndex, identity: Identity
) -> Callable[[str, str], str | None]:
    """Return what finds the id of today of a kind and a text."""
    aliases = cache(lambda kind: aliases_of(tables[kind].values()))

    def find(kind: str, text: str) -> str | None:
        if kind == "paper":
            return papers.find(text)
        if kind == "person":
            return identity.by_explicit.get(text)
        return text if text in tables[kind] else aliases(kind).get(text)

    return find
