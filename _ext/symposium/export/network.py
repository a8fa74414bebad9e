"""The maps of the page Explore as files: positions of people or papers, and lines between them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from symposium.export.network_facets import facets, number_of_facets
from symposium.knowledge import KnowledgeBase
from symposium.knowledge.reach import NAME
from symposium.locale import _
from symposium.model import optional_packages
from symposium.pages.charts.collaboration import Network, collaboration, works_together
from symposium.pages.charts.kinship import kinship, papers_shown, subjects
from symposium.pages.fingerprints import Fingerprints
from symposium.pages.maths import as_typed
from symposium.pages.views.explore import FILES


def numbers(kb: KnowledgeBase, shows: Fingerprints) -> Iterator[tuple[str, int]]:
    """Yield the name of each map with a number of all that its file is made of."""
    records = shows.records
    around = (
        optional_packages.has("graph"),
        number_of_facets(kb, records["venue"], records["topic"]),
    )
    names = records[NAME]
    # A person's marks count all works; the lines between people only those of `works_together`.
    authors = (*works_together(kb), *kb.relations.authors_of_paper.values())
    who = [hash(tuple(map(names.__getitem__, ids))) for ids in authors]
    yield "people", hash((*around, *who))
    if papers := papers_shown(kb):
        yield "papers", hash((*around, *[shows.page("paper", one) for one in papers]))


def network_file(kb: KnowledgeBase, name: str) -> tuple[str, bytes]:
    """Return path and content of the file of a map: columns of dots, and columns of lines.

    The first end of a line is told by how far it is behind that of the line before.
    """
    # The library that one uses takes long to load, and most builds lay out nothing.
    if optional_packages.has("graph"):
        from symposium.export.network_layout import positions  # noqa: PLC0415
    else:
        from symposium.export.network_plain import positions  # noqa: PLC0415

    found = collaboration(kb) if name == "people" else kinship(kb)
    places, groups = positions(len(found.ids), found.lines, found.weights)
    data = {
        "ids": found.ids,
        **(_people(kb, found) if name == "people" else _papers(kb, found, groups)),
        "works": found.sizes,
        "x": [x for x, _y in places],
        "y": [y for _x, y in places],
        "groups": groups,
        "from": list(_steps(found.lines)),
        "to": [second for _first, second in found.lines],
        "weights": found.weights,
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return FILES[name], text.encode("utf-8", "surrogatepass")


def _people(kb: KnowledgeBase, found: Network) -> Mapping[str, object]:
    """Return what the map says of people, and the facets of their works."""
    papers, posters = kb.relations.papers_of_person, kb.relations.posters_of_person
    works = [(*papers.get(one, ()), *posters.get(one, ())) for one in found.ids]
    return {"names": [kb.title_of("person", one) for one in found.ids], **facets(kb, works)}


def _papers(kb: KnowledgeBase, found: Network, groups: Sequence[int]) -> Mapping[str, object]:
    """Return what the map says of papers, and their facets."""
    works = [kb.works[one] for one in found.ids]
    notes = []
    for work in works:
        names = ", ".join([one.name.text for one in work.authors[:2]])
        if len(work.authors) > 2 or work.et_al:
            names = " ".join((work.authors[0].name.text, _("et al.")))
        notes.append(" · ".join(filter(None, (names, str(work.year or "")))))
    titles = [as_typed(work.title) for work in works]
    return {
        "names": titles,
        "notes": notes,
        "subjects": subjects(kb, found.ids, groups),
        **facets(kb, [(one,) for one in found.ids]),
    }


def _steps(lines: tuple[tuple[int, int], ...]) -> Iterator[int]:
    before = 0
    for first, _second in lines:
        yield first - before
        before = first
