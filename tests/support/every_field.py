"""A project in which every field of every record is set, and each of them has another value.

Fields come from the schemas of front matter and from what the reader of bibliographies asks for,
so a new field is here as soon as it is there. One of a type without values fails by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple

import yaml
from symposium.fields import date_types, field_types, link_types
from symposium.fields.compound_types import FieldGroup, ListOf, MapOf
from symposium.fields.field_types import FieldType
from symposium.kinds import BUILT_IN, BY_NAME, event, participants
from symposium.kinds.kind import Reason
from symposium.model.problems import Place
from symposium.reading.bibtex_reader import RawEntry
from symposium.reading.entry_facts import EntryFacts
from symposium.reading.entry_fields import VENUES
from symposium.reading.entry_links import LINK_FIELDS

DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)  # the one in C is ten times as fast

Pair = tuple[Any, Any]
"""What a field says, and what it says instead."""
Path = tuple[str | int, ...]

TYPES: Mapping[type[FieldType], Pair] = {
    field_types.TextType: ("Some words", "Other words"),
    field_types.Prose: ("A sentence.\n\nAnother.", "One sentence."),
    field_types.Keyword: ("invited", "tutorial"),
    field_types.Flag: (True, False),
    field_types.Stated: (True, False),
    field_types.PrintedNumber: ("1,234", "2,345"),
    date_types.DateField: ("2019-03-04", "2020-05-06"),
    date_types.DatesField: ("2021-05-17/2021-05-18", "2022-05-17/2022-05-18"),
    date_types.DateText: ("2019-03-04", "2020-05-06"),
    date_types.DateOrUndated: ("2019-03-04", "2020-05-06"),
    date_types.DateOrPresent: ("2019-03-04", "2020-05-06"),
    date_types.ListingDate: ("2019-03-04", "Mar 9"),
    date_types.YearType: ("2001", "2003"),
    date_types.DayType: ("2021-05-17", "2021-05-18"),
    date_types.TimeRange: ("9:40-10:20", "9:50-10:30"),
    date_types.TimeZone: ("Europe/Zurich", "America/New_York"),
    date_types.UtcOffset: ("+02:00", "-07:00"),
    link_types.PersonName: ("Bea Best", "Cyd Cole"),
    link_types.Ror: ("05a28rw58", "03yrm5c26"),
    link_types.Doi: ("10.1000/182", "10.1000/183"),
    link_types.Orcid: ("0000-0002-1825-0097", "0000-0001-5109-3700"),
    link_types.TextFile: ("cv.txt", "web.txt"),
    link_types.LinkType: ("https://example.org/one", "https://example.org/two"),
    link_types.Image: ("files/one.png", "files/two.png"),
    date_types.ClockTime: ("12:00", "17:30"),
    date_types.ZoneOrAoE: ("AoE", "Asia/Kolkata"),
    event.Degrees: ("38.5", "12.25"),
    Reason: ("It was a mistake.", "Nobody wanted it."),
}
"""Two values of each type; where a field needs others, they stand in `VALUES`."""

VALUES: Mapping[str, Pair] = {
    "advisor": ("Bea Best", "Cyd Cole"),
    "alt": ("A portrait", "A drawing"),
    "cites": ("side", "third"),
    "committee": ("Bea Best", "Cyd Cole"),
    "country": ("Spain", "Italy"),
    "datasets": ("grains", "flakes"),
    "different_from": ("bea-best", "cyd-cole"),
    "field": ("title", "date"),
    "inferred": ("title", "date"),
    "key_papers": ("main", "side"),
    "native_name": ("Ада Эйбл", "Ада Абль"),
    "organization": ("One University", "Two University"),
    "owner": ("bea-best", "cyd-cole"),
    "paper": ("main", "side"),
    "papers": ("main", "side"),
    "part_of": ("fair", "forum"),
    "person": ("bea-best", "cyd-cole"),
    "related": ("side", "third"),
    "room": ("Hall", "Attic"),
    "software": ("tin", "zinc"),
    "source": ("cv#L1", "web#L1-L2"),
    "sources": ("cv", "web"),
    "talk": ("opening", "second"),
    "topics": ("reading", "writing"),
    "advising.name": ("Bea Best", "Cyd Cole"),
    "corrections.corrected": ("right", "better"),
    "corrections.printed": ("wrnog", "worng"),
    "cv.from": ("1990", "2020"),
    "cv.to": ("2030", "2019"),
    "event.rooms.name": ("Hall", "Attic"),
    "event.was": ("meeting", "gathering"),
    "organization.names": ("First University", "Uni One"),
    "organization.parent": ("two-university", "three-university"),
    "organization.title": ("One University", "The University"),
    "news.events": ("fair", "forum"),
    "event.deadlines.extended_from": ("2021-05-01", "2021-05-02"),
    "event.slots.talks": ("second", "opening"),
    "event.hosts": ("One University", "First University"),
    "paper.contributions.name": ("Ada Able", "Bea Best"),
    "paper.corrects": ("side", "third"),
    "paper.key": ("main", "side"),
    "paper.replaces": ("third", "side"),
    "paper.status": ("retracted", "preprint"),
    "paper.was": ("main-draft", "main-sketch"),
    "person.former_names": ("Ada Former", "Ada Past"),
    "person.name": ("Ada Able", "Ada B. Able"),
    "person.names": ("A. Able", "Ada Abel"),
    "person.talks.was": ("fair/ada-spoke", "fair/ada-said"),
    "person.was": ("ada", "adable"),
    "project.was": ("plan", "scheme"),
    "series.names": ("The Meetings", "Meets"),
    "series.title": ("Meetings of Keys", "Meetings of Locks"),
    "series.venue": ("journal-of-keys", "tin-weekly"),
    "event.series": ("Meetings of Keys", "The Meetings"),
    "source.was": ("vita", "resume"),
    "talk.was": ("fair/opening", "fair/start"),
    "topic.names": ("readings", "readers"),
    "topic.title": ("Reading", "Readings"),
    "topic.was": ("lecture", "lectures"),
    "venue.name": ("Journal of Keys", "Journal of Locks"),
    "venue.names": ("J. Keys", "J. Keyes"),
    "venue.was": ("keyring", "keychain"),
    "was": ("lead", "copper"),
    "event": ("fair", "forum"),
    "volume.entry": ("volume", "tome"),
    "volume.event": ("fair", "forum"),
    "volume.venue": ("journal-of-keys", "tin-weekly"),
}
"""Values by the end of a field's path: those of a longer end come first."""

KEYS = {"because": "title", "counts": "main"}
"""Names of values in maps, where they mean something."""

FILES: Mapping[str, tuple[str, str]] = {
    "person": ("person", "people/ada-able.md"),
    "paper": ("paper", "papers/main.md"),
    "event": ("event", "events/meet/index.md"),
    "talk": ("talk", "events/meet/opening.md"),
    "talk outside the programme": ("talk", "events/meet/loose.md"),
    "topic": ("topic", "topics/reading.md"),
    "venue": ("venue", "venues/journal-of-keys.md"),
    "source": ("source", "sources/cv.md"),
} | {
    one.name: (one.name, f"{one.folder}/tool.md")
    for one in BUILT_IN
    if one.name not in {"person", "paper", "event", "talk", "topic", "venue", "source"}
}  # fmt: skip
"""The records that have all fields: kind, and file. A new kind is here by itself."""

REFS = """
@inproceedings{main, author = {Able, Ada and Best, Bea}, title = {Reading Keys Fast},
  booktitle = {Journal of Keys}, year = 2019, keywords = {reading}, abstract = {Zebra quagga.}}
@article{side, author = {A. Able and Cole, Cyd}, title = {Writing Keys Slowly},
  journal = {J. Keys}, year = 2020, keywords = {readings; writing}, abstract = {Zebra quagga.}}
@article{third, author = {Ada Abel and Best, Bea}, title = {On Locks}, editor = {Cole, Cyd},
  journal = {J. Keyes}, year = 2020, keywords = {readers}, cites = {main}, sources = {cv}}
@article{fourth, author = {Best, Bea and Cole, Cyd and Ada Former}, title = {On Zinc},
  journal = {Tin Weekly}, year = 2001, keywords = {metal}, related = {main}}
@misc{cut, author = {Able, Ada and others}, title = {Cut Short}, year = 2020}
@proceedings{volume, title = {A Volume}, booktitle = {Journal of Keys}, year = 2001}
@proceedings{tome, title = {A Tome}, booktitle = {Tin Weekly}, year = 2019}
@inproceedings{part, author = {Best, Bea}, title = {A Part}, crossref = {volume}}
@phdthesis{thesis, author = {Best, Bea}, title = {On Keys}, school = {One University}, year = 2003}
@misc{poster, author = {Best, Bea}, title = {Reading Keys Fast}, entrysubtype = {poster}}
"""

OTHERS: Mapping[str, str] = {
    "refs.bib": REFS,
    "people/bea-best.md": "---\nname: Bea Best\ntopics: [writing]\n---\nShe read.\n",
    "people/cyd-cole.md": "---\nname: Cyd Cole\naffiliations: [Three University]\n---\n",
    "papers/cut.md": "---\nlistings: [{source: cv, date: 2020-02-03}]\n---\n",
    "events/meet/second.md": "---\ntitle: Second\nspeakers: [Bea Best]\npaper: third\n---\nMore.\n",
    "events/fair/index.md": "---\ntitle: Fair\ndate: 2021-06-01\n---\n",
    "events/forum/index.md": "---\ntitle: Forum\n---\n",
    "topics/writing.md": "---\ntitle: Writing\n---\nIt is old.\n",
    "sources/web.md": "---\ntitle: A page\nkind: web page\ndate: undated\n---\n",
    "software/tin.md": "---\ntitle: Tin\npapers: [fourth]\n---\n",
    "datasets/grains.md": "---\ntitle: Grains\npapers: [fourth]\n---\n",
    "datasets/flakes.md": "---\ntitle: Flakes\n---\n",
    "software/zinc.md": "---\ntitle: Zinc\npapers: [fourth]\n---\n",
    "organizations/two-university.md": "---\ntitle: Two University\n---\n",
    "sources/cv.txt": "Bea Best\nwrote Reading Keys Fast\n",
    "sources/web.txt": "Cyd Cole\nwrote Writing Keys Slowly\n",
    "files/one.png": "one",
    "files/two.png": "two",
}
"""What the fields lead to."""


PROVENANCE = ("because", "corrections", "inferred")
"""Fields that tell where facts come from, besides ``sources``: all kinds have them."""


class Change(NamedTuple):
    """A field of a record that says something else."""

    name: str
    """As a test calls it: ``person.affiliations.0.country``."""
    path: str
    """The file."""
    where: Path | str
    """The field in its front matter; of a bibliography, a text that is there once."""
    value: Any
    """What stands there then."""

    @property
    def group(self) -> str:
        """The field of the record that this is within; provenance is one, and all links are."""
        kind, field, *_ = self.name.split(".")
        if kind == "entry" and field in LINK_FIELDS:
            return "entry.links"
        return f"{kind}.{'sources' if field in PROVENANCE else field}"


def pair_of(kind: str, path: Path, one: FieldType) -> Pair:
    """Return two values of a field.

    Raises:
        LookupError: if there are none for a field of its type.
    """
    names = [kind, *[part for part in path if isinstance(part, str)]]
    ends = (".".join(names[start:]) for start in range(len(names)))
    for end in ends:
        if end in VALUES:
            return VALUES[end]
    if isinstance(one, field_types.OneOf):
        return one.words[0], one.words[1]
    if type(one) not in TYPES:
        where = ".".join(map(str, (kind, *path)))
        raise LookupError(
            f"{where} is of the type {type(one).__name__}, for which there are no two values:"
            f" add them to TYPES or VALUES of {__file__}"
        )
    return TYPES[type(one)]


def leaves(one: FieldType, path: Path = ()) -> Iterator[tuple[Path, FieldType]]:
    """Yield the path of each single value within a value of a type."""
    match one:
        case FieldGroup():
            for name, field in one.fields.items():
                yield from leaves(field.type, (*path, name))
        case ListOf():
            yield from leaves(one.item, (*path, 0))
        case MapOf():
            yield from leaves(one.item, (*path, KEYS.get(path[-1], "homepage")))
        case participants.PeopleField():
            yield from leaves(ListOf(participants.PARTICIPANT), path)
        case _:
            yield path, one


def put(tree: Any, path: Path, value: Any) -> None:
    """Put a value into a tree of lists and mappings, which grows as need be."""
    for part, following in zip(path, (*path[1:], ""), strict=True):
        if following == "":
            found = value
        elif isinstance(part, int):
            found = tree[part] if part < len(tree) else None
        else:
            found = tree.get(part)
        if found is None:
            found = [] if isinstance(following, int) else {}
        if isinstance(part, int) and part == len(tree):
            tree.append(found)
        tree[part] = found
        tree = found


@cache
def trees() -> Mapping[str, dict[str, Any]]:
    """Return the front matter of the records that have all fields, by their names in `FILES`."""
    found: dict[str, dict[str, Any]] = {}
    for name, (kind, _) in FILES.items():
        found[name] = {}
        for path, one in leaves(BY_NAME[kind].group):
            if path != ("gone",):  # then nothing else of the file is shown
                put(found[name], path, pair_of(kind, path, one)[0])
    found["person"]["cv"]["sections"] += ["publications", "talks", "awards", "education"]
    found["event"]["slots"] += [{"time": "11:00-11:30", "talk": "second", "room": "Attic"}]
    of_work: dict[str, Any] = found["source"]["corrections"][0]
    found["source"]["corrections"] += [{n: v for n, v in of_work.items() if n != "paper"}]
    del found["talk outside the programme"]["was"]
    return found


def written(tree: Mapping[str, Any], kind: str) -> str:
    """Return a file with this front matter."""
    front = yaml.dump(dict(tree), Dumper=DUMPER, allow_unicode=True)
    return f"---\n{front}---\nThe body of the {kind}.\n"


def project() -> dict[str, str]:
    """Return the files of a project in which every field of front matter is set."""
    return dict(OTHERS) | {
        path: written(trees()[name], kind) for name, (kind, path) in FILES.items()
    }


def changes(wanted: str) -> Iterator[Change]:
    """Yield a change for every field of a record of `FILES`."""
    kind, file = FILES[wanted]
    for path, one in leaves(BY_NAME[kind].group):
        if wanted != "talk outside the programme" or path[0] != "was":
            name = ".".join(map(str, (wanted, *path)))
            yield Change(name, file, path, pair_of(kind, path, one)[1])


def all_changed(wanted: str) -> list[Change]:
    """Return the changes of all fields of a record but those that take its page away."""
    gone = {("gone",), ("cv", "shown"), ("paper",), ("key",)}
    return [change for change in changes(wanted) if change.where not in gone]


def changed(files: Mapping[str, str], all_of_them: Iterable[Change]) -> dict[str, str]:
    """Return the files of a project that say something else after changes."""
    of_file: dict[str, list[Change]] = {}
    for change in all_of_them:
        of_file.setdefault(change.path, []).append(change)
    return {path: _changed(path, files[path], some) for path, some in of_file.items()}


def _changed(path: str, text: str, some: Iterable[Change]) -> str:
    wanted = next((name for name, (_, file) in FILES.items() if file == path), "")
    tree = deepcopy(trees()[wanted]) if wanted else {}
    for change in some:
        if isinstance(change.where, str):
            assert text.count(change.where) == 1
            text = text.replace(change.where, change.value)
        else:
            put(tree, change.where, change.value)
    return written(tree, FILES[wanted][0]) if wanted else text


BIB_VALUES: Mapping[str, Pair] = {
    "author": ("Able, Ada and Best, Bea", "Able, Ada and Cole, Cyd"),
    "author+an": ("1=equal", "1=student"),
    "author+an:default": ("1=equal", "1=student"),
    "author+an:person": ('1="bea-best"', '1="cyd-cole"'),
    "cites": ("main", "side"),
    "date": ("2019-03", "2020-04"),
    "day": ("3", "4"),
    "doi": ("10.1000/one", "10.1000/two"),
    "editor": ("Best, Bea", "Cole, Cyd"),
    "editor+an": ("1=equal", "1=student"),
    "editor+an:default": ("1=equal", "1=student"),
    "editor+an:person": ('1="bea-best"', '1="cyd-cole"'),
    "entrysubtype": ("poster", "magazine"),
    "eprint": ("2101.00001", "2101.00002"),
    "eprinttype": ("arxiv", "hal"),
    "archiveprefix": ("arxiv", "hal"),
    "arxiv": ("2101.00003", "2101.00004"),
    "preview": ("one.png", "two.png"),
    "thumbnail": ("one.png", "two.png"),
    "howpublished": ("arXiv preprint arXiv:2101.00001", "Zenodo"),
    "ids": ("earlier-one", "earlier-two"),
    **dict.fromkeys(("hyphenation", "langid", "language"), ("german", "french")),
    "month": ("mar", "apr"),
    "related": ("main", "side"),
    "selected": ("true", "false"),
    "sources": ("cv", "web"),
    "status": ("retracted", "corrected"),
    "year": ("2019", "2020"),
} | {
    name: (f"https://example.org/{name}/one", f"https://example.org/{name}/two")
    for name in LINK_FIELDS
}  # fmt: skip
"""Two values of the fields of entries that are no free text."""

BASES: tuple[Mapping[str, str], ...] = (
    {"author": "Able, Ada", "title": "A Title", "year": "2019"},
    {"author": "Able, Ada", "year": "2019"},
    {"author": "Able, Ada", "title": "A Title"},
    {"author": "Able, Ada", "title": "A Title", "year": "2019", "month": "mar"},
    {"author": "Able, Ada", "editor": "Best, Bea", "title": "A Title"},
    {"author": "Able, Ada", "title": "A Title", "eprint": "2101.00001"},
    {"author": "Able, Ada", "title": "A Title", "booktitle": "A Book", "journal": "Keys"},
    {"author": "Able, Ada", "title": "A Title", "booktitle": "A Book", "journaltitle": "Keys"},
    {"author": "Able, Ada", "title": "A Title", "eventtitle": "Keys"},
    {"author": "Able*, Ada", "title": "A Title", "award_name": "A Prize"},
)
"""Entries to which a field is added: most fields say something only where others do not."""
ENTRY_TYPES = ("article", "inproceedings", "misc", *VENUES)


class Asked(dict[str, str]):
    """The fields of an entry; ``asked`` are the names of all that somebody asked for."""

    asked: set[str]

    def __contains__(self, name: object) -> bool:
        self.asked.add(str(name))
        return super().__contains__(name)

    def get(self, name: str, default: Any = None) -> Any:  # type: ignore[override]
        """Return a field."""
        self.asked.add(name)
        return super().get(name, default)


def facts(entry_type: str, fields: Mapping[str, str], asked: set[str]) -> dict[str, Any]:
    """Return what an entry says, and note which of its fields the reader asks for."""
    given = Asked(fields)
    given.asked = asked
    places = dict.fromkeys(fields, (1, 1))
    entry = RawEntry(
        entry_type, "k", tuple(fields.items()), Place("", 1, 1), tuple(places.values())
    )
    reader = EntryFacts(entry)
    reader.fields = given
    return reader.read()


def bib_pair(name: str) -> Pair:
    """Return two values of a field of an entry."""
    return BIB_VALUES.get(name, ("Some words", "Other words"))


@cache
def bib_fields() -> tuple[str, ...]:
    """Return the names of all fields that the reader of bibliographies asks for."""
    known: set[str] = set(LINK_FIELDS)
    before: set[str] = set()
    while known != before:
        before = set(known)
        all_set = {name: bib_pair(name)[0] for name in sorted(before)}
        for entry_type in ENTRY_TYPES:
            for base in ({}, all_set, *BASES):
                facts(entry_type, base, known)
        for name in before:
            facts("misc", {name: bib_pair(name)[0]}, known)
            facts("misc", {one: all_set[one] for one in all_set if one != name}, known)
    return tuple(sorted(known - {""}))


def bib_case(name: str) -> tuple[str, dict[str, str], str]:
    """Return type and fields of an entry in which a field says something, and its other value.

    Raises:
        LookupError: if there is none.
    """
    one, other = bib_pair(name)
    ignored: set[str] = set()
    for base in BASES:
        for entry_type in ENTRY_TYPES:
            fields = {**base, name: one}
            if facts(entry_type, fields, ignored) != facts(
                entry_type, {**fields, name: other}, ignored
            ):
                return entry_type, fields, other
    raise LookupError(
        f"no entry says anything else if its field {name} is {other!r}, not {one!r}:"
        f" add values to BIB_VALUES, or an entry to BASES, of {__file__}"
    )


def entry(key: str, entry_type: str, fields: Mapping[str, str]) -> str:
    """Return an entry as a bibliography has it."""
    rows = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
    return f"@{entry_type}{{{key},\n{rows}}}\n"


def bib_project() -> dict[str, str]:
    """Return the files of a project with an entry for each field that entries may have."""
    cases = [bib_case(name) for name in bib_fields()]
    entries = [entry(f"k{at}", kind, fields) for at, (kind, fields, _) in enumerate(cases)]
    return dict(OTHERS) | {"refs.bib": REFS + "".join(entries)}


def bib_changes() -> Iterator[Change]:
    """Yield a change for every field that entries may have."""
    yield Change("entry.crossref", "refs.bib", "{volume}}", "{tome}}")
    for at, name in enumerate(bib_fields()):
        kind, fields, other = bib_case(name)
        before, after = (
            entry(f"k{at}", kind, {**fields, name: one}) for one in (fields[name], other)
        )
        yield Change(f"entry.{name}", "refs.bib", before, after)
