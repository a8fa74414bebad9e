"""Rules for ids of persons in place of printed names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symposium.fields.compound_types import ListOf
from symposium.fields.yaml_writing import scalar
from symposium.kinds import BY_NAME
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.name_occurrences import NameOccurrence, all_uses
from symposium.lint.places_in_text import Texts
from symposium.lint.subject import Rule, Subject
from symposium.model.problems import Code, Edit, Place, Problem

RE_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def ids_as_names(subject: Subject) -> Iterator[Problem]:
    """Report names that are the id of a person: they are shown as they stand."""
    kb = subject.kb
    tables = {**kb.entities, "person": kb.identity.people.described}
    ids = _ids(kb)
    if not ids:
        return
    for use in all_uses(tables, lambda text, explicit: explicit is None and text in ids):
        text = use.name.text
        place = tables[use.kind][use.id].origin.at(use.field)
        person, name = ids[text]
        hint = f"write the name: {name}"
        edits: tuple[Edit, ...] = ()
        if BY_NAME[use.kind].people and person in kb.identity.people.described:
            written = _written(use, person, name)
            hint = f"write {written}, or the name: {name}"
            edits = _edits(subject.texts, use, place, written)
        message = f'"{text}" is the id of {name}, and would be shown as a name'
        yield Problem(Code.NAME_IS_ID, message, place, hint, edits=edits)


def _ids(kb: KnowledgeBase) -> dict[str, tuple[str, str]]:
    """Return the printed names that are ids: each with the person and the name that is meant."""
    identity = kb.identity
    described = identity.people.described
    found: dict[str, tuple[str, str]] = {}
    for text in identity.by_text:
        person = identity.by_explicit.get(text)
        if person is None or not RE_ID.fullmatch(text):
            continue
        if person in described:
            if text not in (described[person].name.text, *described[person].names):
                found[text] = person, described[person].name.text
        elif "-" in text and (name := _other_form(kb, person, text)):
            found[text] = person, name
    return found


def _other_form(kb: KnowledgeBase, person: str, text: str) -> str:
    """Return the name of a person without a file as it is printed elsewhere; nothing for none."""
    own = kb.identity.names[person].text
    if own != text:
        return own
    by_text = kb.identity.by_text
    return next((one for one in by_text if by_text[one] == person and one != text), "")


def _written(use: NameOccurrence, person: str, name: str) -> str:
    """Return a person as a field takes it: an item of a list of its own must have the name, too."""
    attribute = use.field.partition(".")[0]
    own = any(
        isinstance(one.type, ListOf) and one.role and one.attribute == attribute
        for one in BY_NAME[use.kind].fields.values()
    )
    return f"{{{f'name: {scalar(name, flow=True)}, ' if own else ''}person: {person}}}"


def _edits(texts: Texts, use: NameOccurrence, place: Place, written: str) -> tuple[Edit, ...]:
    """Return what makes an id of a name that stands alone in a list."""
    content, offset = texts.text_of(place.path), texts.offset(place)
    stands = re.compile(r"[ \t]*(?:[,\]\n]|$|\s#)")
    if offset is None or not content.startswith(use.name.text, offset):
        return ()
    if not stands.match(content, offset + len(use.name.text)):
        return ()
    return (Edit(place, use.name.text, written),)


RULES: tuple[Rule, ...] = (ids_as_names,)
