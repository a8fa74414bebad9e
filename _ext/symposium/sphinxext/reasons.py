"""Reasons why a page is made again: what it is made from, and what of that has changed."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.util import logging
from sphinx.util.docutils import docutils_namespace, patch_docutils

from symposium.knowledge.reach import NAME, reached
from symposium.knowledge.relation_table import RecordKey
from symposium.model.errors import LocatedError
from symposium.model.spelling import nearest
from symposium.pages.subjects import listed_in
from symposium.pages.template_environment import FOLDER
from symposium.pages.urls import docname
from symposium.query.selection import select as select_listed
from symposium.sphinxext.bibliography_directive import select
from symposium.sphinxext.build_folders import UNFINISHED, unlock_folders
from symposium.sphinxext.build_site import site_of
from symposium.sphinxext.config import is_open
from symposium.sphinxext.document_facts import DocumentFacts, all_facts
from symposium.sphinxext.manifest import RECORDS, Manifest
from symposium.sphinxext.outdated import NAVIGATION, frame_inputs, navigation_digest

logger = logging.getLogger(__name__)

RE_AROUND = re.compile(r"^(\./)?(_build/\w+/)?|(\.html|\.md|\.rst)$")
"""The parts of a path that are no part of the name of a page."""
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
    """The records and templates of pages, compared with those of the last build."""

    def __init__(self, app: Sphinx, manifest: Manifest) -> None:
        """Take a manifest that has the names of the changed inputs (`Manifest.changed`)."""
        self._app, self._manifest, self._site = app, manifest, site_of(app)
        # Pages note what they read if a project has templates; here, those are the built-in ones.
        templates = (*self._site.work.templates, str(FOLDER))
        self._pages = replace(self._site.work, templates=templates).pages
        self._before = frozenset(manifest.numbers(RECORDS))

    def find(self, text: str) -> str:
        """Return the page with a name, a file, an id or a cite key.

        Raises:
            LocatedError: if there is none.
        """
        kb, page_of, name = self._site.kb, self._site.scope.layout.page, RE_AROUND.sub("", text)
        pages = {*self._pages.table.by_page, *map(page_of, self._app.env.found_docs)}
        records = ((kind, kb.find(kind, text)) for kind in kb.entities)
        by_id = [docname(kind, record_id) for kind, record_id in records if record_id]
        for page in (name, page_of(name), f"{name}/index", *by_id):
            if page in pages:
                return page
        near = nearest(name, pages if "/" in name else {page.rpartition("/")[2] for page in pages})
        hint = f"did you mean {near}?" if near else "name it as in its address, such as people/ID"
        raise LocatedError(f"there is no page {text}: {hint}")

    def answer(self, page: str) -> Iterator[str]:
        """Yield the lines on a page: its record, sources, templates, settings, and the changes."""
        kinds, config = self._site.kb.entities, self._app.config
        (subject, *records), templates = self._made_from(page)
        yield page
        yield f"  record: {' '.join(subject) if subject[1] else 'none, a page of prose'}"
        places = [self._place(*subject)] if subject[0] in kinds else []
        yield f"  sources: {listed(places or self._document(page)) or 'none'}"
        ids = defaultdict[str, list[str]](list)
        for kind, record_id in records:
            ids[kind].append(record_id)
        for kind in filter(ids.get, kinds):
            yield f"  {kind}, {len(ids[kind]):,}: {listed(ids[kind])}"
        yield f"  templates: {listed(templates) or 'none'}"
        settings = [name for name in self._manifest.inputs if name in config]
        yield f"  settings: {listed([name for name in settings if not is_open(config, name)])}"
        built = datetime.fromtimestamp(self._manifest.path.stat().st_mtime).astimezone()
        yield f"Changed since the last build (of {built:%Y-%m-%d %H:%M}):"
        changed = [*self._manifest.changed, *self._changed(page)]
        yield from (f"  {name}" for name in changed or ["none of these"])

    def tell(self, pages: Iterable[str]) -> None:
        """Log why pages are made again, in a line for each; without an earlier build, all are."""
        for page in pages:
            changed = self._manifest.changed + (self._changed(page) if self._before else [])
            reason = listed(changed) or "something else that it shows, such as related works"
            logger.verbose("%s: changed: %s", page, reason)

    def _made_from(self, page: str) -> tuple[list[RecordKey], list[str]]:
        """Return the subject of a page, then the records that it shows; and its templates."""
        site, name = self._site, self._site.scope.layout.docname(page)
        shown = docname(*site.home) if site.home and site.is_home(name) else site.page_of(name)
        subject = self._pages.table.by_page.get(shown, ("", ""))
        records, paths = self._pages.made_from(shown) if subject[1] else (set[RecordKey](), [])
        if subject[0] in site.kb.entities:
            records |= reached(site.kb, *subject)
        records = {*records, *self._shown_by(name)} - {subject}
        templates = [
            os.path.relpath(path, FOLDER if path.startswith(str(FOLDER)) else self._app.confdir)
            for path in paths
        ]
        return [subject, *sorted(records)], templates

    def _shown_by(self, name: str) -> Iterator[RecordKey]:
        """Yield the records that the text of a document names or lists."""
        kb, facts = self._site.kb, all_facts(self._app.env).get(name, DocumentFacts())
        for mention in facts.mentions:
            yield mention.kind, kb.find(mention.kind, mention.id) or ""
        for options in facts.bibliographies:
            yield from (("paper", paper) for paper in select(self._site, name, options))
        for listing in facts.listings:
            kind = listed_in(listing.query.what)
            yield from ((kind, id_) for id_ in select_listed(kb, listing.query).ids)

    def _changed(self, page: str) -> list[str]:
        """Return the document of a page if it is read again, and the places of changed records."""
        name, table = self._site.scope.layout.docname(page), self._site.work.shows.records
        changed = self._document(page) if name in self._manifest.reads else []
        for kind, record_id in self._made_from(page)[0]:
            if kind == NAME or kind in self._site.kb.entities:
                number = table(kind)[record_id]
                place = self._place(kind, record_id)
                new = number and number not in self._before
                if new and place.partition(":")[0] not in changed:
                    changed.append(place)
        return list(dict.fromkeys(changed))

    def _document(self, page: str) -> list[str]:
        """Return the path of the document of a page, if it has one."""
        name, env = self._site.scope.layout.docname(page), self._app.env
        return [env.doc2path(name, base=False).as_posix()] if name in env.found_docs else []

    def _place(self, kind: str, record_id: str) -> str:
        """Return file and line of a record, or its kind and id if no file describes it."""
        kind = "person" if kind == NAME else kind
        origin = getattr(self._site.kb.entities[kind].get(record_id), "origin", None)
        return str(origin.place) if origin and origin.place.path else f"{kind} {record_id}"


@contextmanager
def last_build(root: Path) -> Iterator[Reasons]:
    """Yield the reasons why the next build of a project makes pages again; run ``conf.py``.

    The last build is the newest one below ``_build``.

    Raises:
        LocatedError: if there is none, or the project cannot be read.
    """
    top = root / "_build"
    folders = ("doctrees", ".doctrees", "*/.doctrees")
    paths = [path for name in folders for path in top.glob(f"{name}/symposium-*-*.bin")]
    path = max(paths, key=lambda path: path.stat().st_mtime, default=None)
    if path is None:
        raise LocatedError(f"there is no build in {top}: build the site first")
    builder, doctrees = path.name.split("-")[1], path.parent
    outdir = doctrees.parent / ("" if doctrees.name == ".doctrees" else builder)
    with patch_docutils(str(root)), docutils_namespace():
        try:
            app = Sphinx(root, root, outdir, doctrees, builder, status=None, warning=None)
        except SphinxError as error:
            cause = str(error).strip().rpartition("\n")[2]  # of a traceback the last line
            raise LocatedError(f"{root}: Sphinx cannot read the project: {cause}") from error
        try:
            app.env.find_files(app.config, app.builder)
            added, changed, _ = app.env.get_outdated_files(config_changed=False)
            manifest = Manifest.load(app)
            manifest.reads = frozenset(added | changed)
            manifest.interrupted = path.with_suffix(UNFINISHED).exists()
            manifest.compare(frame_inputs(app) | {NAVIGATION: navigation_digest(app)})
            yield Reasons(app, manifest)
        finally:
            unlock_folders(app, None)
