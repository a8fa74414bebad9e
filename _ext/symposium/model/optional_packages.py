"""Optional packages: those that come with extras of the distribution."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Literal

DISTRIBUTION = "sphinx-symposium"
"""The name by which the package is installed; it is imported as ``symposium``."""

Extra = Literal["site", "references", "calendars", "maths", "pdf", "lsp", "serve", "mcp", "xlsx"]

MODULES: dict[Extra, str] = {
    "site": "pydata_sphinx_theme", "references": "citeproc", "calendars": "icalendar",
    "maths": "latex2mathml", "pdf": "typst", "lsp": "pygls", "serve": "sphinx_autobuild",
    "mcp": "mcp", "xlsx": "openpyxl",
}  # fmt: skip
"""A module that each extra brings; ``all`` brings everything."""


class MissingExtraError(Exception):
    """A package that comes with an extra is not installed; the text says how to install it."""


@cache
def has(extra: Extra) -> bool:
    """Tell whether the package of an extra is installed."""
    return find_spec(MODULES[extra]) is not None


def missing(extra: Extra, feature: str) -> str:
    """Return a message that a feature needs an extra, with the command to install it.

    >>> missing("pdf", "The PDF of a curriculum vitae")
    "The PDF of a curriculum vitae needs typst: pip install 'sphinx-symposium[pdf]'"
    """
    name = MODULES[extra].replace("_", "-")
    return f"{feature} needs {name}: pip install '{DISTRIBUTION}[{extra}]'"


def require(extra: Extra, feature: str) -> None:
    """Check that the extra that a feature needs is installed.

    Raises:
        MissingExtraError: if it is not.
    """
    if not has(extra):
        raise MissingExtraError(missing(extra, feature))


def version_of(name: str) -> str:
    """Return the version of a distribution, or an empty text if it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
