"""Checks of the records of a knowledge base, and of references between records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Any

from symposium.kinds import BY_NAME, KINDS
from symposium.kinds.base import Origin
from symposium.kinds.kind import linking, located_items
from symposium.knowledge import entry_index
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.identity import Identity
from symposium.knowledge.local_times import zone_of_deadline
from symposium.knowledge.mentions import pieces_of_text
from symposium.knowledge.reach import lists
from symposium.knowledge.relation_table import RecordKey
from symposium.knowledge.relations import values_of
from symposium.model.dates import AOE
from symposium.model.ids import Locator, locator
from symposium.model.names import fold_name
from symposium.model.problems import Code, Place, Problem, Severity
from symposium.model.spelling import Spellings


def _records(kb: KnowledgeBase) -> Iterator[Any]:
    """Yield all records, of persons only those with a file."""
    tables = {**kb.entities, "person": kb.identity.people.described}
    return chain.from_iterable(table.values() for table in tables.values())


def check_sources(kb: KnowledgeBase) -> Iterator[Problem]:
    """Report locators of sources that do not exist, or of lines beyond the end of a source's text.

    A bibliography may use the field for something else; so without any ``sources/``, nothing is
    reported.
    """
    sources = kb.sources
    if not sources and not kb.gone:
        return
    for record in _records(kb):
        own = getattr(record, "sources", ())
        locators = [(f"sources.{index}", text) for index, text in enumerate(own)]
        locators += [(f"{path}.source", item.source) for path, item in located_items(record)]
        for field, text in locators:
            at = locator(text) or Locator(text)
            place = place_in(record, field)
            if at.source not in sources:
                hint = kb.spellings["source"].hint(at.source, f"write sources/{at.source}.md")
                yield unknown(Code.SOURCE_UNKNOWN, ("source", at.source), place, hint, kb.gone)
                continue
            last = len(sources[at.source].lines)
            if last and at.unit == "L" and at.last > last:
                message = f"the text of {at.source} has no line {at.last}"
                yield Problem(Code.SOURCE_UNKNOWN, message, place, f"its last line is {last}")


def unknown(
    code: Code, key: RecordKey, place: Place, hint: str, gone: entry_index.Tombstones
) -> Problem:
    """Return the problem of an id that no record has, or whose record was removed."""
    kind, text = key
    problem = Problem(code, f'no {kind} has the id "{text}"', place, hint)
    return entry_index.or_gone(problem, gone, kind, text)


def check_files(kb: KnowledgeBase) -> Iterator[Problem]:
    """Report links and pictures whose file is not under ``files/``."""
    spellings = Spellings(kb.files)
    for record in _records(kb):
        for field, target in _targets(record):
            if target not in kb.files:
                hint = spellings.hint(target, "put the file there")
                place, level = _named_in_entry(record, field)
                message = f"there is no {target}"
                yield Problem(Code.FILE_MISSING, message, place, hint, level=level)


def _named_in_entry(record: Any, field: str) -> tuple[Place, Severity | None]:
    """Return the place that names a missing file, and its severity if that is not the usual one.

    An entry may name a file as other tools do, before it is copied here: that is only a warning.
    """
    place, name = place_in(record, field), field.rpartition(".")[2]
    fields = dict(getattr(record, "fields", ()))
    if place != record.origin.at() and name != "thumbnail":
        return place, None
    entry_field = next((f for f in (name, "preview") if f in fields), "")
    if not entry_field:
        return place, None
    own = fields[entry_field].strip(" {}").startswith("files/")
    return record.origin.at(entry_field), None if own else Severity.WARNING


def _targets(record: Any) -> Iterator[tuple[str, str]]:
    """Yield the fields of a record that name a file under ``files/``, with the file."""
    for name, target in getattr(record, "links", {}).items():
        if target.startswith("files/"):
            yield f"links.{name}", target
    for name, inner in linking(type(record)):
        for index, item in enumerate(getattr(record, name)):
            if (target := getattr(item, inner)) and target.startswith("files/"):
                yield f"{name}.{index}.{inner}", target
    for name in ("photo", "thumbnail"):
        if (target := getattr(record, name, None)) and target.startswith("files/"):
            yield name, target


def check_roles(kb: KnowledgeBase) -> Iterator[Problem]:
    """Report roles in biographies that name no record."""
    for talk in kb.talks.values():
        for field in ("speakers", "authors"):
            for index, person in enumerate(getattr(talk, field)):
                for piece in pieces_of_text(person.bio or ""):
                    if piece.kind and kb.find(piece.kind, piece.ids[0]) is None:
                        key = piece.kind, piece.ids[0]
                        place = talk.origin.at(f"{field}.{index}.bio")
                        yield unknown(Code.RECORD_UNKNOWN, key, place, "correct the role", kb.gone)


def place_in(record: Any, field: str) -> Place:
    """Return the place of a field: in the file that adds to an entry, or in the record itself."""
    notes: Origin | None = getattr(record, "notes", None)
    if notes is not None and (field in notes.fields or field.partition(".")[0] in notes.fields):
        return notes.at(field)
    origin: Origin = record.origin
    return origin.at(field)


def check_reasons(kb: KnowledgeBase) -> Iterator[Problem]:
    """Report reasons for values that are not marked as inferred, because no page shows them."""
    for record in _records(kb):
        for field in getattr(record, "because", ()):
            if field not in record.inferred:
                hint = Spellings(record.inferred).hint(field, f"add {field} to inferred")
                place = place_in(record, f"because.{field}")
                message = f"{field} is not among the inferred fields"
                yield Problem(Code.FIELD_VALUE, message, place, hint)


def check_contributions(kb: KnowledgeBase) -> Iterator[Problem]:
    """Report contributions of people whom a work does not print as its authors."""
    for paper in kb.works.values():
        names = [author.name.text for author in paper.authors] if paper.contributions else []
        folds = set(map(fold_name, names))
        for index, name in enumerate(c.name for c in paper.contributions):
            if fold_name(name) not in folds:
                message = f"{name} is not among the authors of {paper.key}"
                hint = Spellings(names).hint(name, "write the name as the work prints it")
                place = place_in(paper, f"contributions.{index}.name")
                yield Problem(Code.NO_CONTRIBUTOR, message, place, hint)


def check_earlier_ids(kb: KnowledgeBase) -> Iterator[Problem]:
    """Report earlier ids (``was:``) that are the id, or an earlier id, of another record too.

    A current id wins, and of two earlier ones the last.
    """
    for kind, table in kb.entities.items():
        code = Code.ID_COLLISION if kind == "paper" else Code.ID_DUPLICATE
        claimed: dict[str, str] = {}
        records = kb.identity.people.described if kind == "person" else table
        for record in records.values():
            for earlier in record.was:
                other = earlier if earlier in table else claimed.setdefault(earlier, record.id)
                if other != record.id:
                    message = f'"{earlier}" already redirects to the {kind} {other}'
                    hint = f"remove it from was:, or give {other} another id"
                    yield Problem(code, message, place_in(record, "was"), hint)


def check_parts(kb: KnowledgeBase) -> Iterator[Problem]:
    """Report events that are a part of themselves."""
    for event in kb.events.values():
        above, seen = event.part_of, set[str]()
        while above and above != event.id and above not in seen:
            seen.add(above)
            above = kb.events[above].part_of
        if above == event.id:
            message = f"The event {event.id} is a part of itself"
            place = event.origin.at("part_of")
            yield Problem(Code.EVENT_UNKNOWN, message, place, "name the event that it belongs to")


def check_gone(kb: KnowledgeBase) -> Iterator[Problem]:
    """Report records marked as gone that other records still name, such as persons or topics."""
    for (kind, name), tombstone in kb.gone.items():
        if name == tombstone.id and name in kb.entities.get(kind, ()):
            naming = (kb.entities[of][id_] for of, ids in lists(kb, kind, name) for id_ in ids)
            where = next(
                (f" in {record.origin.place}" for record in naming if record.origin.place.path), ""
            )
            message = f"{BY_NAME[kind].folder}/{name} is marked as gone, but is still named{where}"
            yield entry_index.still_there(tombstone, message, "name something else there")


def check_deadlines(kb: KnowledgeBase) -> Iterator[Problem]:
    """Report deadlines whose time has no zone, and extensions to an earlier day."""
    for event in kb.events.values():
        for index, deadline in enumerate(event.deadlines):
            at = f"deadlines.{index}"
            if deadline.time and zone_of_deadline(event, deadline) is None:
                message = "The field `timezone` is missing: the `time` of a deadline needs it"
                hint = f"add timezone: {AOE}, or one such as Europe/Berlin"
                yield Problem(Code.FIELD_MISSING, message, event.origin.at(f"{at}.time"), hint)
            for number, earlier in enumerate(deadline.extended_from):
                if earlier > deadline.date:
                    message = f"`extended_from`: {earlier} is after the `date`, {deadline.date}"
                    place = event.origin.at(f"{at}.extended_from.{number}")
                    hint = "write the new day as date, and the old one as extended_from"
                    yield Problem(Code.FIELD_VALUE, message, place, hint)


CHECKS = (
    check_sources, check_files, check_roles, check_reasons, check_contributions, check_earlier_ids,
    check_parts, check_gone, check_deadlines, entry_index.check_owners,
)  # fmt: skip
"""Each reports the problems of one sort in a knowledge base."""


def sorted_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems by place, each once."""
    return sorted(dict.fromkeys(problems), key=Problem.sort_key)


# References: the fields of records that name other records.

ELSEWHERE = frozenset({"source", "topic"})
"""Kinds that are named by locators and keywords, which are resolved elsewhere."""


def resolve_references(
    tables: Mapping[str, dict[str, Any]], papers: entry_index.EntryIndex, identity: Identity
) -> list[Problem]:
    """Replace, in place, references to records by current ids; report unknown ones."""
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
                    place = record.origin.at(f"{name}.{index}" if several else name)
                    if id_ := find(other, text, place):
                        ids[id_] = None
                    if id_ or other == "paper":
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
    tables: Mapping[str, Mapping[str, Any]], papers: entry_index.EntryIndex, identity: Identity
) -> Callable[[str, str, Place], str | None]:
    """Return a function that finds the current id for a kind, a text and its place."""
    aliases = cache(lambda kind: entry_index.aliases_of(tables[kind].values()))

    def find(kind: str, text: str, place: Place) -> str | None:
        if kind == "paper":
            return papers.resolve(text, place)
        if kind == "person":
            return identity.by_explicit.get(text)
        return text if text in tables[kind] else aliases(kind).get(text)

    return find
