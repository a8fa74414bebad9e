"""Reader of BibTeX and biblatex: entries as they are, with inherited fields."""

from __future__ import annotations

from symposium.pages.citing.bibtex import INTERNAL
from symposium.reading.bibliography_files import to_papers
from symposium.reading.bibtex_reader import parse

from symposium_import.works import Answer, ImportedWork, IntakeError

KEPT = frozenset({"sources", "label", "ids", "options"})
"""Internal fields that are kept: they describe the work, or how it is cited."""


def read(text: str, path: str) -> Answer:
    """Return the works of a file, and problems with its entries.

    Raises:
        IntakeError: if it has no entry.
    """
    raw, problems = parse(text, path)
    if not raw:
        raise IntakeError(f"{path}: there is no entry of BibTeX in it")
    papers, paper_problems = to_papers(raw, path)
    dropped = (INTERNAL - KEPT) | {"crossref", "xdata"}  # resolved already
    works = []
    for paper in papers:
        fields: dict[str, str] = {}
        for name, value in paper.fields:
            if value.strip() and name not in dropped:
                fields.setdefault(name, value)
        works.append(ImportedWork(paper.type, fields, paper.origin.place, paper.key))
    return Answer(works, [*problems, *paper_problems])
