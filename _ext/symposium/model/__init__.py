"""What all layers use: names, dates, ids, problems.

Nothing here knows where a fact came from or how it is shown. Modules import the
standard library alone; what a rare case needs is imported there.
"""
