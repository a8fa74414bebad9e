"""What reference managers read in ``<head>``: the citation data of a work.

Google Scholar, Mendeley and Zotero read the ``citation_*`` tags (Highwire Press); what these cannot
say Zotero reads as ``z:*``, under its own names of types and fields. Names of people are those
printed on the work. The order matters to Zotero: it takes the type of a work from the last
container that it meets, so the book title goes before the conference, and a poster has none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote, quote_plus, urlsplit

from markupsafe import Markup

from symposium.kinds.kind import Kind
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase
from symposium.model.dates import Date, Period
from symposium.model.names import Name
from symposium.pages.author_links import arxiv_href, safe_href
from symposium.pages.citing import work_types as of
from symposium.pages.citing.work_types import DOCUMENT, OF_ENTRIES, POSTER, WorkType, work_type
from symposium.pages.maths import as_typed, language_of
from symposium.pages.publication_status import status_of_paper
from symposium.pages.shown_times import first_date
from symposium.pages.template_compiler import markup
from symposium.pages.urls import Urls, docname

Tag = tuple[str, str | None]
Tags = list[Tag]

RE_PAGES = re.compile(r"\s*([^\s–—-]+)\s*(?:[–—-]+\s*([^\s–—-]+))?\s*")

THESES = {
    "phdthesis": "PhD thesis", "mastersthesis": "Master’s thesis", "mathesis": "Master’s thesis",
    "bathesis": "Bachelor’s thesis",
    "bachelorsthesis": "Bachelor’s thesis", "candthesis": "Candidate thesis",
}  # fmt: skip
"""Types of theses, as BibTeX names entries and biblatex the values of ``type``."""
REPORTS = {"techreport": "Technical report", "resreport": "Research report"}


NAMED = 40
"""So many authors of a work are named in lists."""
COINS = "ctx_ver=Z39.88-2004&amp;rft_val_fmt=info%3Aofi%2Ffmt%3Akev%3Amtx%3Adc"


class Work(NamedTuple):
    """A paper, with what its tags need of it more than once."""

    paper: Paper
    where: str | None
    """Its venue, with formulas as typed."""


def date_tag(date: Date | None) -> str | None:
    """Return a date with slashes; a season counts as its year.

    >>> date_tag(Date(2021, 5)), date_tag(Date(2021, season="summer")), date_tag(None)
    ('2021/05', '2021', None)
    """
    if date is None or date.year is None:
        return None
    return str(date.year) if date.season else date.iso.replace("-", "/")


def paper_tags(paper: Paper, urls: Urls, files: frozenset[str] = frozenset()) -> Tags:
    """Return the citation data of a paper; ``files`` are those that the site publishes."""
    type_ = work_type(paper)
    where = as_typed(paper.venue) if paper.venue else None
    first, last = pages_of(paper)
    own = OF_TYPES.get(type_)
    return [
        ("citation_title", _title(paper)),
        *(("citation_author", name) for name in _names(paper.authors)),
        *(("citation_editor", name) for name in _names(paper.editors)),
        ("citation_publication_date", date_tag(paper.known_date)),
        *(own(Work(paper, where)) if own else ()),
        ("citation_volume", paper.volume),
        ("citation_firstpage", first),
        ("citation_lastpage", last),
        ("citation_doi", paper.doi),
        ("citation_isbn", paper.isbn),
        ("citation_issn", paper.issn),
        ("citation_publisher", paper.publisher),
        ("citation_language", language_of(paper)),
        ("citation_abstract", as_typed(abstract) if (abstract := paper.abstract) else None),
        ("citation_pdf_url", pdf_address(paper.links, urls, files)),
        ("citation_public_url", _address(paper) or urls.absolute(docname("paper", paper.id))),
        ("z:itemType", type_.zotero),
        *(_details(paper, type_) if paper.details else ()),
    ]


def work_in_list(paper: Paper, urls: Urls) -> Markup:
    """Return a work as Zotero reads it in a list, to let readers pick: OpenURL in a span (COinS).

    In Dublin Core, as `z:itemType` does, ``rft.type`` names any type of Zotero. It stands last: in
    an article, ``rft.title`` would be that of the journal. Of more authors than a line shows none
    is named, since Zotero then asks for them by the DOI.
    """
    people = paper.authors if len(paper.authors) <= NAMED or not paper.doi else ()
    return in_list([
        ("rft.title", _title(paper)),
        *(("rft.creator", inverted(one.name)) for one in people),
        ("rft.date", date_tag(paper.known_date)),
        ("rft.source", as_typed(paper.venue) if paper.venue else None),
        ("rft_id", f"info:doi/{paper.doi}" if paper.doi else None),
        ("rft_id", _address(paper) or urls.absolute(docname("paper", paper.id))),
        ("rft.type", work_type(paper).zotero),
    ])  # fmt: skip


def in_list(tags: Tags) -> Markup:
    """Return an element that shows nothing, and holds the data of a work for reference managers."""
    data = "".join(f"&amp;{name}={quote_plus(value)}" for name, value in tags if value)
    return markup(f'<span class="Z3988" title="{COINS}{data}"></span>')


def pages_of(paper: Paper) -> tuple[str | None, str | None]:
    """Return the first and the last page; of an article that has a number instead, that."""
    if paper.pages and (found := RE_PAGES.fullmatch(paper.pages)):
        return found[1], found[2]
    return (paper.pages or paper.detail("eid")) if paper.details else paper.pages, None


def pdf_address(links: Mapping[str, str], urls: Urls, files: frozenset[str]) -> str | None:
    """Return the address of a PDF on the host of the site; one elsewhere is not ours to offer."""
    path = links.get("pdf")
    if not path or not urls.base:
        return None
    if path in files:
        return urls.base + quote(path)
    return path if urlsplit(path)[:2] == urlsplit(urls.base)[:2] else None


def _address(paper: Paper) -> str | None:
    """Return the address that a work without a DOI has elsewhere: people cite that, not us."""
    if paper.doi:
        return None
    url = paper.links.get("url", "")
    if url.startswith(("https://", "http://")):
        return url
    return arxiv_href(paper.arxiv) if paper.arxiv else None


def _title(paper: Paper) -> str:
    """Return the title; before that of a retracted work it says so, as NISO RP-45 recommends."""
    found = status_of_paper(paper) if paper.status else None
    before = f"{found.word.upper()}: " if found and found.grave else ""
    return before + as_typed(paper.title)


def _names(people: Iterable[Contributor]) -> list[str]:
    return inverted_names([one.name for one in people]) if people else []


def _journal(work: Work) -> Tags:
    paper = work.paper
    return [
        ("citation_journal_title", work.where),
        ("citation_journal_abbrev", paper.detail("shortjournal")),
        ("citation_issue", paper.number),
        ("citation_series_title", paper.series),
    ]


def _book(work: Work) -> Tags:
    return [*_in_series(work), *_published(work)]


def _in_conference(work: Work) -> Tags:
    meeting = work.paper.detail("eventtitle") or work.where
    return [
        ("citation_inbook_title", work.where),
        ("citation_conference_title", meeting),
        *_in_series(work),
    ]


def _in_book(work: Work) -> Tags:
    return [("citation_inbook_title", work.where), *_in_series(work)]


def _in_series(work: Work) -> Tags:
    """Return the series, in which a number counts; without one it is that of an issue."""
    paper = work.paper
    number = "z:seriesNumber" if paper.series else "citation_issue"
    return [("citation_series_title", paper.series), (number, paper.number)]


def _thesis(work: Work) -> Tags:
    paper = work.paper
    written = paper.detail("type")
    return [
        ("citation_dissertation_institution", paper.institution or work.where),
        *_in_series(work),
        ("z:thesisType", THESES.get(written or paper.type, written)),
    ]


def _report(work: Work) -> Tags:
    paper = work.paper
    institution = paper.institution or work.where or paper.publisher
    written = paper.detail("type")
    return [
        ("citation_technical_report_institution", institution),
        ("citation_technical_report_number", paper.number),
        ("z:seriesTitle", paper.series),
        ("z:reportType", REPORTS.get(written or "", written)),
    ]


def _standard(work: Work) -> Tags:
    paper = work.paper
    return [("z:organization", paper.institution or work.where), ("z:number", paper.number)]


def _meeting(work: Work) -> Tags:
    """Return the meeting of a poster; as a conference it would make a paper of it."""
    return [
        ("z:meetingName", work.paper.detail("eventtitle") or work.where),
        ("z:presentationType", "Poster"),
    ]


def _patent(work: Work) -> Tags:
    paper = work.paper
    holder = paper.detail("holder") or paper.institution
    return [("z:patentNumber", paper.number), ("z:assignee", holder)]


def _preprint(work: Work) -> Tags:
    paper = work.paper
    if paper.arxiv:
        return [("z:repository", "arXiv"), ("z:archiveID", f"arXiv:{paper.arxiv}")]
    return [("z:repository", work.where or paper.publisher or paper.institution)]


def _software(work: Work) -> Tags:
    paper = work.paper
    return [("z:company", paper.publisher or paper.institution)]


def _dataset(work: Work) -> Tags:
    paper = work.paper
    return [("z:repository", paper.publisher or paper.institution or work.where)]


def _website(work: Work) -> Tags:
    return [("z:websiteTitle", work.where or work.paper.institution or work.paper.publisher)]


def _published(work: Work) -> Tags:
    """Return who published what has no publisher: a manuscript, a document."""
    paper = work.paper
    return [("z:publisher", None if paper.publisher else paper.institution or work.where)]


OF_TYPES: Mapping[WorkType, Callable[[Work], Tags]] = {
    of.ARTICLE: _journal, of.BOOK: _book, of.CHAPTER: _in_book,
    of.CONFERENCE: _in_conference, of.DATASET: _dataset, of.DOCUMENT: _published,
    of.ENCYCLOPEDIA: _in_book, of.NEWSPAPER: _journal, of.STANDARD: _standard,
    of.MANUSCRIPT: _published, of.PATENT: _patent, of.POSTER: _meeting, of.PREPRINT: _preprint,
    of.REPORT: _report, of.SOFTWARE: _software, of.THESIS: _thesis, of.VIDEO: _published,
    of.WEB_PAGE: _website,
}  # fmt: skip
"""What only works of a type have: their container, and Zotero's names for the rest."""

PROGRAMS = frozenset({of.SOFTWARE, of.DATASET})


def _details(paper: Paper, type_: WorkType) -> Tags:
    """Return what only citations print."""
    place = paper.detail("location", "address")
    return [
        ("z:place", place),
        ("z:edition", paper.detail("edition")),
        ("z:numPages", paper.detail("pagetotal")),
        ("z:numberOfVolumes", paper.detail("volumes")),
        ("z:shortTitle", paper.detail("shorttitle")),
        ("z:versionNumber", paper.detail("version") if type_ in PROGRAMS else None),
    ]


PEOPLE = ("author", "creator")
"""Properties that name who made a work."""


def talk_tags(kb: KnowledgeBase, talk: Talk, abstract: str, urls: Urls) -> Tags:
    """Return the citation data of a talk."""
    event = kb.events.get(talk.event) if talk.event else None
    session = kb.schedule.of_talk.get(talk.id)
    date = talk.date or (first_date(event.date) if event else None)
    if session and session.day:
        date = Date(session.day.year, session.day.month, session.day.day)
    paper = kb.paper_of(talk)
    people = [one.name for one in talk.speakers or talk.authors if one.name.text]
    kind = (talk.kind or "talk").replace("-", " ")
    return [
        ("citation_title", as_typed(kb.title_of("talk", talk.id))),
        *(("citation_author", name) for name in inverted_names(people)),
        ("citation_publication_date", date_tag(date)),
        ("citation_language", language_of(paper) if paper and not talk.title else None),
        ("citation_abstract", abstract),
        ("citation_pdf_url", pdf_address(talk.links, urls, kb.files)),
        ("citation_public_url", urls.absolute(docname("talk", talk.id))),
        ("z:itemType", POSTER.zotero),
        ("z:meetingName", as_typed(event.title) if event else talk.venue),
        ("z:place", event.location if event else None),
        ("z:presentationType", kind if kind.endswith("talk") else f"{kind} talk"),
    ]


def record_tags(kind: Kind, record: Any, title: str, abstract: str, urls: Urls) -> Tags:
    """Return the citation data of a record of a kind that people cite."""
    values = {name: field.of(record) for name, field in kind.said_to_machines.items()}
    people = next((values[name] for name in PEOPLE if values.get(name)), ())
    return [
        ("citation_title", as_typed(title)),
        *(("citation_author", name) for name in inverted_names([one.name for one in people])),
        ("citation_publication_date", date_tag(_day(values.get("datePublished")))),
        ("citation_doi", values.get("identifier")),
        ("citation_publisher", values.get("publisher")),
        ("citation_language", values.get("inLanguage")),
        ("citation_abstract", abstract),
        (
            "citation_public_url",
            _address_of_record(values) or urls.absolute(docname(kind.name, record.id)),
        ),
        ("z:itemType", OF_ENTRIES.get(kind.cited_as, DOCUMENT).zotero),
        ("z:versionNumber", values.get("version")),
        ("z:rights", values.get("license")),
    ]


def _day(value: Date | Period | None) -> Date | None:
    return value.start if isinstance(value, Period) else value


def _address_of_record(values: dict[str, Any]) -> str | None:
    """Return where the code of a program is."""
    every = values.get("codeRepository") or ()
    found = [every] if isinstance(every, str) else every
    return next((href for one in found if (href := safe_href(one))), None)


NO_BREAK = "\N{NO-BREAK SPACE}"


def inverted_names(names: Sequence[Name]) -> list[str]:
    """Return all the authors of a work, or all its editors, with the family name first."""
    found = [inverted(one) for one in names]
    if len(found) == 1 and ", " in found[0]:
        family, _, given = found[0].partition(", ")
        return [f"{family}, {given.replace(' ', NO_BREAK)}"]
    return found


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
