"""Listings: the records that options choose, in order and under headings.

`symposium.query.options.parse` reads the options of a listing. In `symposium.query.selection`,
``faults_of`` looks up their values in a knowledge base, and ``select`` returns the records.
"""
