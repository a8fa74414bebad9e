"""The venue of a work, as its entry prints it."""

from __future__ import annotations

import re
from collections.abc import Callable

PERIODICAL = ("journaltitle", "journal", "booktitle", "shortjournal", "maintitle", "eventtitle")
PART = ("booktitle", "journaltitle", "journal", "maintitle", "eventtitle")
VENUES = {
    "article": PERIODICAL, "suppperiodical": PERIODICAL, "review": PERIODICAL,
    "book": (), "mvbook": (), "collection": (), "mvcollection": (), "proceedings": (),
    "mvproceedings": (), "reference": (), "mvreference": (), "periodical": (),
    "thesis": (), "phdthesis": (), "mastersthesis": (), "bachelorsthesis": (),
    "techreport": (), "report": (), "manual": (), "patent": (), "standard": (), "booklet": (),
}  # fmt: skip
"""The fields that name the venue, by entry type; any other type has that of a part."""

RE_PREPRINT = re.compile(
    r"(?:arxiv|corr|(?:bio|med|chem|psy|engr|soc|earth|edu)[-]?r?x?arxiv|(?:bio|med|chem)rxiv|ssrn|zenodo|"
    r"osf|hal|openreview|research square|techrxiv)(?: preprints?)?",
    re.IGNORECASE,
)
RE_ARXIV_VENUE = re.compile(
    r"(?:arxiv(?: preprint| e-prints?)?(?:[\s:,]|$)|corr\s*,?\s*abs/).*", re.IGNORECASE
)

SUBTITLES = {"booktitle": "booksubtitle", "journaltitle": "journalsubtitle"}

Text = Callable[..., str | None]
"""Returns the decoded text of the first of some fields that has one."""


def with_subtitle(title: str, subtitle: str | None) -> str:
    """Return a title with its subtitle.

    >>> with_subtitle("Why?", "An answer"), with_subtitle("Snow", "A survey")
    ('Why? An answer', 'Snow: A survey')
    """
    if not subtitle:
        return title
    return f"{title} {subtitle}" if title[-1] in "?!:." else f"{title}: {subtitle}"


def read_venue(kind: str, text: Text) -> str | None:
    """Return the venue of an entry of type ``kind``; preprint servers without their numbers."""
    for name in VENUES.get(kind, PART):
        if venue := text(name):
            if name in SUBTITLES:
                venue = with_subtitle(venue, text(SUBTITLES[name]))
            if RE_ARXIV_VENUE.fullmatch(venue):
                return "CoRR" if venue.lower().startswith("corr") else "arXiv"
            return venue
    if kind in VENUES:
        return _server(text) if kind == "article" else None
    published = text("howpublished")
    if published and RE_PREPRINT.fullmatch(published):
        return published
    if published and RE_ARXIV_VENUE.fullmatch(published):
        return "arXiv"
    return _server(text)


def _server(text: Text) -> str | None:
    """Return arXiv for an entry that gives its number there, and no other venue."""
    kind = text("eprinttype", "archiveprefix")
    return "arXiv" if kind and kind.lower() == "arxiv" and text("eprint") else None
