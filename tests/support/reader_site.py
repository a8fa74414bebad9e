"""A small site with all that a reader can do, for tests in a browser that only look at it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from support.project import Outcome
from support.real_site import serve
from support.shared_site import SharedSite
from support.sites import REFS, SITE

ENTRY = """
@article{ada, author = {Lovelace, Ada}, title = {On {Keis}}, year = 1843, abstract = {Of keys.}}
"""
PERSON = "---\nname: Ada Lovelace\nlinks: {homepage: 'https://a.example/x'}\ntopics: [keys]\n---\nI am.\n"
CITED = """
@article{ada/1, author = {Lovelace, Ada and others}, title = {On $x^2$ <b>}, year = 1843}
@misc{bea:2, author = {Bea, Bo}, title = {Second}, year = 2001, doi = {10.1234/second}}
@misc{Bea_2, author = {Bea, Bo}, title = {Third}, year = 2002}
"""
"""The second and the third key have one slug, so one of them has another id."""
MANY = "".join(
    f"@misc{{m{one}, author = {{Holm{chr(97 + one % 26)}, Nils}}, title = {{Work {one}}}, "
    f"year = {one}, keywords = {{tides}}}}\n"
    for one in range(1900, 1930)
)
HOME = """---
name: Jane Doe
headline: Reader, Reading University
links: {github: "https://example.org/jane", email: "mailto:jane@example.org"}
---
She reads {paper}`smith:a/b.c+d`.
"""
FILES = {
    **SITE,
    "refs.bib": ENTRY + REFS + CITED + MANY,
    "people/ada-lovelace.md": PERSON,
    "people/jane-doe.md": HOME,
    "news/2025-03-01-prize.md": "We **won**.\n",
    "news/2025-04-01-talk.md": "---\ntitle: A talk\n---\n",
}


def reader_site(shared_site: SharedSite, builder: str = "html") -> Outcome:
    """Return the site, which is the one of Jane Doe."""
    return shared_site(
        FILES,
        builder,
        symposium_search="shards",
        symposium_home="people/jane-doe",
        symposium_accent="#7a1f5c",
        symposium_forge="https://github.com/ada/notes",
    )


@contextmanager
def reading(shared_site: SharedSite, builder: str) -> Iterator[tuple[str, str]]:
    """Give the address of the site, and what the addresses of its pages end in."""
    with serve(reader_site(shared_site, builder).outdir) as address:
        yield address, ".html" if builder == "html" else "/"
