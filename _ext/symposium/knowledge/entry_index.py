"""The entries of the bibliography: how other records name them, their versions and listings.

A work names the one before it: ``replaces`` an earlier version, ``corrects`` a work whose errors it
lists. Works that are linked in this way are a chain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from symposium.kinds.base import Gone, Origin
from symposium.kinds.event import Event
from symposium.kinds.kind import sourced
from symposium.kinds.paper import Paper, PaperListing, PaperNotes
from symposium.kinds.records import Records
from symposium.kinds.source import Source
from symposium.kinds.talk import SoloTalk
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.relation_table import Ids, RecordKey
from symposium.model.dates import Date, parse_date
from symposium.model.ids import moved, slug, sources_of, united
from symposium.model.memory import changed
from symposium.model.problems import Code, Place, Problem
from symposium.model.spelling import Spellings


class EntryIndex:
    """The papers by id, to which files add facts, and the texts that name each of them.

    ``problems`` collects those that are found meanwhile, such as names of no entry.
    """

    __slots__ = ("aliases", "by_id", "gone", "keys", "problems", "spellings")

    def __init__(self, papers: Iterable[Paper], gone: Tombstones) -> None:
        """Take the entries of the bibliography, in the order of the file, and removed records."""
        self.gone = gone
        self.by_id = {paper.id: paper for paper in papers}
        self.keys = {paper.key: paper.id for paper in self.by_id.values()}
        """Cite key to id."""
        self.aliases = aliases_of(self.by_id.values())
        """Earlier id to id."""
        self.spellings = Spellings(self.by_id, self.keys)
        self.problems: list[Problem] = []

    def report(self, code: Code, message: str, place: Place, hint: str = "") -> None:
        """Add a problem."""
        self.problems.append(Problem(code, message, place, hint))

    def find(self, text: str) -> str | None:
        """Return the id of the entry with ``text`` as its key or id, or an earlier one of these."""
        paper_id = self.keys.get(text, text)
        if paper_id in self.by_id:
            return paper_id
        alias = self.aliases.get(slug(text)) if self.aliases else None
        return alias if alias in self.by_id else None

    def resolve(self, text: str, place: Place, code: Code = Code.PAPER_UNKNOWN) -> str | None:
        """Return the id of the entry that ``text`` names; report a text that names none."""
        paper_id = self.find(text)
        if paper_id is None:
            hint = self.spellings.hint(text, "add its entry to the bibliography")
            problem = Problem(code, f'no entry has the key "{text}"', place, hint)
            self.problems.append(or_gone(problem, self.gone, "paper", text))
        return paper_id


BEFORE = ("replaces", "corrects")
"""Fields that name the work before."""


def resolve_versions(papers: EntryIndex, notes: Iterable[PaperNotes]) -> None:
    """Turn the keys of earlier works into ids, in place; report unknown keys and cycles."""
    before: dict[str, set[str]] = {}
    for note in notes:
        paper_id = papers.find(note.key or note.id)
        for field in BEFORE if paper_id else ():
            text, place = getattr(note, field), note.origin.at(field)
            if not text or paper_id is None:
                continue
            other = papers.resolve(text, place)
            if other and paper_id in _all_before(other, before):
                message = f'"{papers.by_id[paper_id].key}" {field} what came after it'
                papers.report(Code.WORK_VERSIONS, message, place, "take it out")
                other = None
            elif other:
                before.setdefault(paper_id, set()).add(other)
            papers.by_id[paper_id] = changed(papers.by_id[paper_id], **{field: other})


def _all_before(paper_id: str, before: Mapping[str, set[str]]) -> set[str]:
    seen, left = set[str](), [paper_id]
    while left:
        id_ = left.pop()
        if id_ not in seen:
            seen.add(id_)
            left += before.get(id_, ())
    return seen


def chains(papers: Mapping[str, Paper]) -> dict[str, Ids]:
    """Map each work in a chain to all works in it: the earliest first, an erratum after its work.

    Works name the ones before by ids, without cycles.
    """
    before = {
        paper.id: {other for name in BEFORE if (other := getattr(paper, name)) in papers}
        for paper in papers.values()
        if paper.replaces or paper.corrects
    }
    chain_of: dict[str, set[str]] = {}
    for paper_id, others in before.items():
        existing = [chain_of[id_] for id_ in (paper_id, *others) if id_ in chain_of]
        joined = {paper_id}.union(others, *existing)
        chain_of.update(dict.fromkeys(joined, joined))
    position = {paper_id: at for at, paper_id in enumerate(papers)}

    def key(paper_id: str) -> tuple[int, tuple[int, int, int], int]:
        return len(_all_before(paper_id, before)), when(papers[paper_id]), position[paper_id]

    return {paper_id: tuple(sorted(joined, key=key)) for paper_id, joined in chain_of.items()
            if len(joined) > 1}  # fmt: skip


# Listings of works on pages of others, such as tracker pages: their dates, and their owners.
#
# If a page prints no year (``Apr 15``), its source may give an inferred date beside the printed
# one. A work without a date takes the year of its first listing, marked as inferred.
#
# A source may name the person whose page it is (``owner:``). If it lists a work whose author list
# is cut short ("et al.") before the owner, the owner is taken as one of the authors left out. Such
# works are counted and listed apart; the author list stays as it is. If the list is complete and
# lacks the owner, the listing is reported as a mistake.

Day = tuple[int, int, int]
UNKNOWN: Day = (0, 0, 0)


def date_of(listing: PaperListing) -> Date | None:
    """Return the date of a listing, printed or inferred, if its year is known."""
    return parse_date(listing.inferred_date or listing.date or "")


def with_year(paper: Paper) -> Paper:
    """Return a work; without a date, it takes the year of its first listing, as inferred."""
    if paper.date is not None:
        return paper
    years = [date.year for listing in paper.listings if (date := date_of(listing)) and date.year]
    if not years:
        return paper
    inferred = dict.fromkeys((*paper.inferred, "year"))
    return changed(paper, date=Date(min(years)), inferred=tuple(inferred))


def first_listing(paper: Paper) -> tuple[Date, PaperListing] | None:
    """Return date and listing of a work's first listing in its year, if the work has no month."""
    date = paper.date
    if date is None or not date.year or date.month or date.season:
        return None
    dated = [(listed_on, listing) for listing in paper.listings if (listed_on := date_of(listing))]
    listed = [row for row in dated if row[0].year == date.year]
    return min(listed, key=lambda row: row[0].sort_key, default=None)


def when(paper: Paper) -> Day:
    """Return the day by which a work is sorted, with 0 for unknown parts.

    It is the work's date; if that is only a year, the date of its first listing in this year.
    """
    date = paper.date
    if date is None or date.year is None:
        return UNKNOWN
    listed = first_listing(paper) if paper.listings else None
    return listed[0].sort_key if listed else date.sort_key


def owners_of(sources: Iterable[Source]) -> dict[str, str]:
    """Map the ids of sources to those of the persons whose pages they are."""
    return {source.id: source.owner for source in sources if source.owner}


def cut_short(
    papers: Iterable[Paper], authors: Mapping[str, Ids], owners: Mapping[str, str]
) -> Iterator[tuple[str, Ids]]:
    """Yield papers whose author list is cut short, each with the owners of pages that list it.

    ``authors`` are the printed persons, who are left out; ``owners`` come from `owners_of`.
    """
    for paper in papers:
        if paper.et_al and paper.listings:
            listed_by = dict.fromkeys(owners.get(row.source or "") for row in paper.listings)
            people = authors[paper.id]
            yield paper.id, tuple([owner for owner in listed_by if owner and owner not in people])


def check_owners(kb: KnowledgeBase) -> Iterator[Problem]:
    """Report works on a person's page whose complete list of authors lacks that person."""
    owners = owners_of(kb.sources.values())
    complete = [work for work in kb.works.values() if not work.et_al] if owners else []
    for paper, source_id in [(work, row.source) for work in complete for row in work.listings]:
        if source_id in owners and owners[source_id] not in kb.authors_of(paper.id):
            message = f"{owners[source_id]} is not an author of {paper.key}, which the page lists"
            hint = "end its authors with and others if they are cut short, or remove it"
            place = _place(kb.sources[source_id], paper)
            yield Problem(Code.OWNER_NO_AUTHOR, message, place, hint)


def _place(source: Source, paper: Paper) -> Place:
    """Return the place where a source lists a paper, or that of its listings."""
    keys = {paper.key, paper.id}
    index = next((i for i, listing in enumerate(source.listings) if listing.paper in keys), None)
    return source.origin.at("listings" if index is None else f"listings.{index}.paper")


# Earlier ids: those of records that have another id now (``was:``), and of removed records.

Tombstones = Mapping[RecordKey, Gone]
"""Removed records by kind and id, also by each earlier id."""


def tombstones_by_id(gone: Iterable[Gone]) -> dict[RecordKey, Gone]:
    """Return removed records by kind and each id that they had."""
    return {(page.kind, name): page for page in gone for name in (*page.earlier_ids, page.id)}


def gone_of(gone: Tombstones, kind: str, text: str) -> Gone | None:
    """Return the removed record that a text names, if any."""
    if not gone:
        return None
    return gone.get((kind, text)) or (gone.get((kind, slug(text))) if kind == "paper" else None)


def cited(tombstone: Gone, place: Place) -> Problem:
    """Return the problem that a removed record is named at a place."""
    message = f'the {tombstone.kind} "{tombstone.id}" is gone: {tombstone.reason.rstrip(".")}'
    return Problem(Code.GONE_CITED, message, place, "remove the reference, or write it as text")


def or_gone(problem: Problem, gone: Tombstones, kind: str, text: str) -> Problem:
    """Return a problem of an unknown name, or instead that its record was removed."""
    tombstone = gone_of(gone, kind, text)
    return cited(tombstone, problem.place) if tombstone else problem


def without(papers: Iterable[Paper], gone: Tombstones) -> tuple[tuple[Paper, ...], list[Problem]]:
    """Return the papers that are not marked as gone, and a problem for each of the others."""
    kept, problems = [], []
    keys = {tombstone.key: tombstone for tombstone in gone.values() if tombstone.key}
    for paper in papers:
        tombstone = gone.get(("paper", paper.id)) or keys.get(paper.key)
        if tombstone is None:
            kept.append(paper)
        else:
            message = f'"{paper.key}" is marked as gone, but its entry is in {paper.origin.place}'
            problems.append(still_there(tombstone, message, "remove the entry"))
    return tuple(kept), problems


def still_there(tombstone: Gone, message: str, hint: str) -> Problem:
    """Return the problem that a record marked as gone still exists."""
    origin: Origin = tombstone.origin
    hint = f"{hint}, or remove gone:"
    return Problem(Code.GONE_BUT_THERE, message, origin.at("gone"), hint)


def aliases_of(records: Iterable[Any]) -> dict[str, str]:
    """Map earlier ids of records of one kind to current ones; of two claims, the last wins."""
    with_earlier = [record for record in records if record.was]
    return {earlier: record.id for record in with_earlier for earlier in record.earlier_ids}


def aliases_of_talks(talks: Mapping[str, Any], events: Mapping[str, Event]) -> dict[str, str]:
    """Map earlier ids of talks, also those by an earlier id of their event, to current ones."""
    moved = {
        f"{earlier}/{talk.id.partition('/')[2]}": talk.id
        for talk in talks.values()
        if talk.event in events
        for earlier in events[talk.event].earlier_ids
    }
    return moved | aliases_of(talks.values())


def solo_talk_id(person_id: str, talk: SoloTalk) -> str:
    """Return the id of a talk outside events, which begins with that of its speaker."""
    year = str(talk.date.year) if talk.date and talk.date.year else ""
    return f"talks/{slug(f'{person_id} {year} {talk.title}')}"


def follow(records: Records) -> Records:
    """Replace the earlier ids of sources in records by the current ones."""
    sources = records.entities.get("source", ())
    aliases = aliases_of(sources)
    for source in sources:
        aliases.pop(source.id, None)
    if not aliases:
        return records

    def today(record: Any) -> Any:
        changes: dict[str, Any] = {}
        own = getattr(record, "sources", ())
        if not aliases.keys().isdisjoint(sources_of(own)):
            changes["sources"] = united(moved(text, aliases) for text in own)
        for field in sourced(type(record)):
            rows = getattr(record, field)
            changes[field] = tuple(
                replace(row, source=row.source and moved(row.source, aliases)) for row in rows
            )
        if talks := getattr(record, "talks", ()):
            changes["talks"] = tuple(map(today, talks))
        return changed(record, **changes) if changes else record

    return replace(
        records,
        papers=tuple(map(today, records.papers)),
        notes=tuple(map(today, records.notes)),
        entities={kind: tuple(map(today, table)) for kind, table in records.entities.items()},
    )
