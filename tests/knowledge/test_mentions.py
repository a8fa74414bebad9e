"""Mentions: "Cited on" shows which page cites a work, where, and in which sentence."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.chosen import examples
from support.project import Built, MakeProject
from support.shared_site import SharedSite
from support.sites import REFS, SITE
from symposium.knowledge import Mentions


def sentences_of(built: Built, page: str) -> list[tuple[str, str, str, str]]:
    """Return (kind, id, anchor, sentence with ``@`` for references) of each mention on a page."""
    return [
        (
            mention.kind,
            mention.id,
            mention.anchor,
            "".join("@" if piece.kind else piece.text for piece in mention.sentence),
        )
        for mention in mentions_of(built).by_page.get(page, ())
    ]


def mentions_of(built: Built) -> Mentions:
    from symposium.sphinxext.build_site import site_of

    return site_of(built.app).mentions


CITED: dict[str, list[str]] = {
    "By A. Doe et al. in {cite}`größe2018`, e.g. here. More.": [
        "By A. Doe et al. in @, e.g. here."
    ],
    "Both {cite}`größe2018` and {cite}`adams2001book` agree.": ["Both @ and @ agree."] * 2,
    "{cite}`größe2018,adams2001book` agree.": ["@ agree."] * 2,
    "One {cite}`größe2018`. Two {cite}`größe2018`! Three?": ["One @.", "Two @!"],
    'He said "so {cite}`größe2018`." Then left.': ["He said “so @.”"],
    "A note *in {cite}`größe2018` emphasis*, **bold** and `code`.": [
        "A note in @ emphasis, bold and code."
    ],
    "A footnote.{footcite}`größe2018` Next.": ["A footnote. @"],
    "Two{footcite}`größe2018,adams2001book` keys.": ["Two @ @ keys."] * 2,
    "It is so. {cite:p}`größe2018` and {cite:t}`adams2001book` agree.": ["@ and @ agree."] * 2,
    "So {cite}`größe2018`.\n\nSo {cite}`größe2018`.": ["So @."] * 2,
    "## In a heading {cite}`größe2018`\n\n### And {cite}`adams2001book` below": [
        "In a heading @",
        "And @ below",
    ],
    "- a\n  - b {cite}`größe2018`\n    1. c {cite}`adams2001book`": ["b @", "c @"],
    "A note[^1].\n\n[^1]: In it {cite}`größe2018`. More {cite}`adams2001book`.": [
        "In it @.",
        "More @.",
    ],
    ":::{list-table} Caption {cite}`größe2018`\n* - a\n  - b {cite}`adams2001book`\n:::": [
        "Caption @",
        "b @",
    ],
    ":::{figure} /files/a.png\nCaption {cite}`größe2018`.\n\nLegend {cite}`adams2001book`.\n:::": [
        "Caption @.",
        "Legend @.",
    ],
    ":::{admonition} Title {cite}`größe2018`\nBody {cite}`adams2001book`.\n:::": [
        "Title @",
        "Body @.",
    ],
    "::::{tab-set}\n:::{tab-item} Label {cite}`größe2018`\nText.\n:::\n::::": ["Label @"],
    "::::{grid}\n:::{grid-item-card} Title {cite}`größe2018`\nIn {cite}`adams2001book`.\n:::\n::::": [
        "Title @",
        "In @.",
    ],
    ":::{epigraph}\nText {cite}`größe2018`.\n\n-- By {cite}`adams2001book`\n:::": [
        "Text @.",
        "By @",
    ],
    ":::{rubric} Rubric {cite}`größe2018`\n:::": ["Rubric @"],
    "*In {cite}`größe2018`* **bold {person}`jane-doe`** [linked {topic}`reading`](https://e.org).": [
        "In @ bold @ linked @."
    ]
    * 3,
    "See {person}`jane-doe` for more. And {topic}`slow-books`.": ["See @ for more.", "And @."],
    "| a | b |\n|---|---|\n| cell {cite}`größe2018` | x |": ["cell @"],
    "Term {cite}`größe2018`\n: Definition {cite}`adams2001book` here.": [
        "Term @",
        "Definition @ here.",
    ],
    "Line one\nline two {cite}`größe2018`\nline three.": ["Line one line two @ line three."],
    "With $x. Y$ maths {cite}`größe2018`.": ["With x. Y maths @."],
}
"""A body, to the sentences with a reference; one for each thing that is referred to."""


def test_each_mention_has_its_sentence(project: MakeProject) -> None:
    files: dict[str, str | bytes] = {
        f"n{i}.md": f"---\norphan:\n---\n# N\n\n{body}\n\n```{{footbibliography}}\n```\n"
        for i, body in enumerate(CITED)
    }
    built = project({**SITE, **files, "files/a.png": b"\x89PNG\r\n\x1a\n"}).build("dummy")
    assert built.warnings == ""
    for i, (body, expected) in enumerate(CITED.items()):
        assert [found[3] for found in sentences_of(built, f"n{i}")] == expected, body


PAGE = """\
---
orphan: true
---
# A page & more

On top {cite}`größe2018`.

## A section with {cite}`adams2001book`

In the section {cite:t}`größe2018`.

### Deeper <b>

Deep {cite}`größe2018{p. 3}` and {person}`julia-bazinska`.

## A section with {cite}`adams2001book`

Twice {talk}`keynote`.
"""


CITING = {
    **SITE,
    "notes/page.md": PAGE,
    "index.md": "# Home\n\nBy key {paper}`smith:a/b.c+d`.\n\nBy slug {paper}`smith-a-b-c-d`.\n\n"
    "Earlier {person}`janed`.\n",
}


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_cited_on_leads_to_the_section_with_the_sentence(
    shared_site: SharedSite, builder: str
) -> None:
    built = shared_site(CITING, builder)
    assert built.warnings == ""
    citing = built.html("notes/page")
    for page, sentence in (
        ("papers/grosse2018", "On top"),
        ("papers/grosse2018", "In the section"),
        ("papers/grosse2018", "Deep"),
        ("papers/adams2001book", "A section with"),
        ("people/julia-bazinska", "Deep"),
        ("events/meet-2021/keynote", "Twice"),
    ):
        html = built.html(page)
        assert sentence in html, page
        links = re.findall(r'href="([^"]*notes/page[^"]*)"', html)
        assert links, page
        for link in links:
            _, _, anchor = unescape(link).partition("#")
            assert not anchor or f'id="{anchor}"' in citing, link
        assert "A page &amp; more" in html


FEW = {name: SITE[name] for name in ("refs.bib", "people/jane-doe.md")}


def test_a_sentence_reads_as_on_its_page(project: MakeProject) -> None:
    roles = "{cite:p}`{see}größe2018{p. 3},adams2001book`, {cite:t}`{also}adams2001book{ch. 2}`, "
    roles += "{cite:author}`größe2018` in {cite:year}`größe2018`, {cite:yearpar}`größe2018`"
    built = project({**FEW, "notes.md": f"---\norphan:\n---\n# Notes\n\nSee {roles}.\n"}).build()
    sentence = (
        "See (see Größe and Doe, 2018, p. 3, Adams et al., 2001), Adams et al. (also 2001, ch. 2), "
        "Größe and Doe in 2018, (2018)."
    )
    for page in ("notes", "papers/grosse2018"):
        text = unescape(re.sub("<[^>]+>", "", built.html(page)))
        assert sentence in " ".join(text.split()), page


def test_a_title_that_refers_to_something_names_it(project: MakeProject) -> None:
    text = "---\norphan:\n---\n# About {person}`jane-doe`\n\n## On {cite:t}`größe2018`\n\nSee {cite}`adams2001book`.\n"
    made = project({**FEW, "notes.md": text})
    for year in ("2018", "2022"):  # a changed entry changes the title, and no page is read again
        made.write(
            {"refs.bib": SITE["refs.bib"].replace("Keys}, year = 2018", f"Keys}}, year = {year}")}
        )
        built = made.build()
        assert built.warnings == ""
        assert f">About Jane Doe: On Größe and Doe ({year})</a>" in built.html(
            "papers/adams2001book"
        )
        papers = json.loads((built.outdir / "api/v1/papers.json").read_text(encoding="utf-8"))
        (book,) = [one for one in papers if one["id"] == "adams2001book"]
        assert [one["title"] for one in book["cited_on"]] == ["About Jane Doe"]
    assert built.read() == []


def test_a_removed_page_is_cited_no_longer(project: MakeProject) -> None:
    made = project(
        {
            "refs.bib": REFS,
            "notes.md": "---\norphan:\n---\n# My notes\n\nSo {cite}`adams2001book`.\n",
        }
    )
    assert "My notes" in made.build().html("papers/adams2001book")
    made.remove("notes.md")
    built = made.build()
    assert "My notes" not in built.html("papers/adams2001book")
    assert not built.path("notes").exists()


texts = st.text(max_size=20)


@settings(max_examples=examples(50))
@given(
    st.recursive(
        st.none() | st.integers() | texts,
        lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    )
)
def test_a_file_of_something_else_is_refused_by_one_kind_of_error(content: object) -> None:
    text = json.dumps(content)
    try:
        found = Mentions.from_json(text)
    except ValueError:
        return
    assert isinstance(found, Mentions)
