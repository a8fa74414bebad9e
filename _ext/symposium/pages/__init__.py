"""The knowledge base as HTML fragments, by one template per kind in ``pages/templates/``.

``Pages(kb, mentions, urls).render(page)`` is the entry point.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from symposium.pages.frame import Fragment, Section
    from symposium.pages.render import Pages
    from symposium.pages.urls import Urls, docname

__all__ = ["Fragment", "Pages", "Section", "Urls", "docname"]

HOMES = {"Fragment": "frame", "Section": "frame", "Pages": "render", "Urls": "urls"}
"""The module of each name; those who need only addresses do not load templates."""


def __getattr__(name: str) -> Any:
    """Import a name when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{HOMES.get(name, 'urls')}"), name)
