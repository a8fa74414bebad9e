"""Where a reader suggests a correction of a record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symposium.knowledge import KnowledgeBase
from symposium.locale import _
from symposium.pages.urls import Urls, docname

MOST_WORKS = 2_000
"""Up to how many works an entry is edited in its file: forges open no longer ones, and a page with
the number of a line is made again whenever something is written above it."""


def corrections(kb: KnowledgeBase, urls: Urls) -> Callable[[str, str], str]:
    """Return what returns where the facts of a record are corrected, by its kind and id.

    That is the editor of its file, with the line of its entry; a new issue or a mail for what other
    records imply, and for entries of long bibliographies. Without a forge it is nothing.
    """
    forge, has_lines = urls.forge, len(kb.works) <= MOST_WORKS

    def address(kind: str, record_id: str) -> str:
        record: Any = kb.entities.get(kind, {}).get(record_id)
        if forge is None or record is None:
            return ""
        title = _("Correction: {page}").format(page=docname(kind, record_id))
        if kind == "paper" and not has_lines:
            return forge.message(title, "")
        place = record.origin.place
        if not place.path.endswith((".md", ".bib")):
            return forge.message(title, "")
        editor = forge.editor(place.path, place.line)
        return editor or forge.message(title, f"{place.path}:{place.line}")

    return address
