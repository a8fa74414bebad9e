"""Texts of other systems as Markdown that cannot run anything.

Headings become bold lines, pictures become links, scripts are dropped, and all that MyST would
take for markup of its own is escaped. What is made is read again as a build reads it: should it
say anything else than the text it was made of, it is made again without emphasis.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import make_fence_rule
from markdown_it.token import Token
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.attrs import attrs_block_plugin, attrs_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.field_list import fieldlist_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin
from mdit_py_plugins.myst_role import myst_role_plugin
from symposium.reading.markdown_limits import bounded

from symposium_import.foreign_texts.inlines import HARD, Setter, at_start, lines_of, one_line
from symposium_import.foreign_texts.trees import BLOCKS, DROPPED, TextNode, tree_of

OURS = frozenset({
    "paragraph", "inline", "text", "softbreak", "hardbreak", "bullet_list", "ordered_list",
    "list_item", "blockquote", "fence", "code_inline", "link", "em", "strong", "table", "thead",
    "tbody", "tr", "th", "td", "text_special",
})  # fmt: skip
"""What may be made."""
SAYING = frozenset({"text", "code_inline", "fence", "text_special"})
"""What of it holds text."""
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "dt", "caption", "summary"})
RE_WHITE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class MarkdownText:
    """A text of ours."""

    markdown: str
    dropped: tuple[str, ...] = ()
    """What was left out: scripts, pictures, links that lead nowhere."""


def to_markdown(source: str, base: str = "") -> MarkdownText:
    r"""Return a text as Markdown of ours.

    >>> to_markdown("## Goal\n{py:func}`x` for $5 <script>alert(1)</script>").markdown
    '**Goal**\n\n\\{py:func}`x` for \\$5'
    """
    source = source.replace(HARD, "")
    if not source.strip():
        return MarkdownText("")
    tree, filled = tree_of(source)
    for emphasis in (True, False):
        writer = _Writer(Setter(base, emphasis, filled))
        made = "\n".join(_joined(writer.blocks(tree.children)))
        if says(made, "".join(writer.setter.said)):
            break
    return MarkdownText(made, tuple(writer.setter.dropped))


def to_plain(source: str, base: str = "") -> str:
    r"""Return a text without markup: paragraphs with an empty line between.

    >>> to_plain("*Ada* wrote [a program](https://example.org).\n\n- one\n- two")
    'Ada wrote a program (https://example.org).\n\n• one\n\n• two'
    """
    markdown = to_markdown(source, base).markdown
    return "\n\n".join(_plain_blocks(myst_parser().parse(markdown)))


def says(markdown: str, text: str) -> bool:
    """Tell whether Markdown says a text, and acts in no project, whatever syntax it has."""
    tokens = myst_parser().parse(markdown)
    every = [one for token in tokens for one in (token, *(token.children or ()))]
    kinds = {one.type.removesuffix("_open").removesuffix("_close") for one in every}
    said = "".join(one.content for one in every if one.type in SAYING)
    return kinds <= OURS and RE_WHITE.sub("", said) == RE_WHITE.sub("", text)


@cache
def myst_parser() -> MarkdownIt:
    """Return a parser with all syntax of MyST that a project may switch on, but for raw HTML."""
    md = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    md.disable(["html_block", "html_inline"])
    md.use(front_matter_plugin).use(myst_block_plugin).use(myst_role_plugin)
    md.use(footnote_plugin, inline=False, move_to_end=False, always_match_refs=True)
    md.use(dollarmath_plugin)
    rule = make_fence_rule(markers=(":",), token_type="colon_fence")  # noqa: S106 - no secret
    others = ["paragraph", "reference", "blockquote", "list", "footnote_def"]
    md.block.ruler.before("fence", "colon_fence", rule, {"alt": others})
    md.use(amsmath_plugin).use(deflist_plugin).use(fieldlist_plugin)
    after = ("image", "code_inline", "link_close", "span_close")
    md.use(attrs_plugin, after=after, spans=True, span_after="footnote_ref")
    return bounded(md.use(attrs_block_plugin))


def _plain_blocks(tokens: Iterable[Token]) -> Iterator[str]:
    bullet = ""
    for token in tokens:
        if token.type == "list_item_open":
            bullet = f"{token.info}. " if token.info else "• "
        elif token.type in {"inline", "fence"}:
            text = _plain_inline(token.children or []) if token.children else token.content
            if text.strip():
                yield f"{bullet}{text.strip()}"
            bullet = ""


def _plain_inline(tokens: Iterable[Token]) -> str:
    made, start, href = "", 0, ""
    for token in tokens:
        if token.type == "link_open":
            start, href = len(made), str(token.attrGet("href") or "")
        elif token.type == "link_close":
            shown = made[start:]
            if href not in {shown, f"mailto:{shown}"}:
                made += f" ({href.removeprefix('mailto:')})"
        else:
            made += "\n" if token.type in {"softbreak", "hardbreak"} else token.content
    return made


def _joined(blocks: Iterable[list[str]]) -> list[str]:
    """Return the lines of blocks with an empty line between any two."""
    lines: list[str] = []
    for block in blocks:
        lines += ["", *block] if lines else block
    return lines


@dataclass(slots=True)
class _Writer:
    """Writes the blocks of one text."""

    setter: Setter

    def blocks(self, nodes: Iterable[TextNode | str]) -> list[list[str]]:
        """Return the lines of each block."""
        made: list[list[str]] = []
        run: list[TextNode | str] = []
        lists: list[str] = []
        for one in [*nodes, TextNode("end")]:
            if isinstance(one, str) or not (_is_block(one) or one.tag == "end"):
                run.append(one)
                continue
            if block := lines_of(self.setter.inline(run)):
                made.append(block)
                lists = []
            run = []
            if one.tag == "end":
                break
            if one.tag in {"ul", "ol"}:
                if items := self._list(one, other=one.tag in lists[-1:]):
                    made.append(items)
                    lists = [] if one.tag in lists[-1:] else [one.tag]
            elif found := list(self._block(one)):
                made += found
                lists = []
        return made

    def _block(self, node: TextNode) -> Iterator[list[str]]:
        if node.tag in DROPPED:
            self.setter.dropped.append(node.tag)
        elif node.tag in HEADINGS:
            text = one_line(self._unmarked(node))
            if text:
                yield [f"**{text}**" if self.setter.emphasis else at_start(text)]
        elif node.tag == "pre":
            if node.text.strip():
                self.setter.said.append(node.text)
                yield _fence(node.text)
        elif node.tag == "blockquote":
            if lines := _joined(self.blocks(node.children)):
                yield [f"> {line}".rstrip() for line in lines]
        elif node.tag == "table":
            yield from self._table(node)
        elif node.tag != "hr":
            yield from self.blocks(node.children)

    def _unmarked(self, node: TextNode) -> str:
        """Return what is in a heading, which is bold as a whole."""
        setter = replace(self.setter, emphasis=False)
        return setter.inline(node.children)

    def _list(self, node: TextNode, *, other: bool) -> list[str]:
        """Return a list; ``other`` tells it from the list before it."""
        lines: list[str] = []
        start = node.attributes.get("start", "")
        number = int(start) if start.isascii() and start.isdigit() and len(start) < 8 else 1
        items = [one for one in node.children if not isinstance(one, str) or one.strip()]
        for item in items:
            inside = item.children if isinstance(item, TextNode) and item.tag == "li" else [item]
            blocks = self.blocks(inside)
            if not blocks:
                continue
            mark = ("* " if other else "- ") if node.tag == "ul" else f"{number}{').'[not other]} "
            number += 1
            simple = len(blocks) == 1 or (
                len(blocks) == 2 and blocks[1][0].startswith(("- ", "1. "))
            )
            text = [line for block in blocks for line in block] if simple else _joined(blocks)
            if lines and (not simple or "" in lines):
                lines.append("")
            indent = " " * len(mark)
            lines.append(f"{mark}{text[0]}")
            lines += [f"{indent}{line}" if line else "" for line in text[1:]]
        return lines

    def _table(self, node: TextNode) -> Iterator[list[str]]:
        rows = [
            [one_line(self._cell(cell)) for cell in row.children
             if isinstance(cell, TextNode) and cell.tag in {"td", "th"}]
            for row in _rows(node)
        ]  # fmt: skip
        rows = [row for row in rows if any(row)]
        width = max(map(len, rows), default=0)
        for one in node.children:
            if isinstance(one, TextNode) and one.tag == "caption":
                yield from self._block(one)
        if rows:
            full = [[*row, *[""] * (width - len(row))] for row in rows]
            head, *rest = (f"| {' | '.join(row)} |" for row in full)
            yield [head, f"|{' --- |' * width}", *rest]

    def _cell(self, cell: TextNode) -> str:
        """Return what is in a cell, as one line in which no other cell begins."""
        text = f"{HARD}".join(
            f"{HARD}".join(line.removesuffix("\\") for line in block)
            for block in self.blocks(cell.children)
        )
        return re.sub(r"(?<!\\)\|", r"\|", text)


def _is_block(node: TextNode) -> bool:
    """Tell whether an element is a block, or holds one."""
    return node.tag in BLOCKS or any(
        _is_block(one) for one in node.children if not isinstance(one, str)
    )


def _rows(node: TextNode) -> Iterator[TextNode]:
    for one in node.children:
        if isinstance(one, TextNode):
            if one.tag == "tr":
                yield one
            elif one.tag != "table":
                yield from _rows(one)


def _fence(text: str) -> list[str]:
    """Return a block of code, in no language that somebody would have to know."""
    lines = text.strip("\n").split("\n")
    ticks = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return [f"{ticks}text", *(line.rstrip() for line in lines), ticks]
