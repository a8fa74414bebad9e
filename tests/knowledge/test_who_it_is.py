"""What a person's file says of who it is: names in a script of their own, namesakes, and proof."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.person import Person, Verification
from symposium.kinds.records import Records
from symposium.knowledge import NO_MENTIONS, KnowledgeBase, build
from symposium.lint.persons import similar_names
from symposium.lint.subject import Subject
from symposium.model.dates import Date
from symposium.model.names import parse_name
from symposium.model.problems import Code
from symposium.pages import Pages, Urls
from symposium.search.fields import NAME, Fields
from symposium.search.records import SearchRecord
from symposium.search.terms import name_terms

if TYPE_CHECKING:
    from symposium.model.problems import Problem


def work(key: str, *authors: str) -> Paper:
    """Return a work of some authors."""
    people = tuple(Contributor(parse_name(one)) for one in authors)
    return Paper(key, key, "misc", f"On {key}", authors=people)


def kb_of(person: Person, *papers: Paper) -> tuple[KnowledgeBase, list[Problem]]:
    """Return the knowledge base of a person and some works, and its problems."""
    return build(Records(papers, entities={"person": (person,)}))


def test_a_name_in_the_own_script_leads_to_the_person_and_is_found() -> None:
    person = Person("mira-sol", parse_name("Mira Sol"), native_name="Міра Соль")
    kb, problems = kb_of(person, work("a", "Міра Соль"))
    assert (kb.authors_of("a"), problems) == (("mira-sol",), [])
    terms = Fields(kb).of(SearchRecord("person", 0, "mira-sol"))[NAME]
    assert terms >= {*name_terms("Mira Sol"), *name_terms("Міра Соль")}


def test_the_search_reads_a_biography_as_its_page_shows_it() -> None:
    person = Person("mira-sol", parse_name("Mira Sol"), body="She wrote {paper}`a` on *tides*.")
    kb, _ = kb_of(person, work("a", "Mira Sol"))
    assert (
        Fields(kb).text(SearchRecord("person", 0, "mira-sol")) == "She wrote Sol (n.d.) on tides."
    )


def test_the_page_shows_who_it_is() -> None:
    person = Person(
        "mira-sol", parse_name("Mira Sol"), native_name="Міра Соль", pronunciation="MEE-rah",
        pronouns="she/her", different_from=("m-sol", "nobody"),
        verified=Verification("Ella Gray", "signed in at ORCID", Date(2025, 3, 1)),
    )  # fmt: skip
    kb, problems = kb_of(person, work("a", "M. Sol"))
    assert [(one.code, one.message) for one in problems] == [
        (Code.RECORD_UNKNOWN, 'no person has the id "nobody"')
    ]
    fragment = Pages(kb, NO_MENTIONS, Urls()).render("people/mira-sol")
    page = fragment.header + fragment.sections
    for text in ("Міра Соль", "spoken “MEE-rah”", "she/her", "Not the same person as",
                 "Verified by Ella Gray: signed in at ORCID, 1 March 2025"):  # fmt: skip
        assert text in page, text
    assert 'href="../people/m-sol.html"' in page
    assert "nobody" not in page


def test_two_alike_names_that_are_said_to_be_two_are_no_notice() -> None:
    works = (work("a", "Mira Sol", "Bo Lee"), work("b", "M. Sol", "Bo Lee"))

    def alike(*others: str) -> list[Problem]:
        person = Person("mira-sol", parse_name("Mira Sol"), different_from=others)
        return list(similar_names(Subject(Path(), kb_of(person, *works)[0])))

    assert [one.code for one in alike()] == [Code.NAME_SIMILAR]
    assert [one.code for one in alike("bo-lee")] == [Code.NAME_SIMILAR]
    assert alike("m-sol") == []
