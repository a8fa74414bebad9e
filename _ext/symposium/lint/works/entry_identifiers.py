"""Rules for identifiers of entries: DOI, arXiv, ISBN, ISSN and ORCID."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from urllib.parse import unquote

from symposium.fields.yaml_repair import shown
from symposium.lint.resolvers import mended
from symposium.lint.works.entry_walk import EntryRule, WalkedEntry
from symposium.model.identifiers import (
    RE_DOI,
    arxiv_fault,
    isbn_fault,
    issn_fault,
    orcid_fault,
    ror_fault,
)
from symposium.model.problems import Code, Problem
from symposium.reading.entry_links import LINK_FIELDS, RE_DOI_PREFIX, read_doi, verbatim

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

ISBN_FIELDS = ("isbn", "isbn13", "isbn-13", "isbn10", "isbn-10", "eisbn", "e-isbn")
ISSN_FIELDS = ("issn", "eissn", "e-issn", "issn-l", "pissn")
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
    if odd or not read:  # reported where it is read, or empty
        return
    text = mended(verbatim(written))
    prefix = RE_DOI_PREFIX.match(text) or RE_PUBLISHER.match(text)
    rest = text[prefix.end() :] if prefix else text
    if not prefix and RE_DOI.fullmatch(text) and text == read:
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
    fields = entry.fields
    if "eprint" in fields and (written := verbatim(fields["eprint"])):
        yield from _eprint(entry, written)
    for name in ARXIV_FIELDS:
        if name in fields and "arxiv" in fields[name].lower():
            for number in RE_ARXIV_IN_TEXT.findall(fields[name]):
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
        yield entry.problem(
            Code.ARXIV_FORM, "eprint", message, f"write eprint = {{{bare}}}", edits
        )  # fmt: skip


def _arxiv_problem(entry: WalkedEntry, name: str, number: str, fault: str) -> Problem:
    message = f"{shown(number)} is not an arXiv identifier: it {fault}"
    return entry.problem(Code.ARXIV_FORM, name, message, "compare it with the page of the preprint")


def book_numbers(entry: WalkedEntry) -> Iterator[Problem]:
    """Report ISBN and ISSN that are mistyped."""
    yield from _numbers(entry, ISBN_FIELDS, isbn_fault, Code.ISBN_FORM, "ISBN")
    yield from _numbers(entry, ISSN_FIELDS, issn_fault, Code.ISSN_FORM, "ISSN")


def _numbers(
    entry: WalkedEntry,
    names: tuple[str, ...],
    fault_of: Callable[[str], str],
    code: Code,
    what: str,
) -> Iterator[Problem]:
    for name in names:
        if name not in entry.fields or not entry.fields[name].strip():
            continue
        other, other_fault = ("ISSN", issn_fault) if what == "ISBN" else ("ISBN", isbn_fault)
        for number in numbers_in(verbatim(entry.fields[name]), fault_of):
            fault = fault_of(number)
            if not fault:
                continue
            if not other_fault(number):
                message = f"{shown(number)} is an {other}, not an {what}"
                hint = f"write {other.lower()} = {{{number}}}"
            else:
                message = f"{shown(number)} is not an {what}: it {fault}"
                hint = "compare it digit by digit"
            yield entry.problem(code, name, message, hint)


def numbers_in(text: str, fault_of: Callable[[str], str]) -> list[str]:
    """Return the numbers of books or journals in a text, without what stands beside them.

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
            if fault := orcid_fault(number.upper()):
                message = f"{shown(number)} is not an ORCID iD: it {fault}"
                yield entry.problem(Code.ORCID_FORM, name, message, "compare it digit by digit")


def ror(entry: WalkedEntry) -> Iterator[Problem]:
    """Report ROR identifiers in fields that are no links, and are mistyped."""
    for name, value in entry.fields.items():
        if "ror.org/" not in value and name != "ror":
            continue
        written = verbatim(value).strip("/")
        bare = name == "ror" and "/" not in written
        for text in [written] if bare else RE_ROR_IN_TEXT.findall(value):
            if name not in LINK_FIELDS and (fault := ror_fault(text)):
                message = f"{shown(text)} is not a ROR identifier: it {fault}"
                yield entry.problem(Code.ROR_FORM, name, message, "compare it letter by letter")


RULES: tuple[EntryRule, ...] = (doi, arxiv, book_numbers, orcid, ror)
