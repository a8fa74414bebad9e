"""Links that authors write: which may be published, their labels and their targets."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote

from symposium.fields.link_types import Arxiv, Doi, Identifier
from symposium.kinds import BY_RECORD
from symposium.kinds.paper import Paper
from symposium.locale import N_, _

ROOT = "\x02"
"""Placeholder for the path to the root of the site until a page is finished; no text has it."""

RE_BAD = re.compile(r"[\x00-\x1f\x7f]")
RE_SAFE = re.compile(r"(?:https?://[^\s/?#\\]+|mailto:[^\s/?#:]+@)", re.IGNORECASE)

RE_QUOTED = re.compile(r"[A-Za-z0-9%/:?#\[\]@!$&'()*+,;=~._-]*")

RE_SPDX = re.compile(r"[A-Za-z0-9.+-]+")

RE_LINK = re.compile(rf'<a (?:[^>]* )?href="{ROOT}([^"]*)"[^>]*>(.*?)</a>', re.DOTALL)
"""A link to another page of the site; links do not hold links."""

LABELS = {
    "arxiv": "arXiv", "bluesky": "Bluesky", "call": N_("Call for papers"), "code": N_("Code"),
    "cv": N_("CV"), "data": N_("Data"),
    "dblp": "DBLP", "doi": "DOI", "github": "GitHub", "gitlab": "GitLab",
    "homepage": N_("Homepage"), "linkedin": "LinkedIn", "mastodon": "Mastodon", "orcid": "ORCID",
    "pdf": "PDF", "openreview": "OpenReview", "html": "HTML", "hal": "HAL",
    "supp": N_("Supplement"), "inspirehep": "INSPIRE", "scholar": "Google Scholar",
    "google_scholar": "Google Scholar", "semantic_scholar": "Semantic Scholar",
    "url": N_("Web page"), "www": N_("Web page"),
}  # fmt: skip
"""Labels of links for which the capitalised key would be wrong."""


def safe_href(text: str, files: frozenset[str] = frozenset()) -> str | None:
    r"""Return the ``href`` of a link that an author wrote, or ``None`` if it is refused.

    Only ``http``, ``https``, ``mailto`` and published files under ``files/`` are links.

    >>> safe_href("https://example.org/a b"), safe_href("java\tscript:alert(1)")
    ('https://example.org/a%20b', None)
    >>> safe_href("files/x.pdf", frozenset({"files/x.pdf"})) == ROOT + "files/x.pdf"
    True
    """
    text = text.strip()
    if RE_BAD.search(text):
        return None
    if RE_SAFE.match(text):
        if RE_QUOTED.fullmatch(text):
            return text
        return quote(text, safe="%/:?#[]@!$&'()*+,;=~-._")
    return ROOT + quote(text) if text in files else None


def link_label(key: str) -> str:
    """Return the label of a link by its key.

    >>> link_label("pdf"), link_label("project_page")
    ('PDF', 'Project page')
    """
    return _(LABELS.get(key.lower()) or key.replace("_", " ").replace("-", " ").capitalize())


def link_list(links: Mapping[str, str], files: frozenset[str]) -> list[tuple[str, str]]:
    """Return (label, href) of the links that may be published, in their order."""
    return [
        (link_label(key), href) for key, value in links.items() if (href := safe_href(value, files))
    ]


def links_of_work(work: Paper, files: frozenset[str], *labels: str) -> list[tuple[str, str]]:
    """Return (label, href) of the identifiers of a work, and of its links with these labels."""
    links = [(DOI.label, DOI.href(work.doi))] if work.doi else []
    links += [(ARXIV.label, ARXIV.href(work.arxiv))] if work.arxiv else []
    return [*links, *(row for row in link_list(work.links, files) if row[0] in labels)]


def identifiers_of(record: Any) -> list[tuple[Identifier, str]]:
    """Return the identifiers of a record, such as a person's ORCID iD, each with its type."""
    types = BY_RECORD[type(record)].identifiers.items()
    return [(type_, text) for name, type_ in types if (text := getattr(record, name))]


DOI, ARXIV = Doi(), Arxiv()


def doi_href(doi: str) -> str:
    """Return the address of a DOI."""
    return DOI.href(doi)


def arxiv_href(arxiv: str) -> str:
    """Return the address of an arXiv identifier."""
    return ARXIV.href(arxiv)


def license_href(text: str) -> str:
    """Return the address of a licence, or an empty text if it has none.

    >>> license_href("CC-BY-4.0"), license_href("as the owner allows")
    ('https://spdx.org/licenses/CC-BY-4.0.html', '')
    """
    if text.startswith(("https://", "http://")):
        return text
    return f"https://spdx.org/licenses/{text}.html" if RE_SPDX.fullmatch(text) else ""


RE_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
RE_IGNORED = re.compile(r"[\x00-\x20\x7f-\x9f\u200b-\u200f\u2028-\u202f\ufeff]")
"""Characters that browsers ignore inside or in front of a scheme."""

LINK_SCHEMES = frozenset({"http", "https", "mailto"})
FILES = "files/"
"""The only folder that is published as it is."""


def is_link(uri: str) -> bool:
    r"""Tell whether ``uri`` may be the target of a link.

    >>> is_link("https://example.org"), is_link("../papers/x.html#top"), is_link("notes:intro")
    (True, True, False)
    >>> is_link("javascript:alert(1)"), is_link(" java\nscript:alert(1)")
    (False, False)
    """
    scheme = RE_SCHEME.match(RE_IGNORED.sub("", uri))
    return scheme is None or scheme[1].lower() in LINK_SCHEMES


def is_public(docname: str, uri: str, home: str = FILES) -> bool:
    """Tell whether a file that a document names may be published: only files in ``home`` may.

    >>> is_public("people/ada", "../files/ada.jpg"), is_public("index", "/files/logo.svg")
    (True, True)
    >>> is_public("people/ada", "../conf.py"), is_public("index", "files/../conf.py")
    (False, False)
    """
    # With a star at the end, Sphinx would choose among all files whose names begin so.
    if RE_SCHEME.match(uri) or "\\" in uri or uri.startswith("//") or uri.endswith("*"):
        return False
    return path_of(docname, uri).startswith(home)


def path_of(docname: str, uri: str) -> str:
    """Return the path of a document's ``uri`` relative to the project's folder."""
    folder = "" if uri.startswith("/") else posixpath.dirname(docname)
    return posixpath.normpath(posixpath.join(folder, uri.lstrip("/")))


def file_meant(docname: str, uri: str, is_there: Callable[[str], bool], home: str = FILES) -> str:
    """Return the ``uri`` of a file, made absolute if it is relative to the project's folder only.

    ``is_there`` tells whether a path relative to the project's folder is a file.

    >>> file_meant("pages/x", "files/acme.png", {"files/acme.png"}.__contains__)
    '/files/acme.png'
    >>> file_meant("pages/x", "../files/acme.png", {"files/acme.png"}.__contains__)
    '../files/acme.png'
    """
    if RE_SCHEME.match(uri) or uri.startswith("/") or is_there(path_of(docname, uri)):
        return uri
    path = posixpath.normpath(uri)
    return f"/{path}" if path.startswith(home) and is_there(path) else uri


def page_named(path: str, refdoc: str) -> str:
    """Return the docname to which a path in the document ``refdoc`` leads.

    >>> page_named("../papers/x.md", "people/ada"), page_named("/people/index", "guide/a")
    ('papers/x', 'people/index')
    """
    for suffix in (".md", ".rst", ".html"):
        path = path.removesuffix(suffix)
    if path.startswith("/"):
        return path[1:]
    return posixpath.normpath(posixpath.join(posixpath.dirname(refdoc), path))
