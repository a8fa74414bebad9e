"""The Markdown parser: that of MyST, with right line numbers and without running code."""

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

from symposium.reading.markdown_limits import LIMITED, bounded
from symposium.sphinxext.allowed_markup import KnownMarkup
from symposium.sphinxext.config import MYST_EXTENSIONS, is_site
from symposium.sphinxext.reports import warn
from symposium.sphinxext.scope import app_of, scope_of

ADDED = "symposium_added_lines"
"""The key in ``temp_data`` of the number of lines added above those of the file."""

SUFFIX = ".md"


class Parser(MystParser):
    """MyST's parser, which never takes settings from the file itself.

    Line numbers in messages are those of the file, also if a heading was added above its text.
    """

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Read ``inputstring`` into ``document``."""
        read_into(document, inputstring)


def read_into(document: nodes.document, text: str) -> None:
    """Read the text of a file into its document, without code if its authors are not trusted."""
    env = document.settings.env
    added = env.temp_data.pop(ADDED, 0)
    scope = scope_of(app_of(env))
    guarded = scope.is_guarded(env.docname)
    # In a site, whoever chooses the extensions also decides about their directives.
    of_strangers = guarded and not scope.site
    with (
        _restricted(document.settings) if guarded else nullcontext(),
        KnownMarkup() if of_strangers else nullcontext(),
    ):
        _read_safely(document, text, added)


@contextmanager
def _restricted(settings: Any) -> Iterator[None]:
    """Refuse raw markup and file insertion in this context, whatever ``docutils.conf`` sets.

    The settings are restored, as older versions of Sphinx share them with the next documents.
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
    """Read a text; if it is nested too deep, show it as a block of code."""
    try:
        _render(document, text, added)
    except RecursionError:
        message = "what this file holds is nested too deep and is shown as typed: nest it less"
        warn(message, "limits", document.settings.env.docname)
        document.children = []
        fence = "`" * (3 + max(map(len, re.findall("`+", text)), default=0))
        _render(document, f"{fence}\n{text}\n{fence}\n", added)


def _render(document: nodes.document, text: str, added: int) -> None:
    """Read a text whose first ``added`` lines are not in the file."""
    config = config_of(document.settings.env)
    parser = bounded(create_md_parser(config, SphinxRenderer))
    parser.options["document"] = document

    def count_from_file(state: StateCore) -> None:
        nonlocal added
        lines, added = added, 0  # the content of directives is parsed later, with own lines
        for token in state.tokens if lines else ():
            if token.map:
                token.map = [max(0, line - lines) for line in token.map]
        for token in state.tokens:
            if message := token.meta.get(LIMITED):
                place = (document.settings.env.docname, (token.map or [0])[0] + 1)
                warn(message, "limits", place)

    parser.core.ruler.push("count_from_file", count_from_file)
    parser.render(text)


def config_of(env: BuildEnvironment) -> MdParserConfig:
    """Return MyST's settings for the current document, with the needed extensions and no code."""
    host_config = getattr(env, "myst_config", None)
    # If the host does not use MyST, its MathJax must not be configured for it.
    config: MdParserConfig = host_config or MdParserConfig(update_mathjax=False)
    extensions = set(config.enable_extensions) | MYST_EXTENSIONS
    if not scope_of(app_of(env)).is_guarded(env.docname):
        return config.copy(enable_extensions=extensions)
    return config.copy(
        enable_extensions=extensions - {"substitution"},  # its templates can run code
        # With this syntax off, raw HTML is shown as text.
        disable_syntax=[*dict.fromkeys((*config.disable_syntax, "html_block", "html_inline"))],
    )


def setup(app: Sphinx) -> None:
    """Replace MyST's parser; in a host's documentation, for files of records only."""
    if is_site(app):
        app.add_source_parser(Parser, override=True)
    else:
        app.connect("config-inited", add_markdown, priority=700)  # Sphinx looks for parsers at 800
        app.connect("builder-inited", share_parser, priority=900)


def reads_markdown(app: Sphinx) -> bool:
    """Tell whether the host reads Markdown itself."""
    return not issubclass(app.registry.source_parsers.get("markdown", AnyParser), Parser)


def add_markdown(app: Sphinx, config: Config) -> None:
    """Add a parser of Markdown if the host has none.

    MyST is not loaded as an extension, which would change pages that are not in Markdown.
    """
    suffixes = config.source_suffix  # may be a text or a list, until Sphinx makes it a dict at 800
    filetype = app.registry.source_suffix.get(SUFFIX)
    if not filetype and isinstance(suffixes, dict):
        filetype = suffixes.get(SUFFIX)
    if filetype in app.registry.source_parsers:
        return
    if SUFFIX not in app.registry.source_suffix:
        app.add_source_suffix(SUFFIX, "markdown")
    app.add_source_parser(Parser, override=True)
    if "myst_ref_domains" not in config:
        app.add_config_value("myst_ref_domains", None, "env")
    app.add_post_transform(MystReferenceResolver)


def share_parser(app: Sphinx) -> None:
    """Make the host's parser of Markdown leave files of records to `Parser`."""
    filetype = app.config.source_suffix.get(SUFFIX, "")
    host: Any = app.registry.source_parsers.get(filetype)
    if host is None or issubclass(host, Parser):
        return

    class SharedParser(host):  # type: ignore[misc]
        """The host's parser, except for files of records."""

        def parse(self, inputstring: str, document: nodes.document) -> None:
            """Read ``inputstring`` into ``document``."""
            env = document.settings.env
            if scope_of(app_of(env)).is_ours(env.docname):
                read_into(document, inputstring)
            else:
                super().parse(inputstring, document)

    app.registry.source_parsers[filetype] = SharedParser
