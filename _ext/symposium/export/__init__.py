"""Export of the knowledge base as files: pages, API, search index, calendars, bibliographies.

``formats.FORMATS`` lists the formats. Each one makes its files from the knowledge base, the
mentions in documents and the addresses of the site.
"""
