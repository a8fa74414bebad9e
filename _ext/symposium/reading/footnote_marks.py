"""Finding marks of footnotes in Markdown in linear time."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

RE_MARK = re.compile(r"\[\^[^\s\]]{1,200}\]")


def bounded(md: MarkdownIt) -> MarkdownIt:
    """Have a parser not look for the end of a footnote's label all the way from each ``[^``."""
    rules = {rule.name: rule.fn for rule in md.inline.ruler.__rules__}
    if (read := rules.get("footnote_ref")) is not None:

        def read_label(state: StateInline, silent: bool) -> bool:
            return bool(RE_MARK.match(state.src, state.pos)) and bool(read(state, silent))

        md.inline.ruler.at("footnote_ref", read_label)
    return md
