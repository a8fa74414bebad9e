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
from symposium.kinds.base import Gone, Origin
from symposium.kinds.event import Event
from symposium.kinds.kind import Kind, Page
from symposium.kinds.participants import UNNAMED, Participant
from symposium.kinds.records import Records
from symposium.kinds.source import Source
from symposium.kinds.talk import Talk
from symposium.model.ids import is_id, slug
from symposium.model.memory import uncollected
from symposium.model.names import Name
from symposium.model.problems import Code, Place, Problem, Severity
from symposium.model.progress import Tell, untold
from symposium.reading import frontmatter
from symposium.reading.bibliography_files import read_bibliographies
from symposium.reading.cache import Cache, version
from symposium.reading.disk import MAX_BYTES, Disk
from symposium.reading.layout import Layout

DEFAULT_BIB = "refs.bib"
"""A project may do without this one; any other that is asked for must be there."""
MAX_BIB_BYTES = 1_000_000_000
"""The longest bibliography that is read."""


class Inputs(Disk):
    """One walk through a project: all that will be read of it, and problems of names and folders.

    Nothing of the project is read but ``bibliographies``, the pages of ``records``, the ``texts``
    of sources and the names of ``files``.
    """

    def __init__(
        self, root: Path, bibfiles: Sequence[str], exclude: Sequence[str], layout: Layout
    ) -> None:
        super().__init__(root, [one.strip("/") for one in exclude])
        self.base = layout.base
        self.bibliographies = [
            path for path in bibfiles if not self.leads_out(path) and not self._is_spared(path)
        ]
        self.records: list[tuple[str, Page]] = []
        """Files that are records: the name of the kind, and the page."""
        self.bare_events: list[Page] = []
        """Folders of events without a file of their own."""
        self.layout = layout
        self.texts: tuple[str, ...] = ()
        """Plain text files beside the sources, which these may name as what they print."""
        for kind in KINDS:
            folder = f"{self.base}{kind.folder}"
            if kind.name == "event":
                self.events(folder)
            else:
                # The pages of other talks are all derived: a file says that one is gone.
                self.simple(kind.name, folder, "talks/" if kind.name == "talk" else "")
        if sources := [page for kind, page in self.records if kind == "source"]:
            folder = sources[0].path.rpartition("/")[0]
            found = super().entries_of(folder)
            paths = [f"{folder}/{name}" for name, is_folder in found if not is_folder]
            self.texts = tuple([one for one in paths if one.endswith(".txt")])
        # Among files of a host nothing is ours to publish.
        self.publishable = self.files(self.base) if layout.records is None else frozenset()

    def _is_spared(self, path: str) -> bool:
        """Tell whether a bibliography is the default one, and missing; name what is there."""
        if path != f"{self.base}{DEFAULT_BIB}" or (self.root / path).exists():
            return False
        others = sorted(self.root.joinpath(self.base).glob("*.bib"))
        if others:
            other = f"{self.base}{others[0].name}"
            message = f"There is no {path}, and {other} is not read"
            hint = f'rename it, or write symposium_bibfiles = ["{other}"] in conf.py'
            where = Place(path)
            found = Problem(Code.FILE_UNREADABLE, message, where, hint, level=Severity.WARNING)
            self.problems.append(found)
        return True

    def entries_of(self, folder: str, suffixes: tuple[str, ...] = ("",)) -> list[tuple[str, bool]]:
        """Return the names in a folder, without the files that are no records."""
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

    def bibliography_contents(self) -> Iterator[tuple[str, bytes]]:
        """Yield the path and the content of every bibliography that can be read."""
        for path in self.bibliographies:
            data = self.bytes_of(path, MAX_BIB_BYTES)
            if data is not None:
                yield path, data

    def names(
        self, folder: str, suffix: str, *, folders: bool = False
    ) -> Iterator[tuple[str, str]]:
        """Yield the path and the id of every file (or folder) that makes a record.

        A name that is not an id is read under the id that it leads to, and reported; of two that
        have the same id, the one that is written like it is read, else the first.
        """
        taken: dict[str, str] = {}
        stems = [
            name.removesuffix(suffix)
            for name, is_folder in self.entries_of(folder)
            if is_folder is folders and name.endswith(suffix) and name != "index.md"
        ]
        for stem in sorted(stems, key=lambda stem: (not is_id(stem), stem)):
            path, made = f"{folder}/{stem}{suffix}", slug(stem)
            shown = f"{path}/" if folders else path
            if made in taken:
                message = f"{shown} and {taken[made]} have the same id, {made}"
                self.report(Code.ID_DUPLICATE, path, message, "rename one of them")
                continue
            taken[made] = shown
            if stem != made:
                message = f'The name "{stem}{suffix}" cannot be an id'
                self.report(Code.FILE_NAME, path, message, f"rename it to {made}{suffix}")
            yield path, made

    def simple(self, kind: str, folder: str, above: str) -> None:
        """Find the records of a folder whose every file is one; ``above`` begins their ids."""
        self.report_nested(folder)
        self.records += [
            (kind, self.page(path, above + made)) for path, made in self.names(folder, ".md")
        ]

    def report_nested(self, folder: str) -> None:
        """Report files and folders in ``folder`` that nobody will read, though they look it."""
        for name, is_folder in self.entries_of(folder):
            path = f"{folder}/{name}"
            if name.endswith(".rst") and not is_folder:
                hint = f"write it in Markdown, as {path.removesuffix('.rst')}.md"
                self.report(Code.FILE_NAME, path, "Records are described in Markdown", hint)
            elif is_folder and any(inner.endswith(".md") for inner, _ in self.entries_of(path)):
                message = "The files of this folder are not read"
                self.report(Code.FILE_NAME, path, message, f"put them into {folder}/")

    def page(self, path: str, made: str, event: str | None = None) -> Page:
        """Return the page of a record that is read from a file."""
        return Page(path, made, event=event, base=self.base)

    def events(self, top: str) -> None:
        """Find the events and their talks."""
        for path, made in self.names(top, ".md"):
            hint = f"move the file to {top}/{made}/index.md"
            self.report(Code.FILE_NAME, path, "An event has a folder of its own", hint)
        for folder, made in self.names(top, "", folders=True):
            self.report_nested(folder)
            self.records += [
                ("talk", self.page(path, f"{made}/{talk}", made))
                for path, talk in self.names(folder, ".md")
            ]
            if ("index.md", False) in self.entries_of(folder):
                self.records.append(("event", self.page(f"{folder}/index.md", made)))
            elif self.entries_of(folder):  # git keeps no empty folder: here it means as little
                self.bare_events.append(self.page(folder, made))
                message = f"The event {made} has no file of its own"
                self.report(Code.EVENT_UNKNOWN, folder, message, f"write {folder}/index.md")


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

    def named(people: tuple[Participant, ...]) -> tuple[Any, ...]:
        return tuple(
            replace(one, name=names.get(one.person or "") or name_of_id(one.person or ""))
            if one.name is UNNAMED
            else one
            for one in people
            if one.name is not UNNAMED or one.person
        )

    return kind.with_people(record, named)
