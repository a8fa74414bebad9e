"""Files of works: beside the pages of records, and of lists.

A list on a page shows what fits there; its file has all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symposium.export.build_work import BuildWork, Output, Task
from symposium.pages.citing.forms import PUBLISHED
from symposium.pages.citing.records import COLLECTIONS, works_of
from symposium.pages.fingerprints import number
from symposium.pages.urls import docname

TOGETHER = 8
"""Records whose files one task makes: a task for each file would cost more than the file."""


class Bibliographies(Output):
    """The works of each listing."""

    name = "listings"
    doing = "making lists of works"

    def tasks(self, work: BuildWork) -> Iterator[Task]:
        """Yield a task for each listing; its name is the path of its BibTeX."""
        items = work.shows.items["paper"]
        for path, works in work.listed.items():
            yield path, hash(tuple([items[one] for one in works]))

    def make(self, work: BuildWork, task: str) -> Iterator[tuple[str, bytes]]:
        """Yield the works in each form; those of a large site in the first one."""
        works, stem = work.listed[task], task.removesuffix(PUBLISHED[0].ending)
        if work.urls.hands_out(work.kb.works):
            yield from files(work, stem, works)
        else:
            papers, base = map(work.kb.works.__getitem__, works), work.urls.base
            yield task, PUBLISHED[0].file([PUBLISHED[0].entry(one, {}, base) for one in papers])


class RecordBibliographies(Output):
    """Each work, and the works of each record, beside their pages; a large site has none."""

    name = "bibliographies"
    doing = "making lists of works"

    def tasks(self, work: BuildWork) -> Iterator[Task]:
        """Yield a task for some records of a kind at a time; its name is the kind and a number."""
        if not work.urls.hands_out(work.kb.works):
            return
        items = work.shows.items["paper"]
        for kind in ("paper", *COLLECTIONS):
            if not work.urls.shows(kind):
                continue
            records = list(work.kb.entities[kind])
            for at in range(0, len(records), TOGETHER):
                shown = [
                    (one, *map(items.__getitem__, handed_out(work, kind, one)))
                    for one in records[at : at + TOGETHER]
                ]
                yield f"{kind} {at}", number(repr(shown))

    def make(self, work: BuildWork, task: str) -> Iterator[tuple[str, bytes]]:
        """Yield the files of some records."""
        kind, _, start = task.partition(" ")
        at = int(start)
        for one in list(work.kb.entities[kind])[at : at + TOGETHER]:
            if works := handed_out(work, kind, one):
                stem = f"{docname(kind, one)}."
                yield from files(work, stem, works)


def handed_out(work: BuildWork, kind: str, record_id: str) -> Sequence[str]:
    """Return the works of a record; a work is its own."""
    return (record_id,) if kind == "paper" else works_of(work.kb, kind, record_id)


def files(work: BuildWork, stem: str, works: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of the works in each form."""
    cited = zip(*map(work.cited, works), strict=True)
    for form, texts in zip(PUBLISHED, cited, strict=True):
        yield stem + form.ending, form.file(texts)
