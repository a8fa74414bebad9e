"""Charts, laid out when a site is built: works by year, and who works with whom.

Each is a function of what its page shows anyhow, made of whole numbers alone, so that the same
input gives the same bytes. How a picture looks is said by ``macros/charts.html`` and the style
sheet; what it says stands in a table beside it.
"""
