"""Citations and bibliographies: the roles, styles and options of sphinxcontrib-bibtex."""

from __future__ import annotations

import re

import pytest
from sphinxcontrib.bibtex.domain import BibtexDomain
from sphinxcontrib.bibtex.foot_domain import BibtexFootDomain
from support.project import MakeProject
from support.sites import REFS, SITE

ROLES = (
    "cite",
    *(f"cite:{name}" for name in BibtexDomain._role_names),
    "footcite",
    *(f"footcite:{name}" for name in BibtexFootDomain._role_names),
)

INCOMPLETE = r"""
@misc{nothing}
@misc{only-title, title = {Title alone}}
@article{only-author, author = {Lone, Ann}}
@book{only-year, year = 1999}
@inproceedings{only-editor, editor = {Edit, Ed}, title = {Edited}, year = 2001}
@phdthesis{odd-year, author = {A, B}, title = {T}, year = {n.d.}}
@unknowntype{unknown-type, author = {Q, R}, title = {S}, year = 2000}
@article{markup, author = {{A & B % C}}, title = {100% of a_b & $x_1$ {\unknown y}}, journal = {J & K}, year = 2002}
@article{others-only, author = {others}, title = {O}, year = 2003}
@article{odd-names, author = {and and Doe,, and , }, title = {P}, year = 2004}
@proceedings{proc, title = {Proc}, year = {2005}, volume = {5}, month = {foo # bar}}
@techreport{range, author = {X, Y}, title = {Z}, year = {2006/2007}, pages = {--}}
@incollection{braces, author = {X, Y}, title = {{{{Z}}}}, booktitle = {}, year = {2008}}
@patent{patent, author = {X, Y}, title = {Patent}, year = {2009}, url = {https://example.org/a_b?c=d&e=%20#f}}
@online{online, author = {X, Y}, title = {Online}, date = {2010-05}, url = {https://example.org/}, doi = {10.1000/a_b<c>}}
"""
INCOMPLETE_KEYS = re.findall(r"@\w+\{([^,}]+)", INCOMPLETE)


def text_of(html: str) -> str:
    return " ".join(re.sub("<[^>]+>", "", html).split())


def main_of(html: str) -> str:
    return html[html.index('role="main"') :]


def paragraphs(html: str) -> list[str]:
    """Return the inner HTML of the paragraphs that begin with ``P:``."""
    return re.findall(r"<p>P: (.*?)</p>", html, re.DOTALL)


def bibliography(html: str) -> list[str]:
    """Return the inner HTML of the items of the lists of works on a page."""
    lists = re.findall(
        r'<(?:ul|ol)[^>]*class="[^"]*(?:sy-bibliography|arabic)[^"]*".*?</[uo]l>', html, re.DOTALL
    )
    return [item for found in lists for item in re.findall(r"<li>(.*?)</li>", found, re.DOTALL)]


def test_every_role_links_to_the_page_of_the_paper(project: MakeProject) -> None:
    body = "".join(f"P: {{{role}}}`smith:a/b.c+d`\n\n" for role in ROLES)
    built = project({**SITE, "index.md": f"# Home\n\n{body}```{{footbibliography}}\n```\n"}).build()
    assert built.warnings == ""
    html = built.html("index")
    found = paragraphs(html)
    assert len(found) == len(ROLES)
    for role, inner in zip(ROLES, found, strict=True):
        if role.startswith("foot"):
            assert 'href="#' in inner, role
        elif role == "cite:empty":
            assert text_of(inner) == ""
        else:
            assert 'href="papers/smith-a-b-c-d.html"' in inner, role
    footnotes = html[html.index('<aside class="footnote') :]
    assert footnotes.count('href="papers/smith-a-b-c-d.html"') == 1


READS = {
    "{cite}`doe2020fast`": "(Doe et al., 2020)",
    "{cite:p}`doe2020fast`": "(Doe et al., 2020)",
    "{cite:t}`doe2020fast`": "Doe et al. (2020)",
    "{cite:ts}`größe2018`": "Größe and Doe (2018)",
    "{cite:t}`doe2020fast,smith:a/b.c+d`": "Doe et al. (2020), Smith (2019)",
    "{cite:p}`{see}doe2020fast{p. 3}`": "(see Doe et al., 2020, p. 3)",
    "{cite:p}`doe2020fast{chap. 2}, {also}größe2018`": (
        "(Doe et al., 2020, chap. 2, also Größe and Doe, 2018)"
    ),
    "{cite:alp}`doe2020fast`": "Doe et al., 2020",
    "{cite:year}`doe2020fast`": "2020",
    "{cite:yearpar}`doe2020fast`": "(2020)",
    "{cite:author}`doe2020fast`": "Doe et al.",
    "{cite:cauthor}`größe2018`": "Größe and Doe",
    "{cite:label}`doe2020fast`": "doe2020fast",
}


def test_citations_read_as_their_style_writes_them(project: MakeProject) -> None:
    page = "# Home\n\n" + "".join(f"P: {written}\n\n" for written in READS)
    built = project({**SITE, "index.md": page}).build("html", html_theme="basic")
    assert built.warnings == ""
    found = [text_of(inner) for inner in paragraphs(built.html("index"))]
    assert dict(zip(READS, found, strict=True)) == READS


def test_each_key_of_a_citation_links_to_its_own_page(project: MakeProject) -> None:
    text = "P: {cite:t}`{cf.}doe2020fast{p. 1},größe2018`\n"
    built = project({**SITE, "topics/reading.md": f"---\ntitle: Reading\n---\n{text}"}).build(
        "dirhtml"
    )
    (inner,) = paragraphs(built.html("topics/reading"))
    assert re.findall(r'href="([^"]*)"', inner) == [
        "../../papers/doe2020fast/",
        "../../papers/grosse2018/",
    ]
    links = [text_of(one) for one in re.findall(r"<a [^>]*>(.*?)</a>", inner)]
    assert links == ["Doe et al. (cf. 2020, p. 1)", "Größe and Doe (2018)"]


def test_an_unknown_key_is_reported_and_its_text_shown(project: MakeProject) -> None:
    roles = ("cite", "cite:t", "footcite", "footcite:t")
    text = "".join(f"P: See {{{role}}}`doe2020fats`.\n\n" for role in roles)
    built = project({**SITE, "index.md": f"# Home\n\n{text}"}).build()
    lines = sorted(built.warnings.splitlines())
    assert len(lines) == len(roles)
    for line, number in zip(lines, (3, 5, 7, 9), strict=True):
        assert line.startswith(f"index.md:{number}: WARNING: ")
        assert "did you mean doe2020fast?" in line
    for inner in paragraphs(built.html("index")):
        assert "doe2020fats" in text_of(inner)
        assert "[]" not in inner


def test_a_known_key_beside_an_unknown_one_is_shown_and_neither_is_lost(
    project: MakeProject,
) -> None:
    built = project(
        {
            **SITE,
            "index.md": "# Home\n\nP: {cite:p}`größe2018, nokey`\n\nP: {footcite}`größe2018, nokey`\n",
        }
    ).build()
    assert built.warnings.count('"nokey"') == 2
    first, second = paragraphs(built.html("index"))
    assert 'href="papers/grosse2018.html"' in first
    assert "nokey" in text_of(first)
    assert "nokey" in text_of(second)


def test_a_malformed_citation_is_a_warning_and_not_a_crash(project: MakeProject) -> None:
    texts = ("{", "a b c", "{see}", ",", "doe2020fast,,", "}{", "a{b}{c}", " ")
    text = "".join(
        f"x {{{role}}}`{text}` y\n\n" for role in ("cite:p", "footcite") for text in texts
    )
    built = project({**SITE, "index.md": f"# Home\n\n{text}"}).build("text")
    for number in range(2 * len(texts)):
        assert f"index.md:{3 + 2 * number}: " in built.warnings
    assert "[]" not in (built.outdir / "index.txt").read_text(encoding="utf-8")


def test_a_citation_of_a_thousand_keys_works(project: MakeProject) -> None:
    keys = ",".join(["doe2020fast"] * 1500)
    built = project({**SITE, "index.md": f"# Home\n\nP: {{cite:p}}`{keys}`\n"}).build("text")
    assert built.warnings == ""


def test_incomplete_entries_crash_no_role(project: MakeProject) -> None:
    body = "".join(f"P: {{{role}}}`{key}`\n\n" for role in ROLES for key in INCOMPLETE_KEYS)
    files = {"refs.bib": INCOMPLETE, "index.md": f"# Home\n\n{body}```{{footbibliography}}\n```\n"}
    built = project(files).build("html", html_theme="basic")
    assert "index.md" not in built.warnings
    assert "Traceback" not in built.warnings
    html = built.html("index")
    for role, inner in zip(
        (role for role in ROLES for _ in INCOMPLETE_KEYS), paragraphs(html), strict=True
    ):
        if role != "cite:empty":
            assert "href=" in inner, (role, inner)
            assert text_of(inner).strip("[] "), (role, inner)


def test_incomplete_entries_crash_no_style(project: MakeProject) -> None:
    styles = ("plain", "unsrt", "alpha", "unsrtalpha")
    lists = "".join(f"```{{bibliography}}\n:all:\n:style: {style}\n```\n\n" for style in styles)
    files = {"refs.bib": INCOMPLETE, "index.md": f"# Home\n\n{lists}"}
    built = project(files).build("html", html_theme="basic")
    assert "index.md" not in built.warnings
    found = bibliography(built.html("index"))
    assert len(found) == len(styles) * len(INCOMPLETE_KEYS)
    for item in found:
        assert re.search(r'href="papers/[^"]+\.html"[^>]*><span>[^<]', item), item


def test_formulas_in_titles_are_maths_in_bibliographies_and_footnotes(project: MakeProject) -> None:
    bib = r"@article{k, author={A, B}, title={{GPU}s, $\mathcal{O}(N^2)$ and \$5, $X_1$}, journal={J}, year=2020}"
    page = (
        "# Home\n\nP: {footcite}`k`\n\n```{footbibliography}\n```\n\n"
        "```{bibliography}\n:all:\n```\n"
    )
    built = project({"refs.bib": bib, "index.md": page}).build("html", html_theme="basic")
    assert built.warnings == ""
    html = built.html("index")
    assert html.count('alttext="\\mathcal{O}(N^2)"') == 2
    assert html.count('alttext="X_1"') == 2
    assert html.count("and $5") >= 2
    assert ">Details<" not in html  # the title itself is the link


@pytest.mark.parametrize("style", ["label", "super", "foot"])
def test_reference_styles_of_the_project_are_honoured(project: MakeProject, style: str) -> None:
    page = "# Home\n\nP: {cite:p}`doe2020fast,größe2018` and {cite:t}`smith:a/b.c+d`\n"
    made = project({**SITE, "index.md": page}, conf=f"bibtex_reference_style = {style!r}\n")
    if style == "foot":  # a style for footnotes only, as sphinxcontrib-bibtex has it
        made.write(
            {
                "conf.py": (made.root / "conf.py")
                .read_text()
                .replace("reference_style", "foot_reference_style")
            }
        )
    built = made.build("html", html_theme="basic")
    assert built.warnings == ""
    assert 'href="papers/doe2020fast.html"' in paragraphs(built.html("index"))[0]


LISTED = {
    ":all:": {"adams2001book", "smith-a-b-c-d", "doe2020fast", "grosse2018"},
    ":cited:": {"doe2020fast", "smith-a-b-c-d"},
    "": {"doe2020fast"},
    ":notcited:": {"adams2001book", "grosse2018"},
    ":filter: year == '2018'": {"grosse2018"},
    ":filter: author % 'Jane'": {"doe2020fast", "grosse2018"},
    ":filter: docname in docnames": {"doe2020fast"},
    ":filter: cited and year > '2019'": {"doe2020fast"},
    ":filter: type == 'book'": {"adams2001book"},
    "größe2018\nadams2001book": {"adams2001book", "grosse2018"},
}
"""Options or content, to the works listed on a page that cites one, beside a page that cites another."""


def test_a_bibliography_lists_what_its_options_ask_for(project: MakeProject) -> None:
    lists = "".join(f"PART-OF-PAGE\n\n```{{bibliography}}\n{asked}\n```\n\n" for asked in LISTED)
    page = f"# Home\n\n{{cite}}`doe2020fast`\n\n{lists}"
    built = project({**SITE, "index.md": page}).build("html", html_theme="basic")
    assert built.warnings == ""
    _, *parts = main_of(built.html("index")).split("PART-OF-PAGE")
    for (asked, expected), part in zip(LISTED.items(), parts, strict=True):
        found = re.findall(r'href="papers/([^"]+)\.html"', "".join(bibliography(part)))
        assert sorted(found) == sorted(expected), asked


def test_a_bibliography_marks_a_year_that_was_inferred(project: MakeProject) -> None:
    page = "# Home\n\n```{bibliography}\n:all:\n```\n"
    refs = SITE["refs.bib"].replace(
        "journal = {Journal of Keys}, year = 2018", "year = 2018, inferred = {year}"
    )
    built = project({**SITE, "index.md": page, "refs.bib": refs}).build("html", html_theme="basic")
    html = built.html("index")
    assert html.count("year inferred") == 1
    assert re.search(r'2018\.\W*<span class="sy-inferred">year inferred</span>', html)
    assert "inferred</span>" in built.html("papers/grosse2018")
    assert "year inferred" not in (built.outdir / "papers/grosse2018.ris").read_text("utf-8")


def test_an_unsorted_style_keeps_the_order_of_the_file(project: MakeProject) -> None:
    page = "# Home\n\n```{bibliography}\n:all:\n:style: unsrt\n```\n"
    built = project({**SITE, "index.md": page}).build("html", html_theme="basic")
    found = re.findall(r'href="papers/([^"]+)\.html"', "".join(bibliography(built.html("index"))))
    assert found == ["doe2020fast", "smith-a-b-c-d", "grosse2018", "adams2001book"]


def test_a_bibliography_has_the_list_that_is_asked_for(project: MakeProject) -> None:
    lists = "".join(
        f"PART-OF-PAGE\n\n```{{bibliography}}\n:all:\n:list: {kind}\n{more}```\n\n"
        for kind, more in (
            ("bullet", ""),
            ("citation", ""),
            ("enumerated", ""),
            ("enumerated", ":enumtype: upperroman\n:start: 3\n"),
        )
    )
    built = project({**SITE, "index.md": f"# Home\n\n{lists}"}).build("html", html_theme="basic")
    assert built.warnings == ""
    _, bullet, citation, enumerated, roman = main_of(built.html("index")).split("PART-OF-PAGE")
    assert "<ul" in bullet
    assert "<ul" in citation
    assert '<ol class="arabic simple"' in enumerated
    assert 'class="upperroman' in roman
    assert 'start="3"' in roman


def test_a_wrong_option_of_a_bibliography_is_a_warning(project: MakeProject) -> None:
    wrong = {
        ":filter: (": "filter",
        ":filter: __import__('os').getcwd()": "filter",
        ":filter: title % '('": "filter",
        f":filter: {'(' * 500}True{')' * 500}": "filter",
        ":filter: nosuchname": "",  # an unknown name is empty text, as in sphinxcontrib-bibtex
        ":style: nosuchstyle": "style",
        ":list: nosuchlist": "list",
        ":list: enumerated\n:enumtype: emoji": "enumtype",
        ":all:\n\nnokey": "nokey",
    }
    pages = {
        f"notes/{number}.md": f"---\norphan:\n---\n# N\n\n```{{bibliography}}\n{options}\n```\n"
        for number, options in enumerate(wrong)
    }
    built = project({**SITE, **pages}).build("text")
    for number, (options, message) in enumerate(wrong.items()):
        lines = [x for x in built.warnings.splitlines() if x.startswith(f"notes/{number}.md:")]
        assert len(lines) == bool(message), options
        assert message in "".join(lines)
    assert "Traceback" not in built.warnings


def test_a_changed_year_changes_the_pages_that_cite_the_paper(project: MakeProject) -> None:
    page = "# Home\n\nP: {cite:t}`doe2020fast`\n\n```{bibliography}\n```\n"
    made = project({**SITE, "index.md": page})
    made.build()
    made.write({"refs.bib": REFS.replace("year = 2020", "year = 2022")})
    built = made.build()
    assert built.read() == []
    html = built.html("index")
    assert "Doe et al. (2022)" in text_of(html)
    assert "2020" not in text_of(html).replace("doe2020fast", "")


def test_a_removed_citation_leaves_every_bibliography(project: MakeProject) -> None:
    files = {
        "index.md": "# Home\n\n```{bibliography}\n```\n",
        "notes.md": "---\norphan: true\n---\n# Notes\n\n{cite:t}`smith:a/b.c+d` and {cite:t}`größe2018`\n",
    }
    made = project({**SITE, **files})
    assert "Über die Größe" in "".join(bibliography(made.build().html("index")))
    made.write({"notes.md": files["notes.md"].replace(" and {cite:t}`größe2018`", "")})
    assert "Über die Größe" not in "".join(bibliography(made.build().html("index")))


def test_bibliographies_named_in_bibtex_bibfiles_are_read(project: MakeProject) -> None:
    files = {"bib/a.bib": REFS, "index.md": "# Home\n\nP: {cite:t}`doe2020fast`\n"}
    built = project(files, conf='bibtex_bibfiles = ["bib/a.bib"]\n').build()
    assert built.warnings == ""
    assert 'href="papers/doe2020fast.html"' in paragraphs(built.html("index"))[0]


def test_footnote_citations_are_listed_once_each_and_lead_to_their_pages(
    project: MakeProject,
) -> None:
    page = (
        "# Home\n\nP: A {footcite}`doe2020fast` B {footcite:t}`doe2020fast,größe2018`.\n\n"
        "```{footbibliography}\n```\n\n## More\n\nP: C {footcite}`doe2020fast`.\n\n"
        "```{footbibliography}\n```\n"
    )
    built = project({**SITE, "index.md": page}).build()
    assert built.warnings == ""
    html = built.html("index")
    footnotes = re.findall(r"<aside class=\"footnote[^\"]*\"(.*?)</aside>", html, re.DOTALL)
    text = "".join(footnotes)
    assert text.count('href="papers/doe2020fast.html"') == 1
    assert text.count('href="papers/grosse2018.html"') == 1


def test_the_works_of_a_list_lead_back_to_where_the_page_cites_them(project: MakeProject) -> None:
    page = (
        "# Home\n\nP: {cite:t}`doe2020fast`, {cite:p}`größe2018,doe2020fast`.\n\n"
        "```{bibliography}\n:cited:\n\nadams2001book\n```\n\nP: Later {cite:p}`größe2018,größe2018`.\n"
    )
    made = project({**SITE, "index.md": page})
    built = made.build()
    assert built.warnings == ""
    html = built.html("index")
    back = {}
    for item in bibliography(html):
        (paper,) = re.findall(r'href="papers/([^"]+)\.html"', item)
        back[paper] = re.findall(r'href="#([^"]+)"', item)
    assert set(back) == {"doe2020fast", "grosse2018", "adams2001book", "smith-a-b-c-d"}
    places = re.findall(r'<span class="bibtex-citation" id="([^"]+)"', html)
    assert back["doe2020fast"] == places[:2]
    assert back["grosse2018"] == places[1:]
    assert back["adams2001book"] == []
    text = made.build("text").outdir / "index.txt"
    assert "Cited here" not in text.read_text(encoding="utf-8")


def test_each_key_of_a_footnote_is_mentioned_by_its_own_number(project: MakeProject) -> None:
    page = "# Home\n\nSo.{footcite}`doe2020fast,größe2018` Next.\n\n```{footbibliography}\n```\n"
    built = project({**SITE, "index.md": page}).build()
    quote = re.search(r"<blockquote.*?</blockquote>", built.html("papers/doe2020fast"), re.DOTALL)
    assert quote
    assert text_of(quote[0]) == "So. [Doe et al., 2020] [Größe and Doe, 2018]"
    assert built.html("index").count("sy-footcite") == 2
