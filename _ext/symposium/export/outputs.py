"""The outputs of a site: all files that a build publishes besides the pages of documents.

An output consists of tasks. A task makes one file or a few from the knowledge base alone, in any
process, and has a number that changes when these files may change. So a build runs only the tasks
that it must, on all cores. A new output is one line in `OUTPUTS`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from symposium.export import api, cv_typst, network
from symposium.export.api_values import biography
from symposium.export.build_work import BuildWork, Output, Task
from symposium.export.feeds import FEEDS
from symposium.export.file_writing import kept_values
from symposium.export.markdown_twins import MARKDOWN
from symposium.export.publishing_files import HOSTING
from symposium.model.gate import read_file
from symposium.model.optional_packages import version_of
from symposium.model.user_cache import user_cache
from symposium.pages.citing.forms import FORMS
from symposium.pages.fingerprints import number
from symposium.pages.frame import frame_key
from symposium.pages.subjects import EXPLORE, exists, subject_of
from symposium.pages.urls import calendar_path, docname
from symposium.plugin import Files
from symposium.plugin.collection import blamed, checked_path
from symposium.search.index import PART, facet_files, ranges, shown_files, word_files
from symposium.search.postings import Stems
from symposium.search.terms import stem_of


def _bibliography_tasks(work: BuildWork) -> Iterator[Task]:
    items = work.shows.items("paper")
    for path, works in work.listed.items():
        yield path, hash(tuple([items[id_] for id_ in works]))


def _bibliography(work: BuildWork, task: str) -> Files:
    """Yield a list of works in each form, or in the first form only on a large site."""
    works, stem = work.listed[task], task.removesuffix(FORMS[0].ending)
    if work.urls.hands_out(work.kb.works):
        cited = zip(*map(work.cited, works), strict=True)
        for form, texts in zip(FORMS, cited, strict=True):
            yield stem + form.ending, form.file(texts)
    else:
        papers, base = map(work.kb.works.__getitem__, works), work.urls.base
        yield task, FORMS[0].file([FORMS[0].entry(paper, {}, base) for paper in papers])


PEOPLE = ("index", "people")
"""The page that a change of one person would remake in dozens of parts."""


def _page_tasks(work: BuildWork) -> Iterator[Task]:
    # The parts of a long page follow it and have the same number, so the last one is kept.
    plain = not work.plugins.sections and work.urls.forge is None
    number_of = lru_cache(maxsize=1)(work.shows.page if plain else partial(_page_number, work))
    for page, subject in work.pages.table.by_page.items():
        if page in work.documents:
            continue
        if subject == PEOPLE and page != docname(*PEOPLE) and not work.pages.notes_reading:
            plan, rows = work.pages.table.part(page)
            yield page, hash((number(repr(plan)), work.shows.part_of_people(rows)))
        else:
            yield page, number_of(*subject)


def _page_number(work: BuildWork, kind: str, name: str) -> int | None:
    """Return the number of a page, its sections of plugins and its link to the source."""
    fingerprint = work.shows.page(kind, name)
    if fingerprint is None:
        return None
    added = work.pages.added_values(kind, name) if work.plugins.sections else ""
    place = work.pages.correction(kind, name)
    return hash((fingerprint, number(f"{added} {place}"))) if added or place else fingerprint


def neighbours(work: BuildWork, pages: Iterable[str]) -> list[str]:
    """Return pages in the order of their newest papers.

    So papers, their authors, venues and years follow one another, and what they share (items of
    lists, links, values read from disk) is made only once.
    """
    relations, subject_of_page = work.kb.relations, work.pages.table.by_page
    position = relations.position
    papers: Mapping[str, Mapping[Any, Sequence[str]]] = {
        kind: getattr(relations, f"papers_of_{kind}")
        for kind in ("person", "topic", "venue", "volume", "year")
    }

    def place(page: str) -> int:
        kind, name = subject_of_page[page]
        if kind in papers:
            ids = papers[kind].get(int(name) if kind == "year" else name, ())
            name = ids[0] if ids else ""
        return position.get(name, -1)

    return sorted(pages, key=place)


def _page(work: BuildWork, task: str) -> Files:
    page = work.pages.render(task)
    frame = work.frames.get(frame_key(task, bool(page.contents)))
    if frame is not None:
        yield work.urls.file(task), frame.fill(page, work.urls)


def _redirect_tasks(work: BuildWork) -> Iterator[Task]:
    for path, redirect in work.redirects.items():
        yield path, number(repr((redirect, work.urls)))


def _redirect(work: BuildWork, task: str) -> Files:
    yield task, work.pages.redirect(*work.redirects[task]).encode()


def _api_tasks(work: BuildWork) -> Iterator[Task]:
    if not work.published_api:
        return
    for path, (_, kind, ids) in work.api_parts.items():
        shown = [work.shows.facts(kind, id_) for id_ in ids]
        yield path, None if None in shown else hash((*shown, _beyond_reach(work, kind, ids)))
    yield api.SCHEMA, 0  # other code or plugins make all anew


def _beyond_reach(work: BuildWork, kind: str, ids: Sequence[str]) -> int:
    """Return a number for what else one file of the API shows of records.

    It has their source files and lines, and biographies, which may name any record.
    """
    records = work.kb.identity.people.described if kind == "person" else work.kb.entities[kind]
    some = [record for record in map(records.get, ids) if record]
    places = [(place.path, place.line) for place in [record.origin.place for record in some]]
    told = [biography(work.api, person) for person in some] if kind == "person" else ()
    return number(repr((places, told)))


def _api_file(work: BuildWork, task: str) -> Files:
    if task == api.SCHEMA:
        yield task, api.pretty(api.schema())
    else:
        yield task, api.table_file(work.api, work.shapes, *work.api_parts[task][1:])


def _calendar_tasks(work: BuildWork) -> Iterator[Task]:
    if not work.urls.calendars or not (work.kb.events or work.kb.talks):
        return
    from symposium.export import calendars  # noqa: PLC0415 - an extra, and slow to load

    appointments = work.appointments
    for kind, record_id in calendars.subjects(appointments.agenda):
        yield calendar_path(kind, record_id), calendars.number_of(appointments, kind, record_id)


def _calendar(work: BuildWork, task: str) -> Files:
    from symposium.export import calendars  # noqa: PLC0415 - as above

    if subject := subject_of(task.removesuffix(".ics")):
        yield calendars.calendar_file(work.appointments, *subject)


def _published_file(work: BuildWork, task: str) -> Files:
    yield task, read_file(work.root / task, sys.maxsize)


def _cv_tasks(work: BuildWork) -> Iterator[Task]:
    if work.urls.pdf:
        for path, data in cv_typst.pdfs(work.kb, work.urls):
            yield path, number(cv_typst.source_of(data))


def _cv(work: BuildWork, task: str) -> Files:
    yield task, cv_typst.compile_pdf(dict(cv_typst.pdfs(work.kb, work.urls))[task])


def _search_tasks(work: BuildWork) -> Iterator[Task]:
    if work.urls.searched:
        # The values of plugins may depend on anything.
        yield "search-words", None if work.plugins.facets else work.all_shown


def _search_words(work: BuildWork, _task: str) -> Files:
    language, stemmers = work.texts.language, map(version_of, ("snowballstemmer", "PyStemmer"))
    kept_in = partial(kept_values, work.kept)
    with kept_values(user_cache("stems", "-".join((language, *stemmers))), "stems") as earlier:
        stems = Stems(stem_of(language))
        stems.update(earlier)
        made = ranges(work.search[0], work.entries, stems, kept_in, work.indexed)
        earlier.update(stems)
    yield from word_files(work.urls, work.entries, made, work.plugins.facets)
    yield from facet_files(work.kb, work.entries, work.plugins.facets)


def _record_tasks(work: BuildWork) -> Iterator[Task]:
    for start in range(0, len(work.entries) if work.urls.searched else 0, PART):
        part = slice(start, start + PART)
        yield str(start), hash(tuple(work.indexed[part]))


def _network_tasks(work: BuildWork) -> Iterator[Task]:
    if exists(work.kb, EXPLORE) and work.urls.shows(EXPLORE[0]):
        yield "people", network.number(work.kb, work.shows)


def _network(work: BuildWork, _task: str) -> Files:
    yield network.network_file(work.kb)


def _plugin_tasks(work: BuildWork) -> Iterator[Task]:
    # The formats of plugins may depend on anything, so they are made in every build.
    formats = work.plugins.formats.values()
    yield from ((format_.name, None) for format_ in formats if format_.published)


def _plugin_files(work: BuildWork, task: str) -> Files:
    with blamed(f"the format {task}"):
        files = work.plugins.formats[task].files(work.kb, work.mentions, work.urls)
        yield from map(checked_path, files)


INDEXING = "making the search index"
PAGES = Output("pages", "making pages", _page_tasks, _page)
"""The pages without a document; the names of the tasks are docnames."""
API = Output("api", "making the API", _api_tasks, _api_file)
"""All files of the API but its index, which has their digests."""
CV_PDFS = Output("cv-pdf", "making CVs as PDF", _cv_tasks, _cv, threaded=True)

OUTPUTS: tuple[Output, ...] = (
    PAGES,
    API,
    Output("calendars", "making calendars", _calendar_tasks, _calendar),
    # A list on a page may show only some of its works; its file has all of them.
    Output("bibliographies", "making lists of works", _bibliography_tasks, _bibliography),
    FEEDS,
    Output("redirects", "making redirects", _redirect_tasks, _redirect),
    Output("files", "copying files",
           lambda work: ((path, None) for path in sorted(work.kb.files)), _published_file),
    CV_PDFS,
    cv_typst.PREVIEWS,
    Output("network", "laying out the map", _network_tasks, _network, long=True),
    HOSTING,
    MARKDOWN,
    Output("plugins", "making files of plugins", _plugin_tasks, _plugin_files, long=True),
    Output("search-words", INDEXING, _search_tasks, _search_words, long=True),
    Output("search-records", INDEXING, _record_tasks,
           lambda work, start: shown_files(work.search[1], work.entries, int(start))),
)  # fmt: skip
"""All outputs, in the order in which they are made."""
BY_NAME: Mapping[str, Output] = {output.name: output for output in OUTPUTS}
