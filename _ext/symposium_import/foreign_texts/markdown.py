"""Conversion of foreign Markdown and HTML to safe Markdown.

Headings become bold lines, pictures become links, scripts are dropped, and markup with a meaning
in MyST only is escaped.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from textwrap import indent
from typing import NamedTuple
from urllib.parse import quote, urljoin

from markdown_it import MarkdownIt
from markdown_it.token import Token

from symposium_import.foreign_texts.trees import BLOCKS, DROPPED, TextNode, tree_of

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "dt", "caption", "summary"})
MARKS = {"strong": "**", "b": "**", "em": "*", "i": "*"}
CODE = frozenset({"code", "kbd", "samp", "tt"})
MEDIA = frozenset({"img", "iframe", "video", "audio", "embed", "source"})

HARD = "\x1f"
"""Placeholder for a hard line break: a white space character that texts do not contain."""
FILLED, ENDLESS = 60, 120
"""Smallest and largest width, in characters, of text that is wrapped automatically."""

RE_SPECIAL = re.compile(
    r"[\\`*\[\]<{$]|(?<![^\W_])_|_(?![^\W_])|(?<=~)~|~(?=~)|&(?=#?\w+;)|(?<=!)\("
)
"""Characters with a meaning in Markdown or one of its dialects."""
RE_START = re.compile(r"\A(\d{1,9}(?=[.)](?:\s|$))|(?=[#>%|:=]|[-+~](?:[-+~|:\s]|$)|\([^)]*\)=))")
"""Beginnings of lines that would be markup."""
RE_URL = re.compile(
    r"(https?://(?:[^\s<>\"“”„»«()]|\([^\s<>\"“”„»«()]*\)){2,}(?<![.,;:!?\]'’*_]))", re.IGNORECASE
)
RE_HOST = re.compile(r"//[^/?#]")
UNSAFE = " <>\"\\^`{|}[]()'*"
"""Characters that could end a link in Markdown or HTML."""
RE_SPACE = re.compile(r"[^\S\n]+")


class MarkdownText(NamedTuple):
    """A converted text."""

    markdown: str
    dropped: tuple[str, ...] = ()
    """Elements left out: scripts, pictures, broken links."""


def to_markdown(source: str, base: str = "") -> MarkdownText:
    r"""Convert a text to safe Markdown; ``base`` is the address for relative links.

    >>> to_markdown("## Goal\n{py:func}`x` for $5 <script>alert(1)</script>").markdown
    '**Goal**\n\n\\{py:func}`x` for \\$5'
    """
    source = source.replace(HARD, "")
    if not source.strip():
        return MarkdownText("")
    tree, filled = tree_of(source)
    writer = _Writer(base, filled)
    markdown = "\n\n".join(writer.blocks(tree.children))
    return MarkdownText(markdown, tuple(dict.fromkeys(writer.dropped)))


def to_plain(source: str) -> str:
    r"""Return a text without markup, its paragraphs separated by empty lines.

    >>> to_plain("*Ada* wrote [a program](https://example.org).\n\n- one\n- two")
    'Ada wrote a program (https://example.org).\n\n• one\n\n• two'
    """
    blocks, bullet = [], ""
    markdown = to_markdown(source).markdown
    for token in MarkdownIt("commonmark").enable("table").parse(markdown):
        if token.type == "list_item_open":
            bullet = f"{token.info}. " if token.info else "• "
        elif token.type in {"inline", "fence"}:
            if text := _plain(token.children or [token]).strip():
                blocks.append(f"{bullet}{text}")
            bullet = ""
    return "\n\n".join(blocks)


def _plain(tokens: Iterable[Token]) -> str:
    text, start, href = "", 0, ""
    for token in tokens:
        if token.type == "link_open":
            start, href = len(text), str(token.attrGet("href") or "")
        elif token.type == "link_close":
            if href.removeprefix("mailto:") != text[start:].removeprefix("mailto:"):
                text += f" ({href.removeprefix('mailto:')})"
        else:
            text += "\n" if token.type in {"softbreak", "hardbreak"} else token.content
    return text


@dataclass(slots=True)
class _Writer:
    """Writer of one text."""

    base: str
    filled: bool
    """Whether line breaks have no meaning, as in HTML."""
    emphasis: bool = True
    dropped: list[str] = field(default_factory=list)

    def blocks(self, nodes: Iterable[TextNode | str]) -> list[str]:
        """Return nodes as blocks of Markdown, without empty ones."""
        blocks: list[str] = []
        for is_block, group in groupby(nodes, _is_block):
            if is_block:
                for node in group:
                    blocks += self._block(node) if isinstance(node, TextNode) else ()
            else:
                blocks.append(paragraph(self.inline(group)))
        return [block for block in blocks if block]

    def _block(self, node: TextNode) -> Iterable[str]:
        if node.tag in HEADINGS:
            # All of a heading is bold, so marks inside would interfere.
            text = one_line(replace(self, emphasis=False).inline(node.children))
            return [f"**{text}**" if text else ""]
        if node.tag == "pre":
            return [_fence(node.text)] if node.text.strip() else []
        if node.tag == "blockquote":
            lines = "\n\n".join(self.blocks(node.children)).split("\n")
            return ["\n".join(f"> {line}".rstrip() for line in lines)] if lines != [""] else []
        if node.tag in {"ul", "ol"}:
            return [self._list(node)]
        return self._table(node) if node.tag == "table" else self.blocks(node.children)

    def _list(self, node: TextNode) -> str:
        text, start = "", node.attributes.get("start", "")
        number = int(start) if re.fullmatch(r"\d{1,7}", start, re.ASCII) else 1
        for item in node.children:
            inside = item.children if isinstance(item, TextNode) and item.tag == "li" else [item]
            if not (blocks := self.blocks(inside)):
                continue
            # An item that contains only a line and a list needs no empty line after it.
            close = len(blocks) == 1 or (len(blocks) == 2 and blocks[1].startswith(("- ", "1. ")))
            mark = "- " if node.tag == "ul" else f"{number}. "
            lines = indent(("\n" if close else "\n\n").join(blocks), " " * len(mark))
            gap = "\n" if close and "\n\n" not in text else "\n\n"
            text = f"{text}{gap if text else ''}{mark}{lines[len(mark) :]}"
            number += 1
        return text

    def _table(self, node: TextNode) -> Iterator[str]:
        rows = [
            [self._cell(cell) for cell in row.elements if cell.tag in {"td", "th"}]
            for row in _rows(node)
        ]
        rows = [row for row in rows if any(row)]
        width = max(map(len, rows), default=0)
        for caption in node.elements:
            if caption.tag == "caption":
                yield from self._block(caption)
        if rows:
            head, *rest = (f"| {' | '.join([*row, *[''] * (width - len(row))])} |" for row in rows)
            yield "\n".join([head, f"|{' --- |' * width}", *rest])

    def _cell(self, cell: TextNode) -> str:
        """Return the content of a cell in one line, with bars escaped."""
        lines = "\n".join(self.blocks(cell.children)).split("\n")
        text = one_line(" ".join(line.removesuffix("\\") for line in lines))
        return re.sub(r"(?<!\\)\|", r"\|", text)

    def inline(self, nodes: Iterable[TextNode | str], *, linked: bool = False) -> str:
        """Return Markdown for inline nodes, with line breaks unchanged."""
        parts = [part for part in self._parts(nodes, linked=linked) if part[0]]
        markdown = ""
        for (text, mark), (after, next_mark) in pairwise([*parts, ("", "")]):
            if mark:
                markdown += _marked(markdown[-1:], text, mark, (next_mark or after)[:1])
            else:
                # Adjacent pieces of code would merge.
                markdown += " " * (markdown[-1:] == text[:1] == "`") + text
        return markdown

    def _parts(self, nodes: Iterable[TextNode | str], *, linked: bool) -> Iterator[tuple[str, str]]:
        """Yield pieces of Markdown, each with the mark to put around it."""
        for node in nodes:
            if isinstance(node, str):
                yield self._text(node, linked=linked), ""
            elif node.tag in DROPPED:
                self.dropped.append(node.tag)
            elif node.tag == "br":
                yield HARD, ""
            elif node.tag in CODE:
                yield code_span(node.text), ""
            elif node.tag == "a" and not linked:
                yield self._link(node), ""
            elif node.tag in MEDIA:
                yield self._media(node, linked=linked), ""
            else:
                mark = MARKS.get(node.tag, "") if self.emphasis else ""
                yield self.inline(node.children, linked=linked), mark

    def _text(self, text: str, *, linked: bool) -> str:
        text = RE_SPACE.sub(" ", text.replace("\n", " ") if self.filled else text)
        pieces = [text] if linked else RE_URL.split(text)
        return "".join(
            link(piece, url) if at % 2 and (url := address(piece)) else escaped(piece)
            for at, piece in enumerate(pieces)
        )

    def _link(self, node: TextNode) -> str:
        href = node.attributes.get("href", "")
        url, text = address(href, self.base), self.inline(node.children, linked=True)
        if not url:
            self.dropped += ["a link that names no page"] if href else []
            return text
        if node.text.strip() in {"", url}:
            return link(url, url)
        return f"[{one_line(text)}]({url})"

    def _media(self, node: TextNode, *, linked: bool) -> str:
        """Return a picture or film as a link, so that pages load nothing from other sites."""
        url = "" if linked else address(node.attributes.get("src", ""), self.base)
        name = one_line(node.attributes.get("alt", "")) or node.text.strip()
        self.dropped.append({"img": "picture"}.get(node.tag, node.tag))
        if url:
            name = name or {"img": "picture", "audio": "recording"}.get(node.tag, "video")
        return f"[{one_line(escaped(name))}]({url})" if url else escaped(name)


def _is_block(node: TextNode | str) -> bool:
    """Tell whether an element is a block, or holds one."""
    if isinstance(node, str) or node.tag in DROPPED:
        return False
    return node.tag in BLOCKS or any(map(_is_block, node.elements))


def _rows(node: TextNode) -> Iterator[TextNode]:
    for child in node.elements:
        if child.tag == "tr":
            yield child
        elif child.tag != "table":
            yield from _rows(child)


def _fence(text: str) -> str:
    """Return a block of code without a language."""
    lines = text.strip("\n").split("\n")
    ticks = "`" * max(3, 1 + _longest_ticks(text))
    return "\n".join([f"{ticks}text", *(line.rstrip() for line in lines), ticks])


def _longest_ticks(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)


def address(text: str, base: str = "") -> str:
    """Return an absolute, encoded address, or an empty text if it is not for the web or mail.

    >>> address("/media/a b.pdf", "https://example.org/x/"), address("javascript:alert(1)")
    ('https://example.org/media/a%20b.pdf', '')
    >>> address("www.example.org/a")
    'https://www.example.org/a'
    """
    text = text.strip()
    if text[:4].lower() == "www.":
        text = f"https://{text}"
    scheme = text.partition(":")[0].lower()
    if scheme not in {"http", "https", "mailto"}:
        outside = ":" in text.split("/")[0] or text.startswith("#")
        if outside or not base.lower().startswith(("http://", "https://")):
            return ""
        try:
            text = urljoin(base, text)
        except ValueError:
            return ""
    url = "".join(
        quote(char, errors="replace") if char in UNSAFE or not char.isprintable() else char
        for char in text
    )
    rest = url.partition(":")[2]
    is_whole = "@" in rest.strip("@") if scheme == "mailto" else RE_HOST.match(rest)
    return url if is_whole else ""


def link(text: str, url: str) -> str:
    """Return a link, in short form if its text is its address."""
    return f"<{url}>" if text == url and ":" in url[:6] else f"[{escaped(text)}]({url})"


def escaped(text: str) -> str:
    r"""Return text with markup escaped, except at the beginning of lines (see `at_start`).

    >>> escaped("{role}`x` costs $5, snake_case, *a* &amp; <b>")
    '\\{role}\\`x\\` costs \\$5, snake_case, \\*a\\* \\&amp; \\<b>'
    """
    return RE_SPECIAL.sub(r"\\\g<0>", text)


def code_span(text: str) -> str:
    """Return text as inline code.

    >>> code_span("a ` b"), code_span("")
    ('`` a ` b ``', '')
    """
    text = one_line(text)
    if not text:
        return ""
    ticks = "`" * (1 + _longest_ticks(text))
    space = " " if len(ticks) > 1 else ""
    return f"{ticks}{space}{text}{space}{ticks}"


def _marked(before: str, text: str, mark: str, after: str) -> str:
    """Return text between marks, or without them where Markdown would not recognise them."""
    if not (inner := text.strip()):
        return text
    head, _, tail = text.partition(inner)
    ends = ((head[-1:] or before, inner[0]), (tail[:1] or after, inner[-1]))
    seen = all(
        "*" not in (outer, inside)
        and (not outer or outer.isspace() or _is_sign(outer) or not _is_sign(inside))
        for outer, inside in ends
    )
    return f"{head}{mark}{inner}{mark}{tail}" if seen else text


def _is_sign(char: str) -> bool:
    return unicodedata.category(char)[0] in "PS"


def one_line(text: str) -> str:
    """Return inline Markdown without line breaks."""
    return " ".join(text.split())


def paragraph(text: str) -> str:
    """Return a paragraph, with markup at the beginning of lines escaped.

    Line breaks after short lines are kept, since people type lists in this way.
    """
    lines: list[str] = []
    for hard in text.split(HARD):
        part = [line for line in map(one_line, hard.split("\n")) if line]
        width = max([FILLED, *map(len, part)])
        for line, below in pairwise([*part, ""]):
            full = below and width <= ENDLESS and len(f"{line} {below.split()[0]}") > width
            lines.append(at_start(line) + ("" if full else "\\"))
    return "\n".join(lines).removesuffix("\\")


def at_start(line: str) -> str:
    r"""Return a line escaped so that it does not begin a heading, list, comment, target or table.

    >>> at_start("# x"), at_start("1. x"), at_start("(x)= y"), at_start("1.5 x")
    ('\\# x', '1\\. x', '\\(x)= y', '1.5 x')
    """
    return RE_START.sub(r"\1\\", line)
