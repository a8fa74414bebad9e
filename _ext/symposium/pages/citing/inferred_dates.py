"""What the formats say that have no field for a date that was inferred: a note."""

from __future__ import annotations

from symposium.kinds.paper import Paper

INFERRED_DATE = "The date is inferred: no source states it."
"""What an entry says of its date to whoever reads it; styles do not print it."""


def note_of(paper: Paper) -> str | None:
    """Return the note of a work; if no source states its date, it says so."""
    if not paper.is_date_inferred:
        return paper.note
    return f"{paper.note.rstrip('.')}. {INFERRED_DATE}" if paper.note else INFERRED_DATE
