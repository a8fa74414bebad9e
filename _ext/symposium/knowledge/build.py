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
from symposium.knowledge import assemble, entry_index, printed_names
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.checks import CHECKS, resolve_references, sorted_problems
from symposium.knowledge.identity import build_identity
from symposium.knowledge.related_works import RelatedWorks
from symposium.knowledge.relation_table import Ids
from symposium.knowledge.relations import relate
from symposium.knowledge.schedule import make_schedule
from symposium.knowledge.volumes import resolve_volumes, titles_of
from symposium.model.dates import latest_first, parse_date
from symposium.model.memory import changed
from symposium.model.names import fold_name, parse_name
from symposium.model.problems import Code, Place, Problem
from symposium.model.progress import Tell, untold
from symposium.model.spelling import Spellings


def hide_former_names(
    papers: dict[str, Paper], others: Mapping[str, dict[str, Any]], people: dict[str, Person]
) -> None:
    """Replace, in place, former names in works and all other records by the current ones."""
    today = {
        fold_name(text): person.name for person in people.values() for text in person.former_names
    }
    if not today:
        return

    name_of = cache(lambda name: today.get(fold_name(name)))

    def shown(contributors: tuple[Any, ...]) -> tuple[Any, ...]:
        rows = ((person, name_of(person.name.text)) for person in contributors)
        return tuple(replace(person, name=name) if name else person for person, name in rows)

    def current(text: str) -> str:
        name = name_of(parse_name(text).text)
        return name.text if name else text

    for paper in list(papers.values()):
        if not any(name_of(person.name.text) for person in chain(paper.authors, paper.editors)):
            continue
        authors, editors = shown(paper.authors), shown(paper.editors)
        by_field = {"author": authors, "editor": editors}
        fields = tuple(
            (key, " and ".join(person.name.inverted for person in by_field[key]))
            if key in by_field
            else (key, value)
            for key, value in paper.fields
        )
        papers[paper.id] = changed(paper, authors=authors, editors=editors, fields=fields)
    for person in list(people.values()):
        degrees = tuple(
            replace(degree, committee=tuple(map(current, degree.committee)),
                    advisor=degree.advisor and current(degree.advisor))
            for degree in person.education
        )  # fmt: skip
        advisees = tuple(
            replace(advisee, name=current(advisee.name)) for advisee in person.advising
        )
        people[person.id] = replace(person, education=degrees, advising=advisees)
    for kind in KINDS:
        table = others[kind.name] if kind.people or kind.people_inside else {}
        for record in list(table.values()):
            table[record.id] = kind.with_people(record, shown)


def resolve_cites(
    papers: entry_index.EntryIndex, entries: Iterable[Paper], notes: Iterable[PaperNotes]
) -> dict[str, Ids]:
    """Return the ids that each work cites, in the order of its list; mistakes are reported.

    ``entries`` are the papers as in the bibliography. The citations of an entry come first, then
    those of its file.
    """
    cites: dict[str, dict[str, None]] = {}
    for paper_id, text, place, code in _cited(papers, entries, notes):
        key, cited = papers.by_id[paper_id].key, cites.setdefault(paper_id, {})
        other = papers.resolve(text, place, code)
        if other and (other == paper_id or other in cited):
            what = "itself" if other == paper_id else f'"{text}" twice'
            papers.report(Code.WORK_CITES, f'"{key}" cites {what}', place, "remove it")
        elif other:
            cited[other] = None
    return {paper_id: tuple(cited) for paper_id, cited in cites.items() if cited}


def _cited(
    papers: entry_index.EntryIndex, entries: Iterable[Paper], notes: Iterable[PaperNotes]
) -> Iterator[tuple[str, str, Place, Code]]:
    """Yield the citing work, the text it cites, its place, and the code for an unknown text."""
    for entry in entries:
        for text in entry.cites:
            yield entry.id, text, entry.origin.at("cites"), Code.BIB_CITES
    for note in notes:
        if note.cites and (paper_id := papers.find(note.key or note.id)):
            for index, text in enumerate(note.cites):
                yield paper_id, text, note.origin.at(f"cites.{index}"), Code.PAPER_UNKNOWN


# Files that entries name without their folder: other tools write ``pdf = {talk.pdf}`` for a file in
# a folder of their own. Reading takes it as ``files/talk.pdf``; here it becomes the only file with
# that name below ``files/``.

FILES = "files/"


def find_named_files(papers: dict[str, Paper], files: frozenset[str]) -> None:
    """Point links and pictures of works, in place, at the only file with their name."""
    if not files:
        return
    names = Counter(path.rpartition("/")[2] for path in files)
    by_name = {path.rpartition("/")[2]: path for path in files}

    def meant(target: str) -> str:
        name = target.rpartition("/")[2]
        keep = target in files or not target.startswith(FILES) or names[name] != 1
        return target if keep else by_name[name]

    for paper in list(papers.values()):
        links = {name: meant(target) for name, target in paper.links.items()}
        picture = paper.thumbnail and meant(paper.thumbnail)
        if (links, picture) != (paper.links, paper.thumbnail):
            papers[paper.id] = changed(paper, links=links, thumbnail=picture)


# How often works are cited on the day of a source: ``symposium citations`` writes its ``counts:``,
# by cite key. Counts without a day are left out.


def add_counts(papers: entry_index.EntryIndex, sources: Iterable[Source]) -> None:
    """Add the counts of sources to papers, in place; report counts without a day or a paper."""
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
            if paper_id := papers.resolve(key, source.origin.at(f"counts.{key}")):
                paper = papers.by_id[paper_id]
                counted = CitationCount(count, source.id, day)
                papers.by_id[paper_id] = changed(paper, counts=(*paper.counts, counted))


def build(records: Records, tell: Tell = untold) -> tuple[KnowledgeBase, list[Problem]]:
    """Return the knowledge base made from ``records``, and the problems between them.

    Bad data never raises: references that cannot be resolved are left out and reported.
    """
    tell("resolving names and references")
    gone = entry_index.tombstones_by_id(records.gone)
    papers_kept, new_problems = entry_index.without(records.papers, gone)
    tables, entries, cites, problems = _assemble(
        entry_index.follow(replace(records, papers=papers_kept)), gone
    )
    problems += new_problems
    identity, new_problems = build_identity(tables)
    problems += new_problems
    papers: dict[str, Paper] = tables["paper"]
    titles = titles_of(papers.values(), tables["event"].values())
    of_text: dict[str, dict[str, str]] = {}
    tables["venue"], of_text["venue"] = printed_names.resolve_venues(
        papers.values(), tables["venue"], titles
    )
    every = chain.from_iterable(table.values() for table in tables.values())
    keywords = Counter(text for record in every for text in getattr(record, "topics", ()))
    tables["topic"], of_text["topic"] = printed_names.resolve_names(
        tables["topic"], keywords, Topic
    )
    tables["series"], of_text["series"] = printed_names.resolve_series(
        tables["event"].values(), tables["series"], of_text["venue"]
    )
    tables["organization"], of_text["organization"] = printed_names.resolve_organizations(tables)
    find_named_files(papers, records.files)
    tables["person"] = identity.people.described
    problems += [*resolve_references(tables, entries, identity), *entries.problems]
    volumes = resolve_volumes(tables, of_text["venue"])
    tables["volume"] = volumes.records
    aliases = {kind: entry_index.aliases_of(table.values()) for kind, table in tables.items()}
    aliases["volume"] = volumes.aliases | aliases["volume"]
    aliases["talk"] = entry_index.aliases_of_talks(tables["talk"], tables["event"])
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
            papers, relations, {topic.id: topic.title for topic in tables["topic"].values()}
        ),
        schedule=make_schedule(tables["event"].values(), tables["talk"]),
        files=records.files,
        gone=gone,
    )
    problems += chain.from_iterable(check(kb) for check in CHECKS)
    return kb, sorted_problems(problems)


def _assemble(
    records: Records, gone: entry_index.Tombstones
) -> tuple[dict[str, dict[str, Any]], entry_index.EntryIndex, dict[str, Ids], list[Problem]]:
    """Return joined records by kind and id, the index of entries, their citations, and problems."""
    tables: dict[str, dict[str, Any]] = {
        kind.name: {record.id: record for record in _in_order(kind, records)} for kind in KINDS
    }
    papers = entry_index.EntryIndex(records.papers, gone)
    assemble.join_notes(papers, records.notes)
    cites = resolve_cites(papers, records.papers, records.notes)
    entry_index.resolve_versions(papers, records.notes)
    assemble.add_from_sources(papers, tables["source"].values())
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
    """Return the records of a kind in the order of their lists."""
    of_kind = records.entities.get(kind.name, ())
    if not kind.newest_first:
        return of_kind
    by_id = sorted(of_kind, key=lambda record: record.id, reverse=True)
    return sorted(by_id, key=lambda record: latest_first(record.date))


def _short_ids(talks: Iterable[str], aliases: Mapping[str, str]) -> dict[str, str | None]:
    """Map the last part of each talk's id to the whole id; ``None`` if several talks share it.

    Earlier ids count unless a current id ends in the same part.
    """

    def shortened(pairs: Iterable[tuple[str, str]]) -> dict[str, str | None]:
        by_short: dict[str, str | None] = {}
        for id_, talk_id in pairs:
            short = id_.rpartition("/")[2]
            by_short[short] = talk_id if by_short.get(short, talk_id) == talk_id else None
        return by_short

    return shortened(aliases.items()) | shortened((talk_id, talk_id) for talk_id in talks)
