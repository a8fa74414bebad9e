"""Rules that compare records with the texts of their sources, where these are in the project."""

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
"""Fields of an item, of which its source must print the first that is set; of metrics ``value``."""


@lru_cache(maxsize=32)
def _words_at(sources: ById, locator: str, record: ById) -> str:
    """Return the words of the lines at a locator, as printed and with the record's corrections."""
    text = "\n".join(lines_of(sources.thing, locator))
    corrected = " ".join(text.split())
    for correction in getattr(record.thing, "corrections", ()):
        corrected = corrected.replace(" ".join(correction.printed.split()), correction.corrected)
    return "".join(map(words, [*forms(text), corrected])) if text else ""


def _contains_one(lines: str, names: Iterable[str]) -> bool:
    """Tell whether lines contain one of some names, word for word."""
    return any(words(form) in lines for name in names for form in forms(name))


def unnamed(subject: Subject) -> Iterator[Problem]:
    """Report persons whose source does not print their names."""
    kb = subject.kb
    if not any(source.lines for source in kb.sources.values()):
        return
    sources = ById(kb.sources)
    for person in kb.identity.people.described.values():
        names = {person.name.text, *person.names, *kb.printed_forms(person.id)}
        for index, locator in enumerate(map(source_of, person.sources)):
            lines = _words_at(sources, locator, ById(person))
            if lines and not _contains_one(lines, names):
                yield _unnamed(locator, person.name.text, person.origin.at(f"sources.{index}"))
    for kind in kinds_in_order(kb.entities):
        for record in written(kb)[kind].values() if kind != "paper" else ():
            for name, explicit, _, field, *_ in printed_names(record):
                own = getattr(item_at(record, field), "source", None)
                # The sources of the record as a whole may name a person anywhere.
                claimed = (own,) if own else sources_of(getattr(record, "sources", ()))
                all_lines = [_words_at(sources, locator, ById(record)) for locator in claimed]
                if claimed and all(all_lines):
                    person_id = kb.identity.resolve(name.text, explicit)
                    names = {name.text, *kb.printed_forms(person_id)}
                    if not any(_contains_one(lines, names) for lines in all_lines):
                        yield _unnamed(claimed[0], name.text, record.origin.at(field))


def _unnamed(locator: str, name: str, place: Place) -> Problem:
    hint = "name the source that does, or keep the printed name in names:"
    return Problem(Code.NAME_UNPRINTED, f"{locator} does not name {name}", place, hint)


def unprinted(subject: Subject) -> Iterator[Problem]:
    """Report titles and values that the named source, or its named lines, do not print."""
    kb = subject.kb
    if not any(source.lines for source in kb.sources.values()):
        return
    sources = ById(kb.sources)
    for kind, records in written(kb).items():
        for record in records.values():
            for field, locator, value in _claims(kind, record):
                # Spaces are ignored: a source may break words otherwise.
                lines = _words_at(sources, locator, ById(record)).replace(" ", "")
                if lines and "$" not in value and words(value).replace(" ", "") not in lines:
                    message = f'{locator} does not print "{value}"'
                    hint = "name the lines that do, or keep what it prints in corrections:"
                    yield Problem(Code.VALUE_UNPRINTED, message, place_in(record, field), hint)


def _claims(kind: str, record: Any) -> Iterator[tuple[str, str, str]]:
    """Yield (field, locator, value) for each value of a record that names its source."""
    titled = {"paper", "talk", "software", "dataset", "project"}
    if kind in titled and "title" not in record.inferred and record.title:
        for index, locator in enumerate(record.sources):
            yield f"sources.{index}", locator, record.title
    for path, item in located_items(record):
        name = path.partition(".")[0]
        if name == "corrections":
            if kind == "source" or not item.paper:  # else its source is looked at
                yield f"{path}.source", item.source, item.printed
        elif name not in {"listings", "slots"}:
            values = ("value",) if name == "metrics" else VALUES
            value = next((text for field in values if (text := getattr(item, field, None))), "")
            yield f"{path}.source", item.source, value


RULES: tuple[Rule, ...] = (unnamed, unprinted)
