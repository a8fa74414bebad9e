"""Reading a project: all its files become records."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from symposium.fields.link_types import name_of_id
from symposium.kinds import BY_NAME, KINDS
from symposium.kinds.base import Origin
from symposium.kinds.event import Event
from symposium.kinds.gone import Gone
from symposium.kinds.kind import Kind, Page
from symposium.kinds.participants import UNNAMED, Participant
from symposium.kinds.records import Records
from symposium.kinds.source import Source
from symposium.kinds.talk import Talk
from symposium.model.garbage import uncollected
from symposium.model.names import Name
from symposium.model.problems import Code, Place, Problem
from symposium.model.progress import Tell, untold
from symposium.reading import frontmatter
from symposium.reading.bibliography_files import read_bibliographies
from symposium.reading.cache import Cache, version
from symposium.reading.inputs import DEFAULT_BIB, Inputs
from symposium.reading.layout import Layout

TOP = Layout()
"""Records lie at the top of a project, in folders of their own."""


def read_project(
    root: Path,
    bibfiles: Sequence[str] = (DEFAULT_BIB,),
    exclude: Sequence[str] = (),
    layout: Layout = TOP,
    *,
    cache: Path | None = None,
    jobs: int = 1,
    tell: Tell = untold,
) -> tuple[Records, list[Problem]]:
    """Return all that is written in the project at ``root``, and every problem met, in order.

    ``exclude`` holds patterns as in Sphinx's ``exclude_patterns``, relative to ``root``, and
    ``layout`` says where records lie. ``cache`` is a folder in which entries are kept that were
    read before; long values of papers stay there and not in memory. Many new entries are read by
    as many processes as ``jobs``. What is returned depends on neither. ``tell`` hears how far it
    is.
    """
    with uncollected():  # looking for garbage takes a third of the time
        kept = Cache(cache)
        found = _read(Inputs(root, bibfiles, exclude, layout), kept, jobs, tell)
        kept.close()
        return found


def inputs_digest(
    root: Path,
    bibfiles: Sequence[str] = (DEFAULT_BIB,),
    exclude: Sequence[str] = (),
    layout: Layout = TOP,
) -> str:
    """Return the digest of all that `read_project` reads: where two agree, so do the records."""
    inputs = Inputs(root, bibfiles, exclude, layout)
    made = sha256(version())  # of long texts it is the quickest
    for path, data in inputs.contents():
        made.update(_bytes(f"{path}\n{'-' if data is None else len(data)}\n"))
        made.update(data or b"")
    names = (bibfiles, inputs.records, inputs.bare_events, sorted(inputs.publishable))
    problems = sorted(set(inputs.problems), key=Problem.sort_key)
    made.update(_bytes(f"{names}\n{problems}"))
    return made.hexdigest()


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")  # names of files may be any bytes


def _read(inputs: Inputs, cache: Cache, jobs: int, tell: Tell) -> tuple[Records, list[Problem]]:
    papers, problems = read_bibliographies(inputs.bibliography_contents(), cache, jobs, tell)
    found: dict[str, list[Any]] = {kind.name: [] for kind in KINDS}
    gone: list[Gone] = []
    for number, (kind, page) in enumerate(inputs.records):
        tell("reading files", number, len(inputs.records))
        record = _record(inputs, kind, page)
        if record is None and kind == "event":
            record = _stub(page._replace(path=page.path.removesuffix("/index.md")))
        if isinstance(record, Gone):
            gone.append(record)
        elif record is not None:
            found[kind].append(record)
    found["event"] += map(_stub, inputs.bare_events)
    found["talk"] = list(_of_living_events(found["talk"], gone))
    names = {person.id: person.name for person in found["person"]}
    for one in KINDS:
        if one.people or one.people_inside:
            found[one.name] = [_named(record, names, one) for record in found[one.name]]
    notes = found.pop("paper")
    gone.sort(key=lambda one: (one.kind, one.id))
    records = Records(
        papers=tuple(papers),
        notes=tuple(sorted(notes, key=_id)),
        entities={kind: tuple(sorted(made, key=_id)) for kind, made in found.items()},
        gone=tuple(gone),
        files=inputs.publishable,
    )
    return records, sorted({*problems, *inputs.problems}, key=Problem.sort_key)


def _of_living_events(talks: list[Talk], gone: list[Gone]) -> Iterator[Talk]:
    """Yield the talks whose events are there; the others are gone for the reason of their event."""
    reasons = {one.id: one.reason for one in gone if one.kind == "event"}
    for talk in talks:
        if reason := reasons.get(talk.event or ""):
            stands = {"was": talk.was, "origin": talk.origin, "document": talk.document}
            gone.append(Gone("talk", talk.id, reason, **stands))  # type: ignore[arg-type]
        else:
            yield talk


def _stub(folder: Page) -> Event:
    """Return an event without a file, so that its talks always find one."""
    return Event(folder.id, folder.title, origin=Origin(Place(folder.path)))


def _record(inputs: Inputs, kind: str, page: Page) -> Any:
    """Return the record of a file, or ``None`` if the file cannot be read."""
    text = inputs.text_of(page.path)
    if text is None:
        return None
    tree, parts, problems = frontmatter.read(text, page.path)
    unread = bool(problems) and tree is None
    record, found = BY_NAME[kind].read(tree, page._replace(body=parts.body))
    if kind == "talk" and page.event is None and not isinstance(record, Gone):
        hint = "put it into the folder of its event, or into talks: of the speaker's file"
        inputs.report(Code.FILE_NAME, page.path, "A talk has no file in this folder", hint)
        return None
    if kind == "source" and getattr(record, "text", None):
        record = _with_text(inputs, record)
    # That its fields are missing says nothing new about front matter that could not be read.
    inputs.problems += problems if unread else [*problems, *found]
    return record


def _with_text(inputs: Inputs, source: Source) -> Source:
    """Return a source with the lines of the text that lies beside its file."""
    path = f"{source.origin.place.path.rpartition('/')[0]}/{source.text}"
    if path in inputs.texts:
        text = inputs.text_of(path)
        return replace(source, lines=lines_of_text(text)) if text is not None else source
    message, hint = f"there is no {path}", "put the text beside this file"
    inputs.problems.append(Problem(Code.FILE_MISSING, message, source.origin.at("text"), hint))
    return source


def lines_of_text(text: str) -> tuple[str, ...]:
    r"""Return the lines of a text as an editor numbers them.

    >>> lines_of_text("one\r\n\ntwo\n")
    ('one', '', 'two')
    """
    lines = re.split(r"\r\n|\n|\r", text)
    return tuple(lines if lines[-1] else lines[:-1])


def _id(record: Any) -> str:
    return str(record.id)


def _named(record: Any, names: Mapping[str, Name], kind: Kind) -> Any:
    """Return a record in which participants given by id alone have the name of that person.

    Those whose name was refused, and who have no id, are left out: the slip is reported.
    """
    if all(one.name is not UNNAMED for _, _, one in kind.named_people(record)):
        return record
    changed: dict[str, Any] = {
        name: _all_named(getattr(record, name), names) for name in kind.people
    }
    for name, inner, _ in kind.people_inside:
        changed[name] = tuple(
            replace(item, **{inner: _all_named(getattr(item, inner), names)})
            for item in changed.get(name, getattr(record, name))
        )
    return replace(record, **changed)


def _all_named(people: tuple[Participant, ...], names: Mapping[str, Name]) -> tuple[Any, ...]:
    return tuple(
        replace(one, name=names.get(one.person or "") or name_of_id(one.person or ""))
        if one.name is UNNAMED
        else one
        for one in people
        if one.name is not UNNAMED or one.person
    )
