"""The metadata of ``<head>``: a description for every page, citation data for papers.

Reference managers and Google Scholar read the ``citation_*`` tags (Highwire Press); names are those
printed on the paper. The order matters: a reference manager takes the type of a work from the last
container that it meets, so the book title goes before the conference.
"""

from __future__ import annotations

import re

from markupsafe import escape

from symposium.kinds.paper import Contributor, Paper
from symposium.model.dates import Date
from symposium.pages.maths import as_typed
from symposium.pages.publication_status import status_of_paper
from symposium.pages.urls import Urls, docname

Tag = tuple[str, str | None]

RE_PAGES = re.compile(r"\s*([^\s–—-]+)\s*(?:[–—-]+\s*([^\s–—-]+))?\s*")

CONFERENCE = frozenset({"inproceedings", "conference"})
CHAPTER = frozenset({"incollection", "inbook"})
THESES = frozenset({"phdthesis", "mastersthesis", "thesis"})
REPORTS = frozenset({"techreport", "report"})
ITEM_TYPES = {"dataset": "dataset", "software": "computerProgram", "book": "book",
              "online": "webpage", "patent": "patent"}  # fmt: skip
"""Types of work that no container tells, in the words of Zotero."""


def meta(tags: list[Tag]) -> str:
    """Return ``<meta>`` elements, one a line; tags without a value are left out.

    >>> meta([("description", 'a "b"'), ("citation_doi", None)])
    '<meta name="description" content="a &#34;b&#34;" />'
    """
    given = [(name, value) for name, value in tags if value]
    # All values are escaped at once: a page has a dozen, and a site a hundred thousand pages.
    text = "\0".join([value for _, value in given])
    if "\n" in text or "  " in text or "\t" in text or "\r" in text:
        text = on_one_line(text)
    values = str(escape(text)).split("\0")  # the parts of markup would be markup, each
    if len(values) != len(given):
        values = [str(escape(on_one_line(value))) for _, value in given]
    return "\n".join(
        [f'<meta name="{name}" content="{value}" />' for (name, _), value in zip(given, values)]  # noqa: B905 - as long
    )


def on_one_line(text: str) -> str:
    """Return text with one space in the place of several, and of tabs and line ends."""
    for sign in "\t\r\n":
        text = text.replace(sign, " ")
    while "  " in text:
        text = text.replace("  ", " ")
    return text


def alternate(media_type: str, address: str, title: str) -> str:
    """Return the ``<link>`` to another form of a page.

    >>> alternate("text/calendar", "a.ics", "A & B")
    '<link rel="alternate" type="text/calendar" href="a.ics" title="A &amp; B" />'
    """
    title = str(escape(on_one_line(title)))
    return f'<link rel="alternate" type="{media_type}" href="{address}" title="{title}" />'


def paper_head(paper: Paper, urls: Urls) -> list[Tag]:
    """Return the citation data of a paper, in the order that readers of it expect."""
    first, last = _pages(paper.pages)
    kind, container = _kind_and_container(paper)
    return [
        ("citation_title", _title(paper)),
        *(("citation_author", name) for name in _authors(paper.authors)),
        ("citation_publication_date", _date(paper.date)),
        *container,
        ("citation_volume", paper.volume),
        ("citation_issue", None if paper.type in REPORTS else paper.number),
        ("citation_firstpage", first),
        ("citation_lastpage", last),
        ("citation_doi", paper.doi),
        ("citation_isbn", paper.isbn),
        ("citation_issn", paper.issn),
        ("citation_publisher", paper.publisher),
        ("citation_abstract", as_typed(abstract) if (abstract := paper.abstract) else None),
        ("citation_public_url", urls.absolute(docname("paper", paper.id))),
        ("z:itemType", kind),
    ]


def _title(paper: Paper) -> str:
    """Return the title; before that of a retracted work it says so, as NISO RP-45 recommends."""
    found = status_of_paper(paper)
    before = f"{found.word.upper()}: " if found and found.grave else ""
    return before + as_typed(paper.title)


def _authors(authors: tuple[Contributor, ...]) -> list[str]:
    """Return names with the family name first.

    A reference manager splits a single author at a comma that has words with spaces on both
    sides; no-break spaces in the family name keep it whole.
    """
    names = [one.name.inverted for one in authors]
    if len(names) == 1 and ", " in names[0]:
        family, _, rest = names[0].partition(", ")
        return [f"{family.replace(' ', chr(0xA0))}, {rest}"]
    return names


def _date(date: Date | None) -> str | None:
    """Return a date with slashes; a season counts as its year."""
    if date is None or date.year is None:
        return None
    return str(date.year) if date.season else date.iso.replace("-", "/")


def _pages(pages: str | None) -> tuple[str | None, str | None]:
    found = RE_PAGES.fullmatch(pages or "")
    return (found[1], found[2]) if found else (None, None)


def _kind_and_container(paper: Paper) -> tuple[str | None, list[Tag]]:
    """Return the type of the work where its container does not tell it, and the container."""
    where = as_typed(paper.venue) if paper.venue else None
    if paper.poster:
        return "presentation", [("citation_conference_title", where)]
    if paper.type == "article" and where:
        return None, [("citation_journal_title", where)]
    if paper.type in CONFERENCE and where:
        return None, [("citation_inbook_title", where), ("citation_conference_title", where)]
    if paper.type in CHAPTER and where:
        return None, [("citation_inbook_title", where)]
    if paper.type in THESES:
        return "thesis", [("citation_dissertation_institution", paper.institution or where)]
    if paper.type in REPORTS:
        institution = paper.institution or where
        return "report", [
            ("citation_technical_report_institution", institution),
            ("citation_technical_report_number", paper.number),
        ]
    if paper.type in ITEM_TYPES:
        return ITEM_TYPES[paper.type], []
    if paper.arxiv or paper.status == "preprint" or "arxiv" in (where or "").lower():
        return "preprint", []
    return "document", [("citation_inbook_title", where)] if paper.type in CONFERENCE else []
