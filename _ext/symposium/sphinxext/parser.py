"""The parser of Markdown: MyST's, with line numbers of the file and settings of the project."""

from __future__ import annotations

import re

from docutils import nodes
from markdown_it.rules_core import StateCore
from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer
from myst_parser.parsers.mdit import create_md_parser
from myst_parser.parsers.sphinx_ import MystParser
from sphinx.application import Sphinx
from sphinx.util import logging

from symposium.reading.footmarks import bounded

logger = logging.getLogger(__name__)

ADDED = "symposium_added_lines"
"""Name under which it is noted how many lines stand before those of the file."""


class Parser(MystParser):
    """MyST's parser, which never takes settings from the file itself.

    The heading of a record may stand before the first line of its file: messages name the lines
    that the author sees.
    """

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Read ``inputstring`` into ``document``."""
        env = document.settings.env
        added = env.temp_data.pop(ADDED, 0)
        try:
            self.render(inputstring, document, added)
        except RecursionError:
            logger.warning(
                "what this file holds is nested too deep and is shown as typed: nest it less",
                location=env.docname, type="symposium", subtype="limits",
            )  # fmt: skip
            document.children = []
            fence = "`" * (3 + max(map(len, re.findall("`+", inputstring)), default=0))
            self.render(f"{fence}\n{inputstring}\n{fence}\n", document, added)

    def render(self, text: str, document: nodes.document, added: int) -> None:
        """Read a text, before whose first line so many stand that are not in the file."""
        parser = bounded(create_md_parser(document.settings.env.myst_config, SphinxRenderer))
        parser.options["document"] = document

        def count_from_file(state: StateCore) -> None:
            nonlocal added
            lines, added = added, 0  # what directives hold is parsed by itself, later
            for token in state.tokens if lines else ():
                if token.map:
                    token.map = [max(0, line - lines) for line in token.map]

        parser.core.ruler.push("count_from_file", count_from_file)
        parser.render(text)


def setup(app: Sphinx) -> None:
    """Take the place of MyST's parser."""
    app.add_source_parser(Parser, override=True)
