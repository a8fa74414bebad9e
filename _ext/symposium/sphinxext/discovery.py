"""Discovery: which files Sphinx makes documents of, found by the walk that a check makes, too.

What the walk leaves out is left out by Sphinx: it is added to ``exclude_patterns``, and so are
Markdown files that were no documents before we came. In somebody else's documentation only our
own folders are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from weakref import WeakKeyDictionary

from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util.matching import get_matching_files

from symposium.model.encodings import is_utf8
from symposium.model.problems import Problem
from symposium.pages.author_links import FILES
from symposium.reading.disk import ALWAYS, Disk, assets_of, escaped
from symposium.sphinxext.config import is_site
from symposium.sphinxext.parser import SUFFIX, reads_markdown
from symposium.sphinxext.reports import warn
from symposium.sphinxext.scope import Scope, scope_of

_before: WeakKeyDictionary[Sphinx, list[str]] = WeakKeyDictionary()
"""What a host leaves out itself."""
_left: WeakKeyDictionary[Sphinx, list[Problem]] = WeakKeyDictionary()
_refused: WeakKeyDictionary[Sphinx, list[str]] = WeakKeyDictionary()
"""Files that would be published as they are, and must not be."""


def setup(app: Sphinx) -> None:
    """Leave out what must not be read before Sphinx looks for documents."""
    if is_site(app):
        # After Sphinx has learnt which files are sources.
        app.connect("config-inited", leave_out, priority=900)
        app.connect("builder-inited", guard_assets, priority=60)
        app.connect("write-started", leave_out_assets)
    else:
        # A host's option says what is left out of its static files, too: it gets it back.
        app.connect("builder-inited", lambda app: leave_out(app, app.config), priority=900)
        app.connect("env-before-read-docs", give_back, priority=1)


def problems_of(app: Sphinx) -> list[Problem]:
    """Return what is wrong with the files that a site leaves out."""
    return _left.get(app, [])


def give_back(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Give a host its own patterns back."""
    del env, docnames
    app.config.exclude_patterns = _before.pop(app)


def leave_out(app: Sphinx, config: Config) -> None:
    """Leave out what must not be read as a document: of ours, and Markdown that was none before."""
    scope, suffixes = scope_of(app), tuple(config.source_suffix)
    patterns = (*config.exclude_patterns, *ALWAYS, *config.templates_path, *_assets(config))
    disk = Disk(Path(app.srcdir), patterns, trusted=scope.trusted)
    names = list(_ours(disk, scope, suffixes))
    outside = [*disk.refused, *(one for one in names if not _is_page(app, scope, one))]
    if not scope.site and not reads_markdown(app):
        exclude = [*config.exclude_patterns, *map(escaped, outside)]
        found = get_matching_files(app.srcdir, config.include_patterns, exclude)
        others = (one for one in found if one.endswith(SUFFIX))
        outside += [one for one in others if not scope.is_ours(one.rpartition(".")[0])]
    if scope.site:
        _left[app] = disk.problems  # what is ours in a host is reported by those who read it
    _before[app] = config.exclude_patterns
    config.exclude_patterns = [*config.exclude_patterns, *map(_pattern, outside)]


def _pattern(path: str) -> str:
    """Return the pattern of a path; of bytes that are no text any will do."""
    return re.sub("[\ud800-\udfff]", "?", escaped(path))


def _ours(disk: Disk, scope: Scope, suffixes: tuple[str, ...]) -> Iterator[str]:
    """Yield the files that may be documents of ours."""
    if scope.layout.records is not None and not scope.site:
        yield from sorted(scope.layout.records)
    else:
        yield from disk.walk(suffixes, start="" if scope.site else scope.layout.base.rstrip("/"))


def _is_page(app: Sphinx, scope: Scope, name: str) -> bool:
    """Tell whether a file of ours is to be a document; say why a host's parsers cannot read it."""
    is_asset = name.startswith(f"{scope.layout.base}{FILES}")
    if is_asset or not scope.is_paged(name.rpartition(".")[0]):
        return False
    fault = ""
    if not scope.site and not name.endswith(SUFFIX):
        fault = "records are written in Markdown: move it out of this folder"
    elif not scope.site and not is_utf8(Path(app.srcdir, name)):
        fault = "it is not UTF-8: save it as UTF-8"
    if fault:
        warn(f"this file is left out: {fault}", "safety", f"{name}:1")
    return not fault


def guard_assets(app: Sphinx) -> None:
    """Find the files that are published as they are, and that the gate refuses."""
    if isinstance(app.builder, StandaloneHTMLBuilder) and not scope_of(app).trusted:
        disk = assets_of(Path(app.srcdir), _assets(app.config))
        _left[app] += disk.problems
        _refused[app] = disk.refused


def leave_out_assets(app: Sphinx, builder: Builder) -> None:
    """Have Sphinx, which would follow every link, copy files without those that are refused.

    By now it has found its documents: a page of the same name stays.
    """
    del builder
    tops = [f"{path.strip('/')}/" for path in _assets(app.config)]
    refused = _refused.get(app, ())
    inside = [one.removeprefix(top) for one in refused for top in tops if one.startswith(top)]
    inside += [f"./{one}" for one in inside]  # what Sphinx calls a file at the top of a folder
    app.config.exclude_patterns = [*app.config.exclude_patterns, *map(_pattern, inside)]


def _assets(config: Config) -> list[str]:
    return [str(one) for one in (*config.html_static_path, *config.html_extra_path)]
