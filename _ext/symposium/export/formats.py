"""The registry of export formats: what ``symposium export`` offers and a build publishes."""

from __future__ import annotations

from collections.abc import Mapping

from symposium.export import cv_typst
from symposium.export.api import api_files
from symposium.export.calendars import calendar_files
from symposium.export.rendercv import rendercv_files
from symposium.export.sqlite import sqlite_files
from symposium.knowledge import KnowledgeBase, Mentions
from symposium.pages.citing.bibtex import written_entry
from symposium.pages.urls import Urls
from symposium.plugin import ExportFormat, Files


def bibtex_files(kb: KnowledgeBase, _mentions: Mentions, _urls: Urls) -> Files:
    """Yield one bibliography of all entries, in the order in which they were read."""
    text = "\n".join(written_entry(paper) for paper in kb.works.values())
    yield "bibliography.bib", text.encode("utf-8", "replace")


def cv_pdf_files(kb: KnowledgeBase, _mentions: Mentions, urls: Urls) -> Files:
    """Yield the PDF of each curriculum vitae."""
    for path, _source, make in cv_typst.pdfs(kb, urls):
        yield path, make()


BUILT_IN = (
    ExportFormat("json", ".json", api_files, "all facts, as the site's api/v1"),
    ExportFormat("sqlite", ".db", sqlite_files, "all facts as a database, for Datasette too"),
    ExportFormat("bibtex", ".bib", bibtex_files, "one bibliography of all entries", single=True),
    ExportFormat("ics", ".ics", calendar_files, "calendars of events, talks, people"),
    ExportFormat("cv-pdf", ".pdf", cv_pdf_files, "curricula vitae as PDF"),
    ExportFormat("rendercv", ".yaml", rendercv_files, "curricula vitae for RenderCV"),
)
FORMATS: Mapping[str, ExportFormat] = {one.name: one for one in BUILT_IN}
"""The formats that are built in, by name; plugins have more."""
