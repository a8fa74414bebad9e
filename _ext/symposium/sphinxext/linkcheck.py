"""Checking links: Sphinx's own builder, which also checks the links in facts.

Sphinx's builder waits when a host asks for it (429, ``Retry-After``). This one also remembers links
that have answered, and reports the place of a fact. A DOI is checked at its registry, as publishers
turn programs away.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from sphinx.application import Sphinx
from sphinx.builders import linkcheck
from sphinx.util import logging

from symposium.export.file_writing import store, stored
from symposium.knowledge import KnowledgeBase
from symposium.model.problems import Place
from symposium.pages.author_links import doi_href
from symposium.sphinxext.build_site import site_of

logger = logging.getLogger(__name__)

REGISTRY = "https://doi.org/api/handles/"
MAX_AGE = 14 * 24 * 60 * 60
"""How many seconds a working link is not checked again; broken ones are checked each time."""
WEB = ("http://", "https://")
CITED = frozenset({"fields", "details", "abstract", "body", "note"})
"""Fields with prose, which are not links even if they begin like one."""


def setup(app: Sphinx) -> None:
    """Replace Sphinx's builder."""
    app.add_builder(FactLinksBuilder, override=True)


class FactLinksBuilder(linkcheck.CheckExternalLinksBuilder):
    """Sphinx's builder, which also checks the links of facts."""

    def finish(self) -> None:
        """Check all links that have not answered lately."""
        answers = Path(self.doctreedir, "symposium-links.bin")
        times = (stored(answers) or {}).items()
        self.known = {uri: answered for uri, answered in times if time.time() - answered < MAX_AGE}
        self.fact_files: dict[str, Any] = {}
        for uri, place in links_of(site_of(self._app).kb):
            path = self.env.doc2path(place.path)
            self.hyperlinks[uri] = linkcheck.Hyperlink(uri, place.path, path, place.line)
            self.fact_files[uri] = place.path
        for work in site_of(self._app).kb.works.values():
            if work.doi:
                self.hyperlinks.pop(doi_href(work.doi), None)  # it is checked at the registry
        due = {uri: link for uri, link in self.hyperlinks.items() if uri not in self.known}
        logger.info(
            "%d links, of which %d have answered lately",
            len(self.hyperlinks), len(self.hyperlinks) - len(due),
        )  # fmt: skip
        self.hyperlinks = due
        try:
            super().finish()
        finally:
            store(answers, self.known)

    def write_linkstat(self, data: dict[str, Any]) -> None:
        """Report a link with the file of its fact, which need not be a document."""
        super().write_linkstat({**data, "filename": self.fact_file or data["filename"]})

    def write_entry(self, what: Any, docname: str, filename: Any, line: int, uri: str) -> None:
        """Report a link that needs attention, with the file of its fact."""
        super().write_entry(what, docname, self.fact_file or filename, line, uri)

    def process_result(self, result: linkcheck.CheckResult) -> None:
        """Report a link, and remember when it has answered."""
        if str(result.status) in {"working", "redirected"} and urlsplit(result.uri).netloc:
            self.known[result.uri] = time.time()
        self.fact_file = self.fact_files.get(result.uri, "")
        super().process_result(result)


def links_of(kb: KnowledgeBase) -> Iterator[tuple[str, Place]]:
    """Yield each address in facts with its place, or the first of several places."""
    tables = {**kb.entities, "person": kb.identity.people.described}
    seen = set()
    for table in tables.values():
        for record in table.values():
            for uri, *paths in _links(record):
                if uri not in seen:
                    seen.add(uri)
                    yield uri, _place(record, paths)


def _links(record: Any) -> Iterator[tuple[str, ...]]:
    """Yield the addresses of a record, each with possible paths of its field."""
    if doi := getattr(record, "doi", None):
        yield REGISTRY + quote(doi, safe="/:;()._-"), "doi"
    for field in fields(record):
        value = getattr(record, field.name) if field.name not in CITED else None
        for key, text in _texts(value):
            if isinstance(text, str) and text.startswith(WEB):
                yield text, f"{field.name}.{key}" if key else field.name, key


def _texts(value: Any) -> Iterable[tuple[str, Any]]:
    if isinstance(value, str):
        return [("", value)]
    if isinstance(value, tuple):
        return [(str(number), text) for number, text in enumerate(value)]
    return value.items() if hasattr(value, "items") else ()


def _place(record: Any, paths: Iterable[str]) -> Place:
    """Return the place of a record's field: in its file, or in the notes on its entry."""
    origins = [record.origin, *filter(None, [getattr(record, "notes", None)])]
    candidates = ((origin, path) for path in paths for origin in origins if path in origin.fields)
    origin, path = next(candidates, (record.origin, ""))
    place: Place = origin.at(path)
    return place
