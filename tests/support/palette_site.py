"""A small site with an index of its own, for tests that search it, and point at its links."""

from __future__ import annotations

from support.sites import SITE

EVIL = "<img src=x onerror=canary(1)>"
HOSTILE = r"<img src=x onerror=fail()> <script>fail()</script> \& Co."
REFS = SITE["refs.bib"] + rf"""
@article{{hostile2017,
  author = {{Evil, <b>Eve</b>}}, title = {{{HOSTILE}}}, year = 2017, doi = {{10.1145/3458817.3476181}},
  eprint = {{2101.08734}}, eprinttype = {{arxiv}},
  abstract = {{Preemptible machines of volunteers.}}
}}
@inproceedings{{sol2025tides,
  author = {{Sol, Mira and Weber, Ada and {{The $n^2$ Group}}}},
  title = {{Tides of $O(n^2)$ Harbours}}, booktitle = {{Ocean Data}}, year = 2025,
  doi = {{10.1000/tides}}, abstract = {{We measure tides. They come twice a day. {"It is wet. " * 60}}}
}}
@article{{weber2024gauges, author = {{Weber, Ada}}, title = {{Gauges}}, journal = {{Water}}, year = 2024}}
@article{{evil2020, author = {{Weber, Ada and {{{EVIL}}}}}, title = {{Evil {EVIL}}}, year = 2020,
  journal = {{J {EVIL}}}, abstract = {{So {EVIL} it is.}}}}
@book{{manning2016signs,
  author = {{Manning, Christopher D. and Sch{{\"u}}tze, Hinrich}}, title = {{Foundations of Odd Signs}}, year = 2016
}}
""" + "".join(
    f"@article{{many{n}, author = {{Many, Mel}}, title = {{Number {n} of Many}}, year = {1990 + n}}}\n"
    for n in range(25)
)  # fmt: skip


NOTES = """\
---
orphan: true
---
# Notes on {person}`mira-sol`

First {cite:t}`sol2025tides`, then {cite:p}`weber2024gauges,evil2020`. {person}`mira-sol` spoke at
{event}`harbour-2025`: {talk}`harbour-2025/listening`. Of [old](https://example.org/papers/x.html),
an [anchor](#more), {cite:t}`evil2020`, {topic}`tides` and {person}`ada-weber`.

- In a list: {person}`mira-sol`

In notes.{footcite}`weber2024gauges,sol2025tides`

```{footbibliography}
```

```{bibliography}
```

## More

Nothing.
"""
FILES = {
    **SITE,
    "refs.bib": REFS,
    "index.md": "# Home\n\nSee {person}`mira-sol`.\n\n```{overview}\n```\n",
    "events/harbour-2047/index.md": "---\ntitle: Far Harbours\ndate: 2047-01-01\n---\n",
    "notes/deep/page.md": NOTES,
    "people/mira-sol.md": (
        "---\nname: Mira Sol\norcid: 0000-0002-1825-0097\nwas: [mira-luna]\n"
        "affiliations: [{organization: Harbour Institute}]\n---\nShe measures.\n"
    ),
    "papers/weber2024gauges.md": (
        "---\nstatus: retracted\nlinks: {code: https://example.org/code}\n---\nA note of ours.\n"
    ),
    "topics/tides.md": "---\ntitle: Tides\n---\nThe sea moves. See {person}`mira-sol`.\n",
    "events/harbour-2025/index.md": (
        "---\ntitle: Harbour Days\ndate: 2025-06-01\ntimezone: Europe/Zurich\nlocation: Bergen\n---\n"
    ),
    "events/harbour-2025/listening.md": (
        "---\ntitle: Listening to the Sea\nspeakers:\n  - {name: Mira Sol}\n---\nOne hears it.\n"
    ),
}
"""All kinds of records, and a page of notes that links to them."""
