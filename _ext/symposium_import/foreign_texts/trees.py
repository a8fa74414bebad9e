"""Trees of foreign texts: Markdown is rendered to HTML, which is then parsed."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from textwrap import dedent

from markdown_it import MarkdownIt

MAX_DEPTH = 30
"""Largest depth of nested elements; deeper ones become siblings."""

VOID = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
})  # fmt: skip
DROPPED = frozenset({
    "script", "style", "template", "object", "embed", "applet", "svg", "math", "head", "noscript",
})  # fmt: skip
"""Elements left out with their content."""
PHRASES = frozenset({
    "a", "abbr", "b", "bdi", "bdo", "big", "br", "cite", "code", "del", "dfn", "em", "font", "i",
    "img", "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike", "strong",
    "sub", "sup", "time", "tt", "u", "var", "wbr", "iframe", "video", "audio",
})  # fmt: skip
"""Inline elements."""
BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details",
    "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3",
    "h4", "h5", "h6", "header", "hr", "html", "li", "main", "nav", "ol", "p", "pre", "section",
    "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul", "colgroup", "col",
})  # fmt: skip
KNOWN = VOID | DROPPED | PHRASES | BLOCKS
IN_PARAGRAPH = ({"p"}, {"li", "td", "th", "blockquote", "div", "dd"})
CLOSES = {
    "li": ({"li"}, {"ul", "ol"}), "dt": ({"dt", "dd"}, {"dl"}), "dd": ({"dt", "dd"}, {"dl"}),
    "tr": ({"tr", "td", "th"}, {"table"}), "td": ({"td", "th"}, {"tr", "table"}),
    "th": ({"td", "th"}, {"tr", "table"}),
}  # fmt: skip
"""For each element, those that its start closes, and those beyond which it closes nothing."""

RE_ESCAPED = re.compile(r"&lt;/?(?:a|b|br|em|i|li|ol|p|strong|ul)\b[^<]*?&gt;", re.IGNORECASE)
"""HTML escaped once too often."""
RE_HTML = re.compile(r"<(?:p|br|div|ul|ol|li|h[1-6]|table)\b[^<>]*>", re.IGNORECASE)


@dataclass(slots=True)
class TextNode:
    """An element with its content."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[TextNode | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Text of the element and all its descendants."""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    @property
    def elements(self) -> list[TextNode]:
        """Child elements, without text."""
        return [child for child in self.children if isinstance(child, TextNode)]


def tree_of(source: str) -> tuple[TextNode, bool]:
    """Return the tree of a text, and whether the text is HTML."""
    if "<" not in source and RE_ESCAPED.search(source):
        source = unescape(source)
    text = dedent(source.expandtabs(4)).strip("\n")
    markdown = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    reader = _Reader()
    reader.feed(markdown.render(text))
    reader.close()
    return reader.root, bool(RE_HTML.search(source))


class _Reader(HTMLParser):
    """Builder of a tree from HTML, even badly nested."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = TextNode("root")
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element; an unknown tag is text."""
        # "if a <b and c> d" has no tag.
        bare = tag in PHRASES and len(attrs) > 0 and all(value is None for _, value in attrs)
        if tag not in KNOWN or bare:
            self.handle_data(self.get_starttag_text() or "")
            return
        if tag in BLOCKS and tag != "hr":
            self._close(*CLOSES.get(tag, IN_PARAGRAPH))
        node = TextNode(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(node)
        if tag not in VOID and len(self.open) < MAX_DEPTH:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        """Close an element and all open ones in it."""
        if tag in KNOWN:
            self._close({tag})
        else:
            self.handle_data(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        """Add text."""
        self.open[-1].children.append(data)

    def _close(self, tags: AbstractSet[str], outside: AbstractSet[str] = frozenset()) -> None:
        """Close the innermost of ``tags`` and all in it, unless one of ``outside`` is nearer."""
        for index in range(len(self.open) - 1, 0, -1):
            if self.open[index].tag in tags:
                del self.open[index:]
                return
            if self.open[index].tag in outside:
                return
