"""Software: a kind of its own, and what names it on the pages of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.pages_site import HOSTILE, MENTIONS, parse, site_kb
from symposium.kinds.paper import Paper
from symposium.kinds.person import Person
from symposium.kinds.records import Records
from symposium.kinds.software import Developer, Software
from symposium.knowledge import build
from symposium.model.dates import PRESENT, Date
from symposium.model.names import parse_name
from symposium.pages import Pages, Urls

if TYPE_CHECKING:
    from support.project import MakeProject

FILE = """\
---
title: Loom
start: 2019
end: present
repositories: [https://example.org/loom]
people:
  - {name: Jane Doe, role: Lead developer}
  - New Name
papers: [doe2020fast]
topics: [Looms]
---
It weaves, see {person}`jane-doe`.
"""
REFS = "@misc{doe2020fast, author = {Doe, Jane}, title = {Fast}, year = 2020}\n"


def kb_of(*software: Software, people: tuple[Person, ...] = (), papers: tuple[Paper, ...] = ()):
    return build(Records(papers, entities={"software": software, "person": people}))


def words(html: str) -> str:
    return " ".join("".join(parse(html).itertext()).split())


def by(name: str, person: str | None = None) -> Developer:
    return Developer(parse_name(name), person)


def test_the_pages_of_person_paper_and_topic_show_the_software_that_names_them() -> None:
    pages = Pages(site_kb(), MENTIONS, Urls())
    for page in ("people/nikoli-dryden", "people/tal-ben-nun", "papers/dryden2021clairvoyant",
                 "topics/io"):  # fmt: skip
        made = pages.render(page)
        assert "software" in [one.anchor for one in made.toc], page
        assert 'href="../software/aluminum.html"' in made.sections, page
    assert "software" not in [one.anchor for one in pages.render("people/rosa-badia").toc]


def test_the_page_shows_people_roles_years_repositories_and_papers() -> None:
    made = Pages(site_kb(), MENTIONS, Urls()).render("software/aluminum")
    text = words(made.header)
    assert "Nikoli Dryden Lead developer" in text
    assert "2017–present" in text
    assert 'href="https://example.org/al/"' in made.header
    assert ">example.org/al<" in made.header
    assert "javascript" not in made.header
    assert "Clairvoyant Prefetching" in words(made.sections)
    assert made.crumbs == (("software/index", "Software"),)
    assert HOSTILE.split()[0] not in made.header


def test_the_latest_software_comes_first_and_that_of_the_file_before_it() -> None:
    kb, problems = kb_of(
        Software("old", "Old", Date(2001), Date(2003), people=(by("Ada"),)),
        Software("new", "New", Date(2019), PRESENT, people=(by("Ada"),)),
        Software("ended", "Ended", Date(2019), Date(2021), people=(by("Ada"),)),
        Software("undated", "Undated", people=(by("A. L.", "ada"),)),
        Software("chosen", "Chosen"),
        people=(Person("ada", parse_name("Ada"), software=("chosen",)),),
    )
    assert problems == []
    assert kb.relations.naming["person", "ada"]["software"] == (
        "chosen", "new", "ended", "old", "undated",
    )  # fmt: skip


def test_a_file_in_software_is_a_page_a_role_and_an_object(project: MakeProject) -> None:
    made = project(
        {
            "refs.bib": REFS,
            "software/loom.md": FILE,
            "notes.md": "---\norphan: true\n---\n# Notes\n\nSee {software}`loom`.\n",
        }
    ).build()
    assert made.warnings == ""
    page = made.html("software/loom")
    assert "It weaves" in page
    assert 'href="../papers/doe2020fast.html"' in page
    assert '<a class="reference internal" href="software/loom.html" title="Loom">' in made.html(
        "notes"
    )
    assert "../software/loom.html" in made.html("papers/doe2020fast")
    assert "loom.html" in made.html("software/index")
    assert "1" in made.html("people/jane-doe")
    inventory = made.app.builder.env.get_domain("kb").get_objects()
    assert ("loom", "Loom", "software", "software/loom", "", 1) in set(inventory)
