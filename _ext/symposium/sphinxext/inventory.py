"""The inventory ``objects.inv``, by which other projects link to records.

Sphinx would write it in every build, record by record; a hundred thousand of them take seconds.
Ours is the same file, written when something in it changed.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders.html import INVENTORY_FILENAME, StandaloneHTMLBuilder

from symposium.export.file_writing import write_if_changed
from symposium.export.task_pool import elsewhere
from symposium.pages.subjects import told
from symposium.pages.urls import docname
from symposium.sphinxext import executors
from symposium.sphinxext.build_site import WHOLE_SITE, site_of
from symposium.sphinxext.domain import KnowledgeDomain
from symposium.sphinxext.output_builder import manifest_of
from symposium.sphinxext.stored_values import digest

MANY = 5_000
"""Works from which on the inventory is written by a process of its own."""
STAMP = "objects.inv from"
"""Where the manifest remembers what the inventory was last compared with; under the name of the
file, what is in it."""
HERE = "-here-"
"""An id that no record has."""


def setup(app: Sphinx) -> None:
    """Take the writing over from builders of whole sites."""
    app.connect("builder-inited", take_over)


def take_over(app: Sphinx) -> None:
    """Have our function called where Sphinx dumps the inventory."""
    if app.builder.name in WHOLE_SITE and isinstance(app.builder, StandaloneHTMLBuilder):
        app.builder.dump_inventory = lambda: dump(app)  # type: ignore[method-assign]


def dump(app: Sphinx) -> None:
    """Write the inventory unless it is there as it should be."""
    manifest, target = manifest_of(app), Path(app.outdir) / INVENTORY_FILENAME
    head, others, files = header(app), "".join(lines_of_others(app)), manifest.files
    stamp = digest(f"{head}{others}{manifest.sources}".encode())
    there = not manifest.fresh and target.exists()
    if there and site_of(app).sources and files.get(STAMP) == stamp:
        return
    body = (others + "".join(lines_of_records(app))).encode()
    files[STAMP], known, content = (
        stamp,
        files.get(INVENTORY_FILENAME),
        digest(head.encode() + body),
    )
    manifest.unchanged = False
    if there and known == content:
        return
    files[INVENTORY_FILENAME] = content

    def write() -> None:
        write_if_changed(str(target), head.encode() + zlib.compress(body, 6))

    # It takes a second for a hundred thousand papers, in which the main process has other things
    # to do. What it was made from is remembered only after it has been written.
    jobs = executors.jobs(app) if len(site_of(app).kb.works) > MANY else 1
    manifest.meanwhile.append(elsewhere(write, jobs))


def header(app: Sphinx) -> str:
    """Return the lines in front of the compressed ones, as intersphinx reads them."""
    project, version = (re.sub(r"\s+", " ", t) for t in (app.config.project, app.config.version))
    return (
        f"# Sphinx inventory version 2\n# Project: {project}\n# Version: {version}\n"
        "# The remainder of this file is compressed using zlib.\n"
    )


def lines_of_others(app: Sphinx) -> Iterator[str]:
    """Yield the lines of the other domains."""
    for domain in app.env.domains.sorted():
        if domain.name == KnowledgeDomain.name:
            continue
        for name, shown, kind, page, anchor, priority in sorted(domain.get_objects()):
            short = f"{anchor.removesuffix(name)}$" if anchor.endswith(name) else anchor
            uri = app.builder.get_target_uri(page) + (f"#{short}" if anchor else "")
            title = "-" if shown == name else shown
            yield f"{name} {domain.name}:{kind} {priority} {uri} {title}\n"


def lines_of_records(app: Sphinx) -> Iterator[str]:
    """Yield the lines of all records."""
    site = site_of(app)
    documents = {what: document for document, what in site.documents.items()}
    path, title_of = site.urls.path, site.kb.title_of
    for kind, table in sorted(site.kb.entities.items()):
        # Where a page lies follows from its id, but for a talk's.
        start, _, end = path(docname(kind, HERE)).partition(HERE)
        for record_id in sorted(table):
            title = " ".join(title_of(kind, record_id).split())
            document = documents.get((kind, record_id))
            page = f"{start}{record_id}{end}"
            if document or kind == "talk":
                page = path(document or docname(kind, record_id))
            yield f"{record_id} kb:{kind} 1 {page} {title}\n"
    for work in site.kb.works.values():  # by its cite key, too
        if work.key != work.id and site.kb.find("paper", work.key) == work.id:
            title = " ".join(work.title.split())
            page = path(documents.get(("paper", work.id)) or docname("paper", work.id))
            yield f"{' '.join(work.key.split())} kb:paper -1 {page} {title}\n"
    for kind, earlier, record_id in told(site.kb):
        what = (kind, record_id)
        title = " ".join(title_of(*what).split())
        yield f"{earlier} kb:{kind} -1 {path(documents.get(what) or docname(*what))} {title}\n"
