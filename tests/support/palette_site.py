"""A small site with an index of its own, for tests that search it in a browser."""

from __future__ import annotations

from pathlib import Path

from support.project import Project
from support.sites import SITE

HOSTILE = r"<img src=x onerror=fail()> <script>fail()</script> \& Co."
REFS = SITE["refs.bib"] + rf"""
@article{{hostile2017,
  author = {{Evil, <b>Eve</b>}}, title = {{{HOSTILE}}}, year = 2017, doi = {{10.1145/3458817.3476181}},
  eprint = {{2101.08734}}, eprinttype = {{arxiv}},
  abstract = {{Preemptible machines of volunteers.}}
}}
@book{{manning2016signs,
  author = {{Manning, Christopher D. and Sch{{\"u}}tze, Hinrich}}, title = {{Foundations of Odd Signs}}, year = 2016
}}
""" + "".join(
    f"@article{{many{n}, author = {{Many, Mel}}, title = {{Number {n} of Many}}, year = {1990 + n}}}\n"
    for n in range(25)
)  # fmt: skip

CONF = """\
project = "Test"
author = "S"
extensions = ["symposium"]
symposium_site = True
symposium_search = {search}
"""


def build(folder: Path, builder: str = "html", search: str = '"shards"') -> Path:
    """Build the site below a folder, with an option for its search; return where it is."""
    made = Project(folder / "project")
    made.write(
        {"conf.py": CONF.format(search=search), "index.md": "# Home\n", **SITE, "refs.bib": REFS}
    )
    return made.build(builder).outdir
