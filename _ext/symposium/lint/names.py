"""Rules for names that must not be published as they are: former names, and ids."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from symposium.fields.compound_types import ListOf
from symposium.fields.yaml_repair import scalar, shown
from symposium.kinds import BY_NAME
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.identity import NameOccurrence, all_uses
from symposium.lint.likeness import NameInText, given_names, may_be_one
from symposium.lint.persons import place_of, shared_coauthors
from symposium.lint.subject import Rule, Subject, written
from symposium.model.ids import RE_ID
from symposium.model.names import fold_name, fold_text, parse_name
from symposium.model.problems import Code, Edit, Place, Problem
from symposium.reading.latex import decode, plain

SETTINGS = ("project", "author", "copyright", "html_title", "html_short_title")
"""Settings that are printed on pages."""

RE_ITEM = re.compile(r"\.[0-9]+$")


def former_names(subject: Subject) -> Iterator[Problem]:
    """Report every former name that would be published."""
    owners = {
        text: person.id
        for person in subject.kb.identity.people.described.values()
        for text in person.former_names
    }
    if not owners:
        return
    finder, hidden = NameInText(owners), _read_as_today(subject.kb)
    for text, place, what in _published_texts(subject):
        for name, line, column in finder.find(text):
            here = place
            if line or what == "the page":
                here = Place(place.path, place.line + line, column + 1)
            fields = hidden.get((here.path, here.line), ())
            # The last field that begins before it may name persons.
            before = [field for field in fields if field[0] <= here.column]
            if not max(before, default=(0, False))[1]:
                yield _leak_problem(name, owners[name], what, here)
    folds = {fold_name(text): text for text in owners}
    tables = written(subject.kb)
    for use in all_uses(tables):
        name = folds.get(fold_name(use.name.text), "")
        if name and use.kind not in {"event", "person"}:  # found in the text of their page
            place = tables[use.kind][use.id].origin.at(use.field)
            yield _leak_problem(name, owners[name], f"the {use.role}s", place)


def _leak_problem(name: str, owner: str, what: str, place: Place) -> Problem:
    message = f"{shown(name)}, a former name of {owner}, is in {what}"
    return Problem(Code.FORMER_NAME, message, place, "write the name of today, or leave it out")


def _published_texts(subject: Subject) -> Iterator[tuple[str, Place, str]]:
    """Yield each published text, with its place and a phrase for it."""
    for document in subject.documents.values():
        yield document.path, Place(document.path), "the name of the file"
        yield subject.texts.text_of(document.path), Place(document.path), "the page"
    for path in sorted(subject.kb.files):
        yield path, Place(path), "the name of the file"
    for name in SETTINGS:
        if isinstance(value := subject.settings.get(name), str):
            yield value, Place("conf.py"), name
    for paper in subject.kb.works.values():
        yield paper.key, paper.origin.at(), "the cite key"
        for name, value in paper.fields:
            if not name.startswith(("author", "editor")):
                yield plain(decode(value)), paper.origin.at(name), f"the field {name}"


def _read_as_today(kb: KnowledgeBase) -> Mapping[tuple[str, int], list[tuple[int, bool]]]:
    """Return the fields of a line, by file and line: each column, and whether a name is there.

    They are the fields of persons with former names, and of records that name them: a former name
    in such a field is shown as the present one.
    """
    tables = written(kb)
    people = [person for person in tables["person"].values() if person.former_names]
    own = {fold_name(person.name.text) for person in people}
    name_fields = {(person.id, "person"): {"former_names"} for person in people}
    for use in all_uses(tables):
        if fold_name(use.name.text) in own:
            name_fields.setdefault((use.id, use.kind), set()).add(use.field)
    fields_by_line: dict[tuple[str, int], list[tuple[int, bool]]] = {}
    for (record_id, kind), fields in name_fields.items():
        origin = tables[kind][record_id].origin
        for path, (line, column) in origin.fields.items():
            above = path.removesuffix(".name")
            is_name = above in fields or RE_ITEM.sub("", above) in fields
            fields_by_line.setdefault((origin.place.path, line), []).append((column, is_name))
    return fields_by_line


def half_hidden(subject: Subject) -> Iterator[Problem]:
    """Report persons without a file whose names may be former names of others."""
    kb = subject.kb
    described, names = kb.identity.people.described, kb.identity.names
    people = described.values()
    former = [(person.id, parse_name(text)) for person in people for text in person.former_names]
    by_family: dict[str, list[str]] = defaultdict(list)
    for derived in names.keys() - described if former else ():
        by_family[fold_text(names[derived].family)].append(derived)
    pairs = [
        (owner, name, derived)
        for owner, name in former
        for derived in by_family[fold_text(name.family)]
        if all(map(given_names, (name, names[derived]))) and may_be_one(name, names[derived])
    ]
    counts, shared = Counter(derived for *_, derived in pairs), shared_coauthors(kb)
    for owner, name, derived in pairs:
        # A shared co-author identifies a person, as does a name without any other bearer.
        if shared(owner, derived) > 0 or counts[derived] == 1:
            was = f'may be "{name.text}", a former name of {owner}'
            message = f'"{names[derived].text}" has a page, and {was}'
            hint = "if so, add it to former_names:"
            yield Problem(Code.FORMER_NAME, message, place_of(kb, derived), hint)


def ids_as_names(subject: Subject) -> Iterator[Problem]:
    """Report names that are the id of a person, and would be printed as names."""
    kb = subject.kb
    tables, ids = written(kb), _ids(kb)
    if not ids:
        return
    for use in all_uses(tables):
        if use.explicit is not None or use.name.text not in ids:
            continue
        text = use.name.text
        place = tables[use.kind][use.id].origin.at(use.field)
        person, name = ids[text]
        hint = f"write the name: {name}"
        edits: tuple[Edit, ...] = ()
        if BY_NAME[use.kind].people:
            item = _item(use, person, name)
            hint = f"write {item}, or the name: {name}"
            content, offset = subject.texts.text_of(place.path), subject.texts.offset(place)
            # The name must be alone in its item.
            if offset is not None and content.startswith(text, offset):
                is_alone = re.match(r"[ \t]*(?:[,\]\n]|$|\s#)", content[offset + len(text) :])
                edits = (Edit(place, text, item),) if is_alone else ()
        message = f'"{text}" is the id of {name}, and would be shown as a name'
        yield Problem(Code.NAME_IS_ID, message, place, hint, edits=edits)


def _ids(kb: KnowledgeBase) -> dict[str, tuple[str, str]]:
    """Return the printed names that are ids, each with the id and the name of the person."""
    ids: dict[str, tuple[str, str]] = {}
    for text in kb.identity.by_text:
        person = kb.identity.people.described.get(kb.identity.by_explicit.get(text, ""))
        if person and RE_ID.fullmatch(text) and text not in (person.name.text, *person.names):
            ids[text] = person.id, person.name.text
    return ids


def _item(use: NameOccurrence, person: str, name: str) -> str:
    """Return the YAML that names a person in a field; a list field of that kind needs the name."""
    attribute = use.field.partition(".")[0]
    own = any(
        isinstance(field.type, ListOf) and field.role and field.attribute == attribute
        for field in BY_NAME[use.kind].fields.values()
    )
    return f"{{{f'name: {scalar(name, flow=True)}, ' if own else ''}person: {person}}}"


RULES: tuple[Rule, ...] = (former_names, half_hidden, ids_as_names)
