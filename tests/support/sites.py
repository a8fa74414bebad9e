"""The files of a small site: every kind of record, described and derived."""

from __future__ import annotations

REFS = r"""
@inproceedings{doe2020fast,
  author = {Doe, Jane and Bazi{\'n}ska, Julia and {The Fast Group}},
  title = {Fast Reading of $O(n^2)$ Slow Books},
  booktitle = {Proceedings of the 5th Reading Conference},
  year = 2020, pages = {1--10}, keywords = {reading, slow books},
  abstract = {We read. It is fast.}
}
@article{smith:a/b.c+d,
  author = {Smith, John},
  title = {Odd Keys Considered},
  journal = {Journal of Keys}, year = 2019, volume = 3
}
@article{größe2018,
  author = {Größe, Karl and Doe, Jane},
  title = {Über die Größe},
  journal = {Journal of Keys}, year = 2018
}
@book{adams2001book,
  author = {Adams, Ann and Brown, Bob and Clark, Cy and Dunn, Di and others},
  title = {A Book of Many}, publisher = {Press}, year = 2001
}
"""

SITE: dict[str, str] = {
    "refs.bib": REFS,
    "people/jane-doe.md": (
        "---\nname: Jane Doe\nnames: [J. Doe]\nwas: [janed]\ntopics: [reading]\n---\n"
        "She reads, see {cite:t}`smith:a/b.c+d`.\n"
    ),
    "papers/doe2020fast.md": "---\ntopics: [books]\n---\nA note on {person}`jane-doe`.\n",
    "events/meet-2021/index.md": (
        "---\ntitle: The Meeting\ndate: 2021-05-30\ntimezone: Europe/Zurich\nlocation: Zürich\n"
        "sources: [programme]\n"
        "slots:\n"
        "  - time: 9:00-9:40\n    kind: invited\n    talk: keynote\n"
        "  - time: 9:40-10:00\n    kind: break\n    title: Coffee\n---\nWelcome.\n"
    ),
    "events/meet-2021/keynote.md": (
        "---\ntitle: On Reading\nkind: invited\nspeakers:\n"
        "  - name: Prof. Rosa Badia\n    affiliations:\n"
        "      - organization: BSC\n        country: Spain\n---\nAn abstract.\n"
    ),
    "topics/reading.md": (
        "---\ntitle: Reading\n---\nReading is old. It is fast {cite}`doe2020fast` now.\n\n"
        "## Books\n\nSee {person}`julia-bazinska`.\n"
    ),
    "venues/keys.md": "---\nname: Journal of Keys\nshort: JoK\n---\n",
    "sources/programme.md": "---\ntitle: A programme\nkind: programme\ndate: undated\n---\n",
}
"""Julia Bazińska and "slow books" are derived, Jane Doe and "Reading" have files."""
