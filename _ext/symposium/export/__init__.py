"""The knowledge base becomes files: pages, the API, the search index, calendars, bibliographies.

``FORMATS`` lists the formats; each makes its files from (knowledge base, mentions, addresses).
"""

from symposium.export.formats import FORMATS

__all__ = ["FORMATS"]
