"""The curriculum vitae as page, PDF and YAML: all that the file says, in order, as options say."""

from __future__ import annotations

import dataclasses
import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from pypdf import PdfReader
from support.chosen import chosen as representatives
from support.pages_site import HOSTILE, MENTIONS, PAPERS, RECORDS, site_kb
from support.paths import ROOT
from symposium.export import cv_typst
from symposium.export.formats import FORMATS
from symposium.kinds.cv import Award, CvOptions, Opening, Position, Service
from symposium.kinds.event import Event
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.participants import Participant
from symposium.kinds.person import Person
from symposium.kinds.records import Records
from symposium.knowledge import NO_MENTIONS, KnowledgeBase, build
from symposium.model import optional_packages
from symposium.model.dates import PRESENT, Date
from symposium.model.names import parse_name
from symposium.pages import Fragment, Pages, Urls
from symposium.pages.cv_sections import ORDER, Cv, make_cv
from symposium.pages.small_texts import prose, text_of
from symposium.reading.folder import read_project

if TYPE_CHECKING:
    from support.project import MakeProject


needs_typst = pytest.mark.skipif(not optional_packages.has("pdf"), reason="typst is not installed")


def kb_with(options: CvOptions | None, **fields: Any) -> KnowledgeBase:
    """The test site, in which Nikoli Dryden's file says something else."""
    people = RECORDS.entities["person"]
    changed = tuple(
        dataclasses.replace(one, cv=options, **fields) if one.id == "nikoli-dryden" else one
        for one in people
    )
    entities = {**RECORDS.entities, "person": changed}
    return build(dataclasses.replace(RECORDS, entities=entities))[0]


def cv_of(kb: KnowledgeBase, person: str = "nikoli-dryden") -> Cv:
    return make_cv(kb, kb.people[person])


def ids(made: Cv) -> list[str]:
    return [part.id for part in made.parts]


def words(made: Cv, part: str) -> str:
    """All that a section says."""
    (found,) = (one for one in made.parts if one.id == part)
    rows = [text_of(row) for row in found.paragraphs]
    for group in found.groups:
        rows.append(group.title)
        rows += [f"{one.when} | {' | '.join(map(text_of, one.lines))}" for one in group.entries]
    return "\n".join(filter(None, rows))


def page_of(kb: KnowledgeBase, urls: Urls = Urls()) -> Fragment:  # noqa: B008
    return Pages(kb, MENTIONS, urls).render("people/nikoli-dryden/cv")


def folded(text: str) -> str:
    """A text without white space: a PDF breaks lines where it likes."""
    return "".join(text.split())


def text_of_pdf(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


def pdf_of(kb: KnowledgeBase) -> bytes:
    ((_, content),) = FORMATS["cv-pdf"].files(kb, NO_MENTIONS, Urls())
    return content


# what it says


def test_sections_come_in_the_order_of_a_cv_and_empty_ones_are_left_out() -> None:
    assert ids(cv_of(kb_with(CvOptions()))) == [one for one in ORDER if one != "edited"]
    assert ids(cv_of(kb_with(CvOptions(), service=(), body=""))) == [
        one for one in ORDER if one not in {"edited", "service", "statement"}
    ]


def test_selected_works_stand_ahead_of_all_else() -> None:
    chosen = (dataclasses.replace(PAPERS[0], selected=True), *PAPERS[1:])
    person = dataclasses.replace(RECORDS.entities["person"][0], cv=CvOptions(selected=True))
    kb, _ = build(
        dataclasses.replace(
            RECORDS, papers=chosen, entities={**RECORDS.entities, "person": (person,)}
        )
    )
    made = cv_of(kb)
    assert ids(made)[:3] == ["statement", "selected", "education"]
    assert "Clairvoyant" in words(made, "selected")
    assert "publications" in ids(made)


def test_years_limit_what_has_a_date_and_leave_what_has_none() -> None:
    awards = (Award("Early", date=Date(2010)), Award("Late", date=Date(2020)), Award("Undated"))
    positions = (
        Position("Now", "A", Date(2012), PRESENT),
        Position("Then", "B", Date(2001), Date(2009)),
    )
    service = (Service("SC", "Chair"),)
    fields: dict[str, Any] = {"awards": awards, "positions": positions, "service": service}
    made = cv_of(kb_with(CvOptions(first=2015, last=2020), **fields))
    assert words(made, "awards") == "2020 | Late\n | Undated"
    assert words(made, "experience") == "2012–present | Now | A"
    assert "SC: Chair" in words(made, "service")
    assert "talks" not in ids(made)  # 2012, 2021 and 2022
    assert "education" in ids(made)  # 2014–2019 reaches into the years
    assert "education" not in ids(cv_of(kb_with(CvOptions(first=2020), **fields)))


def test_a_text_opens_its_section() -> None:
    options = CvOptions(
        openings=(Opening("advising", "Ten *students*."), Opening("edited", "None."))
    )
    made = cv_of(kb_with(options))
    assert words(made, "advising").startswith("Ten students.\n")
    assert "edited" not in ids(made)


def test_a_work_that_the_printed_cv_lacks_says_so() -> None:
    made = cv_of(kb_with(CvOptions()))
    lacks = "not in the printed curriculum vitae"
    assert lacks not in words(made, "publications")  # it names the source
    assert lacks in words(made, "posters")


def test_a_publication_sets_the_own_name_off_and_explains_its_marks() -> None:
    made = cv_of(kb_with(CvOptions()))
    (part,) = (one for one in made.parts if one.id == "publications")
    assert text_of(part.paragraphs[0]) == (
        "* equal contribution. † student at the time of writing."
    )
    first = part.groups[0].entries[0]
    assert text_of(first.lines[1]) == "Nikoli Dryden*, Roman Böhringer†, Tal Ben-Nun*, et al."
    assert [span.text for span in first.lines[1] if span.style == "own"] == ["Nikoli Dryden"]
    assert first.when == "SC 2021"
    assert "Best Paper" in text_of(first.lines[2])
    assert text_of(first.lines[2]).count("2021") == 1  # in the name of the venue alone


def test_a_thesis_says_where_and_files_of_the_site_are_links() -> None:
    links = {"pdf": "files/t.pdf", "slides": "files/s.pdf", "code": "files/none.zip"}
    thesis = Paper(
        "t", "t", "phdthesis", "Tides", authors=(Contributor(parse_name("Ada Doe")),),
        institution="Harbour University", links=links, date=Date(2020),
    )  # fmt: skip
    ada = Person("ada-doe", parse_name("Ada Doe"), headline="Reader of gauges", cv=CvOptions(),
                 positions=(Position("Reader", "Harbour"),), awards=(Award("Prize"),))  # fmt: skip
    files = frozenset({"files/t.pdf", "files/s.pdf"})
    kb, _ = build(Records((thesis,), entities={"person": (ada,)}, files=files))
    made = cv_of(kb, "ada-doe")
    assert [part.id for part in made.parts] == ["experience", "awards", "publications"]
    assert words(made, "publications").endswith("PhD thesis, Harbour University · PDF · Slides")
    (row,) = cv_typst.data_of(made, Urls(base="https://x.org/"))["parts"][-1]["groups"][0][
        "entries"
    ]
    hrefs = [span["href"] for span in row["lines"][-1] if span["href"]]
    assert hrefs == ["https://x.org/files/t.pdf", "https://x.org/files/s.pdf"]
    assert cv_typst.data_of(made, Urls())["headline"] == "Reader of gauges"
    assert "\x02" not in str(cv_typst.data_of(made, Urls()))


@pytest.mark.parametrize(
    ("names", "et_al", "shown"),
    [
        (("Ada", "Bob"), False, "Ada and Bob"),
        (("Ada", "Bob", "Cy"), False, "Ada, Bob, and Cy"),
        ((*(f"N {i}" for i in range(99)), "Ada"), False, "N 18, N 19, Ada, and 79 more"),
    ],
)
def test_author_lists_read_well(names: tuple[str, ...], et_al: bool, shown: str) -> None:
    authors = tuple(Contributor(parse_name(name)) for name in names)
    paper = Paper("p", "p", "misc", "T", authors=authors, et_al=et_al)
    ada = Person("ada", parse_name("Ada"), cv=CvOptions())
    kb, _ = build(Records((paper,), entities={"person": (ada,)}))
    assert words(cv_of(kb, "ada"), "publications").endswith(shown)


def test_events_that_the_person_organised_count_as_service() -> None:
    ada = Person("ada", parse_name("Ada"), cv=CvOptions())
    event = Event("day", "A Day", date=Date(2021), organizers=(Participant(parse_name("Ada")),))
    kb, _ = build(Records(entities={"person": (ada,), "event": (event,)}))
    assert words(cv_of(kb, "ada"), "service") == "2021 | A Day: organizer"


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("One\ntwo.\n\nThree.", ["One two.", "Three."]),
        ("*a* **b** `c_d` _e_ snake_case_name", ["a b c_d e snake_case_name"]),
        (r"\*not\* \$5", [r"*not* $5"]),
        ("[text](https://example.org) <https://example.org>", ["text https://example.org"]),
        ("## Head\n\n- one\n- two\n  more\n\n1. first", ["Head", "• one", "• two more", "1. first"]),
        ("{paper}`words <dryden2021clairvoyant>` {person}`rosa-badia`", ["words Rosa M. Badia"]),
        ("{cite:p}`dryden2021clairvoyant,book2020`.", ["(Dryden et al., 2021; Ben-Nun, 2020)."]),
        ("{nobody}`x` {paper}`gone`", ["x gone"]),
        ("```{note}\nnot this\n```\nthis\n<!-- nor\n\nthis -->", ["this"]),
        ("% a comment\n(target)=\n", []),
    ],
)  # fmt: skip
def test_prose_keeps_every_word_of_the_paragraphs(body: str, shown: list[str]) -> None:
    assert [text_of(row) for row in prose(site_kb(), body)] == shown


# the page


def test_the_page_is_well_formed_and_leads_back() -> None:
    made = page_of(site_kb())
    for html in (made.header, made.sections):
        ET.fromstring(f"<x>{html}</x>")  # noqa: S314 - our own output
    assert made.crumbs == (("people/index", "People"), ("people/nikoli-dryden", "Nikoli Dryden"))
    assert made.title == "Curriculum vitae of Nikoli Dryden"
    assert 'href="../../people/nikoli-dryden/cv.pdf"' in made.header
    assert '<strong class="sy-cv-own"><a href="../../people/nikoli-dryden.html"' in made.sections
    assert "<script" not in made.header + made.sections
    assert [one.anchor for one in made.toc] == [one for one in ORDER[1:] if one != "edited"]


def test_the_page_of_the_person_leads_to_page_and_pdf_if_there_are_any() -> None:
    def header(options: CvOptions | None, urls: Urls) -> str:
        kb = kb_with(options)
        assert ("people/nikoli-dryden/cv", "cv", "nikoli-dryden") in set(
            Pages(kb, MENTIONS, urls).table.names()
        ) or options is None
        return Pages(kb, MENTIONS, urls).render("people/nikoli-dryden").header

    assert "Curriculum vitae" not in header(None, Urls())
    both = header(CvOptions(), Urls("dirhtml"))
    assert 'href="../../people/nikoli-dryden/cv/"' in both
    assert 'href="../../people/nikoli-dryden/cv.pdf"' in both
    assert "cv.pdf" not in header(CvOptions(), Urls(pdf=False))


FILES = {
    "refs.bib": "@misc{a, author = {Doe, Jane}, title = {One Work}, year = 2020}\n",
    "people/jane-doe.md": "---\nname: Jane Doe\ncv: {from: 2001}\nawards: [A Prize]\n---\nShe reads.\n",
}


@pytest.mark.parametrize("builder", representatives(["html", "dirhtml"], "dirhtml"))
@needs_typst
def test_a_build_writes_page_and_pdf_and_removes_them(
    project: MakeProject, builder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = project(FILES)
    first = made.build(builder)
    assert first.warnings == ""
    pdf = first.outdir / "people/jane-doe/cv.pdf"
    before = pdf.read_bytes()
    page = first.html("people/jane-doe/cv")
    assert "She reads." in page
    assert "One Work" in text_of_pdf(before)

    calls: list[str] = []
    make: Callable[[str], bytes] = cv_typst.compile_pdf
    monkeypatch.setattr(cv_typst, "compile_pdf", lambda data: calls.append(data) or make(data))
    made.build(builder)
    assert calls == []  # nothing changed, so nothing is set again
    made.write({"people/jane-doe.md": FILES["people/jane-doe.md"].replace("Prize", "Medal")})
    made.build(builder)
    assert len(calls) == 1
    assert "A Medal" in text_of_pdf(pdf.read_bytes())
    made.write({"people/jane-doe.md": FILES["people/jane-doe.md"]})
    made.build(builder)
    assert pdf.read_bytes() == before
    made.write({"people/jane-doe.md": "---\nname: Jane Doe\n---\n"})
    last = made.build(builder)
    assert not pdf.exists()
    assert "Curriculum vitae" not in last.html("people/jane-doe")


def test_a_build_without_the_compiler_says_so_once_if_somebody_asks_for_a_pdf(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(optional_packages, "has", lambda extra: extra != "pdf")
    made = project({**FILES, "people/bob.md": "---\nname: Bob\ncv: true\n---\n"}).build()
    assert made.warnings.count("pip install 'sphinx-symposium[pdf]'") == 1
    assert "people/bob.md:3" in made.warnings
    page = made.html("people/jane-doe")
    assert "Curriculum vitae" in page
    assert "cv.pdf" not in page
    quiet = project({"people/bob.md": "---\nname: Bob\n---\n"}, root="quiet").build()
    assert quiet.warnings == ""


# PDF


@needs_typst
def test_the_pdf_is_the_same_for_the_same_facts_and_has_no_date(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    kb = site_kb()
    content = pdf_of(kb)
    assert content == pdf_of(site_kb())
    data = PdfReader(io.BytesIO(content)).metadata
    assert data is not None
    assert data.title == "Curriculum vitae of Nikoli Dryden"
    assert data.author == "Nikoli Dryden"
    assert data.creation_date is None
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1600000000")
    dated = PdfReader(io.BytesIO(pdf_of(kb))).metadata
    assert dated is not None
    assert dated.creation_date is not None
    assert dated.creation_date.timestamp() == 1600000000


TYPST = (
    '#panic("ran")', '#read("/etc/passwd")', '"), #panic()', "*bold* _it_ $x$ @ref <label>",
    "= Heading", "/* c", "// c", "\\ \\u{41}", "]#[", "`raw`", "#{while true {}}", "\x00\x1b\ud800",
    "- item", "~ -- --- ...", "https://example.org", "]" * 50, "\u202e", "#sys.inputs", "“q” 'q' \"q\"",
)  # fmt: skip


@needs_typst
def test_hostile_text_is_set_as_it_is_and_runs_nothing() -> None:
    awards = tuple(Award(text, text, description=text) for text in (*TYPST, HOSTILE))
    links = {"homepage": "https://example.org/#panic()"}
    papers = tuple(
        Paper(f"p{i}", f"p{i}", "misc", text, authors=(Contributor(parse_name(text)),
              Contributor(parse_name("Ada"))), venue=text, links={"pdf": f"https://example.org/{i}"})
        for i, text in enumerate(TYPST)
    )  # fmt: skip
    ada = Person(
        "ada", parse_name("Ada"), cv=CvOptions(), awards=awards, links=links,
        body="\n\n".join(TYPST),
    )  # fmt: skip
    kb, _ = build(Records(papers, entities={"person": (ada,)}))
    text = folded(text_of_pdf(pdf_of(kb)))
    for said in (
        '#panic("ran")',
        '#read("/etc/passwd")',
        "*bold*_it_$x$@ref<label>",
        "#{whiletrue{}}",
    ):
        assert text.count(folded(said)) >= 4, said
    made = Pages(kb, NO_MENTIONS, Urls()).render("people/ada/cv")
    ET.fromstring(f"<x>{made.header}{made.sections}</x>")  # noqa: S314 - our own output


@needs_typst
def test_links_of_the_pdf_lead_to_the_published_site() -> None:
    def links(urls: Urls) -> set[str]:
        ((_, content),) = FORMATS["cv-pdf"].files(site_kb(), NO_MENTIONS, urls)
        return {
            str(note.get_object()["/A"]["/URI"])
            for page in PdfReader(io.BytesIO(content)).pages
            for note in page.get("/Annots", ())
        }

    assert "https://doi.org/10.1145/3458817.3476181" in links(Urls())
    assert not any("papers/" in link for link in links(Urls()))
    assert "https://kb.example/papers/dryden2021clairvoyant.html" in links(
        Urls(base="https://kb.example/")
    )
    assert not any(link.startswith("javascript") for link in links(Urls()))


@pytest.fixture(scope="module")
def own_kb() -> KnowledgeBase:
    return build(read_project(ROOT)[0])[0]


@needs_typst
def test_the_pdf_of_this_project_holds_every_fact_of_the_cv(own_kb: KnowledgeBase) -> None:
    person = own_kb.people["nikoli-dryden"]
    text = folded(text_of_pdf(pdf_of(own_kb)))
    relations = own_kb.relations
    papers = [own_kb.works[one] for one in relations.papers_of_person[person.id]]
    posters = [own_kb.works[one] for one in relations.posters_of_person[person.id]]
    software = [own_kb.entities["software"][one]
                for one in relations.naming["person", person.id]["software"]]  # fmt: skip
    assert (len(posters), len(person.talks), len(software)) == (9, 11, 4)
    assert len(papers) >= 27
    said = [work.title for work in (*papers, *posters)]
    said += [one.name.text for work in (*papers, *posters) for one in work.authors]
    said += [award for work in papers for award in work.awards]
    for talk in person.talks:
        said += [talk.title, talk.description or "", f"{talk.venue} {talk.date}"]
    for one in person.education:
        said += [one.degree, one.organization, one.thesis or "", one.honors or "", *one.committee]
    for award in person.awards:
        said += [award.title, award.organization or "", award.description or "", str(award.date)]
    for position in person.positions:
        said += [position.title, position.organization, position.description or ""]
    for course in person.teaching:
        said += [course.course, course.when or "", course.students or "", course.description or ""]
    for advisee in person.advising:
        said += [advisee.name, advisee.title or "", advisee.note or ""]
    said += [f"{one.venue}: {one.role}" for one in person.service]
    for program in software:
        said += [program.title, program.people[0].description]
        said += [address.removeprefix("https://") for address in program.repositories]
    words = re.sub(r"\{\w+\}`([^<`]+?)\s*<[^`]+>`", r"\1", person.body)  # of roles
    said += words.split("\n\n")
    said += [one.text for one in person.cv.openings] if person.cv else []
    assert [one for one in said if folded(one) not in text] == []


# the command
