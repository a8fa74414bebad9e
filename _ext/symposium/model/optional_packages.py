"""Optional packages: those that come with extras of the distribution."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Literal

DISTRIBUTION = "sphinx-symposium"
"""The name by which the package is installed; it is imported as ``symposium``."""

Extra = Literal["site", "pdf", "lsp", "serve", "mcp", "xlsx"]

MODULES: dict[Extra, str] = {
    "site": "pydata_sphinx_theme",
    "pdf": "typst",
    "lsp": "pygls",
    "serve": "sphinx_autobuild",
    "mcp": "mcp",
    "xlsx": "openpyxl",
}
"""What each extra brings; ``all`` brings everything."""


def has(extra: Extra) -> bool:
    """Tell whether the package of an extra is installed."""
    return find_spec(MODULES[extra]) is not None


def missing(extra: Extra, what: str) -> str:
    """Return the line that says what is not there without an extra, and how to install it.

    >>> missing("pdf", "The PDF of a curriculum vitae")
    "The PDF of a curriculum vitae needs typst: pip install 'sphinx-symposium[pdf]'"
    """
    name = MODULES[extra].removesuffix("_bin").replace("_", "-")
    return f"{what} needs {name}: pip install '{DISTRIBUTION}[{extra}]'"


def version_of(name: str) -> str:
    """Return the version of a distribution, or an empty text where it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
