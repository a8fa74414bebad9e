"""Citation counts: how often works are cited, as a source says on a certain day.

A source with ``counts:`` says so by cite key; ``symposium citations`` writes such a file. Without
its day a count says nothing: it is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from symposium.kinds.paper import CitationCount
from symposium.kinds.source import Source
from symposium.knowledge.entry_index import EntryIndex
from symposium.model.dates import parse_date
from symposium.model.lazy_values import changed
from symposium.model.problems import Code, Problem


def add_counts(papers: EntryIndex, sources: Iterable[Source]) -> Iterator[Problem]:
    """Give each paper, in place, the counts of sources; yield what cannot be given."""
    for source in sources:
        if not source.counts:
            continue
        day = source.retrieved or source.date
        date = parse_date(day)
        if not date or not date.day:
            hint = "write retrieved: and the day on which they were fetched"
            place = source.origin.at("counts")
            yield Problem(Code.FIELD_VALUE, "the counts have no day, and are left out", place, hint)
            continue
        for key, count in source.counts.items():
            paper_id = papers.find(key)
            if paper_id is None:
                yield papers.unknown(key, source.origin.at(f"counts.{key}"))
                continue
            paper = papers.by_id[paper_id]
            counted = CitationCount(count, source.id, day)
            papers.by_id[paper_id] = changed(paper, counts=(*paper.counts, counted))
