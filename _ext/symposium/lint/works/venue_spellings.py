"""Rules for venues that are spelt in several ways."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from symposium.fields.yaml_repair import shortened
from symposium.kinds.venue import Venue
from symposium.lint.subject import Rule, Subject
from symposium.model.names import fold_text
from symposium.model.problems import Code, Problem

RE_WORD = re.compile(r"[^\W_]+")
RE_ACRONYM = re.compile(r"[(\[](?=[^\s()\[\]]*[^\W\d])[^\s():\[\]]{2,20}[)\]]")
"""One word with a letter, between parentheses."""
RE_YEAR = re.compile(r"(?<=[a-z]{2})(?:9\d|[0-3]\d)$")
"""The year of ``SC21``."""
LONGEST = 160
"""Characters of a name in a message: what differs is often at its end."""
SMALL = frozenset({"the", "of", "on", "for", "in", "and", "at", "und", "et", "der", "des", "de",
                   "la", "le", "du", "fur", "to"})  # fmt: skip
WITHOUT_MEANING = frozenset({"proceedings", "annual", "proc"})
WORDS = {
    "j": "journal", "jour": "journal", "jrnl": "journal", "trans": "transactions",
    "tran": "transactions", "conf": "conference", "symp": "symposium", "intl": "international",
    "wksp": "workshop", "wkshp": "workshop", "lett": "letters", "rev": "review",
    "univ": "university", "sci": "science", "int": "international",
}  # fmt: skip
"""Abbreviations that are used by all; others are recognised as beginnings of words."""
COMPARED = 20
"""How many venues with the same initials are compared with one more."""


def venue_words(name: str) -> tuple[str, ...]:
    """Return the words of a venue's name that tell it from others, folded.

    >>> venue_words("Proceedings of the Annual Conference on Tides & Winds (CTW)")
    ('conference', 'tides', 'winds')
    >>> venue_words("Proc. Conf. Tides and Winds")
    ('conference', 'tides', 'winds')
    >>> venue_words("SC21"), venue_words("ACM CHI 98")
    (('sc',), ('acm', 'chi', '98'))
    """
    text = fold_text(name)
    bare = RE_ACRONYM.sub(" ", text)
    words = RE_WORD.findall(bare if bare.strip() else text)
    if len(words) <= 2:  # an acronym, and perhaps who sponsors it
        words = [RE_YEAR.sub("", word) for word in words]
    kept = [WORDS.get(word, word) for word in words if word not in SMALL]
    return tuple([word for word in kept if word not in WITHOUT_MEANING] or kept)


def abbreviates(short: tuple[str, ...], long: tuple[str, ...], name: str) -> bool:
    """Tell whether the words of one name, which is printed so, begin those of another.

    >>> long = ("journal", "machine", "learning")
    >>> abbreviates(("journal", "mach", "learn"), long, "J. Mach. Learn.")
    True
    >>> abbreviates(("phys", "review", "a"), ("physical", "review", "applied"), "Phys. Rev. A")
    False
    """
    folded = fold_text(name)
    return len(short) == len(long) and all(
        whole == part
        or (whole.startswith(part) and part.isalpha() and (len(part) > 2 or f"{part}." in folded))
        for part, whole in zip(short, long, strict=True)
    )


def venue_spellings(subject: Subject) -> Iterator[Problem]:
    """Report pairs of venues whose names differ by small words and abbreviations only."""
    kb = subject.kb
    words = {venue.id: venue_words(venue.name) for venue in kb.venues.values()}
    by_words: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for venue_id, found in words.items():
        if found:
            by_words[found].append(venue_id)
    for ids in by_words.values():
        ids.sort(key=lambda one: (-_size(subject, one), one))
        for other in ids[1:]:
            yield _pair(subject, ids[0], other)
    yield from _abbreviated(subject, {key: ids[0] for key, ids in by_words.items()})


def _abbreviated(subject: Subject, first: dict[tuple[str, ...], str]) -> Iterator[Problem]:
    """Yield the pairs of which one name abbreviates the other, word by word."""
    by_initials: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for key in first:
        if len(key) > 1:
            by_initials["".join(word[0] for word in key)].append(key)
    for keys in by_initials.values():
        keys.sort(key=lambda key: (-sum(map(len, key)), key))
        for index, short in enumerate(keys):
            name = subject.kb.venues[first[short]].name
            if "." not in name:
                continue
            for long in keys[max(0, index - COMPARED) : index]:
                if abbreviates(short, long, name):
                    yield _pair(subject, first[long], first[short])
                    break


def _size(subject: Subject, venue_id: str) -> int:
    return len(subject.kb.relations.papers_of_venue.get(venue_id, ()))


def _pair(subject: Subject, *ids: str) -> Problem:
    kb = subject.kb
    fewer, more = sorted(ids, key=lambda one: _weight(subject, kb.venues[one]))
    one, other = kb.venues[more], kb.venues[fewer]
    papers = kb.relations.papers_of_venue.get(fewer, ())
    origin = kb.works[papers[-1]].origin if papers else other.origin
    count = f"{len(papers)} paper{'s' if len(papers) != 1 else ''}"
    names = [f'"{shortened(venue.name, LONGEST)}"' for venue in (other, one)]
    message = f"{names[0]} ({count}) may be {names[1]} ({_size(subject, more)})"
    hint = f"if so, list both forms under names: in venues/{one.id}.md"
    return Problem(Code.VENUE_SPELLINGS, message, origin.at("venue" if papers else ""), hint)


def _weight(subject: Subject, venue: Venue) -> tuple[bool, int, bool, bool, int, str]:
    """Return what makes one of two names the better one; a file, papers, and a whole name do."""
    name = venue.name
    plain = not name.startswith(("The ", "Proceedings "))
    size = _size(subject, venue.id)
    return venue.document is not None, size, "." not in name, plain, len(name), venue.id


RULES: tuple[Rule, ...] = (venue_spellings,)
