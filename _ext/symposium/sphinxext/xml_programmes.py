"""Programmes as plain lists, for builders other than HTML.

On a screen they are tables, whose cells say by where they stand which room a session is in. A
list says it in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias
from xml.etree import ElementTree as ET

from docutils import nodes

Element: TypeAlias = "ET.Element[str]"
Nodes: TypeAlias = list[nodes.Node]

TABLES = frozenset({"sy-agenda", "sy-grid"})
FACTS = ("sy-slot-people", "sy-slot-room", "sy-badge", "sy-track", "sy-slot-state")
"""What is told of a line behind its title, in this order."""


def is_programme(table: Element) -> bool:
    """Tell whether a table is the programme of a day."""
    return not TABLES.isdisjoint(_classes(table))


def programme(
    table: Element, inlines: Callable[[Element], Nodes], blocks: Callable[[Element], Nodes]
) -> nodes.bullet_list:
    """Return the lines of a programme; ``inlines`` and ``blocks`` turn elements into nodes."""
    items = []
    for line in list(table.iter()):
        if "sy-slot" in _classes(line):
            _taken(line, "sy-slot-parts")  # which are lines of their own
            inside = _taken(line, "sy-slot-talks")
            item = nodes.list_item("", nodes.paragraph("", "", *_line(line, inlines)))
            for talks in inside:
                item.extend(blocks(_wrapped(talks)))
            for details in _parts(line, "sy-slot-abstract"):
                for summary in details.findall("summary"):
                    details.remove(summary)
                item.extend(blocks(details))
            items.append(item)
    return nodes.bullet_list("", *items)


def _line(line: Element, inlines: Callable[[Element], Nodes]) -> Iterator[nodes.Node]:
    """Yield what is said of a line: when, what, who, where, and where to find more."""
    for part in _parts(line, "sy-slot-time"):
        if when := inlines(part):
            yield from (*when, nodes.Text(" "))
    for part in _parts(line, "sy-slot-title"):
        yield nodes.strong("", "", *inlines(part))
    for name in FACTS:
        for part in _parts(line, name):
            if said := inlines(part):
                yield from (nodes.Text(", "), *said)
    for links in _parts(line, "sy-slot-links"):
        for link in links.iter("a"):
            for hidden in link.findall("span[@class='sy-hidden']"):
                link.remove(hidden)  # the title of the talk, which stands here already
            yield from (nodes.Text(", "), *inlines(_wrapped(link)))


def _taken(line: Element, name: str) -> list[Element]:
    """Return the parts of a class, which are then no longer in the line."""
    found = []
    for parent in list(line.iter()):
        for part in [one for one in parent if name in _classes(one)]:
            parent.remove(part)
            found.append(part)
    return found


def _wrapped(link: Element) -> Element:
    parent = ET.Element("span")
    parent.append(link)
    return parent


def _parts(line: Element, name: str) -> list[Element]:
    return [one for one in line.iter() if name in _classes(one)]


def _classes(element: Element) -> list[str]:
    return (element.get("class") or "").split()
