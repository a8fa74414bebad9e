"""The entries of the bibliography: how other records name them, their versions and listings.

A work names the one before it: ``replaces`` an earlier version, ``corrects`` the one whose errors
it lists. All that are joined so are one chain.
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
from symposium.knowledge.relation_table import Ids, Named
from symposium.model.dates import Date, parse_date
from symposium.model.ids import moved, slug, sources_of, united
from symposium.model.memory import changed
from symposium.model.problems import Code, Place, Problem
from symposium.model.spelling import Spellings


class EntryIndex:
    """The papers by id, which grow as files add to them, and how each may be named.

    ``problems`` are those that are met meanwhile, such as names of no entry.
    """

    __slots__ = ("aliases", "by_id", "gone", "keys", "problems", "spellings")

    def __init__(self, papers: Iterable[Paper], gone: Tombstones) -> None:
        """Take the entries of the bibliography, in the order of the file, and what is gone."""
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
        """Return the id of the entry that has ``text`` as its key, its id, or an earlier one."""
        paper_id = self.keys.get(text, text)
        if paper_id in self.by_id:
            return paper_id
        alias = self.aliases.get(slug(text)) if self.aliases else None
        return alias if alias in self.by_id else None

    def named(self, text: str, place: Place, code: Code = Code.PAPER_UNKNOWN) -> str | None:
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
    """Turn the keys of earlier works into ids, in place; what cannot be followed is reported."""
    before: dict[str, set[str]] = {}
    for note in notes:
        paper_id = papers.find(note.key or note.id)
        for field in BEFORE if paper_id else ():
            text, place = getattr(note, field), note.origin.at(field)
            if not text or paper_id is None:
                continue
            other = papers.named(text, place)
            if other and paper_id in _all_before(other, before):
                message = f'"{papers.by_id[paper_id].key}" {field} what came after it'
                papers.report(Code.WORK_VERSIONS, message, place, "take it out")
                other = None
            elif other:
                before.setdefault(paper_id, set()).add(other)
            papers.by_id[paper_id] = changed(papers.by_id[paper_id], **{field: other})


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


# Listings of works on pages of others, such as tracker pages: their dates, and their owners.
#
# Where a page prints no year (``Apr 15``), an inferred date may stand beside the printed one. A
# work without a date takes the year of its first listing, marked as inferred.
#
# A source may say whose page it is (``owner:``). Where it lists a work whose author list is cut
# short ("et al.") and does not get as far as the owner, the owner is one of those left out. Such
# works are counted and listed apart. No author list is completed: its other names are not known.
# If the list is complete and lacks the owner, the work is not theirs, and is reported.

Day = tuple[int, int, int]
UNKNOWN: Day = (0, 0, 0)


def date_of(listing: PaperListing) -> Date | None:
    """Return the date of a listing, printed or inferred, if its year is known."""
    return parse_date(listing.inferred_date or listing.date or "")


def with_year(paper: Paper) -> Paper:
    """Return a work that, if it has no date, takes the year of its first listing as inferred."""
    if paper.date is not None:
        return paper
    years = [date.year for one in paper.listings if (date := date_of(one)) and date.year]
    if not years:
        return paper
    inferred = dict.fromkeys((*paper.inferred, "year"))
    return changed(paper, date=Date(min(years)), inferred=tuple(inferred))


def first_listing(paper: Paper) -> tuple[Date, PaperListing] | None:
    """Return date and first listing in the year of a work whose own date has no month."""
    date = paper.date
    if date is None or not date.year or date.month or date.season:
        return None
    dated = [(one, each) for each in paper.listings if (one := date_of(each))]
    listed = [row for row in dated if row[0].year == date.year]
    return min(listed, key=lambda row: row[0].sort_key, default=None)


def when(paper: Paper) -> Day:
    """Return what a work is sorted by: its date, or of a date without month, its first listing.

    A listing counts if it is of the same year.
    """
    date = paper.date
    if date is None or date.year is None:
        return UNKNOWN
    listed = first_listing(paper) if paper.listings else None
    return listed[0].sort_key if listed else date.sort_key


def owners_of(sources: Iterable[Source]) -> dict[str, str]:
    """Return the ids of sources, each with that of the person whose page it is."""
    return {source.id: source.owner for source in sources if source.owner}


def cut_short(
    papers: Iterable[Paper], authors: Mapping[str, Ids], owners: Mapping[str, str]
) -> Iterator[tuple[str, Ids]]:
    """Yield each paper with the owners of the pages that list it and do not get to their names.

    ``authors`` are the persons that each paper prints, ``owners`` those of `owners_of`.
    """
    for paper in papers:
        if paper.et_al and paper.listings:
            found = dict.fromkeys(owners.get(one.source or "") for one in paper.listings)
            named = authors[paper.id]
            yield paper.id, tuple([one for one in found if one and one not in named])


def check_owners(kb: KnowledgeBase) -> Iterator[Problem]:
    """Report works that a page lists, and whose complete authors lack its owner."""
    owners = owners_of(kb.sources.values())
    whole = [work for work in kb.works.values() if not work.et_al] if owners else []
    for paper, source_id in [(work, one.source) for work in whole for one in work.listings]:
        if source_id in owners and owners[source_id] not in kb.authors_of(paper.id):
            message = f"{owners[source_id]} is not an author of {paper.key}, which the page lists"
            hint = "end its authors with and others if they are cut short, or remove it"
            place = _place(kb.sources[source_id], paper)
            yield Problem(Code.OWNER_NO_AUTHOR, message, place, hint)


def _place(source: Source, paper: Paper) -> Place:
    """Return where a source lists a paper; the beginning of its listings if its own file does."""
    keys = {paper.key, paper.id}
    index = next((i for i, one in enumerate(source.listings) if one.paper in keys), None)
    return source.origin.at("listings" if index is None else f"listings.{index}.paper")


# Earlier ids: those that mean another record today (``was:``), and those that are gone.

Tombstones = Mapping[Named, Gone]
"""Kind and id, also each earlier id, of every record that is gone."""


def tombstones_by_id(gone: Iterable[Gone]) -> dict[Named, Gone]:
    """Return the records that are gone by all ids that they had."""
    return {(one.kind, name): one for one in gone for name in (*one.earlier_ids, one.id)}


def gone_of(gone: Tombstones, kind: str, text: str) -> Gone | None:
    """Return the record that an author's text means, if it is gone."""
    if not gone:
        return None
    return gone.get((kind, text)) or (gone.get((kind, slug(text))) if kind == "paper" else None)


def cited(one: Gone, place: Place) -> Problem:
    """Return the problem that a record which is gone is named somewhere."""
    message = f'the {one.kind} "{one.id}" is gone: {one.reason.rstrip(".")}'
    return Problem(Code.GONE_CITED, message, place, "remove the reference, or write it as text")


def or_gone(problem: Problem, gone: Tombstones, kind: str, text: str) -> Problem:
    """Return the problem that a name is not known, or that what it names is gone."""
    one = gone_of(gone, kind, text)
    return cited(one, problem.place) if one else problem


def without(papers: Iterable[Paper], gone: Tombstones) -> tuple[tuple[Paper, ...], list[Problem]]:
    """Return the papers that are not gone, and a problem for each entry that is still there."""
    kept, problems = [], []
    keys = {one.key: one for one in gone.values() if one.key}
    for paper in papers:
        one = gone.get(("paper", paper.id)) or keys.get(paper.key)
        if one is None:
            kept.append(paper)
        else:
            message = f'"{paper.key}" is marked as gone, but its entry is in {paper.origin.place}'
            problems.append(still_there(one, message, "remove the entry"))
    return tuple(kept), problems


def still_there(one: Gone, message: str, hint: str) -> Problem:
    """Return the problem that a record which is gone is there."""
    origin: Origin = one.origin
    hint = f"{hint}, or remove gone:"
    return Problem(Code.GONE_BUT_THERE, message, origin.at("gone"), hint)


def aliases_of(records: Iterable[Any]) -> dict[str, str]:
    """Return the aliases among records of one kind; of two for one id the last."""
    with_earlier = [record for record in records if record.was]
    return {earlier: record.id for record in with_earlier for earlier in record.earlier_ids}


def aliases_of_talks(talks: Mapping[str, Any], events: Mapping[str, Event]) -> dict[str, str]:
    """Return the aliases among talks: those of an event have moved along with it."""
    moved = {
        f"{earlier}/{talk.id.partition('/')[2]}": talk.id
        for talk in talks.values()
        if talk.event in events
        for earlier in events[talk.event].earlier_ids
    }
    return moved | aliases_of(talks.values())


def solo_talk_id(person_id: str, talk: SoloTalk) -> str:
    """Return the id of a talk outside events, from that of its speaker."""
    year = str(talk.date.year) if talk.date and talk.date.year else ""
    return f"talks/{slug(f'{person_id} {year} {talk.title}')}"


def follow(records: Records) -> Records:
    """Return records that name sources by their ids of today."""
    sources = records.entities.get("source", ())
    aliases = aliases_of(sources)
    for one in sources:
        aliases.pop(one.id, None)
    if not aliases:
        return records

    def today(record: Any) -> Any:
        changes: dict[str, Any] = {}
        own = getattr(record, "sources", ())
        if not aliases.keys().isdisjoint(sources_of(own)):
            changes["sources"] = united(moved(one, aliases) for one in own)
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
