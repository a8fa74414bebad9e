"""Our Markdown parser: that of MyST, with right line numbers and without code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from docutils import nodes
from docutils.parsers import Parser as AnyParser
from markdown_it.rules_core import StateCore
from myst_parser.config.main import MdParserConfig
from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer
from myst_parser.parsers.mdit import create_md_parser
from myst_parser.parsers.sphinx_ import MystParser
from myst_parser.sphinx_ext.myst_refs import MystReferenceResolver
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment

from symposium.reading.markdown_limits import LONG_TABLE, TOO_MANY_CELLS, bounded
from symposium.sphinxext.allowed_markup import KnownMarkup
from symposium.sphinxext.config import MYST_EXTENSIONS, is_site
from symposium.sphinxext.reports import warn
from symposium.sphinxext.scope import app_of, scope_of

ADDED = "symposium_added_lines"
"""Name under which it is noted how many lines stand before those of the file."""

SUFFIX = ".md"


class Parser(MystParser):
    """MyST's parser, which never takes settings from the file itself.

    The heading of a record may stand before the first line of its file: messages name the lines
    that the author sees.
    """

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Read ``inputstring`` into ``document``."""
        read_into(document, inputstring)


def read_into(document: nodes.document, text: str) -> None:
    """Read the text of a file into its document."""
    env = document.settings.env
    added = env.temp_data.pop(ADDED, 0)
    scope = scope_of(app_of(env))
    guarded = scope.is_guarded(env.docname)
    # In a site whoever chooses the extensions has all in hand.
    of_strangers = guarded and not scope.site
    with (
        _restricted(document.settings) if guarded else nullcontext(),
        KnownMarkup() if of_strangers else nullcontext(),
    ):
        _read_safely(document, text, added)


@contextmanager
def _restricted(settings: Any) -> Iterator[None]:
    """Refuse raw markup and files, whatever a file of settings says.

    Older versions of Sphinx have the same settings for the documents after this one.
    """
    names = ("raw_enabled", "file_insertion_enabled")
    before = {name: getattr(settings, name) for name in names}
    try:
        for name in names:
            setattr(settings, name, False)
        yield
    finally:
        for name, value in before.items():
            setattr(settings, name, value)


def _read_safely(document: nodes.document, text: str, added: int) -> None:
    """Read a text; one that is nested too deep becomes a block of code."""
    try:
        _render(document, text, added)
    except RecursionError:
        message = "what this file holds is nested too deep and is shown as typed: nest it less"
        warn(message, "limits", document.settings.env.docname)
        document.children = []
        fence = "`" * (3 + max(map(len, re.findall("`+", text)), default=0))
        _render(document, f"{fence}\n{text}\n{fence}\n", added)


def _render(document: nodes.document, text: str, added: int) -> None:
    """Read a text, before whose first line so many stand that are not in the file."""
    config = config_of(document.settings.env)
    parser = bounded(create_md_parser(config, SphinxRenderer))
    parser.options["document"] = document

    def count_from_file(state: StateCore) -> None:
        nonlocal added
        lines, added = added, 0  # what directives hold is parsed by itself, later
        for token in state.tokens if lines else ():
            if token.map:
                token.map = [max(0, line - lines) for line in token.map]
        for token in state.tokens:
            if LONG_TABLE in token.meta:
                place = (document.settings.env.docname, (token.map or [0])[0] + 1)
                warn(TOO_MANY_CELLS, "limits", place)

    parser.core.ruler.push("count_from_file", count_from_file)
    parser.render(text)


def config_of(env: BuildEnvironment) -> MdParserConfig:
    """Return how MyST reads the document that is being read: what we need, and nothing unsafe."""
    given = getattr(env, "myst_config", None)
    # Without MyST of the host nothing tells its MathJax where to look.
    config: MdParserConfig = given or MdParserConfig(update_mathjax=False)
    extensions = set(config.enable_extensions) | MYST_EXTENSIONS
    if not scope_of(app_of(env)).is_guarded(env.docname):
        return config.copy(enable_extensions=extensions)
    return config.copy(
        enable_extensions=extensions - {"substitution"},  # its templates can run code
        # Raw HTML that is not parsed is shown as the text it is.
        disable_syntax=[*dict.fromkeys((*config.disable_syntax, "html_block", "html_inline"))],
    )


def setup(app: Sphinx) -> None:
    """Take the place of MyST's parser; in somebody else's documentation, for our files alone."""
    if is_site(app):
        app.add_source_parser(Parser, override=True)
    else:
        app.connect("config-inited", add_markdown, priority=700)  # at 800 Sphinx asks who parses
        app.connect("builder-inited", share_parser, priority=900)


def reads_markdown(app: Sphinx) -> bool:
    """Tell whether the host reads Markdown itself."""
    return not issubclass(app.registry.source_parsers.get("markdown", AnyParser), Parser)


def add_markdown(app: Sphinx, config: Config) -> None:
    """Add a parser of Markdown where the host has none.

    Not as an extension: MyST's would change pages that are not written in Markdown.
    """
    given = config.source_suffix  # a text or a list too: Sphinx makes a table of it at 800
    named = app.registry.source_suffix.get(SUFFIX)
    if not named and isinstance(given, dict):
        named = given.get(SUFFIX)
    if named in app.registry.source_parsers:
        return
    if SUFFIX not in app.registry.source_suffix:
        app.add_source_suffix(SUFFIX, "markdown")
    app.add_source_parser(Parser, override=True)
    if "myst_ref_domains" not in config:
        app.add_config_value("myst_ref_domains", None, "env")
    app.add_post_transform(MystReferenceResolver)


def share_parser(app: Sphinx) -> None:
    """Have the host's parser of Markdown leave our files to ours."""
    filetype = app.config.source_suffix.get(SUFFIX, "")
    host: Any = app.registry.source_parsers.get(filetype)
    if host is None or issubclass(host, Parser):
        return

    class SharedParser(host):  # type: ignore[misc]
        """The host's parser, but for our files."""

        def parse(self, inputstring: str, document: nodes.document) -> None:
            """Read ``inputstring`` into ``document``."""
            env = document.settings.env
            if scope_of(app_of(env)).is_ours(env.docname):
                read_into(document, inputstring)
            else:
                super().parse(inputstring, document)

    app.registry.source_parsers[filetype] = SharedParser
