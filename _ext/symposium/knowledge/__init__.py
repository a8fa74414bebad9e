"""Records become a knowledge base: identity, relations and their inverses, indexes and checks.

``build(records)`` is the way in; what it returns never changes. Nothing here knows of files, HTML
or Sphinx.
"""

from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.build import build
from symposium.knowledge.mentions import NO_MENTIONS, Mention, Mentions

__all__ = ["NO_MENTIONS", "KnowledgeBase", "Mention", "Mentions", "build"]
