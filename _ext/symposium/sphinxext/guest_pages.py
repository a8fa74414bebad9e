"""Derived pages in a host's documentation.

The parts of a page go where every theme looks for them: metadata into ``metatags``, sections into
the contents of the page. Style sheets and scripts are added only to pages that need them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.utils import new_document
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from symposium.export.file_writing import write_if_changed
from symposium.kinds.paper import Paper
from symposium.knowledge import KnowledgeBase
from symposium.pages.frame import with_sections
from symposium.pages.maths import as_typed
from symposium.pages.subjects import EXPLORE, Subject, exists, paged, subject_of, title_of
from symposium.pages.urls import docname
from symposium.sphinxext import assets
from symposium.sphinxext.build_site import WHOLE_SITE, ShownPage, on_page, site_of
from symposium.sphinxext.config import is_open
from symposium.sphinxext.document_facts import all_facts
from symposium.sphinxext.languages import add_texts, text_files
from symposium.sphinxext.reports import warn
from symposium.web import GUEST, STATIC

logger = logging.getLogger(__name__)

STYLES = ("symposium.css", "symposium-guest.css")
SCRIPT = "symposium.js"
SCRIPTS = "cards correct deadlines my-calendar my-list my-list-page my-programme opened page"
LATER = {f"symposium-{name}.js" for name in SCRIPTS.split()} | {
    f"symposium-{name}.css" for name in ("cards", "correct")
}
"""Files that the script loads when they are needed."""
USED = frozenset({*STYLES, SCRIPT, *assets.OWN_ASSETS, *LATER})
"""All static files of a guest; the others serve the frame and the search of a site."""


def setup(app: Sphinx) -> None:
    """Check the settings, and add derived pages to those of the theme."""
    on_page(app, describe_page, priority=100)
    on_page(app, show_contents, priority=600)  # after the theme
    app.connect("env-updated", report_taken)
    app.connect("write-started", copy_assets)
    app.connect("html-collect-pages", feed)  # before the index is stored
    app.connect("config-inited", check_settings, priority=910)


def report_taken(app: Sphinx, env: BuildEnvironment) -> None:
    """Report documents of the host that are in the place of a derived page."""
    site = site_of(app)
    page = site.scope.layout.page
    pages = {page(name) for name in env.found_docs if site.is_taken(name, env)}
    if not any(map(subject_of, pages)):
        return
    derived = {docname(*subject) for subject in paged(site.kb, site.urls)}
    for name in sorted(derived.intersection(pages)):
        message = "this document is in the place of a page that Symposium would make: to have both"
        warn(f'{message}, set symposium_root = "kb" in conf.py', "config", name)


def tell_of_papers(app: Sphinx, builder: Builder) -> None:
    """Log where the list of papers is, and how to link to it."""
    site = site_of(app)
    page = site.scope.layout.docname("papers/index")
    if not (site.kb.works and site.urls.shows("paper")) or site.is_taken(page, app.env):
        return
    hint = "link to it from a page of yours"
    if site.scope.layout.base:
        hint = f"to name it in a toctree, write {page}.md with a title"
    logger.info("%d papers at %s: %s", len(site.kb.works), builder.get_target_uri(page), hint)


def copy_assets(app: Sphinx, builder: Builder) -> None:
    """Copy the extension's style sheets and scripts beside the host's, if any page needs them.

    They are not added to ``html_static_path``, so that the host's option stays unchanged.
    """
    if builder.name not in WHOLE_SITE or site_of(app).is_idle(app.env):
        return
    kb = site_of(app).kb
    unused = {
        *(() if kb.events else assets.PROGRAMME_ASSETS),
        *(() if exists(kb, EXPLORE) else assets.EXPLORE_ASSETS),
    }
    for path in (*STATIC.iterdir(), *GUEST.iterdir()):
        if path.name in USED - unused:
            write_if_changed(str(Path(app.outdir, "_static", path.name)), path.read_bytes())
    for name, content in text_files(app.config.language).items():
        write_if_changed(f"{app.outdir}/_static/{name}", content)
    tell_of_papers(app, builder)


def describe_page(page: ShownPage) -> None:
    """Fill the context of a page's template; pages without records stay unchanged."""
    app, pagename, _, context, doctree = page
    site = site_of(app)
    derived = "symposium_head" in context
    if derived:
        context["metatags"] = context["symposium_head"]
        context["symposium_contents"] = context["display_toc"]
    elif doctree is None:
        return  # a page that the theme or another extension adds
    elif pagename in site.documents or pagename in site.index_pages:
        fragment = site.fragment_of(pagename)
        context["metatags"] = f"{context.get('metatags', '')}{fragment.head}"
        context["toc"] = with_sections(context.get("toc", ""), fragment.toc)
        context["display_toc"] = bool(fragment.toc) or context.get("display_toc", False)
        context["symposium_contents"] = bool(fragment.toc)
    body = str(context.get("body", ""))
    if derived or 'class="sy-' in body:
        add_basics(app)
        assets.register(
            app, assets.needed(site.scope.layout.page(pagename), None if derived else body)
        )
    elif (facts := all_facts(app.env).get(pagename)) and facts.mentions:
        add_basics(app)  # its links to records have cards


def show_contents(page: ShownPage) -> None:
    """Make furo show the contents of derived pages, as it counts only sections of documents."""
    if page.context.pop("symposium_contents", False) and "furo_hide_toc" in page.context:
        page.context["furo_hide_toc"] = False


def add_basics(app: Sphinx) -> None:
    """Add the style sheets and the script of every page that has links to records."""
    for number, name in enumerate(STYLES):
        app.add_css_file(name, priority=900 + number)
    add_texts(app)
    attributes: Any = {"data-sy-guest": site_of(app).scope.layout.base}
    app.add_js_file(SCRIPT, loading_method="defer", **attributes)


# Warnings about settings that have no effect in a host, or conflict with the host's.


def check_settings(_app: Sphinx, config: Config) -> None:
    """Warn of settings that have no effect, or an unexpected one."""
    for option in ("navigation", "search", "accent", "logo", "favicon", "offline"):
        if not is_open(config, f"symposium_{option}"):
            reason = f"has no effect without symposium_site = True: the host's {option} stays"
            warn(f"conf.py: symposium_{option} {reason}", "config")
    if config.html_file_suffix not in {None, "", ".html"}:
        warn(
            f"conf.py: html_file_suffix is {config.html_file_suffix!r}: Symposium makes pages that "
            "end in .html, so it makes none here: leave the setting out to have them",
            "config",
        )


# Derived pages in the search of a host.


def feed(app: Sphinx) -> tuple[()]:
    """Add derived pages to the index of the host's search; return no further pages."""
    builder: Any = app.builder
    if builder.name not in WHOLE_SITE or not builder.indexer:
        return ()
    site, ours = site_of(app), list[str]()
    names = printed_forms(site.kb)
    for subject in paged(site.kb, site.urls):
        name = site.scope.layout.docname(docname(*subject))
        if name in app.env.found_docs:
            continue  # Sphinx has indexed it
        ours.append(name)
        title = as_typed(title_of(site.kb, subject))
        kind, record_id = subject
        texts = texts_of_work(site.kb.works[record_id]) if kind == "paper" else names[subject]
        # Sphinx ranks titles above text; titles of works would come before the host's pages.
        text = document_of(title if kind == "person" else "", [title, *sorted(texts)])
        builder.indexer.feed(name, f"{name}.html", title, text)
    # Sphinx removes all pages without documents before it stores the index.
    prune = builder.indexer.prune
    builder.indexer.prune = lambda docnames: prune({*docnames, *ours})
    return ()


def document_of(title: str, texts: Iterable[str]) -> nodes.document:
    """Return a document with the words by which a page is found."""
    document, section = new_document(""), nodes.section(ids=["top"], names=[])
    section += [nodes.title("", title)] if title else []
    section += [nodes.paragraph("", text) for text in texts if text]
    document += section
    return document


def texts_of_work(work: Paper) -> Iterator[str]:
    """Yield the texts of a work, besides its title, by which people search for it."""
    yield ", ".join(author.name.text for author in (*work.authors, *work.editors))
    yield work.venue or ""
    yield str(work.year or "")
    yield ", ".join(work.topics)
    yield work.abstract or ""
    yield work.key


def printed_forms(kb: KnowledgeBase) -> dict[Subject, set[str]]:
    """Return the printed forms of the names of each person, by the person's page."""
    forms: dict[Subject, set[str]] = defaultdict(set)
    for text, person in kb.identity.by_text.items():
        forms["person", person].add(text)
    return forms
