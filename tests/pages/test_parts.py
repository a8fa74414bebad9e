"""The small parts of pages: formulas, links, texts, times, BibTeX."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.pages_site import parse
from symposium.kinds.event import Event
from symposium.kinds.paper import Paper
from symposium.model.dates import Date
from symposium.pages import (
    author_links,
    maths,
    shown_times,
    small_texts,
)
from symposium.pages.citing import bibtex


@pytest.mark.parametrize(
    "text",
    [
        "costs $5 and $10",
        "from $5 to US$10",
        "a $ b $ c",
        r"only \$5 and \$6",
    ],
)
def test_money_is_not_maths(text: str) -> None:
    assert maths.maths(text) == text.replace("\\$", "$")


@pytest.mark.parametrize("text", ["$O(n)$", "an $n$-gram", "($x_i$)", "$a$, $b$", "$$E=mc^2$$"])
def test_formulas_become_mathml(text: str) -> None:
    html = maths.maths(text)
    parse(html)
    assert "<math " in html
    assert "$" not in html


@pytest.mark.parametrize(
    "tex",
    [
        r"\href{javascript:alert(1)}{x}",
        r"\style{color:red}{x}",
        r"\require{x}",
        r"\def\a{\a\a}\a",
        r"\unknowncommand{x}",
        "x" * 2001,
        r"\text{</mtext><script>alert(1)</script>}",
    ],
)
def test_what_must_not_or_cannot_be_converted_is_shown_as_typed(tex: str) -> None:
    text = f"see ${tex}$."
    html = maths.maths(text)
    assert "<script" not in html
    assert "href=" not in html
    assert parse(html).text == text
    assert maths.unconverted(text) == (tex,)


@given(st.text(max_size=60))
def test_any_formula_gives_well_formed_html_from_the_lists(tex: str) -> None:
    html = small_texts.clean(maths.maths(f"${tex}$"))
    for node in parse(html).iter():
        if node.tag != "x":
            assert node.tag.removeprefix(maths.NAMESPACE) in maths.ELEMENTS
            assert set(node.attrib) <= maths.ATTRIBUTES | {"alttext"}


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "java\tscript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "//example.org",
        "../secret",
        "files/../conf.py",
        "files/unknown.pdf",
        "http:javascript:alert(1)",
        "",
    ],
)
def test_no_other_link_is_published(address: str) -> None:
    assert author_links.safe_href(address, frozenset({"files/x.pdf"})) is None


@given(st.text())
def test_a_link_is_safe_or_none(address: str) -> None:
    href = author_links.safe_href(address)
    assert href is None or href.lower().startswith(("http://", "https://", "mailto:"))
    assert href is None or not set(href) & set('"<>\n\t ')


def test_dois_keep_their_odd_characters_encoded() -> None:
    assert author_links.doi_href("10.1002/(SICI)1<1::AID>3.0") == (
        "https://doi.org/10.1002/(SICI)1%3C1::AID%3E3.0"
    )
    assert '"' not in author_links.doi_href('10.1/"><script>')


def test_a_time_knows_its_day_and_offset_as_far_as_they_are_known() -> None:
    los_angeles = ZoneInfo("America/Los_Angeles")
    moment = datetime(2021, 1, 9, 7, 10, tzinfo=los_angeles)
    assert shown_times.clock(None, "7:10") == shown_times.Clock("07:10", "07:10")
    assert shown_times.clock(moment, "7:10") == shown_times.Clock("07:10", "2021-01-09T07:10-08:00")
    shown = shown_times.clock(moment, "7:10", ZoneInfo("Europe/Zurich"))
    assert shown == shown_times.Clock("16:10", "2021-01-09T16:10+01:00")
    nowhere = moment.replace(tzinfo=None)
    assert shown_times.clock(nowhere, "7:10", los_angeles) == shown_times.Clock(
        "07:10", "2021-01-09T07:10"
    )
    assert shown_times.clock(None, None) is None


def test_the_zone_of_an_event_is_named() -> None:
    dated = Event(id="e", title="E", date=Date(2021, 1, 9), timezone="America/Los_Angeles")
    assert shown_times.zone_label(dated) == "America/Los_Angeles, UTC−08:00"
    assert shown_times.zone_label(Event(id="e", title="E")) == ""


def test_an_entry_is_formatted_with_its_own_fields_only() -> None:
    fields = (
        ("author", "Doe, Jane"),
        ("author+an", "1=equal"),
        ("author+an:person", '1="jane"'),
        ("title", "A {Title}\n on two lines"),
        ("sources", "cv"),
        ("file", ":home/jane/x.pdf:PDF"),
        ("bdsk-url-1", "x"),
        ("note", "} @misc{injected, title = {"),
    )
    paper = Paper(id="k", key="k:1", type="misc", title="A Title", fields=fields)
    assert bibtex.shown_entry(paper) == (
        "@misc{k:1,\n"
        "  author    = {Doe, Jane},\n"
        "  author+an = {1=equal},\n"
        "  title     = {A {Title} on two lines},\n"
        "  note      = { @miscinjected, title = }\n"
        "}\n"
    )
    assert "title" not in bibtex.shown_entry(paper, frozenset({"title", "note"}))
