"""Accent, logo and icon of a site: what can be read is used, all else is told with its line."""

from __future__ import annotations

import doctest
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser
from support.browser import COLOURS, violations, visit
from support.project import MakeProject
from support.real_site import serve
from support.sites import SITE
from symposium.pages import colours
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


def test_the_examples_of_colours_are_true():
    assert doctest.testmod(colours).failed == 0


@given(COLOUR, st.sampled_from([DAY, NIGHT]))
def test_every_colour_has_a_near_one_that_can_be_read_by_day_and_by_night(colour, page):
    found = readable(colour, page)
    assert contrast(found, page) >= ENOUGH
    assert contrast(found, mixed(page, found, TINT)) >= ENOUGH
    assert readable(found, page) == found
    assert contrast(text_on(found), found) >= ENOUGH


def test_the_theme_stands_on_what_is_reckoned_with(project: MakeProject):
    built = project(SITE).build()
    sheet = (built.outdir / "_static/styles/pydata-sphinx-theme.css").read_text("utf-8")
    assert set(re.findall(r"--pst-color-surface: ?(#\w+)", sheet)) == {str(DAY), str(NIGHT)}


def test_a_colour_that_can_be_read_is_on_all_pages(project: MakeProject):
    built = project(SITE, conf='symposium_accent = "#7a1f5c"\n').build()
    assert built.warnings == ""
    sheet = (built.outdir / "_static/symposium-accent.css").read_text("utf-8")
    assert "html:root {\n  --pst-color-primary: #7a1f5c;\n" in sheet
    for page in ("index", "people/jane-doe", "people/john-smith", "search"):
        assert "symposium-accent.css" in built.html(page), page


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("teal", "'teal' is not a colour: for example, write \"#0a6070\""),
        (
            "#ffdd00",
            'links in #ffdd00 have a contrast of 1.2 on a light page, and 4.5 is needed: write "#746400"',
        ),
    ],
)
def test_a_colour_that_is_none_or_too_light_is_told_with_its_line(project, value, message):
    built = project(SITE, conf=f'# a comment\nsymposium_accent = "{value}"\n').build()
    assert built.warnings.strip() == (
        f"conf.py:8: WARNING: symposium_accent: {message} [symposium.config]"
    )


def test_pages_follow_a_changed_colour(project: MakeProject):
    made = project(SITE, conf='symposium_accent = "#7a1f5c"\n')
    before = made.build().html("people/john-smith")
    after = made.build(symposium_accent="#1f5c7a")
    assert "#1f5c7a" in (after.outdir / "_static/symposium-accent.css").read_text("utf-8")
    assert after.html("people/john-smith") != before, "its address has another check sum"
    assert "symposium-accent" not in made.build(symposium_accent="").html("people/john-smith")


def test_logo_and_icon_are_files_of_the_project(project: MakeProject):
    files = {**SITE, "files/logo.svg": SVG, "files/icon.svg": SVG}
    conf = 'symposium_logo = "files/logo.svg"\nsymposium_favicon = "files/icon.svg"\n'
    built = project(files, conf=conf).build()
    assert built.warnings == ""
    page = built.html("people/john-smith")
    assert 'src="../_static/logo.svg"' in page
    assert re.search(r'rel="icon" href="\.\./_static/icon\.svg', page)


@pytest.mark.parametrize(
    ("name", "path", "message"),
    [
        ("symposium_logo", "files/none.svg", "there is no file 'files/none.svg'"),
        ("symposium_favicon", "files/icon.txt", "'files/icon.txt' is not a picture"),
    ],
)
def test_a_picture_that_is_none_is_told_with_its_line(project, name, path, message):
    built = project({**SITE, "files/icon.txt": "x"}, conf=f'{name} = "{path}"\n').build()
    assert f"conf.py:7: WARNING: {name}: {message}" in built.warnings


def test_what_the_theme_has_stays_where_nothing_is_said(project: MakeProject):
    built = project({**SITE, "own.svg": SVG}, conf='html_logo = "own.svg"\n').build()
    assert 'src="_static/own.svg"' in built.html("index")


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_in_an_odd_colour_can_be_read(project: MakeProject, browser: Browser, scheme):
    built = project(SITE, conf='symposium_accent = "#c000ff"\n').build()
    with serve(built.outdir) as root, visit(browser, root, scheme=scheme) as made:
        for name in ("index", "people/jane-doe", "papers/doe2020fast"):
            assert violations(made.open(f"{name}.html"), *COLOURS) == [], name
