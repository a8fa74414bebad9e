"""Comparing a build with ``permalinks.txt``."""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from symposium.lint.permalinks import compare, current_lines, read_permalinks
from symposium.sphinxext.build_site import WHOLE_SITE, site_of
from symposium.sphinxext.document_facts import moved_documents
from symposium.sphinxext.reports import report
from symposium.sphinxext.stored_values import digest, recall, remember

REMEMBERED = "symposium-permalinks.bin"


def setup(app: Sphinx) -> None:
    """Compare after Sphinx has found all documents."""
    app.connect("env-get-updated", compare_permalinks)


def compare_permalinks(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Report addresses in ``permalinks.txt`` that no longer exist."""
    if app.builder.name not in WHOLE_SITE:
        return []
    site = site_of(app)
    layout, path = site.scope.layout, Path(app.doctreedir, REMEMBERED)
    text, problems = read_permalinks(site.root)
    if text is not None:
        moved = moved_documents(env, layout)
        stamp = digest(repr((site.sources, text, sorted(env.found_docs), moved)).encode())
        compared = recall(path, stamp)
        if compared is None:
            lines = current_lines(site.kb, frozenset(map(layout.page, env.found_docs)))
            compared = tuple(compare(text, site.kb, site.redirects, lines))
            remember(path, stamp, compared)
        problems = [*problems, *compared]
    site.problems += tuple(problems)
    report(problems)
    return []
