"""The roles alone, for projects that refer to the pages of a Symposium site.

``extensions = ["sphinx.ext.intersphinx", "symposium.roles"]`` lets another project write
``:external:kb:paper:`some-key```.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the domain ``kb`` without any object of its own."""
    from symposium.sphinxext.domain import KnowledgeDomain  # noqa: PLC0415

    app.add_domain(KnowledgeDomain)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
