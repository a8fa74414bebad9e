"""Fragments as docutils nodes, for builders other than HTML.

Templates emit well-formed XML; each element becomes the node that means the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from posixpath import dirname, join, normpath
from typing import TypeAlias
from xml.etree import ElementTree as ET

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import NoUri
from sphinx.util.nodes import make_refnode

from symposium.pages.template_errors import ProjectTemplateError
from symposium.sphinxext.build_site import BuildSite
from symposium.sphinxext.xml_programmes import is_programme, programme

Element: TypeAlias = "ET.Element[str]"

SKIPPED = frozenset(
    {"script", "style", "svg", "figure", "button", "form", "nav", "template", "img"}
)
"""Elements that are of use on a screen only."""

INLINE: dict[str, Callable[[], nodes.TextElement]] = {
    "em": nodes.emphasis,
    "i": nodes.emphasis,
    "strong": nodes.strong,
    "b": nodes.strong,
    "code": nodes.literal,
    "kbd": nodes.literal,
    "sup": nodes.superscript,
    "sub": nodes.subscript,
}
INLINE_TAGS = frozenset(
    {*INLINE, "a", "abbr", "br", "cite", "mark", "q", "small", "span", "time", "wbr", "math", "s"}
)


def parsed(xml: str, page: str) -> Element:
    """Return what a template has made, as a tree.

    Raises:
        ProjectTemplateError: if it is not well-formed, as ours are.
    """
    try:
        return ET.fromstring(xml)  # noqa: S314 - templates wrote it
    except ET.ParseError as error:
        raise ProjectTemplateError(
            f"{page}: what a template of the project makes here is not well-formed: {error}: close "
            "every element, give every attribute a value, write letters and no names of them"
        ) from error


def nodes_of(app: Sphinx, site: BuildSite, xml: str, docname: str) -> list[nodes.Node]:
    """Return the nodes that mean the same as a fragment on the page of ``docname``."""
    root = parsed(f"<div>{xml}</div>", docname)
    return _Converter(app, site, docname).blocks(root)


class _Converter:
    """Turns elements into nodes; knows the page, for its links."""

    def __init__(self, app: Sphinx, site: BuildSite, docname: str) -> None:
        self.app = app
        self.site = site
        self.docname = docname

    def blocks(self, parent: Element) -> list[nodes.Node]:
        """Return the block nodes in an element; runs of inline content become paragraphs."""
        result: list[nodes.Node] = []
        run: list[nodes.Node] = _text(parent.text)

        def flush() -> None:
            if any(node.astext().strip() for node in run):
                result.append(nodes.paragraph("", "", *_trimmed(run)))
            run.clear()

        for child in parent:
            if child.tag in INLINE_TAGS:
                run += self.inline(child)
            elif child.tag not in SKIPPED and child.get("hidden") is None:
                flush()
                result += self.block(child)
            run += _text(child.tail)
        flush()
        return result

    def block(self, element: Element) -> list[nodes.Node]:
        """Return the nodes of a block element."""
        match element.tag:
            case "section":
                return self.section(element)
            case "ul" | "ol":
                items = [
                    nodes.list_item("", *(self.blocks(li) or [nodes.paragraph()]))
                    for li in element.findall("li")
                ]
                return [nodes.bullet_list("", *items)] if items else []
            case "dl":
                return self.definitions(element)
            case "table":
                return self.table(element)
            case "pre":
                text = "".join(element.itertext())
                return [nodes.literal_block(text, text)]
            case "h1":
                return [nodes.title("", "", *self.inlines(element))]
            case "h2" | "h3" | "h4" | "h5" | "h6" | "summary" | "legend" | "caption" | "figcaption":
                return [nodes.rubric("", "", *_trimmed(self.inlines(element)))]
            case "p":
                content = _trimmed(self.inlines(element))
                return [nodes.paragraph("", "", *content)] if content else []
            case "blockquote":
                return [nodes.block_quote("", *self.blocks(element))]
            case _:
                return self.blocks(element)

    def section(self, element: Element) -> list[nodes.Node]:
        """Return a section with a title as one; without a title, what is in it."""
        heading = element.find("h2")
        if heading is None:
            return self.blocks(element)
        anchor = element.get("id") or "section"
        made = nodes.section(ids=[f"{self.docname.replace('/', '-')}-{anchor}"])
        made += nodes.title("", "", *_trimmed(self.inlines(heading)))
        element.remove(heading)
        made.extend(self.blocks(element))
        return [made]

    def definitions(self, element: Element) -> list[nodes.Node]:
        """Return a list of terms and their definitions."""
        result = nodes.definition_list()
        meaning = None
        pairs: Iterable[Element] = (
            child for part in element for child in (part if part.tag == "div" else [part])
        )
        for child in pairs:
            if child.tag == "dt":
                term = nodes.term("", "", *_trimmed(self.inlines(child)))
                meaning = nodes.definition()
                result += nodes.definition_list_item("", term, meaning)
            elif child.tag == "dd" and meaning is not None:
                meaning.extend(self.blocks(child))
        return [result] if result.children else []

    def table(self, element: Element) -> list[nodes.Node]:
        """Return the rows of a table as a list: tables of all widths print well so."""
        if is_programme(element):
            return [programme(element, lambda one: _trimmed(self.inlines(one)), self.blocks)]
        heads = [
            " ".join("".join(th.itertext()).split()) for th in element.findall("./thead/tr/th")
        ]
        items = []
        for row in element.iter("tr"):
            cells = [cell for cell in row if cell.tag in {"td", "th"}]
            if heads and row.find("td") is None:
                continue
            parts: list[nodes.Node] = []
            for head, cell in zip(heads or [""] * 99, cells, strict=False):
                content = _trimmed([n for b in self.blocks(cell) for n in b.children])
                if not content:
                    continue
                if parts:
                    parts.append(nodes.Text("; "))
                if head:
                    parts.append(nodes.Text(f"{head}: "))
                parts += content
            items.append(nodes.list_item("", nodes.paragraph("", "", *parts)))
        return [nodes.bullet_list("", *items)] if items else []

    def inlines(self, parent: Element) -> list[nodes.Node]:
        """Return all inline content of an element, that of blocks in it too."""
        result = _text(parent.text)
        for child in parent:
            if child.tag not in SKIPPED:
                result += self.inline(child)
            result += _text(child.tail)
        return result

    def inline(self, element: Element) -> list[nodes.Node]:
        """Return the nodes of an inline element."""
        if element.tag == "br":
            return [nodes.Text(" ")]
        if element.tag == "math":
            return [nodes.Text(element.get("alttext") or " ".join(element.itertext()))]
        content = self.inlines(element)
        if element.tag == "a":
            if "headerlink" in (element.get("class") or ""):
                return []
            return self.link(element.get("href", ""), content)
        make = INLINE.get(element.tag)
        if make is None or not content:
            return content
        made = make()
        made.extend(content)
        return [made]

    def link(self, href: str, content: list[nodes.Node]) -> list[nodes.Node]:
        """Return a link: to a document, to the published site, or only its text."""
        if not content or href.startswith("#") or not href:
            return content
        if ":" in href.partition("/")[0]:
            return [nodes.reference("", "", *content, refuri=href, internal=False)]
        path = href.partition("#")[0]
        layout = self.site.scope.layout
        folder = dirname(self.site.urls.file(layout.page(self.docname)))
        page = layout.docname(normpath(join(folder, path)).removesuffix(".html"))
        if page in self.app.env.found_docs:
            inline = nodes.inline("", "", *content)
            with suppress(NoUri):  # the builder does not carry the page
                return [make_refnode(self.app.builder, self.docname, page, "", inline)]
        if self.site.urls.base:
            address = self.site.urls.base + normpath(join(folder, path))
            return [nodes.reference("", "", *content, refuri=address, internal=False)]
        return content


def _text(text: str | None) -> list[nodes.Node]:
    """Return text as a node, its white space folded."""
    if not text:
        return []
    folded = " ".join(text.split())
    if not folded:
        return [nodes.Text(" ")]
    before = " " if text[0].isspace() else ""
    after = " " if text[-1].isspace() else ""
    return [nodes.Text(f"{before}{folded}{after}")]


def _trimmed(content: list[nodes.Node]) -> list[nodes.Node]:
    """Return inline content without white space at its ends."""
    result = list(content)
    while result and not result[0].astext().strip():
        result.pop(0)
    while result and not result[-1].astext().strip():
        result.pop()
    if result and isinstance(result[0], nodes.Text):
        result[0] = nodes.Text(str(result[0]).lstrip())
    if result and isinstance(result[-1], nodes.Text):
        result[-1] = nodes.Text(str(result[-1]).rstrip())
    return result
