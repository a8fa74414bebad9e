"""Pages of a large site: none is too long, and nothing is lost between the parts of one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Browser
from support.browser import focused, visit, wrong_by_night_and_day
from support.pages_site import parse
from support.project import MakeProject
from support.real_site import serve
from symposium.kinds.event import Event, Slot
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.participants import Participant
from symposium.kinds.person import Person
from symposium.kinds.records import Records
from symposium.kinds.source import Source
from symposium.kinds.talk import Talk
from symposium.knowledge import KnowledgeBase, Mention, Mentions, build
from symposium.knowledge.mentions import TextPiece
from symposium.model.dates import Date
from symposium.model.names import parse_name
from symposium.pages import Fragment, Pages, Urls, pagination
from symposium.pages.pagination import WHOLE_PAGER, PagePart, Plan

BUDGET = 75_000
"""Estimated bytes of a page: less than it is, so that a small site has all kinds of parts."""
LIMIT = 110_000
"""Bytes of a page without the frame."""
PAPERS, BUSY, NEAR, PEOPLE, TOPICS, TALKS, GROUP = 1050, 500, 450, 1750, 800, 350, 300
LETTERS = "abcdefghijklmnopqrstuvwyz"


def name_of(number: int) -> str:
    """Return one of thousands of names, spread over the alphabet."""
    a, b, c = number % 25, number // 25 % 25, number // 625
    return f"{LETTERS[c].upper()}na {LETTERS[a].upper()}{LETTERS[b]}ström-{LETTERS[c]}mith"


def authors_of(number: int) -> tuple[Contributor, ...]:
    """Return the authors of a paper: one stands on the first half of all, with many others."""
    names = ["Max Busy"] if number < BUSY else []
    others = NEAR if number < BUSY else PEOPLE
    names += [name_of((3 * number + i) % others) for i in range(3)]
    return tuple(Contributor(parse_name(name)) for name in names)


def large_site() -> Records:
    """Return a site with every kind of list that may be long."""
    papers = tuple(
        Paper(
            id=f"p{i}", key=f"p{i}", type="inproceedings",
            title=f"A title of the usual length with the number {i} & little else",
            authors=authors_of(i),
            editors=(Contributor(parse_name("Eddy Editor")),) if i % 3 == 0 else (),
            date=Date(2023) if i else None,
            venue="Proceedings of the Conference on Lists" if i % 3 else f"Workshop {i}x",
            topics=("lists", f"subject {i % TOPICS}"), sources=("register",),
        )
        for i in range(PAPERS)
    )  # fmt: skip
    talks = tuple(
        Talk(id=f"fair/t{i}", event="fair", title=f"Talk number {i}",
             speakers=(Participant(parse_name("Max Busy")),))
        for i in range(TALKS)
    )  # fmt: skip
    slots = tuple(Slot("9:00", day=f"2023-05-{1 + i // 50:02}", talk=f"t{i}") for i in range(TALKS))
    group = tuple(
        Person(id=f"member-{i}", name=parse_name(f"Member Of{i}"), role="staff")
        for i in range(GROUP)
    )
    return Records(
        papers=papers,
        entities={
            "person": group,
            "event": (Event(id="fair", title="The Fair", date=Date(2023), slots=slots),),
            "talk": talks,
            "source": (Source(id="register", title="A register", kind="register", date="undated"),),
        },
    )


@pytest.fixture(scope="module", autouse=True)
def short_pages() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pagination, "BUDGET", BUDGET)
        yield


@pytest.fixture(scope="module")
def kb() -> KnowledgeBase:
    return build(large_site())[0]


@pytest.fixture(scope="module")
def pages(kb: KnowledgeBase) -> Pages:
    sentence = (TextPiece("It is shown in "), TextPiece("", "paper", ("p7",), role="t"))
    mentions = {
        f"notes/n{i}": (Mention(f"notes/n{i}", f"Note {i}", "", "", "paper", "p7", sentence),)
        for i in range(NEAR)
    }
    return Pages(kb, Mentions(mentions), Urls())


@pytest.fixture(scope="module")
def parts(pages: Pages) -> dict[str, list[Fragment]]:
    """All parts of each page that has some, in the order of `Pages.names`."""
    found: dict[str, list[Fragment]] = {}
    for page, _, _ in pages.table.names():
        made = pages.render(page)
        size = sum(len(part.encode()) for part in (made.header, made.sections, made.head))
        assert size <= LIMIT, page
        if made.parts > 1:
            first = page if made.part == 1 else page.rpartition("/")[0]
            found.setdefault(first, []).append(made)
    return found


def rows(made: Fragment, anchor: str) -> Iterator[ET.Element]:
    for section in parse(made.sections).iter("section"):
        if section.get("id") == anchor:
            for row in section.iter("li"):
                links = list(row.iter("a"))
                if links and row.find(".//a[@rel]") is None:
                    yield links[0]


def listed(parts: list[Fragment], *anchors: str) -> list[str]:
    """Return where the rows of these lists lead, over all parts, without the way to the root."""
    found = (link for made in parts for anchor in anchors for link in rows(made, anchor))
    return [re.sub(r"^(\.\./)+|\.html$", "", link.get("href") or "") for link in found]


def test_no_page_of_a_large_site_is_too_long(parts: dict[str, list[Fragment]]) -> None:
    assert {
        "years/2023", "venues/proceedings-of-the-conference-on-lists", "people/max-busy",
        "people/eddy-editor", "people/index", "topics/lists", "topics/index", "sources/register",
        "events/fair/index", "papers/p7", "talks/index",
    } <= set(parts)  # fmt: skip
    for page, made in parts.items():
        assert [one.part for one in made] == list(range(1, len(made) + 1)), page
        assert {one.parts for one in made} == {len(made)}, page
        assert [one.page for one in made[1:]] == [f"{page}/{i}" for i in range(2, len(made) + 1)]


@pytest.mark.parametrize(
    ("page", "anchor", "relation"),
    [
        ("years/2023", "papers", "papers_of_year"),
        ("venues/proceedings-of-the-conference-on-lists", "papers", "papers_of_venue"),
        ("topics/lists", "papers", "papers_of_topic"),
        ("people/max-busy", "papers", "papers_of_person"),
    ],
)
def test_the_parts_of_a_page_list_each_work_once(
    kb: KnowledgeBase, parts: dict[str, list[Fragment]], page: str, anchor: str, relation: str
) -> None:
    name = page.rpartition("/")[2]
    ids = getattr(kb.relations, relation)[int(name) if name.isdigit() else name]
    assert len(ids) >= BUSY
    assert listed(parts[page], anchor) == [f"papers/{one}" for one in ids]


def test_the_parts_of_a_person_list_all_coauthors(
    kb: KnowledgeBase, parts: dict[str, list[Fragment]]
) -> None:
    found = listed(parts["people/max-busy"], "coauthors")
    assert len(found) == NEAR
    assert found == [f"people/{one}" for one, _ in kb.coauthors_of("max-busy")]


def test_index_pages_list_everybody_from_a_to_z(
    kb: KnowledgeBase, parts: dict[str, list[Fragment]]
) -> None:
    everyone = listed(parts["people/index"], "everyone")
    assert everyone == [f"people/{one}" for one in kb.identity.rank]
    assert len(everyone) > PEOPLE
    assert sorted(listed(parts["people/index"], "role-staff")) == sorted(
        f"people/member-{i}" for i in range(GROUP)
    )
    topics = listed(parts["topics/index"], "all")
    assert sorted(topics) == sorted(f"topics/{one}" for one in kb.topics)


def test_events_sources_and_mentions_are_complete(
    kb: KnowledgeBase, parts: dict[str, list[Fragment]]
) -> None:
    made = parts["events/fair/index"]
    lines = [row.get("data-sy-talk") for one in made
             for row in parse(one.header + one.sections).iter("tr")]  # fmt: skip
    assert [one for one in lines if one] == list(kb.relations.talks_of_event["fair"])
    assert len(listed(parts["sources/register"], "papers")) == PAPERS
    assert len(listed(parts["talks/index"], "event-fair")) == TALKS
    quotes = [made.sections.count("<blockquote") for made in parts["papers/p7"]]
    assert sum(quotes) == NEAR
    assert len(quotes) > 1


def test_pagers_lead_to_the_other_parts(pages: Pages, parts: dict[str, list[Fragment]]) -> None:
    known = {Urls().path(page) for page, _, _ in pages.table.names()}
    for page, made in parts.items():
        for one in made:
            navs = [nav for nav in parse(one.header + one.sections).iter("nav")
                    if nav.get("class") == "sy-parts"]  # fmt: skip
            assert len({nav.get("aria-label") for nav in navs}) == 2, one.page
            for nav in navs:
                links = {
                    link.get("rel") or "".join(link.itertext()): link for link in nav.iter("a")
                }
                root = "../" * Urls().path(one.page).count("/")
                targets = {(link.get("href") or "").removeprefix(root) for link in links.values()}
                assert targets <= known, one.page
                assert ("prev" in links, "next" in links) == (one.part > 1, one.part < one.parts)
                current = [link for link in links.values() if link.get("aria-current") == "page"]
                assert len(current) == 1
                assert f"Page {one.part}" in "".join(current[0].itertext())
        assert "continued on page" in made[0].header + made[0].sections, page


def test_letters_lead_to_the_part_where_they_begin(parts: dict[str, list[Fragment]]) -> None:
    made = parts["people/index"]
    where = {Urls().path(one.page): one for one in made}
    nav = next(
        nav for nav in parse(made[1].sections).iter("nav") if nav.get("aria-label") == "Letters"
    )
    hrefs = [link.get("href") or "" for link in nav.iter("a")]
    assert len(hrefs) == len(LETTERS)
    for href in hrefs:
        path, _, anchor = href.removeprefix("../../").partition("#")
        target = where[path] if path else made[1]
        assert f'id="{anchor}"' in target.sections
    labels = [one.head for one in made]
    assert len(set(labels)) == len(labels)


def test_a_pager_of_many_parts_shows_the_ends_and_the_nearest() -> None:
    plan = Plan(
        "years/2023", tuple(PagePart(((0, i, i + 1),), f"Papers {i + 1}") for i in range(300))
    )
    pager = plan.pager(40)
    numbers = [step.number for step in pager.steps]
    assert {1, *range(37, 44), 300} <= set(numbers)
    assert len(numbers) <= WHOLE_PAGER
    assert [step.number for step in pager.steps if step.gap] == [
        31, 37, 61, *range(91, 301, 30), 300,
    ]  # fmt: skip
    assert (pager.label, pager.previous, pager.next) == (
        "Papers 40", "years/2023/39", "years/2023/41",
    )  # fmt: skip


REFS = "\n".join(
    f"@article{{k{i}, title = {{Paper {i} of a long year}}, year = 2022, journal = {{Journal}},\n"
    f"  author = {{{' and '.join(f'Some{chr(97 + (i + j) % 26)}, Body' for j in range(6))}}}}}"
    for i in range(16)
)


@pytest.mark.browser
def test_a_pager_can_be_used_by_everybody(
    project: MakeProject, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pagination, "BUDGET", 8_000)
    monkeypatch.setattr(pagination, "LEAST", 3_000)
    made = project({"refs.bib": REFS}).build()
    with serve(made.outdir) as root, visit(browser, root, width=390) as seen:
        page = seen.open("years/2022.html")
        page.get_by_role("navigation", name="Pages", exact=True).get_by_role(
            "link", name="Next"
        ).focus()
        assert focused(page)["ring"]  # type: ignore[index]
        page.keyboard.press("Enter")
        page.wait_for_url("**/years/2022/2.html")
        assert page.title().startswith("2022, page 2 of ")
        assert wrong_by_night_and_day(page) == []
        crumbs = page.locator(".bd-breadcrumbs a").all_inner_texts()
        assert [text for text in crumbs if text.strip()] == ["Years", "2022"]
        page.get_by_role("link", name="Previous").first.press("Enter")
        page.wait_for_url("**/years/2022.html")
