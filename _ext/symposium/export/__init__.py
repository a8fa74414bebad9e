"""The knowledge base becomes files for other programs: JSON, BibTeX.

``FORMATS`` lists the formats; each makes its files from (knowledge base, mentions, addresses).
"""

from symposium.export.formats import FORMATS

__all__ = ["FORMATS"]
