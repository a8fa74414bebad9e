"""The keywords of a work: words of its title, and those that its abstract repeats."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

RE_WORD = re.compile(r"[^\W\d_]\w*(?:[-+/]\w+)*")
"""A word, with those that a hyphen or a stroke joins to it: ``i/o``, ``multi-head``."""
SPACED = bytes(n if n > 127 or chr(n).isalnum() or chr(n) in "_-+/" else 32 for n in range(256))
"""Puts a space for every sign of ASCII that is in no word; splitting there is quicker than to
search for words."""
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
SILENT = frozenset(NO_SUBJECTS.split())
"""Words that tell nothing of what a text is about; a small site has too few texts to find out."""
SHORTEST, LONGEST = 3, 40
"""Letters of a word that says something."""
OFTEN = 3
"""A word that counts more often counts as often as this."""
MOST = 60
"""Words that are kept of a work: those that count most."""


def keywords(title: str, abstract: str | None) -> str:
    r"""Return the words that a work speaks of: those that count most, a line end, the others.

    A word of the title counts twice and each one of the abstract once; what counts once says too
    little. A plural is the same word.

    >>> keywords("Prefetching for GPUs", "We study prefetching on each GPU. A study of GPU memory.")
    'gpu prefetching\nstudy'
    """
    text = f"{title}\n{title}\n{abstract}" if abstract else f"{title}\n{title}"
    if "$" in text:
        text = RE_MATHS.sub(" ", text)
    spaced = text.lower().encode("utf-8", "surrogatepass").translate(SPACED)
    counts: dict[str, int] = Counter(spaced.decode("utf-8", "surrogatepass").split())
    for joined in [one for one in counts if not one.isalpha()]:
        count = counts.pop(joined)
        for word in RE_WORD.findall(joined):
            counts[word] = counts.get(word, 0) + count
    counts = {word: n for word, n in counts.items() if SHORTEST <= len(word) <= LONGEST}
    for word in [word for word in counts if word[-1] == "s"]:
        if (known := _singular(word)) != word:
            counts[known] = counts.get(known, 0) + counts.pop(word)
    found = [word for word, count in counts.items() if count > 1 and word not in SILENT]
    if len(found) > MOST:
        found.sort(key=lambda word: (-counts[word], word))
        del found[MOST:]
    found.sort()
    strong = [word for word in found if counts[word] >= OFTEN]
    weak = [word for word in found if counts[word] < OFTEN]
    return f"{' '.join(strong)}\n{' '.join(weak)}"


@lru_cache(maxsize=1 << 14)
def _singular(word: str) -> str:
    """Return what a word is the plural of, or the word.

    >>> [_singular(word) for word in ("gpus", "corpus", "bias", "queries", "loss", "nets")]
    ['gpu', 'corpus', 'bias', 'query', 'loss', 'net']
    """
    if word[-2] in "sia" or (word[-2] == "u" and len(word) > 4) or word == "news":
        return word
    if word.endswith("ses"):
        return word  # of "bias" or of "base": nobody knows
    return f"{word[:-3]}y" if word.endswith("ies") and len(word) > 4 else word[:-1]
