"""The files whose history calendars, feeds and sitemaps tell."""

from __future__ import annotations

from symposium.export.appointments import dated_files
from symposium.kinds import KINDS
from symposium.knowledge import KnowledgeBase
from symposium.model.dates import first_date


def files_with_history(kb: KnowledgeBase, *, whole: bool = True) -> set[str]:
    """Return the paths of the files that git is asked about.

    Not ``whole``, they are those of calendars: in the repository of somebody else's documentation
    that is quicker.
    """
    return dated_files(kb) | (written_files(kb) if whole else set())


def bibliographies_with_history(kb: KnowledgeBase) -> set[str]:
    """Return the paths of the bibliographies that have works of which no day is known."""
    dates = ((work, first_date(work.date)) for work in kb.works.values())
    return {work.origin.place.path for work, date in dates if date is None or not date.day}


def written_files(kb: KnowledgeBase) -> set[str]:
    """Return the paths of the files of records."""
    files = {work.notes.place.path for work in kb.works.values() if work.notes}
    files |= {one.origin.place.path for one in kb.identity.people.described.values()}
    for kind in KINDS:
        if kind.name not in {"paper", "person"}:
            records = kb.entities.get(kind.name, {}).values()
            files |= {one.origin.place.path for one in records if one.document}
    return files
