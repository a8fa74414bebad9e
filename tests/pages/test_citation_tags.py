"""Reference managers get the type of a work, its people and its container, and nothing invented.

What Zotero makes of the tags was found out with its translation server; these are the tags.
"""

from __future__ import annotations

import re
from html import unescape

import pytest
from support.pages_site import known
from symposium.kinds.paper import Paper
from symposium.kinds.records import Records
from symposium.knowledge import NO_MENTIONS, build
from symposium.model.names import parse_name
from symposium.pages import Pages, Urls
from symposium.pages.citing.tags import inverted_names, paper_tags
from symposium.reading.bibliography_files import to_papers
from symposium.reading.bibtex_reader import parse

BASE = "https://kb.example.org/"


def paper(entry: str) -> Paper:
    """Return the paper of an entry, whose title and author are said already."""
    type_, _, fields = entry.partition(" ")
    text = f"@{type_}{{x, title = {{T}}, author = {{Doe, Jane}}, {fields}}}"
    (found,), _ = to_papers(parse(text, "refs.bib")[0])
    return found


def tags(entry: str) -> dict[str, str]:
    """Return the tags of an entry but those that each of these has."""
    same = {"citation_title", "citation_author", "citation_public_url"}
    found = paper_tags(paper(entry), Urls(base=BASE))
    return {name: value for name, value in found if value and name not in same}


def test_the_script_of_a_title_tells_its_language() -> None:
    entry = "@article{x, title = {深度学习}, author = {刘, 洋}, abstract = {Deep.}, doi = {10.1/x}}"
    records = Records(to_papers(parse(entry, "refs.bib")[0])[0], (), {})
    shown = Pages(build(records)[0], NO_MENTIONS, Urls(base=BASE)).render("papers/x")
    assert 'name="citation_language" content="zh"' in shown.head
    assert '"inLanguage":"zh"' in shown.head
    assert '<h1 lang="zh">' in shown.header
    assert '<div class="sy-abstract">' in shown.header


TAGS = {
    "article journal={J}, shortjournal={JJ}, volume=3, number=4, eid={e1}, issn={1234-5678}": {
        "citation_journal_title": "J", "citation_journal_abbrev": "JJ", "citation_volume": "3",
        "citation_issue": "4", "citation_firstpage": "e1", "citation_issn": "1234-5678",
        "z:itemType": "journalArticle",
    },
    "inproceedings booktitle={P}, eventtitle={C}, series={S}, number=7, pages={1--5}, address={A}": {
        "citation_inbook_title": "P", "citation_conference_title": "C",
        "citation_series_title": "S", "z:seriesNumber": "7", "citation_firstpage": "1",
        "citation_lastpage": "5", "z:itemType": "conferencePaper", "z:place": "A",
    },
    "book publisher={P}, pagetotal={300}, isbn={9783161484100}, date={2001-05}": {
        "citation_publication_date": "2001/05", "citation_isbn": "9783161484100",
        "citation_publisher": "P", "z:itemType": "book", "z:numPages": "300",
    },
    "phdthesis school={U}, langid={german}": {
        "citation_dissertation_institution": "U", "z:thesisType": "PhD thesis",
        "citation_language": "de", "z:itemType": "thesis",
    },
    "techreport institution={I}, number={7}, type={White paper}, series={S}": {
        "citation_technical_report_institution": "I", "citation_technical_report_number": "7",
        "z:seriesTitle": "S", "z:reportType": "White paper", "z:itemType": "report",
    },
    "misc entrysubtype={poster}, booktitle={M}, location={Rome}": {
        "z:meetingName": "M", "z:presentationType": "Poster", "z:itemType": "presentation",
        "z:place": "Rome",
    },
    "patent number={US1}, holder={Acme}": {
        "z:patentNumber": "US1", "z:assignee": "Acme", "z:itemType": "patent",
    },
    "misc eprint={2101.00001}, archiveprefix={arXiv}": {
        "z:repository": "arXiv", "z:archiveID": "arXiv:2101.00001", "z:itemType": "preprint",
    },
    "software publisher={Z}, version={1.2}": {
        "z:company": "Z", "citation_publisher": "Z", "z:itemType": "computerProgram",
        "z:versionNumber": "1.2",
    },
    "misc howpublished={Leaflet}": {"z:itemType": "document"},
}  # fmt: skip


@pytest.mark.parametrize("entry", TAGS)
def test_the_tags_of_an_entry_say_its_type_and_all_that_one_cites(entry: str) -> None:
    found = tags(entry)
    if entry.startswith("misc howpublished"):
        found.pop("z:publisher", None)
    assert found == TAGS[entry]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("van der Berg, Jan", "van der Berg, Jan"),
        ("King, Jr., Martin Luther", "King Jr., Martin\u00a0Luther"),
        ("{NumPy Developers}", "NumPy Developers,"),
        ("OpenAI", "OpenAI"),
        ("李, 伟", "李, 伟"),
        ("김, 철수", "김, 철수"),
        ("Li, 伟", "Li, 伟"),
        ("García Márquez, Ana María", "García Márquez, Ana\u00a0María"),
    ],
)
def test_a_name_is_written_so_that_it_is_read_as_one(written: str, read: str) -> None:
    assert inverted_names([parse_name(written)]) == [read]
    other = parse_name("Doe, Jane")
    assert inverted_names([parse_name(written), other]) == [
        read.replace("\u00a0", " "),
        "Doe, Jane",
    ]


def test_a_work_with_its_own_address_and_no_doi_is_cited_there() -> None:
    def address(entry: str) -> str | None:
        return dict(paper_tags(paper(entry), Urls(base=BASE)))["citation_public_url"]

    assert address("misc url={https://example.org/w}") == "https://example.org/w"
    assert address("misc url={https://example.org/w}, doi={10.1234/x}") == f"{BASE}papers/x.html"
    assert (
        address("misc eprint={2101.00001}, eprinttype={arxiv}")
        == "https://arxiv.org/abs/2101.00001"
    )
    assert address("misc note={n}") == f"{BASE}papers/x.html"


def test_a_pdf_is_offered_only_where_it_is_on_the_host_of_the_site() -> None:
    def pdf(link: str, base: str = BASE) -> str | None:
        found = paper_tags(
            paper(f"misc pdf={{{link}}}"), Urls(base=base), frozenset({"files/é.pdf"})
        )
        return dict(found)["citation_pdf_url"]

    assert pdf("files/é.pdf") == f"{BASE}files/%C3%A9.pdf"
    assert pdf("https://kb.example.org/other/x.pdf") == "https://kb.example.org/other/x.pdf"
    assert pdf("files/missing.pdf") is None
    assert pdf("https://publisher.example.org/x.pdf") is None
    assert pdf("files/é.pdf", base="") is None


FILES = {
    "refs.bib": (
        "@misc{bare, title={Bare}, author={Doe, Jane}}\n"
        "@article{full, title={Full}, author={Doe, Jane}, year=2020, journal={J}, "
        f"abstract={{{'We show it. ' * 99}}}}}\n"
        f"@misc{{gone, title={{Gone}}, status={{retracted}}, abstract={{{'We show it. ' * 99}}}}}\n"
    ),
    "events/meet/index.md": "---\ntitle: The Meeting\ndate: 2020-05-30\ntimezone: Europe/Zurich\n"
    "location: Zurich\n---\n",
    "events/meet/cups.md": "---\ntitle: On Cups\nkind: invited\ntime: 9:00-9:30\nspeakers:\n"
    "  - name: Jane Doe\n---\nAll about *cups*.\n",
    "events/meet/bare.md": "---\npaper: bare\nspeakers: [{name: Jane Doe}]\n---\n",
    "software/cups.md": "---\ntitle: The Cups\nrepositories: https://example.org/cups.git\n"
    "people: [{name: Jane Doe}]\n---\nIt *fills* cups.\n",
    "datasets/cups.md": "---\ntitle: The Data\ncreators: [{name: Jane Doe}]\ndate: 2021-03\n"
    "version: '2.1'\npublisher: Zenodo\nlicense: CC-BY-4.0\ndoi: 10.5281/zenodo.99\n---\n",
}


@pytest.fixture(scope="module")
def heads(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    pages = Pages(known(tmp_path_factory.mktemp("cited"), FILES), NO_MENTIONS, Urls(base=BASE))
    tag = re.compile(r'<meta (?:name|property)="([^"]+)"(?: [^>]*)? content="([^"]*)" />')
    return {
        page: {name: unescape(value) for name, value in tag.findall(pages.render(page).head)}
        for page, _, _ in pages.table.names()
    }


def test_no_abstract_is_invented(heads: dict[str, dict[str, str]]) -> None:
    for page in ("papers/bare", "events/meet/bare", "datasets/cups"):
        assert "description" not in heads[page], page
    whole = " ".join(["We show it."] * 99)
    assert heads["papers/full"]["description"] == whole, "Zotero takes it for the abstract"
    assert heads["papers/gone"]["description"].endswith(f"retracted. {whole}")
    assert heads["software/cups"]["description"] == "It fills cups."


def test_a_talk_is_a_presentation(heads: dict[str, dict[str, str]]) -> None:
    found = heads["events/meet/cups"]
    assert found.items() >= {
        "citation_title": "On Cups", "citation_author": "Doe, Jane", "z:itemType": "presentation",
        "citation_publication_date": "2020/05/30", "z:meetingName": "The Meeting",
        "z:place": "Zurich", "z:presentationType": "invited talk",
        "description": "All about cups.",
    }.items()  # fmt: skip
    assert "citation_conference_title" not in found


def test_software_and_datasets_are_cited_by_what_their_fields_are(
    heads: dict[str, dict[str, str]],
) -> None:
    assert heads["software/cups"].items() >= {
        "citation_title": "The Cups", "citation_author": "Doe, Jane",
        "z:itemType": "computerProgram", "citation_public_url": "https://example.org/cups.git",
    }.items()  # fmt: skip
    assert heads["datasets/cups"].items() >= {
        "z:itemType": "dataset", "citation_doi": "10.5281/zenodo.99", "z:rights": "CC-BY-4.0",
        "z:versionNumber": "2.1", "citation_publisher": "Zenodo",
        "citation_publication_date": "2021/03",
    }.items()  # fmt: skip
