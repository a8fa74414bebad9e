"""Discovery: the files that become documents, found by the same walk as in ``symposium check``.

Files that the walk refuses are added to ``exclude_patterns``. In a host's documentation only the
folders of records are walked; Markdown files that were no documents before are excluded too.
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
"""The exclude patterns of the project itself."""
_left: WeakKeyDictionary[Sphinx, list[Problem]] = WeakKeyDictionary()
_refused: WeakKeyDictionary[Sphinx, list[str]] = WeakKeyDictionary()
"""Files in static folders that must not be published."""


def setup(app: Sphinx) -> None:
    """Exclude the files that must not be read, before Sphinx looks for documents."""
    if is_site(app):
        # After Sphinx has set the suffixes of sources.
        app.connect("config-inited", leave_out, priority=900)
        app.connect("builder-inited", guard_assets, priority=60)
        app.connect("write-started", leave_out_assets)
    else:
        # The option also excludes static files, so a host gets its own value back.
        app.connect("builder-inited", lambda app: leave_out(app, app.config), priority=900)
        app.connect("env-before-read-docs", restore_patterns, priority=1)


def problems_of(app: Sphinx) -> list[Problem]:
    """Return the problems of the files that a site leaves out."""
    return _left.get(app, [])


def restore_patterns(app: Sphinx, *_: object) -> None:
    """Restore a host's own exclude patterns."""
    app.config.exclude_patterns = _before.pop(app)


def leave_out(app: Sphinx, config: Config) -> None:
    """Exclude the files that are no pages: refused ones, and Markdown that a host does not read."""
    scope, suffixes = scope_of(app), tuple(config.source_suffix)
    patterns = (*config.exclude_patterns, *ALWAYS, *config.templates_path, *_assets(config))
    disk = Disk(Path(app.srcdir), patterns, trusted=scope.trusted)
    names = list(_source_files(disk, scope, suffixes))
    outside = [*disk.refused, *(name for name in names if not _is_page(app, scope, name))]
    if not scope.site and not reads_markdown(app):
        exclude = [*config.exclude_patterns, *map(escaped, outside)]
        files = get_matching_files(app.srcdir, config.include_patterns, exclude)
        others = (name for name in files if name.endswith(SUFFIX))
        outside += [name for name in others if not scope.is_ours(name.rpartition(".")[0])]
    if scope.site:
        _left[app] = disk.problems  # in a host, the reader of records reports them
    _before[app] = config.exclude_patterns
    config.exclude_patterns = [*config.exclude_patterns, *map(_pattern, outside)]


def _pattern(path: str) -> str:
    """Return the pattern of a path, with a wildcard for each byte that is not UTF-8."""
    return re.sub("[\ud800-\udfff]", "?", escaped(path))


def _source_files(disk: Disk, scope: Scope, suffixes: tuple[str, ...]) -> Iterator[str]:
    """Yield the files of a site, or of the records in a host, that may be documents."""
    if scope.layout.records is not None and not scope.site:
        yield from sorted(scope.layout.records)
    else:
        yield from disk.walk(suffixes, start="" if scope.site else scope.layout.base.rstrip("/"))


def _is_page(app: Sphinx, scope: Scope, name: str) -> bool:
    """Tell whether a file may be a document; warn if a host cannot read it."""
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
    """Find the files in static folders that must not be published."""
    if isinstance(app.builder, StandaloneHTMLBuilder) and not scope_of(app).trusted:
        disk = assets_of(Path(app.srcdir), _assets(app.config))
        _left[app] += disk.problems
        _refused[app] = disk.refused


def leave_out_assets(app: Sphinx, _builder: Builder) -> None:
    """Keep Sphinx, which follows every symbolic link, from copying refused files.

    Sphinx has already found its documents, so the patterns exclude no page of the same name.
    """
    tops = [f"{path.strip('/')}/" for path in _assets(app.config)]
    refused = _refused.get(app, ())
    inside = [path.removeprefix(top) for path in refused for top in tops if path.startswith(top)]
    inside += [f"./{path}" for path in inside]  # Sphinx's name for a file at the top of a folder
    app.config.exclude_patterns = [*app.config.exclude_patterns, *map(_pattern, inside)]


def _assets(config: Config) -> list[str]:
    return [str(path) for path in (*config.html_static_path, *config.html_extra_path)]
