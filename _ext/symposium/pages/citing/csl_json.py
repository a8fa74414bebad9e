"""Works as CSL-JSON, which citation processors and reference managers read.

The schema is that of CSL 1.0.2; names are those printed on the work. Data without a place in the
schema follow Zotero and pandoc:

* ``and others`` is an author ``{"literal": "others"}``, which pandoc prints as *et al.*;
* a number of an article in place of pages is in ``page``;
* the number of a preprint is in ``number``, and its server is the publisher.

Titles are as printed, formulas in CSL's own markup. An entry's prefix (``von``) belongs to the
family name wherever it is printed, as in BibTeX's styles.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from symposium.kinds.paper import Contributor, Paper
from symposium.model.dates import SEASONS, Date, parse_date
from symposium.model.names import Name, parse_name
from symposium.pages.author_links import arxiv_href
from symposium.pages.citing import work_types as of
from symposium.pages.citing.bibtex import note_of
from symposium.pages.citing.work_types import WorkType, work_type
from symposium.pages.maths import NAMESPACE, RE_FORMULA, convert, language_of
from symposium.pages.publication_status import status_of_paper

if TYPE_CHECKING:
    from xml.etree import ElementTree as ET


def marked_up(text: str) -> str:
    r"""Return text with its formulas in the markup of CSL.

    >>> marked_up(r"in $O(n^2)$ for \$5"), marked_up(r"$\ell_p$ and $\foo{x}$")
    ('in O(n<sup>2</sup>) for $5', 'ℓ<sub>p</sub> and \\foo{x}')
    """
    if "$" not in text:
        return text
    return RE_FORMULA.sub(lambda match: _formula(match["display"] or match["inline"]), text)


def _formula(tex: str | None) -> str:
    if tex is None:
        return "$"
    mathml = convert(tex)
    if mathml is None:
        return tex
    from xml.etree import ElementTree as ET  # noqa: PLC0415 - few works have formulas

    return " ".join(_text(ET.fromstring(mathml)).split())  # noqa: S314 - made by us


def _text(node: ET.Element) -> str:
    name = node.tag.removeprefix(NAMESPACE)
    parts = list(map(_text, node))
    if name in {"msup", "msub", "msubsup"} and len(parts) > 1:
        tags = ["sup" if name == "msup" else "sub", "sup"]
        behind = zip(parts[1:], tags, strict=False)
        return parts[0] + "".join([f"<{tag}>{part}</{tag}>" for part, tag in behind])
    if name == "mfrac" and len(parts) == 2:
        return "/".join(part if len(part) == 1 else f"({part})" for part in parts)
    if name == "msqrt":
        return f"√({''.join(parts)})"
    return (node.text or "") + "".join(parts)


Item = dict[str, Any]

OTHERS = {"literal": "others"}
"""Placeholder for the authors whom the entry does not name."""

CONTAINED = frozenset(
    {of.ARTICLE, of.CHAPTER, of.CONFERENCE, of.DOCUMENT, of.ENCYCLOPEDIA, of.NEWSPAPER, of.WEB_PAGE}
)
"""Types that have a container; elsewhere the venue is an event or a publisher."""

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
            "tenth")  # fmt: skip

DETAILS = {
    "shorttitle": "title-short", "shortjournal": "container-title-short", "chapter":
    "chapter-number", "part": "part", "pagetotal": "number-of-pages",
    "volumes": "number-of-volumes", "version": "version", "pmid": "PMID", "pmcid": "PMCID",
}  # fmt: skip
"""Names of fields in CSL by their names in entries."""


def csl_item(paper: Paper, *, full: bool = False) -> Item:
    """Return a work as an object of CSL-JSON; with ``full`` also its abstract and keywords."""
    kind, state = work_type(paper), status_of_paper(paper)
    item: Item = {
        "id": paper.key,
        "type": kind.csl,
        "title": marked_up(paper.title),
        "author": _names(paper.authors, et_al=paper.et_al),
        "director" if paper.detail("editortype") == "director" else "editor": _names(paper.editors),
        "translator": _others(paper, "translator"),
        "container-author": _others(paper, "bookauthor"),
        "issued": _issued(paper),
        "original-date": csl_date(parse_date(paper.detail("origdate") or "")),
        **_container(paper, kind),
        **_numbers(paper, kind),
        "publisher": _publisher(paper, kind),
        "publisher-place": paper.detail("location", "address"),
        "genre": _genre(paper, kind),
        "edition": _edition(paper.detail("edition")),
        **{csl: paper.detail(name) for name, csl in DETAILS.items()},
        "ISBN": paper.isbn,
        "ISSN": paper.issn,
        "DOI": paper.doi,
        "URL": _address(paper),
        "accessed": csl_date(parse_date(paper.detail("urldate") or "")),
        "language": language_of(paper),
        "status": state.status if state else paper.detail("pubstate"),
        "note": marked_up(note) if (note := note_of(paper)) else None,
    }
    if full:
        item["keyword"] = ", ".join(paper.topics)
        item["abstract"] = marked_up(paper.abstract) if paper.abstract else None
    return {name: value for name, value in item.items() if value}


def csl_name(name: Name) -> Item:
    """Return a name as an object of CSL-JSON.

    >>> csl_name(parse_name("van der Berg, Jr., Jan"))
    {'family': 'Berg', 'given': 'Jan', 'non-dropping-particle': 'van der', 'suffix': 'Jr.'}
    >>> csl_name(parse_name("{The BigScience Workshop}"))
    {'literal': 'The BigScience Workshop'}
    """
    if name.corporate or not name.family:
        return {"literal": name.text}
    parts = {
        "family": name.family,
        "given": name.given,
        "non-dropping-particle": name.prefix,
        "suffix": name.suffix,
    }
    return {part: value for part, value in parts.items() if value}


def csl_date(date: Date | None) -> Item | None:
    """Return a date as an object of CSL-JSON, or ``None`` if no year is known.

    >>> csl_date(Date(2021, 5)), csl_date(Date(2016, season="summer"))
    ({'date-parts': [[2021, 5]]}, {'date-parts': [[2016]], 'season': 2})
    """
    if date is None or date.year is None:
        return None
    parts = [part for part in (date.year, date.month, date.day) if part]
    item: Item = {"date-parts": [parts]}
    if date.season:
        item["season"] = SEASONS.index(date.season) + 1
    return item


def _names(people: Iterable[Contributor], *, et_al: bool = False) -> list[Item]:
    names = [csl_name(contributor.name) for contributor in people]
    return [*names, dict(OTHERS)] if et_al else names


def names_in(paper: Paper, detail: str) -> list[Name | None]:
    """Return the people in a field; ``None`` stands for those whom the entry does not name."""
    texts = (paper.detail(detail) or "").split(" and ")
    return [None if text == "others" else parse_name(text) for text in texts if text]


def _others(paper: Paper, detail: str) -> list[Item]:
    return [csl_name(name) if name else dict(OTHERS) for name in names_in(paper, detail)]


def _issued(paper: Paper) -> Item | None:
    """Return the date of a work, or the first and the last date of a range."""
    start, end = csl_date(paper.known_date), csl_date(parse_date(paper.detail("enddate") or ""))
    if start and end and not paper.inferred:
        start["date-parts"] += end["date-parts"]
    return start


def _container(paper: Paper, kind: WorkType) -> Item:
    """Return the container of a work, its series, and the event at which it was shown."""
    event = paper.detail("eventtitle")
    venue = paper.venue if paper.venue != event else None
    if kind == of.POSTER:
        event = event or venue
    return {
        "container-title": marked_up(venue) if venue and kind in CONTAINED else None,
        "collection-title": marked_up(paper.series) if paper.series else None,
        "event-title": marked_up(event) if event else None,
        "event-place": paper.detail("venue"),
    }


def _numbers(paper: Paper, kind: WorkType) -> Item:
    pages, eid = paper.pages, paper.detail("eid")
    number = "number"
    if kind in {of.ARTICLE, of.NEWSPAPER}:
        number = "issue"
    elif paper.series and kind in {of.BOOK, of.CHAPTER, of.CONFERENCE, of.ENCYCLOPEDIA}:
        number = "collection-number"
    numbers = {"volume": paper.volume, number: paper.number}
    if kind == of.PREPRINT and paper.arxiv:
        numbers = {"number": f"arXiv:{paper.arxiv}"}
    elif pages and eid:
        numbers.setdefault("number", eid)
    numbers["page"] = (pages or eid or "").replace("–", "-")
    return numbers


def _publisher(paper: Paper, kind: WorkType) -> str | None:
    if kind == of.PREPRINT:
        return paper.venue or ("arXiv" if paper.arxiv else paper.publisher)
    if kind in {of.THESIS, of.REPORT, of.STANDARD}:
        return paper.institution or paper.publisher
    published = paper.detail("howpublished") or ""
    if published == paper.venue or published.startswith(("http://", "https://")):
        published = ""
    return paper.publisher or paper.institution or published or None


def _genre(paper: Paper, kind: WorkType) -> str | None:
    """Return the genre of a work, which is more specific than its type."""
    if kind == of.POSTER:
        return "Poster"
    if kind == of.PREPRINT:
        return "Preprint"
    genre = paper.detail("type")
    if kind == of.SOFTWARE or not genre:
        return of.GENRES.get(paper.type)
    return of.GENRES.get(genre.lower(), genre) if kind != of.DATASET else genre


def _edition(text: str | None) -> str | None:
    """Return an edition; an ordinal becomes a number, which styles print in their own way."""
    word = (text or "").lower()
    return str(ORDINALS.index(word) + 1) if word in ORDINALS else text


def _address(paper: Paper) -> str | None:
    """Return the address of a work, unless it leads to the DOI, which is given anyway."""
    published = paper.detail("howpublished") or ""
    url = paper.links.get("url") or (published if published.startswith("http") else "")
    if url.startswith("http") and not (paper.doi and "doi.org/" in url):
        return url
    return arxiv_href(paper.arxiv) if paper.arxiv else None
