"""Reading a project: all its files become records."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from operator import attrgetter
from pathlib import Path
from typing import Any

from symposium.fields.link_types import name_of_id
from symposium.kinds import BY_NAME, KINDS
from symposium.kinds.base import Gone, Origin
from symposium.kinds.event import Event
from symposium.kinds.kind import Kind, Page
from symposium.kinds.participants import UNNAMED, Participant
from symposium.kinds.records import Records
from symposium.kinds.source import Source
from symposium.kinds.talk import Talk
from symposium.model.ids import is_id, slug
from symposium.model.names import Name
from symposium.model.problems import Code, Place, Problem, Severity
from symposium.model.progress import Tell, untold
from symposium.reading import frontmatter
from symposium.reading.bibliography_files import read_bibliographies
from symposium.reading.cache import Cache, version
from symposium.reading.disk import MAX_BYTES, Disk
from symposium.reading.layout import Layout

DEFAULT_BIB = "refs.bib"
"""The bibliography that may be missing; any other in the settings must exist."""
MAX_BIB_BYTES = 1_000_000_000
"""The longest bibliography that is read."""


class Inputs(Disk):
    """The files of a project that will be read, and problems of names and folders.

    They are ``bibliographies``, the pages of ``records``, and ``texts``; of ``publishable`` files
    only the names are read.
    """

    def __init__(
        self, root: Path, bibfiles: Sequence[str], exclude: Sequence[str], layout: Layout
    ) -> None:
        super().__init__(root, [pattern.strip("/") for pattern in exclude])
        self.base = layout.base
        self.bibliographies = [
            path for path in bibfiles if not self.leads_out(path) and not self._is_absent(path)
        ]
        self.records: list[tuple[str, Page]] = []
        """Files that are records: the name of the kind, and the page."""
        self.bare_events: list[Page] = []
        """Folders of events without a file of their own."""
        self.layout = layout
        self.texts: tuple[str, ...] = ()
        """Plain text files beside the sources, which may name one as their text."""
        for kind in KINDS:
            folder = f"{self.base}{kind.folder}"
            if kind.name == "event":
                self.events(folder)
            else:
                # A talk without an event is in its speaker's file; a file here has only ``gone:``.
                self.simple(kind.name, folder, "talks/" if kind.name == "talk" else "")
        if sources := [page for kind, page in self.records if kind == "source"]:
            folder = sources[0].path.rpartition("/")[0]
            entries = super().entries_of(folder)
            paths = [f"{folder}/{name}" for name, is_folder in entries if not is_folder]
            self.texts = tuple([path for path in paths if path.endswith(".txt")])
        # Inside another documentation, its own files are not published again.
        self.publishable = self.files(self.base) if layout.records is None else frozenset()

    def _is_absent(self, path: str) -> bool:
        """Tell whether the default bibliography is missing; report another one that exists."""
        if path != f"{self.base}{DEFAULT_BIB}" or (self.root / path).exists():
            return False
        others = sorted(self.root.joinpath(self.base).glob("*.bib"))
        if others:
            other = f"{self.base}{others[0].name}"
            message = f"There is no {path}, and {other} is not read"
            hint = f'rename it, or write symposium_bibfiles = ["{other}"] in conf.py'
            place = Place(path)
            problem = Problem(Code.FILE_UNREADABLE, message, place, hint, level=Severity.WARNING)
            self.problems.append(problem)
        return True

    def entries_of(self, folder: str, suffixes: tuple[str, ...] = ("",)) -> list[tuple[str, bool]]:
        """Return the names in a folder, without files that describe no record."""
        return [
            (name, is_folder)
            for name, is_folder in super().entries_of(folder, suffixes)
            if is_folder or self.layout.records is None or f"{folder}/{name}" in self.layout.records
        ]

    def contents(self) -> Iterator[tuple[str, bytes | None]]:
        """Yield the path and the content of all files that are read."""
        yield from ((path, self.bytes_of(path, MAX_BIB_BYTES)) for path in self.bibliographies)
        for path in [*(page.path for _, page in self.records), *self.texts]:
            yield path, self.bytes_of(path, MAX_BYTES)

    def names(
        self, folder: str, suffix: str, *, folders: bool = False
    ) -> Iterator[tuple[str, str]]:
        """Yield the path and the id of every file (or folder) that describes a record.

        A name that is not an id is turned into one, and reported. Of two names with the same id,
        the one equal to the id is read, else the first.
        """
        taken: dict[str, str] = {}
        stems = [
            name.removesuffix(suffix)
            for name, is_folder in self.entries_of(folder)
            if is_folder is folders and name.endswith(suffix) and name != "index.md"
        ]
        for stem in sorted(stems, key=lambda stem: (not is_id(stem), stem)):
            path, record_id = f"{folder}/{stem}{suffix}", slug(stem)
            shown = f"{path}/" if folders else path
            if record_id in taken:
                message = f"{shown} and {taken[record_id]} have the same id, {record_id}"
                self.report(Code.ID_DUPLICATE, path, message, "rename one of them")
                continue
            taken[record_id] = shown
            if stem != record_id:
                message = f'The name "{stem}{suffix}" cannot be an id'
                self.report(Code.FILE_NAME, path, message, f"rename it to {record_id}{suffix}")
            yield path, record_id

    def simple(self, kind: str, folder: str, above: str) -> None:
        """Find the records of a folder with one file each; ``above`` is put before their ids."""
        self.report_nested(folder)
        self.records += [
            (kind, self.page(path, above + record_id))
            for path, record_id in self.names(folder, ".md")
        ]

    def report_nested(self, folder: str) -> None:
        """Report files and folders in ``folder`` that look like records and are not read."""
        for name, is_folder in self.entries_of(folder):
            path = f"{folder}/{name}"
            if name.endswith(".rst") and not is_folder:
                hint = f"write it in Markdown, as {path.removesuffix('.rst')}.md"
                self.report(Code.FILE_NAME, path, "Records are described in Markdown", hint)
            elif is_folder and any(inner.endswith(".md") for inner, _ in self.entries_of(path)):
                message = "The files of this folder are not read"
                self.report(Code.FILE_NAME, path, message, f"put them into {folder}/")

    def page(self, path: str, record_id: str, event: str | None = None) -> Page:
        """Return the page of a record in the file ``path``."""
        return Page(path, record_id, event=event, base=self.base)

    def events(self, top: str) -> None:
        """Find the events and their talks."""
        for path, event_id in self.names(top, ".md"):
            hint = f"move the file to {top}/{event_id}/index.md"
            self.report(Code.FILE_NAME, path, "An event has a folder of its own", hint)
        for folder, event_id in self.names(top, "", folders=True):
            self.report_nested(folder)
            self.records += [
                ("talk", self.page(path, f"{event_id}/{talk}", event_id))
                for path, talk in self.names(folder, ".md")
            ]
            if ("index.md", False) in self.entries_of(folder):
                self.records.append(("event", self.page(f"{folder}/index.md", event_id)))
            elif self.entries_of(folder):  # an empty folder means nothing, as in git
                self.bare_events.append(self.page(folder, event_id))
                message = f"The event {event_id} has no file of its own"
                self.report(Code.EVENT_UNKNOWN, folder, message, f"write {folder}/index.md")


TOP = Layout()
"""The layout of a project with its records at the top, in folders of their own."""


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
    """Return the records of the project at ``root``, and every problem met, in order.

    ``exclude`` holds patterns as in Sphinx's ``exclude_patterns``, relative to ``root``, and
    ``layout`` says where records lie. ``cache`` is the folder of entries that were read before;
    long values of papers stay there and not in memory. Up to ``jobs`` processes read many new
    entries. The result depends on neither. ``tell`` is called with the progress.
    """
    entries = Cache(cache)
    records, problems = _read(Inputs(root, bibfiles, exclude, layout), entries, jobs, tell)
    entries.close()
    return records, problems


def inputs_digest(
    root: Path,
    bibfiles: Sequence[str] = (DEFAULT_BIB,),
    exclude: Sequence[str] = (),
    layout: Layout = TOP,
) -> str:
    """Return the digest of the input of `read_project`: equal digests mean equal records."""
    inputs = Inputs(root, bibfiles, exclude, layout)
    digest = sha256(version())  # of long texts it is the quickest
    for path, data in inputs.contents():
        digest.update(_bytes(f"{path}\n{'-' if data is None else len(data)}\n"))
        digest.update(data or b"")
    names = (bibfiles, inputs.records, inputs.bare_events, sorted(inputs.publishable))
    problems = sorted(set(inputs.problems), key=Problem.sort_key)
    digest.update(_bytes(f"{names}\n{problems}"))
    return digest.hexdigest()


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")  # names of files may be any bytes


def _read(inputs: Inputs, cache: Cache, jobs: int, tell: Tell) -> tuple[Records, list[Problem]]:
    files = ((path, inputs.bytes_of(path, MAX_BIB_BYTES)) for path in inputs.bibliographies)
    readable = [(path, data) for path, data in files if data is not None]
    papers, problems = read_bibliographies(readable, cache, jobs, tell)
    entities: dict[str, list[Any]] = {kind.name: [] for kind in KINDS}
    gone: list[Gone] = []
    for number, (name, page) in enumerate(inputs.records):
        tell("reading files", number, len(inputs.records))
        record = _record(inputs, name, page)
        if record is None and name == "event":
            record = _stub(page._replace(path=page.path.removesuffix("/index.md")))
        if isinstance(record, Gone):
            gone.append(record)
        elif record is not None:
            entities[name].append(record)
    entities["event"] += map(_stub, inputs.bare_events)
    entities["talk"] = list(_talks_of_events(entities["talk"], gone))
    names = {person.id: person.name for person in entities["person"]}
    for kind in KINDS:
        if kind.people or kind.people_inside:
            entities[kind.name] = [_named(record, names, kind) for record in entities[kind.name]]
    notes, by_id = entities.pop("paper"), attrgetter("id")
    gone.sort(key=attrgetter("kind", "id"))
    records = Records(
        papers=tuple(papers),
        notes=tuple(sorted(notes, key=by_id)),
        entities={name: tuple(sorted(records, key=by_id)) for name, records in entities.items()},
        gone=tuple(gone),
        files=inputs.publishable,
    )
    return records, sorted({*problems, *inputs.problems}, key=Problem.sort_key)


def _talks_of_events(talks: list[Talk], gone: list[Gone]) -> Iterator[Talk]:
    """Yield the talks whose events exist; the others are gone for the reason of their event."""
    reasons = {record.id: record.reason for record in gone if record.kind == "event"}
    for talk in talks:
        if reason := reasons.get(talk.event or ""):
            stands = {"was": talk.was, "origin": talk.origin, "document": talk.document}
            gone.append(Gone("talk", talk.id, reason, **stands))  # type: ignore[arg-type]
        else:
            yield talk


def _stub(folder: Page) -> Event:
    """Return an event made from its folder, so that each of its talks has an event."""
    return Event(folder.id, folder.title, origin=Origin(Place(folder.path)))


def _record(inputs: Inputs, kind: str, page: Page) -> Any:
    """Return the record of a file, or ``None`` if the file cannot be read."""
    text = inputs.text_of(page.path)
    if text is None:
        return None
    tree, parts, problems = frontmatter.read(text, page.path)
    unread = bool(problems) and tree is None
    record, field_problems = BY_NAME[kind].read(tree, page._replace(body=parts.body))
    if kind == "talk" and page.event is None and not isinstance(record, Gone):
        hint = "put it into the folder of its event, or into talks: of the speaker's file"
        inputs.report(Code.FILE_NAME, page.path, "A talk has no file in this folder", hint)
        return None
    if kind == "source" and getattr(record, "text", None):
        record = _with_text(inputs, record)
    # Where front matter could not be read, its missing fields are no news.
    inputs.problems += problems if unread else [*problems, *field_problems]
    return record


def _with_text(inputs: Inputs, source: Source) -> Source:
    """Return a source with the lines of the text beside its file."""
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


def _named(record: Any, names: Mapping[str, Name], kind: Kind) -> Any:
    """Return a record in which participants given by id alone have the name of that person.

    Participants with neither a readable name nor an id are left out; they have been reported.
    """
    if all(participant.name is not UNNAMED for _, _, participant in kind.named_people(record)):
        return record

    def named(participant: Participant) -> Participant:
        if participant.name is not UNNAMED:
            return participant
        id_ = participant.person or ""
        return replace(participant, name=names.get(id_) or name_of_id(id_))

    def all_named(people: tuple[Participant, ...]) -> tuple[Any, ...]:
        readable = (person for person in people if person.name is not UNNAMED or person.person)
        return tuple(map(named, readable))

    return kind.with_people(record, all_named)
