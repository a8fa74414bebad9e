"""Links in ``<head>`` by which machines find what belongs to a page: FAIR Signposting.

A work that is published elsewhere is ``related`` by its DOI; only where the site holds its text
is that what one cites (``cite-as``). See https://signposting.org/FAIR/.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import quote

from markupsafe import escape

from symposium.kinds import BY_NAME
from symposium.kinds.paper import Paper
from symposium.locale import _
from symposium.pages.author_links import ROOT, doi_href
from symposium.pages.citing.forms import PUBLISHED
from symposium.pages.citing.tags import pdf_address
from symposium.pages.linked_data.parts import HTTP, MOST, license_of, orcid_href, type_of
from symposium.pages.maths import as_typed
from symposium.pages.metadata import alternate
from symposium.pages.view_context import ViewContext
from symposium.pages.views.calendars import calendar_of

SCHEMA = "https://schema.org/"
TYPES = f"""\
<link rel="type" href="{SCHEMA}AboutPage" />
<link rel="type" href="{SCHEMA}{{}}" />"""


class Signpost(NamedTuple):
    """A link of a record."""

    relation: str
    address: str
    """Of a file of the site: with `ROOT` before its path."""
    media_type: str = ""
    title: str = ""


def signposts(site: ViewContext, page: str, kind: str, record: Any) -> Iterator[str]:
    """Yield the ``<link>`` elements of a page; the page of no record has none."""
    if kind not in BY_NAME or record is None:
        return
    root = site.urls.root(page)
    yield TYPES.format(type_of(kind, record))
    for one in links_of(site, kind, record):
        yield f'<link rel="{one.relation}" href="{escape(one.address)}" />'
    for one in files_of(site, kind, record):
        yield alternate(one.media_type, one.address.replace(ROOT, root), one.title, one.relation)


def files_of(site: ViewContext, kind: str, record: Any) -> Iterator[Signpost]:
    """Yield the files beside the page of a record: other forms of what it says."""
    if calendar := calendar_of(site, kind, record.id):
        named = _("Calendar: {title}").format(title=as_typed(site.kb.title_of(kind, record.id)))
        yield Signpost("alternate", calendar, "text/calendar", named)
    if kind == "paper" and site.hands_out:
        stem = site.file_url(f"papers/{record.id}")
        for form in PUBLISHED:
            address = f"{stem}.{form.ending}"
            yield Signpost("describedby", address, form.media_type, form.label)


def links_of(site: ViewContext, kind: str, record: Any) -> Iterator[Signpost]:
    """Yield the links of a record to what is elsewhere: people, identifiers, its licence."""
    if kind == "person":
        if record.orcid:
            yield Signpost("related", orcid_href(record.orcid))
    elif kind == "paper":
        yield from _of_paper(site, record)
    else:
        yield from _of_described(site, kind, record)


def _of_paper(site: ViewContext, paper: Paper) -> Iterator[Signpost]:
    yield from _authors(site, paper.authors)
    if paper.doi:
        is_here = pdf_address(paper.links, site.urls, site.kb.files)
        yield Signpost("cite-as" if is_here else "related", doi_href(paper.doi))


def _of_described(site: ViewContext, kind: str, record: Any) -> Iterator[Signpost]:
    fields = BY_NAME[kind].said_to_machines
    for name in ("author", "creator"):
        if name in fields:
            yield from _authors(site, fields[name].of(record))
    if (doi := fields.get("identifier")) and (written := doi.of(record)):
        yield Signpost("related", doi_href(written))
    if (said := fields.get("license")) and (written := said.of(record)):
        address = license_of(written)
        if isinstance(address, str) and address.startswith(HTTP):
            yield Signpost("license", quote(address, safe=":/?#[]@!$&'()*+,;=%~-._"))


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
        yield Signpost("author", orcid_href(orcid))
