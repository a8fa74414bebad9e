"""Records that printed names imply: topics, venues and series; organisations are made alike."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from symposium.kinds.event import Event
from symposium.kinds.paper import Paper
from symposium.kinds.series import Series
from symposium.kinds.venue import Venue
from symposium.knowledge.relation_table import Ids
from symposium.model.dates import latest_first
from symposium.model.ids import slug, told_apart
from symposium.model.names import fold_name

R = TypeVar("R")


def resolve_names(
    described: Mapping[str, R],
    printed: Mapping[str, int],
    make: Callable[[str, str], R],
    *,
    fold: Callable[[str], str] = fold_name,
    claims: Iterable[tuple[str, str]] | None = None,
    others: Iterable[str] = (),
) -> tuple[dict[str, R], dict[str, str]]:
    """Return all records by id, and the id of the record of each text.

    Texts of one fold are one record: the described one that ``claims`` the fold, the first of
    several; else one that ``make`` makes of an id and of the most frequently ``printed`` text. Of
    ``others``, those have an id that name such a record; they make none.
    """
    found = dict(described)
    by_fold: dict[str, str] = {}
    for claimed, record_id in claims_of(found.values(), fold) if claims is None else claims:
        by_fold.setdefault(claimed, record_id)
    folds = {text: fold(text) for text in printed}
    forms: dict[str, dict[str, int]] = defaultdict(dict)
    for text, folded in folds.items():
        forms[folded][text] = printed[text]
    for folded in sorted(forms.keys() - by_fold.keys()):
        title = most_common(forms[folded])
        record_id = told_apart(slug(title), folded, found)
        found[record_id] = make(record_id, title)
        by_fold[folded] = record_id
    folds |= {text: fold(text) for text in others}
    of_text = {text: by_fold[folded] for text, folded in folds.items() if folded in by_fold}
    return dict(sorted(found.items())), of_text


def claims_of(records: Iterable[Any], fold: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Yield what records claim: their titles, ids, other names and earlier ids, with their ids."""
    for one in records:
        for text in (one.title, one.id, *one.names, *one.earlier_ids):
            yield fold(text), one.id


def most_common(names: Mapping[str, int]) -> str:
    """Return the most frequent text; among equals the first by alphabet."""
    return min(names, key=lambda text: (-names[text], text))


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
    counts = Counter(paper.venue for paper in papers if paper.venue)
    bare = {text: bare_venue(text) for text in (*counts, *others)}
    printed: Counter[str] = Counter()
    for text, count in counts.items():
        printed[bare[text]] += count
    venues, of_bare = resolve_names(described, printed, Venue, claims=claims, others=bare.values())
    return venues, {text: of_bare[name] for text, name in bare.items() if name in of_bare}


class AllSeries(NamedTuple):
    """All series, and their events."""

    records: dict[str, Series]
    of_text: dict[str, str]
    """The id of the series, by what events print."""
    events: dict[str, Ids]
    """The newest first."""


def resolve_series(
    events: Iterable[Event], files: Mapping[str, Series], venue_of_text: Mapping[str, str]
) -> AllSeries:
    """Return the series that events print, joined with what files say of them.

    A file claims its title, its other names and its ids; every other text makes a series.
    """
    in_series = [(event, event.series) for event in events if event.series]
    found, of_text = resolve_names(files, Counter(text for _, text in in_series), Series)
    for one in list(found.values()):
        venue = next(filter(None, map(venue_of_text.get, (one.title, *one.names))), None)
        if venue and not one.venue:
            found[one.id] = replace(one, venue=venue)
    rows: dict[str, list[Event]] = defaultdict(list)
    for event, text in in_series:
        rows[of_text[text]].append(event)
    newest = {
        series: tuple([one.id for one in sorted(held, key=lambda one: latest_first(one.date))])
        for series, held in rows.items()
    }
    return AllSeries(found, of_text, newest)
