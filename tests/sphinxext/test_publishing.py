"""Where a site is published: the page for wrong addresses, robots.txt, the sitemap, .nojekyll."""

from __future__ import annotations

import re
import shutil
import subprocess
from http import HTTPStatus
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Browser
from support.browser import visit, wrong_by_night_and_day
from support.chosen import chosen
from support.judges import judge
from support.project import MakeProject, Outcome
from support.real_site import Quiet, serve
from support.shared_site import SharedSite
from symposium.export import publishing_files

FILES = {
    "refs.bib": "@misc{doe2020, author = {Doe, Jane}, title = {On Keys}, year = 2020}\n",
    "people/jane-doe.md": "---\nname: Jane Doe\nwas: [janed]\n---\n",
    "guide/start.md": "---\norphan:\n---\n# Start\n",
    "guide/hidden.md": "---\norphan:\nnosearch:\n---\n# Hidden\n",
    "events/meet/index.md": "---\ntitle: Meeting\ndate: 2021-03-04\ntimezone: Europe/Lisbon\n"
    "slots: [{time: 9:00-9:40, kind: talk, talk: opening}]\n---\n",
    "events/meet/opening.md": "---\ntitle: Opening\nspeakers: [Jane Doe]\n---\n",
}
BASE = "https://example.org/some/where/"
NAMES = (".nojekyll", "404.html", "robots.txt", "sitemap.xml")
SPACE = {"s": publishing_files.NAMESPACE}


def addresses(sitemap: bytes) -> list[str]:
    """The addresses of a sitemap."""
    root = ET.fromstring(sitemap)  # noqa: S314 - our own
    return [one.text or "" for one in root.iterfind("*/s:loc", SPACE)]


class Host(Quiet):
    """A host that publishes a folder below a prefix, and shows `404.html` for what is not there."""

    prefix = "/"

    def translate_path(self, path: str) -> str:
        inside = path.startswith(self.prefix)
        return super().translate_path(f"/{path.removeprefix(self.prefix)}" if inside else "/:")

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        del message, explain
        content = Path(self.directory, "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)


class Below(Host):
    """The same, as GitHub publishes the pages of a project."""

    prefix = "/some/where/"


PUBLISHED = {
    "html, root": ("html", "", Host),
    "html, not told": ("html", "", Below),
    "dirhtml, told": ("dirhtml", BASE, Below),
    "dirhtml, told wrongly": ("dirhtml", BASE, Host),
}


@pytest.mark.browser
@pytest.mark.parametrize("how", chosen(PUBLISHED, "html, not told", "dirhtml, told wrongly"))
def test_a_wrong_address_shows_a_page_that_leads_on(
    shared_site: SharedSite, browser: Browser, how: str
) -> None:
    builder, base, host = PUBLISHED[how]
    built = shared_site(FILES, builder, html_baseurl=base, symposium_search="shards")
    assert built.warnings == ""
    with serve(built.outdir, host) as root, visit(browser, root) as watch:
        start = f"{root.removesuffix('/')}{host.prefix}"
        page = watch.context.new_page()
        answer = page.goto(f"{start}people/no/such/body.html")
        assert answer
        assert answer.status == HTTPStatus.NOT_FOUND
        link = page.get_by_role("main").get_by_role("link", name="People")
        page.wait_for_function(
            "start => document.querySelector('main li a').href.startsWith(start)", arg=start
        )
        page.wait_for_function(
            "getComputedStyle(document.querySelector('main ul')).display === 'flex'"
        )
        links = page.evaluate(
            "[...document.querySelectorAll('a[href], link[href], script[src]')].map(e => [e.getAttribute('href') || '', e.href || e.src])"
        )
        for written, address in links:
            if not written.startswith("#"):
                assert page.request.head(address).ok, address
        link.click()
        page.wait_for_url(f"{start}people/**")
        assert page.get_by_role("heading", name="People").is_visible()


@pytest.mark.browser
def test_the_page_for_wrong_addresses_is_fit_to_be_seen(
    shared_site: SharedSite, browser: Browser
) -> None:
    built = shared_site(FILES, html_baseurl="", symposium_search="shards")
    with serve(built.outdir, Host) as root, visit(browser, root) as watch:
        page = watch.context.new_page()
        page.goto(f"{root}a/b/c")
        assert wrong_by_night_and_day(page) == []
        page.get_by_role("main").get_by_role("searchbox").fill("jane")
        page.keyboard.press("Enter")
        page.wait_for_url(f"{root}search.html?q=jane")
        page.get_by_role("main").get_by_role("link", name="Jane Doe").first.wait_for()


LINKS = re.compile(r'<li><a [^>]*href="([^"]+)">People</a>')
"""On the page for wrong addresses, without scripts."""


@pytest.fixture
def published(shared_site: SharedSite) -> Outcome:
    """Return a site that was told its address, with a page that is gone."""
    files = {**FILES, "guide/gone.md": "---\norphan:\ngone: It was wrong.\n---\n"}
    return shared_site(files, html_baseurl=BASE, symposium_search="shards")


def test_search_and_search_engines_know_nothing_of_that_page(published: Outcome) -> None:
    html = published.html("404")
    assert '<meta name="robots" content="noindex"' in html
    assert 'rel="canonical"' not in html
    for path, content in published.files().items():
        if path.startswith(("search/", "api/")) or path == "sitemap.xml":
            assert b"not found" not in content.lower(), path
            assert b"404" not in content or not path.endswith((".xml", ".json")), path


VARIABLES = ["READTHEDOCS_CANONICAL_URL", "CI_PAGES_URL", "SYMPOSIUM_BASEURL"]


@pytest.mark.parametrize("variable", chosen(VARIABLES, VARIABLES[0]))
def test_the_sitemap_names_every_page_once_where_the_host_says_its_address(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv(variable, BASE.removesuffix("/"))
    made = project(FILES)
    built = made.build("dirhtml")
    found = addresses(built.files()["sitemap.xml"])
    assert len(found) == len(set(found))
    inside = {one.removeprefix(BASE) for one in found}
    assert {
        "", "people/", "people/jane-doe/", "papers/doe2020/", "guide/start/", "events/meet/",
    } <= inside  # fmt: skip
    pages = {path.removesuffix("index.html") for path in built.pages() if path[:8] != "_static/"}
    left_out = pages - inside
    assert inside <= pages
    assert left_out == {
        "404.html", "search/", "guide/hidden/", "my-list/", "my-programme/", "people/janed/",
        "topics/", "software/", "sources/", "venues/",
    }, "neither what is no page, nor empty lists"  # fmt: skip
    assert judge("sitemap.xml", built.files()["sitemap.xml"]) == []
    robots = built.files()["robots.txt"].decode()
    assert robots == f"User-agent: *\nDisallow:\n\nSitemap: {BASE}sitemap.xml\n"
    if variable == VARIABLES[0]:
        # Read the Docs publishes several versions, of which one is the address of the site.
        monkeypatch.setenv(variable, "https://example.org/en/2.0/")
        again = made.build(html_baseurl=BASE)
        assert LINKS.findall(again.html("404")) == ["/en/2.0/people/index.html"]


def test_a_page_that_is_gone_is_in_no_sitemap(published: Outcome) -> None:
    found = addresses(published.files()["sitemap.xml"])
    assert found
    assert not any("gone" in one for one in found)


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")
def test_the_day_of_a_change_is_that_of_git(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = project(FILES)
    for name in ("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"):
        monkeypatch.setenv(name, "2021-02-03T04:05:06Z")
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "Start"]):
        subprocess.run(["git", *command], cwd=made.root, check=True)
    sitemap = made.build(html_baseurl=BASE).files()["sitemap.xml"].decode()
    event = f"<url><loc>{BASE}events/meet/index.html</loc><lastmod>2021-02-03</lastmod></url>"
    assert event in sitemap
    asked = set(re.findall(r"<loc>([^<]*)</loc><lastmod>2021-02-03<", sitemap))
    inside = {one.removeprefix(BASE) for one in asked}
    assert {"people/jane-doe.html", "events/meet/talk.html"} - inside <= {"events/meet/talk.html"}
    assert "papers/index.html" not in inside, "nobody has written it"


def test_every_page_names_the_feed_of_the_site(shared_site: SharedSite) -> None:
    built = shared_site(FILES)
    link = '<link rel="alternate" type="application/atom+xml" title="Test project"'
    assert f'{link} href="../index.atom"' in built.html("people/jane-doe")
    feeds = {path for path in built.files() if path.endswith(".atom")}
    assert feeds == {"index.atom", "people/jane-doe.atom"}
    for page in built.pages().values():
        for found in re.findall(r'href="([^"]*\.atom)"', page):
            assert found.lstrip("./") in feeds


def test_a_large_sitemap_is_an_index_of_several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing_files, "MAX_ADDRESSES", 2)
    files = dict(
        publishing_files.sitemaps(
            [("a&b.html", ""), ("ä.html", "2020-01-02"), ("c.html", "")], BASE
        )
    )
    assert addresses(files["sitemap.xml"]) == [f"{BASE}sitemap-1.xml", f"{BASE}sitemap-2.xml"]
    assert addresses(files["sitemap-1.xml"]) == [f"{BASE}a%26b.html", f"{BASE}%C3%A4.html"]
    assert addresses(files["sitemap-2.xml"]) == [f"{BASE}c.html"]


def test_what_the_project_brings_along_stays_as_it_is(project: MakeProject) -> None:
    made = project({"people/jane-doe.md": "---\nname: Jane Doe\n---\n"})
    ours = made.build(html_baseurl=BASE).files()
    own = {name: f"mine: {name}\n".encode() for name in NAMES[1:]}
    made.write({f"extra/{name}": content for name, content in own.items()})
    made.write({"conf.py": (made.root / "conf.py").read_text() + 'html_extra_path = ["extra"]\n'})
    for fresh in (False, True):
        files = made.build(html_baseurl=BASE, fresh=fresh).files()
        assert {name: files[name] for name in NAMES} == {".nojekyll": b"", **own}
    made.write({"conf.py": (made.root / "conf.py").read_text().replace('["extra"]', "[]")})
    files = made.build(html_baseurl=BASE).files()
    assert {name: files[name] for name in NAMES} == {name: ours[name] for name in NAMES}
    # A guest has none of it, and a site that becomes one loses it.
    guest = {"symposium_site": False, "extensions": ["myst_parser", "symposium"]}
    assert not set(NAMES) & made.build(html_baseurl=BASE, **guest).files().keys()
    # A single file, and a page of one's own.
    made.write({
        "conf.py": (made.root / "conf.py").read_text().replace("[]", '["extra/robots.txt"]'),
        "404.md": "---\norphan:\n---\n# Lost\n",
    })  # fmt: skip
    files = made.build(html_baseurl=BASE).files()
    assert files["robots.txt"] == own["robots.txt"]
    assert b"<h1>Lost" in files["404.html"]
