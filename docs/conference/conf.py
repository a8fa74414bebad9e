"""The configuration of the example."""

project = "Imaginary Kite Conference"
author = "nobody"
copyright = "CC0: take whatever you like"
html_title = "Imaginary Kites"
extensions = ["symposium"]
symposium_site = True
html_theme_options = {
    "announcement": "An example of what Symposium makes: nothing and nobody here is real.",
}
