"""Cards in a real browser: what a link leads to, by mouse, keyboard and touch."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, Route, expect
from support.browser import COLOURS, Visit, overflow, violations, visit
from support.project import CONF, Built, Project
from support.real_site import serve

pytestmark = pytest.mark.browser

EVIL = "<img src=x onerror=canary(1)>"
REFS = rf"""
@inproceedings{{sol2025tides,
  author = {{Sol, Mira and Weber, Ada and {{The $n^2$ Group}}}},
  title = {{Tides of $O(n^2)$ Harbours}}, booktitle = {{Ocean Data}}, year = 2025,
  doi = {{10.1000/tides}}, abstract = {{We measure tides. They come twice a day. {"It is wet. " * 60}}}
}}
@article{{weber2024gauges, author = {{Weber, Ada}}, title = {{Gauges}}, journal = {{Water}}, year = 2024}}
@article{{evil2020, author = {{Weber, Ada and {{{EVIL}}}}}, title = {{Evil {EVIL}}}, year = 2020,
  journal = {{J {EVIL}}}, abstract = {{So {EVIL} it is.}}}}
"""
NOTES = """\
---
orphan: true
---
# Notes on {person}`mira-sol`

First {cite:t}`sol2025tides`, then {cite:p}`weber2024gauges,evil2020`. {person}`mira-sol` spoke at
{event}`harbour-2025`: {talk}`harbour-2025/listening`. Of [old](https://example.org/papers/x.html),
an [anchor](#more), {cite:t}`evil2020`, {topic}`tides` and {person}`ada-weber`.

- In a list: {person}`mira-sol`

In notes.{footcite}`weber2024gauges,sol2025tides`

```{footbibliography}
```

```{bibliography}
```

## More

Nothing.
"""
FILES = {
    "refs.bib": REFS,
    "index.md": "# Home\n\nSee {person}`mira-sol`.\n\n```{overview}\n```\n",
    "events/harbour-2070/index.md": "---\ntitle: Far Harbours\ndate: 2070-01-01\n---\n",
    "notes/deep/page.md": NOTES,
    "people/mira-sol.md": (
        "---\nname: Mira Sol\norcid: 0000-0002-1825-0097\nwas: [mira-luna]\n"
        "affiliations: [{organization: Harbour Institute}]\n---\nShe measures.\n"
    ),
    "papers/weber2024gauges.md": (
        "---\nstatus: retracted\nlinks: {code: https://example.org/code}\n---\nA note of ours.\n"
    ),
    "topics/tides.md": "---\ntitle: Tides\n---\nThe sea moves. See {person}`mira-sol`.\n",
    "events/harbour-2025/index.md": (
        "---\ntitle: Harbour Days\ndate: 2025-06-01\ntimezone: Europe/Zurich\nlocation: Bergen\n---\n"
    ),
    "events/harbour-2025/listening.md": (
        "---\ntitle: Listening to the Sea\nspeakers:\n  - {name: Mira Sol}\n---\nOne hears it.\n"
    ),
}
PHONE = {"width": 390, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Built]:
    made = Project(tmp_path_factory.mktemp("cards"))
    made.write({"conf.py": CONF, **FILES})
    return {builder: made.build(builder) for builder in ("html", "dirhtml")}


@dataclass
class Reading:
    """A reader on the page of notes, and what their browser has asked for since."""

    page: Page
    root: str
    asked: list[str] = field(default_factory=list)

    def note(self, request: Request) -> None:
        self.asked.append(request.url.removeprefix(self.root).partition("?")[0])

    def link(self, path: str, number: int = 0) -> Locator:
        return self.page.locator(f"main a[href*='{path}']").nth(number)

    @property
    def card(self) -> Locator:
        return self.page.locator(".sy-about")

    def hover(self, path: str, number: int = 0) -> Locator:
        self.page.mouse.move(2, 2)
        expect(self.card).to_have_count(0)
        self.link(path, number).hover()
        expect(self.card).to_be_visible()
        return self.card

    def rest(self) -> None:
        """Wait until the page has all it asks for by itself, and forget it."""
        self.page.wait_for_load_state("networkidle")
        self.asked.clear()

    def no_card(self, wait: int = 600) -> None:
        self.page.wait_for_timeout(wait)
        expect(self.card).to_have_count(0)


@contextmanager
def reading(
    browser: Browser, built: Built, page: str = "notes/deep/page", **options: Any
) -> Iterator[Reading]:
    with serve(built.outdir) as root, visit(browser, root, **options) as made:
        yield start(made, root, built, page)


def start(made: Visit, root: str, built: Built, page: str) -> Reading:
    made.context.add_init_script("window.canary = () => { throw new Error('markup was run') }")
    address = f"{page}/" if built.app.builder.name == "dirhtml" else f"{page}.html"
    found = Reading(made.open(address), root)
    found.page.on("request", found.note)
    return found


@pytest.fixture
def notes(browser: Browser, sites: dict[str, Built]) -> Iterator[Reading]:
    with reading(browser, sites["html"]) as found:
        yield found


def test_each_kind_has_its_card(notes: Reading) -> None:
    paper = notes.hover("papers/sol2025tides")
    for text in (
        "Conference paper",
        "Mira Sol, Ada Weber",
        "Ocean Data",
        "2025",
        "We measure tides.",
    ):
        expect(paper).to_contain_text(text)
    expect(paper.get_by_role("link", name="DOI")).to_have_attribute(
        "href", "https://doi.org/10.1000/tides"
    )
    assert paper.locator(".sy-about-title math msup").count() == 1
    assert len(paper.locator(".sy-about-text").inner_text()) < 400
    retracted = notes.hover("papers/weber2024gauges")
    expect(retracted.locator(".sy-badge-alert")).to_have_text("Retracted")
    expect(retracted.get_by_role("link", name="Code")).to_be_visible()
    person = notes.hover("people/mira-sol", 1)
    for text in ("Harbour Institute", "1 paper · 1 talk", "Newest paper: Tides of", "ORCID 0000"):
        expect(person).to_contain_text(text)
    talk = notes.hover("harbour-2025/listening")
    for text in ("Listening to the Sea", "Mira Sol", "Harbour Days", "2025", "One hears it."):
        expect(talk).to_contain_text(text)
    event = notes.hover("events/harbour-2025/index")
    for text in ("Harbour Days", "2025", "Bergen"):
        expect(event).to_contain_text(text)
    expect(notes.hover("topics/tides")).to_contain_text("The sea moves.")


def test_a_number_of_a_footnote_shows_the_work_that_it_cites(notes: Reading) -> None:
    for number, title in enumerate(("Gauges", "Tides of")):
        notes.page.mouse.move(2, 2)
        expect(notes.card).to_have_count(0)
        notes.page.locator("a.sy-footcite").nth(number).hover()
        expect(notes.card.locator(".sy-about-title")).to_contain_text(title)


def test_nothing_is_asked_for_before_one_rests_on_a_link_and_nothing_twice(notes: Reading) -> None:
    notes.rest()
    link = notes.link("papers/sol2025tides")
    link.hover()
    notes.page.wait_for_timeout(100)
    notes.page.mouse.move(2, 2)
    notes.no_card()
    assert notes.asked == []
    for _ in range(2):
        notes.hover("papers/sol2025tides")
    assert sorted(notes.asked) == [
        "_static/symposium-cards.css", "_static/symposium-cards.js", "papers/sol2025tides.html",
    ]  # fmt: skip


def test_links_elsewhere_to_this_page_and_of_the_frame_have_no_card(
    browser: Browser, sites: dict[str, Built]
) -> None:
    with reading(browser, sites["html"], "people/mira-sol") as found:
        own = found.page.locator("main a[aria-current='page']").first
        for link in (own, found.page.locator("header nav a[href*='papers/']").first):
            link.hover()
            found.no_card()
    with reading(browser, sites["html"]) as found:
        found.rest()
        for path in ("https://example.org/papers/x.html", "#more"):
            found.link(path).hover()
            found.no_card()
        assert found.asked == []


def test_the_mouse_may_go_into_the_card_and_escape_closes_it(notes: Reading) -> None:
    card = notes.hover("papers/sol2025tides")
    card.locator(".sy-about-text").hover()
    notes.page.wait_for_timeout(700)
    expect(card).to_be_visible()
    notes.page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    notes.page.mouse.move(2, 2)
    notes.hover("papers/sol2025tides")
    notes.page.keyboard.press("Escape")
    notes.no_card()  # although the mouse is still there
    notes.hover("papers/sol2025tides")
    notes.page.mouse.move(2, 2)
    expect(notes.card).to_have_count(0)


def test_by_keyboard_one_goes_into_the_card_and_on_behind_the_link(notes: Reading) -> None:
    page = notes.page
    notes.rest()
    link = notes.link("papers/sol2025tides")
    before = link.get_attribute("title")
    notes.link("people/mira-sol").focus()
    for _ in range(2):
        page.keyboard.press("Tab")
    assert notes.asked == []  # who passes by hears nothing
    page.keyboard.press("Shift+Tab")
    if not link.evaluate("e => e === document.activeElement"):
        page.keyboard.press("Tab")
    expect(link).to_be_focused()
    expect(notes.card).to_be_visible()
    note = page.locator(f"#{link.get_attribute('aria-describedby')}")
    expect(note).to_contain_text("Escape closes it")
    assert link.get_attribute("aria-details") == "sy-about"
    page.keyboard.press("Tab")
    expect(notes.card.locator(".sy-about-title")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(link).to_be_focused()
    page.keyboard.press("Escape")
    expect(notes.card).to_have_count(0)
    expect(link).to_be_focused()
    assert link.get_attribute("aria-describedby") is None
    assert link.get_attribute("title") == before
    page.keyboard.press("Tab")
    gauges = notes.link("papers/weber2024gauges")
    expect(gauges).to_be_focused()
    expect(notes.card).to_be_visible()
    page.keyboard.press("Tab")
    for _ in range(notes.card.locator("a, button").count() - 1):
        page.keyboard.press("Tab")
    expect(notes.card.get_by_role("button")).to_be_focused()
    page.keyboard.press("Tab")
    expect(notes.card).to_have_count(0)
    expect(notes.link("papers/evil2020")).to_be_focused()


def test_hostile_texts_stay_texts(notes: Reading) -> None:
    card = notes.hover("papers/evil2020")
    for text in (f"Evil {EVIL}", f"J {EVIL}", f"So {EVIL} it is."):
        expect(card).to_contain_text(text)
    assert card.locator("img, script, [onerror]").count() == 0


def test_a_page_that_is_not_there_has_no_card_and_the_link_still_leads(notes: Reading) -> None:
    page = notes.page

    def refuse(route: Route) -> None:
        route.fulfill(status=200, content_type="text/html", body="<p>Something else")

    page.route("**/papers/sol2025tides.html", refuse)
    notes.link("papers/sol2025tides").hover()
    notes.no_card()
    notes.link("papers/sol2025tides").click()
    page.wait_for_url("**/papers/sol2025tides.html")


@pytest.mark.parametrize("page", ["notes/deep/page", "index"])
def test_cards_work_in_folders_and_at_any_depth(
    browser: Browser, sites: dict[str, Built], page: str
) -> None:
    with reading(browser, sites["dirhtml"], page if page != "index" else "") as found:
        expect(found.hover("people/mira-sol")).to_contain_text("Harbour Institute")


def test_a_link_to_an_earlier_id_shows_who_it_is_now(notes: Reading) -> None:
    notes.page.evaluate("document.querySelector('main p a').href = '../../people/mira-luna.html'")
    expect(notes.hover("people/mira-luna")).to_contain_text("Mira Sol")


# The last two are a window of 1280 by 900 at 200 % and at 400 %.
@pytest.mark.parametrize(("width", "height"), [(390, 844), (640, 450), (320, 225)])
def test_no_card_is_off_the_screen(
    browser: Browser, sites: dict[str, Built], width: int, height: int
) -> None:
    with reading(browser, sites["html"], width=width) as found:
        found.page.set_viewport_size({"width": width, "height": height})
        for path, block in (
            ("papers/sol2025tides", "center"), ("papers/evil2020", "end"), ("topics/tides", "center"),
        ):  # fmt: skip
            scroll = "(e, block) => e.scrollIntoView({ block, behavior: 'instant' })"
            found.link(path).evaluate(scroll, block)
            box = found.hover(path).bounding_box()
            assert box is not None
            assert box["x"] >= 0, path
            assert box["y"] >= 0, path
            assert box["x"] + box["width"] <= width, path
            assert box["y"] + box["height"] <= height, path
            assert overflow(found.page) == []


def test_axe_finds_nothing_wrong_with_a_card(browser: Browser, sites: dict[str, Built]) -> None:
    for scheme, rules in (("light", ()), ("dark", COLOURS)):
        with reading(browser, sites["html"], scheme=scheme) as found:
            found.hover("papers/weber2024gauges")
            assert violations(found.page, *rules) == []


def test_a_tap_in_running_text_opens_a_sheet(browser: Browser, sites: dict[str, Built]) -> None:
    with reading(browser, sites["html"], **PHONE) as found:
        page, address = found.page, found.page.url
        found.link("papers/weber2024gauges").tap()
        sheet = page.get_by_role("dialog")
        expect(sheet).to_contain_text("Retracted")
        way = sheet.get_by_role("link", name="Open")
        expect(way).to_be_focused()
        box = way.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["width"] >= 200
        assert violations(page, "color-contrast", "aria-dialog-name") == []
        page.touchscreen.tap(195, 20)  # outside
        expect(sheet).to_have_count(0)
        assert page.url == address
        found.link("papers/weber2024gauges").tap()
        expect(way).to_be_focused()
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        found.link("papers/weber2024gauges").tap()
        sheet.get_by_role("link", name="Open").tap()
        page.wait_for_url("**/papers/weber2024gauges.html")
        page.go_back()
        page.wait_for_url(address)
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_tap_in_a_list_or_heading_or_on_a_page_that_fails_follows_the_link(
    browser: Browser, sites: dict[str, Built]
) -> None:
    with reading(browser, sites["html"], **PHONE) as found:
        page, address = found.page, found.page.url
        for link in (page.locator("main li a[href*='mira-sol']").first, page.locator("h1 a").first):
            link.tap()
            page.wait_for_url("**/people/mira-sol.html")
            page.goto(address)
        elsewhere = "<p>Something else"
        page.route(
            "**/papers/sol2025tides.html",
            lambda route: route.fulfill(content_type="text/html", body=elsewhere),
        )
        found.link("papers/sol2025tides").tap()
        page.wait_for_url("**/papers/sol2025tides.html")


def test_cards_can_be_switched_off_and_on_again(notes: Reading) -> None:
    page = notes.page
    notes.hover("papers/sol2025tides").get_by_role("button", name="Turn cards off").click()
    expect(notes.card.get_by_role("status")).to_contain_text("Cards are off")
    notes.card.get_by_role("button", name="Close").click()
    notes.link("people/ada-weber").hover()
    notes.no_card()
    page.reload()
    notes.link("people/ada-weber").hover()
    notes.no_card()
    page.get_by_role("button", name="Show cards for links").click()
    expect(page.get_by_role("button", name="Show cards for links")).to_have_count(0)
    notes.hover("people/ada-weber")


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (1280, "dark")])
def test_the_timeline_is_walked_by_keyboard_and_has_cards(
    browser: Browser, sites: dict[str, Built], width: int, scheme: str
) -> None:
    with reading(browser, sites["html"], "index", width=width, scheme=scheme) as found:
        page = found.page
        assert overflow(page) == []
        future = page.locator(".sy-tl-future")
        assert [one.get_attribute("href") for one in future.all()] == [
            "events/harbour-2070/index.html"
        ]
        name = future.locator("title").first.text_content() or ""
        assert name.endswith("1 January 2070, to come")
        stops = page.locator(".sy-tl a")
        stops.first.focus()
        for number in range(1, stops.count()):
            page.keyboard.press("Tab")
            expect(stops.nth(number)).to_be_focused()
        page.keyboard.press("Escape")
        page.locator(".sy-tl-mark[href*='harbour-2025']").hover()
        expect(found.card).to_contain_text("Bergen")


POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'self'"


def test_cards_need_nothing_that_a_strict_policy_forbids(
    browser: Browser, sites: dict[str, Built]
) -> None:
    built = sites["html"]
    with serve(built.outdir) as root:
        context = browser.new_context()
        page = context.new_page()

        def strict(route: Route) -> None:
            answer = route.fetch()
            headers = {**answer.headers, "content-security-policy": POLICY}
            route.fulfill(response=answer, headers=headers)

        page.route("**/*.html", strict)
        page.goto(f"{root}notes/deep/page.html")
        said: list[str] = []  # the theme's own inline script is refused before this
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.locator("main a[href*='sol2025tides']").first.hover()
        expect(page.locator(".sy-about")).to_contain_text("We measure tides.")
        assert page.locator(".sy-about").evaluate("e => getComputedStyle(e).position") == "absolute"
        assert said == []
        context.close()


def test_without_javascript_links_are_plain(browser: Browser, sites: dict[str, Built]) -> None:
    with reading(browser, sites["html"], java_script_enabled=False) as found:
        found.page.locator("main a[href*='sol2025tides']").first.click()
        found.page.wait_for_url("**/papers/sol2025tides.html")
