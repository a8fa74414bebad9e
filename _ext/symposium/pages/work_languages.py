"""The languages of works."""

from __future__ import annotations

from symposium.kinds.paper import Paper
from symposium.locale import current
from symposium.model.language_names import tag_by_script


def language_of(paper: Paper, text: str | None = None) -> str | None:
    """Return the language of a work, or of another of its texts than the title.

    It is the one that the entry names, else the one that the script decides.
    """
    said = paper.title if text is None else text
    return paper.language or (None if said.isascii() else tag_by_script(said, current().tag))
