"""Links in ``<head>`` by which machines find what a page is about: FAIR Signposting.

A work that is published elsewhere is ``related`` by its DOI; only where the site holds its text
is that what one cites (``cite-as``). See https://signposting.org/FAIR/.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any
from urllib.parse import quote

from markupsafe import escape

from symposium.kinds import BY_NAME
from symposium.kinds.paper import Paper
from symposium.pages.author_links import doi_href
from symposium.pages.citing.tags import pdf_address
from symposium.pages.linked_data.parts import HTTP, MOST, license_of, orcid_href, type_of
from symposium.pages.view_context import ViewContext

Signpost = tuple[str, str]
"""A relation and an address."""
TYPE = """\
<link rel="type" href="https://schema.org/AboutPage" />
<link rel="type" href="https://schema.org/{}" />"""


def signposts(site: ViewContext, page: str, kind: str, record: Any) -> Iterator[str]:
    """Yield the ``<link>`` elements of a page; the page of no record has none."""
    if kind in BY_NAME and record is not None:
        yield TYPE.format(type_of(kind, record))
        for relation, address in links_of(site, kind, record):
            yield f'<link rel="{relation}" href="{escape(address)}" />'
        yield from forms(site, page, kind, record)


def forms(site: ViewContext, page: str, kind: str, record: Any) -> Iterator[str]:
    """Yield the links to other forms of a page, the files beside it: there are none yet."""
    del site, page, kind, record
    yield from ()


def links_of(site: ViewContext, kind: str, record: Any) -> Iterator[Signpost]:
    """Yield the links of a record, each with its relation."""
    if kind == "person":
        if record.orcid:
            yield "related", orcid_href(record.orcid)
    elif kind == "paper":
        yield from _of_paper(site, record)
    else:
        yield from _of_described(site, kind, record)


def _of_paper(site: ViewContext, paper: Paper) -> Iterator[Signpost]:
    yield from _authors(site, paper.authors)
    if paper.doi:
        is_here = pdf_address(paper.links, site.urls, site.kb.files)
        yield "cite-as" if is_here else "related", doi_href(paper.doi)


def _of_described(site: ViewContext, kind: str, record: Any) -> Iterator[Signpost]:
    fields = BY_NAME[kind].said_to_machines
    for name in ("author", "creator"):
        if name in fields:
            yield from _authors(site, fields[name].of(record))
    if (doi := fields.get("identifier")) and (written := doi.of(record)):
        yield "related", doi_href(written)
    if (said := fields.get("license")) and (written := said.of(record)):
        address = license_of(written)
        if isinstance(address, str) and address.startswith(HTTP):
            yield "license", quote(address, safe=":/?#[]@!$&'()*+,;=%~-._")


def _authors(site: ViewContext, people: Any) -> Iterator[Signpost]:
    described, resolve = site.kb.identity.people.described, site.kb.identity.resolve
    if not described:
        return
    found = (
        orcid
        for one in people
        if (person := described.get(resolve(one.name.text, one.person))) and (orcid := person.orcid)
    )
    for orcid in islice(found, MOST):
        yield "author", orcid_href(orcid)
