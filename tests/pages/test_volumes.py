"""Volumes: the proceedings of a year, from entries, from what papers print, and from files."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.pages_site import known, shown

TIDES = "Proceedings of the {} Conference on Tides"
FORM = TIDES.format("{ordinal}")
ID = "proceedings-of-the-conference-on-tides"


def entry(key: str, kind: str = "inproceedings", **fields: object) -> str:
    rows = "".join(f", {name} = {{{value}}}" for name, value in fields.items())
    return f"@{kind}{{{key}{rows}}}\n"


def papers(ordinal: str, year: int, *pages: str) -> str:
    return "".join(
        entry(f"{chr(97 + at)}{year}", title=f"Paper {at}", author="Doe, Jane", year=year,
              booktitle=TIDES.format(ordinal), pages=one)
        for at, one in enumerate(pages)
    )  # fmt: skip


BOOK = entry("conf", "proceedings", title=TIDES.format("3rd"), year=2020, publisher="ACM",
             editor="Ed, Ida and Oz, Olaf", isbn="978-1-23", series="LNCS", volume=12)  # fmt: skip
CHILDREN = "".join(
    entry(key, title=f"Child {key}", author="Roe, Ric", crossref="conf", pages=pages)
    for key, pages in (("late", "20--30"), ("early", "3--19"), ("front", "v--x"), ("none", ""))
)
REFS = BOOK + CHILDREN + papers("4th", 2021, "9", "1:1--1:20", "1:21") + papers("5th", 2022, "1")


@pytest.fixture
def read(tmp_path: Path):
    """Return what makes a knowledge base of a bibliography and files."""
    return lambda bib=REFS, **files: known(tmp_path, {"refs.bib": bib, **files})


def test_an_entry_of_its_own_or_three_papers_make_a_volume_and_fewer_make_none(read):
    kb = read()
    assert list(kb.entities["volume"]) == [f"{ID}-2020", f"{ID}-2021"]
    assert [one.title for one in kb.entities["volume"].values()] == [
        "Proceedings of the 3rd Conference on Tides",
        "Proceedings of the 4th Conference on Tides",
    ]


def test_papers_are_in_the_order_of_their_pages_and_those_without_come_last(read):
    of = read().relations.papers_of_volume
    assert of[f"{ID}-2020"] == ("front", "early", "late", "none")
    assert of[f"{ID}-2021"] == ("b2021", "c2021", "a2021")


def test_the_page_has_editors_publisher_isbn_series_and_the_volumes_beside(read):
    kb = read()
    made = shown(kb, f"volumes/{ID}-2020")
    for text in (
        "Edited by",
        "../people/ida-ed.html",
        "Olaf Oz",
        "ACM",
        "978-1-23",
        "LNCS",
        ">12<",
    ):
        assert text.replace(">12<", ": 12<") in made
    assert f'<a href="../venues/{ID}.html">' in made
    assert f'After: <a href="../volumes/{ID}-2021.html">' in made
    assert "Before:" not in made
    assert '<a href="../papers/conf.html">Entry and citation</a>' in made
    assert made.index("Child front") < made.index("Child early") < made.index("Child late")


def test_papers_the_venue_editors_and_the_entry_lead_to_the_volume(read):
    kb = read()
    for name in ("papers/early", "people/ida-ed", "papers/conf", f"venues/{ID}", "volumes/index"):
        assert f'<a href="../volumes/{ID}-2020.html">' in shown(kb, name), name
    assert "volumes/" not in shown(kb, "papers/a2022")


def test_chapters_printed_with_the_title_of_a_book_are_in_it(read):
    book = entry("hb", "book", title="Handbook of Water", editor="Ed, Ida", year=2001)
    parts = entry("ch", "incollection", title="Ch", author="Roe, Ric", year=2001,
                  booktitle="Handbook of {Water}")  # fmt: skip
    other = entry("alone", "book", title="My Life", author="Roe, Ric", year=2001)
    empty = entry("sea", "book", title="The Sea", editor="Ed, Ida", year=2001)
    kb = read(book + parts + other + empty)
    assert kb.relations.papers_of_volume == {"handbook-of-water-2001": ("ch",)}
    assert list(kb.entities["volume"]) == ["handbook-of-water-2001"]


def test_two_volumes_of_one_venue_and_year_are_told_apart(read):
    parts = entry("one", "proceedings", title="Tides 2020", editor="Ed, Ida", year=2020)
    parts += entry("two", "proceedings", title="Tides '20", editor="Ed, Ida", year=2020)
    parts += entry("p", title="P", author="Roe, Ric", crossref="two")
    kb = read(parts)
    first, second = kb.entities["volume"].values()
    assert (first.id, first.entry, second.entry) == ("tides-2020", "one", "two")
    assert second.id.startswith("tides-2020-")
    assert kb.relations.volume_of_paper == {"p": second.id}


def test_a_file_adds_to_a_volume_and_makes_one_of_fewer_papers(read):
    text = f"---\nvenue: {ID}\nyear: 2022\nisbn: 978-9\neditors: [Una Ed]\n---\nThe fifth one.\n"
    kb = read(**{"volumes/tides-five.md": text})
    volume = kb.entities["volume"]["tides-five"]
    assert (volume.title, volume.isbn) == ("Proceedings of the 5th Conference on Tides", "978-9")
    assert kb.relations.papers_of_volume["tides-five"] == ("a2022",)
    assert kb.aliases["volume"][f"{ID}-2022"] == "tides-five"
    assert '<a href="../volumes/tides-five.html">' in shown(kb, "people/una-ed")
    assert "Una Ed" in shown(kb, "volumes/tides-five")


def test_the_earlier_id_of_a_venue_leads_to_its_volumes(read):
    venue = f"---\nname: Tides\nnames: ['{FORM}']\nwas: {ID}\n---\n"
    kb = read(**{"venues/tides.md": venue})
    assert list(kb.entities["volume"]) == ["tides-2020", "tides-2021"]
    assert kb.find("volume", f"{ID}-2021") == "tides-2021"


def test_the_event_of_the_same_venue_and_year_is_the_event_of_the_volume(read):
    event = (
        "---\ntitle: Conference on Tides 2020\nseries: Conference on Tides\ndate: 2020-05\n---\n"
    )
    venue = f"---\nname: Conference on Tides\nnames: ['{FORM}']\n---\n"
    kb = read(**{"events/tides-2020/index.md": event, "venues/tides.md": venue})
    assert kb.entities["volume"]["tides-2020"].event == "tides-2020"
    assert kb.entities["volume"]["tides-2021"].event is None
    assert '<a href="../events/tides-2020/index.html">' in shown(kb, "volumes/tides-2020")
    assert '<a href="../../volumes/tides-2020.html">' in shown(kb, "events/tides-2020/index")
