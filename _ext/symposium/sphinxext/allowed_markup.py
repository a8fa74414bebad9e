"""Allowed markup: the directives and roles that contributed files may use.

The directives of a host's other extensions may import modules, run programs or execute notebooks.
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
    "docutils.", "myst_parser.", "sphinx.directives.", "sphinx.domains.", "sphinx_design.",
    "sphinxcontrib.bibtex.", "symposium.",
)  # fmt: skip
"""Packages whose directives run no code, and read no file if file insertion is off."""

MESSAGE = (
    'the %s "%s" is left out: it comes from an extension and may run code: use it in a page of '
    "your own, or set symposium_trust = True"
)


class KnownMarkup(CustomReSTDispatcher):
    """A context manager within which directives and roles of other packages are refused."""

    def directive(
        self, directive_name: str, language_module: ModuleType, document: nodes.document
    ) -> tuple[type[Directive] | None, list[nodes.system_message]]:
        """Return the directive of a name, or one that only warns."""
        directive, messages = super().directive(directive_name, language_module, document)
        if directive is not None and not _is_of(directive, HARMLESS):
            return RefusedMarkup, messages
        if directive is Role:
            return RefusedRole, messages
        return directive, messages

    def role(
        self, role_name: str, language_module: ModuleType, lineno: int, reporter: Any
    ) -> tuple[Any, list[nodes.system_message]]:
        """Return the role of a name, or one that only shows its text and warns."""
        role, messages = super().role(role_name, language_module, lineno, reporter)
        role_packages = ("sphinx.roles.", "sphinx.ext.extlinks.", "sphinx.ext.intersphinx.")
        if role is None or _is_of(role, (*HARMLESS, *role_packages)):
            return role, messages
        return _refuse_role, messages


def _is_of(markup: object, packages: tuple[str, ...]) -> bool:
    """Tell whether a directive or role is defined in one of the packages."""
    module = getattr(markup, "__module__", None) or type(markup).__module__
    return f"{module}.".startswith(packages)


def _refuse_role(
    name: str, _rawtext: str, text: str, lineno: int, inliner: Any, *_: object
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """Return the text of a refused role, with a warning."""
    place = f"{inliner.document.settings.env.docname}:{lineno}"
    warn(MESSAGE % ("role", name), "safety", place)
    return [nodes.Text(text)], []


class AnyOptions(dict[str, Callable[[str], str]]):
    """An option specification that accepts every name."""

    def __bool__(self) -> bool:
        return True

    def __contains__(self, name: object) -> bool:
        return True

    def __getitem__(self, name: str) -> Callable[[str], str]:
        return str


class RefusedMarkup(SphinxDirective):
    """A directive that is left out with a warning."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[Any] = AnyOptions()
    reason = MESSAGE

    def run(self) -> list[nodes.Node]:
        """Warn, and return nothing."""
        warn(self.reason % ("directive", self.name), "safety", self.get_location())
        return []


class RefusedRole(RefusedMarkup):
    """The directive ``role``, refused because its roles would stay defined for later files."""

    reason = 'the %s "%s" is left out: it would change other pages: use roles that there are'
