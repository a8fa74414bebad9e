"""Limits of Markdown where its parser has none, for time and memory."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

MOST_CELLS = 10_000
"""Cells of all tables of a page: each takes as long as a paragraph, even an empty one."""
TOO_MANY_CELLS = (
    f"the tables of this page have more than {MOST_CELLS:,} cells: this one is shown as typed"
)
CELLS = "symposium_cells"
"""The key under which the parser's environment counts the cells of a page."""
MOST_TARGETS = 100
"""Targets in a row: each hands the names of all before it on to the next."""
TOO_MANY_TARGETS = f"there are more than {MOST_TARGETS} targets in a row: the others are left out"
MOST_ANGLES = 1_000
"""Characters ``<`` in a role: Sphinx looks behind each of them for the end of the role."""
TOO_MANY_ANGLES = f"a role with more than {MOST_ANGLES:,} characters < is shown as typed"
LIMITED = "symposium_limited"
"""The key of the message of a token that stands at a limit."""

RE_MARK = re.compile(r"\[\^[^\s\]]{1,200}\]")


def bounded(md: MarkdownIt) -> MarkdownIt:
    """Return a parser of Markdown with limits added.

    It looks for the end of a footnote's label within 200 characters, and makes no cells of tables,
    no targets in a row and no roles that are too long.
    """
    rules = {rule.name: rule.fn for rule in md.inline.ruler.__rules__}
    if (read := rules.get("footnote_ref")) is not None:

        def read_label(state: StateInline, silent: bool) -> bool:
            return bool(RE_MARK.match(state.src, state.pos)) and bool(read(state, silent))

        md.inline.ruler.at("footnote_ref", read_label)
    md.core.ruler.after("block", "limit_tables", limit_tables)
    md.core.ruler.push("limit_targets_and_roles", limit_targets_and_roles)
    return md


def limit_targets_and_roles(state: StateCore) -> None:
    """Leave out targets beyond the limit, and turn roles beyond theirs into code."""
    tokens, row = list[Token](), 0
    for token in state.tokens:
        row = row + 1 if token.type == "myst_target" else 0
        if row <= MOST_TARGETS:
            tokens.append(token)
        else:
            tokens[-1].meta[LIMITED] = TOO_MANY_TARGETS
        for child in token.children or ():
            if child.type == "myst_role" and child.content.count("<") > MOST_ANGLES:
                child.type, child.tag = "code_inline", "code"
                token.meta[LIMITED] = TOO_MANY_ANGLES
    state.tokens[:] = tokens


def limit_tables(state: StateCore) -> None:
    """Turn tables beyond the limit of cells of their page into blocks of code."""
    start, cells, tokens = 0, 0, list[Token]()
    for token in state.tokens:
        if token.type == "table_open":
            start, cells = len(tokens), state.env.get(CELLS, 0)
        tokens.append(token)
        if token.type in {"td_open", "th_open"}:
            state.env[CELLS] = state.env.get(CELLS, 0) + 1
        elif token.type == "table_close" and state.env[CELLS] > MOST_CELLS:
            opened = tokens[start]
            lines = state.src.split("\n")[slice(*(opened.map or (0, 0)))]
            shown = Token("code_block", "code", 0, map=opened.map, level=opened.level, block=True)
            shown.content = "\n".join(lines) + "\n"
            shown.meta[LIMITED] = TOO_MANY_CELLS
            tokens[start:] = [shown]
            state.env[CELLS] = cells
    state.tokens[:] = tokens
