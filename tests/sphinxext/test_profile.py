"""A home page that is a profile, news, works at length, initials, and pictures in texts."""

from __future__ import annotations

import re
import struct

import pytest
from support.project import MakeProject, Outcome
from support.shared_site import SharedSite
from support.sites import REFS

OWN = REFS.replace(
    "@inproceedings{doe2020fast,",
    "@inproceedings{doe2020fast,\n  selected = {true}, abbr = {RC}, preview = {fast.png},",
)
BIO = "She reads, see {cite:t}`smith:a/b.c+d` and [another](../papers/doe2020fast.md#abstract).\n"


def png(width: int, height: int) -> bytes:
    """Return the beginning of a picture, which says how large it is."""
    return b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", width, height) + bytes(20)


SITE: dict[str, str | bytes] = {
    "refs.bib": OWN,
    "index.md": "# Home\n\nMore words.\n",
    "files/a/fast.png": png(300, 200),
    "files/jane.png": png(4000, 3000),
    "people/jane-doe.md": (
        "---\nname: Jane Doe\nheadline: Reader, Reading University\nphoto: files/jane.png\n"
        "alt: Jane\nlinks:\n  email: mailto:jane@example.org\n---\n" + BIO
    ),
    "news/2025-03-01-prize.md": "---\npeople: [Jane Doe]\n---\n{paper}`Our work <doe2020fast>` **won**. Yes.\n",
    "news/new.md": "---\ntitle: A new home\ndate: 2026-01-05\n---\nI moved.\n",
    "news/old.md": "---\ndate: 2020\n---\nThis is old.\n",
}
HOME = 'symposium_home = "people/jane-doe"\n'
MINE = "people: [Jane Doe]\n---\n"
EDITORS = " and ".join(f"Roe, {one}{two}" for one in "ABCDEFG" for two in "abcdef")
WORKS = "---\norphan:\n---\n# Works\n\n```{listing} papers\n:view: VIEW\n```\n"
RICH: dict[str, str | bytes] = {
    **SITE,
    "refs.bib": f"{OWN}@book{{many, title={{Many}}, year=2019, editor={{{EDITORS}}}}}\n",
    "people/jane-doe.md": str(SITE["people/jane-doe.md"]).replace("photo:", "cv: true\nphoto:"),
    "news/2024-09-19-talk.md": f"---\n{MINE}We have shown it.\n",
    "news/2024-11-02-book.md": f"---\ntitle: A book\n{MINE}See {{paper}}`it <doe2020fast>`.\n",
    "works.md": WORKS.replace("VIEW", "list"),
    "cards.md": WORKS.replace("VIEW", "cards"),
    "pages/x.md": (
        "---\norphan:\n---\n# X\n\n![a](files/jane.png)\n\n![b](../files/a/fast.png)\n\n![c](no.png)\n"
    ),
}


@pytest.fixture
def site(shared_site: SharedSite) -> Outcome:
    return shared_site(
        RICH,
        conf=f'{HOME}symposium_accent = "#7a1f5c"\n',
        symposium_navigation=[("people/jane-doe/cv", "Vita"), ("news/index", "What is new")],
    )


def test_the_home_page_is_the_profile_of_a_person(site: Outcome):
    home = site.html("index")
    assert "<title>Jane Doe &#8212; Test project</title>" in home
    assert home.count("<h1") == 1
    assert "Reader, Reading University" in home
    assert '<p class="sy-where">Reader, Reading University</p>' in site.html("people/jane-doe")
    assert 'href="mailto:jane@example.org"' in home
    # The biography is that of her page, with links as they are from here.
    assert 'href="papers/doe2020fast.html#abstract"' in home
    assert 'href="../papers/doe2020fast.html#abstract"' in site.html("people/jane-doe")
    assert "More words." in home
    order = ["More words", "A new home", "This is old", "Fast Reading"]
    assert sorted(order, key=home.index) == order
    assert 'class="sy-own">Jane Doe</a>' in home
    assert 'src="files/a/fast.png"' in home
    assert home.count('name="viewport"') == 1


def test_the_header_marks_the_page_itself_and_the_cv_is_named_before_the_co_authors(site: Outcome):
    marked = {
        page: re.findall(r'aria-current="\w+">([^<]*)</a></li>', site.html(page))
        for page in ("people/jane-doe", "people/jane-doe/cv", "news/new")
    }
    assert marked == {
        "people/jane-doe": [], "people/jane-doe/cv": ["Vita"], "news/new": ["What is new"],
    }  # fmt: skip
    person = site.html("people/jane-doe")
    assert person.index("Everything else:") < person.index('<section id="coauthors"')


def test_logo_and_icon_are_the_initials(site: Outcome):
    icon = (site.outdir / "_static/symposium-initials.svg").read_text("utf-8")
    assert ">JD</text>" in icon
    assert 'fill="#7a1f5c"' in icon
    assert "prefers-color-scheme:dark" in icon
    for page, up in (("index", ""), ("papers/doe2020fast", "../")):
        assert f'rel="icon" href="{up}_static/symposium-initials.svg"' in site.html(page)
        assert f'src="{up}_static/symposium-initials-dark.svg"' in site.html(page)


def test_news_are_listed_newest_first_with_a_feed(site: Outcome):
    page = site.html("news/index")
    order = ["A new home", "Our work", "This is old"]
    assert sorted(order, key=page.index) == order
    assert '<a href="../papers/doe2020fast.html">Our work</a> <strong>won</strong>. Yes.' in page
    assert "<title>Our work won. &#8212; Test project</title>" in site.html("news/2025-03-01-prize")
    feed = (site.outdir / "news/index.atom").read_text("utf-8")
    assert re.findall(r"<entry>\n<title>(.*?)</title>", feed) == [
        "A new home", "Our work won.", "A book", "We have shown it.", "This is old.",
    ]  # fmt: skip
    assert "<summary>Our work won. Yes.</summary>" in feed
    # It is on the page of the person whom it names, and of the paper.
    person = site.html("people/jane-doe")
    assert "Our work" in person[person.index('id="news"') :]
    assert '"people":[{"person":"jane-doe"' in (site.outdir / "api/v1/news.json").read_text("utf-8")


def test_pictures_are_found_and_scaled(site: Outcome):
    assert site.warnings.strip() == (
        "pages/x.md:10: WARNING: the picture 'no.png' is not in files/ [symposium.safety]"
    )
    pictures = re.findall(r"<img[^>]*>", site.html("pages/x").partition("<h1")[2])
    assert [re.findall(r'(?:width|height)="(\d+)"', one) for one in pictures] == [
        ["624", "832"], ["200", "300"],
    ]  # fmt: skip
    assert all('loading="lazy"' in one for one in pictures)


def test_the_home_page_follows_the_file_of_the_person_and_the_settings(project: MakeProject):
    made = project(SITE | {"works.md": RICH["works.md"]}, conf=HOME)
    built = made.build()
    assert (built.warnings, built.statuscode) == ("", 0)
    made.write({"people/jane-doe.md": "---\nname: Jane Doe\n---\nShe writes now.\n"})
    again = made.build()
    assert "She writes now." in again.html("index")
    made.write({"news/newer.md": "---\ndate: 2026-02-01\n---\nNewer than all.\n"})
    again = made.build()
    assert "Newer than all." in again.html("index")
    clean = made.build(out="clean")
    assert again.files().keys() == clean.files().keys()
    assert again.pages() == clean.pages()
    own = made.build(symposium_logo="files/jane.png", symposium_favicon="files/jane.png")
    assert "symposium-initials" not in own.html("papers/doe2020fast")
    without = made.build(symposium_home="")
    assert "symposium-initials" not in without.html("works")
    assert "sy-own" not in without.html("works")


def test_a_home_page_of_nobody_is_told(project: MakeProject):
    built = project(SITE, conf='symposium_home = "people/jane-dow"\n').build("dummy")
    assert (
        "conf.py:7: ERROR: symposium_home: there is no page 'people/jane-dow': did you mean "
        "'people/jane-doe'?" in built.warnings
    )


def test_the_home_page_is_that_of_an_event(project: MakeProject):
    event = (
        "---\ntitle: Tides\ndate: 2027-06-03\ntimezone: UTC\ncall: Send talks.\n{}---\nSee {}.\n"
    )
    made = project(
        {
            "index.md": "# Home\n\nMore words.\n",
            "venue.md": "# Venue\n",
            "events/tides/index.md": event.format("", "[us](../../index.md)"),
        },
        conf='symposium_home = "events/tides"\nsymposium_offline = ["tides"]\n'
        'symposium_navigation = [("venue", "Venue"), ("my-programme", "Mine")]\n',
    )
    built = made.build()
    assert built.warnings == ""
    home = built.html("index")
    assert home.count("<h1") == 1
    assert '<section id="event-call"' in home
    assert ("Send talks." in home, "Mine" in home, 'class="bd-breadcrumbs' in home) == (
        True, False, False,
    )  # fmt: skip
    slots = "slots:\n- {time: 9:00-10:00, talk: gauge}\n"
    made.write({
        "events/tides/index.md": event.format(slots, "you"),
        "events/tides/gauge.md": "---\ntitle: Reading a gauge\nspeakers: [Jane Doe]\n---\n",
    })  # fmt: skip
    again = made.build()
    assert 'href="events/tides/gauge.html"' in again.html("index")
    assert 'href="../my-programme.html">Mine</a>' in again.html("people/index")
    assert '"index.html"' in (again.outdir / "symposium-worker.js").read_text("utf-8")
    clean = made.build(out="clean")
    assert again.pages() == clean.pages()
