"""Papers of a bibliography as a site of plain Sphinx, with a file of MyST for each.

The configuration is the fastest for Sphinx: the same theme without left sidebar, no index of
words, and orphan pages, as with a table of contents of thousands of pages the time grows
quadratically. Only papers have pages, which also favours Sphinx.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from measure import Cost, run
from symposium.kinds.paper import Paper
from symposium.pages.citing.bibtex import shown_entry
from symposium.pages.maths import as_typed
from symposium.reading.folder import read_project

CONF = """\
project = "Papers"
extensions = ["myst_parser"]
myst_enable_extensions = ["dollarmath"]
html_theme = "pydata_sphinx_theme"
html_theme_options = {"show_prev_next": False, "secondary_sidebar_items": ["page-toc"]}
html_sidebars = {"**": []}
html_copy_source = False
html_show_sourcelink = False
html_use_index = False
"""


def write_site(project: Path, site: Path) -> int:
    """Write the plain site of a Symposium project; return its number of papers."""
    records, _ = read_project(project)
    (site / "papers").mkdir(parents=True)
    (site / "conf.py").write_text(CONF, encoding="utf-8")
    (site / "index.md").write_text("# Papers\n\nAll papers.\n", encoding="utf-8")
    for paper in records.papers:
        text = "\n".join(page(paper))
        (site / "papers" / f"{paper.id}.md").write_text(text, encoding="utf-8")
    return len(records.papers)


def page(paper: Paper) -> Iterator[str]:
    """Yield the lines of the page of a paper."""
    description = json.dumps(as_typed(paper.abstract or paper.title)[:200])
    yield f"---\norphan: true\nmyst:\n  html_meta:\n    description: {description}\n---"
    yield f"# {_plain(paper.title)}\n"
    yield ", ".join(_plain(author.name.text) for author in paper.authors) + "\n"
    where = [paper.venue, paper.pages and f"pp. {paper.pages}", str(paper.year or "")]
    yield ", ".join(_plain(part) for part in where if part) + "\n"
    if paper.doi:
        yield f"[DOI](https://doi.org/{paper.doi})\n"
    yield "".join(f"- {_plain(topic)}\n" for topic in paper.topics)
    if paper.abstract:
        yield f"## Abstract\n\n{_plain(paper.abstract)}\n"
    bibtex = shown_entry(paper)
    yield f"## BibTeX\n\n```text\n{bibtex}```\n"


def _plain(text: str) -> str:
    """Return a text in one line with the marks of Markdown escaped."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>#|~" else c for c in " ".join(text.split()))


def build(site: Path) -> Cost:
    """Build the plain site; end the benchmark if that fails."""
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", ".", "_build/html"]
    cost = run(command, site)
    if cost.code:
        raise SystemExit(f"bench: plain Sphinx does not build:\n{cost.output[-4000:]}")
    return cost
