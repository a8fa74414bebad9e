"""The export formats that ``symposium export`` offers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from symposium.export import cv_typst
from symposium.export.api import api_files
from symposium.export.appointments import Appointments
from symposium.kinds.paper import Paper
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.model import optional_packages
from symposium.pages.citing.bibtex import written_entry
from symposium.pages.citing.forms import FORMS as FORMS_OF_WORKS
from symposium.pages.citing.forms import Form, entries
from symposium.pages.urls import Urls, docname
from symposium.plugin import ExportFormat, Files


def works_file(form: Form, kb: KnowledgeBase, _mentions: Mentions, urls: Urls) -> Files:
    """Yield one file with all works in a form, such as BibTeX."""
    yield f"bibliography.{form.ending}", cited_file(form.name, kb.works.values(), urls.base)


def cited_file(name: str, works: Iterable[Paper], base: str) -> bytes:
    """Return the file of some works; BibTeX has all fields as they are in the sources."""
    form = CITING[name]
    if name == "bibtex":
        return form.file(map(written_entry, works))
    return form.file([entries(work, base, [form])[0] for work in works])


def files_of_works(name: str, works: Iterable[Paper], base: str) -> Files:
    """Yield a file for each work, at its path beside the page of the work."""
    form = CITING[name]
    for work in works:
        (entry,) = entries(work, base, [form])
        yield f"{docname('paper', work.id)}.{form.ending}", form.file([entry])


def cv_pdf_files(kb: KnowledgeBase, _mentions: Mentions, urls: Urls) -> Files:
    """Yield the PDF of each curriculum vitae."""
    for path, data in cv_typst.pdfs(kb, urls):
        yield path, cv_typst.compile_pdf(data)


def calendar_files(kb: KnowledgeBase, _mentions: Mentions, urls: Urls) -> Files:
    """Yield path and content of every calendar.

    Raises:
        MissingExtraError: if the extra ``calendars`` is not installed.
    """
    optional_packages.require("calendars", "a calendar")
    from symposium.export import calendars  # noqa: PLC0415 - an extra, and slow to load

    appointments = Appointments(kb, urls)
    return (
        calendars.calendar_file(appointments, *subject)
        for subject in calendars.subjects(appointments.agenda)
    )


CITING: Mapping[str, Form] = {form.name: form for form in FORMS_OF_WORKS}
"""The forms of works by name: the formats that can export a selection of works."""

BUILT_IN = (
    ExportFormat("json", ".json", api_files, "all facts, as the site's api/v1"),
    *(
        ExportFormat(
            form.name,
            f".{form.ending}",
            partial(works_file, form),
            f"all works as {form.label}",
            single=True,
        )
        for form in FORMS_OF_WORKS
    ),
    ExportFormat("ics", ".ics", calendar_files, "calendars of events, talks, people"),
    ExportFormat("cv-pdf", ".pdf", cv_pdf_files, "curricula vitae as PDF"),
)
FORMATS: Mapping[str, ExportFormat] = {format_.name: format_ for format_ in BUILT_IN}
"""The built-in formats by name; plugins add more."""
