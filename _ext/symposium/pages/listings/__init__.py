"""Lists that readers can narrow: rows, facets and files of a list.

A list is complete without JavaScript; with it (``symposium-listing.js``) it gains a filter and
facets. The values of its rows for these are data beside the list, in the order of the rows, so that
the HTML of a row is the same in every list.
"""
