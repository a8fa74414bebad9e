"""Checks of references between records: what a build can only show half, and says so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from itertools import chain, combinations, product
from typing import Any

from symposium.knowledge.identity import Identity
from symposium.knowledge.mentions import pieces_of_text
from symposium.knowledge.nearest import Spellings
from symposium.knowledge.relations import RELATED
from symposium.model.kinds import KINDS
from symposium.model.names import Name, fold_text
from symposium.model.problems import Code, Place, Problem
from symposium.model.records import Event, Origin

NONE: Mapping[str, str] = {}


def check_sources(entities: Mapping[str, Mapping[str, Any]]) -> Iterator[Problem]:
    """Report ids in ``sources`` that name no file.

    A bibliography may use the field for something else; so where a project has no ``sources/`` at
    all, nothing is reported.
    """
    known = entities["source"]
    if not known:
        return
    spellings = Spellings(known)
    for table in entities.values():
        for record in table.values():
            for source in getattr(record, "sources", ()):
                if source not in known:
                    hint = spellings.hint(source, f"write sources/{source}.md")
                    yield Problem(
                        Code.SOURCE_UNKNOWN,
                        f'no source has the id "{source}"',
                        _place(record, "sources"),
                        hint,
                    )


def check_files(
    entities: Mapping[str, Mapping[str, Any]], files: frozenset[str]
) -> Iterator[Problem]:
    """Report links and pictures that name a file which is not under ``files/``."""
    spellings = Spellings(files)
    for table in entities.values():
        for record in table.values():
            for field, target in _targets(record):
                if target.startswith("files/") and target not in files:
                    hint = spellings.hint(target, "put the file there")
                    place = _place(record, field)
                    yield Problem(Code.FILE_MISSING, f"there is no {target}", place, hint)


def _targets(record: Any) -> Iterator[tuple[str, str]]:
    """Yield the fields of a record that may name a file, with what they name."""
    for name, target in getattr(record, "links", NONE).items():
        yield f"links.{name}", target
    for name in ("photo", "thumbnail"):
        if target := getattr(record, name, None):
            yield name, target


def check_roles(
    talks: Mapping[str, Any], find: Callable[[str, str], str | None]
) -> Iterator[Problem]:
    """Report roles in biographies that name no record; ``find`` looks up (kind, text)."""
    for talk in talks.values():
        for field in ("speakers", "authors"):
            for index, one in enumerate(getattr(talk, field)):
                for piece in pieces_of_text(one.bio or ""):
                    if piece.kind and find(piece.kind, piece.ids[0]) is None:
                        message = f'no {piece.kind} has the id "{piece.ids[0]}"'
                        place = talk.origin.at(f"{field}.{index}.bio")
                        yield Problem(Code.RECORD_UNKNOWN, message, place, "mend the role")


def _place(record: Any, field: str) -> Place:
    """Return where a field was written: in the file that adds to an entry, or with the record."""
    notes: Origin | None = getattr(record, "notes", None)
    if notes is not None and field in notes.fields:
        return notes.at(field)
    origin: Origin = record.origin
    return origin.at(field)


def check_named(entities: Mapping[str, Mapping[str, Any]]) -> Iterator[Problem]:
    """Report ids of software and the like in a person's file that name no file."""
    for kind in KINDS:
        if kind.name in RELATED:
            continue
        known = entities.get(kind.name, {})
        spellings = Spellings(known)
        for person in entities["person"].values():
            for index, text in enumerate(getattr(person, kind.folder, ())):
                if text in known:
                    continue
                hint = spellings.hint(text, f"write {kind.folder}/{text}.md")
                message = f'no {kind.name} has the id "{text}"'
                place = person.origin.at(f"{kind.folder}.{index}")
                yield Problem(Code.RECORD_UNKNOWN, message, place, hint)


def check_earlier_ids(
    entities: Mapping[str, Mapping[str, Any]], people: Container[str]
) -> Iterator[Problem]:
    """Report earlier ids (``was:``) that are the id, or an earlier id, of another record too.

    The id of today wins; of two earlier ones the last. ``people`` holds the ids of all persons,
    also of those who are known by printed names only.
    """
    for kind, table in entities.items():
        code = Code.ID_COLLISION if kind == "paper" else Code.ID_DUPLICATE
        living = people if kind == "person" else table
        claimed: dict[str, str] = {}
        for record in table.values():
            for earlier in record.was:
                other = earlier if earlier in living else claimed.setdefault(earlier, record.id)
                if other != record.id:
                    message = f'"{earlier}" leads to the {kind} {other} already'
                    hint = f"take it out of was:, or give {other} another id"
                    yield Problem(code, message, _place(record, "was"), hint)


def check_parts(events: Mapping[str, Event]) -> Iterator[Problem]:
    """Report events that are a part of an event which does not exist, or of themselves."""
    spellings = Spellings(events)
    for event in events.values():
        if event.part_of is None:
            continue
        place = event.origin.at("part_of")
        if event.part_of not in events:
            hint = spellings.hint(event.part_of, f"write events/{event.part_of}/index.md")
            message = f'no event has the id "{event.part_of}"'
            yield Problem(Code.EVENT_UNKNOWN, message, place, hint)
        seen = {event.id}
        above = events.get(event.part_of)
        while above and above.id not in seen:
            seen.add(above.id)
            above = events.get(above.part_of) if above.part_of else None
        if above and above.id == event.id:
            message = f"The event {event.id} is a part of itself"
            yield Problem(Code.EVENT_UNKNOWN, message, place, "name the event that it belongs to")


def check_similar_names(identity: Identity) -> Iterator[Problem]:
    """Report persons whose names differ only by initials: they may be one.

    They are never merged by guess.
    """
    for first, second in sorted(_similar(identity)):
        one, other = identity.people[first], identity.people[second]
        place = one.origin.place if one.origin.place.path else other.origin.place
        yield Problem(
            Code.NAME_SIMILAR,
            f'"{one.name.text}" ({first}) and "{other.name.text}" ({second}) may be one person',
            place if place.path else Place("people"),
            "if so, write one file with both forms under names:",
        )


def _similar(identity: Identity) -> Iterator[tuple[str, str]]:
    """Yield the pairs of persons, the lower id first, whose names may be one.

    A large bibliography has thousands of persons of one family name, so only those are compared
    whose first given names are the same, or of which one is the initial of the other.
    """
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for person_id, name in identity.names.items():
        if (given := _given(name)) and person_id not in identity.candidates:
            groups[fold_text(name.family), given[0]].append(person_id)
    for (family, given_name), ids in groups.items():
        initials = groups.get((family, given_name[0]), []) if len(given_name) > 1 else []
        for first, second in chain(combinations(ids, 2), product(ids, initials)):
            if may_be_one(identity.names[first], identity.names[second]):
                yield min(first, second), max(first, second)


def may_be_one(first: Name, second: Name) -> bool:
    """Tell whether two names agree up to initials and missing middle names.

    >>> from symposium.model.names import parse_name
    >>> may_be_one(parse_name("J. Doe"), parse_name("Jane Doe"))
    True
    >>> may_be_one(parse_name("John Doe"), parse_name("Jane Doe"))
    False
    """
    shorter, longer = sorted((_given(first), _given(second)), key=len)
    return all(
        a == b or (min(len(a), len(b)) == 1 and a[0] == b[0])
        for a, b in zip(shorter, longer, strict=False)
    )


def _given(name: Name) -> list[str]:
    return fold_text(name.given).replace("-", " ").replace(".", " ").split()


def sorted_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems by place, each once."""
    return sorted(dict.fromkeys(problems), key=Problem.sort_key)
