"""Symposium: people, papers and events as plain text, published as a cross-referenced site.

In ``conf.py``, ``extensions = ["symposium"]`` is all that is needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

__version__ = "0.1.0"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the Sphinx extension.

    Sphinx is imported here and not above: everything else works without it.
    """
    from symposium.sphinxext import setup as setup_extension  # noqa: PLC0415

    return setup_extension(app)
