"""Volumes: the works that belong to one volume, and the facts about it.

A volume has an entry of its own: ``@proceedings``, or a book that has editors and no authors, if
other entries are parts of it. Or it consists of the works of one venue and year, if there are
`ENOUGH`; with a file in ``volumes/``, fewer suffice.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
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
WHOLE = EDITED | BOOKS
PARTS = frozenset({
    "bookinbook", "conference", "inbook", "incollection", "inproceedings", "inreference",
    "suppbook", "suppcollection",
})  # fmt: skip
"""Types of entries that are parts of a volume; others are only if they have a ``crossref``."""

Group = tuple[str, int | None]
"""The id of a venue, and a year."""


class Volumes(NamedTuple):
    """All volumes, with their papers and the volumes beside them."""

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
    def preferred_id(self) -> str:
        """The id that it gets unless that is taken."""
        name = self.venue or slug(bare_venue(self.entry.title if self.entry else ""))
        return slug(f"{name} {self.year or ''}")


def titles_of(papers: Iterable[Paper], events: Iterable[Event]) -> set[str]:
    """Return titles that may also name a venue: those of volumes, events and series."""
    titles = {paper.title for paper in papers if is_whole(paper)}
    titles.update(text for event in events for text in (event.title, event.series) if text)
    return titles


def is_whole(paper: Paper) -> bool:
    """Tell whether an entry is a volume, and not a work of its own."""
    return paper.type in EDITED or (paper.type in BOOKS and not paper.authors)


def resolve_volumes(
    tables: Mapping[str, Mapping[str, Any]], venue_of_text: Mapping[str, str]
) -> Volumes:
    """Return the volumes that entries make, joined with their files.

    ``tables`` are the records of each kind by id; the volumes in them are those of files.
    """
    files: Mapping[str, Volume] = tables["volume"]
    venues: Mapping[str, Venue] = tables["venue"]
    drafts = _drafts(tables["paper"].values(), venue_of_text)
    _join_files(drafts, files)
    kept = [draft for draft in drafts if _is_volume(draft)]
    event_of = _event_finder(tables["event"], tables["talk"], venue_of_text)
    taken = set(files)
    volumes = Volumes({}, {}, {}, {}, {})
    for draft in kept:
        key = draft.entry.key if draft.entry else str(draft.venue)
        volume_id = draft.file.id if draft.file else told_apart(draft.preferred_id, key, taken)
        taken.add(volume_id)
        volumes.records[volume_id] = _record(volume_id, draft, event_of)
        inside = tuple([paper.id for paper in sorted(draft.papers, key=_page_key)])
        if inside:
            volumes.papers[volume_id] = inside
            volumes.of_paper.update(dict.fromkeys(inside, volume_id))
        earlier = venues[draft.venue].earlier_ids if draft.venue else ()
        ids = [draft.preferred_id, *[slug(f"{name} {draft.year or ''}") for name in earlier]]
        volumes.aliases.update(dict.fromkeys(ids, volume_id))
    dated = [(v.venue, v.year, v.id) for v in volumes.records.values() if v.venue and v.year]
    for (venue, _, before), (other, _, after) in pairwise(sorted(dated)):
        if venue == other:
            volumes.beside[before] = (*volumes.beside.get(before, ()), after)
            volumes.beside[after] = (before,)
    aliases = {name: id_ for name, id_ in volumes.aliases.items() if name not in volumes.records}
    return volumes._replace(records=dict(sorted(volumes.records.items())), aliases=aliases)


def _is_volume(draft: _Draft) -> bool:
    """Tell whether a draft needs a page of its own, beside the page of its entry."""
    if draft.file or len(draft.papers) >= ENOUGH:
        return True
    entry = draft.entry
    return bool(entry and (draft.papers or (entry.type in MEETINGS and entry.title != entry.key)))


def _drafts(papers: Iterable[Paper], venue_of_text: Mapping[str, str]) -> list[_Draft]:
    """Return drafts of all possible volumes, in the order of the bibliography."""
    papers = list(papers)
    own = {paper.id: _Draft(None, paper.year, paper) for paper in papers if is_whole(paper)}
    groups: list[_Draft] = []
    # A work belongs to the volume that its ``crossref`` names, else to that of its year which has
    # its venue as the title, or is of its venue.
    by_key: dict[tuple[object, ...], _Draft] = {}
    for draft in own.values():
        if entry := draft.entry:
            by_key["key", entry.key.lower()] = draft
            by_key.setdefault(("title", fold_name(entry.title), entry.year), draft)
            if venue := venue_of_text.get(entry.title):
                by_key.setdefault(("venue", venue, entry.year), draft)
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
        volume = next((by_key[key] for key in keys if key in by_key), None)
        if volume is None:
            if not paper.venue or paper.type not in PARTS or paper.venue.lower() in SERVERS:
                continue
            volume = by_key[keys[-1]] = _Draft(venue, paper.year)
            groups.append(volume)
        volume.venue = volume.venue or venue
        volume.papers.append(paper)
    for draft in own.values():
        if draft.venue is None and draft.entry:
            draft.venue = venue_of_text.get(draft.entry.title)
    return [*own.values(), *groups]


def _join_files(drafts: list[_Draft], files: Mapping[str, Volume]) -> None:
    """Give each draft its file: by its entry, by venue and year, or by id."""
    if not files:
        return
    by_entry = {file.entry: file for file in files.values() if file.entry}
    by_group = {(file.venue, file.year): file for file in files.values() if file.venue}
    for draft in drafts:
        file = by_entry.get(draft.entry.id) if draft.entry else None
        file = (
            file or by_group.get((draft.venue or "", draft.year)) or files.get(draft.preferred_id)
        )
        if file and all(other.file is not file for other in drafts):
            draft.file = file
    joined = {draft.file.id for draft in drafts if draft.file}
    drafts += [
        _Draft(file.venue, file.year, file=file) for file in files.values() if file.id not in joined
    ]


def _record(volume_id: str, draft: _Draft, event_of: Callable[[_Draft], str | None]) -> Volume:
    """Return the record of a volume: facts of its file, else of its entry, else of its papers."""
    entry, record = draft.entry, draft.file or Volume(id=volume_id)

    def from_works(name: str) -> Any:
        own = getattr(entry, name) if entry else None
        return own or _only_text([getattr(paper, name) for paper in draft.papers])

    facts = {
        "title": entry.title if entry else _title(draft, volume_id),
        "venue": draft.venue,
        "year": draft.year,
        "entry": entry.id if entry else None,
        "publisher": from_works("publisher"),
        "series": from_works("series"),
        "number": from_works("volume"),
        "isbn": from_works("isbn"),
        "event": event_of(draft),
    }
    missing = {name: value for name, value in facts.items() if not getattr(record, name)}
    return replace(record, **missing)


def _only_text(texts: Iterable[str | None]) -> str | None:
    """Return the only text that works print; ``None`` if there is none, or more than one."""
    counts = Counter(filter(None, texts))
    return next(iter(counts)) if len(counts) == 1 else None


def _title(draft: _Draft, volume_id: str) -> str:
    """Return the title that papers print for their volume, with the year if it is not in it."""
    counts = Counter(paper.venue for paper in draft.papers if paper.venue)
    if not counts:
        return volume_id.replace("-", " ").capitalize()
    title = most_common(counts)
    return f"{title}, {draft.year}" if draft.year and bare_venue(title) == title else title


RE_NUMBERS = re.compile(r"\d+")


def _page_key(paper: Paper) -> tuple[bool, list[int]]:
    """Return a sort key by first page or article number: Roman pages first, works without last."""
    text = paper.pages or paper.detail("eid") or ""
    first = re.split(r"\s*[-–—]+\s*", text, maxsplit=1)[0]
    return not text, [int(number) for number in RE_NUMBERS.findall(first)[:3]]


def _event_finder(
    events: Mapping[str, Event], talks: Mapping[str, Talk], venue_of_text: Mapping[str, str]
) -> Callable[[_Draft], str | None]:
    """Return a function that finds the only event of a volume, by venue and year or by papers."""
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

    def event_of(draft: _Draft) -> str | None:
        ids = of_group.get((draft.venue or "", draft.year), set())
        if not ids and of_paper:
            ids = set().union(*[of_paper.get(paper.id, set()) for paper in draft.papers])
        return next(iter(ids)) if len(ids) == 1 else None

    return event_of


def editors_of(kb: KnowledgeBase, volume: Volume) -> tuple[Contributor, ...]:
    """Return the editors of a volume, as in its file, else in its entry, else in its papers."""
    if volume.editors:
        return tuple([Contributor(editor.name, editor.person) for editor in volume.editors])
    inside = kb.relations.papers_of_volume.get(volume.id, ())
    editors: dict[str, Contributor] = {}
    for work in [volume.entry] if volume.entry else inside:
        for editor in kb.works[work].editors:
            editors.setdefault(_folded(editor.name.text), editor)
    return tuple(editors.values())


# The volumes that a person edited: those with a page, and those that other entries name.


@dataclass(slots=True)
class EditedVolume:
    """A volume that a person edited, with the works here that name this editor."""

    title: str
    year: int | None
    paper: str | None = None
    """The volume's own entry, if there is one."""
    venue: str | None = None
    """The venue of the works in it, if it has no entry."""
    volume: str | None = None
    """The volume, if it has a page."""
    works: list[str] = field(default_factory=list)


def most_edited(kb: KnowledgeBase, works: Iterable[str]) -> int:
    """Return the largest number of volumes in which edited works may be."""
    papers = [kb.works[work] for work in works]
    return len({p.id if _is_whole(p) else (p.venue, p.year) for p in papers})


def edited_volumes(kb: KnowledgeBase, person_id: str) -> tuple[EditedVolume, ...]:
    """Return the volumes that a person edited, newest first.

    The booktitle or journal of an entry, with its year, identifies a volume: a person hardly edits
    two with the same title in one year. A work with editors, but without venue and authors, is a
    volume itself.
    """
    relations, by_key = kb.relations, dict[object, EditedVolume]()
    records = relations.named_in.get(person_id, ())
    ids = [
        *relations.edited_by.get(person_id, ()),
        *(paper_id for kind, paper_id in records if kind == "paper"),
    ]
    for work in sorted([kb.works[paper_id] for paper_id in ids], key=_is_whole, reverse=True):
        whole = _is_whole(work)
        if not (title := work.title if whole else work.venue):
            continue
        own = relations.naming.get(("paper", work.id), {}).get("volume", ()) if whole else ()
        page = next(iter(own), relations.volume_of_paper.get(work.id))
        key = (_folded(title), work.year)
        volume = by_key.get(page) or by_key.get(key) or EditedVolume(title, work.year)
        if whole:
            volume.paper = volume.paper or work.id
        else:
            volume.works.append(work.id)
            volume.venue = volume.venue or relations.venue_of_text[title]
        if page and not volume.volume:
            volume.volume, volume.title = page, kb.entities["volume"][page].title
        by_key |= {volume.volume or key: volume, key: volume}
    for volume_id in [record_id for kind, record_id in records if kind == "volume"]:
        record = kb.entities["volume"][volume_id]
        whole_of = EditedVolume(record.title, record.year, record.entry, volume=volume_id)
        by_key.setdefault(volume_id, whole_of)
    volumes = {id(volume): volume for volume in by_key.values()}.values()
    return tuple(sorted(volumes, key=lambda volume: (-(volume.year or 0), not volume.volume)))


_folded = lru_cache(maxsize=1 << 10)(fold_name)  # titles and editors are those of many works


def _is_whole(work: Paper) -> bool:
    """Tell whether the editors of a work edited all of it, and not a volume around it."""
    return work.type in WHOLE or not (work.venue or work.authors)
