"""The context of the theme's templates: title, head, breadcrumbs, contents, navigation."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from textwrap import shorten
from typing import Any

import sphinx
from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from symposium.kinds import BY_FOLDER
from symposium.lint.options import of_navigation
from symposium.pages.feeds import SITE as SITE_FEED
from symposium.pages.frame import with_sections
from symposium.pages.page_head import DESCRIPTION, card, meta
from symposium.pages.subjects import exists, subject_of
from symposium.search.terms import script
from symposium.sphinxext.build_folders import publish
from symposium.sphinxext.build_site import WHOLE_SITE, BuildSite, ShownPage, on_page, site_of
from symposium.sphinxext.config import is_open, is_preview, warn_of
from symposium.sphinxext.document_facts import all_facts
from symposium.sphinxext.languages import text_files
from symposium.sphinxext.project_templates import Compiled
from symposium.web import STATIC

# Scripts that are published with all modules that they import, as each module would cost a browser
# a request. A bundle has each module in a function of its own, without comments, indentation and
# most line ends; the script itself comes last. A module that several scripts import is in each
# bundle, as a reader seldom needs two.

BUNDLES = (
    "symposium-index.js", "symposium-index-facets.js", "symposium-search.js",
    "symposium-palette.js",
)  # fmt: skip

RE_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"\./([\w-]+\.js)";\n', re.MULTILINE)
RE_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
RE_END = re.compile(r"(?<=[{(\[,;])\n")
RE_COMMENT = re.compile(
    r"^\s*(?://.*|/\*\*.*\*/)\n|/\*\*.*?\*/ ?|(?<=[;{,]) // .*$|^ +", re.MULTILINE
)

RE_SPACE = re.compile(
    r" (=>|[!=]==|&&|\|\||\?\?|[-+*]?=|[-+<>?:]) |(?<=\)) (?=\{)|(?<=\{) | (?=\})"
)
"""Spaces around operators and in braces, which no text of a bundle has."""


def static_files(language: str = "en") -> dict[str, bytes]:
    """Return the extension's static files by name, with scripts as bundles."""
    parts = {part for name in BUNDLES for part in modules(name, language)}
    files = {path.name: path.read_bytes() for path in STATIC.iterdir() if path.name not in parts}
    return files | {name: bundle(name, language).encode() for name in BUNDLES}


def bundle(entry: str, language: str = "en") -> str:
    """Return a script with all modules that it imports."""
    return RE_END.sub("", "".join(modules(entry, language).values()))


@cache
def modules(entry: str, language: str) -> Mapping[str, str]:
    """Return the modules of a bundle by name: those that a script imports, then the script."""
    sources: dict[str, str] = {}

    def add(name: str) -> None:
        text = _shortened(name, language)
        for _, other in RE_IMPORT.findall(text):
            if other not in sources:
                add(other)
        exports = RE_EXPORT.findall(text)
        text = RE_IMPORT.sub(_destructured, text)
        sources[name] = text if name == entry else _wrapped(name, RE_EXPORT.sub("", text), exports)

    add(entry)
    return sources


@cache
def _shortened(name: str, language: str) -> str:
    """Return a module without comments and most white space; a language may have its own stems."""
    stems = name == "symposium-index-stem.js" and script(language)
    text = stems or (STATIC / name).read_text(encoding="utf-8")
    return RE_SPACE.sub(r"\1", RE_COMMENT.sub("", text))


def _destructured(match: re.Match[str]) -> str:
    """Return an import as an assignment from the constant of a module, which precedes it."""
    names, other = match.groups()
    if not names:
        return ""
    return f"const {{{names.replace(' as ', ': ')}}} = {_variable(other)};\n"


def _wrapped(name: str, text: str, names: list[str]) -> str:
    """Return a module as a constant, an object of its exported names."""
    return f"const {_variable(name)} = (() => {{\n{text}return {{ {', '.join(names)} }};\n}})();\n"


def _variable(name: str) -> str:
    """Return the name of a module's constant, such as ``$index_files``."""
    return "$" + name.removeprefix("symposium-").removesuffix(".js").replace("-", "_")


def setup(app: Sphinx) -> None:
    """Add the extension's style sheets and script, and fill the context of every page."""
    app.connect("builder-inited", add_assets)
    app.connect("env-updated", check_navigation)
    on_page(app, describe_page, priority=100)


def add_assets(app: Sphinx) -> None:
    """Add style sheets and script if a whole site is built."""
    if app.builder.name in WHOLE_SITE:
        language = app.config.language or "en"
        publish(app, "symposium-published", static_files(language) | text_files(language))
        app.add_css_file("symposium.css", priority=900)
        app.add_css_file("symposium-frame.css", priority=901)
        searched = {"data-sy-search": app.builder.get_target_uri("search")}
        search: dict[str, Any] = searched if app.config.symposium_search else {}
        app.add_js_file("symposium.js", loading_method="defer", **search)
        environment = getattr(app.builder.templates, "environment", None)
        if environment is not None:
            # Without this, lines of template code leave white space in every page.
            environment.trim_blocks = environment.lstrip_blocks = True
            environment.bytecode_cache = Compiled(app, sphinx.__version__)


def describe_page(page: ShownPage) -> None:
    """Fill the context of a page's template."""
    app, pagename, _, context, doctree = page
    site = site_of(app)
    context["symposium_theme"] = app.config.html_theme
    if app.config.html_title == app.config.project:
        # Sphinx lets titles have markup, so the theme does not escape them; a name is plain text.
        context["docstitle"] = Markup.escape(app.config.project)
    if "metatags" in context:  # the layout has its own viewport tag
        context["metatags"] = re.sub(r'<meta name="viewport"[^>]*>\n?', "", context["metatags"])
    context["symposium_feed"] = SITE_FEED
    context["symposium_addons"] = "READTHEDOCS" in os.environ
    context["symposium_navigation"] = navigation(app, site, pagename)
    if is_preview():
        context["symposium_preview"] = {"of": site.urls.base}
    if site.shows_fragment(pagename):
        if "symposium_head" in context:
            return  # a page derived from records, whose context is complete
        fragment = site.fragment_of(pagename)
        context["symposium_head"] = fragment.head
        context["parents"] = [
            {"link": app.builder.get_relative_uri(pagename, above), "title": escape(title)}
            for above, title in fragment.crumbs
        ]
        context["toc"] = with_sections(context.get("toc", ""), fragment.toc)
        if fragment.kind != "index":
            context["title"] = fragment.title_html
    elif (facts := all_facts(app.env).get(pagename)) and facts.gone:
        context["symposium_head"] = meta([("robots", "noindex")])
    elif "body" in context and pagename in app.env.found_docs:
        first = next(doctree.findall(nodes.paragraph), None) if doctree else None
        description = shorten(first.astext(), 300, placeholder=" …") if first else ""
        tags = [
            (DESCRIPTION, description),
            ("og:type", "website" if pagename == app.config.root_doc else "article"),
            ("og:title", Markup(context.get("title", "")).striptags()),  # noqa: S704 - all are
            ("og:url", context.get("pageurl")),
            ("og:image", card(site.urls)),
        ]
        context["symposium_head"] = meta(tags)


def navigation(app: Sphinx, site: BuildSite, pagename: str) -> list[dict[str, Any]]:
    """Return the entries of the header; the nearest to the page is marked as current."""
    entries: list[dict[str, Any]] = []
    for entry, title in app.config.symposium_navigation:
        page, mark, anchor = (entry, "", "") if is_address(entry) else entry.partition("#")
        if is_address(page) or is_there(app, site, page):
            near = 0 if mark else nearness_of(page, pagename)
            entries.append({"page": page, "anchor": mark + anchor, "title": title, "current": near})
    nearest = max((entry["current"] for entry in entries), default=0)
    for entry in entries:
        entry["current"] = entry["current"] == nearest > 0
    return entries


def nearness_of(page: str, pagename: str) -> int:
    """Return how near the page of a header's entry is to a page: 0 (unrelated) to 3 (the same).

    All pages of one folder and depth share a frame, which does not know their names. So an entry
    for one of them, such as a curriculum vitae, counts as near to all of them.

    >>> [nearness_of(one, "people/jane-doe") for one in ("people/index", "people/jane-doe/cv")]
    [1, 0]
    >>> nearness_of("people/jane-doe/cv", "people/symposium-folder-1/symposium-page-name")
    2
    """
    folder, _, rest = page.partition("/")
    if folder != pagename.partition("/")[0]:
        return 0
    if page == pagename:
        return 3
    if not rest or page.endswith("/index"):
        return 1
    return 2 if page.count("/") == pagename.count("/") else 0


def is_address(page: str) -> bool:
    """Tell whether an entry of the header links out of the site."""
    return page.startswith(("https://", "http://"))


def is_there(app: Sphinx, site: BuildSite, page: str) -> bool:
    """Tell whether a page exists; an index of a kind without records does not count."""
    if page in app.env.found_docs:
        return True
    if page in site.index_pages:
        return lists_something(site, page)
    subject = subject_of(site.scope.layout.page(page))
    return subject is not None and site.urls.shows(subject[0]) and exists(site.kb, subject)


def lists_something(site: BuildSite, page: str) -> bool:
    """Tell whether a page is the index of a kind that has records."""
    folder = site.scope.layout.page(page).removesuffix("/index")
    kind = BY_FOLDER.get(folder)
    return page in site.index_pages and bool(kind is None or site.kb.entities.get(kind.name))


def check_navigation(app: Sphinx, env: BuildEnvironment) -> None:
    """Report entries of the header without a page; an index of a kind may still be empty.

    A page in the header needs no entry in a toctree.
    """
    name, site = "symposium_navigation", site_of(app)
    for entry, _ in app.config[name]:
        if (page := entry.partition("#")[0]) in env.found_docs:
            env.metadata[page].setdefault("orphan", "")
    if not is_open(app.config, name):
        documents = {*env.found_docs, *site.index_pages}
        for fault in of_navigation(
            app.config[name], documents, lambda about: exists(site.kb, about)
        ):
            warn_of(app.config, name, ": ".join(fault))
