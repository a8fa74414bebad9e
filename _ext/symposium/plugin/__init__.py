"""Plugins: what a package from outside adds to Symposium, described by plain objects.

A plugin is one `Plugin`, found by the entry point ``symposium.plugins`` of an installed package, or
named in ``conf.py``: ``symposium_plugins = ["package.module:PLUGIN"]``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from symposium.fields.compound_types import Field
from symposium.fields.field_types import FieldType
from symposium.kinds.kind import Kind
from symposium.model.problems import Place, Severity

if TYPE_CHECKING:
    from symposium.knowledge import KnowledgeBase, Mentions
    from symposium.lint.subject import Subject
    from symposium.pages.urls import Urls

__all__ = [
    "AddedField", "ExportFormat", "Finding", "Importer", "LintRule", "PageSection", "Plugin",
    "SearchFacet",
]  # fmt: skip

Files = Iterator[tuple[str, bytes]]
"""Path of a file, relative to the root of the site, and its content."""


@dataclass(frozen=True, slots=True)
class AddedField:
    """A field that the front matter of a kind may have.

    Its errors and JSON Schema; with ``label``, the page; with ``filter``, ``{listing}``; with
    ``facet``, filters of lists; with ``search``, the search; with ``api``, ``added`` in the API.
    """

    kind: str
    name: str
    """In front matter, in ``{listing}`` and in the API: small letters, digits and underscores."""
    type: FieldType
    """What values it takes: ``symposium.fields`` has text, words, dates, links and lists of them.
    """
    help: str
    """What it holds, in a sentence."""
    label: str = ""
    """Its label on pages; without a label, pages do not show it."""
    required: bool = False
    filter: bool = False
    """Whether ``{listing}`` can compare it."""
    facet: bool = False
    """Whether readers can narrow lists by it; it needs a label."""
    search: bool = False
    """Whether a search for its words finds the record."""
    api: bool = False
    """Whether the API has it, in ``added``."""

    @property
    def described(self) -> Field:
        """What is said of it as of every field."""
        return Field(
            self.type, self.help, self.required, attribute=self.name, label=self.label,
            filter=self.filter, facet=self.facet, search=self.search, added=True, api=self.api,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A function that yields path and content of each file.

    ``symposium export --format``; with ``published``, the built site.
    """

    name: str
    """What ``symposium export --format`` calls it."""
    suffix: str
    """The suffix of its files, with the dot."""
    files: Callable[[KnowledgeBase, Mentions, Urls], Files]
    help: str
    """One sentence."""
    single: bool = False
    """Whether it is always a single file."""
    published: bool = False
    """A build publishes its files. Those that are built in are published in their own ways."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule finds: what is wrong, where, and what to do."""

    message: str
    place: Place
    hint: str = ""


@dataclass(frozen=True, slots=True)
class LintRule:
    """A function that yields each ``Finding``; its code is two to eight capitals and three digits.

    ``symposium check`` with ``--select``, ``--explain`` and ``pyproject.toml``; editors.
    """

    code: str
    """Two to eight capitals, which all rules of the plugin share, and three digits: ``ACM001``."""
    meaning: str
    """One sentence."""
    check: Callable[[Subject], Iterable[Finding]]
    severity: Severity = Severity.NOTICE
    explanation: str = ""
    """What ``symposium check --explain`` says further; Markdown."""


@dataclass(frozen=True, slots=True)
class PageSection:
    """A template for a section, and a function that returns the names for it.

    All pages of the kind, after the built-in sections, and their contents.
    """

    kind: str
    id: str
    """The anchor: links to the section end with it."""
    title: str
    template: str
    """The file in the plugin's folder of templates that makes what stands below the title."""
    values: Callable[[KnowledgeBase, Any], Mapping[str, Any] | None]
    """Returns the names for the template, made of a record; ``None`` where there is no section."""


@dataclass(frozen=True, slots=True)
class SearchFacet:
    """A function that returns the values by which readers can narrow search results.

    The filters of the search page.
    """

    name: str
    title: str
    values: Callable[[KnowledgeBase, str, Any], Iterable[str]]
    """Returns the values of a record; it is given the kind of the record, too."""


@dataclass(frozen=True, slots=True)
class Importer:
    """A module with ``add_arguments`` and ``run``.

    ``symposium import NAME``; in ``commands``, ``symposium NAME``.
    """

    name: str
    help: str
    module: str
    """It has ``add_arguments(parser)``, and ``run(arguments)``, which tells whether somebody has to
    decide something. It is imported when somebody asks for it."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """What a package adds; only the name is required."""

    name: str
    """Small letters, digits and hyphens."""
    kinds: tuple[Kind, ...] = ()
    fields: tuple[AddedField, ...] = ()
    formats: tuple[ExportFormat, ...] = ()
    rules: tuple[LintRule, ...] = ()
    sections: tuple[PageSection, ...] = ()
    facets: tuple[SearchFacet, ...] = ()
    importers: tuple[Importer, ...] = ()
    commands: tuple[Importer, ...] = ()
    templates: str = ""
    """The folder of its templates: those of its sections and of its kinds."""
