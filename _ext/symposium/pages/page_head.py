"""Elements for the ``<head>`` of a page made from records, besides those of its theme.

A description, citation data of works, previews for social networks (Open Graph, with a picture that
is drawn if need be), links to other forms of the page and to its subject (FAIR Signposting), and
its data as JSON-LD.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice, repeat
from typing import Any, NamedTuple
from urllib.parse import quote

from markupsafe import escape

from symposium.kinds import BY_NAME
from symposium.knowledge import KnowledgeBase
from symposium.locale import _
from symposium.pages.author_links import ROOT, doi_href, license_href
from symposium.pages.citing.forms import FORMS, has_by_products
from symposium.pages.citing.tags import PEOPLE, pdf_address
from symposium.pages.feeds import calendar_of
from symposium.pages.linked_data import MAX_RELATED, Describer, linked_data, type_of
from symposium.pages.maths import as_typed
from symposium.pages.shown_times import date_text
from symposium.pages.small_texts import clean
from symposium.pages.urls import Urls, docname
from symposium.pages.view_context import ViewContext
from symposium.pages.vocabulary import affiliation_text

Tag = tuple[str, str | None]
DESCRIPTION = "description og:description"
"""The names of the one tag for search engines, social networks and reference managers, which take
it for the abstract of a work."""
RE_SPACE = re.compile(r"[ \t\r\n]+")
SPACES = ("  ", "\t", "\r", "\n")
"""White space that `RE_SPACE` changes; few values have any, and to look for it costs nothing."""


def meta(tags: Iterable[Tag]) -> str:
    """Return ``<meta>`` elements, one a line; tags without a value are left out.

    A tag may have two names, separated by a space.

    >>> meta([(DESCRIPTION, 'a "b"'), ("citation_doi", None)])
    '<meta name="description" property="og:description" content="a &#34;b&#34;" />'
    """
    filled = [tag for tag in tags if tag[1]]
    # All values are escaped at once: a page has a dozen, and a site a hundred thousand pages.
    text = ROOT.join([value for _unused, value in filled if value])
    if any(map(text.__contains__, SPACES)):
        text = RE_SPACE.sub(" ", text)
    values = str(escape(text)).split(ROOT)
    names = [_named(name) for name, _unused in filled]
    return "\n".join(map('<meta {} content="{}" />'.format, names, values))


@cache
def _named(names: str) -> str:
    """Return the attributes with the names of a tag; those of Open Graph are properties."""
    pairs = (("property" if name.startswith("og:") else "name", name) for name in names.split())
    return " ".join(f'{attribute}="{name}"' for attribute, name in pairs)


def alternate(media_type: str, address: str, title: str, relation: str = "alternate") -> str:
    """Return the ``<link>`` to another form of a page.

    >>> alternate("text/calendar", "a.ics", "A & B")
    '<link rel="alternate" type="text/calendar" href="a.ics" title="A &amp; B" />'
    """
    title = escape(RE_SPACE.sub(" ", title))
    return f'<link rel="{relation}" type="{media_type}" href="{address}" title="{title}" />'


# Links in ``<head>`` by which machines find what belongs to a page: FAIR Signposting. A work that
# is published elsewhere is ``related`` by its DOI; only where the site has its text, that relation
# is ``cite-as``. See https://signposting.org/FAIR/.

SCHEMA = "https://schema.org/"
TYPES = f"""\
<link rel="type" href="{SCHEMA}AboutPage" />
<link rel="type" href="{SCHEMA}{{}}" />"""


def signposts(site: ViewContext, root: str, kind: str, record: Any) -> Iterator[str]:
    """Yield the ``<link>`` elements of a record's page; ``root`` leads to the root of the site."""
    if kind != "person":  # whom harvesters of works do not look for
        yield TYPES.format(type_of(kind, record))
    for relation, address in links_of(site, kind, record):
        yield f'<link rel="{relation}" href="{escape(address)}" />'
    if calendar := calendar_of(site, kind, record.id):
        title = _("Calendar: {title}").format(title=as_typed(site.kb.title_of(kind, record.id)))
        yield alternate("text/calendar", calendar.replace(ROOT, root), title)
    if kind == "paper" and site.hands_out:
        for form in FORMS:
            address = f"{root}papers/{record.id}.{form.ending}"
            yield alternate(form.media_type, address, form.label, "describedby")


def links_of(site: ViewContext, kind: str, record: Any) -> Iterator[tuple[str, str]]:
    """Yield relation and address of links out of the site: to people, identifiers, a licence."""
    if kind == "person":
        for _label, _text, href in site.identifiers("person", record.id):
            yield "related", href
        return
    said = BY_NAME[kind].said_to_machines
    if described := site.kb.identity.people.described:
        fields = (said[name] for name in PEOPLE if name in said)
        people = record.authors if kind == "paper" else chain(*(one.of(record) for one in fields))
        resolve = site.kb.identity.resolve
        ids = (resolve(person.name.text, person.person) for person in people)
        known = map(site.identifiers, repeat("person"), filter(described.__contains__, ids))
        for _label, _text, href in islice(chain.from_iterable(known), MAX_RELATED):
            yield "author", href
    if doi := getattr(record, "doi", None):
        is_here = kind == "paper" and pdf_address(record.links, site.urls, site.kb.files)
        yield "cite-as" if is_here else "related", doi_href(doi)
    licence = said["license"].of(record) if "license" in said else None
    if licence and (address := license_href(licence)):
        yield "license", quote(address, safe=":/?#[]@!$&'()*+,;=%~-._")


RE_TIME = re.compile(r"<time [^>]*>(.*?)</time>", re.DOTALL)

PICKED = '<span class="Z3988" '
RE_PICKED = re.compile(PICKED + "[^>]*></span>")

CARDS = frozenset({"dataset", "event", "paper", "person", "software", "talk"})
"""Kinds that have a picture of their own: ``web/static/symposium-card-*.png``."""


def page_head(site: ViewContext, page: str, kind: str, title: str, data: Mapping[str, Any]) -> str:
    """Return the elements for ``<head>``, one a line.

    ``data`` are the template's variables: among them description, record, citation data and feed.
    """
    urls = site.urls
    # Documentation that hosts pages may have its own tags of Open Graph.
    name = "description" if urls.hosted else DESCRIPTION
    tags: list[Tag] = [(name, data["description"]), *data.get("head", ())]
    if not urls.hosted:
        tags += open_graph(site, page, kind, title, data["record"])
    describe, lines = Describer(site, page), [meta(tags)]
    if kind in BY_NAME and data["record"] is not None:
        lines += signposts(site, describe.root, kind, data["record"])
    if feed := data.get("feed"):
        label = _("Feed: {title}").format(title=title)
        lines.append(alternate("application/atom+xml", feed.replace(ROOT, describe.root), label))
    lines.append(linked_data(describe, kind, title, data["record"], data["crumbs"]))
    return clean("\n".join(lines))


def of_one_work(html: str, head: Sequence[Tag]) -> str:
    """Return the page of a work without markup that would mislead reference managers.

    Zotero prefers works that are marked in lists to the tags of a page, and takes the first date on
    a page for that of a work without one.
    """
    cited = dict(head)
    if "citation_title" not in cited:
        return html
    if PICKED in html:
        html = RE_PICKED.sub("", html)
    return html if cited.get("citation_publication_date") else RE_TIME.sub(r"<span>\1</span>", html)


def open_graph(site: ViewContext, page: str, kind: str, title: str, record: Any) -> list[Tag]:
    """Return the tags by which social networks show a link to a page, besides its description.

    The name of the site is left out: a reference manager takes it for the container of a work.
    """
    type_ = "profile" if kind in {"person", "cv"} else "article"
    if kind in {"index", "year", "explore", "programme"}:  # overviews, without an author
        type_ = "website"
    return [
        ("og:type", type_),
        ("og:title", title),
        ("og:url", site.urls.absolute(page)),
        ("og:image", _picture(site, kind, record) or card(site.urls, kind)),
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
    """Return the absolute address of a kind's picture, for social networks, if it is known."""
    name = f"symposium-card-{kind}" if kind in CARDS else "symposium-card"
    return f"{urls.base}_static/{name}.png" if urls.base else None


KINDS = ("person", "paper", "event")
"""Kinds whose records have drawn previews, if they have a file of their own."""
MAX_TITLE, MAX_NAMES = 160, 6

RE_BEYOND = re.compile("[^\x00-\u052f\u1e00-\u2e7f\ud800-\uf8ff\ufe00-\ufe6f\uff00-\uffff]")
"""Letters that the fonts of the Typst compiler lack."""


class Preview(NamedTuple):
    """The content of a drawn preview."""

    path: str
    """Path of the picture, relative to the root of the site."""
    title: str
    names: str
    """Authors of a paper, affiliations of a person, time and place of an event."""


def preview_of(kb: KnowledgeBase, urls: Urls, kind: str, record: Any) -> Preview | None:
    """Return the preview to draw for a record, or ``None`` if it has none.

    Social networks need absolute addresses. Texts that need other fonts than those of the compiler
    are not drawn, as other fonts differ between machines.
    """
    if kind not in KINDS or not (urls.pdf and urls.base) or urls.hosted:
        return None
    if not has_by_products(kb, kind, record.id, 0) or picture_of(record):
        return None
    title = clean(as_typed(kb.title_of(kind, record.id)))
    names = clean(" · ".join(filter(None, _names(kind, record))))
    if RE_BEYOND.search(title + names):
        return None
    if len(title) > MAX_TITLE:
        title = f"{title[:MAX_TITLE].rpartition(' ')[0]} …"
    return Preview(f"{docname(kind, record.id)}.png", title, names)


def picture_of(record: Any) -> str | None:
    """Return the path of the picture of a work or person; networks show no SVG."""
    path = getattr(record, "thumbnail", None) or getattr(record, "photo", None)
    return path if path and not path.endswith(".svg") else None


def _names(kind: str, record: Any) -> list[str]:
    if kind == "paper":
        names = [author.name.text for author in record.authors]
        return [*names[:MAX_NAMES], "…"] if len(names) > MAX_NAMES else names
    if kind == "person":
        return [affiliation_text(affiliation) for affiliation in record.affiliations[:2]]
    return [record.when or date_text(record.date), record.location or ""]
