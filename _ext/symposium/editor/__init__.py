"""What editors offer while somebody writes: completion, help and problems.

Nothing here knows the protocol by which editors ask (that is ``symposium lsp``), or Sphinx.
"""

from symposium.editor.completion import Offer, Suggestion, help_at, offer
from symposium.editor.file_problems import problems_of

__all__ = ["Offer", "Suggestion", "help_at", "offer", "problems_of"]
