r"""Small documentations of others, one for each theme, as their authors wrote them.

Each has what such documentations have: pictures, included files, raw HTML, downloads, a documented
module, another project's inventory, an index, and a bibliography. None knows of Symposium. They
differ in theme, in Markdown, and in how the bibliography is configured.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field


def _png(red: int) -> bytes:
    """Return a picture of one pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    pixel = zlib.compress(bytes([0, red, 0, 0]))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixel) + chunk(b"IEND", b"")


def _inventory() -> bytes:
    """Return what another project says of its objects."""
    head = b"# Sphinx inventory version 2\n# Project: Other\n# Version: 1\n# zlib\n"
    return head + zlib.compress(b"other.Gauge py:class 1 api.html#$ -\n")


REFS = r"""
@string{jcs = {Journal of Coastal Sensors}}
@article{weber2024gauges,
  author = {Weber, J. and Sol, Mira}, title = {Gauges That Survive the {Winter}},
  journal = jcs, year = 2024, volume = 3, pages = {1--10}, doi = {10.1000/182}
}
@inproceedings{sol2025tides,
  author = {Sol, Mira}, title = {Tides of Small Harbours}, booktitle = {Proc. Ocean Data},
  year = 2025, keywords = {tides}, abstract = {We measure. It is slow.}
}
"""
MORE = r"""
@book{mueller2020third,
  author = {M{\"u}ller, Hans and {van der Berg}, Aad and Nguyen, Thi and Okafor, Ada},
  title = {A \emph{Third} Way of {LaTeX}: $x^2$ \& More}, publisher = {Quay Press}, year = 2020
}
@misc{undated:web/site,
  author = {{Harbour Office}}, title = {Tables}, howpublished = {\url{https://example.org/tables}},
  note = {No date}
}
@article{sol2025weirs,
  author = {Sol, Mira}, title = {Weirs}, journal = jcs, year = 2025
}
"""

INDEX = """\
Tides
=====

.. image:: harbour.png
   :alt: The harbour

.. toctree::
   :caption: Guide
   :maxdepth: 2

   guide/first
   {markdown}
   guide/citing
   references

.. toctree::
   :caption: More
   :hidden:

   api
   notes/index

See :ref:`genindex`, :ref:`modindex` and :ref:`search`.
"""
FIRST = """\
First steps
===========

.. index:: gauge

.. image:: pictures/harbour.png
   :alt: Another harbour

.. figure:: /_static/logo.png
   :width: 20px

   The caption.

.. include:: ../../README.rst
   :start-after: begin

.. include:: /parts/part.txt

.. literalinclude:: ../../src/tides.py
   :lines: 1-3

.. raw:: html

   <div id="own"><script>window.own = 1;</script></div>

Take :download:`the table <table.csv>` and :download:`the source <../../src/tides.py>`. Call
:py:func:`tides.height`, which is not :py:func:`nowhere.at_all`, with an :py:class:`other.Gauge`;
see :ref:`tides-anchor`, :doc:`/api` and :term:`neap`. This is |own|: :math:`x^2`.

.. |own| replace:: a substitution

.. glossary::

   neap
      The lowest tide.

.. _tides-anchor:

A section
---------

.. csv-table::
   :file: table.csv

.. math:: a = b
"""
MARKDOWN = """\
---
myst:
  html_meta:
    description: What a reader of Markdown finds
  substitutions:
    word: substituted
tocdepth: 3
---

# In Markdown

{{ word }} by {{ who }}. It costs $5 or $6; "straight" -- and *emphasis*.

<div class="own"><script>window.own = 2;</script><b onclick="void 0">raw</b></div>

<img src="pictures/harbour.png" alt="raw">

![a picture](pictures/harbour.png) and ![of _static](/_static/logo.png)

- [ ] not a task

```{include} ../parts/part.md
```

```{eval-rst}
.. note:: reStructuredText inside, with :term:`neap`.
```

```{literalinclude} ../../src/tides.py
```

```{raw} html
<p id="rawmd">raw</p>
```

{download}`table.csv`, [a link](first.rst), {py:func}`tides.height`, [](#under)

(under)=
## Under it

| a | b |
|---|---|
| 1 | 2 |
"""
API = """\
The module
==========

.. automodule:: tides
   :members:
"""
NOTES = """\
Notes
=====

.. toctree::
   :glob:

   *
"""
SOURCE = '''\
"""Measures tides."""


def height(hour: int) -> float:
    """Return the height at an hour."""
    return hour / 2


class Gauge:
    """Something that measures."""

    def read(self) -> float:
        """Read it."""
        return 1.0
'''

CONF = """\
import sys
from pathlib import Path
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))
project = "Tides"
author = "Harbour group"
copyright = "the harbour group"
version = release = "1.0"
extensions = [
    "sphinx.ext.autodoc", "sphinx.ext.intersphinx", "sphinx.ext.viewcode", "sphinx.ext.mathjax",
    "sphinxcontrib.bibtex",
]
intersphinx_mapping = {"other": ("https://other.example/", "other.inv")}
html_static_path = ["_static"]
html_css_files = ["custom.css"]
html_extra_path = ["extra"]
html_logo = "_static/logo.png"
bibtex_bibfiles = ["bib/refs.bib", "bib/more.bib"]
"""
MYST = """\
myst_enable_extensions = ["substitution", "colon_fence"]
myst_substitutions = {"who": "the harbour group"}
"""
MYST_PARSER = 'extensions.append("myst_parser")\n' + MYST
MYST_NB = 'extensions.append("myst_nb")\nnb_execution_mode = "off"\n' + MYST

CITING = """\
Citing
======

Gauges fail in winter :cite:p:`weber2024gauges`. :cite:t:`sol2025tides` saw it, and so did others
:cite:p:`sol2025tides,mueller2020third,sol2025weirs`. See :cite:`weber2024gauges`, by
:cite:author:`weber2024gauges` in :cite:year:`weber2024gauges`, labelled
:cite:label:`weber2024gauges`, in full :cite:ps:`mueller2020third` and :cite:ts:`mueller2020third`,
:cite:p:`{see}weber2024gauges{p. 3}`; also :cite:empty:`undated:web/site`.

A note :footcite:p:`sol2025weirs` and :footcite:t:`mueller2020third`, and the first again
:footcite:`sol2025weirs`; nobody wrote :cite:p:`not-there`.

.. footbibliography::
"""
REFERENCES = """\
References
==========

.. bibliography::
"""

NOTEBOOK = """{
 "cells": [
  {"cell_type": "markdown", "id": "a", "metadata": {}, "source": ["# A notebook\\n", "Text with {cite:t}`sol2025tides`."]},
  {"cell_type": "code", "execution_count": 1, "id": "b", "metadata": {}, "outputs": [
    {"name": "stdout", "output_type": "stream", "text": ["42\\n"]}], "source": ["print(6 * 7)"]}
 ],
 "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
  "language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5
}
"""

COMMON: Mapping[str, str | bytes] = {
    "README.rst": "Read me\n=======\n\n.. begin\n\nIncluded from *outside*.\n",
    "src/tides.py": SOURCE,
    "docs/other.inv": _inventory(),
    "docs/harbour.png": _png(1),
    "docs/guide/pictures/harbour.png": _png(2),
    "docs/_static/logo.png": _png(3),
    "docs/_static/custom.css": "body { --own: 1; }\n",
    "docs/extra/CNAME": "tides.example\n",
    "docs/extra/more/page.html": "<p>An own page.</p>\n",
    "docs/parts/part.txt": "Included text, with an `own link <https://example.org>`__.\n",
    "docs/parts/part.md": "Included *Markdown*.\n",
    "docs/bib/refs.bib": REFS,
    "docs/bib/more.bib": MORE,
    "docs/guide/first.rst": FIRST,
    "docs/guide/table.csv": "1,2\n3,4\n",
    "docs/guide/citing.rst": CITING,
    "docs/references.rst": REFERENCES,
    "docs/api.rst": API,
    "docs/notes/index.rst": NOTES,
    "docs/notes/one.rst": "One\n===\n\nNothing of ours, but `people`_ and papers.\n\n.. _people: one.html\n",
    # In no table of contents: Sphinx warns of it, and its navigation has no current entry.
    "docs/alone/page.rst": "Alone\n=====\n\nText.\n\nA section\n---------\n\nMore.\n",
}


@dataclass(frozen=True)
class Host:
    """A documentation, and where its theme has its navigation."""

    theme: str
    conf: str
    navigation: str
    """A CSS selector of what leads through the whole documentation."""
    files: Mapping[str, str | bytes] = field(default_factory=dict)
    modules: tuple[str, ...] = ()
    """What must be installed besides what our own sites need."""
    markdown: bool = True
    citing: tuple[str, ...] = ("guide/citing.html", "references.html")
    """Pages with citations or bibliographies."""

    def sources(self) -> dict[str, str | bytes]:
        """Return all files of the project; its documents lie in ``docs/``."""
        files = {**COMMON}
        if self.markdown:
            files["docs/guide/markdown.md"] = MARKDOWN
        files["docs/index.rst"] = INDEX.format(markdown="guide/markdown" if self.markdown else "")
        files["docs/conf.py"] = f'{CONF}html_theme = "{self.theme}"\n{self.conf}'
        return {**files, **self.files}


def _prefixed(text: str, prefix: str) -> str:
    """Return a page with a prefix before each cite key, but for those in footnotes."""

    def add(role: re.Match[str]) -> str:
        return re.sub(r"\b(weber|sol|mueller)", rf"{prefix}\1", role[0])

    return re.sub(r"(?<!foot)cite(:\w+)?:`[^`]+`", add, text)


TWICE = """\
References
==========

Cited
-----

.. bibliography::
   :filter: docname in docnames or cited
   :style: alpha
   :list: citation

The rest
--------

.. bibliography::
   :filter: not cited and year < "2025"
   :list: enumerated
   :enumtype: upperroman
   :start: 3
   :style: unsrt

Of Sol
------

.. bibliography::
   :filter: author % "Sol" and type == "article"
   :list: bullet
   :keyprefix: b-
   :labelprefix: B
"""
HERE = """
.. bibliography::
   :filter: docname in docnames
   :keyprefix: a-
   :labelprefix: A
"""
STYLES = """
import dataclasses
import sphinxcontrib.bibtex.plugin
from pybtex.style.formatting.unsrt import Style as Unsrt
from pybtex.style.labels import BaseLabelStyle
from pybtex.plugin import register_plugin
from sphinxcontrib.bibtex.style.referencing import BracketStyle
from sphinxcontrib.bibtex.style.referencing.author_year import AuthorYearReferenceStyle

class KeyLabels(BaseLabelStyle):
    def format_labels(self, entries):
        return [entry.key.upper() for entry in entries]

class Mine(Unsrt):
    default_label_style = KeyLabels
    def format_title(self, e, which_field, as_sentence=True):
        from pybtex.style.template import field, sentence
        return sentence[field(which_field, apply_func=lambda text: text.upper())]

@dataclasses.dataclass
class Round(AuthorYearReferenceStyle):
    bracket_parenthetical: BracketStyle = dataclasses.field(
        default_factory=lambda: BracketStyle(left="(", right=")"))

register_plugin("pybtex.style.formatting", "mine", Mine)
sphinxcontrib.bibtex.plugin.register_plugin(
    "sphinxcontrib.bibtex.style.referencing", "round", Round)
bibtex_default_style = "mine"
bibtex_reference_style = "round"
"""
LAYOUT = """\
{% extends "!layout.html" %}
{% block extrahead %}{{ super() }}<meta name="own" content="{{ pagename }}">{% endblock %}
{% block footer %}{{ super() }}<p id="own-footer">Own footer</p>{% endblock %}
"""

HOSTS: Mapping[str, Host] = {
    "furo": Host(
        "furo",
        MYST_PARSER
        + 'bibtex_reference_style = "author_year"\nbibtex_default_style = "plain"\n'
        + 'html_theme_options = {"announcement": "An <em>own</em> announcement"}\n',
        ".sidebar-tree",
        {
            "docs/references.rst": TWICE,
            "docs/guide/cited.md": (
                "# Cited in Markdown\n\n{cite:t}`sol2025tides` and {cite:p}`weber2024gauges`.\n"
            ),
            "docs/index.rst": INDEX.format(markdown="guide/markdown\n   guide/cited"),
        },
        ("furo",),
        citing=("guide/citing.html", "references.html", "guide/cited.html"),
    ),
    "rtd": Host(
        "sphinx_rtd_theme",
        MYST_PARSER + 'bibtex_reference_style = "label"\ntemplates_path = ["_templates"]\n'
        'html_theme_options = {"collapse_navigation": False, "navigation_depth": 3}\n',
        ".wy-menu-vertical",
        {
            "docs/_templates/layout.html": LAYOUT,
            "docs/guide/citing.rst": _prefixed(CITING, "a-") + HERE,
            "docs/references.rst": TWICE,
        },
        ("sphinx_rtd_theme",),
    ),
    "alabaster": Host(
        "alabaster",
        STYLES + 'html_sidebars = {"**": ["about.html", "navigation.html", "searchbox.html"]}\n'
        'html_theme_options = {"description": "Own words"}\nhtml_domain_indices = True\n',
        ".sphinxsidebar",
        {  # files in Markdown that are nobody's documents
            "docs/README.md": "# How these documents are built\n\nNot a page.\n",
            "docs/guide/drafts.md": "# A draft\n",
            "docs/extra/more/taken.md": "# Taken along as it is\n",
        },
        markdown=False,
    ),
    "pydata": Host(
        "pydata_sphinx_theme",
        MYST_PARSER + 'bibtex_default_style = "unsrt"\n'
        'bibtex_bibliography_header = ".. rubric:: The works"\n'
        'bibtex_footbibliography_header = ".. rubric:: Notes"\n'
        'html_theme_options = {"navbar_end": ["navbar-icon-links"], "show_nav_level": 2}\n'
        'html_sidebars = {"guide/*": ["sidebar-nav-bs"], "alone/*": []}\n',
        ".bd-header .navbar-header-items",
        {
            "docs/papers/index.rst": "Papers of ours\n==============\n\n.. toctree::\n\n   plan\n",
            "docs/papers/plan.md": "# A plan\n\nProse, with {cite:p}`weber2024gauges`.\n",
            "docs/index.rst": INDEX.format(markdown="guide/markdown\n   papers/index"),
        },
        citing=("guide/citing.html", "references.html", "papers/plan.html"),
    ),
    "shibuya": Host(
        "shibuya",
        MYST_PARSER + 'bibtex_reference_style = "super"\nbibtex_tooltips = False\n'
        'html_theme_options = {"accent_color": "teal"}\nhtml_copy_source = False\n'
        'html_additional_pages = {"own": "own.html"}\ntemplates_path = ["_templates"]\n',
        ".sy-lside .globaltoc",
        {
            "docs/_templates/own.html": '{% extends "layout.html" %}{% block body %}Own{% endblock %}'
        },
        ("shibuya",),
    ),
    "notebooks": Host(
        "classic",
        MYST_NB + 'html_last_updated_fmt = None\nnitpick_ignore = [("py:class", "x")]\n',
        ".sphinxsidebar #searchbox",
        {
            "docs/guide/notebook.ipynb": NOTEBOOK,
            "docs/index.rst": INDEX.format(markdown="guide/markdown\n   guide/notebook"),
        },
        ("myst_nb",),
        citing=("guide/citing.html", "references.html", "guide/notebook.html"),
    ),
}
