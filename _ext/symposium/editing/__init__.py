"""What an editor can offer while a page is written: names of fields, values, ids, and problems.

Nothing here knows the protocol by which editors ask (that is ``symposium lsp``), or Sphinx.
"""

from symposium.editing.problems import problems_of
from symposium.editing.suggestions import Offer, Suggestion, help_at, offer

__all__ = ["Offer", "Suggestion", "help_at", "offer", "problems_of"]
