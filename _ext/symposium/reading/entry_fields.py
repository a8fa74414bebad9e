"""The fields of an entry and their meanings, as the guide prints them; venues and dates."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

from symposium.fields.compound_types import attributes_of
from symposium.kinds.paper import Paper
from symposium.model.dates import SEASONS, Date, parse_date
from symposium.reading.entry_links import LINK_FIELDS
from symposium.reading.latex import decode

OF_SEVERAL: Mapping[str, str] = MappingProxyType({
    "author editor": "people, each linked; shown as printed. Signs behind names (`*`, `†`, `‡`, "
    "`§`, `¶`) are marks",
    "author+an editor+an author+an:default editor+an:default author+an:person editor+an:person":
    "marks and ids of single authors",
    "title subtitle maintitle": "the title; LaTeX accents and macros become letters, `$…$` becomes "
    "maths",
    "year month day date": "the date, and a page for the year",
    "booktitle booksubtitle journal journaltitle journalsubtitle howpublished eventtitle "
    "shortjournal": "the venue, without year and ordinal",
    "abbr": "the short form of the venue, in lists that show works at length",
    "volume number issue pages eid series publisher institution school organization edition "
    "chapter part address location isbn issn note type version pagetotal holder volumes venue "
    "translator bookauthor editortype origdate shorttitle urldate pubstate pmid pmcid":
    "where and how it was published, on the page, in citations and in exports",
    "abstract": "the abstract; bare `%`, `&`, `_`, `#` and `<` are text; addresses in it become "
    "links",
    "keywords keyword mendeley-tags": "topics, split at `,` and `;`",
    "doi": "the DOI, with or without its resolver",
    "eprint eprinttype archiveprefix arxiv": "the identifier at arXiv",
    "primaryclass eprintclass": "categories, such as `cs.DC`",
    "url pdf code slides video poster data website html supp blog demo project notice software "
    "dataset preprint openreview talk video_link":
    "links: `https://…`, `files/…`, or the name of a file somewhere below `files/`; `url_…` with "
    "any name is one, too",
    "hal inspirehep_id": "links, also by identifier",
    "preview thumbnail": "the picture of the work: the name of a file somewhere below `files/`",
    "award award_name awards": "awards, split at `;`; with both, `award_name` is the badge and "
    "`award` says what for",
    "additional_info": "a remark in lists that show works at length, and on the page",
    "annotation": "what signs behind names mean; without signs it is a private note",
    "selected": "whether it is among the selected works",
    "status": "preprint, published, corrected, superseded, withdrawn or retracted",
    "entrysubtype": "with `poster`, a poster: listed apart, not counted as a paper; with "
    "`workshop`, a workshop paper; with `newspaper`, an article in a newspaper",
    "language langid hyphenation": "the language of title and abstract",
    "crossref xdata": "inherited fields",
    "ids": "earlier cite keys, which still work",
    "sources inferred": "where its facts come from, and which are not stated there",
    "related": "cite keys of works that belong with it",
    "cites": "cite keys of the works in its list of references, split at `,` and `;`",
})  # fmt: skip
"""Names of fields, split at spaces, and their meanings."""
READ: Mapping[str, str] = MappingProxyType({
    **OF_SEVERAL,
    **{
        attribute.entry: attribute.help
        for attribute in attributes_of(Paper).values()
        if attribute.entry and attribute.entry not in " ".join(OF_SEVERAL).split()
    },
})  # fmt: skip
"""The same for all fields, with those that `Paper` describes."""

READ_FIELDS = frozenset({name for names in READ for name in names.split()} | LINK_FIELDS.keys())

UNSHOWN: Mapping[str, str] = MappingProxyType({
    **dict.fromkeys(("altmetric", "dimensions"), "counters of third parties are not loaded"),
    "google_scholar_id": "write url_scholar = {https://…} for a link",
    "publist_link": "write pdf, slides, video or url_… = {https://…}",
    "publist_topic": "write keywords = {…}",
    "publist_confkey": "write abbr = {…}",
    "bibtex_show": "",
})  # fmt: skip
"""Fields of other tools without effect here, each with a hint; none where no action is needed."""


PERIODICAL = ("journaltitle", "journal", "booktitle", "shortjournal", "maintitle", "eventtitle")
PART = ("booktitle", "journaltitle", "journal", "maintitle", "eventtitle")
VENUES = {
    "article": PERIODICAL, "suppperiodical": PERIODICAL, "review": PERIODICAL,
    "book": (), "mvbook": (), "collection": (), "mvcollection": (), "proceedings": (),
    "mvproceedings": (), "reference": (), "mvreference": (), "periodical": (),
    "thesis": (), "phdthesis": (), "mastersthesis": (), "bachelorsthesis": (),
    "techreport": (), "report": (), "manual": (), "patent": (), "standard": (), "booklet": (),
}  # fmt: skip
"""The fields that name the venue, by entry type; other types use `PART`."""

RE_PREPRINT = re.compile(
    r"(?:arxiv|corr|(?:bio|med|chem|psy|engr|soc|earth|edu)[-]?r?x?arxiv|(?:bio|med|chem)rxiv|ssrn|zenodo|"
    r"osf|hal|openreview|research square|techrxiv)(?: preprints?)?",
    re.IGNORECASE,
)
RE_ARXIV_VENUE = re.compile(
    r"(?:arxiv(?: preprint| e-prints?)?(?:[\s:,]|$)|corr\s*,?\s*abs/).*", re.IGNORECASE
)

SUBTITLES = {"booktitle": "booksubtitle", "journaltitle": "journalsubtitle"}

Text = Callable[..., str | None]
"""Returns the decoded text of the first of the named fields that is not empty."""


def with_subtitle(title: str, subtitle: str | None) -> str:
    """Return a title with its subtitle.

    >>> with_subtitle("Why?", "An answer"), with_subtitle("Snow", "A survey")
    ('Why? An answer', 'Snow: A survey')
    """
    if not subtitle:
        return title
    return f"{title} {subtitle}" if title[-1] in "?!:." else f"{title}: {subtitle}"


def read_venue(kind: str, text: Text) -> str | None:
    """Return the venue of an entry of type ``kind``; a preprint server without its numbers."""
    for name in VENUES.get(kind, PART):
        if venue := text(name):
            if name in SUBTITLES:
                venue = with_subtitle(venue, text(SUBTITLES[name]))
            if RE_ARXIV_VENUE.fullmatch(venue):
                return "CoRR" if venue.lower().startswith("corr") else "arXiv"
            return venue
    if kind in VENUES:
        return _server(text) if kind == "article" else None
    published = text("howpublished")
    if published and RE_PREPRINT.fullmatch(published):
        return published
    if published and RE_ARXIV_VENUE.fullmatch(published):
        return "arXiv"
    return _server(text)


def _server(text: Text) -> str | None:
    """Return ``arXiv`` for an entry with an identifier there and no other venue."""
    kind = text("eprinttype", "archiveprefix")
    return "arXiv" if kind and kind.lower() == "arxiv" and text("eprint") else None


RE_EDTF = re.compile(r"(\d{4}(?:-\d{2}(?:-\d{2}(?:[T ]\S*)?)?)?)[~?%]?")
"""A date in the Extended Date/Time Format, as far as biblatex reads it; doubt is dropped."""

RE_YEAR = re.compile(
    r"(?:c\.|ca\.?|circa|about|©|\()?\s*(\d{4})\s*[)~?]?(?:\s*(?:/|-{1,2}|–)\s*\d{2,4}|\s*[\[(（][^\])）]*[\])）]?)?",
    re.IGNORECASE,
)
"""A year, also ``c. 1999``, ``[1999]`` and the first year of ``1999/2000`` or ``1996 [1985]``."""

MONTHS = {
    "jan": 1, "feb": 2, "mar": 3, "mär": 3, "apr": 4, "may": 5, "mai": 5, "jun": 6, "jul": 7,
    "aug": 8, "sep": 9, "oct": 10, "okt": 10, "nov": 11, "dec": 12, "dez": 12,
}  # fmt: skip
RE_WORD_YEAR = re.compile(r"([^\W\d_]+)[.,]?\s+(\d{4})")
RE_WORD = re.compile(r"[^\W\d_]+")
RE_NUMBER = re.compile(r"\d+")


def parse_edtf(text: str) -> Date | None:
    """Return the date of a biblatex ``date`` field; of a range its start.

    >>> str(parse_edtf("2019-05/2019-06")), str(parse_edtf("2001-21")), parse_edtf("2012-13")
    ('2019-05', '2001-spring', None)
    """
    start, _, end = text.strip().strip("{}").partition("/")
    match = RE_EDTF.fullmatch(start.strip() or end.strip())
    if not match:
        return None
    year, month = match[1][:4], int(match[1][5:7] or 0)
    season = SEASONS[month - 21] if 21 <= month <= 24 else ""
    return parse_date(f"{year}-{season}" if season else match[1][:10])


@lru_cache(maxsize=1 << 10)
def parse_year(text: str) -> Date | None:
    """Return the date of a ``year`` field, which may hold a whole date.

    >>> str(parse_year("c. 1999")), str(parse_year("1999/2000")), parse_year("2020a")
    ('1999', '1999', None)
    """
    text = decode(text).replace("\u00a0", " ").strip(" .,;[]")
    if date := parse_edtf(text):
        return date
    match = RE_YEAR.fullmatch(text)
    if match:
        return Date(int(match[1])) if int(match[1]) else None
    match = RE_WORD_YEAR.fullmatch(text)
    if match and int(match[2]):
        return add_month(Date(int(match[2])), match[1])
    return None


@lru_cache(maxsize=1 << 12)
def add_month(date: Date, month: str, day: str = "") -> Date | None:
    """Return ``date`` with the month, season or day that ``month`` names, or ``None``.

    >>> str(add_month(Date(1999), "July~1")), str(add_month(Date(1999), "Jul/Aug"))
    ('1999-07-01', '1999-07')
    >>> str(add_month(Date(1999), "Summer")), add_month(Date(1999), "soon")
    ('1999-summer', None)
    """
    text = decode(month).replace("\u00a0", " ").strip(" .,").lower()
    for word in RE_WORD.findall(text):
        season = "autumn" if word == "fall" else word
        if season in SEASONS:
            return Date(date.year, season=season)
        if word[:3] in MONTHS:
            numbers = RE_NUMBER.findall(text) or RE_NUMBER.findall(day)
            return _date(date.year or 0, MONTHS[word[:3]], _small(numbers))
    number = _small(RE_NUMBER.findall(text))
    if RE_WORD.search(text) or not number or not 1 <= number <= 12:
        return None
    return _date(date.year or 0, number, _small(RE_NUMBER.findall(day)))


def _small(numbers: list[str]) -> int | None:
    """Return the first number, if it has one or two digits."""
    return int(numbers[0]) if numbers and len(numbers[0]) <= 2 else None


def _date(year: int, month: int, day: int | None) -> Date:
    """Return a date, without a day that its month does not have."""
    return Date(year, month, day if day and day <= monthrange(year, month)[1] else None)
