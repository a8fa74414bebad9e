"""Documents: front matter is hidden, titles are as typed, and every file becomes a page."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from support.project import CONF, Built, MakeProject, Project
from support.sites import REFS, SITE


def main_of(built: Built, page: str) -> str:
    html = built.html(page)
    return html[html.index("<article") : html.index("</article>")]


def text_of(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", "", html)).split())


def said(built: Built, path: str) -> list[str]:
    """Return the warnings of a file."""
    return [line for line in built.warnings.splitlines() if line.startswith(f"{path}:")]


ENDS = {"lf": "\n", "crlf": "\r\n", "cr": "\r"}
LINES = (
    "---", "name: Jane Doe", "names: [J. Doe]", "---", "One.", "", "Two {nosuchrole}`x`.", "",
    "{person}`nobody`", "",
)  # fmt: skip
WITHOUT = (
    "One {nosuchrole}`a`.\n\n{person}`nobody`\n\n```{note}\n\nIn {nosuchrole}`b`.\n```\n\n"
    "- {nosuchrole}`c`\n\n```{nosuch}\n```\n"
)


def test_warnings_name_the_exact_line_with_and_without_front_matter(project: MakeProject) -> None:
    files = {
        f"people/doe-{ends}{number}.md": (bom + ENDS[ends].join(LINES)).encode()
        for number, bom in enumerate(("", "\ufeff"))
        for ends in ENDS
    }
    built = project({**SITE, **files, "papers/adams2001book.md": WITHOUT}).build("dummy")
    for path in files:
        lines = said(built, path)
        assert any(one.startswith(f"{path}:7:") and "nosuchrole" in one for one in lines), path
        assert any(one.startswith(f"{path}:9:") and "nobody" in one for one in lines), path
    found = re.findall(r"^papers/adams2001book\.md:(\d+): ", built.warnings, re.MULTILINE)
    assert sorted(set(map(int, found))) == [1, 3, 7, 10, 12]


TITLES = (
    "O'Brien's \"quoted\" title", "<b>bold</b> & <!-- x -->", "1. First things first",
    "- dash -- and --- more...", "$x$ marks the spot", "a [link](x) and {role}`y`",
    "`code` \\ backslash \\n", "a | b ~ c ^ d @ e = f", "[ ] task", "a: b, c; d! e? (f) [g] {h}",
    "(target)=", "===", "&amp; &lt;b&gt; &#65;", "x\u00a0y",
)  # fmt: skip


BODIES = {
    "no front matter": "Only *prose* here.\n",
    "an empty file": "",
    "front matter only": "---\ntopics: [x]\n---",
    "empty front matter": "---\n---\n",
    "its own heading": "---\ntopics: [x]\n---\n# Another heading\n\nText.\n",
    "deep heading first": "---\ntopics: [x]\n---\n### Deep\n\nText.\n",
    "front matter after empty lines": "\n\n---\ntopics: [x]\n---\nText.\n",
    "unclosed front matter": "---\ntopics: [x]\n\nText.\n",
    "a directive first": "---\ntopics: [x]\n---\n```{note}\nText.\n```\n",
    "a target first": "(here)=\n\nText.\n",
    "nul": "---\ntopics: [x]\n---\nText\x00.\n",
}


ODD_NAMES = ("Jürgen Müller", "Jane_Doe", "JANE", "a b c", "x.y", "ünï")
FILES: dict[str, str | bytes] = {
    **SITE,
    "refs.bib": REFS
    + "".join(
        f"@misc{{k{i}, title={{Title {i}}}, author={{A, B}}, year=2020}}\n"
        for i in range(len(BODIES))
    ),
    **{
        f"topics/t{i}.md": f"---\ntitle: '{title.replace(chr(39), chr(39) * 2)}'\n---\nText.\n"
        for i, title in enumerate(TITLES)
    },
    **{f"papers/k{i}.md": body for i, body in enumerate(BODIES.values())},
    **{f"people/{name}.md": f"---\nname: Some Body\n---\nLost {name}.\n" for name in ODD_NAMES},
    "index.md": "# Home\n\n"
    + "".join(f"L{i}: {{topic}}`t{i}` {{doc}}`/topics/t{i}`\n\n" for i in range(len(TITLES)))
    + "```{toctree}\nguide/intro\n```\n",
    "a.md": "---\norphan: true\n---\n# A\n",
    "people/john-smith.md": "---\nname: John Smith\ntocdepth: 1\nnosearch: true\n---\n## One\n\n### Two\n",
    "notes.md": "---\norphan:\n---\n# Notes\n",
    "plain.md": "---\nnosearch:\n---\n# Plain\n",
    "guide/intro.rst": "Intro\n=====\n\nSee :paper:`doe2020fast`.\n",
    "people/index.md": (
        "---\n---\n# Our people & friends\n\nProse of our own.\n\n## Join us\n\nWrite.\n"
    ),
    "news/index.md": "# News\n\nSoon.\n",
    "street.md": "---\norphan: true\n---\n# Straße\n".encode("latin-1"),
    "people/ann-bee.md": "---\nname: Ann Bee\ncv: true\n---\nZürich\n".encode("latin-1"),
    "broken.md": "---\norphan:\na: [\n---\n# Broken\n\nText.\n",
}
CONFIG = {
    "symposium_navigation": [
        ("people/ann-bee/cv", "Vita"),
        ("https://example.org/", "Elsewhere"),
        ("notse", "Notes"),
        ("notes#tides", "Tides"),
        ("people/ann-bee#talks", "Talks"),
        ("software/index", "Software"),
    ]
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    made = Project(tmp_path_factory.mktemp("documents"))
    made.write({"conf.py": CONF, **FILES})
    return made.build(**CONFIG)


def test_only_files_with_mistakes_are_warned_of(site: Built) -> None:
    names = "|".join(map(re.escape, (*ODD_NAMES, "ann-bee")))
    wrong = re.compile(
        rf"papers/k\d+\.md:\d+|people/({names})\.md:|(street|broken)\.md:\d+"
        r"|plain\.md: WARNING: document isn't included|conf\.py:\d+: WARNING: symposium_navigation"
    )
    assert [one for one in site.warnings.splitlines() if one and not wrong.match(one)] == []


def test_titles_are_shown_as_they_are_typed(site: Built) -> None:
    home = main_of(site, "index")
    for i, title in enumerate(TITLES):
        html = site.html(f"topics/t{i}")
        heads = re.findall(r"<h1[^>]*>(.*?)</h1>", html, re.DOTALL)
        assert len(heads) == 1, title
        wanted = " ".join(title.split())
        if "$x$" in title:
            assert 'alttext="x"' in heads[0]
            continue
        shown = text_of(re.sub(r'<a class="headerlink".*?</a>', "", heads[0]))
        assert shown == wanted
        (head_title,) = re.findall(r"<title>(.*?)</title>", html, re.DOTALL)
        assert unescape(head_title).startswith(wanted)
        links = re.search(rf"<p>L{i}: (.*?)</p>", home, re.DOTALL)
        assert links is not None
        assert text_of(links[1]) == f"{wanted} {wanted}"
        crumbs = html[html.index("breadcrumb") :]
        assert "<b>bold" not in crumbs
    titled = [html for page, html in site.pages().items() if not page.startswith("people/")]
    assert "no title" not in "".join(titled).lower()


def test_the_fields_of_sphinx_that_are_allowed_work(site: Built) -> None:
    assert "\na.md" not in site.warnings
    assert site.app.env.metadata["people/john-smith"]["tocdepth"] == 1
    assert site.app.env.metadata["people/john-smith"]["nosearch"] is True
    assert "plain.md: WARNING: document isn't included in any toctree" in site.warnings


def test_every_file_of_a_record_becomes_a_page_with_one_title(site: Built) -> None:
    for i, (what, body) in enumerate(BODIES.items()):
        html = site.html(f"papers/k{i}")
        (title,) = re.findall(r"<title>(.*?)</title>", html, re.DOTALL)
        assert title.startswith(f"Title {i}"), what
        heads = [text_of(head) for head in re.findall(r"<h1[^>]*>(.*?)</h1>", html, re.DOTALL)]
        assert heads, what
        assert heads[0].startswith(f"Title {i}"), what
        assert len(heads) == 1, (what, heads)
        if "Text" in body:
            assert "Text" in text_of(main_of(site, f"papers/k{i}")), what
        elif body.strip() and "---" not in body:
            words = re.findall(r"[a-z]{3,}", body)
            assert all(word in main_of(site, f"papers/k{i}") for word in words), what


def test_a_hand_written_list_keeps_its_title_and_prose_and_gets_the_list(site: Built) -> None:
    html = site.html("people/index")
    (title,) = re.findall(r"<title>(.*?)</title>", html, re.DOTALL)
    assert title.startswith("Our people &amp; friends")
    text = text_of(main_of(site, "people/index"))
    assert "Prose of our own." in text
    assert "Bazińska, Julia" in text
    assert html.count("<h1") == 1


def test_a_file_whose_name_cannot_be_an_id_is_reported_and_still_built(site: Built) -> None:
    shown = "".join(site.pages().values())
    for name in ODD_NAMES:
        assert f"people/{name}.md:1: " in site.warnings
        assert f"Lost {name}." in shown
    assert site.path("papers/doe2020fast").exists()


def test_documents_that_are_not_utf8_are_read_and_reported(site: Built) -> None:
    assert site.statuscode == 1
    for path in ("street.md:4", "people/ann-bee.md:5"):
        assert f"{path}: ERROR: The file is not UTF-8 and is read as Windows-1252" in site.warnings
    assert "Straße" in site.html("street")
    assert "Zürich" in site.html("people/ann-bee")


def test_broken_front_matter_of_an_ordinary_page_is_reported_with_its_line(site: Built) -> None:
    assert re.search(r"broken\.md:[34]: ERROR: ", site.warnings)
    assert "Text." in site.html("broken")


def test_the_header_takes_pages_of_records_and_addresses_and_names_what_is_not_there(
    site: Built,
) -> None:
    assert "there is no page 'notse': did you mean notes?" in site.warnings
    assert "software/index" not in site.warnings  # a list of nothing may be filled later
    header = site.html("notes").partition("<main")[0]
    assert 'href="people/ann-bee/cv.html"' in header
    assert 'href="https://example.org/"' in header
    assert "notse" not in header
    assert 'href="#tides"' in header
    assert 'href="people/ann-bee.html#talks"' in header
    assert "nav-item current" not in header, "a section is not a page"


def test_files_that_the_project_leaves_out_are_no_records(project: MakeProject) -> None:
    files = {"refs.bib": "@misc{a, title = {A}}", "people/draft-one.md": "---\nname: Draft\n---\n"}
    made = project(files)
    pages = made.build(symposium_bibfiles="refs.bib").pages()
    assert {"people/draft-one.html", "papers/a.html"} <= pages.keys()
    built = made.build(exclude_patterns=["people/draft-*"])
    assert "people/draft-one.html" not in built.pages()
    assert "Draft" not in (built.outdir / "api/v1/people.json").read_text(encoding="utf-8")


def test_a_new_title_in_the_bibliography_is_the_heading_of_the_file(project: MakeProject) -> None:
    made = project({"refs.bib": REFS})
    made.build()
    made.write(
        {
            "refs.bib": REFS.replace("Odd Keys Considered", "Keys"),
            "papers/smith-a-b-c-d.md": "Text.\n",
        }
    )
    assert re.search(r"<h1[^>]*>Keys", made.build().html("papers/smith-a-b-c-d"))
    made.write({"refs.bib": REFS.replace("Odd Keys Considered", "Keys & more")})
    built = made.build()
    assert built.read() == ["papers/smith-a-b-c-d"]
    assert re.search(r"<h1[^>]*>Keys &amp; more", built.html("papers/smith-a-b-c-d"))


def test_only_the_kinds_that_are_named_have_pages_and_others_are_text(project: MakeProject) -> None:
    refs = "@article{a, title = {A}, author = {Bee, Ann}, journal = {Keys}, year = 2020}"
    made = project(
        {
            "refs.bib": refs,
            "venues/keys.md": "---\nname: Keys\nshort: K\n---\n",
            "notes.md": "---\norphan: true\n---\n# Notes\n\n{venue}`keys` and {paper}`a`.\n",
        }
    )
    built = made.build(symposium_pages=["paper", "prson"])
    assert "symposium_pages: 'prson' is not a kind of page: did you mean person?" in built.warnings
    assert [one for one in built.pages() if one.startswith(("venues/", "people/", "years/"))] == []
    paper = built.html("papers/a")
    assert 'href="index.html"' in paper
    assert "venues/" not in paper
    assert "years/" not in paper
    assert "Keys" in paper
    notes = built.html("notes").partition("<main")[2]
    assert '<span class="kb kb-venue">Keys</span>' in notes
    assert "venues/" not in notes
    assert 'href="papers/a.html"' in notes


def test_an_index_that_lists_its_kind_is_followed_by_no_second_list(tmp_path: Path) -> None:
    listing, pages = "```{listing} topics\n```\n", []
    files = {
        "conf.py": CONF,
        "index.md": "# Home\n",
        "topics/a.md": "---\ntitle: Tides\n---\nHigh.\n",
    }
    few = listing.replace("topics\n", "topics\n:limit: 1\n")
    for name, texts in (("kept", [listing, "", few]), ("new", [""])):
        made = Project(tmp_path / name)
        for text in texts:
            made.write({**files, "topics/index.md": f"# Topics\n\n{text}"})
            pages.append(main_of(made.build(), "topics/index"))
    assert [page.count(">Tides<") for page in pages] == [1, 1, 2, 1]
    assert pages[1] == pages[3]
