"""Rules for identifiers: DOI, arXiv, ISBN, ISSN, ORCID, ROR, and addresses of resolvers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any
from urllib.parse import unquote

from symposium.fields.link_types import MAX_LINK
from symposium.fields.yaml_repair import shown
from symposium.lint.entries import EntryRule, WalkedEntry
from symposium.lint.subject import Rule, Subject, written
from symposium.model.identifiers import (
    RE_DOI,
    arxiv_fault,
    isbn_fault,
    issn_fault,
    orcid_fault,
    ror_fault,
)
from symposium.model.problems import Code, Edit, Place, Problem
from symposium.reading.entry_links import LINK_FIELDS, RE_DOI_PREFIX, read_doi, verbatim

RESOLVERS = {
    "doi": r"(?:dx\.|www\.)?doi\.org/",
    "arxiv": r"(?:www\.)?arxiv\.org/(?:abs|pdf|html)/",
    "orcid": r"(?:www\.)?orcid\.org/",
    "ror": r"(?:www\.)?ror\.org/",
    "handle": r"hdl\.handle\.net/",
    "dblp": r"(?:www\.)?dblp\.org/rec/",
    "openalex": r"(?:www\.)?openalex\.org/",
    "wikidata": r"(?:www\.)?wikidata\.org/wiki/",
}
RE_TWICE = re.compile(
    "|".join(
        rf"https?://{place}(?=(?:https?:/{{1,2}})?(?:{place}|{name}:\s*))"
        for name, place in RESOLVERS.items()
    ),
    re.IGNORECASE,
)
"""A resolver before itself, or before the prefix of its identifiers."""
RE_PREFIX = re.compile(r"\b(?:doi|arxiv):\s*", re.IGNORECASE)
RE_SCHEME_TWICE = re.compile(r"https?:/{0,2}(?=https?://)", re.IGNORECASE)
RE_ORCID_LINK = re.compile(r"https?://(?:www\.)?orcid\.org/([^/?#]+)/?(?:[?#].*)?", re.IGNORECASE)
RE_ROR_LINK = re.compile(r"https?://(?:www\.)?ror\.org/([^/?#]+)/?(?:[?#].*)?", re.IGNORECASE)
RE_WANTED = re.compile(
    r"//(?:[a-z]+\.)?(?:orcid|ror)\.org/|.https?:|/(?:doi|arxiv):", re.IGNORECASE
)
"""What is in every link that a rule here speaks of."""


def mended(link: str) -> str:
    """Return a link without a repeated beginning.

    >>> mended("https://doi.org/https://doi.org/10.1/x"), mended("https://doi.org/doi:10.1/x")
    ('https://doi.org/10.1/x', 'https://doi.org/10.1/x')
    >>> mended("https://https://x.org/a"), mended("https://web.archive.org/web/https://x.org")
    ('https://x.org/a', 'https://web.archive.org/web/https://x.org')
    """
    if len(link) > MAX_LINK:
        return link
    while found := RE_SCHEME_TWICE.match(link) or RE_TWICE.match(link):
        rest = link[found.end() :]
        prefix = RE_PREFIX.match(rest)
        if prefix:
            link = found[0] + rest[prefix.end() :]
        else:
            link = rest if rest.lower().startswith("http") else f"https://{rest}"
    return link


def of_entry(entry: WalkedEntry) -> Iterator[Problem]:
    """Report links of an entry."""
    for name, value in entry.fields.items():
        if (name in LINK_FIELDS or name.startswith("url_")) and RE_WANTED.search(value):
            link = verbatim(value)
            edits = entry.replaced(name, link, mended(link))
            yield from _of_link(link, entry.at(name), edits)


def of_records(subject: Subject) -> Iterator[Problem]:
    """Report links in front matter."""
    for record in chain(*(table.values() for table in written(subject.kb).values())):
        for path, link in _links(record):
            if not RE_WANTED.search(link):
                continue
            origin = getattr(record, "notes", None) or record.origin
            if path in origin.fields and origin.place.path.endswith(".md"):
                place = origin.at(path)
                yield from _of_link(link, place, subject.texts.edits(place, link, mended(link)))


def _links(record: Any) -> Iterator[tuple[str, str]]:
    """Yield the dotted paths of the links of a record, with the links."""
    talks = enumerate(getattr(record, "talks", ()))
    for above, holder in (("", record), *((f"talks.{index}.", talk) for index, talk in talks)):
        for name, link in (getattr(holder, "links", None) or {}).items():
            yield f"{above}links.{name}", link
    for index, link in enumerate(getattr(record, "repositories", ())):
        yield f"repositories.{index}", link


def _of_link(link: str, place: Place, edits: tuple[Edit, ...]) -> Iterator[Problem]:
    right = mended(link)
    if right != link:
        message = f"The link {shown(link)} repeats its beginning"
        yield Problem(Code.RESOLVER_TWICE, message, place, f"write {right}", edits)
    for pattern, check in ((RE_ORCID_LINK, _orcid), (RE_ROR_LINK, _ror)):
        if found := pattern.fullmatch(right):
            yield from check(found[1], place)


def _orcid(text: str, place: Place) -> Iterator[Problem]:
    if fault := orcid_fault(text.upper()):
        message = f"{shown(text)} is not an ORCID iD: it {fault}"
        yield Problem(Code.ORCID_FORM, message, place, "compare it digit by digit")


def _ror(text: str, place: Place) -> Iterator[Problem]:
    if fault := ror_fault(text):
        message = f"{shown(text)} is not a ROR identifier: it {fault}"
        yield Problem(Code.ROR_FORM, message, place, "compare it letter by letter")


RE_PUBLISHER = re.compile(r"https?://doi\.[a-z.]+/(?=10\.)", re.IGNORECASE)
"""The resolver of a publisher (``doi.acm.org``)."""
RE_ARXIV_PREFIX = re.compile(
    r"(?:https?://)?(?:www\.)?arxiv\.org/(?:abs|pdf|html)/|arxiv:?\s*", re.IGNORECASE
)
RE_ARXIV_REST = re.compile(r"(?:\.pdf)?\s*(?:[\[(][\w. -]*[\])])?", re.IGNORECASE)
"""What may follow an arXiv identifier: the class, as arXiv itself prints it."""
RE_ARXIV_NUMBER = re.compile(r"\d{4}\.\d{3,6}(?:v\d+)?|[a-zA-Z-]+(?:\.[a-zA-Z-]+)?/\d{7}(?:v\d+)?")
RE_ARXIV_IN_TEXT = re.compile(
    r"(?:arxiv:\s*|arxiv\.org/(?:abs|pdf|html)/|\barxiv preprint |10\.48550/arxiv\.)"
    r"(\d{4}\.\d{3,6})(?!\d)",
    re.IGNORECASE,
)
ARXIV_FIELDS = ("journal", "journaltitle", "volume", "howpublished", "number", "note")

ISBN = (Code.ISBN_FORM, "ISBN", isbn_fault, "ISSN", issn_fault)
ISSN = (Code.ISSN_FORM, "ISSN", issn_fault, "ISBN", isbn_fault)
BOOK_NUMBERS = {
    **dict.fromkeys(("isbn", "isbn13", "isbn-13", "isbn10", "isbn-10", "eisbn", "e-isbn"), ISBN),
    **dict.fromkeys(("issn", "eissn", "e-issn", "issn-l", "pissn"), ISSN),
}
"""Field: the code of its fault, its identifier, and the one with which that may be confused."""
RE_REMARK = re.compile(
    r"\([^()]*\)|\[[^\[\]]*\]|:"
    r"|\b(?:e-?|p-?|print |online )?IS[BS]N\b(?:[- ]1[03]\b)?|[A-Za-wyz]{2,}\.?",
    re.IGNORECASE,
)
"""What people put beside a number: ``(print)``, ``ISBN-13:``."""
RE_BETWEEN = re.compile(r"[,;/|\n]|\band\b|\\\\")
RE_ROR_IN_TEXT = re.compile(r"ror\.org/(\w+)", re.ASCII)
RE_ORCID_LIKE = re.compile(r"(?<![\w-])\d{3,5}(?:-\d{3,5}){2}-\d{2,4}[\dXx]?(?![\w-])", re.ASCII)


def doi(entry: WalkedEntry) -> Iterator[Problem]:
    """Report a DOI that is given as an address, has a prefix, or more beside it."""
    written = entry.fields.get("doi")
    if not written or RE_DOI.fullmatch(written):
        return
    read, odd = read_doi({"doi": written})
    text = mended(verbatim(written))
    prefix = RE_DOI_PREFIX.match(text) or RE_PUBLISHER.match(text)
    rest = text[prefix.end() :] if prefix else text
    # What cannot be read is reported where it is read.
    if odd or not read or (not prefix and RE_DOI.fullmatch(text) and text == read):
        return
    if prefix and RE_DOI.fullmatch(bare := unquote(rest)):
        if bare == rest and text == verbatim(written):
            edits = entry.replaced("doi", prefix[0], "")
        else:  # what was decoded cannot be found again in what has LaTeX in it
            edits = entry.replaced("doi", written.strip(), bare) if "\\" not in written else ()
        message = f"The DOI {bare} is given with {shown(prefix[0].strip())} before it"
        yield entry.problem(Code.DOI_URL, "doi", message, f"write doi = {{{bare}}}", edits)
    elif text.startswith("http"):
        message = f"The DOI {read} is given as the address of a page"
        yield entry.problem(Code.DOI_URL, "doi", message, f"write doi = {{{read}}}")
    else:
        message = f"There is more than a DOI in {shown(text)}; {read} is taken"
        yield entry.problem(Code.DOI_FORM, "doi", message, f"write doi = {{{read}}}")


def arxiv(entry: WalkedEntry) -> Iterator[Problem]:
    """Report arXiv identifiers that cannot be, or have a prefix."""
    if eprint := verbatim(entry.fields.get("eprint", "")):
        yield from _eprint(entry, eprint)
    for name in ARXIV_FIELDS:
        for number in RE_ARXIV_IN_TEXT.findall(entry.fields.get(name, "")):
            if fault := arxiv_fault(number):
                yield _arxiv_problem(entry, name, number, fault)


def _eprint(entry: WalkedEntry, written: str) -> Iterator[Problem]:
    kind = entry.fields.get("eprinttype") or entry.fields.get("archiveprefix") or ""
    kind = kind.strip(" {}").lower()
    prefix = RE_ARXIV_PREFIX.match(written)
    if kind != "arxiv" and (kind or not prefix):
        return
    rest = written[prefix.end() :] if prefix else written
    number = RE_ARXIV_NUMBER.match(rest)
    bare = number[0] if number and RE_ARXIV_REST.fullmatch(rest[number.end() :]) else rest
    if fault := arxiv_fault(bare):
        yield _arxiv_problem(entry, "eprint", bare, fault)
    elif prefix:
        message = f"The arXiv identifier {bare} is given with {shown(prefix[0].strip())} before it"
        edits = entry.replaced("eprint", prefix[0], "") if rest == bare else ()
        hint = f"write eprint = {{{bare}}}"
        yield entry.problem(Code.ARXIV_FORM, "eprint", message, hint, edits)


def _arxiv_problem(entry: WalkedEntry, name: str, number: str, fault: str) -> Problem:
    message = f"{shown(number)} is not an arXiv identifier: it {fault}"
    return entry.problem(Code.ARXIV_FORM, name, message, "compare it with the page of the preprint")


def book_numbers(entry: WalkedEntry) -> Iterator[Problem]:
    """Report ISBN and ISSN that are mistyped."""
    for name, value in entry.fields.items():
        if name not in BOOK_NUMBERS or not value.strip():
            continue
        code, what, fault_of, other, other_fault = BOOK_NUMBERS[name]
        for number in numbers_in(verbatim(value), fault_of):
            message, hint = f"{shown(number)} is not an {what}: it", "compare it digit by digit"
            if not (fault := fault_of(number)):
                continue
            if not other_fault(number):
                message, fault = f"{shown(number)} is an {other},", f"not an {what}"
                hint = f"write {other.lower()} = {{{number}}}"
            yield entry.problem(code, name, f"{message} {fault}", hint)


def numbers_in(text: str, fault_of: Callable[[str], str]) -> list[str]:
    """Return the numbers of books or journals in a text, without remarks beside them.

    >>> numbers_in("978-3-16-148410-0 (print), 3161484100 (ebook)", isbn_fault)
    ['978-3-16-148410-0', '3161484100']
    >>> numbers_in("978 3 16 148410 0", isbn_fault), numbers_in("0378-5955 2434-561X", issn_fault)
    (['978 3 16 148410 0'], ['0378-5955', '2434-561X'])
    """
    found: list[str] = []
    for part in RE_BETWEEN.split(RE_REMARK.sub(",", text)):
        number = part.strip(" .{}\t\u00a0-")
        if not number:
            continue
        words = number.split()
        whole = len(words) == 1 or not fault_of(number)
        several = not whole and all(sum(map(str.isdigit, word)) >= 7 for word in words)
        found += words if several else [number]
    return found or [text]


def orcid(entry: WalkedEntry) -> Iterator[Problem]:
    """Report ORCID iDs in fields and annotations of an entry that are mistyped."""
    for name, value in entry.fields.items():
        if "orcid" not in name and "+an" not in name:
            continue
        for number in RE_ORCID_LIKE.findall(value):
            yield from _orcid(number, entry.at(name))


def ror(entry: WalkedEntry) -> Iterator[Problem]:
    """Report ROR identifiers in fields that are no links, and are mistyped."""
    for name, value in entry.fields.items():
        if name in LINK_FIELDS or ("ror.org/" not in value and name != "ror"):
            continue
        written = verbatim(value).strip("/")
        bare = name == "ror" and "/" not in written
        for text in [written] if bare else RE_ROR_IN_TEXT.findall(value):
            yield from _ror(text, entry.at(name))


ENTRY_RULES: tuple[EntryRule, ...] = (doi, arxiv, book_numbers, orcid, ror, of_entry)
RULES: tuple[Rule, ...] = (of_records,)
