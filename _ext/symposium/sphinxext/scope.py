"""The scope of a build: which of its documents are ours, and what their authors may do.

In a site all documents are ours. In somebody else's documentation ours are the files that lie in
folders of records: strangers contribute to them, and the host's authors are trusted by the host.
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
    """What a build may take for ours."""

    site: bool
    """Whether the whole documentation is ours."""
    layout: Layout
    """Where records lie."""
    trusted: bool
    """Whether authors may do whatever Sphinx allows."""
    kinds: frozenset[str]
    """The kinds that have pages; all have, if none is named."""
    exclude: tuple[str, ...]
    """What the project itself leaves out."""

    def is_ours(self, docname: str) -> bool:
        """Tell whether a document is read by us: its front matter is ours to understand."""
        return self.site or self.layout.holds(docname)

    def is_guarded(self, docname: str) -> bool:
        """Tell whether a document may neither run code nor publish another file."""
        return not self.trusted and self.is_ours(docname)

    def is_paged(self, docname: str) -> bool:
        """Tell whether a document is a page: not if it describes a kind that has none."""
        subject = subject_of(self.layout.page(docname)) if self.kinds else None
        if subject is None or not self.layout.holds(docname):
            return True
        kind, name = subject
        return Urls(kinds=self.kinds).shows(listed_in(name) if kind == "index" else kind)


_scopes: WeakKeyDictionary[Sphinx, Scope] = WeakKeyDictionary()


def setup(app: Sphinx) -> None:
    """Find out before anything else asks."""
    app.connect("config-inited", find_scope, priority=110)


def find_scope(app: Sphinx, config: Config) -> None:
    """Decide what is ours."""
    site = is_site(app)
    settings = {"symposium_site": site, "symposium_root": config.symposium_root}
    layout = layout_of(app.srcdir, settings, config.exclude_patterns)
    kinds = frozenset(config.symposium_pages)
    if not site and not kinds:
        kinds = frozenset({"paper", "person"}) | described_kinds(Path(app.srcdir), layout)
    if not site and config.html_file_suffix not in {None, "", ".html"}:
        kinds = frozenset({"none"})  # of no kind: none named would be all
    _scopes[app] = Scope(site, layout, is_trusted(app), kinds, tuple(config.exclude_patterns))


def scope_of(app: Sphinx) -> Scope:
    """Return the scope of a build."""
    return _scopes[app]


def app_of(env: BuildEnvironment) -> Sphinx:
    """Return the application of an environment, whose name in Sphinx 9 is not public any more."""
    app: Sphinx = env._app if hasattr(env, "_app") else env.app  # noqa: SLF001
    return app
