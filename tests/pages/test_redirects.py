"""Earlier ids (``was:``): their pages lead to the heirs, and so does whatever names them."""

from __future__ import annotations

import re
import zlib
from typing import Literal

import pytest
from playwright.sync_api import Browser
from support.browser import violations, visit
from support.markup import broken_links, read_page
from support.project import MakeProject, Outcome
from support.real_site import serve
from support.shared_site import SharedSite

FILES = {
    "refs.bib": r"""
@article{new2020, ids = {Old:2019, older-2018}, author = {Doe, Jane}, title = {A & B},
  author+an:person = {1="janed"}, journal = {Journal of Keys}, keywords = {slow books},
  sources = {programme-old}, year = 2020}
@article{other2020, author = {Roe, Richard}, title = {Other}, journal = {Keys}, year = 2020}
""",
    "people/jane-doe.md": (
        "---\nname: Jane Doe\nwas: [janed, /about/jane]\ncv: true\n"
        "talks: [{title: On Reading, date: 2020}]\nsources: [programme-old]\n---\n"
    ),
    "papers/other2020.md": "---\nrelated: [Old:2019]\n---\n",
    "events/meet-2021/index.md": (
        "---\ntitle: The Meeting\ndate: 2021\nwas: [meet]\nsources: [programme-old]\n"
        "slots: [{kind: talk, talk: opening-old}]\n---\n"
    ),
    "events/meet-2021/opening.md": (
        "---\ntitle: Opening\npaper: older-2018\nwas: [meet-2021/opening-old]\n"
        "speakers: [{name: J. Doe, person: janed}]\n---\n"
    ),
    "events/part/index.md": "---\ntitle: A Part\npart_of: meet\n---\n",
    "topics/reading.md": "---\ntitle: Reading\nwas: [slow-books]\n---\n",
    "venues/keys.md": "---\nname: Keys\nwas: [journal-of-keys]\n---\n",
    "sources/programme.md": (
        "---\ntitle: A programme\nkind: programme\ndate: undated\nwas: [programme-old]\n"
        "listings: [{paper: Old:2019}]\n---\n"
    ),
    "software/tool.md": "---\ntitle: Tool\nwas: [hammer, /software/tool/index, /papers]\npapers: [Old:2019]\n---\n",
    "guide/start.md": "---\nwas: [start, /docs/begin.html]\n---\n# Start & go\n",
    "uses.md": (
        "---\norphan:\n---\n# Uses\n\n{person}`janed` {event}`meet` {talk}`meet/opening` "
        "{talk}`opening-old` {topic}`slow-books`\n{venue}`journal-of-keys` "
        "{source}`programme-old` {software}`hammer` {paper}`Old:2019`\n{cite:t}`Old:2019` "
        "{cite}`older-2018` {footcite}`old-2019`\n"
        "[a paper](papers/old-2019.md) [](people/janed.md) {doc}`/events/meet/index`\n"
        "{doc}`begin <docs/begin>` [](start.md)\n"
    ),
    "index.md": "# Home\n\n```{toctree}\nguide/start\n```\n",
}
LEAD = {
    "papers/old-2019": "papers/new2020",
    "papers/older-2018": "papers/new2020",
    "people/janed": "people/jane-doe",
    "people/janed/cv": "people/jane-doe/cv",
    "about/jane": "people/jane-doe",
    "talks/janed-2020-on-reading": "talks/jane-doe-2020-on-reading",
    "events/meet/index": "events/meet-2021/index",
    "events/meet/opening": "events/meet-2021/opening",
    "events/meet-2021/opening-old": "events/meet-2021/opening",
    "topics/slow-books": "topics/reading",
    "venues/journal-of-keys": "venues/keys",
    "sources/programme-old": "sources/programme",
    "software/hammer": "software/tool",
    "start": "guide/start",
    "docs/begin": "guide/start",
}
"""Earlier pages, and those of today."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
FOLLOWED = ("papers/old-2019", "people/janed/cv", "events/meet/index", "start")


@pytest.fixture(scope="module")
def built(shared_site: SharedSite) -> Outcome:
    """The site in the form of html."""
    return _site(shared_site, "html")


@pytest.fixture(scope="module")
def dirhtml(shared_site: SharedSite) -> Outcome:
    """The site in the form of dirhtml."""
    return _site(shared_site, "dirhtml")


def _site(shared_site: SharedSite, builder: str) -> Outcome:
    # Typst, which other tests may have used in this process, does not survive a fork.
    base = "https://example.org/site/"
    return shared_site(
        FILES, builder, html_baseurl=base, symposium_search="shards", symposium_jobs=1
    )


def target_of(built: Outcome, page: str) -> str:
    """Return where a page leads without scripts, as a path from the top of the site."""
    html = built.html(page)
    found = re.findall(r'http-equiv="refresh" content="0; url=(.*?)"', html)
    assert len(found) == 1
    return (built.path(page).parent / found[0]).resolve().relative_to(built.outdir).as_posix()


@pytest.mark.parametrize("page", LEAD)
def test_an_earlier_page_leads_to_its_heir(built: Outcome, dirhtml: Outcome, page: str) -> None:
    assert target_of(built, page) == f"{LEAD[page]}.html"
    assert built.path(LEAD[page]).exists()
    there = target_of(dirhtml, page)
    assert (dirhtml.outdir / there / "index.html") == dirhtml.path(LEAD[page])
    assert dirhtml.path(LEAD[page]).exists()


def test_of_a_page_and_a_folder_of_its_name_one_leads_to_the_other_unless_both_are_one_file(
    built: Outcome, dirhtml: Outcome
) -> None:
    assert target_of(built, "software/tool/index") == "software/tool.html"
    assert target_of(built, "papers") == "software/tool.html"
    assert "location.replace" not in dirhtml.html("software/tool")
    assert "location.replace" not in dirhtml.html("papers/index")


def test_a_redirect_is_a_valid_page_that_search_engines_pass_on(built: Outcome) -> None:
    for page, heir in LEAD.items():
        html = built.html(page)
        made = read_page(built.path(page))
        assert html.startswith('<!DOCTYPE html>\n<html lang="en">')
        assert made.unclosed == []
        assert [len(made.all(tag)) for tag in ("title", "main", "h1", "a")] == [1, 1, 1, 1]
        assert broken_links(built.outdir, f"{page}.html") == []
        assert '<meta name="robots" content="noindex">' in html
        canonical = f"https://example.org/site/{heir}.html"
        assert f'<link rel="canonical" href="{canonical}">' in html
    assert "<title>Moved: A &amp; B</title>" in built.html("papers/old-2019")


def test_whatever_names_an_earlier_id_leads_to_the_heir(built: Outcome) -> None:
    html = built.html("uses")
    links = re.findall(r'<a class="reference internal" href="([^"#]+)', html)
    for page in (
        "papers/new2020", "people/jane-doe", "events/meet-2021/index", "events/meet-2021/opening",
        "topics/reading", "venues/keys", "sources/programme", "software/tool", "guide/start",
    ):  # fmt: skip
        assert f"{page}.html" in links, page
    assert not [one for one in links if "old" in one.partition("-2")[0] or "janed" in one]
    assert html.count("papers/new2020.html") >= 5
    assert ">Start &amp; go<" in html


def test_other_projects_find_the_heir_under_its_earlier_ids(built: Outcome) -> None:
    data = (built.outdir / "objects.inv").read_bytes()
    text = zlib.decompress(data.split(b"compressed using zlib.\n", 1)[1]).decode()
    assert "old-2019 kb:paper -1 papers/new2020.html A & B\n" in text
    assert "meet/opening kb:talk -1 events/meet-2021/opening.html Opening\n" in text
    assert "janed kb:person -1 people/jane-doe.html Jane Doe\n" in text


def test_former_names_stay_hidden(project: MakeProject) -> None:
    made = project({
        "refs.bib": "@misc{a, author = {Dead, John}, title = {T}, year = 2020}\n",
        "people/jane-dead.md": (
            "---\nname: Jane Dead\nformer_names: [John Dead]\nwas: [john-dead, jd]\n"
            "talks: [{title: Hi, date: 2020}]\n---\n"
        ),
    })  # fmt: skip
    built = made.build(symposium_search="shards")
    assert built.warnings == ""
    for page in ("people/john-dead", "people/jd", "talks/john-dead-2020-hi"):
        assert built.path(page).exists()
    for path, data in built.files().items():
        text = data if not path.endswith("objects.inv") else zlib.decompress(
            data.split(b"compressed using zlib.\n", 1)[1]
        )  # fmt: skip
        assert not re.search(rb"(?i)john[ -]?dead", text), path


def test_redirects_come_and_go_with_what_is_written(project: MakeProject) -> None:
    made = project({"people/ada.md": "---\nname: Ada\nwas: [bob]\n---\n"})
    assert target_of(made.build(), "people/bob") == "people/ada.html"
    made.write({"people/ada.md": "---\nname: Ada\n---\n", "a.md": "---\nwas: b\n---\n# A\n"})
    built = made.build()
    assert not built.path("people/bob").exists()
    assert "b.html" in built.warnings or target_of(built, "b") == "a.html"
    made.write({"people/bob.md": "---\nname: Bob\n---\n"})
    made.write({"people/ada.md": "---\nname: Ada\nwas: [bob]\n---\n"})
    built = made.build()
    assert "<h1>This page has moved</h1>" not in built.html("people/bob")
    assert '"bob" already redirects to the person bob' in built.warnings
    made.remove("people/bob.md")
    after = made.build().files()
    again = made.build(out="_clean").files()
    skip = re.compile(r"\.buildinfo|\.doctrees")
    assert {k: v for k, v in after.items() if not skip.search(k)} == {
        k: v for k, v in again.items() if not skip.search(k)
    }
    assert b"This page has moved" in after["people/bob.html"]


def test_a_link_follows_a_page_that_moves_later(project: MakeProject) -> None:
    made = project({
        "guide/old.md": "---\norphan:\n---\n# Old\n",
        "uses.md": "---\norphan:\n---\n# Uses\n\n[](guide/old.md) [](papers/a.md)\n",
        "refs.bib": "@misc{a, title = {First}}\n",
    })  # fmt: skip
    assert 'href="guide/old.html"' in made.build().html("uses")
    made.remove("guide/old.md")
    made.write({
        "guide/new.md": "---\norphan:\nwas: guide/old\n---\n# New\n",
        "refs.bib": "@misc{b, ids = {a}, title = {Second}}\n",
    })  # fmt: skip
    html = made.build().html("uses")
    assert 'href="guide/new.html"><span class="doc' in html or 'href="guide/new.html">' in html
    assert "guide/old" not in html
    assert ">Second<" in html


def test_paths_that_are_none_and_ids_that_are_taken_are_reported(project: MakeProject) -> None:
    made = project({
        "guide/up.md": "---\norphan:\nwas: ../x\n---\n# X\n",
        "guide/theirs.md": "---\norphan:\nwas: /search\n---\n# X\n",
        "people/x.md": "---\nname: X\nwas: /_static/x\n---\n",
        "people/jane-doe.md": "---\nname: Jane Doe\nwas: [jnae-doe]\n---\n",
        "refs.bib": "@misc{a, author = {Jnae Doe}, title = {T}, year = 2020}\n",
        "javascript:alert(1)?x=ü #.md": "---\norphan:\nwas: old\n---\n# Odd\n",
    })  # fmt: skip
    built = made.build()
    said = {one.partition(":")[0]: one for one in built.warnings.splitlines()}
    assert 'item 1 of `was`: "../x" is not a page' in said["guide/up.md"]
    assert '"/search" is not a page' in said["guide/theirs.md"]
    assert "is not a page" in said["people/x.md"]
    # A printed name that has a page is no earlier id.
    assert '"jnae-doe" already redirects to the person jnae-doe' in said["people/jane-doe.md"]
    assert "This page has moved" not in built.html("people/jnae-doe")
    # The name of a file is no script, and no question.
    html = built.html("old")
    address = "javascript%3Aalert%281%29%3Fx%3D%C3%BC%20%23.html"
    assert f'href="{address}"' in html
    assert f'content="0; url={address}"' in html
    assert f'location.replace("{address}"' in html


@pytest.mark.browser
def test_a_browser_follows_and_keeps_the_part_that_was_asked_for(
    built: Outcome, dirhtml: Outcome, browser: Browser
) -> None:
    for site, end, pages in ((built, ".html", FOLLOWED), (dirhtml, "/", FOLLOWED[2:])):
        with serve(site.outdir) as root, visit(browser, root) as seen:
            opened = seen.blank()
            for page in pages:
                heir = LEAD[page]
                path = f"{page}{end}" if end == ".html" else f"{page.removesuffix('/index')}/"
                opened.goto(f"{root}{path}#abstract")
                wanted = f"{heir}{end}" if end == ".html" else f"{heir.removesuffix('/index')}/"
                opened.wait_for_url(f"{root}{wanted}#abstract")
            opened = seen.context.new_page()
    with serve(built.outdir) as root, visit(browser, root, java_script_enabled=False) as seen:
        seen.open("papers/old-2019.html").wait_for_url(f"{root}papers/new2020.html")


@pytest.mark.browser
def test_a_redirect_is_accessible(built: Outcome, browser: Browser) -> None:
    html = re.sub(r"<script>.*?</script>", "", built.html("papers/old-2019"))
    still = html.replace('http-equiv="refresh"', 'name="still"')
    with serve(built.outdir) as root, visit(browser, root) as seen:
        seen.context.route(
            f"{root}papers/old-2019.html",
            lambda route: route.fulfill(body=still, content_type="text/html; charset=utf-8"),
        )
        page = seen.open("papers/old-2019.html")
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            assert page.title() == "Moved: A & B"
            assert violations(page) == [], scheme
