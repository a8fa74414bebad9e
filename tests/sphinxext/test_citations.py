"""Citations and bibliographies: the roles, styles and options of sphinxcontrib-bibtex."""

from __future__ import annotations

import re

import pytest
from sphinxcontrib.bibtex.domain import BibtexDomain
from sphinxcontrib.bibtex.foot_domain import BibtexFootDomain
from support.project import MakeProject, Outcome
from support.shared_site import SharedSite
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


MALFORMED = ("{", "a b c", "{see}", ",", "doe2020fast,,", "}{", "a{b}{c}", " ")
UNKNOWN_ROLES = ("cite", "cite:t", "footcite", "footcite:t")
STYLES = ("plain", "unsrt", "alpha", "unsrtalpha")
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
    "{cite:year}`doe2020fast`": "2020",
    "{cite:author}`doe2020fast`": "Doe et al.",
    "{cite:label}`doe2020fast`": "doe2020fast",
}


WRONG = {
    ":filter: (": "filter",
    ":filter: __import__('os').getcwd()": "filter",
    f":filter: {'(' * 500}True{')' * 500}": "filter",
    ":filter: nosuchname": "",  # an unknown name is empty text, as in sphinxcontrib-bibtex
    ":style: nosuchstyle": "style",
    ":list: nosuchlist": "list",
    ":all:\n\nnokey": "nokey",
}
"""Options of bibliographies, and what is said of them."""
FOOTNOTES = "```{footbibliography}\n```\n"
FORMULAS = r"{GPU}s, $\mathcal{O}(N^2)$ and \$5, $X_1$"


def page(text: str) -> str:
    return f"---\norphan:\n---\n# Page\n\n{text}"


CITING = {
    **SITE,
    "refs.bib": REFS.replace("Odd Keys Considered", FORMULAS),
    "roles.md": page("".join(f"P: {{{role}}}`smith:a/b.c+d`\n\n" for role in ROLES) + FOOTNOTES),
    "reads.md": page("".join(f"P: {written}\n\n" for written in READS)),
    "deep/keys.md": page("P: {cite:t}`{cf.}doe2020fast{p. 1},größe2018`\n"),
    "unknown.md": page(
        "".join(f"P: See {{{role}}}`doe2020fats`.\n\n" for role in UNKNOWN_ROLES)
        + "P: {cite:p}`größe2018, nokey`\n\nP: {footcite}`größe2018, nokey`\n"
    ),
    "malformed.md": page(
        "".join(
            f"x {{{role}}}`{text}` y\n\n" for role in ("cite:p", "footcite") for text in MALFORMED
        )
    ),
    "formulas.md": page(
        f"P: {{footcite}}`smith:a/b.c+d`\n\n{FOOTNOTES}\n"
        "```{bibliography}\n:filter: author % 'Smith'\n```\n"
    ),
}
"""Pages that cite."""
SPARSE = {
    "refs.bib": INCOMPLETE,
    "incomplete.md": page(
        "".join(f"P: {{{role}}}`{key}`\n\n" for role in ROLES for key in INCOMPLETE_KEYS)
        + FOOTNOTES
    ),
    "styles.md": page(
        "".join(f"```{{bibliography}}\n:all:\n:style: {style}\n```\n\n" for style in STYLES)
    ),
}
"""Pages that cite what says little."""


@pytest.fixture
def citing(shared_site: SharedSite) -> Outcome:
    return shared_site(CITING, html_theme="basic")


@pytest.fixture
def sparse(shared_site: SharedSite) -> Outcome:
    return shared_site(SPARSE, html_theme="basic")


def said(built: Outcome, name: str) -> list[str]:
    """Return the warnings of a page."""
    return [line for line in built.warnings.splitlines() if line.startswith(f"{name}.md:")]


def test_only_what_is_wrong_is_warned_of(citing: Outcome) -> None:
    wrong = re.compile(r"(?:unknown|malformed)\.md:")
    assert [one for one in citing.warnings.splitlines() if one and not wrong.match(one)] == []
    assert "Traceback" not in citing.warnings


def test_every_role_links_to_the_page_of_the_paper(citing: Outcome) -> None:
    html = citing.html("roles")
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


def test_citations_read_as_their_style_writes_them(citing: Outcome) -> None:
    found = [text_of(inner) for inner in paragraphs(citing.html("reads"))]
    assert dict(zip(READS, found, strict=True)) == READS


def test_each_key_of_a_citation_links_to_its_own_page(citing: Outcome) -> None:
    (inner,) = paragraphs(citing.html("deep/keys"))
    assert re.findall(r'href="([^"]*)"', inner) == [
        "../papers/doe2020fast.html",
        "../papers/grosse2018.html",
    ]
    links = [text_of(one) for one in re.findall(r"<a [^>]*>(.*?)</a>", inner)]
    assert links == ["Doe et al. (cf. 2020, p. 1)", "Größe and Doe (2018)"]


def test_an_unknown_key_is_reported_and_its_text_shown(citing: Outcome) -> None:
    warnings = said(citing, "unknown")
    lines = [line for line in warnings if "doe2020fats" in line]
    assert len(lines) == len(UNKNOWN_ROLES)
    for line, number in zip(sorted(lines), ("10", "12", "6", "8"), strict=True):
        assert line.startswith(f"unknown.md:{number}: WARNING: ")
        assert "did you mean doe2020fast?" in line
    found = paragraphs(citing.html("unknown"))
    for inner in found[:-2]:
        assert "doe2020fats" in text_of(inner)
        assert "[]" not in inner
    # A known key beside an unknown one is shown, and neither is lost.
    assert sum('"nokey"' in line for line in warnings) == 2
    first, second = found[-2:]
    assert 'href="papers/grosse2018.html"' in first
    assert "nokey" in text_of(first)
    assert "nokey" in text_of(second)


def test_a_malformed_citation_is_a_warning_and_not_a_crash(citing: Outcome) -> None:
    for number in range(2 * len(MALFORMED)):
        assert f"malformed.md:{6 + 2 * number}: " in citing.warnings
    assert "[]" not in text_of(main_of(citing.html("malformed")))


def test_incomplete_entries_crash_no_role(sparse: Outcome) -> None:
    assert not re.search(r"^\w+\.md:|Traceback", sparse.warnings, re.MULTILINE)
    for role, inner in zip(
        (role for role in ROLES for _ in INCOMPLETE_KEYS),
        paragraphs(sparse.html("incomplete")),
        strict=True,
    ):
        if role != "cite:empty":
            assert "href=" in inner, (role, inner)
            assert text_of(inner).strip("[] "), (role, inner)


def test_incomplete_entries_crash_no_style(sparse: Outcome) -> None:
    assert not re.search(r"^\w+\.md:|Traceback", sparse.warnings, re.MULTILINE)
    found = bibliography(sparse.html("styles"))
    assert len(found) == len(STYLES) * len(INCOMPLETE_KEYS)
    for item in found:
        assert re.search(r'href="papers/[^"]+\.html"[^>]*><span>[^<]', item), item


def test_formulas_in_titles_are_maths_in_bibliographies_and_footnotes(citing: Outcome) -> None:
    html = citing.html("formulas")
    assert html.count('alttext="\\mathcal{O}(N^2)"') == 2
    assert html.count('alttext="X_1"') == 2
    assert html.count("and $5") >= 2
    assert ">Details<" not in html  # the title itself is the link


LISTED = {
    ":all:": {"adams2001book", "smith-a-b-c-d", "doe2020fast", "grosse2018"},
    ":cited:": {"doe2020fast", "smith-a-b-c-d", "grosse2018"},
    "": {"doe2020fast"},
    ":notcited:": {"adams2001book"},
    ":filter: year == '2018'": {"grosse2018"},
    ":filter: docname in docnames": {"doe2020fast"},
    ":filter: cited and year > '2019'": {"doe2020fast"},
    "größe2018\nadams2001book": {"adams2001book", "grosse2018"},
}
"""Options or content, to the works listed on a page that cites one, beside pages that cite others."""


KINDS = (
    ("bullet", ""),
    ("citation", ""),
    ("enumerated", ""),
    ("enumerated", ":enumtype: upperroman\n:start: 3\n"),
)
INFERRED = REFS.replace(
    "journal = {Journal of Keys}, year = 2018", "year = 2018, inferred = {year}"
)
LISTING = {
    **{name: text for name, text in SITE.items() if name != "refs.bib"},
    "bib/a.bib": INFERRED,
    "listed.md": page(
        "{cite}`doe2020fast`\n\n"
        + "".join(f"PART-OF-PAGE\n\n```{{bibliography}}\n{asked}\n```\n\n" for asked in LISTED)
    ),
    "unsorted.md": page("```{bibliography}\n:all:\n:style: unsrt\n```\n"),
    "kinds.md": page(
        "".join(
            f"PART-OF-PAGE\n\n```{{bibliography}}\n:all:\n:list: {kind}\n{more}```\n\n"
            for kind, more in KINDS
        )
    ),
    "back.md": page(
        "P: {cite:t}`doe2020fast`, {cite:p}`größe2018,doe2020fast`.\n\n"
        "```{bibliography}\n:cited:\n\nadams2001book\n```\n\nP: Later {cite:p}`größe2018,größe2018`.\n"
    ),
    **{
        f"wrong/{number}.md": page(f"```{{bibliography}}\n{options}\n```\n")
        for number, options in enumerate(WRONG)
    },
}
"""Pages with bibliographies."""
CONF = 'bibtex_bibfiles = ["bib/a.bib"]\n'


@pytest.fixture
def listing(shared_site: SharedSite) -> Outcome:
    """Return a site with the files that ``bibtex_bibfiles`` names."""
    return shared_site(LISTING, conf=CONF, html_theme="basic")


def test_a_bibliography_lists_what_its_options_ask_for(listing: Outcome) -> None:
    assert [one for one in listing.warnings.splitlines() if not one.startswith("wrong/")] == []
    _, *parts = main_of(listing.html("listed")).split("PART-OF-PAGE")
    for (asked, expected), part in zip(LISTED.items(), parts, strict=True):
        found = re.findall(r'href="papers/([^"]+)\.html"', "".join(bibliography(part)))
        assert sorted(found) == sorted(expected), asked


def test_the_page_of_a_work_alone_tells_of_an_inferred_year(listing: Outcome) -> None:
    assert "inferred" not in listing.html("unsorted")
    assert '<a href="#about">Some details are inferred</a>' in listing.html("papers/grosse2018")


def test_a_bibliography_has_the_list_that_is_asked_for(listing: Outcome) -> None:
    _, bullet, citation, enumerated, roman = main_of(listing.html("kinds")).split("PART-OF-PAGE")
    assert "<ul" in bullet
    assert "<ul" in citation
    assert '<ol class="arabic simple"' in enumerated
    assert 'class="upperroman' in roman
    assert 'start="3"' in roman


def test_the_works_of_a_list_lead_back_to_where_the_page_cites_them(
    listing: Outcome, shared_site: SharedSite
) -> None:
    html = listing.html("back")
    back = {}
    for item in bibliography(html):
        (paper,) = re.findall(r'href="papers/([^"]+)\.html"', item)
        back[paper] = re.findall(r'href="#([^"]+)"', item)
    assert set(back) == {"doe2020fast", "grosse2018", "adams2001book", "smith-a-b-c-d"}
    places = re.findall(r'<span class="bibtex-citation" id="([^"]+)"', html)
    assert back["doe2020fast"] == places[:2]
    assert back["grosse2018"] == places[1:]
    assert back["adams2001book"] == []
    text = shared_site(LISTING, "text", conf=CONF).outdir / "back.txt"
    assert "Cited here" not in text.read_text(encoding="utf-8")


def test_a_wrong_option_of_a_bibliography_is_a_warning(shared_site: SharedSite) -> None:
    built = shared_site(LISTING, "text", conf=CONF)
    assert "Traceback" not in built.warnings
    for number, (options, message) in enumerate(WRONG.items()):
        lines = said(built, f"wrong/{number}")
        assert len(lines) == bool(message), options
        assert message in "".join(lines)


def test_pages_follow_a_changed_year_and_a_removed_citation(project: MakeProject) -> None:
    files = {
        "refs.bib": REFS,
        "index.md": "# Home\n\nP: {cite:t}`doe2020fast`\n\n```{bibliography}\n```\n",
        "notes.md": page("{cite:t}`smith:a/b.c+d` and {cite:t}`größe2018`\n"),
        "all.md": page("```{bibliography}\n```\n"),
    }
    made = project(files, conf='html_theme = "basic"\n')
    assert "Über die Größe" in "".join(bibliography(made.build().html("all")))
    made.write({"refs.bib": REFS.replace("year = 2020", "year = 2022")})
    built = made.build()
    assert built.read() == []
    html = built.html("index")
    assert "Doe et al. (2022)" in text_of(html)
    assert "2020" not in text_of(html).replace("doe2020fast", "")
    made.write({"notes.md": files["notes.md"].replace(" and {cite:t}`größe2018`", "")})
    assert "Über die Größe" not in "".join(bibliography(made.build().html("all")))
