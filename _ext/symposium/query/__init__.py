"""Listings: which records options choose, in which order, under which headings.

`symposium.query.options.parse` reads the options of a listing without a knowledge base, and of
`symposium.query.selection`, ``faults_of`` compares what they name with one, ``select`` answers.
"""
