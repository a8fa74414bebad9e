"""What is built of each host: without us, with us, and what is written before each build."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from support.host_builds import Plan
from support.hosts import HOSTS, NOTEBOOK

CONF = "docs/conf.py"
WITH_US = 'extensions.append("symposium")\n'
CHOSEN = ("alabaster", "pydata", "notebooks")
"""Hosts that are built twice: one that reads no Markdown, and one for each reader of it."""
MIRA = """\
---
name: Mira Sol
affiliations: Harbour Office
---
She measures. See {cite:t}`weber2024gauges`.

- [x] a task
"""

ROLES = """\
---
orphan: true
---
# Roles

{person}`mira-sol` wrote {paper}`sol2025tides` about {topic}`tides` for {venue}`jcs`.
"""
BELOW = 'symposium_root = "kb"\nsymposium_pages = ["paper", "person"]\n'

HOSTILE = """\
---
name: Mira Sol
myst:
  substitutions:
    sneaky: "{{ 6 * 7 }}"
---
Her prose. {{ env.docname.upper() }} {{ 6 * 7 }} {{ sneaky }} {{ who }}

<script>window.bad = 1;</script> <b onclick="bad()">bold</b>

```{include} ../../../secret.txt
```

```{literalinclude} ../../../secret.txt
```

```{raw} html
<p id="raw-bad">raw</p>
```

```{csv-table}
:file: ../../../secret.txt
```

```{eval-rst}
.. include:: ../../../secret.txt

.. raw:: html

   <p id="raw-bad">raw</p>

.. automodule:: danger
   :members:
```

```{automodule} danger
```

```{code-cell} python
open("executed", "w").close()
```

![secret](../../../secret.png) {download}`../../../secret.txt`
"""

RUNNING = (
    'symposium_root = "kb"\nnb_execution_mode = "force"\n'
    'nb_execution_excludepatterns = ["guide/*"]\n'
)


def plans(name: str, root: Path) -> Iterator[Plan]:
    """Yield what is built of a host, in this order; the first is without us."""
    host = HOSTS[name]
    sources = host.sources()
    conf = f"{sources[CONF]}{WITH_US}"
    yield Plan("before", {}, "before")
    records: dict[str, str | None] = {} if name == "pydata" else {"docs/people/mira-sol.md": MIRA}
    yield Plan("after", {CONF: conf, **records}, "after")
    if name in CHOSEN:
        yield Plan("again", {}, "after")
    if name == "alabaster":
        refs = str(sources["docs/bib/refs.bib"]).replace("Small Harbours", "Big Harbours")
        yield Plan("edited", {"docs/bib/refs.bib": refs}, "after")
        yield Plan("clean", {}, "clean")
    if name == "pydata":
        yield Plan(
            "below", {CONF: f"{conf}{BELOW}", **_below(str(sources["docs/index.rst"]))}, "below"
        )
    if name == "notebooks":
        gone = {"docs/people/mira-sol.md": None}
        yield Plan("hostile", {CONF: f"{conf}{RUNNING}", **gone, **_hostile(root)}, "hostile")


def _below(index: str) -> dict[str, str | None]:
    """Return records in a folder of their own, beside pages of the host that are called as ours."""
    return {
        "docs/kb/people/mira-sol.md": MIRA,
        "docs/venues/jcs.md": "# A venue of the host\n",
        "docs/kb/venues/jcs.md": "---\nname: Journal of Coastal Sensors\n---\n",
        "docs/roles.md": ROLES,
        "docs/index.rst": index.replace("papers/index", "papers/index\n   venues/jcs"),
    }


def _hostile(root: Path) -> dict[str, str | None]:
    """Return files of strangers, and what they would publish or run."""
    notebook = NOTEBOOK.replace("print(6 * 7)", f"open({str(root / 'executed')!r}, 'w').close()")
    return {
        "secret.txt": "SECRET\n",
        "secret.png": "SECRET\n",
        "src/danger.py": (f'"""DANGEROUS."""\nopen({str(root / "imported")!r}, "w").close()\n'),
        "docs/kb/people/mira-sol.md": HOSTILE.replace('"executed"', repr(str(root / "executed"))),
        "docs/kb/people/other.rst": (
            'Other\n=====\n\n.. raw:: html\n\n   <p id="raw-bad">raw</p>\n\n'
            ".. include:: ../../../secret.txt\n\n.. automodule:: danger\n"
        ),
        "docs/kb/people/third.ipynb": notebook,
    }
