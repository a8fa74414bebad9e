"""Charts, laid out when a site is built: works by year, and networks of co-authors.

Each is a function of data that its page shows anyhow, computed in whole numbers, so that the same
input gives the same bytes. ``macros/charts.html`` and the style sheet define how a chart looks; a
table beside it has the same data.
"""
