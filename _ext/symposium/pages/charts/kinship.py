"""The data of the map of papers: which papers are about the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, islice

from symposium.knowledge import KnowledgeBase
from symposium.knowledge.related_works import NOTHING, ONE
from symposium.knowledge.related_works.reasons import printed
from symposium.pages.charts.collaboration import Network

LEAST = 3
"""Fewer papers are no map."""
PAPERS = 2_000
"""So many are shown, the newest."""
STRENGTHS = 5
WORDS = 3
"""Words that name a subject."""


def papers_shown(kb: KnowledgeBase) -> list[str]:
    """Return the papers on the map, the newest first; none where there are too few."""
    works = kb.works
    found = list(islice((one for one in kb.relations.newest if not works[one].poster), PAPERS))
    return found if len(found) >= LEAST else []


def subjects(kb: KnowledgeBase, ids: Sequence[str], groups: Sequence[int]) -> list[str]:
    """Return of each group of papers the words that say most about it, as its titles print them.

    Of a group without common words, or of very few papers, nothing is said.
    """
    vectors = kb.related_works.shared.vectors
    told: list[Counter[str]] = [Counter() for _ in range(max(groups, default=-1) + 1)]
    members: list[list[str]] = [[] for _ in told]
    for one, group in zip(ids, groups, strict=True):
        told[group].update(dict(zip(*vectors.get(one, NOTHING), strict=True)))
        members[group].append(kb.works[one].title)
    everywhere: Counter[str] = Counter()
    for shares in told:
        everywhere.update(shares)
    found = []
    for shares, titles in zip(told, members, strict=True):
        # What a group says often and others seldom is what it is about.
        worth = {word: share * share // everywhere[word] for word, share in shares.items()}
        first = sorted(worth, key=lambda word: (-worth[word], word))[: 2 * WORDS]
        text = "\n".join(titles)
        lower = text.lower()
        shown = [word for stem in first if (word := printed(stem, text, lower))]
        found.append(", ".join(shown[:WORDS]) if len(titles) >= LEAST else "")
    return found


def kinship(kb: KnowledgeBase) -> Network:
    """Return the papers that are shown, and lines between each and those most like it."""
    shown = papers_shown(kb)
    joined = {
        (min(one, other), max(one, other)): min(STRENGTHS, 1 + score * STRENGTHS // ONE)
        for one, other, score in kb.related_works.among(shown)
    }
    degrees = Counter(chain.from_iterable(joined))
    order = sorted(range(len(shown)), key=lambda one: -degrees[one])
    place = {one: index for index, one in enumerate(order)}
    lines = sorted(
        (min(place[one], place[other]), max(place[one], place[other]), weight)
        for (one, other), weight in joined.items()
    )
    return Network(
        tuple([shown[one] for one in order]),
        tuple([degrees[one] for one in order]),
        tuple([(one, other) for one, other, _ in lines]),
        tuple([weight for *_, weight in lines]),
    )
