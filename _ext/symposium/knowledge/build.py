"""Building the knowledge base from records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Any

from symposium.kinds import KINDS
from symposium.kinds.kind import Kind
from symposium.kinds.paper import CitationCount, Paper, PaperNotes
from symposium.kinds.person import Person
from symposium.kinds.records import Records
from symposium.kinds.source import Source
from symposium.kinds.talk import Talk
from symposium.kinds.topic import Topic
from symposium.knowledge import assemble, checks
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.checks import resolve_references
from symposium.knowledge.entry_index import (
    EntryIndex,
    Tombstones,
    aliases_of,
    aliases_of_talks,
    check_owners,
    follow,
    resolve_versions,
    tombstones_by_id,
    without,
)
from symposium.knowledge.identity import build_identity
from symposium.knowledge.local_times import check_deadlines
from symposium.knowledge.printed_names import (
    resolve_names,
    resolve_organizations,
    resolve_series,
    resolve_venues,
)
from symposium.knowledge.related_works import RelatedWorks
from symposium.knowledge.relation_table import Ids
from symposium.knowledge.relations import relate
from symposium.knowledge.schedule import make_schedule
from symposium.knowledge.volumes import resolve_volumes, titles_of
from symposium.model.dates import latest_first, parse_date
from symposium.model.memory import changed, uncollected
from symposium.model.names import fold_name, parse_name
from symposium.model.problems import Code, Place, Problem
from symposium.model.progress import Tell, untold
from symposium.model.spelling import Spellings


def hide_former_names(
    papers: dict[str, Paper], others: Mapping[str, dict[str, Any]], people: dict[str, Person]
) -> None:
    """Replace, in place, former names in works and all other records by the name of today."""
    today = {
        fold_name(text): person.name for person in people.values() for text in person.former_names
    }
    if not today:
        return

    name_of = cache(lambda printed: today.get(fold_name(printed)))

    def shown(printed: tuple[Any, ...]) -> tuple[Any, ...]:
        rows = ((one, name_of(one.name.text)) for one in printed)
        return tuple(replace(one, name=name) if name else one for one, name in rows)

    def text(printed: str) -> str:
        name = name_of(parse_name(printed).text)
        return name.text if name else printed

    for paper in list(papers.values()):
        if not any(name_of(one.name.text) for one in chain(paper.authors, paper.editors)):
            continue
        authors, editors = shown(paper.authors), shown(paper.editors)
        printed = {"author": authors, "editor": editors}
        fields = tuple(
            (key, " and ".join(one.name.inverted for one in printed[key]))
            if key in printed
            else (key, value)
            for key, value in paper.fields
        )
        papers[paper.id] = changed(paper, authors=authors, editors=editors, fields=fields)
    for person in list(people.values()):
        degrees = tuple(
            replace(one, committee=tuple(map(text, one.committee)),
                    advisor=one.advisor and text(one.advisor))
            for one in person.education
        )  # fmt: skip
        students = tuple(replace(one, name=text(one.name)) for one in person.advising)
        people[person.id] = replace(person, education=degrees, advising=students)
    for kind in KINDS:
        table = others[kind.name] if kind.people or kind.people_inside else {}
        for record in list(table.values()):
            table[record.id] = kind.with_people(record, shown)


def resolve_cites(
    papers: EntryIndex, entries: Iterable[Paper], notes: Iterable[PaperNotes]
) -> dict[str, Ids]:
    """Return the ids that each work cites, in the order of its list; what is wrong is reported.

    ``entries`` are papers as the bibliography has them. What an entry lists comes first, then what
    its file adds.
    """
    found: dict[str, dict[str, None]] = {}
    for paper_id, text, place, code in _cited(papers, entries, notes):
        key, cited = papers.by_id[paper_id].key, found.setdefault(paper_id, {})
        other = papers.named(text, place, code)
        if other and (other == paper_id or other in cited):
            what = "itself" if other == paper_id else f'"{text}" twice'
            papers.report(Code.WORK_CITES, f'"{key}" cites {what}', place, "remove it")
        elif other:
            cited[other] = None
    return {paper_id: tuple(cited) for paper_id, cited in found.items() if cited}


def _cited(
    papers: EntryIndex, entries: Iterable[Paper], notes: Iterable[PaperNotes]
) -> Iterator[tuple[str, str, Place, Code]]:
    """Yield the citing work, what it cites, where it says so, and what code an unknown one has."""
    for entry in entries:
        for text in entry.cites:
            yield entry.id, text, entry.origin.at("cites"), Code.BIB_CITES
    for note in notes:
        if note.cites and (paper_id := papers.find(note.key or note.id)):
            for index, text in enumerate(note.cites):
                yield paper_id, text, note.origin.at(f"cites.{index}"), Code.PAPER_UNKNOWN


# Files that entries name without saying where below ``files/`` they are. Others keep the files of
# works in folders of their own, and name them alone: ``pdf = {talk.pdf}``. Reading takes that for
# ``files/talk.pdf``; here it becomes the one file of that name.

FILES = "files/"


def find_named_files(papers: dict[str, Paper], files: frozenset[str]) -> None:
    """Lead links and pictures of works, in place, to the only file of their name."""
    if not files:
        return
    names = Counter(path.rpartition("/")[2] for path in files)
    by_name = {path.rpartition("/")[2]: path for path in files}

    def meant(target: str) -> str:
        name = target.rpartition("/")[2]
        again = target in files or not target.startswith(FILES) or names[name] != 1
        return target if again else by_name[name]

    for paper in list(papers.values()):
        links = {name: meant(target) for name, target in paper.links.items()}
        picture = paper.thumbnail and meant(paper.thumbnail)
        if (links, picture) != (paper.links, paper.thumbnail):
            papers[paper.id] = changed(paper, links=links, thumbnail=picture)


# How often works are cited on the day of a source, whose ``counts:`` ``symposium citations`` writes
# by cite key. Without its day a count says nothing: it is left out.


def add_counts(papers: EntryIndex, sources: Iterable[Source]) -> None:
    """Give each paper, in place, the counts of sources; report what cannot be given."""
    for source in sources:
        if not source.counts:
            continue
        day = source.retrieved or source.date
        date = parse_date(day)
        if not date or not date.day:
            hint = "write retrieved: and the day on which they were fetched"
            message = "the counts have no day, and are left out"
            papers.report(Code.FIELD_VALUE, message, source.origin.at("counts"), hint)
            continue
        for key, count in source.counts.items():
            paper_id = papers.named(key, source.origin.at(f"counts.{key}"))
            if paper_id is None:
                continue
            paper = papers.by_id[paper_id]
            counted = CitationCount(count, source.id, day)
            papers.by_id[paper_id] = changed(paper, counts=(*paper.counts, counted))


def build(records: Records, tell: Tell = untold) -> tuple[KnowledgeBase, list[Problem]]:
    """Return the knowledge base made of ``records``, and what is wrong between them.

    Never raises for bad data: what cannot be resolved is left out where it stands, and reported.
    """
    tell("resolving names and references")
    with uncollected():  # looking for garbage doubles the time
        return _build(records)


def _build(records: Records) -> tuple[KnowledgeBase, list[Problem]]:
    gone = tombstones_by_id(records.gone)
    papers_kept, found = without(records.papers, gone)
    tables, entries, cites, problems = _assemble(follow(replace(records, papers=papers_kept)), gone)
    problems += found
    identity, found = build_identity(tables)
    problems += found
    papers: dict[str, Paper] = tables["paper"]
    titles = titles_of(papers.values(), tables["event"].values())
    of_text: dict[str, dict[str, str]] = {}
    tables["venue"], of_text["venue"] = resolve_venues(papers.values(), tables["venue"], titles)
    every = chain.from_iterable(table.values() for table in tables.values())
    keywords = Counter(text for record in every for text in getattr(record, "topics", ()))
    tables["topic"], of_text["topic"] = resolve_names(tables["topic"], keywords, Topic)
    tables["series"], of_text["series"] = resolve_series(
        tables["event"].values(), tables["series"], of_text["venue"]
    )
    tables["organization"], of_text["organization"] = resolve_organizations(tables)
    problems += checks.check_sources(tables, gone)
    find_named_files(papers, records.files)
    problems += checks.check_files(tables, records.files)
    tables["person"] = identity.people.described
    problems += [*resolve_references(tables, entries, identity), *entries.problems]
    volumes = resolve_volumes(tables, of_text["venue"])
    tables["volume"] = volumes.records
    problems += checks.check_earlier_ids(tables, identity.names)
    problems += checks.check_parts(tables["event"])
    problems += check_deadlines(tables["event"].values())
    aliases = {kind: aliases_of(table.values()) for kind, table in tables.items()}
    aliases["volume"] = volumes.aliases | aliases["volume"]
    aliases["talk"] = aliases_of_talks(tables["talk"], tables["event"])
    short = _short_ids(tables["talk"], aliases["talk"])
    entities: dict[str, Mapping[str, Any]] = {**tables, "person": identity.people}
    relations = relate(tables, identity, of_text, cites, volumes)
    kb = KnowledgeBase(
        entities=entities,
        identity=identity,
        relations=relations,
        keys=entries.keys,
        aliases=aliases,
        short_talks=short,
        spellings={
            **{kind: Spellings(table) for kind, table in entities.items()},
            "paper": Spellings(entries.keys, papers),
            "talk": Spellings(tables["talk"], short),
        },
        related_works=RelatedWorks(
            papers, relations, {one.id: one.title for one in tables["topic"].values()}
        ),
        schedule=make_schedule(tables["event"].values(), tables["talk"]),
        files=records.files,
        gone=gone,
    )
    problems += checks.check_reasons(tables)
    problems += checks.check_contributions(papers.values())
    problems += check_owners(kb)
    problems += checks.check_roles(tables["talk"], kb.find, gone)
    problems += checks.check_gone(kb)
    return kb, checks.sorted_problems(problems)


def _assemble(
    records: Records, gone: Tombstones
) -> tuple[dict[str, dict[str, Any]], EntryIndex, dict[str, Ids], list[Problem]]:
    """Return the records of each kind by id, joined, how entries are named, and what each cites."""
    tables: dict[str, dict[str, Any]] = {
        kind.name: {record.id: record for record in _in_order(kind, records)} for kind in KINDS
    }
    papers = EntryIndex(records.papers, gone)
    assemble.join_notes(papers, records.notes)
    cites = resolve_cites(papers, records.papers, records.notes)
    resolve_versions(papers, records.notes)
    assemble.add_source_listings(papers, tables["source"])
    add_counts(papers, tables["source"].values())
    people: dict[str, Person] = tables["person"]
    talks: dict[str, Talk] = tables["talk"]
    talks.update(assemble.solo_talks(people.values()))
    tables["event"], problems = assemble.join_programmes(tables["event"], talks)
    assemble.resolve_talk_papers(talks, papers)
    hide_former_names(papers.by_id, tables, people)
    tables["paper"] = papers.by_id
    return tables, papers, cites, problems


def _in_order(kind: Kind, records: Records) -> Iterable[Any]:
    """Return the records of a kind in the order of all their lists."""
    found = records.entities.get(kind.name, ())
    if not kind.newest_first:
        return found
    by_id = sorted(found, key=lambda one: one.id, reverse=True)
    return sorted(by_id, key=lambda one: latest_first(one.date))


def _short_ids(talks: Iterable[str], aliases: Mapping[str, str]) -> dict[str, str | None]:
    """Return the last part of each talk's id with the whole; ``None`` where several share it.

    Earlier ids count where no talk of today has such an id.
    """

    def shortened(pairs: Iterable[tuple[str, str]]) -> dict[str, str | None]:
        found: dict[str, str | None] = {}
        for known, talk_id in pairs:
            short = known.rpartition("/")[2]
            found[short] = talk_id if found.get(short, talk_id) == talk_id else None
        return found

    return shortened(aliases.items()) | shortened((one, one) for one in talks)
