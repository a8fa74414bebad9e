"""The entries of the bibliography: how other records name them, and versions of one work.

A work names the one before it: ``replaces`` an earlier version, ``corrects`` the one whose errors
it lists. All that are joined so are one chain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from symposium.kinds.paper import Paper, PaperNotes
from symposium.knowledge.earlier_ids import Tombstones, aliases_of, or_gone
from symposium.knowledge.listings import when
from symposium.knowledge.relation_table import Ids
from symposium.model.ids import slug
from symposium.model.memory import changed
from symposium.model.problems import Code, Place, Problem
from symposium.model.spelling import Spellings


class EntryIndex:
    """The papers by id, which grow as files add to them, and how each may be named."""

    __slots__ = ("aliases", "by_id", "gone", "keys", "spellings")

    def __init__(self, papers: Iterable[Paper], gone: Tombstones) -> None:
        """Take the entries of the bibliography, in the order of the file, and what is gone."""
        self.gone = gone
        self.by_id = {paper.id: paper for paper in papers}
        self.keys = {paper.key: paper.id for paper in self.by_id.values()}
        """Cite key to id."""
        self.aliases = aliases_of(self.by_id.values())
        """Earlier id to id."""
        self.spellings = Spellings(self.by_id, self.keys)

    def find(self, text: str) -> str | None:
        """Return the id of the entry that has ``text`` as its key, its id, or an earlier one."""
        paper_id = self.keys.get(text, text)
        if paper_id in self.by_id:
            return paper_id
        alias = self.aliases.get(slug(text)) if self.aliases else None
        return alias if alias in self.by_id else None

    def unknown(self, text: str, place: Place, code: Code = Code.PAPER_UNKNOWN) -> Problem:
        """Return the problem that no entry is called ``text``."""
        hint = self.spellings.hint(text, "add its entry to the bibliography")
        problem = Problem(code, f'no entry has the key "{text}"', place, hint)
        return or_gone(problem, self.gone, "paper", text)


BEFORE = ("replaces", "corrects")
"""Fields that name the work before."""


def resolve_versions(papers: EntryIndex, notes: Iterable[PaperNotes]) -> list[Problem]:
    """Turn the keys of earlier works into ids, in place; what cannot be followed is reported."""
    problems, before = [], dict[str, set[str]]()
    for note in notes:
        paper_id = papers.find(note.key or note.id)
        for field in BEFORE if paper_id else ():
            text = getattr(note, field)
            if not text or paper_id is None:
                continue
            other = papers.find(text)
            if other is None:
                problems.append(papers.unknown(text, note.origin.at(field)))
            elif paper_id in _all_before(other, before):
                message = f'"{papers.by_id[paper_id].key}" {field} what came after it'
                problems.append(
                    Problem(Code.WORK_VERSIONS, message, note.origin.at(field), "take it out")
                )
                other = None
            else:
                before.setdefault(paper_id, set()).add(other)
            papers.by_id[paper_id] = changed(papers.by_id[paper_id], **{field: other})
    return problems


def _all_before(paper_id: str, before: Mapping[str, set[str]]) -> set[str]:
    found, left = set[str](), [paper_id]
    while left:
        one = left.pop()
        if one not in found:
            found.add(one)
            left += before.get(one, ())
    return found


def chains(papers: Mapping[str, Paper]) -> dict[str, Ids]:
    """Return the chain of each work that is in one: the earliest first, an erratum after its work.

    Works name ids, and none names itself through others.
    """
    before = {
        one.id: {other for name in BEFORE if (other := getattr(one, name)) in papers}
        for one in papers.values()
        if one.replaces or one.corrects
    }
    chain_of: dict[str, set[str]] = {}
    for one, others in before.items():
        known = [chain_of[each] for each in (one, *others) if each in chain_of]
        joined = {one}.union(others, *known)
        chain_of.update(dict.fromkeys(joined, joined))
    position = {one: at for at, one in enumerate(papers)}

    def key(one: str) -> tuple[int, tuple[int, int, int], int]:
        return len(_all_before(one, before)), when(papers[one]), position[one]

    return {one: tuple(sorted(joined, key=key)) for one, joined in chain_of.items()
            if len(joined) > 1}  # fmt: skip
