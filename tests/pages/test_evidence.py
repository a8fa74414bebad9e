"""Facts and the lines that print them lead to each other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.project import Project
from symposium.knowledge import Mentions
from symposium.knowledge.build import build
from symposium.pages.render import Pages
from symposium.pages.urls import Urls
from symposium.reading.folder import read_project

FILES = {
    "sources/cv.md": "---\ntitle: A CV\nkind: cv\ndate: undated\ntext: cv.txt\n---\n",
    "sources/cv.txt": "2019 Medall of <Keys>\nKeymakers' Guild\n\nOn Keys. Ada Able, Bea Best\n",
    "sources/paper.md": "---\ntitle: On paper\nkind: letter\ndate: undated\n---\n",
    "people/ada-able.md": """---
name: Ada Able
sources: [cv]
inferred: [awards.0.date]
awards:
  - {title: Medal of <Keys>, organization: Keymakers' Guild, date: 2019, source: cv#L1-L2}
  - {title: Golden Lock, source: paper#p3}
  - {title: Silver Lock}
corrections:
  - {field: awards, printed: Medall, corrected: Medal, note: a slip, source: cv#L1}
---
""",
    "refs.bib": """@article{keys, author = {Able, Ada and Best, Bea}, title = {On Keys},
      sources = {cv#L4}}""",
}


def pages(root: Path, **changes: str) -> Pages:
    Project(root).write({**FILES, **changes})
    kb, problems = build(read_project(root)[0])
    assert problems == []
    return Pages(kb, Mentions(), Urls())


def html(made: Pages, page: str) -> str:
    fragment = made.render(page)
    return f"{fragment.header}{fragment.sections}"


def test_the_end_of_a_page_names_each_printed_line_and_what_was_done_to_it(tmp_path: Path) -> None:
    found = html(pages(tmp_path), "people/ada-able")
    header, _, about = found.partition('<details id="about"')
    assert '<a href="../sources/cv.html#L1">lines 1–2</a> (Medal of &lt;Keys&gt;)' in about
    assert "<ins>Medal</ins>" in about
    assert "<dd>awards, line 1, date</dd>" in about
    # No text is kept: the page is all that can be told.
    assert '<a href="../sources/paper.html">page 3</a> (Golden Lock)' in about
    assert '<a href="#about">Some details are inferred</a>' in header
    assert "inferred" not in header.replace("Some details are inferred", "")
    assert '<li id="awards-1">' in header


def test_a_text_holds_no_sign_that_stands_for_something_on_a_page(tmp_path: Path) -> None:
    found = html(pages(tmp_path, **{"sources/cv.txt": "a\x02b\n<script>x\n \n<!--break-->\n"}),
                 "sources/cv")  # fmt: skip
    assert '<span class="sy-printed-text">a b</span>' in found
    assert "<script>" not in found
    assert "<!--break-->" not in found


def test_a_line_leads_to_the_facts_that_come_from_it(tmp_path: Path) -> None:
    found = html(pages(tmp_path), "sources/cv")
    lines = dict(
        re.findall(
            r'<div class="sy-printed-line[^"]*" id="L(\d+)">(.*?)</div></div>', found, re.DOTALL
        )
    )
    assert list(lines) == ["1", "2", "3", "4"]
    assert "2019 Medall of &lt;Keys&gt;" in lines["1"]
    assert 'href="../people/ada-able.html#awards-1"' in lines["1"]
    assert "href" not in lines["2"].partition("</a>")[2]
    for page in ("papers/keys", "people/bea-best"):
        assert f'href="../{page}.html"' in lines["4"]


@pytest.mark.parametrize("page", ["people/ada-able", "people/bea-best", "papers/keys"])
def test_without_locators_there_are_no_lines(tmp_path: Path, page: str) -> None:
    plain = {name: re.sub(r"#[Lp\-\d]+", "", text) for name, text in FILES.items()}
    plain["people/ada-able.md"] = re.sub(r", source: \w+}", "}", plain["people/ada-able.md"])
    assert "#L" not in html(pages(tmp_path, **plain), page)


INFERRED = """@article{keys, author = {Able, Ada}, title = {On Keys}, date = {2019-05}, inferred = {date}}
@article{locks, author = {Able, Ada}, title = {On Locks}, year = 2020}
@article{doors, author = {Able, Ada}, title = {On Doors}, year = 2021}"""


def test_the_page_and_the_entry_of_a_work_tell_of_an_inferred_year(tmp_path: Path) -> None:
    made = pages(tmp_path, **{"refs.bib": INFERRED})
    assert "<dd>date</dd>" in made.render("papers/keys").sections
    assert "inferred" not in html(made, "papers/locks")
    assert "= {The date is inferred: no source states it.}" in html(made, "papers/keys")
    for key, year, inferred in (("keys", "2019", True), ("locks", "2020", False)):
        fragment = made.render(f"papers/{key}")
        head = re.findall(r'name="citation_publication_date" content="(.*?)"', fragment.head)
        assert head == [year]
        assert f'"datePublished":"{year}"' in fragment.head.replace('": "', '":"')
        assert ("annote" in fragment.header + fragment.sections) == inferred
