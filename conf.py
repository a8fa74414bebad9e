"""The configuration of this site. Everything that is not here, the extension sets."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "Symposium"
author = "The Symposium developers"
copyright = "the authors of the works listed"
html_title = "Symposium"

extensions = ["symposium"]
symposium_site = True
exclude_patterns = ["docs"]  # for those who work on the code

# The chapters of the guide stand beside its pages.
html_sidebars = {"guide/**": ["sidebar-nav-bs.html"], "[!g]**": [], "genindex": []}
