"""The scope of a build: the documents that this extension reads, and the rights of their authors.

In a site these are all documents. In a host's documentation they are the files in folders of
records, to which strangers contribute; the host trusts the authors of its other documents.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from weakref import WeakKeyDictionary

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment

from symposium.pages.subjects import listed_in, subject_of
from symposium.pages.urls import Urls
from symposium.reading.layout import Layout, described_kinds, layout_of
from symposium.sphinxext.config import is_site, is_trusted


@dataclass(frozen=True, slots=True)
class Scope:
    """The documents that this extension reads, and the kinds that have pages."""

    site: bool
    """Whether the project is a site, not a host."""
    layout: Layout
    """The folders of records."""
    trusted: bool
    """Whether source files may do whatever Sphinx allows."""
    kinds: frozenset[str]
    """The kinds that have pages; if empty, all."""
    exclude: tuple[str, ...]
    """The project's own exclude patterns."""

    def is_ours(self, docname: str) -> bool:
        """Tell whether this extension reads a document and its front matter."""
        return self.site or self.layout.holds(docname)

    def is_guarded(self, docname: str) -> bool:
        """Tell whether a document may neither run code nor publish another file."""
        return not self.trusted and self.is_ours(docname)

    def is_paged(self, docname: str) -> bool:
        """Tell whether a document becomes a page; not if its record's kind has no pages."""
        subject = subject_of(self.layout.page(docname)) if self.kinds else None
        if subject is None or not self.layout.holds(docname):
            return True
        kind, name = subject
        return Urls(kinds=self.kinds).shows(listed_in(name) if kind == "index" else kind)


_scopes: WeakKeyDictionary[Sphinx, Scope] = WeakKeyDictionary()


def setup(app: Sphinx) -> None:
    """Find the scope before other handlers use it."""
    app.connect("config-inited", find_scope, priority=110)


def find_scope(app: Sphinx, config: Config) -> None:
    """Set the scope of a build from its configuration."""
    site = is_site(app)
    settings = {"symposium_site": site, "symposium_root": config.symposium_root}
    layout = layout_of(app.srcdir, settings, config.exclude_patterns)
    kinds = frozenset(config.symposium_pages)
    if not site and not kinds:
        kinds = frozenset({"paper", "person"}) | described_kinds(Path(app.srcdir), layout)
    if not site and config.html_file_suffix not in {None, "", ".html"}:
        kinds = frozenset({"none"})  # a kind that does not exist, as an empty set means all
    _scopes[app] = Scope(site, layout, is_trusted(app), kinds, tuple(config.exclude_patterns))


def scope_of(app: Sphinx) -> Scope:
    """Return the scope of a build."""
    return _scopes[app]


def app_of(env: BuildEnvironment) -> Sphinx:
    """Return the application of an environment, a private attribute since Sphinx 9."""
    app: Sphinx = env._app if hasattr(env, "_app") else env.app  # noqa: SLF001
    return app
