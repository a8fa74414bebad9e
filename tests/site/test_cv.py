"""The curriculum vitae is entered whole: each entry, mark, award and talk, and nothing besides.

The document is parsed here on its own, by a few patterns that know nothing of the readers, after
the corrections that the project lists have been applied to its text.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from support.paths import DOCUMENTS, ROOT
from symposium.model.dates import Date
from symposium.model.ids import source_of, sources_of
from symposium.reading.folder import read_project

if TYPE_CHECKING:
    from collections.abc import Iterator

    from symposium.kinds.base import Correction
    from symposium.kinds.paper import Paper
    from symposium.kinds.person import Person
    from symposium.kinds.records import Records
    from symposium.kinds.software import Software

CV = DOCUMENTS / "000_be9661cafabf0ce8.txt"
SOURCE = "cv-dryden"

pytestmark = pytest.mark.skipif(not CV.is_file(), reason="the documents are not on this machine")

MARKS = {"*": "equal", "†": "student"}
ICONS = "χX■☐🖹"

RE_ENTRY = re.compile(
    r'\s*(?P<label>[A-Za-z0-9]+(?: DSI)? \d{4}) (?P<authors>[^"]+?)\.? "(?P<title>[^"]+)"\.'
    r' (?P<venue>[^"]+?(?:(?= \d{4}\.)|(?=, \d{4}\.)))(?P<comma>,?) (?P<year>\d{4})\.'
    rf"(?: (?P<award>Outstanding paper|Best paper))?(?: [{ICONS}](?= |$))*"
)
RE_TALK = re.compile(
    r"(?P<venue>[A-Za-z]+) (?P<year>\d{4}) (?P<title>.+?)"
    r" (?P<description>(?:Invited|Contributed|At the|End-of-summer) .+)"
)
TALK_KINDS = {"Invited": "invited", "Contributed": "contributed", "End-of-summer": "internship"}


class Printed(NamedTuple):
    """An entry of the curriculum vitae."""

    label: str
    authors: list[tuple[str, list[str]]]
    title: str
    venue: str
    year: int
    awards: list[str]


@cache
def records() -> Records:
    return read_project(ROOT)[0]


def person() -> Person:
    found: Person = next(one for one in records().entities["person"] if one.id == "nikoli-dryden")
    return found


def software() -> list[Software]:
    return [one for one in records().entities["software"] if SOURCE in sources_of(one.sources)]


def entries(*, poster: bool) -> list[Paper]:
    return [
        one
        for one in records().papers
        if SOURCE in sources_of(one.sources) and one.poster is poster
    ]


def corrections() -> list[Correction]:
    """All mendings of this document that the project lists."""
    source = next(one for one in records().entities["source"] if one.id == SOURCE)
    others = [person().corrections, *(talk.corrections for talk in person().talks)]
    others += [one.corrections for one in software()]
    listed = [one for group in others for one in group if source_of(one.source or "") == SOURCE]
    return [*source.corrections, *listed]


def spaced(printed: str) -> re.Pattern[str]:
    """A pattern for a text in which any white space may stand where a space is."""
    return re.compile(r"\s+".join(map(re.escape, printed.split())))


@cache
def mended() -> str:
    """The document with the listed corrections applied."""
    text = CV.read_text(encoding="utf-8")
    for one in corrections():
        places = list(spaced(one.printed).finditer(text))
        assert len(places) == 1, f"{len(places)} times in the document: {one.printed}"
        if one.corrected == one.printed:
            continue  # a note of the editors on what stands there
        text = text[: places[0].start()] + one.corrected + text[places[0].end() :]
    return text


def section(start: str, end: str) -> list[str]:
    """The lines of a section of the mended document, without bullets and empty ones."""
    lines = mended().split(f"\n{start}\n")[1].split(f"\n{end}\n")[0].splitlines()
    return [bare for line in lines if (bare := line.strip().removeprefix("- "))]


def read_authors(text: str) -> list[tuple[str, list[str]]]:
    """Names as printed, each with its marks."""
    people = []
    for part in re.split(r", and | and |, ", text):
        name = part.rstrip("*†")
        people.append((name, [MARKS[sign] for sign in part[len(name) :]]))
    return people


def read_entries(lines: list[str]) -> list[Printed]:
    """The entries of a section; every character of it belongs to one of them."""
    text = " ".join(lines)
    text = re.sub(r"\*\*(.+?)\*\*", r"\1", text).replace("*X*", "X")
    text = re.sub(r"\s?\[?†\]?\s?(?=[, ])", "†", text)
    found, end = [], 0
    while end < len(text):
        match = RE_ENTRY.match(text, end)
        assert match, f"not understood: {text[end : end + 120]}"
        end = match.end()
        year = match["year"]
        found.append(
            Printed(
                label=match["label"], authors=read_authors(match["authors"]), title=match["title"],
                venue=match["venue"] if match["comma"] else f"{match['venue']} {year}",
                year=int(year), awards=[match["award"]] if match["award"] else [],
            )
        )  # fmt: skip
    return found


def as_printed(paper: Paper) -> Printed:
    """A record in the form in which the document is parsed."""
    return Printed(
        label=dict(paper.fields)["label"],
        authors=[(one.name.text, list(one.marks)) for one in paper.authors], title=paper.title,
        venue=paper.venue or "", year=paper.year or 0, awards=list(paper.awards),
    )  # fmt: skip


def publications() -> list[Printed]:
    legend, *lines = section("PUBLICATIONS", "POSTERS")
    assert legend == "*: Equal contribution. †: Bachelors or masters student at time of writing."
    return read_entries(lines)


def test_every_publication_is_entered_as_printed() -> None:
    printed = publications()
    assert len(printed) == 27
    assert [as_printed(paper) for paper in entries(poster=False)] == printed


def test_every_poster_is_entered_as_printed() -> None:
    printed = read_entries(section("POSTERS", "TALKS"))
    assert len(printed) == 9
    assert [as_printed(paper) for paper in entries(poster=True)] == printed


def test_what_the_document_does_not_say_is_not_entered() -> None:
    alone = [one for one in records().papers if sources_of(one.sources) == (SOURCE,)]
    assert alone
    for paper in alone:
        silent = (paper.doi, paper.arxiv, paper.abstract, paper.volume, paper.number, paper.pages)
        assert not any(silent), paper.key
        assert not paper.links, paper.key
        assert not paper.et_al, paper.key
        assert paper.date == Date(paper.year), paper.key


def read_talks() -> list[tuple[str, int, str, str, str | None]]:
    """Label, year, title, description and kind of each printed talk."""
    talks: list[str] = []
    for line in section("TALKS", "TEACHING"):
        if re.match(r"[A-Za-z]+ \d{4} ", line):
            talks.append(line)
        else:
            talks[-1] += f" {line.removeprefix('- ')}"
    found = []
    for text in talks:
        match = RE_TALK.fullmatch(text)
        assert match, text
        kind = TALK_KINDS.get(match["description"].split()[0])
        found.append(
            (match["venue"], int(match["year"]), match["title"], match["description"], kind)
        )
    return found


def test_every_talk_is_entered_as_printed() -> None:
    printed = read_talks()
    assert len(printed) == 11
    talks = person().talks
    assert [
        (one.venue, one.date and one.date.year, one.title, one.description, one.kind)
        for one in talks
    ] == printed
    assert all(sources_of(one.sources) == (SOURCE,) for one in talks)


def texts(value: Any) -> Iterator[str]:
    """All texts in a value of records, without dates and ids."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from texts(part)
    elif is_dataclass(value) and not isinstance(value, Date):
        for field in fields(value):
            if field.name != "source":  # which is no text of the document
                yield from texts(getattr(value, field.name))


def openings() -> list[str]:
    """The texts that open sections."""
    return [folded(one.text) for one in person().cv.openings] if person().cv else []


def cv_texts() -> list[str]:
    one = person()
    lists = (one.education, one.positions, one.awards, one.teaching, one.advising, one.service)
    return list(texts(lists))


def folded(text: str) -> str:
    return " ".join(text.replace("\n- ", " ").split())


FURNITURE = (
    "AWARDS & HONORS", "PROFESSIONAL EXPERIENCE", "EDUCATION", "TEACHING", "SERVICE", "Committee:",
    "Thesis:", "Minor in", "Advising & Mentoring", "Bachelors Students", "Masters Students",
    "Interns", "Summer", "students", "present",
)  # fmt: skip
"""Headings and words that the lists express by their fields."""


def test_no_text_of_the_lists_of_the_document_is_lost() -> None:
    """Take away what is entered: years and signs remain, and the sentences of the body."""
    text = folded(mended())
    body = (ROOT / "people" / "nikoli-dryden.md").read_text("utf-8").split("\n---\n")[1]
    body = folded(re.sub(r"\{\w+\}`([^<`]+?)\s*<[^`]+>`", r"\1", body))  # the words of roles
    start, end = text.index("EDUCATION"), text.index("2019-present DaCeML")
    lists = text[start : text.index("PUBLICATIONS")] + text[text.index("TEACHING") : end]
    assert body in text
    for opening in openings():
        assert opening in lists
        lists = lists.replace(opening, " ")
    for known in sorted({folded(one) for one in cv_texts()}, key=len, reverse=True):
        lists = lists.replace(known, " ")
    for known in FURNITURE:
        lists = lists.replace(known, " ")
    assert re.findall(r"[^\W\d]+", lists) == []


def test_positions_teaching_and_advising_have_the_years_of_the_document() -> None:
    one = person()
    assert [(str(item.start), str(item.end)) for item in one.positions] == [
        ("2023", "present"), ("2019", "2022"), ("2014", "2019"), ("2016-summer", "2018-summer"),
        ("2015-summer", "2015-summer"), ("2012", "2014"), ("2012-summer", "2012-summer"),
    ]  # fmt: skip
    assert [(str(item.start), str(item.end)) for item in one.education] == [
        ("2014", "2019"),
        ("2010", "2014"),
    ]
    assert [str(item.date) for item in one.awards] == [
        "2023", "2019", "2019", "2018", "2013", "2011",
    ]  # fmt: skip
    document = folded(mended())
    for item in one.advising:
        place = document.index(folded(item.title or ""))
        printed = re.findall(rf"(\d{{4}}) {re.escape(item.name)}", document[:place])
        assert printed[-1] == str(item.date), item.name


RE_SOFTWARE = re.compile(
    r"(?P<start>\d{4})-(?P<end>\d{4}|present) (?P<title>[^\[\n]+) \[(?P<places>[^\]]+)\]\s+"
    r"(?P<description>.+?)(?=\s+\d{4}-(?:\d{4}|present) |\s*$)",
    re.DOTALL,
)


def test_every_software_project_is_entered_as_printed() -> None:
    text = mended()
    printed = text[text.index("2019-present DaCeML") :]
    # A line of the service has slipped in here, as a correction of the service says.
    printed = printed.replace("\n2024 Cluster, Cloud and Internet Computing (CCGrid)\n", "\n", 1)
    found = list(RE_SOFTWARE.finditer(printed))
    assert not RE_SOFTWARE.sub("", printed).strip()
    by_title = {one.title: one for one in software()}
    assert [one["title"] for one in found] == [
        "DaCeML", "Deep Weather / MAELSTROM", "Aluminum", "LBANN",
    ]  # fmt: skip
    for one in found:
        made = by_title[one["title"]]
        assert (str(made.start), str(made.end)) == (one["start"], one["end"])
        assert made.repositories == tuple(f"https://{at}" for at in one["places"].split(" & "))
        (dev,) = made.people
        assert folded(dev.description or "") == folded(one["description"])
        assert dev.name.text == person().name.text
        assert (dev.role or "") in folded(dev.description or "")


def test_the_counts_are_those_of_the_document() -> None:
    one = person()
    assert [len(rows) for rows in (one.education, one.awards, one.positions, one.teaching)] == [
        2, 6, 7, 3,
    ]  # fmt: skip
    assert (len(one.advising), len({row.name for row in one.advising})) == (22, 21)
    assert (len(one.service), len(software())) == (18, 4)
    assert [row.level for row in one.advising].count("bachelor") == 10
    assert [row.level for row in one.advising].count("master") == 11
    (note,) = (row for row in one.corrections if row.field == "advising")
    assert note.printed == note.corrected
    assert "ten masters students" in note.printed
    assert "eleven" in (note.note or "")
