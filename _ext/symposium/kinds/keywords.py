"""The keywords of a work: stems of the words of its title and of words that its texts repeat."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

import snowballstemmer

RE_WORD = re.compile(r"[^\W\d_]\w*(?:[-+/]\w+)*")
"""A word, with those that a hyphen or a stroke joins to it: ``i/o``, ``multi-head``."""
SPACED = bytes(n if n > 127 or chr(n).isalnum() or chr(n) in "_-+/" else 32 for n in range(256))
"""A translation table that replaces ASCII characters outside words by spaces; splitting there is
quicker than searching for words."""
RE_MATHS = re.compile(r"\$[^$]*\$")

NO_SUBJECTS = """
about across all also and any are aren based been being between both but can cannot could did does
don due each either few for from further given had has have here how however into its itself just
like made make many may might more moreover most much must new nor not novel now obtain often
one only other our out over own paper per perform present presented propose proposed provide
provided result same several shall should show shown since some such than that the their them then
there therefore these they this those through thus too two under upon use used using various very
via was were what when where whereas whether which while who whose why will with within without
work would yet you your
"""
OF_ANY_WORK = """
algorithm analyse analysis analyze application apply approach automatic available based because best
better book build capture case challenge combine comparative comparison current data develop
different discussion effect efficient enhance experiment exploit explore find first framework future
general good identification identify impact important improve investigate invite issue keynote large
leverage line low matter method model multiple need notion overview panel performance perspective
plan practical practice problem process public publicly real reality reduce reduction refine report
require research review role session simple small specific standard state-of-the-art status strategy
study system task technique three toward way world
"""
"""Words in which works on any subject are told."""
OF_OTHER_LANGUAGES = """
ainsi als att auch auf aus aux avec bei com como con cette ces comme dans das dei del della delle
dem den der des deux die ein eine einer eines een entre est este esta etc för het ikke leur les los
las mais med met mit não nel nicht niet nos nous och oder ont par para partir pela pelo per por pour
que qui sans sich sind som son sont sowie sur são til una une und uma van von voor été werden wird
zijn zum zur être über
"""
"""Stop words of other languages: few texts in one have too few to find them by their frequency."""
SILENT = frozenset(NO_SUBJECTS.split())
"""Stop words; a small site has too few texts to find them by their frequency."""
SHORTEST, LONGEST = 3, 40
"""The least and the most letters of words that count."""
FRONT_MATTER = """
abstracts acknowledgements acknowledgments addenda addendum advertisements announcement
announcements appendix area author authors biographical board book books brief briefly call chair
chairs cited committee committees conference contents continued copyright corrigenda corrigendum
cumulated current editor editorial editors errata erratum foreword front general guidelines index
indices introduction invitation issue letter letters list literature local matter member members
membership message notes noted notice notices number obituary opening organisers organizers
organising organizing page papers participants preface prefácio préface president proceedings
program programme publication publications received remarks report reports reviewer reviewers
reviews schedule secretary session sessions site speakers special sponsors subject submission
submissions table title toc volume volumes vorwort welcome workshop workshops
"""
FRONT = frozenset(FRONT_MATTER.split())
APART = FRONT.union(SILENT, ("an", "as", "at", "by", "de", "in", "of", "on", "or", "to"))
"""A title of these words alone is that of front matter, not of a work."""
RE_ISSUE = re.compile(r"\bnewsletter\b|\bvolume \d+, number \d|^obituary\b")
STEMMER = snowballstemmer.stemmer("english")
"""For English; it leaves words of other languages much as they are."""
LEAST, OFTEN = 2, 4
"""The least count of a keyword, and that of one which tells as much as a word of the title."""
MAX_KEYWORDS = 60
"""The most keywords of a work: those that count most are kept."""


def keywords(title: str, abstract: str | None, topics: Iterable[str] = ()) -> str:
    r"""Return the stems of a work's keywords: a line for those of its title, and for others.

    A word of the title counts twice, one of the abstract or of a topic once. Words that are very
    frequent are in the first line, too. Front matter of a volume has no keywords: the text is
    empty.

    >>> keywords("Prefetching for GPUs", "We study prefetching on each GPU. A study of GPU memory.")
    'gpu prefetch\n'
    >>> keywords("Message from the Programme Chairs", "Welcome!")
    ''
    """
    if _is_front_matter(title):
        return ""
    counts = _counts("\n".join([title, title, abstract or "", *topics]))
    for word in [word for word in counts if word[-1] == "s"]:
        if (singular := _singular(word)) != word:
            counts[singular] = counts.get(singular, 0) + counts.pop(word)
    stems: dict[str, int] = {}
    for word, count in counts.items():
        if count >= LEAST and (stem := keyword_of(word)) not in UNTOLD:
            stems[stem] = stems.get(stem, 0) + count
    kept = sorted(stems)
    if len(kept) > MAX_KEYWORDS:
        kept = sorted(sorted(kept, key=lambda word: -stems[word])[:MAX_KEYWORDS])
    titled = set(map(keyword_of, _counts(title)))
    telling = [word for word in kept if word in titled or stems[word] >= OFTEN]
    others = [word for word in kept if stems[word] < OFTEN and word not in titled]
    return f"{' '.join(telling)}\n{' '.join(others)}" if kept else ""


def _is_front_matter(title: str) -> bool:
    """Tell whether a title consists of words of front matter, or is that of a whole issue.

    >>> [_is_front_matter(title) for title in ("Author Index, Volumes 6-13", "A Review of MT")]
    [True, False]
    """
    title = title.lower()
    words = [word for part in title.split("/") for word in RE_WORD.findall(part) if len(word) > 1]
    is_front = APART.issuperset(words) and not FRONT.isdisjoint(words)
    return is_front or bool(RE_ISSUE.search(title))


def _counts(text: str) -> dict[str, int]:
    """Return how often each meaningful word occurs in a text."""
    if "$" in text:
        text = RE_MATHS.sub(" ", text)
    spaced = text.lower().encode("utf-8", "surrogatepass").translate(SPACED)
    counts: dict[str, int] = Counter(spaced.decode("utf-8", "surrogatepass").split())
    for joined in [word for word in counts if not word.isalpha()]:
        count = counts.pop(joined)
        for word in RE_WORD.findall(joined):
            counts[word] = counts.get(word, 0) + count
    return {word: n for word, n in counts.items() if SHORTEST <= len(word) <= LONGEST}


@lru_cache(maxsize=1 << 16)
def keyword_of(word: str) -> str:
    """Return the stem of a word in lower case, by Snowball's rules for English.

    >>> [keyword_of(word) for word in ("translating", "translations", "query")]
    ['translat', 'translat', 'queri']
    """
    if word[-1:] == "s" and len(word) >= SHORTEST and (singular := _singular(word)) != word:
        return keyword_of(singular)
    return str(STEMMER.stemWord(word))


@lru_cache(maxsize=1 << 14)
def _singular(word: str) -> str:
    """Return the singular of a word, or the word itself.

    >>> [_singular(word) for word in ("gpus", "corpus", "bias", "queries", "loss", "nets")]
    ['gpu', 'corpus', 'bias', 'query', 'loss', 'net']
    """
    if word[-2] in "sia" or (word[-2] == "u" and len(word) > 4) or word == "news":
        return word
    if word.endswith("ses"):
        return word  # the plural of "bias", or of "base"
    return f"{word[:-3]}y" if word.endswith("ies") and len(word) > 4 else word[:-1]


UNTOLD = frozenset(map(keyword_of, f"{NO_SUBJECTS}{OF_ANY_WORK}{OF_OTHER_LANGUAGES}".split()))
"""Stems of words that tell no subject."""
