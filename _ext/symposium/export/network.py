"""The network of co-authors as a file: positions of people, and lines between them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from symposium.knowledge import KnowledgeBase
from symposium.model import optional_packages
from symposium.pages.charts.collaboration import collaboration, works_together
from symposium.pages.views.explore import NETWORK


def number_of(kb: KnowledgeBase, names: Mapping[str, int]) -> int:
    """Return a number of all that the file is made of: names, who wrote with whom, the library.

    ``names`` are the numbers of the names of persons, by id.
    """
    who = [hash(tuple(map(names.__getitem__, ids))) for ids in works_together(kb)]
    return hash((*who, optional_packages.has("graph")))


def network_file(kb: KnowledgeBase) -> tuple[str, bytes]:
    """Return path and content of the file: columns of people, and columns of lines.

    The first end of a line is told by how far it is behind that of the line before.
    """
    # The library that one uses takes long to load, and most builds lay out nothing.
    if optional_packages.has("graph"):
        from symposium.export.network_layout import positions  # noqa: PLC0415
    else:
        from symposium.export.network_plain import positions  # noqa: PLC0415

    found = collaboration(kb)
    places, groups = positions(len(found.people), found.lines, found.weights)
    data = {
        "ids": found.people,
        "names": [kb.title_of("person", one) for one in found.people],
        "works": found.works,
        "x": [x for x, _ in places],
        "y": [y for _, y in places],
        "groups": groups,
        "from": list(_steps(found.lines)),
        "to": [second for _, second in found.lines],
        "weights": found.weights,
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return NETWORK, text.encode("utf-8", "surrogatepass")


def _steps(lines: tuple[tuple[int, int], ...]) -> Iterator[int]:
    before = 0
    for first, _ in lines:
        yield first - before
        before = first
