"""Rules for duplicate works, and for venues with several spellings."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from symposium.fields.yaml_repair import shortened, shown
from symposium.kinds.paper import Paper
from symposium.kinds.venue import Venue
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.printed_names import bare_venue
from symposium.lint.subject import Rule, Subject
from symposium.model.names import fold_name, fold_text
from symposium.model.problems import Code, Problem
from symposium.reading.entry_fields import RE_PREPRINT

RE_WORD = re.compile(r"[^\W_]+")
RE_ACRONYM = re.compile(r"[(\[](?=[^\s()\[\]]*[^\W\d])[^\s():\[\]]{2,20}[)\]]")
"""One word with a letter, between parentheses."""
RE_YEAR = re.compile(r"(?<=[a-z]{2})(?:9\d|[0-3]\d)$")
"""The year of ``SC21``."""
SMALL_WORDS = frozenset({
    "the", "of", "on", "for", "in", "and", "at", "und", "et", "der", "des", "de", "la", "le", "du",
    "fur", "to",
})  # fmt: skip
ABBREVIATIONS = {
    "j": "journal", "jour": "journal", "jrnl": "journal", "trans": "transactions",
    "tran": "transactions", "conf": "conference", "symp": "symposium", "intl": "international",
    "wksp": "workshop", "wkshp": "workshop", "lett": "letters", "rev": "review",
    "univ": "university", "sci": "science", "int": "international",
}  # fmt: skip
"""Common abbreviations; others are recognised as beginnings of words."""
MAX_COMPARED = 20
"""Works of one title and author, or venues with the same initials, compared with one more."""


def venue_words(name: str) -> tuple[str, ...]:
    """Return the folded words by which the name of a venue differs from others.

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
    if len(words) <= 2:  # an acronym, and perhaps its sponsor
        words = [RE_YEAR.sub("", word) for word in words]
    words = [ABBREVIATIONS.get(word, word) for word in words if word not in SMALL_WORDS]
    return tuple([word for word in words if word not in {"proceedings", "annual", "proc"}] or words)


def abbreviates(short: tuple[str, ...], long: tuple[str, ...], name: str) -> bool:
    """Tell whether each word of ``short``, printed as ``name``, begins the one in ``long``.

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
    sizes = {venue: len(kb.relations.papers_of_venue.get(venue, ())) for venue in kb.venues}
    by_initials: dict[str, list[tuple[tuple[str, ...], Venue]]] = defaultdict(list)
    for venue in kb.venues.values():
        if words := venue_words(venue.name):
            by_initials["".join(word[0] for word in words)].append((words, venue))
    for rows in by_initials.values():
        rows.sort(key=lambda row: (-sum(map(len, row[0])), row[0], -sizes[row[1].id], row[1].id))
        for index, (words, venue) in enumerate(rows):
            before = rows[max(0, index - MAX_COMPARED) : index]
            equal = (other for longer, other in before if longer == words)
            is_short = len(words) > 1 and "." in venue.name
            full = (other for longer, other in before if abbreviates(words, longer, venue.name))
            if other := next(chain(equal, full if is_short else ()), None):
                yield _spelling_problem(kb, sizes, venue, other)


def _spelling_problem(kb: KnowledgeBase, sizes: Mapping[str, int], *venues: Venue) -> Problem:
    def weight(venue: Venue) -> tuple[bool, int, bool, str]:
        """Return the sort key by which the better name is last: with a file, papers, no period."""
        return venue.document is not None, sizes[venue.id], "." not in venue.name, venue.id

    worse, better = sorted(venues, key=weight)
    papers = kb.relations.papers_of_venue.get(worse.id, ())
    origin = kb.works[papers[-1]].origin if papers else worse.origin
    count = f"{len(papers)} paper{'s' if len(papers) != 1 else ''}"
    # Names often differ only at the end.
    names = [f'"{shortened(venue.name, 160)}"' for venue in (worse, better)]
    message = f"{names[0]} ({count}) may be {names[1]} ({sizes[better.id]})"
    hint = f"if so, list both forms under names: in venues/{better.id}.md"
    return Problem(Code.VENUE_SPELLINGS, message, origin.at("venue" if papers else ""), hint)


SAME_CLASS = {
    "conference": "inproceedings", "inbook": "incollection", "phdthesis": "thesis",
    "mastersthesis": "thesis", "techreport": "report", "electronic": "online", "www": "online",
}  # fmt: skip
TYPES_WITHIN = frozenset(["incollection", "inproceedings", "inbook", "conference", "article"])
TYPES_OF_WHOLE = frozenset(
    ["book", "proceedings", "collection", "mvbook", "mvproceedings", "mvcollection", "periodical"]
)
PREPRINT_TYPES = frozenset(
    ["misc", "unpublished", "online", "article", "report", "techreport", "preprint"]
)
"""Types of entries that preprints have."""

RECURRING = frozenset({
    "editorial", "preface", "foreword", "introduction", "guesteditorial", "afterword", "prologue",
    "guesteditorsintroduction", "guesteditorialintroduction", "fromtheeditor", "panel", "keynote",
    "editorsnote", "messagefromtheeditor", "bookreview", "bookreviews", "announcement",
    "announcements", "discussion", "comment", "reply", "rejoinder", "conclusion", "conclusions",
    "errata", "erratum", "corrigendum", "news", "obituary", "acknowledgments", "overview",
    "messagefromthechairs", "messagefromthegeneralchair", "welcome", "summary", "abstracts",
    "index", "glossary", "notes", "contents", "tableofcontents", "bibliography", "references",
    "appendix", "remarks", "letter", "letters", "reviews", "untitled", "response", "poster",
})  # fmt: skip
"""Folded titles that many works have."""
RE_ABOUT = re.compile(
    r"\b(?:erratum|errata|corrigendum|corrections?|addendum|retraction|comments? on|reply to|"
    r"discussion of|review of|supplement(?:ary|al)?)\b",
    re.IGNORECASE,
)
"""Words in titles of works about another work, which may have the DOI of that work."""
MIN_TITLE = 5
"""Characters of the shortest folded title that is compared."""

Alike = Callable[[Paper, Paper], bool]
"""Tells whether two works of a bucket are the same."""


def duplicates(subject: Subject) -> Iterator[Problem]:
    """Report duplicate works, and preprints beside their publication."""
    papers = list(subject.kb.works.values())
    folds = [fold_name(paper.title) for paper in papers]
    counts = Counter(folds)
    buckets: dict[tuple[Alike, str, str], list[int]] = defaultdict(list)
    for index, (paper, fold) in enumerate(zip(papers, folds, strict=True)):
        for name, number in (("doi", paper.doi), ("arxiv", paper.arxiv)):
            if number:
                buckets[may_share, name, number.lower()].append(index)
        if counts[fold] > 1 and len(fold) >= MIN_TITLE and fold not in RECURRING:
            for family in {fold_text(author.name.family) for author in paper.authors}:
                buckets[is_one, fold, family].append(index)
    groups: dict[int, list[int]] = {}
    for (alike, *_), bucket in buckets.items():
        for first, second in _equal_pairs(papers, bucket, alike):
            group, other = (groups.setdefault(index, [index]) for index in (first, second))
            if group is not other:
                group += other
                groups.update(dict.fromkeys(other, group))
    for _, group in sorted({min(group): group for group in groups.values()}.items()):
        yield from _group_problems([papers[index] for index in sorted(group)])


def _equal_pairs(papers: list[Paper], bucket: list[int], alike: Alike) -> Iterator[tuple[int, int]]:
    """Yield the pairs of a bucket that are alike; each work is compared with a few others only."""
    seen: list[int] = []
    for index in bucket:
        for other in seen[:MAX_COMPARED]:
            if alike(papers[other], papers[index]):
                yield other, index
                break
        else:
            seen.append(index)


def may_share(first: Paper, second: Paper) -> bool:
    """Tell whether two works with one identifier may be one: no work and its part or erratum."""
    if first.poster != second.poster:
        return False
    if first.type in TYPES_OF_WHOLE or second.type in TYPES_OF_WHOLE:
        return first.type == second.type
    return not RE_ABOUT.search(first.title) and not RE_ABOUT.search(second.title)


def is_one(first: Paper, second: Paper) -> bool:
    """Tell whether two works with the same title and author are the same."""
    if is_published_preprint(first, second):
        return True
    fields = ("poster", "doi", "arxiv", "year", "volume", "number", "pages")
    if any(_differ(getattr(first, field), getattr(second, field)) for field in fields):
        return False
    same_pages = first.pages is not None and first.pages == second.pages
    if SAME_CLASS.get(first.type, first.type) != SAME_CLASS.get(second.type, second.type):
        # Many works are numbered from page 1.
        return same_pages and re.match(r"(?!1\b)\d+–\d+$", first.pages or "") is not None
    venues = [paper.venue and venue_words(bare_venue(paper.venue)) for paper in (first, second)]
    return same_pages or not _differ(*venues)


def _differ(first: object, second: object) -> bool:
    """Tell whether both values are given and differ; the case of texts is ignored."""
    if isinstance(first, str) and isinstance(second, str):
        return first.lower() != second.lower()
    return first is not None and second is not None and first != second


def is_preprint(paper: Paper) -> bool:
    """Tell whether an entry is a preprint, which appeared only on a server for preprints."""
    if paper.type not in PREPRINT_TYPES or paper.poster:
        return False
    if paper.venue:
        return RE_PREPRINT.fullmatch(paper.venue) is not None
    return paper.type != "article" and paper.arxiv is not None


def is_published_preprint(first: Paper, second: Paper) -> bool:
    """Tell whether of two works with one title one is a preprint, the other its publication."""
    if is_preprint(first) == is_preprint(second) or first.poster or second.poster:
        return False
    published = second if is_preprint(first) else first
    return published.type in TYPES_WITHIN and published.venue is not None


def _group_problems(papers: list[Paper]) -> Iterator[Problem]:
    """Yield the problems of a group of duplicates, at the first of them."""
    preprints = [paper for paper in papers if is_preprint(paper)]
    published = [paper for paper in papers if not is_preprint(paper)]
    if preprints and published:
        hint = "keep one entry, with the preprint's link"
        if number := preprints[0].arxiv:
            hint = f"add eprint = {{{number}}}, eprinttype = {{arxiv}} here, and remove the other"
        what = "is also there as a preprint"
        yield _problem(Code.WORK_PREPRINT, published[0], preprints, what, hint)
    for kind in (preprints, published):
        if len(kind) > 1:
            hint = "keep one entry, with what the others say, or correct what tells them apart"
            what = "seems to be there twice"
            yield _problem(Code.WORK_DUPLICATE, kind[0], kind[1:], what, hint)


def _problem(code: Code, first: Paper, others: list[Paper], what: str, hint: str) -> Problem:
    entries = ", ".join(f'"{paper.key}" ({paper.origin.place})' for paper in others[:10])
    more = f" and {len(others) - 10} more" if len(others) > 10 else ""
    message = f"{shown(first.title)} {what}, as {entries}{more}"
    return Problem(code, message, first.origin.place, hint)


RULES: tuple[Rule, ...] = (venue_spellings, duplicates)
