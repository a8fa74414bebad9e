"""A small knowledge base in which every field of the selection language has something to find."""

from __future__ import annotations

from functools import cache

from symposium.kinds.cv import Award
from symposium.kinds.event import Event, Room, Slot
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.participants import Affiliation, Participant
from symposium.kinds.person import Person
from symposium.kinds.records import Records
from symposium.kinds.source import Source
from symposium.kinds.talk import Talk
from symposium.kinds.topic import Topic
from symposium.kinds.venue import Venue
from symposium.knowledge import KnowledgeBase, build
from symposium.model.dates import Date, Period
from symposium.model.names import parse_name


def by(*names: str) -> tuple[Contributor, ...]:
    return tuple(Contributor(parse_name(name)) for name in names)


def on(*names: str) -> tuple[Participant, ...]:
    return tuple(Participant(parse_name(name)) for name in names)


PAPERS = (
    Paper(
        "doe-2019", "Doe:2019", "article", "On Sparse Maps", by("Ann Doe", "Rosa Bazińska"),
        date=Date(2019, 3), venue="Journal of Maps", topics=("Sparsity", "hpc"), doi="10.1/AbC",
        links={"code": "https://x.org/c", "pdf": "https://x.org/p"}, selected=True,
        awards=("Best Paper",), abstract="We fold maps.", sources=("cv",), status="published",
    ),
    Paper(
        "li-2020", "li+2020", "inproceedings", "Large Kites", by("Li Wei", "Ann Doe"),
        editors=by("Eve Ed"), date=Date(2020, 11, 5), venue="Proceedings of Kites 2020",
        topics=("sparsity",), arxiv="2011.00001", cites=("Doe:2019",), links={"slides": "https://x.org/s"},
    ),
    Paper(
        "kite-poster", "kite-poster", "misc", "Small Kites", by("Ann Doe"), date=Date(2020),
        poster=True, venue="Proceedings of Kites 2020",
    ),
    Paper(
        "x2021", "2021x", "inproceedings", "Kites and “Knots”: A—B", by("Rosa Bazinska"),
        date=Date(2021, season="summer"), venue="Proceedings of Kites 2021", categories=("HPC",),
        status="retracted", series="LNCS",
    ),
    Paper("and", "and", "book", "No Date at All", by("O'Brien, Pat"), publisher="A & B"),
)  # fmt: skip
PEOPLE = (
    Person(
        "ann-doe", parse_name("Ann Doe"), names=("A. M. Doe",), former_names=("Ann Smith",),
        orcid="0000-0002-1825-0097", role="faculty", topics=("hpc",),
        affiliations=(Affiliation("Institute of Maps", "Spain", "Folding"),),
        links={"homepage": "https://x.org"}, awards=(Award("Kite Prize"),), was=("ann-smith",),
    ),
    Person("li-wei", parse_name("Li Wei"), role="phd"),
    Person("li-wei-2", parse_name("Wei Li"), names=("Same Name",)),
    Person("li-wei-3", parse_name("Wei Li-Three"), names=("Same Name",)),
)  # fmt: skip
EVENTS = (
    Event(
        "kites", "Kites 2027", series="Kites", date=Period(Date(2027, 3, 26), Date(2027, 3, 28)),
        location="Castle, Wind", organizers=on("Eve Ed"), topics=("sparsity",), rooms=(Room("Hall"),),
        slots=(
            Slot(day="2027-03-26", start="10:00", end="11:00", talk="kites/tails", kind="keynote",
                 room="Hall", track="Craft"),
            Slot(day="2027-03-27", start="10:00", end="11:00", talk="kites/large"),
        ),
        sources=("cv",),
    ),
    Event("old", "Old Meeting", date=Date(2019), part_of="kites"),
)  # fmt: skip
TALKS = (
    Talk("kites/tails", "kites", "On Tails", speakers=on("Ann Doe"), topics=("hpc",)),
    Talk("kites/large", "kites", None, speakers=on("Li Wei"), authors=on("Li Wei", "Ann Doe"),
         paper="li+2020", abstract="All of it."),
    Talk("old/first", "old", "The First", kind="invited", speakers=on("Pat O'Brien")),
)  # fmt: skip


@cache
def site() -> KnowledgeBase:
    """Return it."""
    entities: dict[str, tuple[object, ...]] = {
        "person": PEOPLE,
        "event": EVENTS,
        "talk": TALKS,
        "topic": (Topic("sparsity", "Sparse things", names=("Sparsity", "pruning")),),
        "venue": (Venue("kites", "Conference on Kites", short="KITES",
                        names=("Proceedings of Kites {year}",)),),
        "source": (Source("cv", "A Vita", "cv", "undated"),),
    }  # fmt: skip
    kb, problems = build(Records(PAPERS, (), entities))
    assert [one for one in problems if one.severity > 2] == []
    return kb
