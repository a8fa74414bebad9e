"""All records that were read from a project."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from symposium.kinds.base import Gone
from symposium.kinds.paper import Paper, PaperNotes


@dataclass(frozen=True, slots=True)
class Records:
    """All records that were read from a project, with their references not yet resolved.

    The records are frozen. They hold ids, never each other; the knowledge base resolves the ids.
    Text is Unicode without LaTeX, except for maths between ``$`` signs.
    """

    papers: tuple[Paper, ...] = ()
    """The entries of the bibliography, in the order of the file."""
    notes: tuple[PaperNotes, ...] = ()
    """The files ``papers/*.md``, which add to them."""
    entities: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """Records of every other kind that has files, by the kind's name, sorted by id."""
    gone: tuple[Gone, ...] = ()
    files: frozenset[str] = frozenset()
    """Files that may be published: paths under ``files/``, relative to the project."""
