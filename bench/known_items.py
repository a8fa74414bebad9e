"""Questions about known works, of seven classes, and how many find their work among the first five.

    python bench/known_items.py PROJECT [SEED …]

The questions of a class are made by a rule from the titles, names and abstracts of the project, the
same for the same seed.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

from ask import ask, search_files
from symposium.kinds.paper import Paper
from symposium.knowledge import build
from symposium.reading.folder import read_project
from symposium.search.terms import STOP, words

EACH = 40
"""Questions of each class."""
FIRST = 5
"""The work must be among so many."""
ASKED = (
    "how do {} work?", "what is {}?", "how to do {}?", "which papers are about {}?",
    "is there a way for {}?", "how can we use {}?",
)  # fmt: skip
Make = Callable[[Paper, Random], str]


def said(text: str) -> list[str]:
    """Return the words of a text that say something, each once."""
    found = (one for one in words(text) if one not in STOP and len(one) > 2 and not one.isdigit())
    return list(dict.fromkeys(found))


def some(paper: Paper, random: Random, count: int) -> list[str]:
    """Return so many words of a title in their order."""
    found = said(paper.title)
    return [found[at] for at in sorted(random.sample(range(len(found)), count))]


def mistyped(paper: Paper, random: Random) -> str:
    """Return three words of a title, one of them without a letter or with two letters turned."""
    found = some(paper, random, 3)
    long = [one for one in found if len(one) > 5 and one.isalpha()]
    if not long:
        return ""
    word = random.choice(long)
    at = random.randrange(1, len(word) - 2)
    turned = word[at + 1] + word[at] if random.random() < 1 / 2 else word[at + 1]
    wrong = word[:at] + turned + word[at + 2 :]
    return "" if wrong == word else " ".join(wrong if one == word else one for one in found)


def singular(paper: Paper, random: Random) -> str:
    """Return three words of a title, one of them in the singular."""
    found = some(paper, random, 3)
    many = [one for one in found if one.endswith("s") and one[-2] not in "sui" and len(one) > 4]
    if not many:
        return ""
    word = random.choice(many)
    one = f"{word[:-3]}y" if word.endswith("ies") else word[:-1]
    return " ".join(one if other == word else other for other in found)


def with_abstract(paper: Paper, random: Random) -> str:
    """Return two words of a title, and two that only the abstract has."""
    more = [one for one in said(paper.abstract or "") if one not in said(paper.title)]
    more = [one for one in more if len(one) > 4]
    return " ".join([*some(paper, random, 2), *random.sample(more, 2)]) if len(more) > 5 else ""


def classes(papers: Sequence[Paper]) -> dict[str, Make]:
    """Return what makes the questions of each class."""
    vocabulary = sorted({one for paper in papers for one in said(paper.title) if len(one) > 4})

    def lacking(paper: Paper, random: Random) -> str:
        found = some(paper, random, 3)
        found.insert(random.randrange(4), random.choice(vocabulary))
        return " ".join(found)

    return {
        "four words": lambda paper, random: " ".join(some(paper, random, 4)),
        "surname and two words": lambda paper, random: " ".join(
            [paper.authors[0].name.family, *some(paper, random, 2)]
        ),
        "title and abstract": with_abstract,
        "a slip": mistyped,
        "a singular": singular,
        "a word that it lacks": lacking,
        "a question": lambda paper, random: random.choice(ASKED).format(
            " ".join(some(paper, random, 4))
        ),
    }


def questions(papers: Sequence[Paper], seed: int) -> Iterator[tuple[str, str, str]]:
    """Yield class, question and the id of the work that is meant."""
    able = [one for one in papers if len(said(one.title)) >= 5 and one.authors]
    for name, make in classes(able).items():
        random = Random(f"{name} {seed}")  # noqa: S311 - not for secrets
        made = ((make(one, random), one.id) for one in random.sample(able, len(able)))
        for _, (query, wanted) in zip(range(EACH), (one for one in made if one[0]), strict=False):
            yield name, query, wanted


def main(project: Path, seeds: Sequence[int]) -> None:
    """Print how many questions of each class find their work."""
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
            for (name, query, wanted), answer in zip(asked, answers, strict=True):
                found = f"papers/{wanted}.html" in answer.urls
                good[name] += found
                if not found:
                    print(f"  {name}: {query!r} does not find {wanted}")
            print(f"seed {seed}: {good.total()} of {len(asked)}: {dict(good)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), [int(one) for one in sys.argv[2:]] or [1])
