"""Volumes: which works are of one volume, and what is known of it.

A volume is an entry of its own: ``@proceedings``, or a book that has editors and no authors, if
other entries are parts of it. Or it is the works of one venue and year, where there are `ENOUGH`.
With a file in ``volumes/``, fewer do.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, NamedTuple

from symposium.kinds.event import Event
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.talk import Talk
from symposium.kinds.venue import Venue
from symposium.kinds.volume import Volume
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.printed_names import SERVERS, bare_venue, most_common
from symposium.knowledge.relation_table import Ids
from symposium.model.dates import year_of
from symposium.model.ids import slug, told_apart
from symposium.model.names import fold_name

ENOUGH = 3
"""Works of one venue and year that make a volume without an entry of its own."""

EDITED = frozenset({"collection", "mvcollection", "mvproceedings", "proceedings"})
"""Types of entries that are volumes."""
MEETINGS = frozenset({"mvproceedings", "proceedings"})
"""Types of entries that are volumes even if no other entry is a part of them."""
BOOKS = frozenset({"book", "mvbook", "mvreference", "periodical", "reference"})
"""Types of entries that are volumes if they have no authors."""
PARTS = frozenset({
    "bookinbook", "conference", "inbook", "incollection", "inproceedings", "inreference",
    "suppbook", "suppcollection",
})  # fmt: skip
"""Types of entries that are parts of a volume; others are only by their ``crossref``."""

Group = tuple[str, int | None]
"""The id of a venue, and a year."""


class Volumes(NamedTuple):
    """All volumes, and what belongs to them."""

    records: dict[str, Volume]
    papers: dict[str, Ids]
    beside: dict[str, Ids]
    of_paper: dict[str, str]
    aliases: dict[str, str]
    """Ids that a volume would have without a file, or had by an earlier id of its venue."""


@dataclass(slots=True)
class _Draft:
    """A volume that has no id yet."""

    venue: str | None
    year: int | None
    entry: Paper | None = None
    papers: list[Paper] = field(default_factory=list)
    file: Volume | None = None

    @property
    def wanted(self) -> str:
        """The id that it should have."""
        name = self.venue or slug(bare_venue(self.entry.title if self.entry else ""))
        return slug(f"{name} {self.year or ''}")


def titles_of(papers: Iterable[Paper], events: Iterable[Event]) -> set[str]:
    """Return the titles that may be those of a venue: of volumes, of events, and of series."""
    found = {one.title for one in papers if is_whole(one)}
    found.update(text for one in events for text in (one.title, one.series) if text)
    return found


def is_whole(paper: Paper) -> bool:
    """Tell whether an entry is a volume, and not a work of its own."""
    return paper.type in EDITED or (paper.type in BOOKS and not paper.authors)


def resolve_volumes(
    tables: Mapping[str, Mapping[str, Any]], venue_of_text: Mapping[str, str]
) -> Volumes:
    """Return the volumes that entries make, joined with what files say of them.

    ``tables`` are the records of each kind by id; of volumes these are those of files.
    """
    files: Mapping[str, Volume] = tables["volume"]
    venues: Mapping[str, Venue] = tables["venue"]
    drafts = _drafts(tables["paper"].values(), venue_of_text)
    _join_files(drafts, files)
    kept = [one for one in drafts if _is_volume(one)]
    event_of = _events(tables["event"], tables["talk"], venue_of_text)
    taken = set(files)
    found = Volumes({}, {}, {}, {}, {})
    for one in kept:
        apart = one.entry.key if one.entry else str(one.venue)
        volume_id = one.file.id if one.file else told_apart(one.wanted, apart, taken)
        taken.add(volume_id)
        found.records[volume_id] = _record(volume_id, one, event_of)
        inside = tuple([paper.id for paper in sorted(one.papers, key=_page)])
        if inside:
            found.papers[volume_id] = inside
            found.of_paper.update(dict.fromkeys(inside, volume_id))
        earlier = venues[one.venue].earlier_ids if one.venue else ()
        ids = [one.wanted, *[slug(f"{name} {one.year or ''}") for name in earlier]]
        found.aliases.update(dict.fromkeys(ids, volume_id))
    dated = [(v.venue, v.year, v.id) for v in found.records.values() if v.venue and v.year]
    for (venue, _, before), (other, _, after) in pairwise(sorted(dated)):
        if venue == other:
            found.beside[before] = (*found.beside.get(before, ()), after)
            found.beside[after] = (before,)
    aliases = {name: one for name, one in found.aliases.items() if name not in found.records}
    return found._replace(records=dict(sorted(found.records.items())), aliases=aliases)


def _is_volume(one: _Draft) -> bool:
    """Tell whether a draft has enough for a page: that of its entry says as much as none inside."""
    if one.file or len(one.papers) >= ENOUGH:
        return True
    entry = one.entry
    return bool(entry and (one.papers or (entry.type in MEETINGS and entry.title != entry.key)))


def _drafts(papers: Iterable[Paper], venue_of_text: Mapping[str, str]) -> list[_Draft]:
    """Return all that may be a volume, in the order of the bibliography."""
    papers = list(papers)
    own = {one.id: _Draft(None, one.year, one) for one in papers if is_whole(one)}
    groups: list[_Draft] = []
    # A work is of the volume that its ``crossref`` names, else that has its venue as the title, or
    # is of its venue, in its year.
    known: dict[tuple[object, ...], _Draft] = {}
    for draft in own.values():
        if entry := draft.entry:
            known["key", entry.key.lower()] = draft
            known.setdefault(("title", fold_name(entry.title), entry.year), draft)
            if venue := venue_of_text.get(entry.title):
                known.setdefault(("venue", venue, entry.year), draft)
    for paper in papers:
        if paper.id in own or paper.poster:
            continue
        venue = venue_of_text[paper.venue] if paper.venue else None
        keys: list[tuple[object, ...]] = []
        if own:
            keys += [("key", text.lower()) for name, text in paper.details if name == "crossref"]
        if paper.venue and paper.type in PARTS:
            keys += [("title", fold_name(paper.venue), paper.year)] if own else []
            keys.append(("venue", venue, paper.year))
        found = next((known[key] for key in keys if key in known), None)
        if found is None:
            if not paper.venue or paper.type not in PARTS or paper.venue.lower() in SERVERS:
                continue
            found = known[keys[-1]] = _Draft(venue, paper.year)
            groups.append(found)
        found.venue = found.venue or venue
        found.papers.append(paper)
    for draft in own.values():
        if draft.venue is None and draft.entry:
            draft.venue = venue_of_text.get(draft.entry.title)
    return [*own.values(), *groups]


def _join_files(drafts: list[_Draft], files: Mapping[str, Volume]) -> None:
    """Give each draft its file, by the entry, the venue and year, or the id that are meant."""
    if not files:
        return
    by_entry = {one.entry: one for one in files.values() if one.entry}
    by_group = {(one.venue, one.year): one for one in files.values() if one.venue}
    for draft in drafts:
        file = by_entry.get(draft.entry.id) if draft.entry else None
        file = file or by_group.get((draft.venue or "", draft.year)) or files.get(draft.wanted)
        if file and all(one.file is not file for one in drafts):
            draft.file = file
    joined = {one.file.id for one in drafts if one.file}
    drafts += [
        _Draft(one.venue, one.year, file=one) for one in files.values() if one.id not in joined
    ]


def _record(volume_id: str, one: _Draft, event_of: Callable[[_Draft], str | None]) -> Volume:
    """Return the record of a volume: what its file says, then its entry, then its papers."""
    entry, said = one.entry, one.file or Volume(id=volume_id)

    def printed(name: str) -> Any:
        own = getattr(entry, name) if entry else None
        return own or _agreed([getattr(paper, name) for paper in one.papers])

    facts = {
        "title": entry.title if entry else _title(one, volume_id),
        "venue": one.venue,
        "year": one.year,
        "entry": entry.id if entry else None,
        "publisher": printed("publisher"),
        "series": printed("series"),
        "number": printed("volume"),
        "isbn": printed("isbn"),
        "event": event_of(one),
    }
    missing = {name: value for name, value in facts.items() if not getattr(said, name)}
    return replace(said, **missing)


def _agreed(texts: Iterable[str | None]) -> str | None:
    """Return what works print of their volume, if they print one thing."""
    found = Counter(filter(None, texts))
    return next(iter(found)) if len(found) == 1 else None


def _title(one: _Draft, volume_id: str) -> str:
    """Return what papers print as the title of their volume, with its year if that says it not."""
    printed = Counter(paper.venue for paper in one.papers if paper.venue)
    if not printed:
        return volume_id.replace("-", " ").capitalize()
    title = most_common(printed)
    return f"{title}, {one.year}" if one.year and bare_venue(title) == title else title


RE_NUMBERS = re.compile(r"\d+")


def _page(paper: Paper) -> tuple[bool, list[int]]:
    """Sort by the first page, or the number of an article; works without one come last.

    Those with Roman pages come first, as in books.
    """
    text = paper.pages or paper.detail("eid") or ""
    first = re.split(r"\s*[-–—]+\s*", text, maxsplit=1)[0]
    return not text, [int(one) for one in RE_NUMBERS.findall(first)[:3]]


def _events(
    events: Mapping[str, Event], talks: Mapping[str, Talk], venue_of_text: Mapping[str, str]
) -> Callable[[_Draft], str | None]:
    """Return what finds the only event of a volume: of its venue and year, or of its papers."""
    of_group: dict[Group, set[str]] = defaultdict(set)
    of_paper: dict[str, set[str]] = defaultdict(set)
    for event in events.values():
        year = year_of(event.date)
        for text in (event.title, event.series or ""):
            if year and (venue := venue_of_text.get(text)):
                of_group[venue, year].add(event.id)
    for talk in talks.values():
        if talk.paper and talk.event in events:
            of_paper[talk.paper].add(talk.event or "")

    def event_of(one: _Draft) -> str | None:
        found = of_group.get((one.venue or "", one.year), set())
        if not found and of_paper:
            found = set().union(*[of_paper.get(paper.id, set()) for paper in one.papers])
        return next(iter(found)) if len(found) == 1 else None

    return event_of


def editors_of(volume: Volume, works: Mapping[str, Paper], inside: Ids) -> tuple[Contributor, ...]:
    """Return who edited a volume: as its file says, else as its entry or its papers print it."""
    if volume.editors:
        return tuple([Contributor(one.name, one.person) for one in volume.editors])
    entries = [works[volume.entry]] if volume.entry else [works[one] for one in inside]
    found: dict[str, Contributor] = {}
    for one in entries:
        for editor in one.editors:
            found.setdefault(fold_name(editor.name.text), editor)
    return tuple(found.values())


# The volumes that a person edited: those that have a page, and those that other entries name.


@dataclass(slots=True)
class EditedVolume:
    """A volume with the works here that name its editor."""

    title: str
    year: int | None
    paper: str | None = None
    """The volume's own entry, if there is one."""
    venue: str | None = None
    """The venue of the works in it, where it has no entry."""
    volume: str | None = None
    """The volume, if it has a page."""
    works: list[str] = field(default_factory=list)


def edited_volumes(kb: KnowledgeBase, person_id: str) -> tuple[EditedVolume, ...]:
    """Return the volumes that a person edited, newest first.

    What entries print as booktitle or journal is a volume of their year: a person hardly edits two
    of one title in one year. A work without a venue whose editors stand for its authors is edited
    as a whole.
    """
    relations, found = kb.relations, dict[object, EditedVolume]()
    named = relations.named_in.get(person_id, ())
    ids = [
        *relations.edited_by.get(person_id, ()),
        *(one for kind, one in named if kind == "paper"),
    ]
    for work in sorted([kb.works[one] for one in ids], key=_is_whole, reverse=True):
        whole = _is_whole(work)
        if not (title := work.title if whole else work.venue):
            continue
        own = relations.naming.get(("paper", work.id), {}).get("volume", ()) if whole else ()
        page = next(iter(own), relations.volume_of_paper.get(work.id))
        printed = (fold_name(title), work.year)
        known = found.get(page) or found.get(printed) or EditedVolume(title, work.year)
        if whole:
            known.paper = known.paper or work.id
        else:
            known.works.append(work.id)
            known.venue = known.venue or relations.venue_of_text[title]
        if page and not known.volume:
            known.volume, known.title = page, kb.entities["volume"][page].title
        found |= {known.volume or printed: known, printed: known}
    for volume_id in [one for kind, one in named if kind == "volume"]:
        record = kb.entities["volume"][volume_id]
        whole_of = EditedVolume(record.title, record.year, record.entry, volume=volume_id)
        found.setdefault(volume_id, whole_of)
    volumes = {id(one): one for one in found.values()}.values()
    return tuple(sorted(volumes, key=lambda one: (-(one.year or 0), not one.volume)))


def _is_whole(work: Paper) -> bool:
    """Tell whether those who edited a work edited all of it."""
    return work.type in EDITED | BOOKS or not (work.venue or work.authors)
