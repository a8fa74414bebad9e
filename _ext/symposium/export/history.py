"""What git knows of the files of records: calendars, feeds and sitemaps tell it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from symposium.export.appointments import dated_files
from symposium.kinds import KINDS
from symposium.knowledge import KnowledgeBase
from symposium.reading.git_history import changes


def with_history(kb: KnowledgeBase, root: Path, *, whole: bool = True) -> KnowledgeBase:
    """Return the same with when its files were changed.

    Not ``whole``, only the files of calendars are asked for: in the repository of somebody else's
    documentation that is quicker.
    """
    found = changes(root, dated_files(kb) | (written_files(kb) if whole else set()))
    return replace(kb, changed=found.last, committed=found.first)


def written_files(kb: KnowledgeBase) -> set[str]:
    """Return the paths of the files of records, and of entries without a date."""
    files = {work.origin.place.path for work in kb.works.values() if not work.date}
    files |= {work.notes.place.path for work in kb.works.values() if work.notes}
    files |= {one.origin.place.path for one in kb.identity.people.described.values()}
    for kind in KINDS:
        if kind.name not in {"paper", "person"}:
            records = kb.entities.get(kind.name, {}).values()
            files |= {one.origin.place.path for one in records if one.document}
    return files
