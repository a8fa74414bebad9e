"""What is found of a large index with a slip and without, and what that takes: no test.

    python tests/support/search_at_size.py PROJECT SITE [MOST]

PROJECT is the folder of a project, SITE that of its index (``index_site.py`` makes one), MOST how
many questions of each family are asked. A line for each family tells how many have what they mean
among the first three, KiB and files of a question (median, 19 of 20, the most), and how many take
more than 120 KiB; after it stand those that miss.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

sys.path.extend(str(Path(__file__).parents[2] / name) for name in ("bench", "tests"))

from ask import Answer, ask
from limits import KIB, NAMED
from symposium.knowledge import build
from symposium.reading.folder import read_project

from support.search_families import Case, Families

MOST = 400


def found(case: Case, answer: Answer) -> bool:
    """Tell whether one of the wanted pages is among the first three."""
    return bool(case.wanted & {url.removesuffix(".html") for url in answer.urls[:3]})


def line(name: str, asked: Sequence[tuple[Case, Answer]]) -> str:
    """Return what the questions of a family found and took."""
    count = len(asked)
    good = sum(found(*one) for one in asked) / count
    kib = sorted(answer.bytes / KIB for _, answer in asked)
    files = sorted(len(answer.asked) for _, answer in asked)
    over = sum(one > NAMED[0] for one in kib) / count
    sizes, numbers = ([some[count // 2], some[count * 19 // 20], some[-1]] for some in (kib, files))
    return (
        f"{name:34} {count:4} found {good:6.1%}  KiB {' '.join(f'{one:4.0f}' for one in sizes)}"
        f"  over {over:5.1%}  files {' '.join(f'{one:3}' for one in numbers)}"
    )


def main(project: Path, site: Path, most: int = MOST) -> None:
    """Ask, and print what was found."""
    kb, _ = build(read_project(project)[0])
    for name, cases in Families(kb, most).all().items():
        some = Random(name).sample(cases, min(most, len(cases)))  # noqa: S311 - not for secrets
        asked = list(zip(some, ask(site, [one.query for one in some], cold=True), strict=True))
        print(line(name, asked), flush=True)  # noqa: T201
        for case, answer in asked:
            if not found(case, answer):
                print(f"    {case.query!r}: {answer.urls[:3]} of {answer.total}")  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:]))
