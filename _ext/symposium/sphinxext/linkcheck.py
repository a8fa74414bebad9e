"""Checking links: Sphinx's own builder asks for the links of facts, too.

It waits where a host says so (429, ``Retry-After``). We have it remember what answered, and say
where a fact is written. Of a DOI its registry is asked, for publishers turn programs away.
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

from symposium.knowledge import KnowledgeBase
from symposium.model.problems import Place
from symposium.pages.author_links import doi_href
from symposium.sphinxext.build_site import site_of
from symposium.sphinxext.stored_values import store, stored

logger = logging.getLogger(__name__)

REGISTRY = "https://doi.org/api/handles/"
AGE = 14 * 24 * 60 * 60
"""Seconds for which an answer counts; that a link is broken is never remembered."""
WEB = ("http://", "https://")
CITED = frozenset({"fields", "details", "abstract", "body", "note"})
"""Fields whose texts are no links, whatever they begin with."""


def setup(app: Sphinx) -> None:
    """Put our builder in the place of Sphinx's, which is built in."""
    app.add_builder(FactLinksBuilder, override=True)


class FactLinksBuilder(linkcheck.CheckExternalLinksBuilder):
    """Sphinx's builder, which also checks the links of facts."""

    def finish(self) -> None:
        """Ask for all links that have not answered lately."""
        answers = Path(self.doctreedir, "symposium-links.json")
        known = (stored(answers) or {}).items()
        self.known = {uri: answered for uri, answered in known if time.time() - answered < AGE}
        self.fact_files: dict[str, Any] = {}
        for uri, place in links_of(site_of(self._app).kb):
            path = self.env.doc2path(place.path)
            self.hyperlinks[uri] = linkcheck.Hyperlink(uri, place.path, path, place.line)
            self.fact_files[uri] = place.path
        for work in site_of(self._app).kb.works.values():
            if work.doi:
                self.hyperlinks.pop(doi_href(work.doi), None)  # its registry is asked
        asked = {uri: one for uri, one in self.hyperlinks.items() if uri not in self.known}
        logger.info(
            "%d links, of which %d have answered lately",
            len(self.hyperlinks), len(self.hyperlinks) - len(asked),
        )  # fmt: skip
        self.hyperlinks = asked
        try:
            super().finish()
        finally:
            store(answers, self.known)

    def write_linkstat(self, data: dict[str, Any]) -> None:
        """Report a link, at the file of its fact: Sphinx takes each file for a document."""
        super().write_linkstat({**data, "filename": self.fact_file or data["filename"]})

    def write_entry(self, what: Any, docname: str, filename: Any, line: int, uri: str) -> None:
        """Report a link to be looked at, likewise."""
        super().write_entry(what, docname, self.fact_file or filename, line, uri)

    def process_result(self, result: linkcheck.CheckResult) -> None:
        """Report a link, and remember when it has answered."""
        if str(result.status) in {"working", "redirected"} and urlsplit(result.uri).netloc:
            self.known[result.uri] = time.time()
        self.fact_file = self.fact_files.get(result.uri, "")
        super().process_result(result)


def links_of(kb: KnowledgeBase) -> Iterator[tuple[str, Place]]:
    """Yield the addresses in facts with their places; of one in several places, the first."""
    tables = {**kb.entities, "person": kb.identity.people.described}
    seen = set()
    for table in tables.values():
        for record in table.values():
            for uri, *paths in _links(record):
                if uri not in seen:
                    seen.add(uri)
                    yield uri, _place(record, paths)


def _links(record: Any) -> Iterator[tuple[str, ...]]:
    """Yield the addresses of a record, each with the fields that may have it."""
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
        return [(str(number), one) for number, one in enumerate(value)]
    return value.items() if hasattr(value, "items") else ()


def _place(record: Any, paths: Iterable[str]) -> Place:
    """Return where a field of a record is written: in its file, or in notes on its entry."""
    origins = [record.origin, *filter(None, [getattr(record, "notes", None)])]
    found = ((one, path) for path in paths for one in origins if path in one.fields)
    origin, path = next(found, (record.origin, ""))
    place: Place = origin.at(path)
    return place
