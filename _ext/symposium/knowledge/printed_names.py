"""Records that printed names imply: topics, venues, series and organisations."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from symposium.kinds.cv import Degree, Position
from symposium.kinds.event import KIND as EVENTS
from symposium.kinds.event import Event
from symposium.kinds.organization import Organization
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.participants import Affiliation, Participant
from symposium.kinds.person import Person
from symposium.kinds.series import Series
from symposium.kinds.talk import Talk
from symposium.kinds.venue import Venue
from symposium.knowledge.base import KnowledgeBase
from symposium.knowledge.relation_table import RecordKey
from symposium.model.dates import Date
from symposium.model.ids import slug, told_apart
from symposium.model.names import fold_name

R = TypeVar("R")

SERVERS = frozenset({"arxiv", "corr"})
"""Preprint servers that entries print in place of a venue; folded."""


def resolve_names(
    described: Mapping[str, R],
    counts: Mapping[str, int],
    make: Callable[[str, str], R],
    *,
    fold: Callable[[str], str] = fold_name,
    bare: Callable[[str], str] = str,
    claims: Iterable[tuple[str, str]] | None = None,
    others: Iterable[str] = (),
) -> tuple[dict[str, R], dict[str, str]]:
    """Return all records by id, and the id of the record that each text names.

    Texts with the same fold name one record: the first described one that ``claims`` the fold, or
    else one that ``make`` makes from an id and the most frequent text. ``counts`` tells how often
    each text is printed; of each, only the part that ``bare`` returns matters. ``others`` are
    further texts, which may name a record but make none.
    """
    records = dict(described)
    by_fold: dict[str, str] = {}
    for claimed, record_id in claims_of(records.values(), fold) if claims is None else claims:
        by_fold.setdefault(claimed, record_id)
    parts = {text: bare(text) for text in (*counts, *others)}
    folds = {text: fold(part) for text, part in parts.items()}
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    for text, count in counts.items():
        forms[folds[text]][parts[text]] += count
    for folded in sorted(forms.keys() - by_fold.keys()):
        title = most_common(forms[folded])
        record_id = told_apart(slug(title), folded, records)
        records[record_id] = make(record_id, title)
        by_fold[folded] = record_id
    of_text = {text: by_fold[folded] for text, folded in folds.items() if folded in by_fold}
    return dict(sorted(records.items())), of_text


def claims_of(records: Iterable[Any], fold: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Yield the folds of titles, ids, other names and earlier ids of records, each with the id."""
    for record in records:
        for text in (record.title, record.id, *record.names, *record.earlier_ids):
            yield fold(text), record.id


def most_common(names: Mapping[str, int]) -> str:
    """Return the most frequent text; among equals the first by alphabet."""
    return min(names, key=lambda text: (-names[text], text))


_UNITS = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth"
_TEENS = (
    "tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|"
    "nineteenth"
)
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_TENTHS = "twentieth|thirtieth|fortieth|fiftieth|sixtieth|seventieth|eightieth|ninetieth"
RE_YEAR = re.compile(
    r"(?:\b(?:1[89]|20)\d\d\b(?:\s*[-–/]\s*(?:(?:1[89]|20)\d\d|\d\d)\b)?)|['’]\d\d\b"
)
RE_ORDINAL = re.compile(
    rf"\b(?:\d+\s?(?:st|nd|rd|th)|(?:(?:{_TENS})[- ])?(?:{_UNITS})|{_TEENS}|{_TENTHS})\b",
    re.IGNORECASE,
)
RE_PLACEHOLDER = re.compile(r"\{(?:year|ordinal)\}")
RE_EMPTY = re.compile(r"\(\s*\)|\[\s*\]")
RE_LOOSE = re.compile(r"\s+([,;:.)])|([,;:(])(?=\s*[,;:)])")


def bare_venue(text: str) -> str:
    """Return a printed booktitle or journal without year and ordinal.

    >>> bare_venue("Proceedings of the 38th Annual Meeting of the ACL (ACL 2000)")
    'Proceedings of the Annual Meeting of the ACL (ACL)'
    >>> bare_venue("Supercomputing 2021"), bare_venue("NeurIPS '22")
    ('Supercomputing', 'NeurIPS')
    >>> bare_venue("2021")
    '2021'
    """
    bare = RE_PLACEHOLDER.sub(" ", text)
    bare = RE_ORDINAL.sub(" ", RE_YEAR.sub(" ", bare))
    bare = RE_LOOSE.sub(r"\1", RE_EMPTY.sub(" ", bare))
    bare = " ".join(bare.split()).strip(" ,;:-–—'’")
    return bare or text


def resolve_venues(
    papers: Iterable[Paper], described: Mapping[str, Venue], others: Iterable[str] = ()
) -> tuple[dict[str, Venue], dict[str, str]]:
    """Return all venues by id, and the venue's id of each printed form.

    ``others`` are further texts, which may name a venue but make none.

    A described venue claims its name, its short name, its printed forms and its earlier ids; every
    other bare name that is printed makes a derived venue, named after its most frequent form.
    """
    claims = [
        (fold_name(bare_venue(text)), venue.id)
        for venue in described.values()
        for text in (venue.name, venue.short, *venue.names, *venue.earlier_ids)
        if text
    ]
    counts = Counter(paper.venue for paper in papers if paper.venue)
    return resolve_names(described, counts, Venue, bare=bare_venue, claims=claims, others=others)


def resolve_series(
    events: Iterable[Event], files: Mapping[str, Series], venue_of_text: Mapping[str, str]
) -> tuple[dict[str, Series], dict[str, str]]:
    """Return all series by id, and the id of the series that each printed text names.

    A file claims its title, its other names and its ids; every other text makes a series.
    """
    counts = Counter(event.series for event in events if event.series)
    series, of_text = resolve_names(files, counts, Series)
    for record in list(series.values()):
        venue = next(filter(None, map(venue_of_text.get, (record.title, *record.names))), None)
        if venue and not record.venue:
            series[record.id] = replace(record, venue=venue)
    return series, of_text


# Organisations: who belongs to which, as files, programmes and entries print it.

THESES = frozenset({"bachelorsthesis", "mastersthesis", "phdthesis", "thesis"})
"""Types of entries whose authors belong to the institution."""
ISSUED = THESES | {"report", "techreport"}
"""Types of entries that name the institution of their authors; others may name a sponsor."""
RE_ARTICLE = re.compile(r"^the\s+", re.IGNORECASE)
RE_REPORT = re.compile(r"[A-Z]{1,6}-\d")
"""The beginning of a report's number, which some entries have as their institution."""
KINDS = ("person", "event", "talk", "paper")
"""Kinds whose records print organisations."""


class Printed(NamedTuple):
    """An organisation as a record prints it."""

    name: str
    country: str | None = None
    who: Contributor | Participant | None = None
    """The person whose affiliation it is; None in a person's own file, for hosts and sponsors."""
    source: str | None = None
    """The locator of the item that prints it, if it has one of its own."""


def printed_by(record: Any) -> Iterator[Printed]:
    """Yield the organisations that a record prints, in its order."""
    if isinstance(record, Paper):
        if record.type in ISSUED and record.institution and _is_name(record.institution):
            yield Printed(record.institution)
            authors = record.authors if record.type in THESES else ()
            yield from (Printed(record.institution, None, who) for who in authors)
    elif isinstance(record, Person):
        for item in _in_file(record):
            yield Printed(item.organization, getattr(item, "country", None), source=item.source)
    elif isinstance(record, Talk | Event):
        if isinstance(record, Event):
            yield from map(Printed, record.hosts)
            yield from (Printed(sponsor.organization) for sponsor in record.sponsors)
        for who in participants(record):
            for item in who.affiliations:
                yield Printed(item.organization, item.country, who, item.source)


def _in_file(person: Person) -> tuple[Any, ...]:
    """Return the items of a person's file that name an organisation."""
    return (*person.affiliations, *person.positions, *person.education)


def _is_name(institution: str) -> bool:
    """Tell whether the printed institution of a thesis or a report may be an organisation."""
    return institution.casefold() not in SERVERS and not RE_REPORT.match(institution)


def fold_organization(text: str) -> str:
    """Return the key that all printed forms of one organisation share.

    >>> fold_organization("The Open University") == fold_organization("Open University")
    True
    """
    return fold_name(RE_ARTICLE.sub("", text))


def participants(record: Talk | Event) -> tuple[Participant, ...]:
    """Return the people whom an event or a talk prints; speakers come before authors."""
    if isinstance(record, Event):
        return tuple([person for _, _, person in EVENTS.named_people(record)])
    return (*record.speakers, *record.authors)


def resolve_organizations(
    tables: Mapping[str, Mapping[str, Any]],
) -> tuple[dict[str, Organization], dict[str, str]]:
    """Return all organisations by id, and the id of the one that each printed text names.

    A file claims its title, its other names and its ids; every other name makes an organisation.
    """
    records = chain.from_iterable(tables[kind].values() for kind in KINDS)
    printing = list(chain.from_iterable(map(printed_by, records)))
    names = Counter(organization.name for organization in printing)
    files: Mapping[str, Organization] = tables["organization"]
    organizations, of_text = resolve_names(files, names, Organization, fold=fold_organization)
    countries: dict[str, set[str]] = defaultdict(set)
    for organization in printing:
        if organization.country:
            countries[of_text[organization.name]].add(organization.country)
    for record_id, forms in countries.items():
        record = organizations[record_id]
        if len(forms) == 1 and not record.country:
            organizations[record_id] = replace(record, country=next(iter(forms)))
    return organizations, of_text


ROLES = {Affiliation: "department", Position: "title", Degree: "degree"}
"""The field for the person's role at an organisation, by the type of an item of their file."""


class Membership(NamedTuple):
    """A line about a person's present or past role at an organisation."""

    printed: str
    """The organisation as printed there."""
    role: str = ""
    """As in the person's file."""
    start: Date | None = None
    end: Date | None = None
    when: str | None = None
    """When, as printed."""
    at: RecordKey | None = None
    """The talk, event or thesis that prints it; ``None`` for the person's file."""


def memberships(
    kb: KnowledgeBase, organization_id: str
) -> list[tuple[str, tuple[Membership, ...]]]:
    """Return the people of an organisation from A to Z, each with their memberships."""
    rel = kb.relations
    described = kb.identity.people.described
    members: dict[str, dict[Membership, None]] = {
        person: dict.fromkeys(_of_file(kb, described[person], organization_id))
        if person in described
        else {}
        for person in rel.people_of_organization.get(organization_id, ())
    }
    for kind in ("talk", "event", "paper"):
        table = getattr(rel, f"{kind}s_of_organization")
        for record_id in table.get(organization_id, ()):
            date = kb.entities[kind][record_id].date if kind == "paper" else None
            key = (organization_id, kind, record_id)
            for mention in rel.printed_organizations.get(key, ()):
                if mention.who:
                    line = Membership(mention.name, start=date, end=date, at=(kind, record_id))
                    members[kb.person_of(mention.who)][line] = None
    return [(person, tuple(lines)) for person, lines in members.items()]


def _of_file(kb: KnowledgeBase, person: Person, organization_id: str) -> Iterator[Membership]:
    """Yield the memberships of an organisation in a person's file, in order."""
    of_text = kb.relations.organization_of_text
    for item in _in_file(person):
        if of_text[item.organization] == organization_id:
            role, when = getattr(item, ROLES[type(item)]) or "", getattr(item, "when", None)
            yield Membership(item.organization, role, item.start, item.end, when)


def printed_affiliations(kb: KnowledgeBase) -> Mapping[str, tuple[Affiliation, ...]]:
    """Return the affiliations that talks and events print, by person, each once."""
    by_person: dict[str, dict[Affiliation, None]] = defaultdict(dict)
    records: list[Talk | Event] = [*kb.talks.values(), *kb.events.values()]
    for record in records:
        for person in participants(record):
            by_person[kb.person_of(person)].update(dict.fromkeys(person.affiliations))
    return {person_id: tuple(rows) for person_id, rows in by_person.items()}
