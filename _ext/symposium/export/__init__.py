"""The knowledge base becomes files: pages, the API, the search index, calendars, bibliographies.

``formats.FORMATS`` lists the formats; each makes its files from (knowledge base, mentions,
addresses).
"""
