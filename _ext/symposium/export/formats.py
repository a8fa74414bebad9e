"""The registry of export formats: what ``symposium export`` offers and a build publishes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from symposium.export import cv_typst
from symposium.export.api import api_files
from symposium.export.calendars import calendar_files
from symposium.export.rendercv import rendercv_files
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.pages.bibtex_writer import written_entry
from symposium.pages.urls import Urls

Files = Iterator[tuple[str, bytes]]
"""Path of a file, relative to the root of the site, and its content."""


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A way to hand out the facts of a site."""

    suffix: str
    """Of its files, with the dot."""
    files: Callable[[KnowledgeBase, Mentions, Urls], Files]
    single: bool
    """It is one file, whatever the site holds."""
    help: str
    """One sentence."""


def bibtex_files(kb: KnowledgeBase, _mentions: Mentions, _urls: Urls) -> Files:
    """Yield one bibliography of all entries, in the order in which they were read."""
    text = "\n".join(written_entry(paper) for paper in kb.works.values())
    yield "bibliography.bib", text.encode("utf-8", "replace")


def cv_pdf_files(kb: KnowledgeBase, _mentions: Mentions, urls: Urls) -> Files:
    """Yield the PDF of each curriculum vitae."""
    for path, _source, make in cv_typst.pdfs(kb, urls):
        yield path, make()


FORMATS: Mapping[str, ExportFormat] = {
    "json": ExportFormat(".json", api_files, single=False, help="all facts, as the site's api/v1"),
    "bibtex": ExportFormat(
        ".bib", bibtex_files, single=True, help="one bibliography of all entries"
    ),
    "ics": ExportFormat(
        ".ics", calendar_files, single=False, help="calendars of events, talks, people"
    ),
    "cv-pdf": ExportFormat(".pdf", cv_pdf_files, single=False, help="curricula vitae as PDF"),
    "rendercv": ExportFormat(
        ".yaml", rendercv_files, single=False, help="curricula vitae for RenderCV"
    ),
}
"""Name to format; a new one is a line here."""
