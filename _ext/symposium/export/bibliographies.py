"""Bibliographies of listings: the works of a list as a file, in each format.

A list on a page shows what fits there; its file has all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from symposium.kinds.paper import Paper
from symposium.pages.citing.bibtex import shown_entry


@dataclass(frozen=True, slots=True)
class BibliographyFormat:
    """A format in which the works of a listing are offered."""

    ending: str
    write: Callable[[Iterable[Paper]], bytes]


def bibtex_file(works: Iterable[Paper]) -> bytes:
    """Return the entries of works as their pages show them, with an empty line between them."""
    return "\n".join(map(shown_entry, works)).encode("utf-8", "replace")


FORMATS: tuple[BibliographyFormat, ...] = (BibliographyFormat("bib", bibtex_file),)
"""A new one is a line here; ``macros/listed.html`` says what it is called."""
