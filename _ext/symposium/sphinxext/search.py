"""The search of a site: which index it has, and the run of Pagefind."""

from __future__ import annotations

import importlib.metadata
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

from symposium.export.file_writing import write_if_changed
from symposium.export.pagefind import ENTRY, FOLDER, PagefindError, pagefind_files
from symposium.export.pagefind_pages import PAGES, pages_file
from symposium.export.search_index import digest_of
from symposium.export.search_records import SearchRecord, ordered
from symposium.export.search_terms import STOP, words
from symposium.model import optional_packages
from symposium.sphinxext.build_progress import progress
from symposium.sphinxext.build_site import WHOLE_SITE, BuildSite, site_of
from symposium.sphinxext.config import is_site
from symposium.sphinxext.document_facts import DocumentFacts, all_facts, facts_of
from symposium.sphinxext.source_digest import own_code
from symposium.sphinxext.stored_values import digest

logger = logging.getLogger(__name__)

Engine = Literal["pagefind", "shards"]

MOST = 2_000
"""Works up to which ``auto`` means Pagefind: beyond, its index is slow to make and to ask."""

ROOT = "search/root.bin"
"""The file that our own index begins with."""

TEXTS = "search-text"
"""The output that holds our own index of long texts."""

HIDDEN = frozenset({"nosearch", "no-search"})
"""Marks of a document that searching does not find."""


def setup(app: Sphinx) -> None:
    """Tell the search page which index to ask, and keep what documents are found by."""
    app.connect("html-page-context", describe_search_page)
    app.connect("doctree-read", note_words)


def note_words(app: Sphinx, doctree: nodes.document) -> None:
    """Keep the words of a document that describes no record; those of records are in these."""
    docname, site = app.env.docname, site_of(app)
    if docname not in site.documents and docname not in site.index_pages:
        shown = (text for text in doctree.findall(nodes.Text) if not _is_unseen(text.parent))
        found = {word for text in shown for word in words(text)} - STOP
        facts_of(app.env, docname).words = " ".join(sorted(found))


def _is_unseen(node: nodes.Element) -> bool:
    return isinstance(node, nodes.comment | nodes.raw | nodes.system_message)


def engine_of(app: Sphinx) -> Engine | None:
    """Return which index a build makes, ``None`` for none: a host has a search of its own."""
    wanted = is_site(app) and app.config.symposium_search
    if not wanted:
        return None
    return "pagefind" if wants_pagefind(app) and optional_packages.has("search") else "shards"


def wants_pagefind(app: Sphinx) -> bool:
    """Tell whether a site is to be indexed by Pagefind, if that is installed."""
    wanted = app.config.symposium_search
    if wanted in {"pagefind", "shards"}:
        return bool(wanted == "pagefind")
    return bool(wanted) and len(site_of(app).kb.works) <= MOST


def has_part(app: Sphinx, name: str) -> bool:
    """Tell whether a build makes a part of our own index.

    Names, titles and ids are always found by it; its index of long texts is for sites whose texts
    Pagefind does not index.
    """
    engine = engine_of(app)
    return engine is not None and (name != TEXTS or engine == "shards")


def describe_search_page(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Fill the context of the search page's template."""
    del templatename, doctree
    if pagename == "search" and app.builder.name in WHOLE_SITE:
        engine = engine_of(app)
        context["symposium_search"] = engine and {"engine": engine, "root": ROOT}


def is_hidden(app: Sphinx, docname: str) -> bool:
    """Tell whether a document says of itself that searching does not find it."""
    return not HIDDEN.isdisjoint(app.env.metadata.get(docname, ()))


def hidden_documents(app: Sphinx) -> frozenset[str]:
    """Return the documents that say of themselves that searching does not find them."""
    return frozenset(name for name in app.env.metadata if is_hidden(app, name))


def other_pages(app: Sphinx, site: BuildSite) -> list[tuple[str, str, str, str]]:
    """Return facet, docname, title and words of the documents that stand for no record."""
    hidden, facts = hidden_documents(app), all_facts(app.env)
    root = app.config.root_doc
    return [
        ("home" if name == root else "page", name, title.astext(), words_of(facts.get(name)))
        for name, title in app.env.titles.items()
        if name not in site.documents and name not in site.index_pages and name not in hidden
    ]


def words_of(facts: DocumentFacts | None) -> str:
    """Return the words that are kept of a document."""
    return facts.words if facts else ""


def entries_of(app: Sphinx) -> list[SearchRecord]:
    """Return the records of our own index in the order of their numbers."""
    site = site_of(app)
    return ordered(site.kb, other_pages(app, site), hidden_documents(app))


def index(app: Sphinx, outdir: Path, pages: Mapping[str, str], known: str) -> str:
    """Index the site in ``outdir`` by Pagefind; return what tells whether the index is right.

    ``pages`` maps the path of each page to a digest of its bytes, ``known`` is what was returned
    when the index was made that is there. With it goes a table of which record each page shows, by
    the numbers of our own index, which is there already. Files that begin a search come last and
    those of the old index go after that, so that whoever searches meanwhile finds the old one or
    the new one.
    """
    target = outdir / FOLDER
    root = digest_of((outdir / ROOT).read_bytes())
    stamp = digest_of_pages({**pages, ROOT: root})
    if known == f"{stamp} {_state(target)}":
        return known
    try:
        files = pagefind_files(outdir, progress(app))
        files[PAGES] = pages_file(files, entries_of(app), site_of(app).urls, root)
    except (PagefindError, ValueError, LookupError) as error:
        logger.warning(
            "the search index cannot be made: Pagefind: %s",
            error,
            type="symposium",
            subtype="search",
        )
        return ""
    for path in sorted(files, key=lambda path: path == ENTRY):
        write_if_changed(f"{target}/{path}", files[path])
    for path in _present(target).keys() - files.keys():
        (target / path).unlink()
    return f"{stamp} {_state(target)}"


def _present(folder: Path) -> dict[str, int]:
    """Return the files below a folder, each with its size."""
    return {
        path.relative_to(folder).as_posix(): path.stat().st_size
        for path in folder.rglob("*")
        if not path.is_dir()
    }


def _state(folder: Path) -> str:
    """Return a digest of which files are in a folder, and how long each is."""
    return digest(repr(sorted(_present(folder).items())).encode())


def remove(outdir: Path) -> None:
    """Remove the index that Pagefind made for an earlier build; our own is in the manifest."""
    shutil.rmtree(outdir / FOLDER, ignore_errors=True)


def digest_of_pages(pages: Mapping[str, str]) -> str:
    """Return one digest for all pages and for what makes the index of them."""
    made_by = f"{importlib.metadata.version('pagefind_bin')} {own_code()}"
    text = "\n".join((made_by, *(f"{path} {known}" for path, known in sorted(pages.items()))))
    return digest(text.encode())
