"""Realistic bibliographies of any size, the same for the same size and seed.

People with many works are more likely to write the next one. Most works have two to five authors,
and a few have dozens. About one name in eight has letters beyond ASCII, as LaTeX or Unicode, and
nearly all works have an abstract of 80 to 220 words.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

GIVEN = (  # noqa: SIM905 - words read best in a row
    "Ada Alan Ana Anna Barbara Carlos Chen Claire Daniel David Elena Emma Fatima Feng Grace "
    "Hana Hiro Ines Ivan James Jan Julia Karen Lena Li Lucia Marco Maria Mei Nadia Nikolai Olga "
    "Omar Paul Pia Priya Rania Rosa Sara Tal Tim Tomas Uma Vera Victor Wei Xin Yan Yuki Zhe Zoe "
    "Jürgen René Łukasz Søren Zoë Ángel"
).split()
FAMILY = (  # noqa: SIM905 - words read best in a row
    "Adler Almeida Baker Banerjee Becker Brown Castro Chang Costa Cruz Dahl Das Diaz Ekman "
    "Ferrari Fischer Fujita Garcia Gupta Haas Hansen Ibrahim Ito Jansen Johnson Kaplan Khan Kim "
    "Klein Kumar Lee Lopez Marino Meyer Nakamura Novak Okafor Olsen Park Patel Quinn Rao Reed "
    "Rossi Sato Schmidt Silva Singh Suzuki Tanaka Thomas Ueda Vogel Wagner Wang Weber Xu Yamada "
    "Yang Zhang Zhou M{\\\"u}ller Bazi{\\'n}ska Gr{\\\"o}nquist Garc{\\'i}a L{\\o}vland Dvořák "
    "Şahin Núñez"
).split()
PREFIXES = ("van der", "de", "von", "Di")
WORDS = (  # noqa: SIM905 - words read best in a row
    "adaptive analysis approach architectures asynchronous balancing bandwidth batches "
    "benchmark bounds caches checkpoints clusters codes collectives communication compilers "
    "compression computation concurrent convergence data decomposition deep dense devices "
    "distributed dynamic efficient elastic energy evaluation exascale experiments fast faults "
    "federated filters fluid framework gradients graphs heterogeneous hierarchical inference "
    "kernels language large latency layers learning libraries linear locality loops matrices "
    "mechanisms memory meshes methods models networks nodes numerical optimization overhead "
    "parallel partition performance pipelines policies precision prediction prefetching "
    "processors programming quality queues random reduction reliability resources results "
    "scalable scheduling scientific search sequences simulation sparse storage streams "
    "structures supercomputers synchronous systems tasks tensors theory threads throughput "
    "training transformers trees tuning units vectors workflows workloads"
).split()
SMALL = ("and", "for", "of", "in", "on", "the", "with", "we", "show", "is", "by", "to", "a", "from")
FIELDS = ("Computing", "Learning", "Data", "Networks", "Systems", "Algorithms", "Storage", "Theory")
COUNT_OF_AUTHORS = (1, 2, 3, 4, 5, 6, 7, 8, 11, 16, 30)
WEIGHTS = (8, 18, 22, 19, 13, 8, 5, 3, 2, 1.5, 0.5)


def bibliography(size: int, seed: int = 1) -> Iterator[str]:
    """Yield ``size`` entries of BibTeX."""
    random = Random(f"{seed}/{size}")  # noqa: S311 - not for secrets
    authors: list[str] = []
    venues = [venue(random) for _ in range(max(8, round(size**0.5)))]
    topics = [" ".join(random.sample(WORDS, 2)) for _ in range(max(12, round(size**0.5)))]
    for number in range(size):
        yield entry(random, number, authors, venues, topics)


def entry(
    random: Random,
    number: int,
    authors: list[str],
    venues: list[tuple[str, str]],
    topics: list[str],
) -> str:
    """Return one entry; ``authors`` lists an author once for each work so far, and grows."""
    names = list(dict.fromkeys(author(random, authors) for _ in range(count_of_authors(random))))
    authors += names
    year = 2026 - min(45, int(random.expovariate(0.09)))
    kind, where = venues[min(int(random.paretovariate(0.9)) - 1, len(venues) - 1)]
    field = "journal" if kind == "article" else "booktitle"
    first = random.randint(1, 900)
    values = {
        "author": " and ".join(names),
        "title": sentence(random, random.randint(5, 12)).title(),
        field: where.replace("YEAR", str(year)),
        "year": str(year),
        "pages": f"{first}--{first + random.randint(5, 20)}",
        "doi": f"10.5555/{year}.{number}",
        "keywords": ", ".join(random.sample(topics, random.randint(1, 4))),
    }
    if random.random() < 0.9:
        values["abstract"] = abstract(random)
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in values.items())
    return f"@{kind}{{work{number}:{year},\n{lines}}}\n"


def count_of_authors(random: Random) -> int:
    """Return the number of authors of a work."""
    return random.choices(COUNT_OF_AUTHORS, WEIGHTS)[0]


def author(random: Random, authors: list[str]) -> str:
    """Return one of the authors so far, weighted by number of works, or a new one."""
    if authors and random.random() < 0.62:
        return random.choice(authors)
    family = random.choice(FAMILY)
    if random.random() < 0.15:
        family = f"{family}-{random.choice(FAMILY)}"
    if random.random() < 0.03:
        family = f"{random.choice(PREFIXES)} {family}"
    middle = f" {random.choice('ABCDEFGHIJKLMNOPRSTW')}." if random.random() < 0.4 else ""
    return f"{family}, {random.choice(GIVEN)}{middle}"


def venue(random: Random) -> tuple[str, str]:
    """Return the entry type and name of a venue, with the placeholder ``YEAR``."""
    field = f"{random.choice(FIELDS)} and {' '.join(random.sample(WORDS, 2)).title()}"
    if random.random() < 0.35:
        return "article", f"Journal of {field}"
    return "inproceedings", f"Proceedings of the YEAR Conference on {field}"


def sentence(random: Random, length: int) -> str:
    """Return random words, with some function words among them."""
    words = [
        random.choice(SMALL) if at % 3 == 1 and random.random() < 0.7 else random.choice(WORDS)
        for at in range(length)
    ]
    return " ".join(words)


def abstract(random: Random) -> str:
    """Return a text of 80 to 220 words, sometimes with a formula or a percentage."""
    left, parts = random.randint(80, 220), []
    while left > 0:
        length = random.randint(9, 24)
        parts.append(sentence(random, length).capitalize())
        if random.random() < 0.08:
            parts[-1] += random.choice((" by 45\\%", " in $O(n \\log n)$", " up to 3.5$\\times$"))
        left -= length
    return ". ".join(parts) + "."
