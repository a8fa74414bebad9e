"""The rules of identity: which person a printed name belongs to, and what is said about it."""

from __future__ import annotations

import re

import pytest
from symposium.kinds.base import Origin
from symposium.kinds.event import Event, Slot
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.participants import Participant
from symposium.kinds.person import Person
from symposium.kinds.records import Records
from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase, build
from symposium.knowledge.identity import State
from symposium.model.names import parse_name
from symposium.model.problems import Code, Place, Problem


def paper(key: str, *authors: str | Contributor, line: int = 1) -> Paper:
    people = tuple(
        one if isinstance(one, Contributor) else Contributor(parse_name(one)) for one in authors
    )
    origin = Origin(Place("refs.bib", line), {"author": (line + 1, 3)})
    return Paper(key, key, "article", f"Title of {key}", people, origin=origin)


def person(person_id: str, name: str, **fields: object) -> Person:
    origin = Origin(Place(f"people/{person_id}.md"))
    return Person(person_id, parse_name(name), origin=origin, **fields)  # type: ignore[arg-type]


def made(*records: Paper | Person | Talk) -> tuple[KnowledgeBase, list[Problem]]:
    people = tuple(r for r in records if isinstance(r, Person))
    talks = tuple(r for r in records if isinstance(r, Talk))
    papers = tuple(r for r in records if isinstance(r, Paper))
    events = tuple(r for r in records if isinstance(r, Event))
    return build(Records(papers, (), {"person": people, "talk": talks, "event": events}))


def test_one_person_is_derived_per_folded_name() -> None:
    kb, problems = made(
        paper("a", "Julia Bazińska", "Brian R"),
        paper("b", "Bazinska, Julia", "Brian R."),
        paper("c", "JULIA  BAZINSKA"),
    )
    assert list(kb.people) == ["brian-r", "julia-bazinska"]
    assert kb.state_of("julia-bazinska") is State.DERIVED
    assert kb.relations.papers_of_person["julia-bazinska"] == ("a", "b", "c")
    assert problems == []


def test_a_derived_person_shows_every_printed_form_with_the_works_that_print_it() -> None:
    kb, _ = made(paper("a", "Julia Bazińska"), paper("b", "Julia Bazinska"))
    assert kb.printed_forms("julia-bazinska") == {
        "Julia Bazińska": (("paper", "a"),),
        "Julia Bazinska": (("paper", "b"),),
    }
    assert kb.people["julia-bazinska"].name.text == "Julia Bazińska"


def test_the_canonical_form_does_not_depend_on_the_order_of_entries() -> None:
    papers = [paper("a", "Yang Liu"), paper("b", "Yáng Liú"), paper("c", "YANG LIU")]
    names = {made(*order)[0].people["yang-liu"].name.text for order in (papers, papers[::-1])}
    assert names == {"Yáng Liú"}


def test_a_person_is_known_by_id_state_and_place_from_a_to_z() -> None:
    kb, _ = made(person("ada", "Ada Zed"), paper("a", "Ada Zed", "Zoe Abel", "Åsa Abel"))
    assert list(kb.identity.rank) == ["asa-abel", "zoe-abel", "ada"]
    assert (len(kb.people), "zoe-abel" in kb.people, "nobody" in kb.people) == (3, True, False)
    assert kb.state_of("ada") is State.DESCRIBED
    with pytest.raises(KeyError):
        kb.people["nobody"]


def test_a_file_claims_its_name_and_its_other_printed_forms() -> None:
    kb, _ = made(
        person("rosa-badia", "Rosa M. Badia", names=("Rosa Badia",)),
        paper("a", "Rosa Badia"),
        paper("b", "Rosa M. Badia"),
        paper("c", "R. Badia"),
    )
    assert kb.relations.papers_of_person["rosa-badia"] == ("a", "b")
    assert kb.relations.papers_of_person["r-badia"] == ("c",)
    assert kb.state_of("rosa-badia") is State.DESCRIBED


def test_titles_are_kept_as_printed_and_ignored_in_matching() -> None:
    talk = Talk("e/t", "e", "T", speakers=(Participant(parse_name("Prof. Dr. Rosa Badia")),))
    kb, _ = made(person("rosa-badia", "Rosa Badia"), talk)
    assert kb.relations.talks_of_person["rosa-badia"] == ("e/t",)
    assert "Prof. Dr. Rosa Badia" in kb.printed_forms("rosa-badia")


def test_an_explicit_id_wins_over_names() -> None:
    kb, problems = made(
        person("yang-liu-edinburgh", "Yang Liu"),
        person("yang-liu-icsi", "Yang Liu"),
        paper("a", Contributor(parse_name("Yang Liu"), "yang-liu-icsi")),
    )
    assert kb.relations.papers_of_person == {"yang-liu-icsi": ("a",)}
    assert problems == []


def test_an_orcid_as_explicit_id_finds_its_person() -> None:
    orcid = "0000-0002-1825-0097"
    kb, problems = made(
        person("yang-liu-icsi", "Yang Liu", orcid=orcid),
        paper("a", Contributor(parse_name("Y. Liu"), orcid)),
        paper("b", Contributor(parse_name("Y. Liu"), f"https://orcid.org/{orcid}")),
    )
    assert kb.relations.papers_of_person == {"yang-liu-icsi": ("a", "b")}
    assert problems == []


def test_a_name_claimed_twice_is_an_error_at_each_use_that_names_both_candidates() -> None:
    kb, problems = made(
        person("yang-liu-edinburgh", "Yang Liu"),
        person("yang-liu-icsi", "Yang Liu"),
        paper("a", "Yang Liu", line=12),
        paper("b", "Ada Lovelace", "Yang Liu", line=40),
    )
    candidates = (
        "yang-liu-edinburgh (people/yang-liu-edinburgh.md:1)"
        " or yang-liu-icsi (people/yang-liu-icsi.md:1)"
    )
    assert [str(problem) for problem in problems] == [
        f'{place}: I001 "Yang Liu" may be {candidates}: add an annotation such as '
        f'author+an:person = {{{position}="yang-liu-edinburgh"}}'
        for place, position in (("refs.bib:13:3", 1), ("refs.bib:41:3", 2))
    ]
    assert kb.state_of("yang-liu") is State.AMBIGUOUS
    assert kb.identity.candidates["yang-liu"] == ("yang-liu-edinburgh", "yang-liu-icsi")
    assert kb.relations.papers_of_person["yang-liu"] == ("a", "b")


def test_explicit_ids_tell_persons_of_one_name_apart_without_files() -> None:
    kb, problems = made(
        paper("a", Contributor(parse_name("Yang Liu"), "yang-liu-icsi")),
        paper("b", Contributor(parse_name("Yang Liu"), "yang-liu-edinburgh")),
    )
    assert list(kb.people) == ["yang-liu-edinburgh", "yang-liu-icsi"]
    assert problems == []


def test_an_explicit_id_that_is_a_slip_names_the_right_one() -> None:
    _, problems = made(
        person("rosa-badia", "Rosa Badia"),
        paper("a", Contributor(parse_name("Rosa Badia"), "rosa-badja")),
    )
    assert [(p.code, p.hint) for p in problems] == [
        (Code.PERSON_UNKNOWN, "did you mean rosa-badia?")
    ]


def test_earlier_ids_keep_resolving() -> None:
    kb, problems = made(
        person("rosa-badia", "Rosa Badia", was=("r-badia",)),
        paper("a", Contributor(parse_name("Rosa Badia"), "r-badia")),
    )
    assert kb.relations.papers_of_person == {"rosa-badia": ("a",)}
    assert kb.find("person", "r-badia") == "rosa-badia"
    assert problems == []


def test_a_former_name_resolves_and_is_never_shown() -> None:
    from symposium.kinds.cv import Advisee, Degree
    from symposium.kinds.event import Role

    old = (Participant(parse_name("Old Doe")),)
    kb, problems = made(
        person("alex-doe", "Alex Doe", former_names=("Old Doe",)),
        person(
            "bo-roe", "Bo Roe", advising=(Advisee("Old Doe"),),
            education=(Degree("PhD", "X", committee=("Al Moe", "Old Doe"), advisor="Old Doe"),),
        ),
        Event(
            "m", "M", organizers=old, committee=(Role("PC", old),),
            slots=(Slot("9:00", "10:00", title="S", chair=old),),
        ),
        Paper(
            "a", "a", "article", "T", (Contributor(parse_name("Old Doe")),),
            fields=(("author", "Doe, Old"), ("title", "T")),
        ),
        Talk("e/t", "e", "T", speakers=(Participant(parse_name("Old Doe")),)),
    )  # fmt: skip
    assert kb.relations.papers_of_person["alex-doe"] == ("a",)
    assert kb.works["a"].authors[0].name.text == "Alex Doe"
    assert kb.talks["e/t"].speakers[0].name.text == "Alex Doe"
    assert dict(kb.works["a"].fields)["author"] == "Doe, Alex"
    assert list(kb.printed_forms("alex-doe")) == ["Alex Doe"]
    event, other = kb.events["m"], kb.people["bo-roe"]
    shown = (*event.organizers, *event.committee[0].people, *event.slots[0].chair)
    assert [one.name.text for one in shown] == ["Alex Doe"] * 3
    degree = other.education[0]
    assert (other.advising[0].name, *degree.committee, degree.advisor) == (
        "Alex Doe", "Al Moe", "Alex Doe", "Alex Doe",
    )  # fmt: skip
    assert [one for one in problems if "Doe" in one.message] == []


def test_a_name_without_ascii_letters_gets_an_address_of_its_own() -> None:
    kb, _ = made(paper("a", "候丽", "马"))
    assert len(kb.people) == 2
    assert all(re.fullmatch(r"x-[0-9a-f]{10}", person_id) for person_id in kb.people)
    assert [*made(paper("a", "X. Li"))[0].people] == ["x-li"]


def test_persons_whose_slugs_collide_both_keep_a_page() -> None:
    kb, _ = made(paper("a", "Li 李", "Li 王"))
    assert len(kb.people) == 2
    assert "li" in kb.people


def test_a_derived_person_never_takes_the_id_of_a_described_one() -> None:
    kb, _ = made(person("rosa-badia", "Rosa M. Badia"), paper("a", "Rosa Badia"))
    assert kb.relations.papers_of_person.keys() != {"rosa-badia"}
    assert len(kb.people) == 2


def test_a_name_in_text_may_have_its_family_first() -> None:
    kb, _ = made(person("ada", "Ada Byron"), paper("a", "Eve, Adam"))
    assert kb.identity.resolve("Byron, Ada") == "ada"
    assert kb.identity.resolve("Eve, Adam") == kb.identity.resolve("Adam Eve") == "adam-eve"
