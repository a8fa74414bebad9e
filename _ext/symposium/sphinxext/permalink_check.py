"""Comparing a build with ``permalinks.txt``."""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from symposium.lint.permalinks import compare, lines_made, read_permalinks
from symposium.model.problems import Problem
from symposium.sphinxext.build_site import WHOLE_SITE, site_of
from symposium.sphinxext.document_facts import moved_documents
from symposium.sphinxext.reports import report
from symposium.sphinxext.stored_values import digest, recall, remember

REMEMBERED = "symposium-permalinks.json"


def setup(app: Sphinx) -> None:
    """Compare as soon as it is known which documents there are."""
    app.connect("env-get-updated", compare_permalinks)


def compare_permalinks(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Report addresses that lead nowhere any more; a project without the file promises none."""
    site = site_of(app)
    page = site.scope.layout.page
    if app.builder.name not in WHOLE_SITE:
        return []
    data, problems = read_permalinks(site.root)
    _add(app, tuple(problems))
    if data is None:
        return []
    moved = moved_documents(env, site.scope.layout)
    stamp = digest(repr((site.sources, digest(data), sorted(env.found_docs), moved)).encode())
    folder = Path(app.doctreedir)
    found = recall(folder, stamp, REMEMBERED)
    if found is None:
        pages = frozenset(map(page, env.found_docs))
        made = lines_made(site.kb, pages)
        found = tuple(compare(data, site.kb, site.redirects, made))
        remember(folder, stamp, found, REMEMBERED)
    _add(app, found)
    return []


def _add(app: Sphinx, found: tuple[Problem, ...]) -> None:
    """Report problems, and count them among those of the site."""
    site = site_of(app)
    site.problems = tuple(sorted((*site.problems, *found), key=Problem.sort_key))
    report(found)
