"""Publishing: the 404 page, and the project's own files, whose copies Sphinx never removes.

A web host shows ``404.html`` at any address that it does not have, however deep. So all links of
the page begin with the path of the site on its host, taken from `html_baseurl`, or ``/`` if that is
not set. A script on the page searches for the right folder if that is wrong.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.matching import Matcher

from symposium.export.file_writing import store, stored
from symposium.export.publishing_files import NOT_FOUND, SITEMAP
from symposium.sphinxext.build_site import site_of
from symposium.sphinxext.document_facts import all_facts
from symposium.sphinxext.frame_maker import rendered
from symposium.sphinxext.manifest import COPIES, Manifest
from symposium.sphinxext.search import hidden_documents

PAGE = NOT_FOUND.removesuffix(".html")
MADE_BY = {"notfound.extension": NOT_FOUND, "sphinx_sitemap": SITEMAP}
"""Extensions that make one of the derived files themselves."""

RE_LINK = re.compile(r'(?<=\s)(href|src|action|data-content_root)="([^"]*)"')
RE_ELSEWHERE = re.compile(r"#|/|[a-z][a-z0-9+.-]*:", re.IGNORECASE)
"""The start of a link that means the same on every page."""


def brought(app: Sphinx, base: str = "") -> frozenset[str]:
    """Return the paths of the project's own files, which derived files must not overwrite.

    They are relative to ``base``, the folder of derived pages.
    """
    paths = {MADE_BY[name] for name in app.extensions if name in MADE_BY}
    paths |= {f"{name}.html" for name in app.config.html_additional_pages}
    if PAGE in app.env.found_docs:
        paths.add(NOT_FOUND)
    is_excluded = Matcher(app.config.exclude_patterns)
    for extra in (Path(app.confdir, name) for name in app.config.html_extra_path):
        if extra.is_dir():
            copied = (path.relative_to(extra).as_posix() for path in extra.rglob("*"))
            paths.update(path for path in copied if not is_excluded(path))
        else:
            paths.add(extra.name)
    return frozenset(path.removeprefix(base) for path in paths if path.startswith(base))


def remove_old_copies(app: Sphinx, manifest: Manifest) -> None:
    """Remove the copies of files that the site no longer has, before Sphinx copies any.

    So a theme's file comes back that one of the project has replaced.
    """
    config, env = app.config, app.env
    single = config.html_logo, config.html_favicon, config.language != "en" and "translations.js"
    static = {Path(name).name for name in single if name}
    for folder in (Path(app.confdir, name) for name in config.html_static_path):
        static |= {path.relative_to(folder).as_posix() for path in folder.rglob("*")}
    static = {name.removesuffix(".jinja").removesuffix("_t") for name in static}  # filled in
    copies = {*brought(app), *(f"_static/{name}" for name in static)}
    copies |= {f"_images/{name}" for _, name in env.images.values()}
    copies |= {f"_downloads/{name}" for _, name in env.dlfiles.values()}
    sources = env.found_docs if config.html_copy_source else ()
    names = (env.doc2path(name, base=False).as_posix() for name in sources)
    copies |= {f"_sources/{name}{config.html_sourcelink_suffix}" for name in names}
    path = manifest.path.with_suffix(COPIES)
    manifest.remove({*(stored(path) or ())} - copies)
    store(path, sorted(copies))


def unlisted(app: Sphinx) -> frozenset[str]:
    """Return the documents that the sitemap leaves out."""
    gone = {name for name, facts in all_facts(app.env).items() if facts.gone}
    return hidden_documents(app) | gone


def not_found_page(app: Sphinx, builder: StandaloneHTMLBuilder) -> str:
    """Return the HTML of the 404 page, or an empty text if the project has its own."""
    if NOT_FOUND in brought(app):
        return ""
    html = rendered(builder, PAGE, {}, NOT_FOUND)
    urls = site_of(app).urls
    # On Read the Docs, `html_baseurl` of a version may be the address of another version.
    base = os.environ.get("READTHEDOCS_CANONICAL_URL") or urls.base
    return absolute(html, f"{urlsplit(base).path or '/'}{urls.path(PAGE)}")


def absolute(html: str, page: str) -> str:
    """Return a page with links that are valid at whatever address it is shown.

    >>> absolute('<a href="#a"></a><a href="../b/"></a><a href="mailto:c@d.e"></a>', "/en/404/")
    '<a href="#a"></a><a href="/en/b/"></a><a href="mailto:c@d.e"></a>'
    """

    def link(match: re.Match[str]) -> str:
        name, target = match.groups()
        return match[0] if RE_ELSEWHERE.match(target) else f'{name}="{urljoin(page, target)}"'

    return RE_LINK.sub(link, html)
