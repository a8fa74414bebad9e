"""The knowledge base becomes HTML fragments: one template per kind, in ``pages/templates/``.

``Pages(kb, mentions, urls).render(page)`` is the way in.
"""

from symposium.pages.fragment import Fragment, Section
from symposium.pages.render import Pages
from symposium.pages.urls import Urls, docname

__all__ = ["Fragment", "Pages", "Section", "Urls", "docname"]
