"""Rules for years, places of publication, pages and status of entries."""

from __future__ import annotations

import re
from collections.abc import Iterator

from symposium.fields.yaml_repair import shown
from symposium.lint.works.entry_walk import EntryRule, WalkedEntry
from symposium.model.identifiers import arxiv_year
from symposium.model.problems import Code, Problem
from symposium.reading.entry_fields import PART, RE_PREPRINT, parse_edtf, parse_year
from symposium.reading.latex import decode

RE_RANGES = re.compile(r"[,;]")
RE_PAGES = re.compile(r"([A-Za-z]*)(\d{1,9})\s*[-–—]+\s*([A-Za-z]*)(\d{1,9})", re.ASCII)
RE_ROMAN = re.compile(r"([ivxlc]{1,15})\s*[-–—]+\s*([ivxlc]{1,15})", re.IGNORECASE)
ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
RE_UNPUBLISHED = re.compile(
    r"\b(?:submitted|in press|to appear|forthcoming|in preparation|under review|unpublished|"
    r"accepted|preprint|draft|im druck|soumis)\b",
    re.IGNORECASE,
)

CONTAINERS = {
    "inproceedings": "booktitle", "conference": "booktitle", "incollection": "booktitle",
    "article": "journal", "phdthesis": "school", "mastersthesis": "school", "thesis": "school",
}  # fmt: skip
"""Types of works that appear in, or at, something, and the field that says where."""
THESES = frozenset({"phdthesis", "mastersthesis", "thesis"})
CHANGED = frozenset({"corrected", "superseded", "withdrawn", "retracted"})
"""States that come with a notice."""


def years(entry: WalkedEntry) -> Iterator[Problem]:
    """Report a year that is not that of the date."""
    fields = entry.fields
    if "year" not in fields or "date" not in fields or "crossref" in fields or "xdata" in fields:
        return
    year, start = parse_year(fields["year"]), parse_edtf(fields["date"])
    end = parse_edtf(fields["date"].strip(" {}").partition("/")[2])
    if not year or not start or year.year is None or start.year is None:
        return
    last = end.year if end and end.year else start.year
    if not start.year <= year.year <= last:
        message = f"The year is {year.year}, but the date is {shown(fields['date'])}"
        yield entry.problem(
            Code.WORK_YEARS, "year", message, "keep the right one; the date is used"
        )


def eprint(entry: WalkedEntry) -> Iterator[Problem]:
    """Report a work that is older than its preprint, by more than the turn of a year."""
    paper = entry.paper
    if not paper.arxiv or not paper.year:
        return
    first = arxiv_year(paper.arxiv)
    only = paper.venue is not None and RE_PREPRINT.fullmatch(paper.venue) is not None
    if first and first - paper.year > (0 if only else 1):
        message = f"The work is of {paper.year}, but {paper.arxiv} has been on arXiv since {first}"
        name = "eprint" if "eprint" in entry.fields else "year"
        yield entry.problem(Code.WORK_EPRINT, name, message, "compare the year and the identifier")


def container(entry: WalkedEntry) -> Iterator[Problem]:
    """Report a work that does not say in which journal, book or school it appeared."""
    paper = entry.paper
    name = CONTAINERS.get(paper.type)
    if name is None or "crossref" in entry.fields or "xdata" in entry.fields:
        return
    where = paper.institution or paper.publisher if paper.type in THESES else paper.venue
    if name == "booktitle" and where == "arXiv" and not any(map(entry.fields.get, PART)):
        where = None  # known by its eprint alone: that is where the preprint is
    if where or (paper.type != "article" and paper.institution and paper.type not in THESES):
        return
    states = (entry.fields.get(one, "") for one in ("note", "pubstate", "howpublished", "status"))
    if not any(map(RE_UNPUBLISHED.search, states)):
        message = f'@{paper.type} "{paper.key}" has no {name}'
        yield entry.problem(Code.WORK_CONTAINER, "", message, f"add {name} = {{…}}")


def pages(entry: WalkedEntry) -> Iterator[Problem]:
    """Report pages that end before they begin."""
    written = entry.fields.get("pages")
    if not written or not ("-" in written or "–" in written or "—" in written):
        return
    for part in RE_RANGES.split(decode(written)):
        if (ends := ends_of(part)) and ends[1] < ends[0]:
            message = f"The pages {part.strip()} end before they begin"
            yield entry.problem(Code.WORK_PAGES, "pages", message, "compare them with the work")


def ends_of(pages: str) -> tuple[int, int] | None:
    """Return the first and the last page of a range, if it is one; ``1234–40`` is short.

    >>> ends_of("120–12"), ends_of("1234–40"), ends_of("e12-e15"), ends_of("xii--iv")
    ((120, 112), (1234, 1240), (12, 15), (12, 4))
    >>> ends_of("103:1–103:25"), ends_of("A5-B2"), ends_of("12")
    (None, None, None)
    """
    if found := RE_PAGES.fullmatch(pages.strip()):
        before, first, again, last = found.groups()
        if again and again != before:
            return None
        if len(last) < len(first) and not again:
            last = first[: len(first) - len(last)] + last
        return int(first), int(last)
    if found := RE_ROMAN.fullmatch(pages.strip()):
        return _roman(found[1]), _roman(found[2])
    return None


def _roman(text: str) -> int:
    values = [ROMAN[char] for char in text.lower()]
    following = [*values[1:], 0]
    return sum(
        value if value >= after else -value
        for value, after in zip(values, following, strict=True)
    )  # fmt: skip


def notice(entry: WalkedEntry) -> Iterator[Problem]:
    """Report a change of status that links to no notice."""
    paper = entry.paper
    if paper.status in CHANGED and "notice" not in paper.links:
        origin = paper.notes if paper.notes and "status" in paper.notes.fields else paper.origin
        message = f'"{paper.key}" is {paper.status}, and nothing links to the notice'
        hint = f"write links: notice: https://… in papers/{paper.id}.md"
        yield Problem(Code.STATUS_NOTICE, message, origin.at("status"), hint)


RULES: tuple[EntryRule, ...] = (years, eprint, container, pages, notice)
