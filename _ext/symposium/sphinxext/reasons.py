"""Reasons why a page is made again: what it is made from, and what of that has changed."""

from __future__ import annotations

import os
import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

from jinja2 import TemplateNotFound
from sphinx.application import Sphinx
from sphinx.util import logging

from symposium.export.outputs import PAGES, page_number
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.reach import NAME, of_items, reached
from symposium.knowledge.relation_table import RecordKey
from symposium.model.errors import LocatedError
from symposium.model.gate import read_file
from symposium.model.spelling import nearest
from symposium.pages.subjects import listed_in
from symposium.pages.template_environment import FOLDER, make_environment
from symposium.pages.urls import docname
from symposium.pages.views.general import page_kind
from symposium.query.selection import select as select_listed
from symposium.sphinxext.bibliography_directive import select
from symposium.sphinxext.build_site import site_of
from symposium.sphinxext.config import is_open
from symposium.sphinxext.document_facts import DocumentFacts, all_facts
from symposium.sphinxext.manifest import RECORDS, Manifest
from symposium.sphinxext.outdated import digest_of, document_digest, frame_digest, frame_inputs
from symposium.sphinxext.project_templates import folders_of

logger = logging.getLogger(__name__)

RE_TEMPLATE = re.compile(r'\{%-?\s*(?:extends|include|import|from)\s+"([^"]+)"')
"""A tag by which a template uses another one."""
OTHERS = "other facts that it shows: related works, numbers, the order of lists"
"""The reason where no record, template or setting of a page has changed."""
EVERY = "something in the project: pages of this kind are few, and made again each time"
"""The reason for kinds of pages without fingerprints."""
LISTED = 10
"""Number of names in a line; the others are counted."""


def listed(names: Sequence[str]) -> str:
    """Return a line of the first names and the number of the others.

    >>> listed(["a", "b"]), listed([*"abcdefghijkl"])
    ('a, b', 'a, b, c, d, e, f, g, h, i, j and 2 more')
    """
    more = f" and {len(names) - LISTED:,} more" if len(names) > LISTED else ""
    return ", ".join(names[:LISTED]) + more


class Reasons:
    """All that pages are made from, compared with the last build."""

    def __init__(self, app: Sphinx, manifest: Manifest) -> None:
        """Take the manifest of the last build before this one brings it up to date."""
        self._app, self._site, self._inputs = app, site_of(app), frame_inputs(app)
        self._manifest = manifest
        self._before, self._frame = manifest.inputs, manifest.frame
        self.built = manifest.path.stat().st_mtime if self._before else 0.0
        """When the last build ended, in seconds since 1970."""
        self._numbers = frozenset[int]()
        with suppress(OSError):
            self._numbers = frozenset(array("q", read_file(manifest.path.with_suffix(RECORDS))))
        self.due: frozenset[str] = frozenset()
        """Documents that are written in this build."""

    @cached_property
    def everywhere(self) -> list[str]:
        """Names of the changed settings, files and versions: every page is made from them."""
        if self._manifest.interrupted or not self._before:
            return ["the last build did not end" if self._before else "there was no build before"]
        names = [
            name
            for kind, values in self._inputs.items()
            for before in [self._before.get(kind, {})]
            for name in sorted(values.keys() | before)
            if values.get(name) != before.get(name)
        ]
        if not names and self._frame != frame_digest(self._app, digest_of(self._inputs)):
            names.append("the navigation of the site")
        return names

    @property
    def kb(self) -> KnowledgeBase:
        """All records."""
        return self._site.kb

    def subject(self, page: str) -> RecordKey | None:
        """Return kind and id of the record of a page; ``None`` for a page of prose."""
        return self._site.pages.table.by_page.get(page)

    def find(self, text: str, build: str) -> str:
        """Return the page with a name, a file, a source file, an id or a cite key.

        Raises:
            LocatedError: if there is none, or several. Files may lie in ``build``, the site.
        """
        text = text.removeprefix("./").removeprefix(f"{build}/").rstrip("/")
        name = re.sub(r"\.(html|md|rst)$", "", text)
        page_of, table = self._site.scope.layout.page, self._site.pages.table.by_page
        pages = {*table, *map(page_of, self._app.env.found_docs)}
        for page in (name, page_of(name), f"{name}/index", name.removesuffix("/index")):
            if page in pages:
                return page
        ids = [(kind, self.kb.find(kind, text)) for kind in self.kb.entities]
        candidates = pages.intersection(docname(kind, id_) for kind, id_ in ids if id_)
        if len(candidates) == 1:
            return candidates.pop()
        if candidates:
            raise LocatedError(f"{text} may be {' or '.join(sorted(candidates))}: name one of them")
        near = nearest(name, pages if "/" in name else {page.rpartition("/")[2] for page in pages})
        hint = f"did you mean {near}?" if near else "name it as in its address, such as people/ID"
        raise LocatedError(f"there is no page {text}: {hint}")

    def docname(self, page: str) -> str:
        """Return the name of the document that a page is, or would be."""
        return self._site.scope.layout.docname(page)

    def source(self, page: str) -> str:
        """Return the path of the document of a page in the project; empty if there is none."""
        name, env = self.docname(page), self._app.env
        return env.doc2path(name, base=False).as_posix() if name in env.found_docs else ""

    def place(self, kind: str, record_id: str) -> str:
        """Return file and line of a record, or its kind and id if no file describes it."""
        kind = "person" if kind == NAME else kind
        origin = getattr(self.kb.entities[kind].get(record_id), "origin", None)
        return str(origin.place) if origin and origin.place.path else f"{kind} {record_id}"

    def sources(self, page: str) -> list[str]:
        """Return the file and line of the record of a page, and its document."""
        subject, document = self.subject(page), self.source(page)
        places = [self.place(*subject)] if subject and subject[0] in self.kb.entities else []
        return places + [path for path in [document] if path and path not in "".join(places)]

    def records(self, page: str) -> list[RecordKey]:
        """Return kind and id of all records that a page may show, its own among them, sorted."""
        kb, subject = self._site.kb, self.subject(page)
        shown: set[RecordKey] = set()
        match subject:
            case "cv", name:
                shown |= reached(kb, "person", name)
            case "year", name:
                papers = kb.relations.papers_of_year.get(int(name), ())
                shown |= of_items(kb, {("paper", paper) for paper in papers})
            case "index", name:
                kind = listed_in(name)
                shown |= of_items(kb, {(kind, id_) for id_ in kb.entities.get(kind, ())})
            case kind, name if kind in kb.entities:
                shown |= reached(kb, kind, name)
        name = self.docname(page)
        if facts := all_facts(self._app.env).get(name):
            shown |= of_items(kb, {*self._shown_by(name, facts)})
        return sorted(shown)

    def _shown_by(self, name: str, facts: DocumentFacts) -> Iterator[RecordKey]:
        """Yield the records that a document names or lists."""
        kb = self._site.kb
        for mention in facts.mentions:
            if id_ := kb.find(mention.kind, mention.id):
                yield mention.kind, id_
        for options in facts.bibliographies:
            yield from (("paper", id_) for id_ in select(self._site, name, options))
        for listing in facts.listings:
            kind = listed_in(listing.query.what)
            yield from ((kind, id_) for id_ in select_listed(kb, listing.query).ids)

    @cached_property
    def _mentioning(self) -> dict[RecordKey, dict[str, None]]:
        """The pages that mention a record, by its kind and id."""
        pages: dict[RecordKey, dict[str, None]] = defaultdict(dict)
        for page, mentions in self._site.mentions.by_page.items():
            for mention in mentions:
                if id_ := self._site.kb.find(mention.kind, mention.id):
                    pages[mention.kind, id_][page] = None
        return pages

    def mentioning(self, page: str) -> list[str]:
        """Return the files of the documents that mention the record of a page."""
        subject = self.subject(page)
        return [self.source(name) for name in self._mentioning.get(subject, ())] if subject else []

    def templates(self, page: str) -> list[str]:
        """Return the templates of a page; those of the project and of plugins as paths."""
        if (subject := self.subject(page)) is None:
            return []
        environment = make_environment(folders_of(self._app), self._site.plugins.templates)
        loader: Any = environment.loader
        kind, name = subject
        names = [page_kind(kind).template.format(kind=kind, name=name)]
        paths: dict[str, None] = {}
        for template in names:
            try:
                text, path, _ = loader.get_source(environment, template)
            except TemplateNotFound:
                if template == names[0]:
                    names.append("indexes/any.html" if kind == "index" else "described.html")
                continue
            ours = template.removeprefix("!") if Path(path).is_relative_to(FOLDER) else ""
            paths[ours or os.path.relpath(path, self._app.confdir)] = None
            names += (other for other in RE_TEMPLATE.findall(text) if other not in names)
        return [*paths]

    def settings(self) -> list[str]:
        """Return the settings of ``conf.py`` that all pages are made from."""
        return [name for name in self._inputs["settings"] if not is_open(self._app.config, name)]

    def changed(self, page: str) -> list[str]:
        """Return the changed inputs of a page: settings, files, documents, places of records."""
        if not self._numbers:
            return self.everywhere
        table = self._site.work.shows.records
        documents = (self.source(page), *self.mentioning(page))
        names = [path for path in documents if path in self._read]
        for kind, id_ in self.records(page):
            number = table(kind)[id_]
            if number and number not in self._numbers:
                place = self.place(kind, id_)
                path = place.partition(":")[0]
                names.append(path if path in self._read else place)
        return list(dict.fromkeys((*self.everywhere, *names)))

    @cached_property
    def _read(self) -> frozenset[str]:
        """Paths of the documents that this build reads."""
        return frozenset(map(self.source, map(self._site.scope.layout.page, self._manifest.reads)))

    def is_due(self, page: str) -> bool:
        """Tell whether a page has another digest or fingerprint than in the last build."""
        name, subject = self.docname(page), self.subject(page)
        if name in self._app.env.found_docs:
            return self._manifest.documents.get(page) != document_digest(self._app, name)
        number = page_number(self._site.work, *subject) if subject else None
        before = self._manifest.outputs.get(PAGES.name, {}).get(page, (None,))[0]
        return number is not None and number != before

    def tell(self, pages: Iterable[str]) -> None:
        """Log why pages are made again, in a line for each."""
        for page in pages:
            subject = self.subject(page)
            every = subject and self._site.work.shows.page(*subject) is None
            reason = listed(self.changed(page)) or (EVERY if every else OTHERS)
            logger.verbose("%s: changed: %s", self.docname(page), reason)
