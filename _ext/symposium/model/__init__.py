"""What all layers use: names, dates, ids, problems.

Nothing here knows where a fact came from or how it is shown. Only the standard library is used.
"""
