"""The outputs of a site: all that a build publishes besides the pages of documents.

An output is made of tasks. A task makes one file or a few, from the knowledge base alone, in
whatever process; and it has a number that changes when what it makes may change. So a build makes
again what must be made again, on all cores, whatever the output. A new one is a line in `OUTPUTS`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symposium.export import api, cv_typst, network
from symposium.export.build_work import BuildWork, Output, Task
from symposium.export.feeds import Feeds
from symposium.export.markdown_twins import MarkdownTwins
from symposium.export.previews import Previews
from symposium.export.publishing_files import PublishingFiles
from symposium.knowledge.relation_table import Named
from symposium.model.gate import read_file
from symposium.pages.citing.forms import FORMS
from symposium.pages.fingerprints import number
from symposium.pages.frame import frame_key
from symposium.pages.subjects import EXPLORE, exists, subject_of
from symposium.pages.urls import calendar_path
from symposium.plugin.collection import blamed, checked_path
from symposium.search.index import facet_files, record_files, word_files


class Bibliographies(Output):
    """The works of lists and of records: a list on a page shows what fits, its file has all."""

    name = "bibliographies"
    doing = "making lists of works"

    def tasks(self, work: BuildWork) -> Iterator[Task]:
        """Yield a task for each; its name is the path of its BibTeX."""
        items = work.shows.items["paper"]
        for path, works in work.listed.items():
            yield path, hash(tuple([items[one] for one in works]))

    def make(self, work: BuildWork, task: str) -> Iterator[tuple[str, bytes]]:
        """Yield the works in each form; those of a large site in the first one."""
        works, stem = work.listed[task], task.removesuffix(FORMS[0].ending)
        if work.urls.hands_out(work.kb.works):
            cited = zip(*map(work.cited, works), strict=True)
            for form, texts in zip(FORMS, cited, strict=True):
                yield stem + form.ending, form.file(texts)
        else:
            papers, base = map(work.kb.works.__getitem__, works), work.urls.base
            yield task, FORMS[0].file([FORMS[0].entry(one, {}, base) for one in papers])


class DerivedPages(Output):
    """The pages that have no document."""

    name = "pages"
    doing = "making pages"

    def tasks(self, work: BuildWork) -> Iterator[Task]:
        """Yield a task for each page; its name is the docname."""
        pages, shows, documents = work.pages, work.shows, work.documents
        sections, parts = bool(work.plugins.sections), dict[str, int]()
        for page, one in sorted(pages.table.by_page.items(), key=self._neighbourhood(work)):
            if page not in parts:
                known = shows.page(*one)
                if sections and known is not None and (added := pages.added_values(*one)):
                    known = hash((known, number(added)))  # what plugins add counts too
                if known is not None and (place := pages.correction(*one)):
                    known = hash((known, number(place)))  # it has the line of an entry
                # Where a list is as long as the site, each part of it has a number of its own.
                if one[0] in {"index", "year"} and known is not None and not pages.notes_reading:
                    parts = shows.parts(*one, *pages.table.rows_of_parts(*one))
            if page not in documents:
                yield page, parts.get(page, known)

    def _neighbourhood(self, work: BuildWork) -> Callable[[tuple[str, Named]], int]:
        """Return what puts the pages in order: each by the place of its newest paper.

        Papers, their authors, venues and years come one after another, and what they share (items
        of lists, links, values read from disk) is made once and not for each of them.
        """
        relations = work.kb.relations
        position = relations.position
        papers: Mapping[str, Mapping[Any, Sequence[str]]] = {
            kind: getattr(relations, f"papers_of_{kind}")
            for kind in ("person", "topic", "venue", "volume", "year")
        }

        def place(row: tuple[str, Named]) -> int:
            kind, name = row[1]
            if kind in papers:
                ids = papers[kind].get(int(name) if kind == "year" else name, ())
                name = ids[0] if ids else ""
            return position.get(name, -1)

        return place

    def make(self, work: BuildWork, task: str) -> Iterator[tuple[str, bytes]]:
        """Yield the page."""
        made = work.pages.render(task)
        frame = work.frames.get(frame_key(task, bool(made.toc)))
        if frame is not None:
            yield work.urls.file(task), frame.fill(made, work.urls)


class Redirects(Output):
    """Pages at the addresses of earlier pages."""

    name = "redirects"
    doing = "making redirects"

    def tasks(self, work: BuildWork) -> Iterator[Task]:
        """Yield a task for each page; its name is the path."""
        for path, redirect in work.redirects.items():
            yield path, number(repr((redirect, work.urls)))

    def make(self, work: BuildWork, task: str) -> Iterator[tuple[str, bytes]]:
        """Yield the page."""
        yield task, work.pages.redirect(*work.redirects[task]).encode()


class Api(Output):
    """The facts as JSON."""

    name = "api"
    doing = "making the API"

    def tasks(self, work: BuildWork) -> Iterator[Task]:
        """Yield a task for each file; its name is the path."""
        for parts in work.tables.values():
            for file, (kind, ids) in parts.items():
                shown = [work.shows.facts(kind, one) for one in ids]
                yield file, None if None in shown else hash((*shown, places(work, kind, ids)))
        yield api.INDEX, None
        yield api.SCHEMA, 0  # other code or plugins make all anew

    def make(self, work: BuildWork, task: str) -> Iterator[tuple[str, bytes]]:
        """Yield the file."""
        if task == api.INDEX:
            yield task, api.index_file(work.tables)
        elif task == api.SCHEMA:
            yield task, api.schema_file()
        else:
            (part,) = (parts[task] for parts in work.tables.values() if task in parts)
            yield task, api.table_file(work.api, part)


def places(work: BuildWork, kind: str, ids: Sequence[str]) -> int:
    """Return a number of where the records of one file of the API are written."""
    records = work.kb.entities[kind]
    found = [records[one].origin.place for one in ids]
    files = sorted({place.path for place in found})
    return hash((number(repr(files)), *[place.line for place in found]))


class Calendars(Output):
    """The calendars of events, talks and people."""

    name = "calendars"
    doing = "making calendars"

    def tasks(self, work: BuildWork) -> Iterator[Task]:
        """Yield a task for each calendar; its name is the path."""
        if not work.urls.calendars or not (work.kb.events or work.kb.talks):
            return
        from symposium.export import calendars  # noqa: PLC0415 - an extra, and slow to load

        found = work.appointments
        for kind, record_id in calendars.subjects(found.agenda):
            known = calendars.number_of(found, work.shows, kind, record_id)
            yield calendar_path(kind, record_id), known

    def make(self, work: BuildWork, task: str) -> Iterator[tuple[str, bytes]]:
        """Yield the calendar."""
        from symposium.export import calendars  # noqa: PLC0415 - as above

        if subject := subject_of(task.removesuffix(".ics")):
            yield calendars.calendar_file(work.appointments, *subject)


class PublishedFiles(Output):
    """The files below ``files/``, as they are."""

    name = "files"
    doing = "copying files"

    def tasks(self, work: BuildWork) -> Iterator[Task]:
        """Yield a task for each file."""
        for path in sorted(work.kb.files):
            yield path, None

    def make(self, work: BuildWork, task: str) -> Iterator[tuple[str, bytes]]:
        """Yield the file."""
        yield task, read_file(work.root / task, sys.maxsize)


class CvPdfs(Output):
    """Curricula vitae as PDF."""

    name = "cv-pdf"
    doing = "making CVs as PDF"
    threaded = True

    def tasks(self, work: BuildWork) -> Iterator[Task]:
        """Yield a task for each person who has one."""
        if work.urls.pdf:
            for path, source, _ in cv_typst.pdfs(work.kb, work.urls):
                yield path, number(source.decode())

    def make(self, work: BuildWork, task: str) -> Iterator[tuple[str, bytes]]:
        """Yield the PDF."""
        for path, _, compile_pdf in cv_typst.pdfs(work.kb, work.urls):
            if path == task:
                yield path, compile_pdf()


SEARCH = "search-"
"""Begins the names of the outputs that make up the search index of our own."""


@dataclass
class SearchPart(Output):
    """A part of the search index: the parts are made independently of each other."""

    name: str
    files: Callable[..., Iterator[tuple[str, bytes]]]
    faceted: bool = True
    """Whether facets of plugins belong to it."""
    doing: str = "making the search index"
    long: bool = True
    threaded: bool = False

    def tasks(self, work: BuildWork) -> Iterator[Task]:
        """Yield one task; what plugins make values of is their business."""
        yield self.name, None if self.faceted and work.plugins.facets else work.all_shown

    def make(self, work: BuildWork, task: str) -> Iterator[tuple[str, bytes]]:
        """Yield all files of the part."""
        del task
        added = (work.plugins.facets,) if self.faceted else ()
        yield from self.files(work.kb, work.urls, work.entries, *added)


class NetworkOutput(Output):
    """The map of people, laid out for the page that shows it."""

    name = "network"
    doing = "laying out the map"
    long = True

    def tasks(self, work: BuildWork) -> Iterator[Task]:
        """Yield a task for the map, if the site has such a page."""
        if exists(work.kb, EXPLORE) and work.urls.shows(EXPLORE[0]):
            yield "people", network.number(work.kb, work.shows)

    def make(self, work: BuildWork, task: str) -> Iterator[tuple[str, bytes]]:
        """Yield the file."""
        del task
        yield network.network_file(work.kb)


class PluginFiles(Output):
    """The files of the export formats of plugins, where they are to be published."""

    name = "plugins"
    doing = "making files of plugins"
    long = True

    def tasks(self, work: BuildWork) -> Iterator[Task]:
        """Yield a task for each format; what it is made from is the business of its plugin."""
        yield from ((one.name, None) for one in work.plugins.formats.values() if one.published)

    def make(self, work: BuildWork, task: str) -> Iterator[tuple[str, bytes]]:
        """Yield the files."""
        with blamed(f"the format {task}"):
            made = work.plugins.formats[task].files(work.kb, work.mentions, work.urls)
            yield from map(checked_path, made)


OUTPUTS: tuple[Output, ...] = (
    DerivedPages(),
    Api(),
    Calendars(),
    Bibliographies(),
    Feeds(),
    Redirects(),
    PublishedFiles(),
    CvPdfs(),
    Previews(),
    NetworkOutput(),
    PublishingFiles(),
    MarkdownTwins(),
    PluginFiles(),
    SearchPart(f"{SEARCH}words", word_files),
    SearchPart(f"{SEARCH}records", record_files, faceted=False),
    SearchPart(f"{SEARCH}facets", facet_files),
)
"""In the order in which they are made."""
BY_NAME: Mapping[str, Output] = {output.name: output for output in OUTPUTS}
