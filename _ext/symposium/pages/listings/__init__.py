"""Listings that a reader can narrow: what of the records in a list can be chosen, and its files.

A list is complete as it stands. With JavaScript (``symposium-listing.js``) it gains a filter, and
facets. What a row is among them stands beside the list as data, in the order of the rows, so that
a row looks the same wherever it stands.
"""
