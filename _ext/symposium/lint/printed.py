"""Rules for what sources print: where the text of a source is kept, anyone can look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from symposium.kinds.kind import located_items
from symposium.knowledge.checks import place_in
from symposium.knowledge.evidence import forms, item_at, lines_of, words
from symposium.knowledge.identity import kinds_in_order, printed_names
from symposium.lint.subject import Rule, Subject, written
from symposium.model.ids import source_of, sources_of
from symposium.model.memory import ById
from symposium.model.problems import Code, Place, Problem

VALUES = ("title", "degree", "course", "name", "value", "venue", "organization")
"""The first of these that an item has is what its lines must print; of metrics the number."""


@lru_cache(maxsize=32)
def _printed(sources: ById, text: str, record: ById) -> str:
    """Return the words of the lines that a locator means, as a record mends them, too."""
    printed = "\n".join(lines_of(sources.thing, text))
    mended = " ".join(printed.split())
    for one in getattr(record.thing, "corrections", ()):
        mended = mended.replace(" ".join(one.printed.split()), one.corrected)
    return "".join(map(words, [*forms(printed), mended])) if printed else ""


def _prints(lines: str, names: Iterable[str]) -> bool:
    """Tell whether lines print one of some names, word for word."""
    return any(words(form) in lines for name in names for form in forms(name))


def unnamed(subject: Subject) -> Iterator[Problem]:
    """Report persons who are said to be printed in a source that does not print them."""
    kb = subject.kb
    if not any(one.lines for one in kb.sources.values()):
        return
    sources = ById(kb.sources)
    for person in kb.identity.people.described.values():
        names = {person.name.text, *person.names, *kb.printed_forms(person.id)}
        for index, text in enumerate(map(source_of, person.sources)):
            lines = _printed(sources, text, ById(person))
            if lines and not _prints(lines, names):
                yield _unnamed(text, person.name.text, person.origin.at(f"sources.{index}"))
    for kind in kinds_in_order(kb.entities):
        for record in written(kb)[kind].values() if kind != "paper" else ():
            for name, explicit, _, field, *_ in printed_names(record):
                own = getattr(item_at(record, field), "source", None)
                # Whose document it is need not be named on each of its lines.
                claimed = (own,) if own else sources_of(getattr(record, "sources", ()))
                all_lines = [_printed(sources, text, ById(record)) for text in claimed]
                if claimed and all(all_lines):
                    person_id = kb.identity.resolve(name.text, explicit)
                    names = {name.text, *kb.printed_forms(person_id)}
                    if not any(_prints(lines, names) for lines in all_lines):
                        yield _unnamed(claimed[0], name.text, record.origin.at(field))


def _unnamed(text: str, name: str, place: Place) -> Problem:
    hint = "name the source that does, or keep the printed name in names:"
    return Problem(Code.NAME_UNPRINTED, f"{text} does not name {name}", place, hint)


def unprinted(subject: Subject) -> Iterator[Problem]:
    """Report records and items whose source, or the lines that they name, do not print them."""
    kb = subject.kb
    if not any(one.lines for one in kb.sources.values()):
        return
    sources = ById(kb.sources)
    for kind, records in written(kb).items():
        for record in records.values():
            for field, text, value in _claims(kind, record):
                # However the value is broken into words.
                lines = _printed(sources, text, ById(record)).replace(" ", "")
                if lines and "$" not in value and words(value).replace(" ", "") not in lines:
                    message = f'{text} does not print "{value}"'
                    hint = "name the lines that do, or keep what it prints in corrections:"
                    yield Problem(Code.VALUE_UNPRINTED, message, place_in(record, field), hint)


def _claims(kind: str, record: Any) -> Iterator[tuple[str, str, str]]:
    """Yield (field, locator, value) of all that a record says to be printed somewhere."""
    titled = {"paper", "talk", "software", "dataset", "project"}
    if kind in titled and "title" not in record.inferred and record.title:
        for index, text in enumerate(record.sources):
            yield f"sources.{index}", text, record.title
    for path, one in located_items(record):
        name = path.partition(".")[0]
        if name == "corrections":
            yield f"{path}.source", one.source, one.printed
        elif name not in {"listings", "slots"}:
            values = ("value",) if name == "metrics" else VALUES
            value = next((text for field in values if (text := getattr(one, field, None))), "")
            yield f"{path}.source", one.source, value


RULES: tuple[Rule, ...] = (unnamed, unprinted)
