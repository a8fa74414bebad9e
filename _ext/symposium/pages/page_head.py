"""What stands in the ``<head>`` of a page of ours, besides what its theme puts there.

A description, citation data of works, what networks show of a link (Open Graph), links to other
forms of the page and to what it is about (FAIR Signposting), and its data as JSON-LD.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import quote

from markupsafe import escape

from symposium.kinds import BY_NAME
from symposium.kinds.paper import Paper
from symposium.locale import _
from symposium.pages.author_links import ROOT, doi_href
from symposium.pages.citing.forms import FORMS
from symposium.pages.citing.tags import pdf_address
from symposium.pages.feeds import calendar_of
from symposium.pages.link_previews import picture_of, preview_of
from symposium.pages.linked_data.graph import linked_data
from symposium.pages.linked_data.parts import HTTP, MOST, Describer, license_of, orcid_href, type_of
from symposium.pages.maths import as_typed
from symposium.pages.small_texts import clean
from symposium.pages.urls import Urls
from symposium.pages.view_context import ViewContext

Tag = tuple[str, str | None]


def meta(tags: list[Tag]) -> str:
    """Return ``<meta>`` elements, one a line; tags without a value are left out.

    >>> meta([("description", 'a "b"'), ("citation_doi", None)])
    '<meta name="description" content="a &#34;b&#34;" />'
    """
    given = [(name, value) for name, value in tags if value]
    # All values are escaped at once: a page has a dozen, and a site a hundred thousand pages.
    text = "\0".join([value for _unused, value in given])
    if "\n" in text or "  " in text or "\t" in text or "\r" in text:
        text = on_one_line(text)
    values = str(escape(text)).split("\0")  # the parts of markup would be markup, each
    if len(values) != len(given):
        values = [str(escape(on_one_line(value))) for _unused, value in given]
    return "\n".join(
        [
            f'<meta {"property" if name[:3] == "og:" else "name"}="{name}" content="{value}" />'
            for (name, _unused), value in zip(given, values)  # noqa: B905 - as long
        ]
    )


def on_one_line(text: str) -> str:
    """Return text with one space in the place of several, and of tabs and line ends."""
    for sign in "\t\r\n":
        text = text.replace(sign, " ")
    while "  " in text:
        text = text.replace("  ", " ")
    return text


def alternate(media_type: str, address: str, title: str, relation: str = "alternate") -> str:
    """Return the ``<link>`` to another form of a page.

    >>> alternate("text/calendar", "a.ics", "A & B")
    '<link rel="alternate" type="text/calendar" href="a.ics" title="A &amp; B" />'
    """
    title = str(escape(on_one_line(title)))
    return f'<link rel="{relation}" type="{media_type}" href="{address}" title="{title}" />'


# Links in ``<head>`` by which machines find what belongs to a page: FAIR Signposting. A work that
# is published elsewhere is ``related`` by its DOI; only where the site holds its text is that what
# one cites (``cite-as``). See https://signposting.org/FAIR/.

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
        for form in FORMS:
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


RE_TIME = re.compile(r"<time [^>]*>(.*?)</time>", re.DOTALL)

PICKED = '<span class="Z3988" '
RE_PICKED = re.compile(PICKED + "[^>]*></span>")

PROFILES = frozenset({"person", "cv"})
CARDS = frozenset({"dataset", "event", "paper", "person", "software", "talk"})
"""Kinds that have a picture of their own: ``web/static/symposium-card-*.png``."""
SITES = frozenset({"index", "year", "explore", "programme"})
"""Kinds of pages that are of the site, and not about something that somebody made."""


def page_head(site: ViewContext, page: str, kind: str, title: str, data: Mapping[str, Any]) -> str:
    """Return the elements for ``<head>``, one a line.

    ``data`` are the names of the page's template: its description, record, citation data and feed.
    """
    urls = site.urls
    tags: list[Tag] = [("description", data["description"]), *data.get("head", ())]
    if not urls.hosted:
        tags += open_graph(site, page, kind, title, data)
    found = [meta(tags), *signposts(site, page, kind, data["record"])]
    if feed := data.get("feed"):
        named = _("Feed: {title}").format(title=title)
        found.append(alternate("application/atom+xml", feed.replace(ROOT, urls.root(page)), named))
    found.append(linked_data(Describer(site, page), kind, title, data["record"], data["crumbs"]))
    return clean("\n".join(found))


def of_one_work(html: str, head: Sequence[Tag]) -> str:
    """Return a page without what a reference manager would take for the work that it is about.

    Zotero prefers works to pick to the tags of a page, and takes the first date of a page for that
    of a work without one.
    """
    cited = dict(head)
    if "citation_title" not in cited:
        return html
    if PICKED in html:
        html = RE_PICKED.sub("", html)
    return html if cited.get("citation_publication_date") else RE_TIME.sub(r"<span>\1</span>", html)


def open_graph(
    site: ViewContext, page: str, kind: str, title: str, data: Mapping[str, Any]
) -> list[Tag]:
    """Return what networks show of a link to a page.

    The name of the site is left out: a reference manager takes it for the container of a work.
    """
    type_ = "profile" if kind in PROFILES else "website" if kind in SITES else "article"
    return [
        ("og:type", type_),
        ("og:title", title),
        ("og:url", site.urls.absolute(page)),
        ("og:description", data["description"]),
        ("og:image", _picture(site, kind, data["record"]) or card(site.urls, kind)),
    ]


def _picture(site: ViewContext, kind: str, record: Any) -> str | None:
    """Return the address of the picture of a record: its own, or one that is drawn."""
    if not site.urls.base or record is None:
        return None
    if path := picture_of(record):
        address = site.href(path)
        return address.replace(ROOT, site.urls.base) if address else None
    preview = preview_of(site.kb, site.urls, kind, record)
    return f"{site.urls.base}{preview.path}" if preview else None


def card(urls: Urls, kind: str = "") -> str | None:
    """Return the address of the picture that networks show with a link; it has to be absolute."""
    name = f"symposium-card-{kind}" if kind in CARDS else "symposium-card"
    return f"{urls.base}_static/{name}.png" if urls.base else None
