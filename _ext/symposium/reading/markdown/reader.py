"""A reader of Markdown that finds what MyST finds, with exact places, without Sphinx.

The syntax is that of a build: the same parser with the same switches. What is in a directive is
read too, where a build reads it as Markdown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Any

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

from symposium.reading.markdown.bounded import LONG_TABLE, bounded
from symposium.reading.markdown.elements import (
    Break,
    CodeBlock,
    Directive,
    Duplicate,
    Element,
    Footnote,
    Formula,
    Heading,
    LongTable,
    Position,
    Target,
)
from symposium.reading.markdown.inlines import (
    Cursor,
    inline_elements,
    own_target,
    plain_text,
    slug_text,
)
from symposium.reading.markdown.markup import shape_of, take_apart

OUR_EXTENSIONS = frozenset({"colon_fence", "deflist", "dollarmath", "tasklist"})
"""Extensions of MyST's syntax that every project has."""

LONGEST = 1_000_000
"""Characters of a page that are read."""
DEEPEST = 20
"""Directives inside of directives that are read."""

TITLED = frozenset({
    "admonition", "aside", "card", "centered", "csv-table", "deprecated", "dropdown",
    "grid-item-card", "list-table", "rubric", "sidebar", "step", "tab-item", "table", "topic",
    "version-added", "version-changed", "version-deprecated", "version-removed", "versionadded",
    "versionchanged", "versionremoved",
})  # fmt: skip
"""Directives whose argument is read as Markdown."""

RAGGED = frozenset({"glossary", "std:glossary"})
"""Directives in which an indentation makes no code."""

UNTITLED = frozenset({"paragraph_open", "bullet_list_open", "ordered_list_open", "math_block"})
"""Blocks that have no title."""


@lru_cache(maxsize=4)
def parser_with(extensions: frozenset[str]) -> MarkdownIt:
    """Return a parser with MyST's syntax, raw HTML switched off."""
    md = MarkdownIt("commonmark").enable("table").disable(["html_block", "html_inline"])
    md.use(front_matter_plugin).use(myst_block_plugin).use(myst_role_plugin)
    md.use(footnote_plugin, inline=False, move_to_end=False, always_match_refs=True)
    if "strikethrough" in extensions:
        md.enable("strikethrough")
    if "dollarmath" in extensions:
        md.use(dollarmath_plugin)
    if "colon_fence" in extensions:
        rule = make_fence_rule(markers=(":",), token_type="colon_fence")  # noqa: S106 - no secret
        others = ["paragraph", "reference", "blockquote", "list", "footnote_def"]
        md.block.ruler.before("fence", "colon_fence", rule, {"alt": others})
    for name, plugin in (
        ("amsmath", amsmath_plugin),
        ("deflist", deflist_plugin),
        ("fieldlist", fieldlist_plugin),
    ):
        if name in extensions:
            md.use(plugin)
    if "attrs_inline" in extensions:
        after = ("image", "code_inline", "link_close", "span_close")
        md.use(attrs_plugin, after=after, spans=True, span_after="footnote_ref")
    if "attrs_block" in extensions:
        md.use(attrs_block_plugin)
    return bounded(md)


def elements_of(text: str, extensions: Collection[str] = ()) -> tuple[Element, ...]:
    r"""Return what stands in a page, in order; never raises, whatever the text.

    Front matter must have been replaced by empty lines.

    >>> elements_of("# Hi\n\nSee {person}`ada`.")[1]
    Role(name='person', text='ada', spot=Position(line=3, column=5))
    """
    reader = _Reader(text, parser_with(OUR_EXTENSIONS | frozenset(extensions)))
    return tuple(reader.block(text[:LONGEST], 1))


class _Reader:
    """Walks through the tokens of one page."""

    def __init__(self, text: str, md: MarkdownIt) -> None:
        self.md = md
        self.env: dict[str, Any] = {}
        self.cursor = Cursor(text)
        self.duplicates = 0

    def block(self, text: str, first: int, inside: str = "", depth: int = 0) -> Iterator[Element]:
        """Yield what is in a text whose first line is the line ``first`` of the file."""
        tokens = self.parse(text)
        yield from self.new_duplicates(first)
        for index, token in enumerate(tokens):
            line, end = _lines(token, first)
            yield from own_target(token, Position(line))
            if token.type == "inline":
                # A term of a list of definitions claims no line at all.
                children = token.children or []
                yield from inline_elements(children, self.cursor, line, max(end, line + 1))
            elif token.type in {"fence", "colon_fence"}:
                yield from self.fence(token, line, end, inside, depth)
            elif token.type == "heading_open":
                outline = not inside and token.level == 0
                title = tokens[index + 1].children or []
                level = int(token.tag[1:])
                yield Heading(level, plain_text(title), slug_text(title), outline, Position(line))
            elif token.type == "myst_target":
                following = tokens[index + 1].type if index + 1 < len(tokens) else ""
                yield Target(token.content, Position(line), titled=following not in UNTITLED)
            elif token.type.startswith(("math_", "amsmath")):
                yield Formula(token.content.strip(), Position(line), token.info)
            elif token.type == "hr" and token.level == 0 and not inside:
                before = tokens[index - 1].type if index else ""
                yield Break(before, index == len(tokens) - 1, Position(line))
            elif LONG_TABLE in token.meta:
                yield LongTable(Position(line))
            elif token.type == "footnote_reference_open":
                yield Footnote(str(token.meta.get("label", "")), Position(line))

    def parse(self, text: str, *, inline: bool = False) -> list[Token]:
        """Return the tokens of a text; none where the parser gives up."""
        try:
            if inline:
                return self.md.parseInline(text, self.env)
            return self.md.parse(f"{text}\n", self.env)
        except Exception:  # noqa: BLE001 - whatever a parser of others raises is no fault here
            return []

    def new_duplicates(self, first: int) -> Iterator[Element]:
        """Yield the definitions of links that have the label of another one."""
        found = self.env.get("duplicate_refs", [])
        for one in found[self.duplicates :]:
            yield Duplicate(str(one["label"]), Position(first + one["map"][0]))
        self.duplicates = len(found)

    def fence(
        self, token: Token, line: int, end: int, inside: str, depth: int
    ) -> Iterator[Element]:
        """Yield a directive and what is in it, or a block of code."""
        name, _, argument = token.info.strip().partition(" ")
        spot = self.cursor.find(token.markup, line, line + 1)
        if not (name.startswith("{") and name.endswith("}")):
            if token.type == "fence":
                yield CodeBlock(name, token.content, spot)
            elif depth < DEEPEST:
                yield from self.block(token.content, line + 1, inside or "div", depth + 1)
            return
        name = name[1:-1]
        parts = take_apart(shape_of(name), argument.strip(), token.content)
        lines = {option: line + offset for option, offset in parts.option_lines.items()}
        directive = Directive(
            name,
            parts.argument,
            parts.options,
            parts.body,
            spot,
            line + parts.offset,
            inside,
            lines,
            parts.plain,
            {option: line + offset for option, offset in parts.twice.items()},
        )
        yield directive
        if target := parts.options.get("name"):
            yield Target(target, Position(lines["name"]))
        if parts.argument and name in TITLED:
            yield from self.inline(parts.argument, line, line + 1)
        for option in ("header", "footer"):
            if name in {"card", "grid-item-card"} and option in lines:
                yield from self.inline(parts.options[option], lines[option], lines[option] + 1)
        if depth < DEEPEST:
            yield from self.content(directive, end, depth)

    def content(self, directive: Directive, end: int, depth: int) -> Iterator[Element]:
        """Yield what is in the body of a directive, where that is Markdown."""
        name, body, first = directive.name, directive.body, directive.body_line
        shape = shape_of(name)
        if name in RAGGED:
            body = "\n".join(row.strip() for row in body.split("\n"))
        if shape.content == "body":
            yield from self.block(body, first, name, depth + 1)
        elif shape.content == "inline" or name == "csv-table":
            yield from self.inline(body, first, end)

    def inline(self, text: str, line: int, end: int) -> Iterator[Element]:
        """Yield what is in one paragraph."""
        for token in self.parse(text, inline=True):
            yield from inline_elements(token.children or [], self.cursor, line, end)


def _lines(token: Token, first: int) -> tuple[int, int]:
    """Return the line of the file in which a token begins, and the one after its last."""
    return (first + token.map[0], first + token.map[1]) if token.map else (first, first + 1)
