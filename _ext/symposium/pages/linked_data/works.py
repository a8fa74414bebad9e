"""Papers and posters in the words of schema.org."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from symposium.kinds.paper import Paper
from symposium.pages.author_links import arxiv_href, doi_href
from symposium.pages.citing import work_types as of
from symposium.pages.citing.tags import pages_of, pdf_address
from symposium.pages.citing.work_types import WorkType, work_type
from symposium.pages.linked_data.parts import (
    HTTP,
    Describer,
    Thing,
    identifier,
    iso,
    license_of,
    one_or_all,
    organization,
    said,
)
from symposium.pages.maths import as_typed, language_of
from symposium.pages.small_texts import plain_text


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
