"""Accent, logo and icon of a site: what can be read is used, all else is told with its line."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser
from support.browser import COLOURS, violations, visit
from support.chosen import MANY, chosen
from support.project import MakeProject, Outcome
from support.real_site import serve
from support.shared_site import SharedSite
from support.sites import SITE
from symposium.pages.colours import (
    DAY,
    ENOUGH,
    NIGHT,
    TINT,
    Colour,
    contrast,
    mixed,
    readable,
    text_on,
)

COLOUR = st.builds(Colour, *[st.integers(0, 255)] * 3)
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'


@given(COLOUR, st.sampled_from([DAY, NIGHT]))
def test_every_colour_has_a_near_one_that_can_be_read_by_day_and_by_night(colour, page):
    found = readable(colour, page)
    assert contrast(found, page) >= ENOUGH
    assert contrast(found, mixed(page, found, TINT)) >= ENOUGH
    assert readable(found, page) == found
    assert contrast(text_on(found), found) >= ENOUGH


ODD = "#c000ff"
FILES = {**SITE, "files/logo.svg": SVG, "files/icon.svg": SVG}
CONF = f"""symposium_accent = "{ODD}"
symposium_logo = "files/logo.svg"
symposium_favicon = "files/icon.svg"
"""


@pytest.fixture
def odd(shared_site: SharedSite) -> Outcome:
    return shared_site(FILES, conf=CONF)


def test_the_theme_stands_on_what_is_reckoned_with(odd: Outcome):
    sheet = (odd.outdir / "_static/styles/pydata-sphinx-theme.css").read_text("utf-8")
    assert set(re.findall(r"--pst-color-surface: ?(#\w+)", sheet)) == {str(DAY), str(NIGHT)}


def test_a_colour_too_light_is_told_and_one_that_can_be_read_is_on_all_pages(odd: Outcome):
    assert odd.warnings.strip() == (
        f"conf.py:7: WARNING: symposium_accent: links in {ODD} have a contrast of 3.3 on a light "
        'page, and 4.5 is needed: write "#9f00d3" [symposium.config]'
    )
    sheet = (odd.outdir / "_static/symposium-accent.css").read_text("utf-8")
    assert "html:root {\n  --pst-color-primary: #9f00d3;\n" in sheet
    for page in ("index", "people/jane-doe", "people/john-smith", "search"):
        assert "symposium-accent.css" in odd.html(page), page


def test_logo_and_icon_are_files_of_the_project(odd: Outcome):
    page = odd.html("people/john-smith")
    assert 'src="../_static/logo.svg"' in page
    assert re.search(r'rel="icon" href="\.\./_static/icon\.svg', page)


def test_what_is_no_colour_and_no_picture_is_told_with_its_line(project: MakeProject):
    conf = (
        '# a comment\nsymposium_accent = "teal"\nsymposium_logo = "files/none.svg"\n'
        'symposium_favicon = "files/icon.txt"\n'
    )
    warnings = project({"files/icon.txt": "x"}, conf=conf).build().warnings.splitlines()
    for line in (
        "conf.py:8: ERROR: symposium_accent: 'teal' is not a colour: for example, write \"#0a6070\"",
        "conf.py:9: ERROR: symposium_logo: there is no file 'files/none.svg'",
        "conf.py:10: ERROR: symposium_favicon: 'files/icon.txt' is not a picture",
    ):
        assert sum(one.startswith(line) for one in warnings) == 1, line


def test_pages_follow_a_changed_colour(project: MakeProject):
    """What the theme has stays where nothing is said."""
    refs = "@misc{a, author = {Doe, Jane}, title = {A}}"
    conf = 'html_logo = "own.svg"\nsymposium_accent = "#7a1f5c"\n'
    made = project({"refs.bib": refs, "own.svg": SVG}, conf=conf)
    built = made.build()
    assert built.warnings == ""
    sheet = built.outdir / "_static/symposium-accent.css"
    assert "html:root {\n  --pst-color-primary: #7a1f5c;\n" in sheet.read_text("utf-8")
    assert 'src="_static/own.svg"' in built.html("index")
    before = built.html("papers/a")
    after = made.build(symposium_accent="#1f5c7a")
    assert "#1f5c7a" in sheet.read_text("utf-8")
    assert after.html("papers/a") != before, "its address has another check sum"
    assert "symposium-accent" not in made.build(symposium_accent="").html("papers/a")


@pytest.mark.browser
@pytest.mark.parametrize("scheme", chosen(["light", "dark"], "dark"))
def test_pages_in_an_odd_colour_can_be_read(odd: Outcome, browser: Browser, scheme):
    with serve(odd.outdir) as root, visit(browser, root, scheme=scheme) as made:
        page = made.blank()
        for name in ("index", *(["people/jane-doe"] if MANY else []), "papers/doe2020fast"):
            page.goto(f"{root}{name}.html")
            assert violations(page, *COLOURS) == [], name
