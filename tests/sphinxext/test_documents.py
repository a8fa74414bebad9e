"""Documents: front matter is hidden, titles are as typed, and every file becomes a page."""

from __future__ import annotations

import re
from html import unescape

import pytest
from sphinx.errors import ConfigError
from support.project import Built, MakeProject
from support.sites import REFS, SITE


def main_of(built: Built, page: str) -> str:
    html = built.html(page)
    return html[html.index("<article") : html.index("</article>")]


def text_of(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", "", html)).split())


def test_front_matter_is_hidden(project: MakeProject) -> None:
    built = project(SITE).build()
    assert built.warnings == ""
    text = text_of(main_of(built, "people/jane-doe"))
    assert "names:" not in text
    assert "---" not in text
    assert "She reads" in text


ENDS = {"lf": "\n", "crlf": "\r\n", "cr": "\r"}


@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("ends", ENDS)
def test_warnings_name_the_exact_line(project: MakeProject, ends: str, bom: str) -> None:
    lines = [
        "---",
        "name: Jane Doe",
        "names: [J. Doe]",
        "---",
        "One.",
        "",
        "Two {nosuchrole}`x`.",
        "",
        "{person}`nobody`",
    ]
    text = bom + ENDS[ends].join(lines) + ENDS[ends]
    built = project({"people/jane-doe.md": text.encode()}).build("dummy")
    found = built.warnings.splitlines()
    assert any(line.startswith("people/jane-doe.md:7:") and "nosuchrole" in line for line in found)
    assert any(line.startswith("people/jane-doe.md:9:") and "nobody" in line for line in found)


def test_warnings_name_the_exact_line_of_a_file_without_front_matter(project: MakeProject) -> None:
    body = (
        "One {nosuchrole}`a`.\n\n{person}`nobody`\n\n```{note}\n\nIn {nosuchrole}`b`.\n```\n\n"
        "- {nosuchrole}`c`\n\n```{nosuch}\n```\n"
    )
    built = project({**SITE, "papers/adams2001book.md": body}).build("dummy")
    found = re.findall(r"^papers/adams2001book\.md:(\d+): ", built.warnings, re.MULTILINE)
    assert sorted(set(map(int, found))) == [1, 3, 7, 10, 12]


TITLES = (
    "O'Brien's \"quoted\" title",
    "C++ & *you* and _me_",
    "<b>bold</b> & <!-- x -->",
    "1. First things first",
    "# Number sign",
    "- dash -- and --- more...",
    "$x$ marks the spot",
    "costs $5 and $10",
    "a [link](x) and {role}`y`",
    "`code` \\ backslash \\n",
    "a | b ~ c ^ d @ e = f",
    "https://example.org www.example.org",
    "Straße & 名前 & Ωmega",
    "[ ] task",
    "> quote",
    "a: b, c; d! e? (f) [g] {h}",
    "* star",
    "title with trailing #",
    "(target)=",
    "+ plus",
    "===",
    "&amp; &lt;b&gt; &#65;",
    "x\u00a0y",
)


def test_titles_are_shown_as_they_are_typed(project: MakeProject) -> None:
    files: dict[str, str] = {
        f"topics/t{i}.md": f"---\ntitle: '{title.replace(chr(39), chr(39) * 2)}'\n---\nText.\n"
        for i, title in enumerate(TITLES)
    }
    files["index.md"] = "# Home\n\n" + "".join(
        f"L{i}: {{topic}}`t{i}` {{doc}}`/topics/t{i}`\n\n" for i in range(len(TITLES))
    )
    built = project(files).build()
    assert built.warnings == ""
    home = main_of(built, "index")
    for i, title in enumerate(TITLES):
        html = built.html(f"topics/t{i}")
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
    assert "no title" not in "".join(built.pages().values()).lower()


def test_the_fields_of_sphinx_that_are_allowed_work(project: MakeProject) -> None:
    files = {
        "a.md": "---\norphan: true\n---\n# A\n",
        "people/jane-doe.md": "---\nname: Jane Doe\ntocdepth: 1\nnosearch: true\n---\n## One\n\n### Two\n",
        "notes.md": "---\nnosearch:\n---\n# Notes\n",
    }
    built = project(files).build()
    assert "a.md" not in built.warnings
    assert built.app.env.metadata["people/jane-doe"]["tocdepth"] == 1
    assert built.app.env.metadata["people/jane-doe"]["nosearch"] is True
    assert "notes.md: WARNING: document isn't included in any toctree" in built.warnings


BODIES = {
    "no front matter": "Only *prose* here.\n",
    "an empty file": "",
    "white space only": "\n\n  \n",
    "front matter only": "---\ntopics: [x]\n---",
    "front matter and a line break": "---\ntopics: [x]\n---\n",
    "empty front matter": "---\n---\n",
    "its own heading": "---\ntopics: [x]\n---\n# Another heading\n\nText.\n",
    "deep heading first": "---\ntopics: [x]\n---\n### Deep\n\nText.\n",
    "setext heading": "---\ntopics: [x]\n---\nHead\n====\n\nText.\n",
    "front matter after empty lines": "\n\n---\ntopics: [x]\n---\nText.\n",
    "unclosed front matter": "---\ntopics: [x]\n\nText.\n",
    "dots": "---\ntopics: [x]\n...\nText.\n",
    "a comment first": "% comment\n\nText.\n",
    "a directive first": "---\ntopics: [x]\n---\n```{note}\nText.\n```\n",
    "a list first": "- a\n- b\n",
    "a target first": "(here)=\n\nText.\n",
    "a code block first": "    code\n",
    "nul": "---\ntopics: [x]\n---\nText\x00.\n",
}


def test_every_file_of_a_record_becomes_a_page_with_one_title(project: MakeProject) -> None:
    bib = "".join(
        f"@misc{{k{i}, title={{Title {i}}}, author={{A, B}}, year=2020}}\n"
        for i in range(len(BODIES))
    )
    files = {f"papers/k{i}.md": body for i, body in enumerate(BODIES.values())}
    built = project({"refs.bib": bib, **files}).build()
    for i, (what, body) in enumerate(BODIES.items()):
        html = built.html(f"papers/k{i}")
        (title,) = re.findall(r"<title>(.*?)</title>", html, re.DOTALL)
        assert title.startswith(f"Title {i}"), what
        heads = [text_of(head) for head in re.findall(r"<h1[^>]*>(.*?)</h1>", html, re.DOTALL)]
        assert heads, what
        assert heads[0].startswith(f"Title {i}"), what
        assert len(heads) == 1, (what, heads)
        if "Text" in body:
            assert "Text" in text_of(main_of(built, f"papers/k{i}")), what
        elif body.strip() and "---" not in body:
            words = re.findall(r"[a-z]{3,}", body)
            assert all(word in main_of(built, f"papers/k{i}") for word in words), what
    located = [line for line in built.warnings.splitlines() if line]
    assert all(re.match(r"papers/k\d+\.md:\d+", line) for line in located), built.warnings


def test_records_in_restructuredtext_keep_what_they_say(project: MakeProject) -> None:
    files = {
        "index.md": "# Home\n\n```{toctree}\nguide/intro\n```\n",
        "guide/intro.rst": "Intro\n=====\n\nSee :paper:`doe2020fast`.\n",
    }
    built = project({**SITE, **files}).build()
    assert built.warnings == ""
    assert 'href="../papers/doe2020fast.html"' in built.html("guide/intro")
    assert "Intro" in built.html("papers/doe2020fast")


def test_a_hand_written_list_keeps_its_title_and_prose_and_gets_the_list(
    project: MakeProject,
) -> None:
    files = {
        "people/index.md": "---\n---\n# Our people & friends\n\nProse of our own.\n\n## Join us\n\nWrite.\n"
    }
    built = project({**SITE, **files}).build()
    assert built.warnings == ""
    html = built.html("people/index")
    (title,) = re.findall(r"<title>(.*?)</title>", html, re.DOTALL)
    assert title.startswith("Our people &amp; friends")
    text = text_of(main_of(built, "people/index"))
    assert "Prose of our own." in text
    assert "Bazińska, Julia" in text
    assert html.count("<h1") == 1


def test_the_list_of_a_kind_without_records_is_the_words_of_its_author(
    project: MakeProject,
) -> None:
    built = project({**SITE, "news/index.md": "# News\n\nSoon.\n"}).build()
    assert built.warnings == ""
    assert "Soon." in text_of(main_of(built, "news/index"))


@pytest.mark.parametrize("name", ["Jürgen Müller", "Jane_Doe", "JANE", "a b c", "x.y", "ünï"])
def test_a_file_whose_name_cannot_be_an_id_is_reported_and_still_built(
    project: MakeProject, name: str
) -> None:
    files = {"refs.bib": REFS, f"people/{name}.md": "---\nname: Some Body\n---\nLost and found.\n"}
    built = project(files).build()
    assert f"people/{name}.md:1: " in built.warnings
    assert "Lost and found." in "".join(built.pages().values())
    assert built.path("papers/doe2020fast").exists()


def test_a_new_title_in_the_bibliography_is_the_heading_of_the_file(project: MakeProject) -> None:
    made = project(SITE)
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


def test_links_to_files_that_only_add_survive_their_removal(project: MakeProject) -> None:
    page = (
        "# Home\n\n[a](people/julia-bazinska.md) [](papers/smith-a-b-c-d.md) "
        "{doc}`papers/adams2001book` [v](venues/index.md) {doc}`text <years/2020>`\n"
    )
    for builder in ("html", "dirhtml", "text"):
        built = project({**SITE, "index.md": page}).build(builder)
        assert built.warnings == ""
        if builder == "html":
            for target in (
                "people/julia-bazinska",
                "papers/smith-a-b-c-d",
                "papers/adams2001book",
                "venues/index",
                "years/2020",
            ):
                assert f'href="{target}.html"' in built.html("index")


def test_documents_that_are_not_utf8_are_read_and_reported(project: MakeProject) -> None:
    made = project({"index.md": "# Home\n", "people/ann-bee.md": "---\nname: Ann Bee\n---\n"})
    (made.root / "notes.md").write_bytes("---\norphan: true\n---\n# Straße\n".encode("latin-1"))
    (made.root / "people/ann-bee.md").write_bytes(
        "---\nname: Ann Bee\n---\nZürich\n".encode("latin-1")
    )
    built = made.build()
    assert built.statuscode == 1
    for path in ("notes.md:4", "people/ann-bee.md:4"):
        assert f"{path}: ERROR: The file is not UTF-8 and is read as Windows-1252" in built.warnings
    assert "Straße" in built.html("notes")
    assert "Zürich" in built.html("people/ann-bee")


def test_files_that_the_project_leaves_out_are_no_records(project: MakeProject) -> None:
    made = project({"people/draft-one.md": "---\nname: Draft One\n---\n"})
    assert "people/draft-one.html" in made.build().pages()
    built = made.build(exclude_patterns=["people/draft-*"])
    assert "people/draft-one.html" not in built.pages()
    assert "Draft One" not in (built.outdir / "api/v1/people.json").read_text(encoding="utf-8")


def test_an_option_of_a_wrong_shape_is_named(project: MakeProject) -> None:
    made = project({"refs.bib": "@misc{a, title = {A}}"})
    with pytest.raises(ConfigError, match=r"symposium_navigation: \('x',\) is not an entry"):
        made.build(symposium_navigation=[("x",)])
    assert "papers/a.html" in made.build(symposium_bibfiles="refs.bib").pages()


def test_broken_front_matter_of_an_ordinary_page_is_reported_with_its_line(
    project: MakeProject,
) -> None:
    made = project(
        {"index.md": "# Home\n", "notes.md": "---\norphan:\na: [\n---\n# Notes\n\nText.\n"}
    )
    built = made.build()
    assert re.search(r"notes\.md:[34]: ERROR: ", built.warnings)
    assert "Text." in built.html("notes")


def test_the_header_takes_pages_of_records_and_addresses_and_names_what_is_not_there(
    project: MakeProject,
) -> None:
    made = project(
        {
            "people/ann-bee.md": "---\nname: Ann Bee\ncv: true\n---\n",
            "notes.md": "---\norphan: true\n---\n# Notes\n",
        }
    )
    built = made.build(
        symposium_navigation=[
            ("people/ann-bee/cv", "Vita"),
            ("https://example.org/", "Elsewhere"),
            ("notse", "Notes"),
            ("notes#tides", "Tides"),
            ("people/ann-bee#talks", "Talks"),
            ("events/index", "Events"),
        ]
    )
    assert "there is no page 'notse': did you mean 'notes'?" in built.warnings
    assert "events/index" not in built.warnings  # a list of nothing may be filled later
    header = built.html("notes").partition("<main")[0]
    assert 'href="people/ann-bee/cv.html"' in header
    assert 'href="https://example.org/"' in header
    assert "notse" not in header
    assert 'href="#tides"' in header
    assert 'href="people/ann-bee.html#talks"' in header
    assert "nav-item current" not in header, "a section is not a page"


def test_only_the_kinds_that_are_named_have_pages_and_others_are_text(
    project: MakeProject,
) -> None:
    refs = "@article{a, title = {A}, author = {Bee, Ann}, journal = {Keys}, year = 2020}"
    made = project(
        {
            "refs.bib": refs,
            "venues/keys.md": "---\nname: Keys\nshort: K\n---\n",
            "notes.md": "---\norphan: true\n---\n# Notes\n\n{venue}`keys` and {paper}`a`.\n",
        }
    )
    built = made.build(symposium_pages=["paper", "prson"])
    assert (
        "symposium_pages: 'prson' is not a kind of page: did you mean 'person'?" in built.warnings
    )
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
