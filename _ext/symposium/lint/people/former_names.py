"""Rules for former names: they must not appear in anything that is published.

In the fields for persons they are read, and shown as the name of today. Everywhere else they would
stand as they are typed: in prose, titles and texts of pictures, in ids, cite keys and file names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from symposium.kinds.paper import Paper
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.name_occurrences import all_uses
from symposium.lint.people.duplicates_and_ambiguity import Circles, place_of
from symposium.lint.people.likeness import abbreviated
from symposium.lint.people.names_in_text import NameInText
from symposium.lint.subject import Subject
from symposium.model.names import fold_name, parse_name
from symposium.model.problems import Code, Place, Problem
from symposium.reading.latex import decode, plain

SETTINGS = ("project", "author", "copyright", "html_title", "html_short_title")
"""Settings that are printed on pages."""

RE_ITEM = re.compile(r"\.[0-9]+$")
HINT = "write the name of today, or leave it out"


def former_names(subject: Subject) -> Iterator[Problem]:
    """Report every former name that would be published."""
    owners = {
        text: person.id
        for person in subject.kb.identity.people.described.values()
        for text in person.former_names
    }
    if not owners:
        return
    printed, hidden = NameInText(owners), _read_as_today(subject.kb)
    for text, place, what in _texts(subject):
        for name, line, column in printed.find(text):
            here = place
            if line or what == "the page":
                here = Place(place.path, place.line + line, column + 1)
            before = [
                one for one in hidden.get((here.path, here.line), ()) if one[0] <= here.column
            ]
            if max(before, default=(0, False))[1]:
                continue  # the last field that begins before it is for persons
            yield _leak(name, owners[name], what, here)
    yield from _printed_by_records(subject.kb, owners)


def _leak(name: str, owner: str, what: str, place: Place) -> Problem:
    message = f'"{name}", a former name of {owner}, is in {what}'
    return Problem(Code.FORMER_NAME, message, place, HINT)


def _texts(subject: Subject) -> Iterator[tuple[str, Place, str]]:
    """Yield all that is published, with its place and what it is."""
    for document in subject.documents.values():
        yield document.path, Place(document.path), "the name of the file"
        text = subject.texts.text_of(document.path)
        yield text, Place(document.path), "the page"
    for path in sorted(subject.kb.files):
        yield path, Place(path), "the name of the file"
    for name in SETTINGS:
        if isinstance(value := subject.settings.get(name), str):
            yield value, Place("conf.py"), name
    for paper in subject.kb.works.values():
        yield from _of_paper(paper)


def _read_as_today(kb: KnowledgeBase) -> Mapping[tuple[str, int], list[tuple[int, bool]]]:
    """Return the fields of a line, by file and line: each column, and whether a name is there.

    They are those of records that name somebody by fields; a former name in them is not shown.
    """
    tables = {**kb.entities, "person": kb.identity.people.described}
    people = tables["person"].values()
    own = {fold_name(one.name.text) for one in people if one.former_names}
    named = {(one.id, "person"): {"former_names"} for one in people if one.former_names}
    for use in all_uses(tables, lambda name, _: fold_name(name) in own):
        named.setdefault((use.id, use.kind), set()).add(use.field)
    found: dict[tuple[str, int], list[tuple[int, bool]]] = {}
    for (record_id, kind), fields in named.items():
        origin = tables[kind][record_id].origin
        for path, (line, column) in origin.fields.items():
            above = path.removesuffix(".name")
            is_name = above in fields or RE_ITEM.sub("", above) in fields
            found.setdefault((origin.place.path, line), []).append((column, is_name))
    return found


def _of_paper(paper: Paper) -> Iterator[tuple[str, Place, str]]:
    yield paper.key, paper.origin.at(), "the cite key"
    for name, value in paper.fields:
        if not name.startswith(("author", "editor")):
            yield plain(decode(value)), paper.origin.at(name), f"the field {name}"


def _printed_by_records(kb: KnowledgeBase, owners: Mapping[str, str]) -> Iterator[Problem]:
    """Yield the names of persons in records that are not read as those of today."""
    folds = {fold_name(text): text for text in owners}
    tables = {**kb.entities, "person": kb.identity.people.described}
    for use in all_uses(tables, lambda name, _: fold_name(name) in folds):
        if use.kind in {"event", "person"}:
            continue  # found in the text of their page
        name = folds[fold_name(use.name.text)]
        place = tables[use.kind][use.id].origin.at(use.field)
        yield _leak(name, owners[name], f"the {use.role}s", place)


def half_hidden(subject: Subject) -> Iterator[Problem]:
    """Report persons known by printed names alone who may be somebody under a former name."""
    kb = subject.kb
    described = kb.identity.people.described
    names = {one: name for one, name in kb.identity.names.items() if one not in described}
    former = {
        f"{MARK}{person.id}{MARK}{text}": parse_name(text)
        for person in described.values()
        for text in person.former_names
    }
    if not former:
        return
    circles = Circles(kb)
    pairs = [pair for pair in abbreviated({**names, **former}) if pair[0].startswith(MARK)]
    for mark, derived in sorted(pairs):
        if derived.startswith(MARK):
            continue
        _, owner, text = mark.split(MARK)
        # A co-author tells who is meant; so does a name that nobody else has.
        if circles.shared(owner, derived) > 0 or sum(one == derived for _, one in pairs) == 1:
            name = kb.identity.names[derived].text
            message = f'"{name}" has a page, and may be "{text}", a former name of {owner}'
            hint = "if so, add it to former_names:"
            yield Problem(Code.FORMER_NAME, message, place_of(kb, derived), hint)


MARK = "\x00"
"""Stands before the id of an owner, which no id holds; it sorts before all of them."""

RULES = (former_names, half_hidden)
