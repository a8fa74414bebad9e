"""What rules get to see: the project, its files, its knowledge base."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from symposium.knowledge import KnowledgeBase
from symposium.knowledge.nearest import Spellings
from symposium.lint.kept_results import KeptResults
from symposium.lint.page_documents import Documents
from symposium.lint.places_in_text import Texts
from symposium.model.problems import Problem
from symposium.pages.redirects import Redirect, redirects_of_pages
from symposium.reading.conf_settings import settings_in, texts_in
from symposium.reading.disk import assets_of, documents_in

OUR_EXTENSIONS = frozenset({"myst_parser", "sphinx_design", "sphinxcontrib.bibtex", "symposium"})
"""The extensions of Sphinx whose directives, roles and names are known."""
OTHERS = ("exclude_patterns", "templates_path")
"""Settings that name what is no document."""


@dataclass(frozen=True)
class Subject:
    """A project that was read and resolved."""

    root: Path
    """The folder of the project."""
    kb: KnowledgeBase
    bibfiles: tuple[str, ...] = ()
    """The bibliographies, relative to ``root``."""
    exclude: tuple[str, ...] = ()
    """Patterns of what belongs to no site, as in Sphinx's ``exclude_patterns``."""
    hosted: bool = False
    """Whether its pages are somebody else's documentation: of these nothing is asked."""
    results: KeptResults = field(default_factory=KeptResults)
    """What is known of its texts from earlier checks."""

    @cached_property
    def settings(self) -> Mapping[str, Any]:
        """The plain values in ``conf.py``."""
        return settings_in(self.root)

    @property
    def has_other_extensions(self) -> bool:
        """Whether the project uses extensions of which nothing is known here."""
        return not OUR_EXTENSIONS.issuperset(texts_in(self.settings.get("extensions")))

    @cached_property
    def file_spellings(self) -> Spellings:
        """The files that may be published."""
        return Spellings(self.kb.files)

    @cached_property
    def documents(self) -> Documents:
        """The pages of authors, and their elements."""
        extensions = texts_in(self.settings.get("myst_enable_extensions"))
        return Documents(self.walked[0], self.texts, self.kb, extensions, self.results)

    @cached_property
    def walked(self) -> tuple[Mapping[str, str], Sequence[Problem]]:
        """The documents of the project by name, and what is wrong with its files and folders."""
        if self.hosted:
            return {}, ()
        assets = [
            text
            for name in ("html_static_path", "html_extra_path")
            for text in texts_in(self.settings.get(name))
        ]
        # What a project serves as it is, or as templates, holds no documents.
        others = (text for name in OTHERS for text in texts_in(self.settings.get(name)))
        found, problems = documents_in(self.root, (*self.exclude, *others, *assets))
        return found, (*problems, *assets_of(self.root, assets).problems)

    @cached_property
    def redirects(self) -> Mapping[str, Redirect]:
        """Earlier pages, with the pages that replace them."""
        moved = [
            (earlier, Redirect(document.name, ""))
            for document in self.documents.values()
            for earlier in document.address[0].was
        ]
        return redirects_of_pages(self.kb, self.documents, moved)

    @cached_property
    def texts(self) -> Texts:
        """The files of the project as they were read."""
        return Texts(self.root)


Rule = Callable[[Subject], Iterator[Problem]]
"""A rule of the linter: it yields what it finds, in no particular order."""
