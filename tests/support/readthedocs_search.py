"""What the search of Read the Docs takes from a page: its rules, as they were observed.

The main part is the first element with ``role="main"``, or ``<main>``. Navigation, scripts, marks of
permalinks and numbers of lines go. Each heading begins a section, with its own id or that of its
parent; the text after it counts up to the next heading, which is looked for in two levels of
elements below those that follow. What stands before the first heading is a section without an id:
there three levels are looked through, and an element deeper down counts as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import NamedTuple

from support.markup import VOID

GONE = frozenset({"nav", "script", "style", "template", "noscript"})
GONE_ROLES = frozenset({"navigation", "search"})
GONE_CLASSES = frozenset({"headerlink", "linenos", "lineno", "toctree-wrapper"})
HEADINGS = tuple(f"h{level}" for level in range(1, 7))
BEFORE, AFTER = 3, 2
LARGEST = 1_000_000


class Section(NamedTuple):
    """What is found, and leads to ``#id``."""

    id: str
    title: str
    content: str


@dataclass(eq=False)
class Node:
    """An element; a child that is a text is a text."""

    tag: str
    attributes: dict[str, str]
    parent: Node | None
    children: list[Node | str] = field(default_factory=list)

    def all(self) -> Iterator[Node]:
        """Yield the element and all below it."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.all()

    def text(self) -> str:
        """Return all text, as it stands."""
        return "".join(one if isinstance(one, str) else one.text() for one in self.children)

    def left_out(self) -> bool:
        """Tell whether the element is not looked at."""
        classes = self.attributes.get("class", "").split()
        return (
            self.tag in GONE
            or self.attributes.get("role") in GONE_ROLES
            or not GONE_CLASSES.isdisjoint(classes)
        )


class Tree(HTMLParser):
    """A page as elements."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.root = self._at = Node("", {}, None)
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Node(tag, {name: value or "" for name, value in attrs}, self._at)
        self._at.children.append(made)
        if tag not in VOID:
            self._at = made

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._at.children.append(Node(tag, {k: v or "" for k, v in attrs}, self._at))

    def handle_endtag(self, tag: str) -> None:
        at: Node | None = self._at
        while at is not None and at.tag != tag:
            at = at.parent
        if at is not None and at.parent is not None:
            self._at = at.parent

    def handle_data(self, data: str) -> None:
        self._at.children.append(data)


def sections(html: str) -> tuple[str, list[Section]]:
    """Return the title of a page and its sections, as the search keeps them."""
    main = _main(Tree(html).root)
    _clean(main)
    headings = [one for level in HEADINGS for one in main.all() if one.tag == level]
    title = _plain(headings[0].text()) if headings and headings[0].tag == "h1" else ""
    found = [*_definitions(main)]
    before, _ = _until_heading(main.children, BEFORE)
    if _plain(before):
        found.append(Section("", title, _plain(before)))
    for heading in headings:
        assert heading.parent is not None
        box = heading.parent if heading.parent.tag == "header" else heading
        assert box.parent is not None
        siblings = box.parent.children
        behind = siblings[next(n for n, one in enumerate(siblings) if one is box) + 1 :]
        content, _ = _until_heading(behind, AFTER)
        own = heading.attributes.get("id") or heading.parent.attributes.get("id", "")
        found.append(Section(own, _plain(heading.text()), _plain(content)))
    return title, found


def _main(root: Node) -> Node:
    every = list(root.all())
    with_role = [one for one in every if one.attributes.get("role") == "main"]
    return (with_role or [one for one in every if one.tag == "main"])[0]


def _clean(node: Node) -> None:
    node.children = [one for one in node.children if isinstance(one, str) or not one.left_out()]
    for child in node.children:
        if isinstance(child, Node):
            _clean(child)


def _definitions(main: Node) -> Iterator[Section]:
    """Yield a section for each term with an id, and remove it of the page."""
    for terms in [one for one in main.all() if one.tag == "dl"]:
        parts = [one for one in terms.children if isinstance(one, Node)]
        for number, term in enumerate(parts):
            meaning = next((one for one in parts[number:] if one.tag == "dd"), None)
            if term.tag == "dt" and term.attributes.get("id") and meaning:
                yield Section(term.attributes["id"], _plain(term.text()), _plain(meaning.text()))
                terms.children = [one for one in terms.children if one not in (term, meaning)]


def _until_heading(nodes: list[Node | str], depth: int) -> tuple[str, bool]:
    """Return the text of neighbours up to a heading, and whether there was one."""
    parts = []
    for node in nodes:
        if isinstance(node, str):
            parts.append(node)
        elif node.tag == "header" or node.tag in HEADINGS:
            return "".join(parts), True
        elif depth <= 0 or not node.children:
            parts.append(node.text())
        else:
            text, stop = _until_heading(node.children, depth - 1)
            parts.append(text)
            if stop:
                return "".join(parts), True
    return "".join(parts), False


def _plain(text: str) -> str:
    return " ".join(text.split())
