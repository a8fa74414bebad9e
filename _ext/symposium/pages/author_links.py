"""Links of authors: which may be published, and what they are called."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from urllib.parse import quote

from symposium.locale import N_, _

ROOT = "\x02"
"""Stands for the way to the root of the site until a page is finished; no text can hold it."""

RE_BAD = re.compile(r"[\x00-\x1f\x7f]")
RE_SAFE = re.compile(r"(?:https?://[^\s/?#\\]+|mailto:[^\s/?#:]+@)", re.IGNORECASE)

RE_QUOTED = re.compile(r"[A-Za-z0-9%/:?#\[\]@!$&'()*+,;=~._-]*")

RE_PLAIN_DOI = re.compile(r"[A-Za-z0-9/:;()._-]*")

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
"""Names of links whose key with a capital letter would be wrong."""


def safe_href(text: str, files: frozenset[str] = frozenset()) -> str | None:
    r"""Return what may stand in ``href`` for an author's link, or ``None``.

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


def without_links(html: str, leads_to_page: Callable[[str], bool]) -> str:
    """Return markup in which links that lead to no page are what stands in them.

    >>> without_links(f'<a class="x" href="{ROOT}a.html">A</a>', lambda path: path != "a.html")
    'A'
    """
    return RE_LINK.sub(lambda link: link[0] if leads_to_page(link[1]) else link[2], html)


def link_label(key: str) -> str:
    """Return what a link is called.

    >>> link_label("pdf"), link_label("project_page")
    ('PDF', 'Project page')
    """
    return _(LABELS.get(key.lower()) or key.replace("_", " ").replace("-", " ").capitalize())


def link_list(links: Mapping[str, str], files: frozenset[str]) -> list[tuple[str, str]]:
    """Return (label, href) of the links that may be published, in their order."""
    return [
        (link_label(key), href) for key, value in links.items() if (href := safe_href(value, files))
    ]


def doi_href(doi: str) -> str:
    """Return the address of a DOI."""
    if RE_PLAIN_DOI.fullmatch(doi):
        return f"https://doi.org/{doi}"
    return "https://doi.org/" + quote(doi, safe="/:;()<>.-_").replace("<", "%3C").replace(
        ">", "%3E"
    )


def arxiv_href(arxiv: str) -> str:
    """Return the address of an arXiv identifier."""
    return "https://arxiv.org/abs/" + quote(arxiv)
