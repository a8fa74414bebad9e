"""From records to relations: venues, topics, programmes, notes, references between records."""

from __future__ import annotations

from symposium.kinds.base import Origin
from symposium.kinds.event import Event, Slot
from symposium.kinds.paper import Contributor, Paper, PaperListing, PaperNotes
from symposium.kinds.participants import Participant
from symposium.kinds.person import Person
from symposium.kinds.records import Records
from symposium.kinds.source import Source
from symposium.kinds.talk import SoloTalk, Talk
from symposium.kinds.topic import Topic
from symposium.kinds.venue import Venue
from symposium.knowledge import build
from symposium.model.dates import Date
from symposium.model.names import parse_name
from symposium.model.problems import Code, Place, Problem


def paper(key: str, year: int | None = None, **fields: object) -> Paper:
    date = Date(year) if year else None
    return Paper(key, key, "article", f"Title of {key}", date=date, **fields)  # type: ignore[arg-type]


def made(papers: tuple[Paper, ...] = (), notes: tuple[PaperNotes, ...] = (), **entities: object):
    kinds = {kind: tuple(records) for kind, records in entities.items()}  # type: ignore[arg-type]
    return build(Records(papers, notes, kinds))


def codes(problems: list[Problem]) -> list[Code]:
    return [problem.code for problem in problems]


def test_a_venue_is_the_booktitle_without_year_and_ordinal() -> None:
    kb, _ = made(
        (
            paper("a", 2000, venue="Proceedings of the 38th Annual Meeting of the ACL"),
            paper("b", 2001, venue="Proceedings of the 39th Annual Meeting of the ACL"),
            paper("c", 2002, venue="Proceedings of the Fortieth Annual Meeting of the ACL"),
        )
    )
    assert list(kb.venues) == ["proceedings-of-the-annual-meeting-of-the-acl"]
    assert kb.relations.papers_of_venue["proceedings-of-the-annual-meeting-of-the-acl"] == (
        "c", "b", "a",
    )  # fmt: skip


def test_a_described_venue_claims_its_printed_forms_with_year_and_ordinal() -> None:
    venue = Venue(
        "sc", "International Conference for High Performance Computing", "SC",
        names=("Supercomputing {year}", "{ordinal} Supercomputing Conference"),
    )  # fmt: skip
    kb, _ = made(
        (
            paper("a", venue="Supercomputing 2021"),
            paper("b", venue="SC '19"),
            paper("c", venue="33rd Supercomputing Conference"),
        ),
        venue=[venue],
    )
    assert list(kb.venues) == ["sc"]


def test_keywords_are_one_topic_whatever_their_case_and_a_file_claims_them() -> None:
    topic = Topic("deep-learning", "Deep learning", names=("DNN",))
    kb, _ = made(
        (
            paper("a", topics=("deep learning", "I/O")),
            paper("b", topics=("Deep Learning", "dnn", "i/o")),
        ),
        topic=[topic],
    )
    assert list(kb.topics) == ["deep-learning", "i-o"]
    assert kb.relations.papers_of_topic["deep-learning"] == ("a", "b")


def test_notes_join_the_entry_of_their_name_or_key() -> None:
    notes = (
        PaperNotes("a", awards=("Best paper",), document="papers/a"),
        PaperNotes("other", key="conf/x:b", status="retracted", document="papers/other"),
    )
    entry = Paper("conf-x-b", "conf/x:b", "article", "B")
    kb, problems = made((paper("a"), entry), notes)
    assert kb.works["a"].awards == ("Best paper",)
    assert kb.works["conf-x-b"].status == "retracted"
    assert problems == []


def test_listings_of_a_source_reach_the_papers() -> None:
    listing = PaperListing("a", date="2023-01-05", category="LG", score="7", code=True)
    source = Source("page", "A page", "page", "undated", listings=(listing,))
    kb, problems = made((paper("a"),), source=[source])
    assert kb.works["a"].listings == (
        PaperListing("a", "2023-01-05", "LG", "7", True, source="page"),
    )
    assert kb.works["a"].sources == ("page",)
    assert kb.relations.records_of_source["page"] == (("paper", "a"),)
    assert problems == []


def event(**fields: object) -> Event:
    return Event("ws", "Workshop", **fields)  # type: ignore[arg-type]


def test_a_talk_takes_its_time_and_kind_from_its_slot_and_its_sources_from_its_event() -> None:
    slots = (
        Slot("09:00", "09:40", kind="invited", talk="ray"),
        Slot("09:40", "10:00", kind="break"),
    )
    kb, problems = made(
        event=[event(slots=slots, sources=("s",))], talk=[Talk("ws/ray", "ws", "Ray")]
    )
    talk = kb.talks["ws/ray"]
    assert (talk.start, talk.end, talk.kind, talk.sources) == ("09:00", "09:40", "invited", ("s",))
    assert kb.events["ws"].slots[0].talk == "ws/ray"
    assert kb.relations.talks_of_event["ws"] == ("ws/ray",)
    assert problems == []


def test_a_slot_that_names_no_talk_is_an_error_and_stays_on_the_programme() -> None:
    kb, problems = made(
        event=[event(slots=(Slot("09:00", "09:40", talk="raj"),))],
        talk=[Talk("ws/ray", "ws", "Ray")],
    )
    assert codes(problems) == [Code.TALK_UNKNOWN]
    assert problems[0].hint == "did you mean ray?"
    assert kb.events["ws"].slots[0].title == "raj"


def test_a_talk_takes_the_title_of_the_paper_it_presents() -> None:
    talks = [Talk("ws/one", "ws", paper="a"), Talk("ws/two", "ws", paper="nope")]
    kb, problems = made((paper("a"),), event=[event()], talk=talks)
    assert kb.talks["ws/one"].title == "Title of a"
    assert kb.relations.talks_of_paper == {"a": ("ws/one",)}
    assert kb.talks["ws/two"].title == "Two"
    assert codes(problems) == [Code.PAPER_UNKNOWN]


def test_talks_outside_events_get_an_address_each_even_with_one_title_in_one_year() -> None:
    talks = (
        SoloTalk("Prefetching", Date(2021), "invited", venue="Huawei"),
        SoloTalk("Prefetching", Date(2021), "invited", venue="ISC"),
        SoloTalk("Undated"),
    )
    kb, _ = made(person=[Person("ada", parse_name("Ada"), talks=talks)])
    ids = list(kb.talks)
    assert ids[0] == "talks/ada-2021-prefetching"
    assert ids[1].startswith("talks/ada-2021-prefetching-")
    assert ids[2] == "talks/ada-undated"
    assert kb.relations.talks_of_person["ada"] == tuple(ids)


def test_a_poster_is_listed_apart_and_joined_to_the_paper_of_its_title() -> None:
    author = (Contributor(parse_name("Ada")),)
    one = Paper("a", "a", "article", "Spatial MoE", author, date=Date(2022))
    poster = Paper("b", "b", "misc", "Spatial MoE.", author, date=Date(2022), poster=True)
    kb, _ = made((one, poster))
    assert [p.id for p in kb.papers] == ["a"]
    assert [p.id for p in kb.posters] == ["b"]
    assert kb.relations.posters_of_paper == {"a": ("b",), "b": ("a",)}
    assert kb.relations.papers_of_person == {"ada": ("a",)}
    assert kb.relations.posters_of_person == {"ada": ("b",)}


def test_records_are_found_by_id_key_earlier_id_and_short_talk_id() -> None:
    kb, _ = made(
        (Paper("conf-x-b", "conf/x:b", "article", "B", was=("old-b",)),),
        event=[event()],
        talk=[Talk("ws/ray", "ws", "Ray", speakers=(Participant(parse_name("Zhe Zhang")),))],
    )
    assert kb.find("paper", "conf/x:b") == kb.find("paper", "conf-x-b") == "conf-x-b"
    assert kb.find("paper", "old-b") == "conf-x-b"
    assert kb.find("talk", "ray") == kb.find("talk", "ws/ray") == "ws/ray"
    assert kb.find("person", "nobody") is None
    assert kb.nearest("person", "zhe-zang") == "zhe-zhang"


def test_an_earlier_id_that_leads_elsewhere_already_is_reported() -> None:
    people = [
        Person("ann", parse_name("Ann Bee"), was=("bob", "ann", "old")),
        Person("bob", parse_name("Bob Cee"), was=("old",)),
    ]
    _, problems = made(person=people)
    assert [problem.message for problem in problems if problem.code is Code.ID_DUPLICATE] == [
        '"bob" already redirects to the person bob',
        '"old" already redirects to the person ann',
    ]


def test_a_part_of_nothing_or_of_itself_is_reported() -> None:
    events = [
        Event("a", "A", part_of="b"),
        Event("b", "B", part_of="a"),
        Event("c", "C", part_of="aa"),
        Event("d", "D", part_of="a"),
    ]
    _, problems = made(event=events)
    assert [problem.text for problem in problems] == [
        "The event a is a part of itself: name the event that it belongs to",
        "The event b is a part of itself: name the event that it belongs to",
        'no event has the id "aa": did you mean a?',
    ]


def test_what_a_file_adds_to_an_entry_is_reported_in_that_file() -> None:
    entry = paper("a", origin=Origin(Place("refs.bib", 3)))
    origin = Origin(Place("papers/a.md"), {"thumbnail": (4, 12), "sources": (5, 11)})
    note = PaperNotes("a", thumbnail="files/no.png", sources=("cw",), origin=origin)
    source = Source("cv", "A CV", "cv", "undated")
    _, problems = made((entry,), (note,), source=[source])
    assert [(p.code, str(p.place)) for p in problems] == [
        (Code.FILE_MISSING, "papers/a.md:4"),
        (Code.SOURCE_UNKNOWN, "papers/a.md:5"),
    ]


def test_a_role_in_a_biography_that_names_nobody_is_an_error() -> None:
    ada = Participant(parse_name("Ada"), bio="Met {person}`Bob <bob>` and {person}`ada`.")
    _, problems = made(event=[event()], talk=[Talk("ws/t", "ws", "T", speakers=(ada,))])
    assert [(p.code, p.message) for p in problems] == [
        (Code.RECORD_UNKNOWN, 'no person has the id "bob"')
    ]
