"""Lists that readers can narrow: rows, facets and files of a list.

A list is complete as it stands. With JavaScript (``symposium-listing.js``) it gains a filter, and
facets. What a row is among them stands beside the list as data, in the order of the rows, so that
a row looks the same wherever it stands.
"""
