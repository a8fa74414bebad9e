"""A project on disk: which files are records, and what they are called."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from symposium.model.ids import is_id, slug
from symposium.model.kinds import KINDS
from symposium.model.names import Name
from symposium.model.problems import Code, Place, Problem
from symposium.model.records import (
    Event,
    Origin,
    Paper,
    PaperNotes,
    Participant,
    Records,
    Talk,
)
from symposium.reading import frontmatter
from symposium.reading.bibliography import read_bibliographies
from symposium.reading.cache import Cache
from symposium.reading.disk import Disk
from symposium.reading.fieldtypes import name_of_id
from symposium.reading.participants import UNNAMED
from symposium.reading.schemas import SCHEMAS, Page

DEFAULT_BIB = "refs.bib"
"""A project may do without this one; any other that is asked for must be there."""
MAX_BIB_BYTES = 1_000_000_000
"""The longest bibliography that is read."""


class _Reading(Disk):
    """One walk through a project."""

    def record(self, kind: str, page: Page) -> Any:
        """Return the record of a file, or ``None`` if the file cannot be read."""
        text = self.text_of(page.path)
        if text is None:
            return None
        tree, parts, problems = frontmatter.read(text, page.path)
        unread = bool(problems) and tree is None
        record, found = SCHEMAS[kind].read(tree, page._replace(body=parts.body))
        # That its fields are missing says nothing new about front matter that could not be read.
        self.problems += problems if unread else [*problems, *found]
        return record

    def names(
        self, folder: str, suffix: str, *, folders: bool = False
    ) -> Iterator[tuple[str, str]]:
        """Yield the path and the id of every file (or folder) that makes a record.

        A name that is not an id is read under the id that it leads to, and reported; of two that
        lead to one id, the one that is written like it is read, else the first.
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
                message = f"{shown} and {taken[made]} lead to one id, {made}"
                self.report(Code.ID_DUPLICATE, path, message, "rename one of them")
                continue
            taken[made] = shown
            if stem != made:
                message = f'The name "{stem}{suffix}" cannot be an id'
                self.report(Code.FILE_NAME, path, message, f"rename it to {made}{suffix}")
            yield path, made

    def simple(self, kind: str, folder: str) -> list[Any]:
        """Return the records of a folder whose every file is one."""
        self.report_nested(folder)
        found = (self.record(kind, Page(path, made)) for path, made in self.names(folder, ".md"))
        return [record for record in found if record is not None]

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

    def events(self) -> tuple[list[Event], list[Talk]]:
        """Return the events and their talks."""
        events: list[Event] = []
        talks: list[Talk] = []
        for path, made in self.names("events", ".md"):
            hint = f"move the file to events/{made}/index.md"
            self.report(Code.FILE_NAME, path, "An event has a folder of its own", hint)
        for folder, made in self.names("events", "", folders=True):
            self.report_nested(folder)
            found = [
                self.record("talk", Page(path, f"{made}/{talk}", event=made))
                for path, talk in self.names(folder, ".md")
            ]
            talks += [talk for talk in found if talk is not None]
            if ("index.md", False) in self.entries_of(folder):
                event = self.record("event", Page(f"{folder}/index.md", made))
            else:
                event = None
                message = f"The event {made} has no file of its own"
                self.report(Code.EVENT_UNKNOWN, folder, message, f"write {folder}/index.md")
            # Talks always find their event, so that nothing else has to do without.
            stub = Event(made, Page(folder, made).title, origin=Origin(Place(folder)))
            events.append(event or stub)
        return events, talks

    def misplaced(self, folder: str) -> None:
        """Report files in a folder whose pages are all derived."""
        for path, _ in self.names(folder, ".md"):
            hint = "put it into the folder of its event, or into talks: of the speaker's file"
            self.report(Code.FILE_NAME, path, "A talk has no file in this folder", hint)

    def papers(self, bibfiles: Sequence[str], cache: Cache, jobs: int) -> list[Paper]:
        """Return the entries of the bibliographies, in order."""
        papers, problems = read_bibliographies(self.sources(bibfiles), cache, jobs)
        self.problems += problems
        return papers

    def sources(self, bibfiles: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        """Yield the path and the content of every bibliography that can be read."""
        for path in bibfiles:
            if self.leads_out(path) or (path == DEFAULT_BIB and not (self.root / path).exists()):
                continue
            data = self.bytes_of(path, MAX_BIB_BYTES)
            if data is not None:
                # Out of a list, so that nothing here holds on to the longest thing in memory.
                one = [(path, data)]
                del data
                yield one.pop()


def read_project(
    root: Path,
    bibfiles: Sequence[str] = (DEFAULT_BIB,),
    exclude: Sequence[str] = (),
    *,
    cache: Path | None = None,
    jobs: int = 1,
) -> tuple[Records, list[Problem]]:
    """Return all that is written in the project at ``root``, and every problem met, in order.

    ``exclude`` holds patterns as in Sphinx's ``exclude_patterns``, relative to ``root``.
    ``cache`` is a folder in which entries are kept that were read before; long values of papers
    stay there and not in memory. Many new entries are read by as many processes as ``jobs``.
    What is returned depends on neither.
    """
    collecting = gc.isenabled()
    # All that is read stays; looking through it for garbage takes a third of the time.
    gc.disable()
    try:
        kept = Cache(cache)
        found = _read(_Reading(root, exclude), bibfiles, kept, jobs)
        kept.close()
        return found
    finally:
        if collecting:
            gc.enable()


def _read(
    reading: _Reading, bibfiles: Sequence[str], cache: Cache, jobs: int
) -> tuple[Records, list[Problem]]:
    papers = reading.papers(bibfiles, cache, jobs)
    notes: list[PaperNotes] = []
    entities: dict[str, list[Any]] = {}
    for kind in KINDS:
        if kind.name == "paper":
            notes = reading.simple(kind.name, kind.folder)
        elif kind.name == "event":
            entities["event"], entities["talk"] = reading.events()
        elif kind.name == "talk":
            reading.misplaced(kind.folder)
        else:
            entities[kind.name] = reading.simple(kind.name, kind.folder)
    names = {person.id: person.name for person in entities["person"]}
    entities["event"] = [_named(event, names, "organizers") for event in entities["event"]]
    entities["talk"] = [_named(talk, names, "authors", "speakers") for talk in entities["talk"]]
    found = Records(
        papers=tuple(papers),
        notes=tuple(sorted(notes, key=_id)),
        entities={kind: tuple(sorted(made, key=_id)) for kind, made in entities.items()},
        files=reading.files(),
    )
    return found, sorted(set(reading.problems), key=Problem.sort_key)


def _id(record: Any) -> str:
    return str(record.id)


def _named(record: Any, names: Mapping[str, Name], *fields: str) -> Any:
    """Return a record in which participants given by id alone have the name of that person.

    Those whose name was refused, and who have no id, are left out: the slip is reported.
    """
    changed = {}
    for name in fields:
        people: tuple[Participant, ...] = getattr(record, name)
        if any(one.name is UNNAMED for one in people):
            changed[name] = tuple(
                replace(one, name=names.get(one.person or "") or name_of_id(one.person or ""))
                if one.name is UNNAMED
                else one
                for one in people
                if one.name is not UNNAMED or one.person
            )
    return replace(record, **changed) if changed else record
