"""What a person, a paper and an event are: frozen records, names, ids and dates.

Nothing here knows where a record came from or how it is shown; only the standard library is used.
"""
