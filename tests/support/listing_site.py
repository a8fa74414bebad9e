"""A project with listings of every kind and view, and titles that would break careless pages."""

from __future__ import annotations

REFS = r"""
@inproceedings{ada2019, author = {Lovelace, Ada and Hopper, Grace}, title = {Notes on Engines},
  booktitle = {Conference on Engines}, year = 2019, keywords = {engines, notes},
  doi = {10.1000/1}, abstract = {We note.}}
@inproceedings{ada:2020/b, author = {Lovelace, Ada}, title = {More <b>Notes</b> \& "Signs"},
  booktitle = {Conference on Engines}, year = 2020, keywords = {notes}}
@article{grace2020, author = {Hopper, Grace and Bazi{\'n}ska, Julia}, title = {Compiling Größe},
  journal = {Journal of Words}, year = 2020, keywords = {compilers}}
@article{julia2021, author = {Bazi{\'n}ska, Julia}, title = {Zebras of $O(n^2)$},
  journal = {Journal of Words}, year = 2021, keywords = {compilers, </script><b>}}
@misc{undated, author = {Lovelace, Ada}, title = {A Letter}}
@inproceedings{poster, author = {Hopper, Grace}, title = {A Poster}, year = 2021,
  entrysubtype = {poster}}
"""
EVENT = """---
title: Engine Days
date: 2021-05-30
timezone: Europe/Zurich
location: Turin
series: Engines
slots:
  - {time: 9:00-9:40, talk: first}
  - {time: 9:40-10:20, talk: second}
---
"""
LISTINGS = """---
orphan:
---
# Lists

Words.

```{listing} papers
:heading: Everything
```

## Tables

### Below

```{listing} papers
:year: 2020-
:group: year
:view: table
:name: recent
```

```{listing} papers
:topic: notes
:view: cards
```

```{listing} papers
:view: compact
:limit: 2
```

```{listing} people
:view: table
```

```{listing} people
:view: cards
```

```{listing} events
:view: table
```

```{listing} talks
:view: table
```

```{listing} talks
:view: compact
:filter: off
```

```{listing} papers
:year: 1815
```
"""
TWO = """---
orphan:
---
# Two

```{listing} papers
:group: year
```

```{listing} papers
:view: table
:name: other
```
"""
SITE: dict[str, str] = {
    "refs.bib": REFS,
    "papers/ada2019.md": (
        "---\nlinks: {code: 'https://example.org/c', slides: 'https://example.org/s'}\n"
        "awards: [Best Note]\n---\n"
    ),
    "people/ada-lovelace.md": (
        "---\nname: Ada Lovelace\nrole: faculty\n"
        "affiliations: [{organization: Analytical Society}]\n---\nHer papers:\n\n"
        "```{listing} papers\n:author: ada-lovelace\n```\n"
    ),
    "people/grace-hopper.md": (
        "---\nname: Grace Hopper\nrole: phd\naffiliations: [{organization: Navy}]\n---\n"
    ),
    "events/engines/index.md": EVENT,
    "events/engines/first.md": (
        "---\nkind: keynote\npaper: ada2019\nspeakers: [Ada Lovelace]\n---\n"
    ),
    "events/engines/second.md": "---\ntitle: On Words\nspeakers: [Grace Hopper]\n---\nWords.\n",
    "lists.md": LISTINGS,
    "two.md": TWO,
}
