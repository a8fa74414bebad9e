"""The citation data of a work as tags in ``<head>``, for reference managers.

Google Scholar, Mendeley and Zotero read the ``citation_*`` tags (Highwire Press). Zotero reads
further data as ``z:*``, under its own names of types and fields. No tag repeats the abstract:
Google Scholar asks for none, and Zotero takes the description of the page for it. Names of people
are those printed on the work. The order matters to Zotero: it takes the type of a work from the
last container that it reads, so the book title goes before the conference, and a poster has none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import repeat
from operator import attrgetter, methodcaller
from typing import Any
from urllib.parse import quote, urlsplit

from markupsafe import Markup

from symposium.kinds.kind import Kind
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.base import MANY_AUTHORS
from symposium.model.dates import Date
from symposium.model.names import Name
from symposium.pages.author_links import arxiv_href, safe_href
from symposium.pages.citing import work_types as of
from symposium.pages.citing.work_types import WorkType, work_type
from symposium.pages.maths import as_typed, language_of
from symposium.pages.publication_status import status_of_paper
from symposium.pages.shown_times import first_date
from symposium.pages.template_compiler import markup
from symposium.pages.urls import Urls, docname

Tag = tuple[str, str | None]
Tags = list[Tag]

RE_PAGES = re.compile(r"\s*([^\s–—-]+)\s*(?:[–—-]+\s*([^\s–—-]+))?\s*")

RE_UNSAFE = re.compile(r"[^\w.~/:, -]", re.ASCII)
MAX_AUTHORS = 40
"""Works with a DOI and more authors have no authors in the data of a list."""
COINS = "ctx_ver=Z39.88-2004&amp;rft_val_fmt=info%3Aofi%2Ffmt%3Akev%3Amtx%3Adc"


def iso(date: Date | None) -> str:
    """Return a date in ISO 8601; a season counts as its year.

    >>> iso(Date(2021, 5)), iso(Date(2021, season="summer")), iso(None)
    ('2021-05', '2021', '')
    """
    if date is None or date.year is None:
        return ""
    return str(date.year) if date.season else date.iso


def date_tag(date: Date | None) -> str:
    """Return a date with slashes."""
    return iso(date).replace("-", "/")


def paper_tags(paper: Paper, urls: Urls, files: frozenset[str] = frozenset()) -> Tags:
    """Return the citation data of a paper; ``files`` are those that the site publishes."""
    type_ = work_type(paper)
    first, last = pages_of(paper)
    return [
        ("citation_title", _title(paper)),
        *zip(repeat("citation_author"), _names(paper.authors)),
        *zip(repeat("citation_editor"), _names(paper.editors)),
        ("citation_publication_date", date_tag(paper.known_date)),
        *[(tag, _value(paper, names)) for tag, names in OF_TYPES.get(type_, ())],
        ("citation_volume", paper.volume),
        ("citation_firstpage", first),
        ("citation_lastpage", last),
        ("citation_doi", paper.doi),
        ("citation_isbn", paper.isbn),
        ("citation_issn", paper.issn),
        ("citation_publisher", paper.publisher),
        ("citation_language", language_of(paper)),
        ("citation_pdf_url", pdf_address(paper.links, urls, files)),
        ("citation_public_url", _address(paper) or urls.absolute(docname("paper", paper.id))),
        ("z:itemType", type_.zotero),
        *[(tag, _value(paper, names)) for tag, names in (DETAILS if paper.details else ())],
    ]


def work_in_list(paper: Paper, urls: Urls) -> Markup:
    """Return a work in a list, as Zotero reads it to let readers pick: a span with OpenURL (COinS).

    In Dublin Core, ``rft.type`` may be any type of Zotero, as in ``z:itemType``. It comes last:
    behind the type of an article, ``rft.title`` would be the journal's. With a DOI and more
    authors than a line shows, none is named, as Zotero then asks for all by the DOI; a work without
    one and with more than `MANY_AUTHORS` can be picked on its own page only.
    """
    people = paper.authors if len(paper.authors) <= MAX_AUTHORS or not paper.doi else ()
    if len(people) > MANY_AUTHORS:
        return markup("")
    tags: Tags = [
        ("rft.title", _title(paper)),
        *(("rft.creator", inverted(person.name)) for person in people),
        ("rft.date", date_tag(paper.known_date)),
        ("rft.source", _where(paper)),
        ("rft_id", f"info:doi/{paper.doi}" if paper.doi else None),
        ("rft_id", _address(paper) or urls.absolute(docname("paper", paper.id))),
        ("rft.type", work_type(paper).zotero),
    ]
    data = "".join([f"&amp;{name}={_quoted(value)}" for name, value in tags if value])
    return markup(f'<span class="Z3988" title="{COINS}{data}"></span>')


def _quoted(value: str) -> str:
    """Return a value for a query, in which colons, commas and slashes may stand as they are."""
    # Four times as fast as `quote_plus`, which looks at each byte.
    return RE_UNSAFE.sub(lambda match: quote(match[0]), value).replace(" ", "+")


def pages_of(paper: Paper) -> tuple[str | None, str | None]:
    """Return the first and the last page; for an article without pages, its number."""
    if paper.pages and (match := RE_PAGES.fullmatch(paper.pages)):
        return match[1], match[2]
    return (paper.pages or paper.detail("eid")) if paper.details else paper.pages, None


def pdf_address(links: Mapping[str, str], urls: Urls, files: frozenset[str]) -> str | None:
    """Return the address of a work's PDF, if it is on the host of the site."""
    path = links.get("pdf")
    if not path or not urls.base:
        return None
    if path in files:
        return urls.base + quote(path)
    return path if urlsplit(path)[:2] == urlsplit(urls.base)[:2] else None


def _address(paper: Paper) -> str | None:
    """Return the address elsewhere of a work without a DOI: people cite that, not this site."""
    if paper.doi:
        return None
    url = paper.links.get("url", "")
    if url.startswith(("https://", "http://")):
        return url
    return arxiv_href(paper.arxiv) if paper.arxiv else None


def _title(paper: Paper) -> str:
    """Return the title; of a retracted work, with that word before it, as NISO RP-45 recommends."""
    status = status_of_paper(paper) if paper.status else None
    before = f"{status.word.upper()}: " if status and status.grave else ""
    return before + as_typed(paper.title)


def _names(people: Iterable[Contributor]) -> list[str]:
    return inverted_names([person.name for person in people]) if people else []


def _where(paper: Paper) -> str | None:
    return as_typed(paper.venue) if paper.venue else None


def _genre(paper: Paper) -> str | None:
    genre = paper.detail("type")
    return of.GENRES.get(genre or paper.type, genre)


OF_PAPERS: Mapping[str, Callable[[Paper], str | None]] = {
    **{name: attrgetter(name) for name in ("institution", "number", "publisher", "series")},
    "where": _where,
    # For manuscripts and documents.
    "in-place-of-publisher": lambda paper: (
        None if paper.publisher else paper.institution or _where(paper)
    ),
    # The number is that in a series; without a series, that of an issue.
    "number-in-series": lambda paper: paper.number if paper.series else None,
    "issue": lambda paper: None if paper.series else paper.number,
    "genre": _genre,
    "genre-of-report": lambda paper: _genre(paper) if paper.detail("type") else None,
    "archive": lambda paper: "arXiv" if paper.arxiv else None,
    "arxiv": lambda paper: f"arXiv:{paper.arxiv}" if paper.arxiv else None,
    "poster": lambda _paper: "Poster",
}
"""Functions of values by their names in `Rows`; other names are fields of the entry."""

Rows = tuple[tuple[str, str], ...]
"""Tags, each with names of values, of which the first that is not empty counts."""

SERIES: Rows = (
    ("citation_series_title", "series"), ("z:seriesNumber", "number-in-series"),
    ("citation_issue", "issue"),
)  # fmt: skip
JOURNAL: Rows = (
    ("citation_journal_title", "where"), ("citation_journal_abbrev", "shortjournal"),
    ("citation_issue", "number"), ("citation_series_title", "series"),
)  # fmt: skip
IN_BOOK: Rows = (("citation_inbook_title", "where"), *SERIES)
PUBLISHED: Rows = (("z:publisher", "in-place-of-publisher"),)
OF_TYPES: Mapping[WorkType, Rows] = {
    of.ARTICLE: JOURNAL, of.NEWSPAPER: JOURNAL, of.CHAPTER: IN_BOOK, of.ENCYCLOPEDIA: IN_BOOK,
    of.BOOK: (*SERIES, *PUBLISHED), of.DOCUMENT: PUBLISHED, of.MANUSCRIPT: PUBLISHED,
    of.VIDEO: PUBLISHED,
    of.CONFERENCE: (
        ("citation_inbook_title", "where"), ("citation_conference_title", "eventtitle where"),
        *SERIES,
    ),
    of.THESIS: (
        ("citation_dissertation_institution", "institution where"), *SERIES,
        ("z:thesisType", "genre"),
    ),
    of.REPORT: (
        ("citation_technical_report_institution", "institution where publisher"),
        ("citation_technical_report_number", "number"), ("z:seriesTitle", "series"),
        ("z:reportType", "genre-of-report"),
    ),
    of.STANDARD: (("z:organization", "institution where"), ("z:number", "number")),
    # In the tag for conferences, the meeting would turn a poster into a paper.
    of.POSTER: (("z:meetingName", "eventtitle where"), ("z:presentationType", "poster")),
    of.PATENT: (("z:patentNumber", "number"), ("z:assignee", "holder institution")),
    of.PREPRINT: (
        ("z:repository", "archive where publisher institution"), ("z:archiveID", "arxiv"),
    ),
    of.SOFTWARE: (("z:company", "publisher institution"), ("z:versionNumber", "version")),
    of.DATASET: (
        ("z:repository", "publisher institution where"), ("z:versionNumber", "version"),
    ),
    of.WEB_PAGE: (("z:websiteTitle", "where institution publisher"),),
}  # fmt: skip
"""Special tags by type of work: for the container, and Zotero's own for the rest."""
DETAILS: Rows = (
    ("z:place", "location address"), ("z:edition", "edition"), ("z:numPages", "pagetotal"),
    ("z:numberOfVolumes", "volumes"), ("z:shortTitle", "shorttitle"),
)  # fmt: skip


def _value(paper: Paper, names: str) -> str | None:
    for function in _functions(names):
        if text := function(paper):
            return text
    return None


@cache
def _functions(names: str) -> list[Callable[[Paper], str | None]]:
    return [OF_PAPERS.get(name) or methodcaller("detail", name) for name in names.split()]


PEOPLE = ("author", "creator")
"""Properties with the people who made a work."""


def talk_tags(kb: KnowledgeBase, talk: Talk, urls: Urls) -> Tags:
    """Return the citation data of a talk."""
    event = kb.event_of(talk)
    paper = kb.paper_of(talk)
    people = [speaker.name for speaker in talk.speakers or talk.authors if speaker.name.text]
    kind = (talk.kind or "talk").replace("-", " ")
    return [
        ("citation_title", as_typed(kb.title_of("talk", talk.id))),
        *(("citation_author", name) for name in inverted_names(people)),
        ("citation_publication_date", date_tag(first_date(kb.date_of(talk)))),
        ("citation_language", language_of(paper) if paper and not talk.title else None),
        ("citation_pdf_url", pdf_address(talk.links, urls, kb.files)),
        ("citation_public_url", urls.absolute(docname("talk", talk.id))),
        ("z:itemType", of.POSTER.zotero),
        ("z:meetingName", as_typed(kb.occasion_of(talk))),
        ("z:place", event.location if event else None),
        ("z:presentationType", kind if kind.endswith("talk") else f"{kind} talk"),
    ]


def record_tags(kind: Kind, record: Any, title: str, urls: Urls) -> Tags:
    """Return the citation data of a record of a kind that people cite."""
    values = {name: field.of(record) for name, field in kind.said_to_machines.items()}
    people = next((values[name] for name in PEOPLE if values.get(name)), ())
    return [
        ("citation_title", as_typed(title)),
        *(("citation_author", name) for name in inverted_names([person.name for person in people])),
        ("citation_publication_date", date_tag(first_date(values.get("datePublished")))),
        ("citation_doi", values.get("identifier")),
        ("citation_publisher", values.get("publisher")),
        ("citation_language", values.get("inLanguage")),
        (
            "citation_public_url",
            _address_of_record(values) or urls.absolute(docname(kind.name, record.id)),
        ),
        ("z:itemType", of.OF_ENTRIES.get(kind.cited_as, of.DOCUMENT).zotero),
        ("z:versionNumber", values.get("version")),
        ("z:rights", values.get("license")),
    ]


def _address_of_record(values: dict[str, Any]) -> str | None:
    """Return the address of a program's code, if it has one."""
    value = values.get("codeRepository") or ()
    addresses = [value] if isinstance(value, str) else value
    return next((href for text in addresses if (href := safe_href(text))), None)


def inverted_names(names: Sequence[Name]) -> list[str]:
    """Return all the authors of a work, or all its editors, with the family name first."""
    texts = [inverted(name) for name in names]
    if len(texts) == 1 and ", " in texts[0]:
        family, _, given = texts[0].partition(", ")
        return ["{}, {}".format(family, given.replace(" ", "\N{NO-BREAK SPACE}"))]
    return texts


def inverted(name: Name) -> str:
    """Return a name with the family name first.

    >>> inverted(Name("Jan van der Berg", "Berg", "Jan", "van der"))
    'van der Berg, Jan'
    >>> inverted(Name("Martin Luther King Jr.", "King", "Martin Luther", suffix="Jr."))
    'King Jr., Martin Luther'
    >>> inverted(Name("NumPy Developers", "NumPy Developers", corporate=True))
    'NumPy Developers,'
    >>> inverted(Name("李伟", "李", "伟")), inverted(Name("OpenAI", "OpenAI"))
    ('李, 伟', 'OpenAI')
    """
    if not name.given:
        return f"{name.text}," if " " in name.text else name.text
    if not (name.prefix or name.suffix):
        return f"{name.family}, {name.given}"
    family = " ".join(filter(None, (name.prefix, name.family, name.suffix)))
    return f"{family}, {name.given}"
