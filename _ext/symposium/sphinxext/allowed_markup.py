"""Allowed markup: the directives and roles that files of strangers may use.

What a host's extensions add may import modules, run programs or execute notebooks.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.parsers.rst.directives.misc import Role
from sphinx.util.docutils import CustomReSTDispatcher, SphinxDirective

from symposium.sphinxext.reports import warn

HARMLESS = (
    "docutils.",
    "myst_parser.",
    "sphinx.directives.",
    "sphinx.domains.",
    "sphinx_design.",
    "sphinxcontrib.bibtex.",
    "symposium.",
)
"""Packages whose directives neither run code nor, where files may not be inserted, read a file."""

MESSAGE = (
    'the %s "%s" is left out: it comes from an extension and may run code: use it in a page of '
    "your own, or set symposium_trust = True"
)


class KnownMarkup(CustomReSTDispatcher):
    """While it is entered, directives and roles of other packages are refused."""

    def directive(
        self, directive_name: str, language_module: ModuleType, document: nodes.document
    ) -> tuple[type[Directive] | None, list[nodes.system_message]]:
        """Return the directive of a name, or one that refuses it."""
        found, messages = super().directive(directive_name, language_module, document)
        if found is not None and not _is_of(found, HARMLESS):
            return RefusedMarkup, messages
        if found is Role:
            return RefusedRole, messages
        return found, messages

    def role(
        self, role_name: str, language_module: ModuleType, lineno: int, reporter: Any
    ) -> tuple[Any, list[nodes.system_message]]:
        """Return the role of a name, or one that shows its text and refuses the rest."""
        found, messages = super().role(role_name, language_module, lineno, reporter)
        more = ("sphinx.roles.", "sphinx.ext.extlinks.", "sphinx.ext.intersphinx.")
        if found is None or _is_of(found, (*HARMLESS, *more)):
            return found, messages
        return _refuse_role, messages


def _is_of(markup: object, packages: tuple[str, ...]) -> bool:
    """Tell whether a directive or role is of one of some packages."""
    module = getattr(markup, "__module__", None) or type(markup).__module__
    return f"{module}.".startswith(packages)


def _refuse_role(
    name: str, _rawtext: str, text: str, lineno: int, inliner: Any, *_: object
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """Show the text of a role, and say that it is refused."""
    place = f"{inliner.document.settings.env.docname}:{lineno}"
    warn(MESSAGE % ("role", name), "safety", place)
    return [nodes.Text(text)], []


class AnyOptions(dict[str, Callable[[str], str]]):
    """Options of whatever name."""

    def __bool__(self) -> bool:
        return True

    def __contains__(self, name: object) -> bool:
        return True

    def __getitem__(self, name: str) -> Callable[[str], str]:
        return str


class RefusedMarkup(SphinxDirective):
    """A directive that is left out."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[Any] = AnyOptions()
    reason = MESSAGE

    def run(self) -> list[nodes.Node]:
        """Say that it is left out."""
        warn(self.reason % ("directive", self.name), "safety", self.get_location())
        return []


class RefusedRole(RefusedMarkup):
    """A definition of a role: docutils would keep it for all files that are read after it."""

    reason = 'the %s "%s" is left out: it would change other pages: use roles that there are'
