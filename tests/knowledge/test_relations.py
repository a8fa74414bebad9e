"""Relations and what is found on demand, against the plainest way to find the same."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from support.chosen import examples
from symposium.kinds.cv import Advisee, Degree
from symposium.kinds.event import Event
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.participants import Participant
from symposium.kinds.person import Person
from symposium.kinds.records import Records
from symposium.kinds.software import Developer, Software
from symposium.kinds.source import Source
from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase, build
from symposium.knowledge.base import MANY_AUTHORS
from symposium.knowledge.identity import NameOccurrence, uses_of_record
from symposium.knowledge.volumes import edited_volumes
from symposium.model.dates import Date
from symposium.model.names import fold_name, parse_name

PRINTED = ("Ann Bee", "ANN BEE", "Bee, Ann", "Ånn Bée", "A. Bee", "Carl Dee", "Prof. Carl Dee",
           "Eve Fox", "候丽", "{Ann Bee}")  # fmt: skip
EXPLICIT = (None, None, None, None, "ann", "ann-bee", "new-one", "0000-0002-1825-0097")
NAMES = st.sampled_from(PRINTED).map(parse_name)
SOURCES = st.lists(st.sampled_from(["one", "two"]), max_size=1).map(tuple)


def people(record: type) -> st.SearchStrategy[tuple[object, ...]]:
    """Return lists of people as they are printed, some twice, some with an explicit id."""
    return st.lists(st.builds(record, NAMES, st.sampled_from(EXPLICIT)), max_size=4).map(tuple)


PAPERS = st.lists(
    st.builds(
        Paper, st.just(""), st.just(""), st.just("article"),
        title=st.sampled_from(["One", "one.", "Two"]),
        authors=people(Contributor), editors=people(Contributor),
        date=st.sampled_from([None, Date(2020), Date(2021)]),
        venue=st.sampled_from([None, "SC 2020", "SC 2021", "PPoPP"]),
        topics=st.lists(st.sampled_from(["hpc", "HPC", "io"]), max_size=2).map(tuple),
        poster=st.booleans(), sources=SOURCES,
    ),
    max_size=8,
)  # fmt: skip
TALKS = st.lists(
    st.builds(Talk, st.just(""), st.just("ws"), title=st.just("T"), authors=people(Participant),
              speakers=people(Participant), date=st.sampled_from([None, Date(2020), Date(2021)])),
    max_size=3,
)  # fmt: skip
PERSON = Person(
    "ann", parse_name("Ann Bee"), names=("A. Bee",), orcid="0000-0002-1825-0097",
    education=(Degree("PhD", "X", committee=("Carl Dee", "Ann Bee"), advisor="Eve Fox"),),
    advising=(Advisee("Sam Student"), Advisee("Eve Fox", person="ann")),
)  # fmt: skip


@st.composite
def records(draw: st.DrawFn) -> Records:
    """Return a small project in which names meet in all the ways they can."""
    papers = [replace(p, id=f"p{n}", key=f"k{n}") for n, p in enumerate(draw(PAPERS))]
    talks = [replace(t, id=f"ws/t{n}") for n, t in enumerate(draw(TALKS))]
    twin = Person("bea", parse_name("Ånn Bée"))
    files = draw(st.sampled_from([(), (PERSON,), (twin, PERSON), (PERSON, twin)]))
    kinds: dict[str, tuple[object, ...]] = {
        "person": files,
        "talk": tuple(talks),
        "event": (Event("ws", "W", organizers=draw(people(Participant))),),
        "software": (Software("loom", "Loom", people=draw(people(Developer))),),
        "source": (Source("one", "One", "cv", "undated"), Source("two", "Two", "cv", "undated")),
    }
    return Records(tuple(papers), (), kinds)


def plain_uses(kb: KnowledgeBase) -> dict[str, list[NameOccurrence]]:
    """Return the uses of names by person: every record is looked through, by the rule itself."""
    found: dict[str, list[NameOccurrence]] = {person: [] for person in kb.people}
    for kind in ("paper", "talk", "event", "person", "software"):
        for record in kb.entities[kind].values():
            for use in uses_of_record(record, kind):
                by = kb.identity.by_explicit if use.explicit else kb.identity.by_fold
                found[by[use.explicit or fold_name(use.name.text)]].append(use)
    return found


def works_of(
    kb: KnowledgeBase, uses: list[NameOccurrence], role: str, poster: bool
) -> tuple[str, ...]:
    ids = {u.id: None for u in uses if u.kind == "paper" and u.role == role}
    mine = [kb.works[one] for one in ids if kb.works[one].poster is poster]
    return tuple(work.id for work in sorted(mine, key=lambda work: -(work.year or 0)))


def plain_coauthors(kb: KnowledgeBase, person: str) -> tuple[tuple[str, int], ...]:
    counts: Counter[str] = Counter()
    titles = {fold_name(work.title) for work in kb.works.values() if not work.poster}
    for work in kb.works.values():
        ids = {kb.person_of(one) for one in work.authors}
        if person in ids and not (work.poster and fold_name(work.title) in titles):
            counts.update(ids - {person})
    return tuple(
        sorted(counts.items(), key=lambda row: (-row[1], kb.people[row[0]].name.sort_key, row[0]))
    )


@settings(max_examples=examples(150))
@given(records())
def test_what_is_known_of_a_person_is_what_a_search_of_all_records_finds(made: Records) -> None:
    kb, _ = build(made)
    relations = kb.relations
    assert list(kb.people) == sorted(kb.people)
    for person, uses in plain_uses(kb).items():
        assert kb.uses_of(person) == tuple(uses)
        assert kb.uses_of(person, "talk", "person") == tuple(
            use for use in uses if use.kind in {"talk", "person"}
        )
        forms: dict[str, dict[tuple[str, str], None]] = {}
        for use in uses:
            forms.setdefault(use.name.text, {})[use.kind, use.id] = None
        assert kb.printed_forms(person) == {text: tuple(where) for text, where in forms.items()}
        assert list(kb.printed_forms(person)) == list(forms)
        assert relations.papers_of_person.get(person, ()) == works_of(kb, uses, "author", False)
        assert relations.posters_of_person.get(person, ()) == works_of(kb, uses, "author", True)
        assert relations.edited_by.get(person, ()) == works_of(kb, uses, "editor", False)
        talks = sorted(
            {use.id: None for use in uses if use.kind == "talk"}, key=lambda one: _latest(kb, one)
        )
        assert relations.talks_of_person.get(person, ()) == tuple(talks)
        assert kb.coauthors_of(person) == plain_coauthors(kb, person)
        implied = [s for u in uses for s in getattr(kb.entities[u.kind][u.id], "sources", ())]
        assert kb.sources_of("person", person) == tuple(dict.fromkeys(implied))
        assert kb.title_of("person", person) == kb.people[person].name.text


def _latest(kb: KnowledgeBase, talk: str) -> int:
    date = kb.talks[talk].date
    return -(date.year or 9999) if date else 0


@settings(max_examples=examples(100))
@given(records())
def test_lists_of_works_are_newest_first_and_complete(made: Records) -> None:
    kb, _ = build(made)
    newest = sorted(kb.works.values(), key=lambda work: -(work.year or 0))
    assert [work.id for work in newest] == list(kb.relations.newest)
    assert kb.papers == [work for work in newest if not work.poster]
    assert kb.posters == [work for work in newest if work.poster]
    for venue in kb.venues:
        assert kb.relations.papers_of_venue[venue] == tuple(
            work.id for work in newest if kb.venue_of(work) == kb.venues[venue]
        )
    for topic in kb.topics.values():
        assert kb.relations.papers_of_topic.get(topic.id, ()) == tuple(
            work.id for work in newest if topic in kb.topics_of(work.topics)
        )
    for year, ids in kb.relations.papers_of_year.items():
        assert ids == tuple(work.id for work in newest if work.year == year)
    for work in newest:
        assert kb.authors_of(work.id) == tuple(map(kb.person_of, work.authors))


def test_a_volume_is_edited_once_however_many_works_name_it() -> None:
    ada = (Contributor(parse_name("Ada")),)
    bob = (Contributor(parse_name("Bob")),)

    def work(name: str, kind: str, title: str, year: int, venue: str = "", **more: object) -> Paper:
        return Paper(name, name, kind, title, editors=ada, date=Date(year), venue=venue or None,
                     authors=bob, **more)  # type: ignore[arg-type] # fmt: skip

    kb, _ = build(
        Records((
            work("a", "inproceedings", "A", 2020, "Proceedings of X 2020"),
            work("b", "inproceedings", "B", 2020, "Proceedings of {X} 2020"),
            work("c", "incollection", "C", 2021, "A Handbook"),
            work("book", "book", "a handbook", 2021),
            work("poster", "misc", "P", 2021, "A Handbook", poster=True),
            work("d", "incollection", "D", 2019, "A Handbook"),
            work("thesis", "phdthesis", "T", 2022),
            replace(work("report", "techreport", "R", 2023), authors=()),
        ))
    )  # fmt: skip
    found = [
        (one.title, one.year, one.paper, tuple(one.works)) for one in edited_volumes(kb, "ada")
    ]
    assert found == [
        ("R", 2023, "report", ()),
        ("a handbook", 2021, "book", ("c", "poster")),
        ("Proceedings of X 2020", 2020, None, ("a", "b")),
        ("A Handbook", 2019, None, ("d",)),
    ]
    assert not edited_volumes(kb, "bob")


def test_a_collaboration_makes_nobody_a_co_author() -> None:
    def work(name: str, size: int) -> Paper:
        authors = tuple(Contributor(parse_name(f"A{n} Bee")) for n in range(size))
        return Paper(name, name, "article", "T", authors)

    many = MANY_AUTHORS
    kb, _ = build(Records((work("small", 2), work("large", many), work("huge", many + 1))))
    assert dict(kb.coauthors_of("a0-bee")) == {f"a{n}-bee": 1 + (n < 2) for n in range(1, many)}
    assert kb.coauthors_of(f"a{many}-bee") == ()
    assert kb.relations.papers_of_person[f"a{many}-bee"] == ("huge",)
