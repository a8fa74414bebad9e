"""The configuration of this site. Everything that is not here, the extension sets."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from symposium.sphinxext.config import address_given

project = "Symposium"
author = "The Symposium developers"
copyright = "the authors of the works listed"
html_title = "Symposium"

extensions = ["symposium"]
symposium_site = True
exclude_patterns = ["docs"]  # for those who work on the code

# Read the Docs tells both. Elsewhere the site is where `make serve` shows it, and what readers want
# corrected goes to whoever built it.
html_baseurl = address_given() or "http://127.0.0.1:8000/"
clone = os.environ.get("READTHEDOCS_GIT_CLONE_URL", "")
symposium_forge = clone if clone.startswith("https:") else "mailto:webmaster@localhost"

# News and projects have their places on the home page.
HEADER = ("People", "Papers", "Events", "Topics", "Software", "Guide")
symposium_navigation = [(f"{title.lower()}/index", title) for title in HEADER]

# The chapters of the guide stand beside its pages.
html_sidebars = {"guide/**": ["sidebar-nav-bs.html"], "[!g]**": [], "genindex": []}
