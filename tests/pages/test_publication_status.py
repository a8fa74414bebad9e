"""What has become of a work is said wherever the work is named, with a link to the notice."""

from __future__ import annotations

import json
import re
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from pypdf import PdfReader
from support.browser import COLOURS, dress, overflow, violations, visit
from support.chosen import chosen
from support.project import CONF, Built, MakeProject, Project
from support.real_site import serve
from symposium.cli import main

NOTICE = "https://example.org/notice?a=1&b=2"
TITLE = "Cold Fusion in Cups"

REFS = f"""
@inproceedings{{bad2020, author = {{Doe, Jane and Roe, Rick}}, title = {{{TITLE}}}, year = 2020,
  booktitle = {{Cups}}, keywords = {{fusion}}, status = {{retracted}}, notice = {{{NOTICE}}},
  doi = {{10.1000/bad}}, selected = {{true}}}}
@misc{{poster2020, author = {{Doe, Jane}}, title = {{{TITLE}}}, year = 2020,
  entrysubtype = {{poster}}, keywords = {{fusion}}}}
@article{{good2021, author = {{Roe, Rick}}, title = {{Good Cups}}, year = 2021, journal = {{Cups}}}}
@article{{old2019, author = {{Roe, Rick}}, title = {{Old Cups}}, year = 2019, journal = {{Cups}}}}
@book{{volume2020, editor = {{Doe, Jane}}, title = {{A Volume}}, year = 2020}}
"""

FILES = {
    "refs.bib": REFS,
    "people/jane-doe.md": (
        "---\nname: Jane Doe\ncv: {}\ntalks:\n  - title: My Talk\n    date: 2020-01-02\n"
        "    kind: invited\n    venue: Here 2020\n    paper: bad2020\n---\nSee {paper}`bad2020`.\n"
    ),
    "papers/old2019.md": "---\nstatus: superseded\nlinks: {notice: files/new.pdf}\n"
    "related: [bad2020]\n---\nAs in {cite:t}`volume2020`.\n",
    "files/new.pdf": "x",
    "sources/tracker.md": "---\ntitle: A tracker\nkind: list\ndate: undated\nlistings:\n"
    "  - paper: bad2020\n    date: 2020-02\n---\n",
    "events/meet/index.md": "---\ntitle: The Meeting\ndate: 2020-05-30\ntimezone: Europe/Zurich\n"
    "slots:\n  - time: 9:00-9:40\n    kind: paper\n    talk: cups\n---\n",
    "events/meet/cups.md": f"---\ntitle: {TITLE}\npaper: bad2020\nspeakers:\n  - name: Jane Doe\n"
    "topics: [fusion]\n---\nOn cups.\n",
    "software/cups.md": "---\ntitle: The Cups\npeople:\n  - name: Jane Doe\npapers: [bad2020]\n---\n",
    "guide/cite.md": "---\norphan:\n---\n# Citing\n\nAs {cite:t}`bad2020` say; all agree {cite:p}`bad2020`.\n",
    "guide/cites.md": "---\norphan:\n---\n# Several\n\nAs {cite:p}`good2021,bad2020` say.\n",
    "guide/foot.md": "---\norphan:\n---\n# Feet\n\nAs said.{footcite}`bad2020`\n\n```{footbibliography}\n```\n",
    "guide/role.md": "---\norphan:\n---\n# Roles\n\nSee {paper}`that one <bad2020>`.\n",
    "guide/talk.md": "---\norphan:\n---\n# Talks\n\nSee {talk}`meet/cups`.\n",
    "guide/any.md": "---\norphan:\n---\n# Any\n\nSee {any}`bad2020`.\n",
    "guide/link.md": "---\norphan:\n---\n# Links\n\nSee [it](../papers/bad2020.md).\n",
    "guide/list.md": "---\norphan:\n---\n# List\n\n```{bibliography}\n:all:\n```\n",
    "guide/overview.md": "---\norphan:\n---\n# Overview\n\n```{overview}\n```\n",
}

PAGES = (
    "papers/bad2020", "papers/good2021", "papers/poster2020", "papers/old2019", "papers/index", "people/jane-doe",
    "people/rick-roe", "people/jane-doe/cv", "years/2020", "venues/cups", "topics/fusion",
    "events/meet/index", "events/meet/cups", "sources/tracker", "software/cups", "guide/cite",
    "guide/cites", "guide/foot", "guide/role", "guide/talk", "guide/any", "guide/link", "guide/list",
    "guide/overview", "talks/index",
)  # fmt: skip
"""Every kind of page that names the retracted paper, or the talk on it."""

DOCUMENTS = [name for name in PAGES if name.startswith("guide/")]

RE_TAG = re.compile(r"<[^>]+>")
RE_NAMED = re.compile(
    r'<a (?![^>]*aria-current)[^>]*href="[^"]*(?<!venues/)(?<!software/)(?:bad2020|cups)\.html"[^>]*>'
    r"(?P<text>.*?)</a>(?P<after>.{0,400}>)",
    re.DOTALL,
)
MARK = "[Retracted]"
TALK_MARK = "[Paper retracted]"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = Project(tmp_path_factory.mktemp("standing") / "project")
    made.write({"conf.py": CONF, "index.md": "# Home\n", **FILES})
    return made


@pytest.fixture(scope="module")
def built(made: Project) -> Built:
    built = made.build(symposium_search="shards")
    assert built.warnings == ""
    return built


def text_of(html: str) -> str:
    return " ".join(unescape(RE_TAG.sub("", html)).split())


def article(html: str) -> str:
    """Return what a page says, without the frame around it."""
    return html.partition("<article")[2].partition("</article>")[0]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_says_so_with_the_notice(built: Built, page: str):
    html = article(built.html(page))
    assert "etracted" in text_of(html)
    assert 'href="https://example.org/notice?a=1&amp;b=2"' in html


@pytest.mark.parametrize("page", PAGES)
def test_the_mark_stands_behind_every_link_to_the_paper_and_its_talk(built: Built, page: str):
    html = article(built.html(page)).partition('<nav class="sy-around"')[0]
    named = list(RE_NAMED.finditer(html))
    assert named or page in {"papers/bad2020", "events/meet/cups"}
    for found in named:
        if text_of(found["text"]).startswith("Paper:"):  # beside the talk of that title
            continue
        assert text_of(found["after"]).startswith((MARK, TALK_MARK)), found[0]


def test_the_paper_and_its_talk_say_so_at_the_top(built: Built):
    for page, words in (
        ("papers/bad2020", "Retracted. This work has been retracted. Notice of retraction"),
        ("events/meet/cups", "Paper retracted. The paper that this talk presents has been retr"),
    ):
        assert words in text_of(article(built.html(page)).partition("</h1>")[2])[:120]
    html = built.html("papers/old2019")
    assert '<a href="../files/new.pdf"' in html
    assert "Superseded. This work has been superseded. What supersedes it" in text_of(html)


@pytest.mark.parametrize(("builder", "suffix"), [("text", "txt"), ("epub", "xhtml")])
def test_documents_of_other_builders_say_so(made: Project, builder: str, suffix: str):
    built = made.build(builder, out=f"_{builder}", suppress_warnings=["epub", "app"],
                       epub_copyright="x", version="1", html_baseurl="https://example.org/")  # fmt: skip
    for name in DOCUMENTS:
        text = text_of((built.outdir / f"{name}.{suffix}").read_text(encoding="utf-8"))
        assert "etracted]" in text or f"https://example.org/{name}.html" in text, name


def test_metadata_says_so(built: Built):
    html = built.html("papers/bad2020")
    assert f'name="citation_title" content="RETRACTED: {TITLE}"' in html
    assert '"creativeWorkStatus":"retracted"' in html


def test_exports_say_so(made: Project, built: Built, tmp_path: Path):
    for name in ("json", "bibtex"):
        assert main(["export", "--format", name, "-o", str(tmp_path / name), str(made.root)]) == 0
    papers = json.loads(next((tmp_path / "json").rglob("papers.json")).read_text())
    paper = next(one for one in papers if one["id"] == "bad2020")
    assert (paper["status"], paper["links"]["notice"]) == ("retracted", NOTICE)
    pdf = PdfReader(BytesIO((built.outdir / "people" / "jane-doe" / "cv.pdf").read_bytes()))
    text = "".join(page.extract_text() for page in pdf.pages)
    assert text.count(MARK) == 3


def test_an_incremental_build_says_so_everywhere_and_takes_it_back(
    built: Built, project: MakeProject
):
    plain = {**FILES, "refs.bib": REFS.replace("status = {retracted}, ", "")}
    made = project(plain)
    before = made.build(symposium_search="shards").files()
    for files, expected in ((FILES, built.files()), (plain, before)):
        made.write(files)
        again = made.build(symposium_search="shards").files()
        for path, content in expected.items():
            if not re.fullmatch(r"\.buildinfo|objects\.inv", path):
                assert again[path] == content, path


# In a real browser


@pytest.mark.browser
@pytest.mark.parametrize("scheme", chosen(["light", "dark"], "dark"))
def test_marks_can_be_read_and_fit(built: Built, browser: Browser, scheme: str):
    with serve(built.outdir) as root, visit(browser, root) as here:
        page = here.open("papers/bad2020.html")
        for name in ("papers/bad2020", "people/jane-doe", "guide/list", "people/jane-doe/cv"):
            here.go(page, f"{name}.html", width=390, scheme=scheme)
            assert not violations(page, *COLOURS)
            for width in (390, 1280):
                dress(page, width, scheme)
                assert not overflow(page)


@pytest.mark.browser
def test_search_results_say_so(built: Built, browser: Browser):
    with serve(built.outdir) as root, visit(browser, root) as here:
        page = here.open("search.html?q=cold+fusion")
        mark = page.locator(".sy-result:has(a[href*=bad2020]) .sy-badge")
        assert mark.inner_text() == "Retracted"
        assert mark.locator("a").get_attribute("href") == NOTICE
