"""Plugins: the additions of other packages to Symposium, described by plain objects.

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
"""Pairs of a file's path, relative to the root of the site, and its content."""


@dataclass(frozen=True, slots=True)
class AddedField:
    """A field that the front matter of a kind may have.

    Its errors and JSON Schema; with ``label``, the page; with ``filter``, ``{listing}``; with
    ``facet``, filters of lists; with ``search``, the search; with ``api``, ``added`` in the API.
    """

    kind: str
    name: str
    """The name in front matter, ``{listing}`` and the API: small letters, digits, underscores."""
    type: FieldType
    """The type of its values; ``symposium.fields`` has text, words, dates, links and lists."""
    help: str
    """One sentence about its content."""
    label: str = ""
    """Its label on pages; without a label, pages do not show it."""
    required: bool = False
    filter: bool = False
    """Whether ``{listing}`` can select by it."""
    facet: bool = False
    """Whether readers can narrow lists by it; it needs a label."""
    search: bool = False
    """Whether a search for its words finds the record."""
    api: bool = False
    """Whether the API has it, in ``added``."""

    @property
    def described(self) -> Field:
        """The description that every field has."""
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
    """Its name for ``symposium export --format``."""
    suffix: str
    """The suffix of its files, with the dot."""
    files: Callable[[KnowledgeBase, Mentions, Urls], Files]
    help: str
    """One sentence."""
    single: bool = False
    """Whether it always has a single file."""
    published: bool = False
    """Whether a build publishes its files; not used for built-in formats."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A result of a rule: a message, a place, and a hint what to do."""

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
    """Further text for ``symposium check --explain``, in Markdown."""


@dataclass(frozen=True, slots=True)
class PageSection:
    """A template for a section, and a function that returns the names for it.

    All pages of the kind, after the built-in sections, and their contents.
    """

    kind: str
    id: str
    """The anchor of the section."""
    title: str
    template: str
    """The template of the text below the title: a file in the plugin's folder of templates."""
    values: Callable[[KnowledgeBase, Any], Mapping[str, Any] | None]
    """Returns the template's variables for a record, or ``None`` for no section."""


@dataclass(frozen=True, slots=True)
class SearchFacet:
    """A function that returns the values by which readers can narrow search results.

    The filters of the search page.
    """

    name: str
    title: str
    values: Callable[[KnowledgeBase, str, Any], Iterable[str]]
    """Returns the values of a record, given the knowledge base, its kind, and the record."""


@dataclass(frozen=True, slots=True)
class Importer:
    """A module with ``add_arguments`` and ``run``.

    ``symposium import NAME``; in ``commands``, ``symposium NAME``.
    """

    name: str
    help: str
    module: str
    """The module, imported when it is used, with ``add_arguments(parser)`` and ``run(arguments)``,
    which returns whether its user must decide something."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """All additions of a package; only the name is required."""

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
    """The folder of the templates of its sections and kinds."""
