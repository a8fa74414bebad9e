"""Lists of references: the works that a work cites."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from symposium.kinds.paper import Paper, PaperNotes
from symposium.knowledge.entry_index import EntryIndex
from symposium.knowledge.relation_table import Ids
from symposium.knowledge.tombstones import or_gone
from symposium.model.comparing import code
from symposium.model.problems import Code, Place, Problem

TAKE_OUT = "remove it"


def resolve_cites(
    papers: EntryIndex, entries: Iterable[Paper], notes: Iterable[PaperNotes]
) -> tuple[dict[str, Ids], list[Problem]]:
    """Return the ids that each work cites, in the order of its list, and what is wrong with them.

    ``entries`` are papers as the bibliography has them. What an entry lists comes first, then what
    its file adds.
    """
    found: dict[str, dict[str, None]] = {}
    problems: list[Problem] = []
    for entry in entries:
        if entry.cites:
            place = entry.origin.at("cites")
            cited = found.setdefault(entry.id, {})
            listed = [(text, place) for text in entry.cites]
            problems += _add(papers, entry.id, cited, listed, Code.BIB_CITES)
    for note in notes:
        paper_id = papers.find(note.key or note.id) if note.cites else None
        if paper_id is not None:
            cited = found.setdefault(paper_id, {})
            listed = [(text, note.origin.at(f"cites.{i}")) for i, text in enumerate(note.cites)]
            problems += _add(papers, paper_id, cited, listed, Code.PAPER_UNKNOWN)
    return {paper_id: tuple(cited) for paper_id, cited in found.items() if cited}, problems


def _meant(papers: EntryIndex, text: str) -> str:
    """Return what to write in place of a key that no entry has."""
    several = text.split()
    if len(several) > 1 and all(map(papers.find, several)):
        return f"write commas between keys: {', '.join(several)}"
    if key := papers.key_of_doi(code(text)):
        return f"write its key: {key}"
    return papers.spellings.hint(text, "add its entry to the bibliography")


def _add(
    papers: EntryIndex,
    paper_id: str,
    cited: dict[str, None],
    listed: Iterable[tuple[str, Place]],
    unknown: Code,
) -> Iterator[Problem]:
    """Add the works in a list to those that a work cites, and yield what cannot be added."""
    key = papers.by_id[paper_id].key
    for text, place in listed:
        other = papers.find(text)
        if other is None:
            hint = _meant(papers, text)
            problem = Problem(unknown, f'no entry has the key "{text}"', place, hint)
            yield or_gone(problem, papers.gone, "paper", text)
        elif other == paper_id:
            yield Problem(Code.WORK_CITES, f'"{key}" cites itself', place, TAKE_OUT)
        elif other in cited:
            yield Problem(Code.WORK_CITES, f'"{key}" cites "{text}" twice', place, TAKE_OUT)
        else:
            cited[other] = None
