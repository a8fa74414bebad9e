"""Links from the works that a page lists back to where the page cites them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from docutils import nodes

from symposium.locale import _

CITED = "symposium-papers"
"""What a citation that is resolved keeps: the ids of its papers."""


def citations_in(doctree: nodes.document) -> Mapping[str, Sequence[str]]:
    """Return for each paper the ids of the places that cite it, in the order of the page."""
    found: dict[str, list[str]] = defaultdict(list)
    for node in doctree.findall(nodes.inline):
        papers: list[str] = node.get(CITED, [])
        for paper in dict.fromkeys(papers):
            if node["ids"]:
                found[paper].append(node["ids"][0])
    return found


def ways_back(places: Sequence[str]) -> nodes.inline:
    """Return links to places of the page, numbered."""
    made = nodes.inline("", " " + _("Cited here:") + " ", classes=["sy-backrefs"])
    for number, place in enumerate(places, 1):
        title = _("Place {number} of {count} that cites this")
        title = title.format(number=number, count=len(places))
        link = nodes.reference("", str(number), internal=True, refid=place, reftitle=title)
        made += [link, nodes.Text(" ")]
    return made
