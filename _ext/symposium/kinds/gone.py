"""Records that were removed, with the reason."""

from __future__ import annotations

from dataclasses import dataclass

from symposium.kinds.base import RecordBase


@dataclass(frozen=True, slots=True)
class Gone(RecordBase):
    """A page that was removed: what is shown in its place."""

    kind: str
    """Of the record that it described; ``page`` for any other page."""
    id: str
    reason: str
    title: str | None = None
    """As its file still states it."""
    key: str | None = None
    """The cite key of a paper, as its file still states it."""
