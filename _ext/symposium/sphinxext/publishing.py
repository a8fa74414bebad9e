"""Publishing: the 404 page, and files that a project brings itself.

A host shows ``404.html`` at whatever address was asked for, however deep. So all its links begin
with the path of the site on its host, which `html_baseurl` tells. Where that is not known, the site
is taken to be the whole of its host. A script of the page looks for the folder if that is wrong.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.matching import Matcher

from symposium.export.publishing_files import NOT_FOUND, SITEMAP
from symposium.sphinxext.build_site import site_of
from symposium.sphinxext.document_facts import all_facts
from symposium.sphinxext.frame_maker import rendered
from symposium.sphinxext.search import hidden_documents

PAGE = NOT_FOUND.removesuffix(".html")
MADE_BY = {"notfound.extension": NOT_FOUND, "sphinx_sitemap": SITEMAP}
"""Extensions that make a file of ours themselves."""

RE_LINK = re.compile(r'(?<=\s)(href|src|action|data-content_root)="([^"]*)"')
RE_ELSEWHERE = re.compile(r"#|/|[a-z][a-z0-9+.-]*:", re.IGNORECASE)
"""How a link begins that means the same on every page."""


def brought(app: Sphinx, base: str = "") -> frozenset[str]:
    """Return the paths of the files that a project brings along, whatever we would write there.

    They are seen from ``base``, the folder of our pages.
    """
    found = {MADE_BY[name] for name in app.extensions if name in MADE_BY}
    found |= {f"{name}.html" for name in app.config.html_additional_pages}
    if PAGE in app.env.found_docs:
        found.add(NOT_FOUND)
    is_excluded = Matcher(app.config.exclude_patterns)
    for extra in (Path(app.confdir, name) for name in app.config.html_extra_path):
        if extra.is_dir():
            copied = (path.relative_to(extra).as_posix() for path in extra.rglob("*"))
            found.update(path for path in copied if not is_excluded(path))
        else:
            found.add(extra.name)
    return frozenset(path.removeprefix(base) for path in found if path.startswith(base))


def unlisted(app: Sphinx) -> frozenset[str]:
    """Return the documents that search engines are not told of."""
    gone = {name for name, facts in all_facts(app.env).items() if facts.gone}
    return hidden_documents(app) | gone


def not_found_page(app: Sphinx, builder: StandaloneHTMLBuilder) -> str:
    """Return the page for wrong addresses; nothing where the project has one, or is no site."""
    if NOT_FOUND in brought(app):
        return ""
    html = rendered(builder, PAGE, {}, NOT_FOUND)
    urls = site_of(app).urls
    # One version of several on Read the Docs may name another one's address as that of the site.
    base = os.environ.get("READTHEDOCS_CANONICAL_URL") or urls.base
    return absolute(html, f"{urlsplit(base).path or '/'}{urls.path(PAGE)}")


def absolute(html: str, page: str) -> str:
    """Return a page with links that mean the same wherever it is shown.

    >>> absolute('<a href="#a"></a><a href="../b/"></a><a href="mailto:c@d.e"></a>', "/en/404/")
    '<a href="#a"></a><a href="/en/b/"></a><a href="mailto:c@d.e"></a>'
    """

    def link(found: re.Match[str]) -> str:
        name, target = found.groups()
        return found[0] if RE_ELSEWHERE.match(target) else f'{name}="{urljoin(page, target)}"'

    return RE_LINK.sub(link, html)
