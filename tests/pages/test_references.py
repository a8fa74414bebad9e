"""Formatted references: the styles of CSL, and the bar on the page of a work.

``data/references.json`` holds works of all sorts, with what citeproc-js 2.4.63 makes of them.
"""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest
from support.pages_site import parse
from support.paths import CORPORA
from symposium.kinds.paper import Contributor, Paper
from symposium.kinds.records import Records
from symposium.knowledge import NO_MENTIONS, build
from symposium.model.names import parse_name
from symposium.pages import Pages, Urls
from symposium.pages.citing import references as module
from symposium.pages.citing.csl_json import csl_item
from symposium.pages.citing.csl_processor import Style
from symposium.pages.citing.references import USUAL, built_in, fault_of, from_file, references
from symposium.reading.bibliography_files import to_papers
from symposium.reading.bibtex_reader import parse as parse_entries

GOLDEN = json.loads((Path(__file__).parent / "data/references.json").read_text(encoding="utf-8"))
STYLES = {name: Style(Path(path)) for name, path, _ in USUAL}

DEVIATIONS = {
    "others": "`and others` is et al., as pandoc and biblatex print it",
    "poster": "the event is named, for which these styles know the variable of CSL 1.0 only",
    "quoted": "names keep the apostrophe with which they are printed",
}
"""Where we differ from citeproc-js on purpose."""


def plain(reference: str) -> str:
    return unescape(re.sub(r"</?(?:i|b|sup|sub)>", "", reference))


@pytest.mark.parametrize("row", GOLDEN, ids=lambda row: row["item"]["id"])
def test_a_reference_is_as_the_style_wants_it(row: dict) -> None:
    made = {name: style.reference(row["item"]) for name, style in STYLES.items()}
    assert made == row["ours"]
    if row["item"]["id"] not in DEVIATIONS:
        assert {name: plain(one) for name, one in made.items()} == row["citeproc-js"]


def item(title: str, **more: object) -> dict:
    return {"id": "x", "type": "article-journal", "title": title, **more}


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("a<i>b<sup>2</sup></i>", "a<i>b<sup>2</sup></i>"),
        ("<i>open", "&lt;i&gt;open"),
        ("<i>a<b>c</i>d</b>", "&lt;i&gt;a&lt;b&gt;c&lt;/i&gt;d&lt;/b&gt;"),
        ("<script>x</script> & \ue010y\ue004", "&lt;script&gt;x&lt;/script&gt; &amp; y"),
    ],
)
def test_markup_of_csl_is_kept_and_everything_else_is_text(title: str, shown: str) -> None:
    assert f"“{shown},”" in STYLES["IEEE"].reference(item(title, page="1"))


def test_numbers_are_as_printed_and_quotations_change_their_marks() -> None:
    assert "vol. 03," in STYLES["IEEE"].reference(item("A", volume="03", page="1"))
    assert "“A ‘b “c” d’ e,”" in STYLES["IEEE"].reference(item("A “b ‘c’ d” e", page="1"))
    assert "“A ‘b’ e,”" in STYLES["IEEE"].reference(item('A "b" e', page="1"))
    report = {**item("R", number="1–4", genre="Report"), "type": "report"}
    assert "(Report Nos. 1–4)" in STYLES["APA"].reference(report)
    days = {"date-parts": [[2016, 5, 2], [2016, 5, 4]]}
    assert STYLES["IEEE"].reference(item("X", issued=days)).endswith("May 2016.")
    assert "(Report 2021-3)" in STYLES["APA"].reference({**report, "number": "2021-3"})


@pytest.mark.parametrize(
    ("given", "initials"),
    [("Jean-Baptiste", "J.-B."), ("J.-B.", "J.-B."), ("Ken-ichi", "K."), ("Jae sung", "J. sung")],
)
def test_initials_keep_hyphens_and_small_words(given: str, initials: str) -> None:
    author = [{"family": "Park", "given": given}]
    assert STYLES["IEEE"].reference(item("X", author=author)).startswith(f"{initials} Park, “X.”")


def a_paper(**more: object) -> Paper:
    given = {"id": "x", "key": "x/1", "type": "misc", "title": "X", **more}
    return Paper(authors=(Contributor(parse_name("Doe, Jane")),), **given)


def test_who_is_not_named_is_et_al() -> None:
    assert (
        dict(references(a_paper(et_al=True), USUAL))["APA"] == "Doe, J., et al. (n.d.). <i>X</i>."
    )


def test_the_page_of_a_work_has_the_bar_under_its_title_and_no_section_for_its_entry() -> None:
    kb, _ = build(Records(papers=(a_paper(),)))
    page = Pages(kb, NO_MENTIONS, Urls(most_cited=1), styles=None).render("papers/x")
    (bar,) = parse(page.header).iter("details")
    assert [one.get("data-sy-copy") for one in bar.iter("p")][:3] == ["APA", "IEEE", "ACM"]
    assert [one.text for one in bar.iter("code")] == [
        r"\cite{x/1}", "{cite:t}`x/1`", "[@x/1]", '#cite(label("x/1"))',
    ]  # fmt: skip
    files = [one.get("href") for one in bar.iter("a")]
    assert files[:2] == ["../papers/x.bib", "../papers/x.ris"]
    assert page.header.count('id="bibtex"') == 1
    assert "bibtex" not in page.sections + repr(page.toc)


def test_a_large_site_has_no_references_unless_it_asks_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kb, _ = build(Records(papers=(a_paper(),)))
    monkeypatch.setattr(module, "MAX_WORKS", 0)
    assert (
        'data-sy-copy="APA"'
        not in Pages(kb, NO_MENTIONS, Urls(), styles=None).render("papers/x").header
    )
    asked = Pages(kb, NO_MENTIONS, Urls(), styles=USUAL[:1]).render("papers/x").header
    assert 'data-sy-copy="APA"' in asked


@pytest.mark.skipif(not CORPORA.is_dir(), reason="the corpora are not beside us")
def test_works_as_people_write_them_can_all_be_formatted() -> None:
    for file in sorted(CORPORA.rglob("*.bib"))[::4]:
        text = file.read_text(encoding="utf-8", errors="replace")
        for paper in to_papers(parse_entries(text, file.name)[0][::50], "refs.bib")[0]:
            for style in STYLES.values():
                parse(f"<p>{style.reference(csl_item(paper))}</p>")


def test_what_is_no_style_is_told(tmp_path: Path) -> None:
    assert built_in("mla") is None
    (tmp_path / "mine.csl").write_text("<style", encoding="utf-8")
    assert "mine.csl cannot be used as a style of CSL" in fault_of(from_file(tmp_path / "mine.csl"))
    (tmp_path / "other.csl").write_text(
        "<style xmlns='http://purl.org/net/xbiblio/csl'/>", encoding="utf-8"
    )
    assert "no bibliography" in fault_of(from_file(tmp_path / "other.csl"))
