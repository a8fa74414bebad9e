"""Fixed questions of a benchmark to a search index, derived from its papers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ask import Question
from symposium.kinds.paper import Paper
from symposium.model.names import fold_text
from symposium.search.terms import STOP, words

NAME, TYPO, TITLE, ID, ABSTRACT, FACET = "name", "typo", "title", "id", "abstract", "facet"
SAMPLE = 5_000
"""Number of works from which common words are taken."""


class Asked(NamedTuple):
    """A question, with the kind by which it is limited and a description."""

    kind: str
    what: str
    question: Question


def questions(papers: Sequence[Paper]) -> Iterator[Asked]:
    """Yield twenty questions about papers, the same for the same papers."""
    middle = next(_with_all(papers[len(papers) // 2 :]), None) or next(_with_all(papers))
    name = middle.authors[0].name
    given, family = name.text.removesuffix(name.family).strip(), name.family
    sample = papers[:: max(1, len(papers) // SAMPLE)]
    names = Counter(author.name.family for paper in sample for author in paper.authors)
    common = next(family for family, _ in names.most_common() if len(family) >= 4)
    in_titles = _common(word for paper in sample for word in words(paper.title))
    in_texts = _common(word for paper in sample for word in words(paper.abstract or "")[:60])
    terms = [word for word in words(middle.title) if word not in STOP]
    half = middle.title.split()[: max(2, len(middle.title.split()) // 2)]
    text = words(middle.abstract or "")

    def asked(kind: str, what: str, query: str, **chosen: str) -> Asked:
        filters = {name.rstrip("_"): [value] for name, value in chosen.items()}
        return Asked(kind, what, Question(query, filters))

    yield asked(NAME, "the commonest surname", common)
    yield asked(NAME, "three letters of it", common[:3])
    yield asked(NAME, "two letters", common[:2])
    yield asked(NAME, "a name", name.text)
    yield asked(NAME, "without its marks, surname first", f"{fold_text(family)} {fold_text(given)}")
    yield asked(NAME, "surname and year", f"{family} {middle.year}")
    yield asked(NAME, "surname and a word of a title", f"{family} {max(terms, key=len)}")
    yield asked(TYPO, "a name, a letter left out", f"{given} {family[:2]}{family[3:]}")
    yield asked(TYPO, "the commonest surname, letters turned", _turned(common))
    yield asked(TYPO, "half a title, a letter twice", _twice(half))
    yield asked(TITLE, "half a title", " ".join(half))
    yield asked(TITLE, "a whole title", middle.title)
    yield asked(TITLE, "the commonest word of titles", in_titles[0])
    yield asked(TITLE, "three common words of titles", " ".join(in_titles[1:4]))
    yield asked(ID, "a cite key", middle.key)
    yield asked(ID, "a pasted DOI", f"https://doi.org/{middle.doi}")
    yield asked(ABSTRACT, "five words in a row", " ".join(text[10:15]))
    yield asked(ABSTRACT, "five common words", " ".join(in_texts[:5]))
    yield asked(FACET, "nothing but a year", "", year_=str(middle.year))
    yield asked(FACET, "a word, papers alone", in_titles[0], kind_="paper")


def _with_all(papers: Sequence[Paper]) -> Iterator[Paper]:
    """Yield the papers that have all facts needed for questions."""
    for paper in papers:
        needed = (paper.abstract, paper.doi, paper.year, paper.authors)
        if all(needed) and len(words(paper.title)) > 5:
            name = paper.authors[0].name
            if len(name.family) > 4 and name.given and not paper.poster:
                yield paper


def _common(terms: Iterator[str]) -> list[str]:
    counts = Counter(word for word in terms if word not in STOP and len(word) > 3)
    return [word for word, _ in counts.most_common(5)]


def _turned(word: str) -> str:
    return word[0] + word[2] + word[1] + word[3:]


def _twice(terms: Sequence[str]) -> str:
    """Return words, with the second letter of the longest doubled."""
    longest = max(terms, key=len)
    return " ".join(term[:2] + term[1:] if term == longest else term for term in terms)
