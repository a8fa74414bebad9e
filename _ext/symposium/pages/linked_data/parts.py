"""Works, and the parts that things of every type are made of: people, addresses, dates."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any

from symposium.kinds import BY_NAME
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.participants import Participant
from symposium.kinds.software import Developer
from symposium.model.dates import Date, Dates, Period
from symposium.pages.author_links import arxiv_href, doi_href
from symposium.pages.citing import work_types as of
from symposium.pages.citing.tags import pages_of, pdf_address
from symposium.pages.citing.work_types import WorkType, work_type
from symposium.pages.maths import as_typed, language_of
from symposium.pages.shown_times import first_date
from symposium.pages.small_texts import plain_text
from symposium.pages.urls import docname
from symposium.pages.view_context import FLAT, ViewContext

Thing = dict[str, Any]
PrintedName = Contributor | Developer | Participant

MOST = 100
"""People of a work and parts of an event that are named; a work may have thousands."""

RE_SPDX = re.compile(r"[A-Za-z0-9.+-]+")
HTTP = ("https://", "http://")


class Describer:
    """Makes the parts of the things on one page, with addresses as they are seen from there."""

    def __init__(self, site: ViewContext, page: str) -> None:
        self.site = site
        self.kb = site.kb
        self.urls = site.urls
        self.page = page
        self.prefix = site.urls.base or site.urls.root(page)
        self.own = self.address(page)
        """The address of the page itself."""
        self._ending = site.urls.path("")

    def address(self, page: str) -> str:
        """Return the address of a page: absolute where that is known, else relative."""
        return self.urls.absolute(page) or self.urls.relative(self.page, page)

    def url(self, kind: str, record_id: str) -> str | None:
        """Return the address of a record, if its kind has pages."""
        if self.urls.kinds and not self.urls.shows(kind):
            return None
        if (folder := FLAT.get(kind)) is None:
            return self.address(docname(kind, record_id))
        return f"{self.prefix}{folder}/{record_id}{self._ending}"

    def reference(self, kind: str, record_id: str) -> Thing:
        """Return what stands for a record on the page of another one."""
        return said(**{
            "@type": type_of(kind, self.kb.entities[kind][record_id]),
            "@id": self.url(kind, record_id),
            "name": self.kb.title_of(kind, record_id),
        })  # fmt: skip

    def topics(self, record: Any) -> list[str]:
        """Return the titles of a record's topics."""
        texts = getattr(record, "topics", ())
        return [as_typed(topic.title) for topic in self.kb.topics_of(texts)] if texts else []

    def people(self, printed: Iterable[PrintedName]) -> list[Thing]:
        """Return people by the names that are printed, the first `MOST` of them."""
        resolve, described = self.kb.identity.resolve, self.kb.identity.people.described
        shown = not self.urls.kinds or self.urls.shows("person")
        before, behind = f"{self.prefix}{FLAT['person']}/", self._ending
        found: list[Thing] = []
        for one in islice(printed, MOST):
            name = one.name
            person_id = resolve(name.text, one.person)
            made = {"@type": "Organization" if name.corporate else "Person", "name": name.text}
            if shown:
                made["url"] = f"{before}{person_id}{behind}"
            if person_id in described and (orcid := described[person_id].orcid):
                made["sameAs"] = orcid_href(orcid)
            found.append(made)
        return found

    def editors(self, printed: Iterable[PrintedName]) -> Thing:
        """Return editors as properties: schema.org knows people as such, others as contributors."""
        found = self.people(printed)
        return said(
            editor=[one for one in found if one["@type"] == "Person"],
            contributor=[one for one in found if one["@type"] != "Person"],
        )


def type_of(kind: str, record: Any) -> str:
    """Return the type of schema.org of a record."""
    return work_type(record).schema_org if kind == "paper" else BY_NAME[kind].schema_org


def said(**values: Any) -> Thing:
    """Return the properties that have a value."""
    return {name: value for name, value in values.items() if value}


def organization(name: str | None) -> Thing | None:
    """Return an organisation by its name."""
    return {"@type": "Organization", "name": name} if name else None


def iso(date: Date | None) -> str | None:
    """Return a date as ISO 8601 has it; a season counts as its year."""
    if date is None or date.year is None:
        return None
    return str(date.year) if date.season else date.iso


def ends(dates: Dates | None) -> tuple[str | None, str | None]:
    """Return the first and the last day of something.

    >>> ends(Period(Date(2021, 5, 17), Date(2021, 5, 18))), ends(Date(2021, 5))
    (('2021-05-17', '2021-05-18'), ('2021-05', '2021-05'))
    """
    every = dates if isinstance(dates, tuple) else (dates,) if dates else ()
    last = [one.end if isinstance(one, Period) else one for one in every]
    final = max(last, key=lambda one: one.sort_key) if last else None
    return iso(first_date(dates)), iso(final)


def identifier(doi: str | None) -> Thing | None:
    """Return a DOI as a value that says what it is."""
    return {"@type": "PropertyValue", "propertyID": "DOI", "value": doi} if doi else None


def license_of(text: str) -> str | Thing:
    """Return the address of a licence, or its name where it has none.

    >>> license_of("CC-BY-4.0"), license_of("as the owner allows")["name"]
    ('https://spdx.org/licenses/CC-BY-4.0.html', 'as the owner allows')
    """
    if text.startswith(HTTP):
        return text
    if RE_SPDX.fullmatch(text):
        return f"https://spdx.org/licenses/{text}.html"
    return {"@type": "CreativeWork", "name": text}


def orcid_href(orcid: str) -> str:
    """Return the address of an ORCID iD."""
    return f"https://orcid.org/{orcid}"


def elsewhere(links: Mapping[str, str], *names: str) -> list[str]:
    """Return the addresses of links that lead out of the site: all, or those of some names."""
    return [
        address
        for name, address in links.items()
        if address.startswith(HTTP) and (not names or name.lower() in names)
    ]


def one_or_all(values: list[Any]) -> Any:
    """Return the only value, or the list of them."""
    return values[0] if len(values) == 1 else values


def paper(describe: Describer, one: Paper) -> Thing:
    """Return a paper or a poster; its abstract is among the citation data already."""
    type_ = work_type(one)
    made: Thing = {
        "@type": type_.schema_org,
        "@id": (address := describe.url("paper", one.id)),
        "url": address,
        "name": as_typed(one.title),
    }
    more = {
        "author": describe.people(one.authors),
        **(describe.editors(one.editors) if one.editors else {}),
        "datePublished": iso(one.known_date),
        "inLanguage": language_of(one),
        "keywords": describe.topics(one),
        "award": one.awards,
        "license": license_of(one.license) if one.license else None,
        "isAccessibleForFree": one.open_access != "closed" if one.open_access else None,
        "creativeWorkStatus": one.status,
        "identifier": identifier(one.doi),
        "sameAs": one_or_all(_elsewhere(one)),
        "publisher": organization(one.publisher),
        "sourceOrganization": organization(one.institution),
        "description": plain_text(describe.kb, one.abstract or "") if type_ is of.DATASET else None,
        "encoding": _file(pdf_address(one.links, describe.urls, describe.kb.files)),
    }
    made.update([(name, value) for name, value in more.items() if value])
    own = OF_TYPES.get(type_)
    if own:
        made |= own(one)
    return made


def _elsewhere(one: Paper) -> list[str]:
    """Return the addresses of the work itself."""
    found = [doi_href(one.doi)] if one.doi else []
    found += [arxiv_href(one.arxiv)] if one.arxiv else []
    url = one.links.get("url", "")
    return [*found, url] if url.startswith(HTTP) and url not in found else found


def _file(address: str | None) -> Thing | None:
    if not address:
        return None
    return {
        "@type": "MediaObject", "contentUrl": address, "encodingFormat": "application/pdf",
    }  # fmt: skip


def _pages(one: Paper) -> Thing:
    first, last = pages_of(one)
    return said(pagination=one.pages, pageStart=first, pageEnd=last)


def _article(one: Paper) -> Thing:
    """Return the issue of a volume of a journal that an article is a part of."""
    if not one.venue:
        return _pages(one)
    inside: Thing = said(**{"@type": "Periodical", "name": as_typed(one.venue), "issn": one.issn})
    if one.volume:
        inside = {"@type": "PublicationVolume", "volumeNumber": one.volume, "isPartOf": inside}
    if one.number:
        inside = {"@type": "PublicationIssue", "issueNumber": one.number, "isPartOf": inside}
    return {**_pages(one), "isPartOf": inside}


def _part_of_book(one: Paper) -> Thing:
    if not one.venue:
        return _pages(one)
    book = said(**{
        "@type": "Book", "name": as_typed(one.venue), "isbn": one.isbn, "isPartOf": _series(one),
    })  # fmt: skip
    return {**_pages(one), "isPartOf": book}


def _series(one: Paper) -> Thing | None:
    if not one.series:
        return None
    return said(**{"@type": "CreativeWorkSeries", "name": one.series, "issn": one.issn})


def _book(one: Paper) -> Thing:
    edition, pages = one.detail("edition"), one.detail("pagetotal")
    number = int(pages) if pages and pages.isdecimal() else None
    return said(isbn=one.isbn, bookEdition=edition, numberOfPages=number, isPartOf=_series(one))


OF_TYPES: Mapping[WorkType, Callable[[Paper], Thing]] = {
    of.ARTICLE: _article, of.BOOK: _book, of.CHAPTER: _part_of_book, of.CONFERENCE: _part_of_book,
    of.ENCYCLOPEDIA: _part_of_book, of.NEWSPAPER: _article,
    **dict.fromkeys(
        (of.REPORT, of.STANDARD), lambda one: said(reportNumber=one.number, isPartOf=_series(one))
    ),
    of.SOFTWARE: lambda one: said(
        version=one.detail("version"), codeRepository=one.links.get("code")
    ),
    of.THESIS: lambda one: said(
        inSupportOf=of.GENRES.get(one.detail("type") or one.type, one.detail("type"))
    ),
}  # fmt: skip
"""What only works of a type have."""
