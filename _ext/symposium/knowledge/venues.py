"""Venues: the journal or conference of each printed booktitle."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from symposium.kinds.paper import Paper
from symposium.kinds.venue import Venue
from symposium.knowledge.printed_names import resolve_names
from symposium.model.names import fold_name

_UNITS = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth"
_TEENS = (
    "tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|"
    "nineteenth"
)
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_TENTHS = "twentieth|thirtieth|fortieth|fiftieth|sixtieth|seventieth|eightieth|ninetieth"
RE_YEAR = re.compile(
    r"(?:\b(?:1[89]|20)\d\d\b(?:\s*[-–/]\s*(?:(?:1[89]|20)\d\d|\d\d)\b)?)|['’]\d\d\b"
)
RE_ORDINAL = re.compile(
    rf"\b(?:\d+\s?(?:st|nd|rd|th)|(?:(?:{_TENS})[- ])?(?:{_UNITS})|{_TEENS}|{_TENTHS})\b",
    re.IGNORECASE,
)
RE_PLACEHOLDER = re.compile(r"\{(?:year|ordinal)\}")
RE_EMPTY = re.compile(r"\(\s*\)|\[\s*\]")
RE_LOOSE = re.compile(r"\s+([,;:.)])|([,;:(])(?=\s*[,;:)])")


def bare_venue(printed: str) -> str:
    """Return a printed booktitle or journal without year and ordinal.

    >>> bare_venue("Proceedings of the 38th Annual Meeting of the ACL (ACL 2000)")
    'Proceedings of the Annual Meeting of the ACL (ACL)'
    >>> bare_venue("Supercomputing 2021"), bare_venue("NeurIPS '22")
    ('Supercomputing', 'NeurIPS')
    >>> bare_venue("2021")
    '2021'
    """
    bare = RE_PLACEHOLDER.sub(" ", printed)
    bare = RE_ORDINAL.sub(" ", RE_YEAR.sub(" ", bare))
    bare = RE_LOOSE.sub(r"\1", RE_EMPTY.sub(" ", bare))
    bare = " ".join(bare.split()).strip(" ,;:-–—'’")
    return bare or printed


def resolve_venues(
    papers: Iterable[Paper], described: Mapping[str, Venue], others: Iterable[str] = ()
) -> tuple[dict[str, Venue], dict[str, str]]:
    """Return all venues by id, and the venue's id of each printed form.

    ``others`` are texts that lead to a venue if they name one, and make none.

    A described venue claims its name, its short name, its printed forms and its earlier ids; every
    other bare name that is printed makes a derived venue, named after its most frequent form.
    """
    claims = [
        (fold_name(bare_venue(text)), venue.id)
        for venue in described.values()
        for text in (venue.name, venue.short, *venue.names, *venue.earlier_ids)
        if text
    ]
    printed: Counter[str] = Counter(paper.venue for paper in papers if paper.venue)
    bare = {text: bare_venue(text) for text in printed}
    folds = {text: fold_name(name) for text, name in bare.items()}
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    for text, fold in folds.items():
        forms[fold][bare[text]] += printed[text]
    venues, by_fold = resolve_names(
        described, claims, forms, lambda venue_id, name: Venue(id=venue_id, name=name)
    )
    for text in others:
        if (fold := fold_name(bare_venue(text))) in by_fold:
            folds[text] = fold
    return venues, {text: by_fold[fold] for text, fold in folds.items()}
