"""Pages: every fragment is well-formed, complete and safe."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator

import pytest
from support.pages_site import MENTIONS, RECORDS, parse, site_kb
from symposium.export.calendars import subjects
from symposium.kinds.records import Records
from symposium.knowledge import NO_MENTIONS, KnowledgeBase, Mention, Mentions, build
from symposium.knowledge.mentions import TextPiece
from symposium.pages import Fragment, Pages, Urls
from symposium.pages.cv_sections import pdf_of, people_with_cv
from symposium.pages.feeds import all_feeds
from symposium.pages.listings.derived import bibliographies
from symposium.pages.programmes.agenda import Agenda
from symposium.pages.subjects import years
from symposium.pages.urls import bibliography_path, calendar_path
from symposium.pages.views import indexes


@pytest.fixture(scope="module")
def kb() -> KnowledgeBase:
    return site_kb()


@pytest.fixture(scope="module")
def pages(kb: KnowledgeBase) -> Pages:
    return Pages(kb, MENTIONS, Urls(base="https://kb.example.org/"))


@pytest.fixture(scope="module")
def fragments(pages: Pages) -> dict[str, Fragment]:
    return {page: pages.render(page) for page, _, _ in pages.table.names()}


def words(html: str) -> str:
    return " ".join("".join(parse(html).itertext()).split())


def section(fragment: Fragment, anchor: str) -> str:
    for node in parse(fragment.header + fragment.sections).iter():
        if node.get("id") == anchor:
            return " ".join("".join(node.itertext()).split())
    raise AssertionError(f"{fragment.page} has no section {anchor}")


def links(fragment: Fragment) -> Iterator[str]:
    for part in (fragment.header, fragment.sections):
        for node in parse(part).iter():
            for name in ("href", "src"):
                if node.get(name) is not None:
                    yield node.get(name) or ""


# all pages


def test_there_is_a_page_for_everything(pages: Pages, kb: KnowledgeBase) -> None:
    names = list(pages.table.names())
    docnames = [page for page, _, _ in names]
    assert len(set(docnames)) == len(docnames)
    assert {(kind, i) for _, kind, i in names} >= set(kb)
    assert {"years/2021", "years/index", "people/index", "talks/index"} <= set(docnames)
    assert ("events/scadl-2021/index", "event", "scadl-2021") in names


def test_every_fragment_is_well_formed(fragments: dict[str, Fragment], pages: Pages) -> None:
    for fragment in fragments.values():
        for part in (fragment.header, fragment.sections, fragment.head, fragment.title_html):
            parse(part)
        header = parse(fragment.header)
        assert [node.tag for node in header] == ["header", "div"]
        assert len(list(header.iter("h1"))) == 1
    parse(pages.overview("index"))


def test_ids_are_unique_and_the_toc_names_the_sections(fragments: dict[str, Fragment]) -> None:
    for fragment in fragments.values():
        ids = re.findall(r'\bid="([^"]*)"', fragment.header + fragment.sections)
        assert len(ids) == len(set(ids)), fragment.page
        sections = [
            (node.get("id"), node.find("h2")) for node in parse(fragment.sections).iter("section")
        ]
        assert [one.anchor for one in fragment.toc] == [anchor for anchor, _ in sections]
        for entry, (_, heading) in zip(fragment.toc, sections, strict=True):
            assert heading is not None
            assert (heading.text or "").strip() == entry.title


@pytest.mark.parametrize("style", ["html", "dirhtml"])
def test_every_internal_link_leads_to_a_page_or_a_section(kb: KnowledgeBase, style: str) -> None:
    urls = Urls(style)  # type: ignore[arg-type]
    pages = Pages(kb, MENTIONS, urls)
    all_pages = {page for page, _, _ in pages.table.names()}
    known = {urls.path(page) for page in all_pages} | kb.files
    known |= {pdf_of(person.id) for person in people_with_cv(kb)}
    known |= {calendar_path(*one) for one in subjects(Agenda(kb))}
    known |= set(all_feeds(kb, urls, {}))
    known |= {bibliography_path(page) for page, _ in bibliographies(kb, years(kb))}
    for page in all_pages:
        fragment = pages.render(page)
        base = f"/{urls.path(page)}"
        ids = set(re.findall(r'\bid="([^"]*)"', fragment.header + fragment.sections))
        for link in links(fragment):
            if link.startswith(("https:", "mailto:")):
                continue
            address, _, anchor = link.partition("#")
            if not address:
                assert anchor in ids, (page, link)
                continue
            assert _resolve(base, address) in known, (page, link)


def _resolve(base: str, link: str) -> str:
    parts = base.split("/")[:-1]
    for part in link.split("/"):
        if part == "..":
            assert len(parts) > 1, f"{link} leads out of the site"
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts[1:])


RE_DATA = re.compile(r'<script type="application/(?:ld\+)?json">[^<>&]*</script>')
"""What a script reads of a list: nothing in it can end it, or be run."""


def test_what_is_hostile_is_only_text(fragments: dict[str, Fragment]) -> None:
    for fragment in fragments.values():
        whole = fragment.header + fragment.sections + fragment.head + fragment.title_html
        assert "<script" not in RE_DATA.sub("", whole)
        assert "<!--" not in whole
        assert not re.search("[\x00-\x08\x0b-\x1f\ufffe\uffff]", whole + fragment.title)
        for link in links(fragment):
            assert "script:" not in link
            assert re.match(r"https?://|mailto:|\.\./|#|[a-z]", link), link
    assert "<script>alert(1)</script>" in words(fragments["papers/old-1999"].header)


def test_blocks_are_not_glued_together(fragments: dict[str, Fragment]) -> None:
    for fragment in fragments.values():
        blocks = r"</(?:p|li|h[1-6]|td|th|div|section|summary|dt|dd)><(?!/)"
        both = f"{fragment.header}\n{fragment.sections}"
        assert not re.search(blocks, both), fragment.page


def test_rendering_is_a_pure_function(fragments: dict[str, Fragment]) -> None:
    again = Pages(site_kb(), MENTIONS, Urls(base="https://kb.example.org/"))
    for page in reversed(list(fragments)):
        assert again.render(page) == fragments[page]


def test_a_paper_shows_what_its_entry_says(fragments: dict[str, Fragment]) -> None:
    paper = fragments["papers/dryden2021clairvoyant"]
    header = words(paper.header)
    assert paper.title == "Clairvoyant Prefetching in $O(n^2)$ for $5"
    assert "<msup>" in paper.title_html
    assert "et al." in header
    assert "Roman Böhringer† (student)" in header
    assert "† student at the time of writing" in header
    assert "Supercomputing 2021" in header
    assert "14 November 2021" in header
    assert "Some details are inferred" in header
    assert "pp. 1–15" in header
    assert "Best Paper" in header
    assert 'href="https://doi.org/10.1145/3458817.3476181"' in paper.header
    assert 'href="../files/x.pdf"' in paper.header
    assert "Bad" not in header
    assert section(paper, "abstract").startswith("Abstract # I/O is emerging & slow. We show")
    about = section(paper, "about")
    assert "2021-12, cs.DC, Score 0.9, Code: yes, A CV" in about
    assert "On Prefetching" in section(paper, "talks")
    assert "PhD Forum" in section(paper, "posters")
    assert "Retracted" in section(paper, "related")
    assert "printed Clairvoyent corrected Clairvoyant A slip." in about
    assert "not stated in the source year, because its listing is dated December 2021" in about


def test_cited_on_gives_the_sentence_and_the_place(fragments: dict[str, Fragment]) -> None:
    paper = fragments["papers/dryden2021clairvoyant"]
    cited = section(paper, "cited-on")
    assert "As Dryden et al. (2021), nobody show, <i>it</i> pays." in cited
    assert "I/O & more: Why <now>" in cited
    assert 'href="../topics/io.html#why"' in paper.sections
    assert "Mentioned on" in section(fragments["people/rosa-badia"], "cited-on")
    assert "cited-on" not in {one.anchor for one in fragments["topics/io"].toc}


def test_a_page_that_names_another_is_named_once_and_one_of_its_programme_never(
    kb: KnowledgeBase,
) -> None:
    event, person = ("event", "scadl-2021"), ("person", "rosa-badia")
    said = [
        ("events/scadl-2021/workflows", person, "A."), ("people/rosa-badia", event, "B."),
        ("topics/io", event, "C."), ("topics/io", event, "D."), ("topics/io", person, "E."),
    ]  # fmt: skip
    rows: dict[str, tuple[Mention, ...]] = {}
    for page, of, text in said:
        mention = Mention(page, "Title", "", "", *of, (TextPiece(text),))
        rows[page] = (*rows.get(page, ()), mention)
    pages = Pages(kb, Mentions(rows), Urls())
    told = section(pages.render("events/scadl-2021/index"), "cited-on")
    assert told == "Mentioned on 1 # Title C. D."
    assert section(pages.render("people/rosa-badia"), "cited-on") == "Mentioned on 1 # Title E."


# people


def test_a_page_does_not_repeat_the_curriculum_vitae(fragments: dict[str, Fragment]) -> None:
    person = fragments["people/nikoli-dryden"]
    anchors = [one.anchor for one in person.toc]
    assert anchors == [
        "papers", "talks", "coauthors", "software",
    ]  # fmt: skip
    header = words(person.header)
    assert "Postdocs" in header
    assert "LLNL, USA since 2023" in header
    assert 'href="https://orcid.org/0000-0002-1825-0097"' in person.header
    about = section(person, "about")
    assert "Also printed as N. Dryden" in about
    assert 'src="../files/photo.png" alt="Portrait"' in person.header
    assert section(person, "coauthors").endswith("Tal Ben-Nun 1 Roman Böhringer 1")
    assert "h-index 12 undated A CV Counts vary." in about
    assert 'nikoli-dryden/cv.html#posters"' in person.header
    assert 'nikoli-dryden/cv.html"' in person.sections
    assert "2012" in section(person, "talks")
    assert "service, line 1, date" in about


def test_a_derived_person_says_so_and_shows_printed_affiliations(
    fragments: dict[str, Fragment],
) -> None:
    person = fragments["people/new-person"]
    assert "Known from printed names alone." in section(person, "about")
    assert "ETH, CH as printed at ScaDL 2021" in words(person.header)


def test_an_ambiguous_name_links_its_candidates(fragments: dict[str, Fragment]) -> None:
    header = fragments["people/yang-liu"].header
    assert "Several people share this printed name." in words(header)
    assert '<a href="../people/yang-liu-1.html">Yang Liu</a> (yang-liu-1)' in header
    assert '<a href="../people/yang-liu-2.html">Yang Liu</a> (yang-liu-2)' in header


def test_roles_in_the_cvs_of_others(fragments: dict[str, Fragment]) -> None:
    student = section(fragments["people/roman-bohringer"], "roles")
    assert "Advised by Nikoli Dryden (bachelors, ETH, 2020): Prefetching" in student
    assert "Thesis committee of Nikoli Dryden" in section(fragments["people/marc-snir"], "roles")
    assert "Advisor of Nikoli Dryden" in section(fragments["people/william-gropp"], "roles")
    assert "Dated" in section(fragments["people/tal-ben-nun"], "organized")
    assert "A Book" in section(fragments["people/tal-ben-nun"], "edited")


# events and talks


def test_the_programme_is_in_order_with_times_kinds_and_affiliations(
    fragments: dict[str, Fragment],
) -> None:
    event = fragments["events/scadl-2021/index"]
    programme = section(event, "programme")
    order = ["Welcome", "Dynamic Workflows", "Break", "Clairvoyant"]
    places = [programme.index(text) for text in order]
    assert places == sorted(places)
    assert "Prof. Rosa M. Badia (BSC, Spain)" in programme
    assert "Nikoli Dryden, New Person (ETH, CH)" in programme
    assert "Invited talk" in programme
    assert "America/Los_Angeles, UTC−07:00" in programme
    assert '<time datetime="07:10">07:10</time>' in event.header
    assert "The day of this event is not known" in section(event, "about")


def test_a_talk_with_prose_of_its_own_does_not_repeat_it(fragments: dict[str, Fragment]) -> None:
    talk = fragments["events/scadl-2021/workflows"]
    assert "abstract" not in {one.anchor for one in talk.toc}
    assert "Rosa holds a PhD. She leads." in section(talk, "speakers")
    assert "Prof. Rosa M. Badia BSC, Spain" in words(talk.header)
    assert "07:10–07:50 (America/Los_Angeles, UTC−07:00)" in words(talk.header)
    assert "Next talk Clairvoyant" in words(talk.sections)
    assert "Previous talk" not in words(talk.sections)


def test_a_talk_on_a_paper_shows_its_abstract(fragments: dict[str, Fragment]) -> None:
    talk = fragments["events/scadl-2021/clairvoyant"]
    assert "Presents the conference paper Clairvoyant" in words(talk.header)
    assert "I/O is emerging & slow." in section(talk, "abstract")
    assert "On Prefetching" in section(talk, "again")


# other pages


def test_a_venue_gathers_its_years(fragments: dict[str, Fragment]) -> None:
    venue = fragments["venues/sc"]
    assert 'id="year-2021"' in venue.sections
    assert 'id="year-2020"' in venue.sections
    assert "SC 2 works 2020–2021" in words(venue.header)


def test_a_source_shows_what_rests_on_it_and_what_was_mended(
    fragments: dict[str, Fragment],
) -> None:
    source = fragments["sources/cv"]
    assert "Nikoli Dryden" in section(source, "people")
    assert "A Book 2021-02 cs.LG 7 no" in section(source, "listings")
    corrections = section(source, "corrections")
    assert "printed DUCATION corrected EDUCATION" in corrections
    assert "printed innaugural corrected inaugural" in corrections


def test_the_people_index_begins_with_the_group(fragments: dict[str, Fragment]) -> None:
    index = fragments["people/index"]
    assert [one.anchor for one in index.toc] == ["role-postdoc", "everyone", "ambiguous"]
    everyone = section(index, "everyone")
    assert everyone.index("Badia, Rosa M.") < everyone.index("Böhringer, Roman")
    assert everyone.index("Böhringer, Roman") < everyone.index("Dryden, Nikoli 1")
    assert 'href="#letter-b"' in index.sections


def test_the_papers_index_has_posters_apart(fragments: dict[str, Fragment]) -> None:
    index = fragments["papers/index"]
    assert [one.anchor for one in index.toc] == ["papers", "posters"]
    years = re.findall(r'id="year-(\w+)"', index.sections)
    assert years == ["2021", "2020", "2019", "none"]
    assert "PhD Forum" not in section(index, "papers")


def many_papers(count: int) -> Pages:
    papers = tuple(
        dataclasses.replace(RECORDS.papers[0], id=f"p{i}", key=f"p{i}", title=f"Paper {i}")
        for i in range(count)
    )
    kb, _ = build(Records(papers=papers))
    return Pages(kb, NO_MENTIONS, Urls())


def test_a_long_papers_index_goes_on_in_parts() -> None:
    pages = many_papers(indexes.FULL)
    made = [pages.render(page) for page, _, name in pages.table.names() if name == "papers"]
    assert [one.parts for one in made] == [len(made)] * len(made) != [1]
    assert sum(one.sections.count('<li class="sy-item') for one in made) == indexes.FULL


def test_a_longer_papers_index_shows_the_years_and_the_newest() -> None:
    index = many_papers(indexes.FULL + 1).render("papers/index")
    assert f"2021 {indexes.FULL + 1} papers" in section(index, "years")
    assert "Paper 49" in section(index, "newest")
    assert "Paper 50" not in section(index, "newest")


def test_an_empty_site_has_its_index_pages() -> None:
    kb, _ = build(Records())
    pages = Pages(kb, Mentions(), Urls())
    for page, _, _ in pages.table.names():
        fragment = pages.render(page)
        parse(fragment.header)
        parse(fragment.sections)
    parse(pages.overview("index"))


# what is served beside the pages
