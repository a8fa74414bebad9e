"""Rules for identifiers: DOI, arXiv, ISBN, ISSN, ORCID, ROR, and addresses of resolvers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from symposium.fields.link_types import MAX_LINK
from symposium.fields.yaml_repair import shown
from symposium.lint.entries import EntryRule, WalkedEntry
from symposium.lint.subject import Rule, Subject, written
from symposium.model.identifiers import arxiv_fault, isbn_fault, issn_fault, orcid_fault, ror_fault
from symposium.model.problems import Code, Edit, Place, Problem
from symposium.reading.entry_links import LINK_FIELDS, RE_DOI_PREFIX, read_doi, verbatim

RE_TWICE = re.compile(
    r"https?:/{0,2}(?=https?://)"
    r"|https?://(?:www\.|dx\.)?([\w.-]+/)[^\s?#]*?(?=https?://(?:www\.|dx\.)?\1)",
    re.IGNORECASE,
)
"""A scheme before another, or an address before one on the same host."""
RE_RESOLVER = re.compile(
    r"https?://(?:www\.)?(orcid|ror)\.org/([^/?#]+)/?(?:[?#].*)?", re.IGNORECASE
)
RE_SUSPECT = re.compile(r"//(?:[a-z]+\.)?(?:orcid|ror)\.org/|.https?:", re.IGNORECASE)
"""A quick test for links that one of the rules may report."""


def mended(link: str) -> str:
    """Return a link without a repeated beginning.

    >>> mended("https://https://x.org/a"), mended("https://web.archive.org/web/https://x.org")
    ('https://x.org/a', 'https://web.archive.org/web/https://x.org')
    """
    while len(link) <= MAX_LINK and (twice := RE_TWICE.match(link)):
        link = link[twice.end() :]
    return link


def of_entry(entry: WalkedEntry) -> Iterator[Problem]:
    """Report faulty links of an entry."""
    for name, value in entry.fields.items():
        if (name in LINK_FIELDS or name.startswith("url_")) and RE_SUSPECT.search(value):
            link = verbatim(value)
            edits = entry.replaced(name, link, mended(link))
            yield from _link_problems(link, entry.at(name), edits)


def of_records(subject: Subject) -> Iterator[Problem]:
    """Report faulty links in front matter."""
    for record in chain(*(table.values() for table in written(subject.kb).values())):
        for path, link in _links(record):
            if not RE_SUSPECT.search(link):
                continue
            origin = getattr(record, "notes", None) or record.origin
            if path in origin.fields and origin.place.path.endswith(".md"):
                place = origin.at(path)
                edits = subject.texts.edits(place, link, mended(link))
                yield from _link_problems(link, place, edits)


def _links(record: Any) -> Iterator[tuple[str, str]]:
    """Yield the dotted paths of the links of a record, with the links."""
    talks = enumerate(getattr(record, "talks", ()))
    for above, holder in (("", record), *((f"talks.{index}.", talk) for index, talk in talks)):
        for name, link in (getattr(holder, "links", None) or {}).items():
            yield f"{above}links.{name}", link
    for index, link in enumerate(getattr(record, "repositories", ())):
        yield f"repositories.{index}", link


def _link_problems(link: str, place: Place, edits: tuple[Edit, ...]) -> Iterator[Problem]:
    corrected = mended(link)
    if corrected != link:
        message = f"The link {shown(link)} repeats its beginning"
        yield Problem(Code.RESOLVER_TWICE, message, place, f"write {corrected}", edits)
    resolved = RE_RESOLVER.fullmatch(corrected)
    if resolved and resolved[1].lower() == "orcid":
        yield from _orcid_problems(resolved[2], place)
    elif resolved and (fault := ror_fault(resolved[2])):
        message = f"{shown(resolved[2])} is not a ROR identifier: it {fault}"
        yield Problem(Code.ROR_FORM, message, place, "compare it letter by letter")


def _orcid_problems(text: str, place: Place) -> Iterator[Problem]:
    if fault := orcid_fault(text.upper()):
        message = f"{shown(text)} is not an ORCID iD: it {fault}"
        yield Problem(Code.ORCID_FORM, message, place, "compare it digit by digit")


RE_ARXIV_PREFIX = re.compile(
    r"(?:https?://)?(?:www\.)?arxiv\.org/(?:abs|pdf|html)/|arxiv:?\s*", re.IGNORECASE
)
RE_ARXIV_REST = re.compile(r"(?:\.pdf)?\s*(?:[\[(][\w. -]*[\])])?", re.IGNORECASE)
"""The class that may follow an arXiv identifier, as arXiv prints it."""
RE_ARXIV_NUMBER = re.compile(r"\d{4}\.\d{3,6}(?:v\d+)?|[a-zA-Z-]+(?:\.[a-zA-Z-]+)?/\d{7}(?:v\d+)?")
RE_NUMBER = re.compile(r"\d[\d\s\u2013-]{5,}[\dXx]")
RE_ORCID_LIKE = re.compile(r"(?<![\w-])\d{3,5}(?:-\d{3,5}){2}-\d{2,4}[\dXx]?(?![\w-])", re.ASCII)


def doi(entry: WalkedEntry) -> Iterator[Problem]:
    """Report a DOI given as an address, with a prefix, or with more text beside it."""
    text = verbatim(entry.fields.get("doi", ""))
    read, malformed = read_doi({"doi": text})
    # The reader reports DOIs that cannot be read.
    if malformed or not read or text == read:
        return
    before = text.removesuffix(read)
    link = mended(text)
    prefix = RE_DOI_PREFIX.match(link)
    if prefix and link[prefix.end() :] == read:
        edits = entry.replaced("doi", before, "")
        message = f"The DOI {read} is given with {shown(before.strip())} before it"
        yield entry.problem(Code.DOI_URL, "doi", message, f"write doi = {{{read}}}", edits)
    elif text.startswith("http"):
        message = f"The DOI {read} is given as the address of a page"
        yield entry.problem(Code.DOI_URL, "doi", message, f"write doi = {{{read}}}")
    else:
        message = f"There is more than a DOI in {shown(text)}; {read} is taken"
        yield entry.problem(Code.DOI_FORM, "doi", message, f"write doi = {{{read}}}")


def arxiv(entry: WalkedEntry) -> Iterator[Problem]:
    """Report impossible arXiv identifiers, and those with a prefix."""
    eprint = verbatim(entry.fields.get("eprint", ""))
    if not eprint:
        return
    kind = entry.fields.get("eprinttype") or entry.fields.get("archiveprefix") or ""
    kind = kind.strip(" {}").lower()
    prefix = RE_ARXIV_PREFIX.match(eprint)
    if kind != "arxiv" and (kind or not prefix):
        return
    rest = eprint[prefix.end() :] if prefix else eprint
    number = RE_ARXIV_NUMBER.match(rest)
    bare = number[0] if number and RE_ARXIV_REST.fullmatch(rest[number.end() :]) else rest
    if fault := arxiv_fault(bare):
        message = f"{shown(bare)} is not an arXiv identifier: it {fault}"
        hint = "compare it with the page of the preprint"
        yield entry.problem(Code.ARXIV_FORM, "eprint", message, hint)
    elif prefix:
        message = f"The arXiv identifier {bare} is given with {shown(prefix[0].strip())} before it"
        edits = entry.replaced("eprint", prefix[0], "") if rest == bare else ()
        hint = f"write eprint = {{{bare}}}"
        yield entry.problem(Code.ARXIV_FORM, "eprint", message, hint, edits)


def book_numbers(entry: WalkedEntry) -> Iterator[Problem]:
    """Report mistyped ISBN and ISSN."""
    kinds = (("isbn", Code.ISBN_FORM, isbn_fault), ("issn", Code.ISSN_FORM, issn_fault))
    for name, value in entry.fields.items():
        for kind, code, fault_of in kinds:
            is_given = kind in name and value.strip()
            for number in numbers_in(verbatim(value), fault_of) if is_given else ():
                if fault := fault_of(number):
                    message = f"{shown(number)} is not an {kind.upper()}: it {fault}"
                    yield entry.problem(code, name, message, "compare it digit by digit")


def numbers_in(text: str, fault_of: Callable[[str], str]) -> list[str]:
    """Return the numbers of books or journals in a text, without remarks beside them.

    >>> numbers_in("978-3-16-148410-0 (print), 3161484100 (ebook)", isbn_fault)
    ['978-3-16-148410-0', '3161484100']
    >>> numbers_in("978 3 16 148410 0", isbn_fault), numbers_in("0378-5955 2434-561X", issn_fault)
    (['978 3 16 148410 0'], ['0378-5955', '2434-561X'])
    """
    numbers: list[str] = []
    bare = re.sub(r"\bISBN[- ]1[03]\b", "", text, flags=re.IGNORECASE)
    for number in RE_NUMBER.findall(bare):
        words = number.split()
        several = all(sum(map(str.isdigit, word)) >= 7 for word in words)
        numbers += words if several and fault_of(number) else [number]
    return numbers or [text]


def orcid(entry: WalkedEntry) -> Iterator[Problem]:
    """Report mistyped ORCID iDs in fields and annotations of an entry."""
    for name, value in entry.fields.items():
        if "orcid" not in name and "+an" not in name:
            continue
        for number in RE_ORCID_LIKE.findall(value):
            yield from _orcid_problems(number, entry.at(name))


ENTRY_RULES: tuple[EntryRule, ...] = (doi, arxiv, book_numbers, orcid, of_entry)
RULES: tuple[Rule, ...] = (of_records,)
