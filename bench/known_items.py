"""Search for known works: the share of questions that find theirs among the first five results.

    python bench/known_items.py PROJECT [SEED …]

Questions of seven classes are derived from titles, names and abstracts, the same for a seed.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random

from ask import ask, search_files
from symposium.kinds.paper import Paper
from symposium.knowledge import build
from symposium.reading.folder import read_project
from symposium.search.terms import STOP, words

EACH = 40
"""Number of questions of each class."""
FIRST = 5
"""Number of first results among which the work must be."""
ASKED = (
    "how do {} work?", "what is {}?", "how to do {}?", "which papers are about {}?",
    "is there a way for {}?", "how can we use {}?",
)  # fmt: skip
Make = Callable[[Paper, Random], str]


def content_words(text: str) -> list[str]:
    """Return the content words of a text, each once."""
    terms = (
        word for word in words(text) if word not in STOP and len(word) > 2 and not word.isdigit()
    )
    return list(dict.fromkeys(terms))


def title_words(paper: Paper, random: Random, count: int) -> list[str]:
    """Return ``count`` random content words of a title, in order."""
    terms = content_words(paper.title)
    return [terms[at] for at in sorted(random.sample(range(len(terms)), count))]


def mistyped(paper: Paper, random: Random) -> str:
    """Return three words of a title, one of them with a letter missing or two letters swapped."""
    terms = title_words(paper, random, 3)
    long = [term for term in terms if len(term) > 5 and term.isalpha()]
    if not long:
        return ""
    word = random.choice(long)
    at = random.randrange(1, len(word) - 2)
    turned = word[at + 1] + word[at] if random.random() < 1 / 2 else word[at + 1]
    wrong = word[:at] + turned + word[at + 2 :]
    return "" if wrong == word else " ".join(wrong if term == word else term for term in terms)


def singular(paper: Paper, random: Random) -> str:
    """Return three words of a title, one of them in the singular."""
    terms = title_words(paper, random, 3)
    plurals = [
        term for term in terms if term.endswith("s") and term[-2] not in "sui" and len(term) > 4
    ]
    if not plurals:
        return ""
    word = random.choice(plurals)
    changed = f"{word[:-3]}y" if word.endswith("ies") else word[:-1]
    return " ".join(changed if term == word else term for term in terms)


def with_abstract(paper: Paper, random: Random) -> str:
    """Return two words of a title, and two that are only in the abstract."""
    more = [
        term
        for term in content_words(paper.abstract or "")
        if term not in content_words(paper.title)
    ]
    more = [term for term in more if len(term) > 4]
    return (
        " ".join([*title_words(paper, random, 2), *random.sample(more, 2)]) if len(more) > 5 else ""
    )


def classes(papers: Sequence[Paper]) -> dict[str, Make]:
    """Return the functions that make questions, by class."""
    vocabulary = sorted(
        {term for paper in papers for term in content_words(paper.title) if len(term) > 4}
    )

    def lacking(paper: Paper, random: Random) -> str:
        terms = title_words(paper, random, 3)
        terms.insert(random.randrange(4), random.choice(vocabulary))
        return " ".join(terms)

    return {
        "four words": lambda paper, random: " ".join(title_words(paper, random, 4)),
        "surname and two words": lambda paper, random: " ".join(
            [paper.authors[0].name.family, *title_words(paper, random, 2)]
        ),
        "title and abstract": with_abstract,
        "a slip": mistyped,
        "a singular": singular,
        "a word that it lacks": lacking,
        "a question": lambda paper, random: random.choice(ASKED).format(
            " ".join(title_words(paper, random, 4))
        ),
    }


def questions(papers: Sequence[Paper], seed: int) -> Iterator[tuple[str, str, str]]:
    """Yield class, question and the id of the work to find."""
    able = [paper for paper in papers if len(content_words(paper.title)) >= 5 and paper.authors]
    for name, make in classes(able).items():
        random = Random(f"{name} {seed}")  # noqa: S311 - not for secrets
        pairs = ((make(paper, random), paper.id) for paper in random.sample(able, len(able)))
        for query, paper_id in islice((pair for pair in pairs if pair[0]), EACH):
            yield name, query, paper_id


def main(project: Path, seeds: Sequence[int]) -> None:
    """Print the number of questions of each class that find their work."""
    kb = build(read_project(project)[0])[0]
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder)
        for path, content in search_files(kb):
            target = site / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        for seed in seeds:
            asked = list(questions(list(kb.works.values()), seed))
            answers = ask(site, [query for _, query, _ in asked], show=FIRST)
            good: Counter[str] = Counter()
            for (name, query, paper_id), answer in zip(asked, answers, strict=True):
                hit = f"papers/{paper_id}.html" in answer.urls
                good[name] += hit
                if not hit:
                    print(f"  {name}: {query!r} does not find {paper_id}")
            print(f"seed {seed}: {good.total()} of {len(asked)}: {dict(good)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), [int(seed) for seed in sys.argv[2:]] or [1])
